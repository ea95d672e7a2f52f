"""Records: what was made stays as it is, and what holds arrays is compared by what it is, not by what it holds."""

import dataclasses
import importlib
import inspect
import pkgutil

import pytest

import mlexplorer
from mlexplorer.core.model import Step

WRITTEN_TO = {  # one by one while work goes on, and by nobody else
    "Columns", "Extent", "FoldTable", "Haste", "Oddity", "Pipeline", "Records", "Replays", "Studying", "Tracer",
    "_Draft", "_Job", "_Looks", "_MetadataSearch", "_Walk",
}  # fmt: skip


def records():
    """Return every record of the program."""
    names = [found.name for found in pkgutil.walk_packages(mlexplorer.__path__, "mlexplorer.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    members = [(module, one) for module in modules for one in vars(module).values() if inspect.isclass(one)]
    return [one for module, one in members if one.__module__ == module.__name__ and "__dataclass_params__" in vars(one)]


@pytest.fixture(scope="module")
def every():
    found = records()
    assert len(found) > 400
    return found


def test_records_are_frozen_but_for_those_that_are_filled(every):
    assert {one.__name__ for one in every if not one.__dataclass_params__.frozen} == WRITTEN_TO


def test_records_with_arrays_are_compared_by_identity(every):
    """NumPy answers == with an array, which is neither true nor false."""
    spelt = ("numpy.ndarray[", "NDArray[")  # before NumPy 2.5 and since
    held = [one for one in every if any(str(field.type).startswith(spelt) for field in dataclasses.fields(one))]
    assert len(held) > 100
    assert [one.__name__ for one in held if one.__dataclass_params__.eq] == []


def test_steps_are_made_by_name_and_compared_by_identity(every):
    steps = [one for one in every if issubclass(one, Step)]
    assert len(steps) > 20
    for step in steps:
        assert not step.__dataclass_params__.eq, step.__name__
        assert all(field.kw_only for field in dataclasses.fields(step)), step.__name__
