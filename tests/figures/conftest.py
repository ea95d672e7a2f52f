"""What is painted needs its fonts."""

import pytest

from mlexplorer.painting import fonts


@pytest.fixture(autouse=True)
def ready_fonts():
    fonts.ready()
