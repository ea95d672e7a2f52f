"""A palette of few colours for many pictures: the commonest as they are, the others by cutting the rest into boxes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mlexplorer.figures.films.frames import Picture

EVERY = 7  # pixels: counting only some is enough
EXACT_SHARE = 0.6  # of the palette, for the commonest colours as they are

Packed = NDArray[np.int32]


def packed(picture: Picture) -> Packed:
    """Return each pixel as one number."""
    red, green, blue = (picture[..., channel].astype(np.int32) for channel in range(3))
    return (red << 16) | (green << 8) | blue


def unpacked(numbers: NDArray[np.integer]) -> Picture:
    """Return numbers as red, green and blue."""
    return np.stack([(numbers >> shift) & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)


def palette_of(pictures: Sequence[Picture], kept: Picture, most: int) -> Picture:
    """Return at most so many colours for pictures: those to be kept, the commonest, and means of the others."""
    sample = np.concatenate([packed(picture).ravel()[::EVERY] for picture in pictures])
    colours, counts = np.unique(sample, return_counts=True)
    first = np.unique(packed(kept.reshape(-1, 3)))[:most]
    order = np.argsort(-counts, kind="stable")
    common = [
        number for number in colours[order][: int(most * EXACT_SHARE)].tolist() if number not in set(first.tolist())
    ]
    chosen = np.concatenate([first, np.array(common, np.int32)])[:most]
    rest = ~np.isin(colours, chosen)
    means = _cut(unpacked(colours[rest]).astype(float), np.sqrt(counts[rest]), most - len(chosen))
    return np.concatenate([unpacked(chosen), means])


def lookup(pictures: Sequence[Picture], palette: Picture) -> NDArray[np.uint8]:
    """Return the index of the nearest colour of a palette for every number of a pixel that occurs."""
    occurs = np.zeros(1 << 24, bool)
    for picture in pictures:
        occurs[packed(picture)] = True
    numbers = np.flatnonzero(occurs)
    table = np.zeros(1 << 24, np.uint8)
    wanted = palette.astype(np.float32)
    for start in range(0, len(numbers), 4096):
        some = numbers[start : start + 4096]
        away = ((unpacked(some)[:, None, :].astype(np.float32) - wanted) ** 2).sum(axis=2)
        table[some] = away.argmin(axis=1)
    return table


def _cut(colours: NDArray[np.float64], weights: NDArray[np.float64], most: int) -> Picture:
    """Return the means of boxes of colours: the box that is wrong most is cut in two until there are enough."""
    boxes = [np.arange(len(colours))] if len(colours) and most > 0 else []
    costs = [_cost(colours, weights, box) for box in boxes]
    while len(boxes) < most and max(costs, default=0.0) > 0:
        index = int(np.argmax(costs))
        halves = _halves(colours, weights, boxes.pop(index))
        costs.pop(index)
        boxes += halves
        costs += [_cost(colours, weights, half) for half in halves]
    means = [np.average(colours[box], axis=0, weights=weights[box]) for box in boxes]
    return np.rint(np.array(means).reshape(-1, 3)).astype(np.uint8)


def _cost(colours: NDArray[np.float64], weights: NDArray[np.float64], box: NDArray[np.intp]) -> float:
    middle = np.average(colours[box], axis=0, weights=weights[box])
    return float((weights[box, None] * (colours[box] - middle) ** 2).sum())


def _halves(
    colours: NDArray[np.float64], weights: NDArray[np.float64], box: NDArray[np.intp]
) -> list[NDArray[np.intp]]:
    channel = int(np.ptp(colours[box], axis=0).argmax())
    box = box[np.argsort(colours[box, channel], kind="stable")]
    total = np.cumsum(weights[box])
    middle = int(np.clip(np.searchsorted(total, total[-1] / 2) + 1, 1, len(box) - 1))
    return [box[:middle], box[middle:]]
