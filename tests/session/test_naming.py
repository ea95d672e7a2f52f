"""What runs are called beside each other: by what differs, as briefly as that goes."""

import pytest

from mlexplorer.core import registry
from mlexplorer.session.naming import short_name
from mlexplorer.session.session import Document, Run, Session

ONE, THREE, LINE = (
    Run(registry.model(name)().with_values(values))
    for name, values in (("knn", {"k": 1}), ("knn", {"k": 3}), ("lda", {}))
)


@pytest.mark.parametrize(
    ("runs", "names"),
    [
        ((ONE,), ["Nearest neighbours"]),
        ((ONE, ONE), ["Nearest neighbours", "Nearest neighbours"]),
        ((ONE, THREE), ["k 1", "k 3"]),
        ((ONE, LINE), ["Nearest neighbours, k 1", "Linear discriminant"]),
        ((ONE, THREE, LINE), ["k 1 (Nearest neighbours)", "k 3 (Nearest neighbours)", "Linear discriminant"]),
        ((ONE, Run(THREE.model, "Mine")), ["k 1", "Mine"]),
    ],
)
def test_runs_are_told_apart_by_what_differs(runs, names):
    session = Session(Document(registry.source("moons")(), runs))
    assert [short_name(session, run) for run in runs] == names
