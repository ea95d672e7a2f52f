"""Probe: the arithmetic of the prediction at one place, term by term."""

import numpy as np

from mlexplorer.core.capabilities import HasCurve, HasDensity, HasProbabilities, HasReasons, HasScores, Reason, Term
from mlexplorer.core.decision import REJECTED, decide
from mlexplorer.core.model import Step
from mlexplorer.core.numbers import pair, text
from mlexplorer.marks.plot import Block, Drawn, Paragraph, TableBlock, ViewKind, never
from mlexplorer.pipeline.snapshot import Snapshot

MOST_TERMS = 14
DIGITS = 4


def offered(snapshot: Snapshot) -> bool:
    """Return whether the shown step can say where its scores come from."""
    return isinstance(snapshot.step, HasReasons)


def draw(snapshot: Snapshot) -> Drawn:
    """Return what is decided at the probed place, and every sum that leads to it."""
    step, place = snapshot.step, snapshot.session.view.probe
    if place is None or not isinstance(step, HasReasons):
        return Drawn(
            words="Press ? and point at a place of the plane to see the sum behind it. A click keeps the place."
        )
    where = np.array(place)
    blocks: list[Block] = [Paragraph(f"At {pair(place)}", (_verdict(snapshot, step, where),))]
    reasons = step.reasons(where)
    for reason, after in zip(reasons, [*reasons[1:], None], strict=True):
        blocks.append(table(reason))
        if reason.note and (after is None or after.note != reason.note):  # what holds for all is said once
            blocks.append(Paragraph("", (_sentence(reason.note),)))
    return Drawn(blocks=tuple(blocks))


def table(reason: Reason) -> TableBlock:
    """Return the terms of a sum, the largest if there are many, with what the others add, and the total."""
    shown = list(reason.terms)
    if len(shown) > MOST_TERMS:
        largest = sorted(shown, key=lambda term: -abs(term.value))
        rest = largest[MOST_TERMS - 1 :]
        shown = [*largest[: MOST_TERMS - 1], Term(f"{len(rest)} smaller terms", sum(term.value for term in rest))]
    rows = [(_sentence(term.label), term.words or text(term.value, DIGITS)) for term in shown]
    return TableBlock(_sentence(reason.label), (*rows, ("Together", text(reason.total, DIGITS))))


def _verdict(snapshot: Snapshot, step: Step, where: np.ndarray) -> str:
    if isinstance(step, HasScores):
        return _class_verdict(snapshot, step, where)
    if isinstance(step, HasDensity):
        return f"Density {text(float(step.density(where[None])[0]))}."
    return f"The curve is at {text(float(step.curve(where[:1])[0]))}." if isinstance(step, HasCurve) else ""


def _class_verdict(snapshot: Snapshot, step: HasScores, where: np.ndarray) -> str:
    label = int(decide(step, where[None], snapshot.session.document.rule)[0])
    if label == REJECTED:
        return "No decision: no class is likely enough."
    clusters = snapshot.run.model.task == "cluster"
    name = f"Cluster {label}" if clusters else snapshot.data.class_names[label]
    if isinstance(step, HasProbabilities):
        chance = float(step.probabilities(where[None])[0, list(step.classes).index(label)])
        return f"{name}, with probability {text(chance)}."
    return f"{name}."


def _sentence(words: str) -> str:
    """Return words that begin like a sentence; a formula stays as it is."""
    first, _, _ = words.partition(" ")
    return words[:1].upper() + words[1:] if first.isalpha() and len(first) > 1 else words


VIEW = ViewKind(
    "probe",
    "Why here?",
    "Why a place is decided as it is, or how high it is: the sum behind it",
    offered,
    draw,
    order=45,
    prints=never,
)
