"""The scenes the program opens with: alive at once, and the empty one of New."""

from mlexplorer.core import registry
from mlexplorer.session.session import Book, Document, Run, Session, single


def opening() -> Book:
    """Return the opening scene: two moons, all learned from, and a model that draws a curved boundary."""
    source = registry.source("moons")().with_values({"count": 120, "noise": 0.24, "seed": 5})
    model = registry.model("svm")().with_values({"kernel": "rbf", "cost": 3.0, "gamma": 1.4})
    document = Document(source, (Run(model),))
    return single(Session(document))


def empty(like: Session | None = None) -> Book:
    """Return an empty plane with the model of another session, or the first one."""
    runs = (Run(registry.model("knn")()),) if like is None else (Run(like.run.model),)
    return single(Session(Document(registry.source("placed")(), runs)))
