"""The notebook door: what can be asked for from Python."""

import mlexplorer.notebook.pictures  # noqa: F401 - with it, points, steps and results learn to show themselves
