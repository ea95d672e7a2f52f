"""Slivers: where two edges of a boundary run so close that bold lines would become one black one, they are fine."""

import numpy as np

from mlexplorer.core.arrays import Array, Mask
from mlexplorer.marks.contours import joined

CLOSE = 7.0  # pixels: two bold lines with their casings nearer than this leave no colour between them


def parted(path: Array, pixels: Array) -> tuple[Array, Array]:
    """Return the parts of straight upright and level pieces that stand alone, and those beside another one.

    pixels: the size of a pixel along both axes.
    """
    ends = np.stack([path[0::3], path[1::3]], axis=1) if len(path) else np.empty((0, 2, 2))
    bold: list[Array] = []
    fine: list[Array] = []
    for axis in (0, 1):  # across which pieces may be close to each other
        mine = ends[ends[:, 0, axis] == ends[:, 1, axis]]
        for piece, beside in zip(mine, _beside(mine, axis, CLOSE * float(pixels[axis])), strict=True):
            for low, high, is_close in _stretches(piece, mine[beside], 1 - axis):
                (fine if is_close else bold).append(_piece(piece, low, high, 1 - axis))
    slanted = ends[(ends[:, 0] != ends[:, 1]).all(axis=1)]
    return joined([*bold, *slanted]), joined(fine)


def are_upright_or_level(path: Array) -> bool:
    """Return whether a path is made of single pieces along the axes, as the edges of a tree are."""
    if len(path) % 3 != 2 or not np.isnan(path[2::3]).all():
        return False
    return bool((path[0::3] == path[1::3]).any(axis=1).all())


def _beside(pieces: Array, axis: int, gap: float) -> list[Mask]:
    """Return for each piece which others run beside it, nearer than a gap."""
    across, along = pieces[:, 0, axis], np.sort(pieces[:, :, 1 - axis], axis=1)
    away = np.abs(across[:, None] - across[None])
    overlap = np.minimum(along[:, None, 1], along[None, :, 1]) - np.maximum(along[:, None, 0], along[None, :, 0])
    return list((away > 0) & (away < gap) & (overlap > 0))


def _stretches(piece: Array, others: Array, along: int) -> list[tuple[float, float, bool]]:
    """Return from where to where a piece runs, and whether something runs beside it there."""
    low, high = np.sort(piece[:, along]).tolist()
    if not len(others):
        return [(low, high, False)]
    spans = np.sort(others[:, :, along], axis=1)
    cuts = np.unique(np.clip(np.append(spans.ravel(), [low, high]), low, high))
    middles = (cuts[:-1] + cuts[1:]) / 2
    close = ((spans[:, :1] < middles) & (middles < spans[:, 1:])).any(axis=0)
    return list(zip(cuts[:-1].tolist(), cuts[1:].tolist(), close.tolist(), strict=True))


def _piece(piece: Array, low: float, high: float, along: int) -> Array:
    part = piece.copy()
    part[:, along] = (low, high)
    return part
