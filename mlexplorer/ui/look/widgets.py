"""Small painted widgets: a section that folds, a chip that switches a layer, a hint that goes by itself."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCursor, QFont, QFontMetrics, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mlexplorer.ui.actions import ICON
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.dressed import PRESS, Dressed, control_edge, paint_box, paint_icon
from mlexplorer.ui.look.spoken import Role, Speaks, announce

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
TICK, CHEVRON = 14, 16
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


def give_menu(button: QToolButton, menu: QMenu) -> None:
    """Let a button open a menu at once, and look unused again once it is closed: Qt does not tell it."""
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    menu.aboutToHide.connect(lambda: _cool(button))


def _cool(button: QToolButton) -> None:
    is_under = button.rect().contains(button.mapFromGlobal(QCursor.pos()))
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_under)
    button.update()


class Painted(Dressed, QAbstractButton):
    """A button that paints itself; only Tab gives it the focus, so that a click leaves the keys to the plane."""

    keys = PRESS

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.updateGeometry()
        self.update()


class Header(Painted):
    """The head of a section: icon, title, and a chevron that tells whether the section is open."""

    def __init__(self, text: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._icon = icon
        self.setCheckable(True)
        self.setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for one line."""
        words = QFontMetrics(theme.font("section", "heading")).horizontalAdvance(self.text())
        return QSize(words + theme.px(24 + 8 + 4 + CHEVRON), theme.px(28))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the head."""
        del event
        with QPainter(self) as painter:
            middle = self.height() / 2
            if self.hasFocus():
                paint_box(painter, QRectF(self.rect()), theme.px(6), edge=control_edge(True))
            inset = theme.px(4) if self.hasFocus() else 0
            if self._icon:
                paint_icon(painter, self._icon, "muted", QPointF(theme.px(8) + inset, middle), 16)
            painter.setFont(theme.font("section", "heading"))
            painter.setPen(theme.colour("text"))
            left = theme.px(24) + inset if self._icon else inset
            painter.drawText(self.rect().adjusted(left, 0, -theme.px(CHEVRON), 0), LEFT, self.text())
            beside = left + painter.fontMetrics().horizontalAdvance(self.text()) + theme.px(4 + CHEVRON / 2)
            chevron = "chevron-down" if self.isChecked() else "chevron-right"
            ink = "text" if self.underMouse() else "muted"
            paint_icon(painter, chevron, ink, QPointF(beside, middle), CHEVRON)


class Section(Dressed, QWidget):
    """A part of a panel under a title; a click on the title folds it. Put widgets into its `body`."""

    def __init__(self, title: str, icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = Header(title, icon, self)
        self._content = QWidget(self)
        self.body = QVBoxLayout(self._content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = QHBoxLayout()
        self._tools: list[QToolButton] = []
        self._head.addWidget(self.header, 1)
        self._column.addLayout(self._head)
        self._column.addWidget(self._content)
        self.header.toggled.connect(self._content.setVisible)
        self.dress()

    @property
    def is_open(self) -> bool:
        """Whether the body is shown."""
        return self.header.isChecked()

    def add_tool(self, button: QToolButton) -> None:
        """Put a small button beside the title."""
        button.setProperty("role", "small")
        self._tools.append(button)
        self._head.addWidget(button)
        self.dress()

    def add_action(self, action: QAction) -> None:
        """Put a small button for an action beside the title."""
        button = QToolButton(self)
        theme.put_icon(action, str(action.property(ICON)), 20)
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_tool(button)

    def set_open(self, is_open: bool) -> None:
        """Show or fold the body."""
        self.header.setChecked(is_open)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(8))
        self._head.setSpacing(theme.px(2))
        for button in self._tools:
            button.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.body.setSpacing(theme.px(12))


class Chip(Painted):
    """Switches a layer, on the plot itself: tick and ink when it is shown, muted without tick when hidden."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._painted_as: tuple[object, ...] = ()
        self._picture = QPixmap()
        self.setCheckable(True)
        self.toggled.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Return room for the title, and for the tick when there is one."""
        words = QFontMetrics(self._font()).horizontalAdvance(self.text())
        return QSize(words + theme.px(16) + self._shift(), theme.px(28))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip from its picture: it lies on the plane, which is painted at every move of a drag."""
        del event
        key = (self.size(), self.isChecked(), self.hasFocus(), self.underMouse(), self.isEnabled(), theme.current())
        if key != self._painted_as:
            self._painted_as = key
            ratio = self.devicePixelRatioF()
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as painter:
                self._paint(painter)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)

    def _paint(self, painter: QPainter) -> None:
        """Paint the chip; it is opaque, so that no line runs through its word."""
        fill = "hover" if self.underMouse() and self.isEnabled() else "raised"
        edge = control_edge(self.hasFocus(), "control" if self.isChecked() else "border")
        paint_box(painter, QRectF(self.rect()), theme.px(7), fill, edge)
        if self.isChecked():
            paint_icon(painter, "ticked", "text", QPointF(theme.px(6 + TICK / 2), self.height() / 2), TICK)
        painter.setFont(self._font())
        painter.setPen(theme.colour("text" if self.isChecked() else "muted"))
        painter.drawText(self.rect().adjusted(theme.px(8) + self._shift(), 0, 0, 0), LEFT, self.text())

    def _shift(self) -> int:
        return theme.px(TICK + 3) if self.isChecked() else 0

    def _font(self) -> QFont:
        return theme.font("caption", "control")


class Pill(Speaks, Dressed, QWidget):
    """A dark pill with one sentence; goes by itself after a time, and lets every click through to what lies below."""

    spoken_role = Role.Notification

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._icon = "", "hint"
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown last."""
        return self._text

    def show_hint(self, text: str, milliseconds: int = 0, icon: str = "hint") -> None:
        """Show a sentence for so many milliseconds; 0 keeps it until it is hidden."""
        if not (self.isVisible() and (text, icon) == (self._text, self._icon)):  # said again, it only stays longer
            self._text, self._icon = text, icon
            self.setAccessibleName(text)
            announce(self, text)
            self.resize(self.sizeHint())
            self.show()
            self.raise_()
            self.update()
        self._timer.stop()
        if milliseconds > 0:
            self._timer.start(milliseconds)

    def dress(self) -> None:
        """Take the size of the current scale."""
        self.resize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the sentence, on several lines if the parent is narrow."""
        words = self._words()
        return QSize(words.width() + theme.px(40 + 20), max(words.height() + theme.px(16), theme.px(36)))

    def _words(self) -> QRect:
        parent = self.parentWidget()
        room = parent.width() - theme.px(32 + 40 + 20) if parent is not None else theme.px(600)
        widest = QRect(0, 0, max(room, theme.px(120)), 10_000)
        return QFontMetrics(self._font()).boundingRect(widest, WRAPPED, self._text)

    def _font(self) -> QFont:
        return theme.font("body", "heading")

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill."""
        del event
        with QPainter(self) as painter:
            paint_box(painter, QRectF(self.rect()), min(theme.px(18), self.height() / 2), "tooltip")
            paint_icon(painter, self._icon, "on_tooltip", QPointF(theme.px(22), self.height() / 2), 18)
            painter.setFont(self._font())
            painter.setPen(theme.colour("on_tooltip"))
            painter.drawText(self.rect().adjusted(theme.px(40), 0, -theme.px(18), 0), WRAPPED, self._text)


def put_search_sign(line: QLineEdit) -> None:
    """Show at the left end of a line that it is for searching."""
    sign = QAction("Search", line)
    theme.put_icon(sign, "search", 16)
    line.addAction(sign, QLineEdit.ActionPosition.LeadingPosition)
