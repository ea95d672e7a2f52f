"""What was drawn over the plane by hand: strokes at places of the plane, so that they move with what they point at."""

from dataclasses import dataclass
from typing import TypeAlias

Path: TypeAlias = tuple[tuple[float, float], ...]
KINDS = ("pen", "line", "highlighter", "spot")


@dataclass(frozen=True)
class InkStroke:
    """A way of the hand over the plane; of a spot it is the middle and a corner of the box around it."""

    kind: str
    path: Path

    def __post_init__(self) -> None:
        """Refuse a kind nobody can draw, and a way that goes nowhere."""
        if self.kind not in KINDS:
            raise ValueError(f"There is no stroke {self.kind!r}; there are {', '.join(KINDS)}.")
        if len(self.path) < 2:
            raise ValueError("A stroke needs two places at least.")
