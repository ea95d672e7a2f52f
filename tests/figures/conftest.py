"""Figures need an application for their fonts; every test gets the one of all tests."""

import pytest

from mlexplorer.figures import fonts


@pytest.fixture(autouse=True)
def application(qapp):
    fonts.ready()
    return qapp
