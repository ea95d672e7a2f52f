"""The contract of steps: what a capability declares is there, every capability has a law, families are shallow."""

import importlib
import sys
from dataclasses import fields
from textwrap import dedent

import pytest

import mlexplorer.core.capabilities as package
from mlexplorer.core import registry
from mlexplorer.core.declared import declarations, lacking
from mlexplorer.core.model import Step
from tests import laws

DEEPEST = 5
HEAD = """
    from dataclasses import dataclass
    from functools import cached_property

    import numpy as np

    from mlexplorer.core.capabilities import HasCentres, HasGaussians, HasScores


"""


def capabilities():
    """Return every capability of the package."""
    return {item for item in vars(package).values() if isinstance(item, type) and issubclass(item, Step)}


def families(kind=Step):
    """Yield every class of steps of this package."""
    for inner in kind.__subclasses__():
        yield from [inner] if inner.__module__.startswith("mlexplorer.") else []
        yield from families(inner)


@pytest.fixture
def newcomer(tmp_path, monkeypatch):
    """Import the text of a file in a temporary folder."""
    monkeypatch.syspath_prepend(tmp_path)

    def made(body):
        (tmp_path / "newcomer.py").write_text(dedent(HEAD) + dedent(body), encoding="utf-8")
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, "newcomer", raising=False)
        return importlib.import_module("newcomer")

    yield made
    sys.modules.pop("newcomer", None)


def test_a_step_that_lacks_an_attribute_is_refused_when_its_class_is_made(newcomer):
    with pytest.raises(TypeError, match=r"^CloudStep inherits HasGaussians and lacks its field or property 'shares'"):
        newcomer(
            """
            @dataclass(frozen=True, eq=False, kw_only=True)
            class CloudStep(HasGaussians):
                classes: np.ndarray
                means: np.ndarray

                @cached_property
                def covariances(self):
                    return np.tile(np.eye(2), (len(self.means), 1, 1))

                def scores(self, points):
                    return np.zeros((len(points), len(self.classes)))
            """
        )


def test_a_step_that_lacks_a_method_is_refused_when_its_class_is_made(newcomer):
    with pytest.raises(TypeError, match=r"^FlatStep inherits HasScores and lacks its method 'scores'\.$"):
        newcomer(
            """
            class FlatStep(HasScores):
                classes = (0, 1)
            """
        )


def test_a_method_is_no_attribute_and_an_attribute_no_method(newcomer):
    with pytest.raises(TypeError, match="lacks its field or property 'classes'"):
        newcomer(
            """
            class FlatStep(HasScores):
                def classes(self):
                    return (0, 1)

                def scores(self, points):
                    return np.zeros((len(points), 2))
            """
        )
    with pytest.raises(TypeError, match="lacks its method 'scores'"):
        newcomer(
            """
            class FlatStep(HasScores):
                classes = (0, 1)
                scores = 3
            """
        )


def test_what_others_complete_is_partial_and_what_is_whole_can_be_made(newcomer):
    module = newcomer(
        """
        class Family(HasCentres, partial=True):
            def scores(self, points):
                return -((points[:, None] - self.centres) ** 2).sum(axis=2)

        @dataclass(frozen=True, eq=False, kw_only=True)
        class WholeStep(Family):
            classes: np.ndarray
            centres: np.ndarray

            @property
            def assignments(self):
                return np.zeros(3, int)
        """
    )
    assert list(lacking(module.Family)) == [
        (package.HasScores, "classes"),
        (package.HasCentres, "centres"),
        (package.HasCentres, "assignments"),
    ]
    assert [field.name for field in fields(module.WholeStep)] == ["iteration", "phase", "classes", "centres"]
    with pytest.raises(TypeError, match="missing 2 required keyword-only arguments: 'classes' and 'centres'"):
        module.WholeStep()


def test_every_capability_declares_and_has_a_law():
    assert len(capabilities()) >= 24
    assert capabilities() == set(laws.LAWS)
    named = {item.__name__ for item in laws.CHECKS}
    assert all(name in named for names in laws.LAWS.values() for name in names)
    assert all(declarations(kind) for kind in capabilities())


def depth(kind):
    """Return how many classes stand between a class of steps and Step, itself included."""
    return 0 if kind is Step else 1 + max(depth(base) for base in kind.__bases__ if issubclass(base, Step))


def test_families_of_steps_are_at_most_five_deep():
    registry.models()
    deep = {kind.__name__: depth(kind) for kind in families() if depth(kind) > DEEPEST}
    assert deep == {}


def test_exported_names_must_be_there(newcomer):
    with pytest.raises(TypeError, match="FlatStep exports 'slopes', which it does not have"):
        newcomer(
            """
            class FlatStep(HasScores, exported=("slopes",)):
                classes = (0, 1)

                def scores(self, points):
                    return np.zeros((len(points), 2))
            """
        )


def test_capabilities_stand_in_their_folder_and_are_shown_by_a_model():
    registry.models()
    kinds = set(families())
    named = {kind for kind in kinds if kind.__name__.startswith("Has")}
    assert named == capabilities()
    lonely = {kind for kind in named if not any(issubclass(other, kind) for other in kinds - named)}
    assert not lonely
