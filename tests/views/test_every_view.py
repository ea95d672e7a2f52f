"""Every view: offered on two scenes, drawn there, and put on paper in light and dark where it can be."""

from dataclasses import replace

import pytest

from mlexplorer.core import registry
from mlexplorer.edits.pins import pinned
from mlexplorer.figures.sheet import Sheet
from mlexplorer.marks.plot import never
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views.catalogue import all_kinds, offered
from tests.figures.samples import figure, snapshot

CUT, PROBE = (-1.0, -1.0, 2.0, 1.5), (0.3, 0.2)

# A scene is a source and the models that run on it. A new view that none of them shows adds one here.
SCENES = {
    "descent": ("moons", {"logistic": {"solver": "gradient", "steps": 20}, "qda": {}}),
    "boosting": ("moons", {"adaboost": {"rounds": 8}, "svm": {}}),
    "tree": ("blobs", {"tree": {"depth": 3}}),
    "clusters": ("blobs", {"kmeans": {"k": 3}}),
    "mixture": ("blobs", {"gmm": {"components": 2}}),
}


def scene(name):
    source, models = SCENES[name]
    runs = tuple(Run(registry.model(model)().with_values(values)) for model, values in models.items())
    document = Document(registry.source(source)().with_values({"count": 60}), runs)
    return pinned(Session(document, View(cut=CUT, probe=PROBE)))


def showing(view):
    """Return the scenes that have something for a view."""
    return [name for name in SCENES if all_kinds()[view].offered(snapshot(scene(name)))]


def test_titles_and_names_are_words_of_their_own():
    kinds = all_kinds().values()
    assert len({kind.title for kind in kinds}) == len({kind.name for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.title == kind.title.capitalize(), kind.title
        assert kind.help


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("view", all_kinds())
def test_a_view_is_offered_and_drawn_on_two_scenes(view):
    names = showing(view)
    assert len(names) >= 2
    for name in names[:2]:
        drawn = all_kinds()[view].draw(snapshot(scene(name)))
        assert drawn.panels or drawn.blocks or drawn.facts or drawn.words


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("view", all_kinds())
def test_a_view_with_a_picture_is_a_figure_in_light_and_dark(view):
    names = [name for name in showing(view) if view in offered(snapshot(scene(name)))]
    assert len(names) >= 2 or all_kinds()[view].prints is never
    for name in names[:2]:
        light, dark = (figure(scene(name), replace(Sheet(view=view), theme=theme)) for theme in ("light", "dark"))
        pictures = [one.rendered(".svg") for one in (light, dark)]
        assert pictures[0] != pictures[1]
        assert all(picture.count(b"<path") + picture.count(b"<polyline") > 3 for picture in pictures)
