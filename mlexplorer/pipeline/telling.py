"""The plane in one sentence, for those who hear it: points, model, errors and the step that is shown."""

import numpy as np

from mlexplorer.core.data import UNLABELLED
from mlexplorer.core.numbers import counted
from mlexplorer.pipeline.snapshot import Snapshot


def sentence(snapshot: Snapshot) -> str:
    """Return what is to be seen on the plane as one sentence."""
    if len(snapshot.data) == 0:
        return f"An empty plane; the model is {snapshot.run.model.title}."
    parts = [points_words(snapshot), *error_words(snapshot), *step_words(snapshot)]
    return f"{snapshot.run.model.title} on {', '.join(parts)}."


def points_words(snapshot: Snapshot) -> str:
    """Return how many points there are, and of each class."""
    data = snapshot.data
    labels, counts = np.unique(data.labels, return_counts=True)
    each = [f"{count:,} {_class_name(snapshot, label)}" for label, count in zip(labels.tolist(), counts, strict=True)]
    held = len(data.testing)
    words = f"{counted(len(data), 'point')} ({', '.join(each)})"
    return f"{words}, {held:,} of them held out" if held else words


def error_words(snapshot: Snapshot) -> list[str]:
    """Return how many points are on the wrong side, on training and on test points."""
    if not snapshot.classifies:
        return []
    wrong, _ = snapshot.errors(snapshot.data.training)
    words = [counted(wrong, "training error") if wrong else "no training errors"]
    testing = snapshot.data.testing
    return [*words, counted(snapshot.errors(testing)[0], "test error")] if len(testing) else words


def step_words(snapshot: Snapshot) -> list[str]:
    """Return which step is shown, where there are several."""
    last, shown = snapshot.leading.total - 1, snapshot.session.view.step
    if last < 1:
        return []
    step = last if shown is None else min(int(shown), last)
    return [f"step {step:,} of {last:,}" if snapshot.leading.finished else f"step {step:,}"]


def _class_name(snapshot: Snapshot, label: int) -> str:
    if label == UNLABELLED:
        return "unlabelled"
    return f"of {snapshot.data.class_names[label]}"
