"""What a screen reader finds in a window: asked of Qt's accessibility interface, widget by widget."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

Role = QAccessible.Role
KINDS = {
    QAbstractButton: {Role.Button, Role.CheckBox, Role.RadioButton, Role.ButtonMenu, Role.ButtonDropDown},
    QComboBox: {Role.ComboBox},
    QLineEdit: {Role.EditableText},
    QAbstractSlider: {Role.Slider, Role.ScrollBar},
    QAbstractSpinBox: {Role.SpinBox},
    QAbstractItemView: {Role.List, Role.Table, Role.Tree},
}
VALUED = {Role.Slider, Role.SpinBox, Role.ComboBox, Role.PageTabList, Role.ProgressBar}
MUTE = {Role.NoRole, Role.Client}


def heard(widget: QWidget) -> tuple[Role, str, str]:
    """Return the role, the name and the value that a screen reader is told of a widget."""
    told = QAccessible.queryAccessibleInterface(widget)
    name = widget.accessibleName() if isinstance(widget, QComboBox) else told.text(QAccessible.Text.Name)
    return told.role(), name, told.text(QAccessible.Text.Value)


def unheard(window: QWidget) -> list[str]:
    """Return every visible control that has no name, a role that says nothing or another's, or no value."""
    return [words for widget in window.findChildren(QWidget) if _is_reached(widget) for words in _missing(widget)]


def _is_reached(widget: QWidget) -> bool:
    """Return whether the keys can go to a widget."""
    takes = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
    is_blank = isinstance(widget, QLabel) and not widget.text()  # a cell of a table that says nothing
    return takes and not is_blank and widget.isVisible() and widget.isEnabled()


def _missing(widget: QWidget) -> list[str]:
    role, name, value = heard(widget)
    kind = type(widget).__name__
    wanted = next((roles for base, roles in KINDS.items() if isinstance(widget, base)), None)
    found = [] if name.strip() else [f"{kind} in {type(widget.parent()).__name__}: no name"]
    if (wanted is not None and role not in wanted) or (wanted is None and role in MUTE and not _is_ground(widget)):
        found.append(f"{kind} {name!r}: {role}")
    if role in VALUED and not value:
        found.append(f"{kind} {name!r}: no value")
    return found


def _is_ground(widget: QWidget) -> bool:
    """Return whether a widget only scrolls what stands on it, or is a window: a name is enough."""
    return widget.inherits("QScrollArea") or widget.isWindow() or widget.inherits("QFrame")
