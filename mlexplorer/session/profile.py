"""What a course has reached: the models and layers that are offered, for learners who need not see all of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Profile:
    """The names of the models and of the layers that are offered; None offers all of them."""

    models: tuple[str, ...] | None = None
    layers: tuple[str, ...] | None = None


def offered_models(known: Mapping[str, T], profile: Profile | None, used: Iterable[str]) -> Mapping[str, T]:
    """Return the models that a profile offers, and those in use, in the order in which they are known."""
    if profile is None or profile.models is None:
        return known
    wanted = {*profile.models, *used}
    return {name: kind for name, kind in known.items() if name in wanted}
