"""A rule that is not the plain one: where it says no class, hatched, and what it says in words."""

import numpy as np

from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.decision import PLAIN, REJECTED
from mlexplorer.edits.rules import rule_words
from mlexplorer.layers.hatching import hatch
from mlexplorer.layers.layer import LayerKind
from mlexplorer.marks.marks import Line, Mark, Text
from mlexplorer.pipeline.snapshot import Snapshot

SPACING = 7.0  # pixels between two lines of the hatch


def has_doubt(snapshot: Snapshot) -> bool:
    """Return whether the rule may say no class."""
    return bool(snapshot.session.document.rule.reject) and isinstance(snapshot.step, HasProbabilities)


def doubt(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return a hatch wherever no class is said."""
    field = snapshot.field
    return () if field is None else (Line(hatch(field.labels == REJECTED, snapshot, SPACING), "hatch"),)


def has_rule(snapshot: Snapshot) -> bool:
    """Return whether another class than the likeliest may be said."""
    return snapshot.session.document.rule != PLAIN and isinstance(snapshot.step, HasScores) and snapshot.classifies


def rule(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the rule in words, at the lower left above the bar of probabilities."""
    step = snapshot.step
    if not isinstance(step, HasScores):
        return ()
    words = rule_words(step, snapshot.session.document.rule, snapshot.data.class_names)
    left, _, bottom, _ = snapshot.frame.bounds
    return (Text(np.array([left, bottom]), words, anchor=(0.0, 0.0), offset=(20.0, 46.0), plate=True),)


LAYERS = (
    LayerKind("doubt", "Doubt", "Where the rule is in doubt and says no class", "", has_doubt, doubt, order=105),
    LayerKind("rule", "Rule", "The rule, where it is not to say the likeliest class", "", has_rule, rule, order=380),
)
