"""What the program's own widgets share: sizes that follow the scale, keys kept from the window, and painted parts."""

from typing import ClassVar, TypeAlias

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.look.term_tips import explains

Edge: TypeAlias = tuple[str, float]
NO_EDGE: Edge = ("", 0.0)
_NO_KEYS: frozenset[Qt.Key] = frozenset()
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
PRESS = frozenset({Qt.Key.Key_Space})
STEPS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down})
MOVES = STEPS | {Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
BACK = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)  # the focus comes back to its owner


class Dressed:
    """Put before a widget class: calls `dress` whenever theme or scale change, and keeps `keys` while it has the focus.

    A key of the window's shortcuts goes to the window first, unless the widget with the focus says that it answers it.
    """

    keys: ClassVar[frozenset[Qt.Key]] = _NO_KEYS
    left_alone: frozenset[Qt.Key] = _NO_KEYS  # of these, what the window answers all the same where this widget stands
    keeps_letters: ClassVar[bool] = False  # from the window: who types into a list or a field means no tool

    def dress(self) -> None:
        """Take sizes and pictures of the current theme and scale."""

    def event(self, event: QEvent) -> bool:
        """Follow the theme, explain words in tips, and keep the keys this widget answers from the window."""
        kind = event.type()
        if kind in (QEvent.Type.StyleChange, QEvent.Type.Polish):  # Polish: made while hidden, shown after a change
            self.dress()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._answers(event):
            event.accept()
            return True
        if kind == QEvent.Type.ToolTip and isinstance(self, QWidget) and explains(self, event):
            return True
        return bool(super().event(event))  # type: ignore[misc] # the widget class this is put before has it

    def _answers(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        return (plain and event.key() in self.keys - self.left_alone) or (self.keeps_letters and is_typing(event))


def is_typing(event: QKeyEvent) -> bool:
    """Return whether a key stands for a letter, a digit or a sign, not for a command."""
    others = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return others == Qt.KeyboardModifier.NoModifier and event.text().isprintable() and bool(event.text().strip())


def sharp_box(box: QRectF, width: float) -> QRectF:
    """Return the box whose outline of this width lies inside a box and on whole pixels."""
    return box.adjusted(width / 2, width / 2, -width / 2, -width / 2)


def paint_box(painter: QPainter, box: QRectF, radius: float, fill: str = "", edge: Edge = NO_EDGE) -> None:
    """Paint a rounded box; fill is a token of the theme ("" for none), edge a token and a width."""
    token, width = edge
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour(token), width) if token else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(theme.colour(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(sharp_box(box, width), radius, radius)


def paint_icon(painter: QPainter, name: str, token: str, middle: QPointF, size: float) -> None:
    """Paint an icon in the colour of a token, its middle at a place; size is in design pixels."""
    look = theme.current()
    ratio = painter.device().devicePixelRatioF()
    picture = icons.pixmap(name, look.theme.tokens[token], size, look.scale, ratio)
    side = picture.deviceIndependentSize().width()
    painter.drawPixmap(QPointF(round(middle.x() - side / 2), round(middle.y() - side / 2)), picture)


def control_edge(has_focus: bool, token: str = "control") -> Edge:
    """Return the outline of a control: the focus ring while it has the focus, else the token's."""
    return ("focus", theme.px(2)) if has_focus else (token, theme.px(theme.current().theme.control_border_px))
