"""Drawing a linked view in the worker, in parts; and when it need not be drawn again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mlexplorer.layers.layer_memo import is_same_but_layers
from mlexplorer.marks.plot import Drawn, Equation, ViewKind
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.touching import PICTURE, VIEWS, changed
from mlexplorer.ui.panels.blocks import WIDTH

if TYPE_CHECKING:
    from mlexplorer.painting.equation import FormulaDrawing


@dataclass(frozen=True, eq=False)
class Shown:
    """What a view draws, and its formulas as far as they are set."""

    drawn: Drawn
    formulas: dict[str, tuple["FormulaDrawing", ...]] = field(default_factory=dict)


def drawn_in_parts(kind: ViewKind, snapshot: Snapshot, dragging: bool) -> Iterator[Shown | None]:
    """Yield a draft where there is one, what is drawn in full unless something is dragged, and then its formulas."""
    if kind.parts is not None:
        yield Shown((yield from kind.parts(snapshot, False)))
    if kind.parts is None or not dragging:
        drawn = kind.draw(snapshot) if kind.parts is None else (yield from kind.parts(snapshot, True))
        yield Shown(drawn)
        latex = [block.latex for block in drawn.blocks if isinstance(block, Equation)]
        if latex and not dragging:  # setting a formula takes longer than a frame
            from mlexplorer.painting import equation  # start-up time

            formulas: dict[str, tuple[FormulaDrawing, ...]] = {}
            for one in latex:
                formulas[one] = yield from equation.setting(one, WIDTH)
            yield Shown(drawn, formulas)


def is_hasty(old: Snapshot, new: Snapshot) -> bool:
    """Return whether a fit is only the end of one that goes on from the last, as while points are dragged."""
    return len(new.trace) == 1 < len(old.trace) and old.run.model == new.run.model


def is_drawn_alike(old: Snapshot, new: Snapshot) -> bool:
    """Return whether all that changed is what no view draws: the step pointed at, or the layers of the plane."""
    here = changed(old.session, new.session, PICTURE)
    if not here or changed(old.session, new.session, VIEWS) or old.finished != new.finished:
        return False
    if "switches" in here:  # some of them are more than layers
        return is_same_but_layers(old, new)
    return len(old.traces) == len(new.traces) and all(
        one is two for one, two in zip(old.traces, new.traces, strict=True)
    )
