"""Figures need an application for their fonts; every test gets the one of all tests."""

import pytest

from mlexplorer.painting import fonts


@pytest.fixture(autouse=True)
def application(qapp):
    fonts.ready()
    return qapp
