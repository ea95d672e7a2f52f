"""The line of title in words: the model, its parameters as mathematics, and how many points are wrong."""

from dataclasses import dataclass

from mlexplorer.core.capabilities import HasCurve
from mlexplorer.core.model import Model
from mlexplorer.core.numbers import small, text
from mlexplorer.core.params import Spec, Value, specs
from mlexplorer.judging.regression import curve_parts, missed
from mlexplorer.pipeline.snapshot import Snapshot

SHORT = 3  # letters of a label that is no noun, such as How


@dataclass(frozen=True)
class TitleTerm:
    """A part of the title: a sign, in italics, and the words after it."""

    sign: str
    words: str


def terms(model: Model) -> tuple[TitleTerm, ...]:
    """Return the main parameters of a model, then those that differ from what is usual."""
    main = model.main_parameters()
    usual = {spec.name: spec.default for spec in specs(type(model))}
    others = [spec for spec in model.shown() if spec not in main and getattr(model, spec.name) != usual[spec.name]]
    found = (_term(spec, getattr(model, spec.name)) for spec in (*main, *others))
    return tuple(term for term in found if term is not None)


def _term(spec: Spec, value: Value) -> TitleTerm | None:
    if isinstance(value, bool):
        return TitleTerm("", small(spec.label)) if value else None
    if spec.choices:
        return TitleTerm("", _choice(spec, spec.title(str(value))))
    if spec.sign:
        return TitleTerm(spec.sign, f" = {spec.words(value)}")
    return TitleTerm("", f"{small(spec.label)} {spec.words(value)}") if spec.words(value) else None


def _choice(spec: Spec, title: str) -> str:
    """Return "RBF kernel", or "learner: trees" where that would not be English."""
    if " " in title + spec.label or title.endswith("s") or len(spec.label) <= SHORT:
        return title if ":" in title else f"{small(spec.label)}: {small(title)}"
    return f"{title} {small(spec.label)}"


def verdict(snapshot: Snapshot) -> str:
    """Return how many points are wrong, or how far a curve is from them; nothing where neither is asked."""
    if isinstance(snapshot.step, HasCurve):
        found = {name.lower(): missed(snapshot.step, part) for name, part in curve_parts(snapshot.data).items()}
        return " · ".join(f"{name} RMSE {text(off.rmse)}" for name, off in found.items())
    if not snapshot.classifies:
        return ""
    wrong, total = snapshot.errors(snapshot.data.training)
    words = f"training {wrong:,} of {total:,} wrong"
    if not len(snapshot.data.testing):
        return words
    wrong, total = snapshot.errors(snapshot.data.testing)
    return f"{words} · test {wrong:,} of {total:,}"
