"""Putting points together that come from different places: classes of the same name are the same class."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Labels
from mlexplorer.core.data import CLASS_NAMES, UNLABELLED, Dataset, Provenance


def joined(data: Dataset, extra: Dataset) -> Dataset:
    """Return data with other points appended under new ids; a class unknown so far gets the first unused place.

    If no place is left, the points of the class stay unlabelled.
    """
    names, table = list(data.class_names), {UNLABELLED: UNLABELLED}
    free = [label for label in range(len(names)) if label not in data.classes and names[label] == CLASS_NAMES[label]]
    for label in extra.classes.tolist():
        name = extra.class_names[label]
        if name in names:
            table[label] = names.index(name)
        else:
            table[label] = free.pop(0) if free else UNLABELLED
        if table[label] != UNLABELLED:
            names[table[label]] = name
            free = [other for other in free if other != table[label]]
    labels: Labels = np.array([table[label] for label in extra.labels.tolist()], np.intp)
    together = data.added(extra.points, labels)
    held = np.concatenate([data.held_out, extra.held_out])
    together = replace(together, rows=None, held_out=held, class_names=tuple(names))  # type: ignore[arg-type] # None: not a part
    return replace(together, provenance=_provenance(data, extra, together.stamp))


def _provenance(data: Dataset, extra: Dataset, stamp: int) -> Provenance | None:
    """Return where points came from that were put together and have a stamp now; edits before that stay told."""
    first, second = data.provenance, extra.provenance
    if second is None or (first is None and len(data)):
        return first or second
    are_read = second.stamp == extra.stamp and (first is None or first.stamp == data.stamp)
    whole = second if first is None else first.with_tables(second)
    return replace(whole, stamp=stamp) if are_read else whole
