"""What is said to a person when something does not go as hoped: a sentence, and a remedy where there is one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlexplorer.core.params import Value


@dataclass(frozen=True)
class Remedy:
    """One click that helps: what the button says, parameters of the model to change, or another model by its name."""

    label: str
    changes: Mapping[str, Value] = field(default_factory=dict)
    model: str = ""


@dataclass(frozen=True)
class Notice:
    """A plain sentence about the present fit, with a remedy if there is one, and others that help as well."""

    sentence: str
    remedy: Remedy | None = None
    others: tuple[Remedy, ...] = ()

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """All that helps, the best first."""
        return (*(() if self.remedy is None else (self.remedy,)), *self.others)


class CannotFit(ValueError):
    """The data cannot be fitted; the message is the sentence the window shows."""

    def __init__(self, sentence: str, remedy: Remedy | None = None) -> None:
        super().__init__(sentence)
        self.notice = Notice(sentence, remedy)
