"""Whether anything may move by itself: what the system asks for, or a switch of the user's own."""

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QStyle

KEY = "less motion"


def is_reduced() -> bool:
    """Return whether things come and go at once, without fading."""
    return is_chosen() or not is_animated_by_system()


def is_chosen() -> bool:
    """Return whether the user switched motion off here."""
    return QSettings().value(KEY, False, bool) is True


def choose(reduced: bool) -> None:
    """Switch motion off or on again; this is remembered."""
    QSettings().setValue(KEY, reduced)


def is_animated_by_system() -> bool:
    """Return whether the desktop lets controls move: Qt tells it through the style."""
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
