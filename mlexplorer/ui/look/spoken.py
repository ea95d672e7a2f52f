"""What painted widgets tell those who hear the window instead of seeing it: their role, their value, news."""

from typing import ClassVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Role = QAccessible.Role


class Speaks:
    """Put before a widget class that Qt knows nothing of: says what kind of control it is and what it shows."""

    spoken_role: ClassVar[QAccessible.Role]

    @property
    def spoken_value(self) -> str:
        """What it shows now, in words; "" where its name says all."""
        return ""

    @property
    def spoken_description(self) -> str:
        """What is to be seen on it, in a sentence; "" where Qt knows all."""
        return ""


class SpokenWidget(QAccessibleWidget):
    """Answers a screen reader for a widget that speaks."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)

    def text(self, kind: QAccessible.Text) -> str:
        """Return value and description as the widget says them, and all else as Qt does."""
        widget = self.object()
        if kind == QAccessible.Text.Value and isinstance(widget, Speaks):
            return widget.spoken_value
        if kind == QAccessible.Text.Description and isinstance(widget, Speaks) and widget.spoken_description:
            return widget.spoken_description
        return str(super().text(kind))


def install() -> None:
    """Let Qt ask widgets that speak; asked again, nothing happens."""
    QAccessible.installFactory(_answer)


def tell_value(widget: QWidget) -> None:
    """Tell a screen reader, if there is one, that the value of a widget is another."""
    _tell(widget, QAccessible.Event.ValueChanged)


def tell_description(widget: QWidget) -> None:
    """Tell a screen reader, if there is one, that another sentence describes a widget."""
    _tell(widget, QAccessible.Event.DescriptionChanged)


def _tell(widget: QWidget, news: QAccessible.Event) -> None:
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(widget, news))


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader, if there is one, say a sentence."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def _answer(name: str, asked: QObject) -> QAccessibleInterface | None:
    """Return who answers for a widget; None leaves it to Qt."""
    del name
    if isinstance(asked, QWidget) and isinstance(asked, Speaks):
        return SpokenWidget(asked, asked.spoken_role)
    return None
