"""What can be found by typing: offers, and the open list of those who make them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from mlexplorer.lessons.finding import Findable
from mlexplorer.session.session import Session, View

if TYPE_CHECKING:
    from mlexplorer.ui.window import Window


@dataclass(frozen=True)
class Slide:
    """Where a number lies between its limits, from 0 to 1: the one that is offered, and the present one.

    asked: what to type for the number at another place
    """

    share: float
    now: float
    asked: Callable[[float], str]


@dataclass(frozen=True)
class FindOffer:
    """An entry that can be found, and what taking it does.

    words, keys: what stands at its right: its present state, and the keys that do the same
    preview: how looking changes while it is pointed at; undone unless it is taken
    completes: what stands in the line after taking it, for an offer that still needs a number
    with_number: the offers it becomes when a number follows it
    about: the pages of help it belongs to, where it is offered too
    deed, said: what it is called there, its title if empty; and a sentence below
    becomes: the session that taking it would lead to, for a picture of it
    slide: the number it sets, to be drawn and dragged as a slider
    pictured: the session of a small picture at its right
    told: the page that F1 opens and what on it, if that is another than the first it is about
    """

    entry: Findable
    take: Callable[[], object]
    icon: str = ""
    words: str = ""
    keys: str = ""
    preview: Callable[[View], View] | None = None
    completes: str = ""
    with_number: "Callable[[float], tuple[FindOffer, ...]] | None" = None
    about: tuple[str, ...] = ()
    deed: str = ""
    said: str = ""
    becomes: Callable[[], Session] | None = None
    slide: Slide | None = None
    pictured: Callable[[], Session] | None = None
    told: tuple[str, str] = ("", "")
    is_refused_elsewhere: bool = False  # says why another model does not take a number; comes after what can be done

    @property
    def help(self) -> tuple[str, str]:
        """The page of help on it and what on that page, "" if there is none."""
        return self.told if self.told[0] or not self.about else (self.about[0], "")


SET, OTHERS, COMPARE = "Set a parameter", "With another model", "Compare"  # groups of what is said of parameters
OF = " · "  # between the name of a parameter and that of its model
Provider: TypeAlias = Callable[["Window"], Iterable[FindOffer]]
PROVIDERS: list[Provider] = []


def provider(function: Provider) -> Provider:
    """Let the function below offer something to be found: nothing else has to know of it."""
    PROVIDERS.append(function)
    return function


def edit_to(window: "Window", becomes: Callable[[], Session], label: str) -> Callable[[], None]:
    """Return what makes the window's session what it would become, as one step of undo."""
    return lambda: window.store.edit(becomes(), label)


def all_offers(window: "Window") -> tuple[FindOffer, ...]:
    """Return everything that can be found now, in the order of those who offer it."""
    return tuple(offer for provide in PROVIDERS for offer in provide(window))


def offers_about(window: "Window", page: str) -> tuple[FindOffer, ...]:
    """Return what can be done about a page of help."""
    return tuple(offer for offer in all_offers(window) if page in offer.about)
