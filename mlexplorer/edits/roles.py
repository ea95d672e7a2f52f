"""Which points are held out, point by point: what a hand has marked outranks what is dealt."""

from dataclasses import replace

import numpy as np

from mlexplorer.core.arrays import Mask
from mlexplorer.pipeline.pipeline import deal_among, prepare
from mlexplorer.session.session import Document


def with_roles(document: Document, held: Mask) -> Document:
    """Return the document whose points are held out as told; those that change are no longer dealt a role."""
    prepared = prepare(document)
    changed = prepared.data.held_out != held
    points = prepared.raw.holding(np.where(changed, held, prepared.raw.held_out))
    return replace(document, points=points, dealt=deal_among(document).marking(prepared.raw.ids[changed]))


def can_deal(document: Document) -> bool:
    """Return whether there are points among which roles can be dealt."""
    return len(deal_among(document).ids) > 0
