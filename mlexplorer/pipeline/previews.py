"""What of a study is looked at on the plane: one of its fits, its folds, or all its fits together."""

from dataclasses import dataclass

from mlexplorer.core.study import Bundle, Fit, Result
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session

PANEL = CHOSEN = "study"  # the view of studies, and its option that says which of the document's studies is shown
CURVE = "curve"  # the study that stands in the strip, by name: importing it takes as long as a frame
STRIP = "strip"  # the switch of the strip of errors below the plane


@dataclass(frozen=True, eq=False)
class SeenFit:
    """A fit of a study in place of the run's own: pointed at, or chosen to stay."""

    fit: Fit
    stays: bool


def shown_study(session: Session) -> int | None:
    """Return which of the document's studies is shown: the chosen one, else the newest; None if there is none."""
    names = [study.public_name() for study in session.document.studies]
    if not names:
        return None
    chosen = session.view.option(CHOSEN, names[-1])
    return names.index(chosen) if chosen in names else len(names) - 1


def strip_study(session: Session) -> int | None:
    """Return which of the document's studies stands in the strip below the plane; None if the strip is away."""
    if not session.view.shows(STRIP):
        return None
    return next((index for index, study in enumerate(session.document.studies) if study.public_name() == CURVE), None)


def result_of(snapshot: Snapshot, index: int | None) -> Result | None:
    """Return what a study of the document has found so far."""
    return snapshot.results[index] if index is not None and index < len(snapshot.results) else None


def studied(snapshot: Snapshot) -> Result | None:
    """Return what the study has found that is looked at now."""
    is_seen = snapshot.session.view.panel == PANEL
    return result_of(snapshot, shown_study(snapshot.session)) if is_seen else None


def previewed(snapshot: Snapshot) -> SeenFit | None:
    """Return the fit of a study that is pointed at, else the one that was chosen in the study that is shown."""
    view = snapshot.session.view
    pointed = _fit(snapshot, view.preview)
    if pointed is not None:
        return SeenFit(pointed, stays=False)
    chosen = _fit(snapshot, view.fit) if view.fit is not None and studied(snapshot) is not None else None
    is_shown = view.fit is not None and view.fit[0] == shown_study(snapshot.session)
    return SeenFit(chosen, stays=True) if chosen is not None and is_shown else None


def bundled(snapshot: Snapshot) -> Bundle | None:
    """Return the fits that are looked at together."""
    result = studied(snapshot)
    return None if result is None else result.bundle


def lies_on_plane(result: Result | None) -> bool:
    """Return whether what a study finds changes the plane by itself, before anything of it is pointed at."""
    if result is None:
        return False
    return result.bundle is not None or any(fit.left is not None for fit in result.fits)


def _fit(snapshot: Snapshot, place: tuple[int, int] | None) -> Fit | None:
    result = None if place is None else result_of(snapshot, place[0])
    if place is None or result is None:
        return None
    fits = result.fits
    return fits[place[1]] if 0 <= place[1] < len(fits) else None
