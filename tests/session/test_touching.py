"""What a change touches: every field says so, and each part hears of its own fields only."""

import importlib.util
import sys
from dataclasses import fields, replace

import pytest

from mlexplorer.core import registry
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.session.touching import PICTURE, POINTER, VIEWS, changed, touching, untold

LARGER = '''"""A view with one field more, which does not say what it touches."""

from dataclasses import dataclass

from mlexplorer.session.session import View


@dataclass(frozen=True)
class LargerView(View):
    """A view that can be turned."""

    angle: float = 0.0
'''
OTHERS = {
    "step": 3,
    "active": 1,
    "bounds": (0.0, 1.0, 0.0, 1.0),
    "switches": (("regions", False),),
    "units": "free",
    "panel": "log",
    "ghost": 2,
    "centre": 0,
    "node": 1,
    "pin": 0,
    "cut": (0.0, 0.0, 1.0, 1.0),
    "point": 7,
    "probe": (0.5, 0.5),
    "cell": (0, 1),
    "pointed": (0, 1),
    "fit": (0, 1),
    "preview": (0, 1),
    "direction": "fisher",
    "arrow": (0.0, 1.0),
    "options": (("node", "1"),),
    "layers": ("regions",),
}


@pytest.fixture
def session():
    return Session(Document(registry.source("moons")(), (Run(registry.model("lda")()),)))


@pytest.mark.parametrize("kind", [View, Document])
def test_every_field_says_what_it_touches(kind):
    assert untold(kind) == (), "give the field metadata=touches(…) in session/session.py"


def test_a_field_that_does_not_say_is_found(tmp_path, monkeypatch):
    path = tmp_path / "larger_view.py"
    path.write_text(LARGER, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("larger_view", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "larger_view", module)  # a dataclass looks its module up
    spec.loader.exec_module(module)
    assert untold(module.LargerView) == ("angle",)


@pytest.mark.parametrize("name", [field.name for field in fields(View)])
def test_a_change_of_a_field_is_heard_by_what_it_touches(session, name):
    other = replace(session, view=replace(session.view, **{name: OTHERS[name]}))
    for part in (PICTURE, VIEWS, POINTER):
        assert changed(session, other, part) == ({name} if name in touching(View, part) else set())
        assert changed(other, other, part) == set()


def test_all_of_a_document_is_in_the_picture_and_in_the_views(session):
    other = replace(session, document=replace(session.document, transforms=("standardise",)))
    assert changed(session, other, PICTURE) == changed(session, other, VIEWS) == {"transforms"}
    assert changed(session, other, POINTER) == set()
    assert set(touching(Document, PICTURE)) == {field.name for field in fields(Document)} - {"shelf"}


def test_the_pointer_makes_no_picture():
    assert not set(touching(View, POINTER)) & set(touching(View, PICTURE))
    assert {"step", "ghost", "switches", "bounds"} <= set(touching(View, PICTURE))
    assert not {"ghost", "switches"} & set(touching(View, VIEWS)), "no view draws them"
