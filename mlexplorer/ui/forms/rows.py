"""The rows of a form: a label, the hands that fit the parameter, and a way back to its default."""

from PySide6.QtCore import QRandomGenerator, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from mlexplorer.core.params import Spec, Value
from mlexplorer.ui.forms.choosers import Choice, Segmented
from mlexplorer.ui.forms.digits import text
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.forms.sliders import ValueSlider
from mlexplorer.ui.look import icons, theme
from mlexplorer.ui.look.dressed import PRESS, Dressed
from mlexplorer.ui.look.plain import Label

SEED = "seed"
LARGEST_DRAWN = 999  # a seed one can say aloud
NARROW, FEW = 58, 8  # of a compact row: design pixels of a field, and letters of a list
MOST_SEGMENTS, ROOM = 3, 30  # characters, if all segments are as wide as the widest
APART = 10  # design pixels at least between the words at the ends of a slider


class Reset(Dressed, QToolButton):
    """Goes back to the default; only there when the value differs, its place is kept."""

    keys = PRESS

    def __init__(self, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.setSizePolicy(kept)
        self.hide()
        self.dress()

    def dress(self) -> None:
        """Take size and picture of the current theme; muted, since the value is what matters."""
        look = theme.current()
        self.setFixedSize(theme.px(22), theme.px(22))
        self.setIconSize(QSize(theme.px(14), theme.px(14)))
        ratio = self.devicePixelRatioF()
        self.setIcon(QIcon(icons.pixmap("restart", look.theme.tokens["muted"], 14, look.scale, ratio)))


class Tick(Dressed, QCheckBox):
    """A check box; only Tab gives it the focus, so that Space after a click still plays."""

    keys = PRESS

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class Row(Dressed, QWidget):
    """One parameter: shows a value, tells a new one; `stops` are its widgets in the order of the Tab key."""

    edited = Signal(object)  # Value
    gesture = Signal(bool)

    def __init__(self, spec: Spec, parent: QWidget, is_compact: bool = False) -> None:
        """Make a row; a compact one has no way back, a narrow field, and a list in place of segments."""
        super().__init__(parent)
        self.spec, self._is_compact = spec, is_compact
        self.stops: list[QWidget] = []
        self.setToolTip(spec.help)
        self.setAccessibleName(spec.label)
        self.reset = Reset(f"Back to {self._words(spec.default)}", self)
        self.reset.clicked.connect(lambda: self.edited.emit(spec.default))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head)

    @property
    def hand(self) -> QWidget:
        """The control that ↑ and ↓ change the value with: the slider, if there is one."""
        return self.stops[-2]

    def show_value(self, value: Value) -> None:
        """Show a value; nothing is told."""
        self.reset.setVisible(value != self.spec.default and not self._is_compact)
        self._show(value)

    def dress(self) -> None:
        """Take the spaces of the current scale."""
        self._column.setSpacing(theme.px(4))
        self._head.setSpacing(theme.px(4))

    def _show(self, value: Value) -> None:
        raise NotImplementedError

    def _words(self, value: Value) -> str:
        """Return a value as a person reads it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return self.spec.title(value) if isinstance(value, str) else text(self.spec, value)

    def _parted_label(self) -> tuple[str, str]:
        """Return the name of the parameter, and the letter that stands for it if its label ends with one."""
        name, _, last = self.spec.label.rpartition(" ")
        return (name, last) if name and last == self.spec.sign else (self.spec.label, "")

    def _fill_head(self, *widgets: QWidget) -> Label:
        """Put the label left and the given widgets right, with the way back between them; return the label."""
        name, sign = self._parted_label()
        label = Label(name, self)
        label.setWordWrap(not self._is_compact and not sign)
        across = QSizePolicy.Policy.Preferred if self._is_compact or sign else QSizePolicy.Policy.Ignored
        label.setSizePolicy(across, QSizePolicy.Policy.Preferred)
        self._head.addWidget(label, 0 if sign else 1)
        if sign:
            letter = Label(sign, self)
            letter.setProperty("role", "sign")
            self._head.addWidget(letter, 1)
        if not self._is_compact:
            self._head.addWidget(self.reset)
        for widget in widgets:
            self._head.addWidget(widget)
        return label


class NumberRow(Row):
    """A number: label and field, and a slider below if there are two limits."""

    def __init__(self, spec: Spec, parent: QWidget, is_compact: bool = False) -> None:
        super().__init__(spec, parent, is_compact)
        scale = Scale(spec)
        self.field = NumberField(scale, self, NARROW) if is_compact else NumberField(scale, self)
        self.slider = ValueSlider(scale, self) if scale.has_slider and spec.name != SEED else None
        self._fill_head(*self._extra(), self.field)
        self.stops += [self.field]
        self.field.chosen.connect(self.edited)
        self.field.gesture.connect(self.gesture)
        if self.slider is not None:
            self._column.addWidget(self.slider)
            self.stops.append(self.slider)
            self.slider.chosen.connect(self.edited)
            self.slider.gesture.connect(self._follow_drag)
            if spec.end_words:
                self._add_ends(spec.end_words)
        self.stops.append(self.reset)
        self.dress()

    def _add_ends(self, words: tuple[str, str]) -> None:
        """Say below the slider what its ends mean."""
        self.ends = QHBoxLayout()
        for one in words:
            label = Label(one, self)
            label.setProperty("role", "end")
            self.ends.addWidget(label)
        self.ends.insertSpacing(1, theme.px(APART))
        self.ends.insertStretch(1)
        self._column.addLayout(self.ends)

    def _extra(self) -> tuple[QWidget, ...]:
        return ()

    def _show(self, value: Value) -> None:
        assert isinstance(value, int | float)
        self.field.show_value(value, self.slider is not None and self.slider.is_held)
        if self.slider is not None:
            self.slider.show_value(value)

    def _follow_drag(self, begun: bool) -> None:
        self.gesture.emit(begun)
        assert self.slider is not None
        self.field.show_value(self.field.value, begun)


class SeedRow(NumberRow):
    """A seed: no slider, for no seed is more than another, but dice that roll a new one."""

    def _extra(self) -> tuple[QWidget, ...]:
        self.dice = QToolButton(self)
        self.dice.setProperty("role", "small")
        self.dice.setToolTip("New seed")
        self.dice.setAccessibleName("New seed")
        self.dice.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.put_icon(self.dice, "new start", 18)
        self.dice.clicked.connect(self._roll)
        self.stops.append(self.dice)
        return (self.dice,)

    def _roll(self) -> None:
        low, high = int(self.spec.low or 0), int(LARGEST_DRAWN if self.spec.high is None else self.spec.high)
        high = max(min(high, LARGEST_DRAWN), low)
        drawn = QRandomGenerator.global_().bounded(low, high + 1)
        self.edited.emit(drawn if drawn != self.field.value else low + (drawn - low + 1) % (high - low + 1))


class TruthRow(Row):
    """Yes or no: a check box."""

    def __init__(self, spec: Spec, parent: QWidget, is_compact: bool = False) -> None:
        super().__init__(spec, parent, is_compact)
        self.box = Tick(spec.label, self)
        self.stops += [self.box, self.reset]
        self._head.addWidget(self.box, 1)
        if not is_compact:
            self._head.addWidget(self.reset)
        self.box.clicked.connect(lambda _=False: self.edited.emit(self.box.isChecked()))
        self.dress()

    def _show(self, value: Value) -> None:
        self.box.setChecked(bool(value))


class ChoiceRow(Row):
    """One of several: segments if they are few and short, else a list."""

    def __init__(self, spec: Spec, parent: QWidget, is_compact: bool = False) -> None:
        super().__init__(spec, parent, is_compact)
        titles = {choice: spec.title(choice) for choice in spec.choices}
        widest = max((len(title) for title in titles.values()), default=0)
        is_short = len(titles) <= MOST_SEGMENTS and widest * len(titles) <= ROOM and not is_compact
        self.control: Segmented | Choice = Segmented(titles, self) if is_short else Choice(titles, self)
        self.control.setAccessibleName(spec.label)
        if is_compact and isinstance(self.control, Choice):
            self.control.setMinimumContentsLength(FEW)
            self.control.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.stops += [self.control, self.reset]
        self._fill_head().setBuddy(self.control)  # who hears a list is told its label, not its name
        self._column.addWidget(self.control)
        self.control.chosen.connect(self.edited.emit)
        self.dress()

    def _show(self, value: Value) -> None:
        self.control.show_choice(str(value))


class TextRow(Row):
    """Free words: a line to type them; Enter or leaving takes them."""

    def __init__(self, spec: Spec, parent: QWidget, is_compact: bool = False) -> None:
        super().__init__(spec, parent, is_compact)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(spec.label)
        self.stops += [self.line, self.reset]
        self._fill_head()
        self._column.addWidget(self.line)
        self.line.editingFinished.connect(lambda: self.edited.emit(self.line.text()))
        self.dress()

    def _show(self, value: Value) -> None:
        if self.line.text() != value:
            self.line.setText(str(value))


def make_row(spec: Spec, parent: QWidget, is_compact: bool = False) -> Row:
    """Return the row that fits a parameter."""
    if isinstance(spec.default, bool):
        return TruthRow(spec, parent, is_compact)
    if isinstance(spec.default, str):
        return (ChoiceRow if spec.choices else TextRow)(spec, parent, is_compact)
    return (SeedRow if spec.name == SEED else NumberRow)(spec, parent, is_compact)
