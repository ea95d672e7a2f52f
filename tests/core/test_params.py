from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.core.params import Recipe, param, specs


@dataclass(frozen=True)
class Sample(Recipe):
    """One of each kind."""

    whole: int = param(3, "Whole", "A whole number", low=1, high=9)
    real: float = param(0.5, "Real", "A number", low=0.0, high=2.0)
    kind: str = param("a", "Kind", "A choice", choices=("a", "b"), titles=("First", "Second"))
    on: bool = param(False, "On", "A switch")
    extra: float = param(1.0, "Extra", "Only for b", low=0.0, high=9.0, shown_when=("kind", ("b",)))
    deep: int = param(1, "Deep", "Only for b with extra", low=0, high=9, shown_when=("extra", (2.0,)))
    rest: int = param(1, "Rest", "Not when on", low=0, high=9, hidden_when=("on", (True,)))


def test_numpy_scalars_and_whole_numbers_are_welcome():
    made = Sample(whole=np.int64(4), real=1, on=np.bool_(True))
    assert (made.whole, made.real, made.on) == (4, 1.0, True)
    assert [type(value) for value in (made.whole, made.real, made.on)] == [int, float, bool]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("whole", 0, "between 1 and 9"),
        ("whole", 2.5, "whole number"),
        ("whole", True, "whole number"),
        ("real", float("nan"), "finite"),
        ("real", float("inf"), "finite"),
        ("real", 2.1, "between 0 and 2"),
        ("real", "1", "number"),
        ("kind", "c", "there are a, b"),
        ("on", 1, "true or false"),
    ],
)
def test_bad_values_are_refused_by_name(name, value, words):
    with pytest.raises(ValueError, match=f"{name} (must|cannot).*{words}"):
        Sample(**{name: value})


def test_unknown_names_get_the_nearest_match():
    with pytest.raises(ValueError, match="no parameter 'hole'; perhaps you mean 'whole'"):
        Sample().with_values({"hole": 1})


def test_only_parameters_that_matter_are_shown():
    assert [spec.name for spec in Sample().shown()] == ["whole", "real", "kind", "on", "rest"]
    assert [spec.name for spec in Sample(kind="b").shown()] == ["whole", "real", "kind", "on", "extra", "rest"]
    shown = [spec.name for spec in Sample(kind="b", extra=2.0, on=True).shown()]
    assert shown == ["whole", "real", "kind", "on", "extra", "deep"]
    assert "deep" not in [spec.name for spec in Sample(kind="a", extra=2.0).shown()]


def test_choices_have_titles():
    kind = next(spec for spec in specs(Sample) if spec.name == "kind")
    assert [kind.title(choice) for choice in kind.choices] == ["First", "Second"]
    assert Sample.summary() == "One of each kind."


def test_equal_values_make_equal_recipes():
    assert Sample(whole=4) == Sample(whole=np.int64(4))
    assert hash(Sample(whole=4)) == hash(Sample(whole=4))
    assert Sample(whole=4) != Sample(whole=5)


@dataclass(frozen=True)
class Worded(Recipe):
    """A recipe with words that have a form."""

    code: str = param("1,2", "Code", "Whole numbers with commas", pattern=r"\d+(,\d+)*", example="1,2,3")
    free: str = param("", "Free", "Any words")


def test_text_keeps_to_its_pattern():
    assert Worded().with_values({"code": "7", "free": "7,"}) == Worded("7", "7,")
    for words in ("", "7,", "x", " 7", "1,2\n"):
        with pytest.raises(ValueError, match=r"code is written like 1,2,3, not"):
            Worded(code=words)
