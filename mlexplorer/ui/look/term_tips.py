"""Tips that say what technical words mean, wherever they stand: one answer to Qt's question for a tip."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QMenu, QToolTip, QWidget

from mlexplorer.core.numbers import shortened

LONGEST = 1000  # letters of what a widget shows that are looked at


class PointedWords:
    """Put before a widget class that paints several words: says which of them is pointed at."""

    @property
    def pointed_words(self) -> str:
        """The words under the pointer."""
        return ""


class WordMenu(QMenu):
    """A menu that explains the technical words of its entries."""

    def event(self, event: QEvent) -> bool:
        """Say in a tip what the words of the entry under the pointer mean."""
        if isinstance(event, QHelpEvent) and (action := self.actionAt(event.pos())) is not None:
            words = words_for_action(action)
            if words:
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().event(event)


def words_for_action(action: QAction) -> str:
    """Return the tip of an entry of a menu with its technical words explained; "" if it has none."""
    from mlexplorer.lessons.glossary import explained  # start-up time

    own = action.toolTip() if action.toolTip() != action.text() else ""
    return "" if "<" in own else explained(own, action.text())


def explains(widget: QWidget, event: QEvent) -> bool:
    """Show the tip of a widget with its technical words explained; False if there is nothing to add to it.

    Every event is asked, so the class comes first: to ask for the type of an event takes longer.
    """
    if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
        return False
    return _show(words_for(widget), widget, event)


def explains_painted(words: str, widget: QWidget, event: QHelpEvent) -> bool:
    """Say in a tip what the technical words painted under the pointer mean; False if there are none."""
    from mlexplorer.lessons.glossary import explained  # start-up time

    return _show(explained("", shortened(words, LONGEST)), widget, event)


def _show(tip: str, widget: QWidget, event: QHelpEvent) -> bool:
    if tip:
        QToolTip.showText(event.globalPos(), tip, widget)
    return bool(tip)


def words_for(widget: QWidget) -> str:
    """Return the tip of a widget, or of what it stands in, with its technical words explained; "" if it has none."""
    from mlexplorer.lessons.glossary import explained  # start-up time

    tip = _tip(widget)
    return "" if "<" in tip else explained(tip, shortened(_shown(widget), LONGEST))


def _shown(widget: QWidget) -> str:
    if isinstance(widget, PointedWords):
        return widget.pointed_words
    if isinstance(widget, QComboBox):
        return widget.currentText()
    return widget.text() if isinstance(widget, QLabel | QAbstractButton) else widget.accessibleName()


def _tip(widget: QWidget) -> str:
    """Return the tip of a widget, or the nearest of those it stands in, as Qt shows it."""
    one: QWidget | None = widget
    while one is not None and not one.isWindow():
        if one.toolTip():
            return one.toolTip()
        one = one.parentWidget()
    return ""
