"""ML Explorer: put points in the plane, pick a learning method, and watch it learn."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlexplorer.core.data import Dataset
    from mlexplorer.core.grid import Grid
    from mlexplorer.core.notice import CannotFit
    from mlexplorer.core.registry import register
    from mlexplorer.notebook import as_session, figure, fit, load, make, trace

__version__ = "0.1.0"
__all__ = ["CannotFit", "Dataset", "Grid", "as_session", "figure", "fit", "load", "make", "register", "trace"]

_PLACES = {
    "CannotFit": "mlexplorer.core.notice",
    "Dataset": "mlexplorer.core.data",
    "Grid": "mlexplorer.core.grid",
    "as_session": "mlexplorer.notebook",
    "figure": "mlexplorer.notebook",
    "fit": "mlexplorer.notebook",
    "load": "mlexplorer.notebook",
    "make": "mlexplorer.notebook",
    "register": "mlexplorer.core.registry",
    "trace": "mlexplorer.notebook",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that a program can set up NumPy's threads before."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)
