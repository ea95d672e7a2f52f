"""What of a table is wanted: nothing in particular, or something."""

import pytest

from mlexplorer.tables.choosing import Wanted


@pytest.mark.parametrize("said", [{"x": "a"}, {"y": 2}, {"label": "kind"}, {"sheet": "Two"}, {"rows": "1:5"}])
def test_what_is_said_is_wanted(said):
    assert Wanted(**said)
    assert not Wanted()
