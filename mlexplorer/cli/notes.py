"""What a command line is told on the side: what changes nothing though it was said, and what a fit says of itself."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mlexplorer.core.capabilities import HasScores
from mlexplorer.core.decision import Rule, objection
from mlexplorer.core.model import Model, Step
from mlexplorer.core.notice import Notice
from mlexplorer.core.params import specs

ONLY_FOR = {"sklearn": ".py", "dpi": ".png", "editable": ".svg"}  # options that one kind of file heeds


def noticed(notice: Notice | None) -> str:
    """Return what a fit has to say of itself, with the words of a command line that would help."""
    if notice is None:
        return ""
    changes = next((remedy.changes for remedy in notice.remedies if remedy.changes), {})
    words = " ".join(f"--set {name}={value}" for name, value in changes.items())
    return f"{notice.sentence} Try {words}." if words else notice.sentence


def ruled(step: Step | None, rule: Rule) -> str:
    """Return which part of a rule changes nothing for a step."""
    return (objection(step, rule) or "") if isinstance(step, HasScores) else ""


def unheeded(chosen: Namespace, said: Mapping[str, object], model: Model, paths: Sequence[Path]) -> Iterator[str]:
    """Yield a sentence for every word of `mlexplorer figure` that has no effect on what is written."""
    endings = {path.suffix.lower() for path in paths}
    for name, ending in ONLY_FOR.items():
        if (said.get(name) or getattr(chosen, name, None)) and ending not in endings:
            yield f"--{name} changes {ending} files only, and none is written."
    if chosen.step is not None and said.get("steps"):
        yield f"--step {chosen.step} is left out: --steps names the moments."
    yield from idle([*chosen.set, *(chosen.vary or [])], model)


def idle(settings: Sequence[str], model: Model) -> Iterator[str]:
    """Yield a sentence for every parameter that a model does not use as it is set."""
    known, used = {spec.name for spec in specs(type(model))}, {spec.name for spec in model.shown()}
    for name in dict.fromkeys(setting.partition("=")[0].strip() for setting in settings):
        if name in known - used:
            yield f"{name} has no effect: {model.title} does not use it with its other parameters as they are."
