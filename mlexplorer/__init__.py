"""ML Explorer: put points in the plane, pick a learning method, and watch it learn."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlexplorer.core.data import Dataset
    from mlexplorer.core.grid import Grid
    from mlexplorer.core.notice import CannotFit
    from mlexplorer.core.registry import register
    from mlexplorer.judging.clusters import adjusted_rand, jaccard, nmi, purity, rand_index, silhouette
    from mlexplorer.judging.curves import roc
    from mlexplorer.judging.intervals import mcnemar
    from mlexplorer.notebook import as_session, decide, figure, fit, judge, load, make, scene, study, trace

__version__ = "0.2.0"
__all__ = [
    "CannotFit",
    "Dataset",
    "Grid",
    "adjusted_rand",
    "as_session",
    "decide",
    "figure",
    "fit",
    "jaccard",
    "judge",
    "load",
    "make",
    "mcnemar",
    "nmi",
    "purity",
    "rand_index",
    "register",
    "roc",
    "scene",
    "silhouette",
    "study",
    "trace",
]

_PLACES = {
    "CannotFit": "mlexplorer.core.notice",
    "Dataset": "mlexplorer.core.data",
    "Grid": "mlexplorer.core.grid",
    "adjusted_rand": "mlexplorer.judging.clusters",
    "as_session": "mlexplorer.notebook",
    "decide": "mlexplorer.notebook",
    "figure": "mlexplorer.notebook",
    "fit": "mlexplorer.notebook",
    "jaccard": "mlexplorer.judging.clusters",
    "judge": "mlexplorer.notebook",
    "load": "mlexplorer.notebook",
    "make": "mlexplorer.notebook",
    "mcnemar": "mlexplorer.judging.intervals",
    "nmi": "mlexplorer.judging.clusters",
    "purity": "mlexplorer.judging.clusters",
    "rand_index": "mlexplorer.judging.clusters",
    "register": "mlexplorer.core.registry",
    "roc": "mlexplorer.judging.curves",
    "scene": "mlexplorer.notebook",
    "silhouette": "mlexplorer.judging.clusters",
    "study": "mlexplorer.notebook",
    "trace": "mlexplorer.notebook",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that a program can set up NumPy's threads before."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)
