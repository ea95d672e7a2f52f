"""What is said to a person when something does not go as hoped: a sentence, and a remedy where there is one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlexplorer.core.params import Value


@dataclass(frozen=True)
class Remedy:
    """One click that helps: parameters of the model to change, and what the button says."""

    label: str
    changes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Notice:
    """A plain sentence about the present fit, with a remedy if there is one."""

    sentence: str
    remedy: Remedy | None = None


class CannotFit(ValueError):
    """The data cannot be fitted; the message is the sentence the window shows."""

    def __init__(self, sentence: str, remedy: Remedy | None = None) -> None:
        super().__init__(sentence)
        self.notice = Notice(sentence, remedy)
