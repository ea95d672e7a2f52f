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
    from mlexplorer.notebook.books import book
    from mlexplorer.notebook.estimators import estimator
    from mlexplorer.notebook.fitting import decide, fit, judge, make, study, trace
    from mlexplorer.notebook.given import data, read, transform
    from mlexplorer.notebook.pictures import as_session, figure, film, load, scene, show
    from mlexplorer.notebook.wrapping import wrap

__version__ = "0.2.0"
__all__ = [
    "CannotFit",
    "Dataset",
    "Grid",
    "adjusted_rand",
    "as_session",
    "book",
    "data",
    "decide",
    "estimator",
    "figure",
    "film",
    "fit",
    "jaccard",
    "judge",
    "load",
    "make",
    "mcnemar",
    "nmi",
    "purity",
    "rand_index",
    "read",
    "register",
    "roc",
    "scene",
    "show",
    "silhouette",
    "study",
    "trace",
    "transform",
    "wrap",
]

_PLACES = {
    "CannotFit": "mlexplorer.core.notice",
    "Dataset": "mlexplorer.notebook.pictures",  # where it learns to show itself
    "Grid": "mlexplorer.core.grid",
    "adjusted_rand": "mlexplorer.judging.clusters",
    "as_session": "mlexplorer.notebook.pictures",
    "book": "mlexplorer.notebook.books",
    "data": "mlexplorer.notebook.given",
    "decide": "mlexplorer.notebook.fitting",
    "estimator": "mlexplorer.notebook.estimators",
    "figure": "mlexplorer.notebook.pictures",
    "film": "mlexplorer.notebook.pictures",
    "fit": "mlexplorer.notebook.fitting",
    "jaccard": "mlexplorer.judging.clusters",
    "judge": "mlexplorer.notebook.fitting",
    "load": "mlexplorer.notebook.pictures",
    "make": "mlexplorer.notebook.fitting",
    "mcnemar": "mlexplorer.judging.intervals",
    "nmi": "mlexplorer.judging.clusters",
    "purity": "mlexplorer.judging.clusters",
    "rand_index": "mlexplorer.judging.clusters",
    "read": "mlexplorer.notebook.given",
    "register": "mlexplorer.core.registry",
    "roc": "mlexplorer.judging.curves",
    "scene": "mlexplorer.notebook.pictures",
    "show": "mlexplorer.notebook.pictures",
    "silhouette": "mlexplorer.judging.clusters",
    "study": "mlexplorer.notebook.fitting",
    "trace": "mlexplorer.notebook.fitting",
    "transform": "mlexplorer.notebook.given",
    "wrap": "mlexplorer.notebook.wrapping",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that a program can set up NumPy's threads before."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    """Return the names of the door, which is all that completion and help should show."""
    return [*__all__, "__all__", "__doc__", "__name__", "__version__"]
