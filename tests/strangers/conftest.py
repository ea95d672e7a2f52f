"""A Qt application with widgets before anything is drawn: figures alone would make one without."""

import pytest


@pytest.fixture(autouse=True)
def application(qapp):
    """Make the application that windows need."""
