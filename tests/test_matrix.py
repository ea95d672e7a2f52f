"""The matrix of versions: what its columns ask for."""

import sys

import pytest
from packaging.requirements import Requirement

from tests.matrix import interpreters, lowest, main


@pytest.mark.parametrize("line", main.requirements()["runtime"])
def test_the_lowest_version_is_one_that_is_allowed(line: str) -> None:
    wanted, low = Requirement(line), Requirement(lowest(line))
    (only,) = low.specifier
    assert only.operator == "=="
    assert wanted.specifier.contains(only.version)
    assert low.marker == wanted.marker
    assert f">={only.version}" in str(wanted.specifier)


def test_the_python_that_runs_is_between_the_oldest_and_the_newest() -> None:
    found = [tuple(int(part) for part in version.split(".")) for version in interpreters()]
    assert found[0] <= sys.version_info[:2] <= found[-1]
