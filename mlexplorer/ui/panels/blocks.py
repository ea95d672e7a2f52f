"""Blocks to read beside the plane: formulas, tables whose numbers can be copied and rows clicked, paragraphs."""

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from mlexplorer.core.numbers import plain
from mlexplorer.core.params import Spec
from mlexplorer.marks.plot import Block, Equation, Paragraph, TableBlock
from mlexplorer.painting.equation import FormulaDrawing
from mlexplorer.ui.forms.fields import NumberField
from mlexplorer.ui.forms.scales import Scale
from mlexplorer.ui.guard import paints
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label, tip

WIDTH = 364.0  # design pixels for a formula
GAP, COLUMN_GAP = 6, 10  # between rows of a formula, and between columns of a table
FIELD, NAMES = 84, 70  # design pixels for a number to type, and for the names before several of them
NARROWEST = 300  # design pixels of the narrowest panel, in which several of them stand side by side


class FormulaView(QWidget):
    """A formula drawn in the colour of the text, at a size, or smaller where its room is too narrow."""

    def __init__(self, parent: QWidget | None = None, zoom: float = 1.0, room: float = WIDTH) -> None:
        super().__init__(parent)
        self._zoom, self._room = zoom, room  # times the designed size, and design pixels
        self._rows: tuple[FormulaDrawing, ...] = ()
        self._drawings: list[QSvgRenderer] = []
        self._key: tuple[object, ...] = ()

    def show_rows(self, rows: tuple[FormulaDrawing, ...]) -> None:
        """Show the rows of a formula."""
        colour = theme.colour("text").name()
        if (rows, colour, theme.current().scale) != self._key:
            self._key = (rows, colour, theme.current().scale)
            self._rows = rows
            self._drawings = [QSvgRenderer(QByteArray(row.coloured(colour).encode())) for row in rows]
            self.setFixedHeight(self.sizeHint().height())
            self.update()

    @property
    def drawn_width(self) -> float:
        """The pixels that the widest row takes."""
        return theme.current().scale * max((row.width * self._factor(row) for row in self._rows), default=0.0)

    def sizeHint(self) -> QSize:
        """Return the room of all rows."""
        height = sum(row.height * self._factor(row) + GAP for row in self._rows)
        return QSize(theme.px(self._room), theme.px(height + GAP))

    @paints
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint row below row."""
        del event
        with QPainter(self) as painter:
            y = float(theme.px(GAP))
            for row, drawing in zip(self._rows, self._drawings, strict=True):
                factor = self._factor(row) * theme.current().scale
                drawing.render(painter, QRectF(0, y, row.width * factor, row.height * factor))
                y += row.height * factor + theme.px(GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height of the formula at the size that has room."""
        super().resizeEvent(event)
        self.setFixedHeight(self.sizeHint().height())

    def _factor(self, row: FormulaDrawing) -> float:
        room = min(self._room, self.width() / theme.current().scale)
        return min(self._zoom, room / max(row.width, 1.0))


class ReadCell(Label):
    """Words that can be selected; tells of clicks, and takes them unless they are wanted elsewhere."""

    def __init__(self, clicked: Callable[["ReadCell"], bool]) -> None:
        super().__init__()
        self._clicked = clicked
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell of the click."""
        if not self._clicked(self):
            super().mouseReleaseEvent(event)


class Reading(QScrollArea):
    """Shows blocks one below the other; keeps its labels while only words change."""

    row_chosen = Signal(int, int, int)  # block, row, column
    typed = Signal(int, int, int, float)  # block, row, column, value
    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What the view says")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self._shape: object = None
        self._formulas: list[FormulaView] = []
        self.labels: list[QLabel | NumberField] = []
        self.touchable: dict[QLabel, tuple[int, int, int]] = {}
        self._values: set[QLabel] = set()
        self._cells: list[QLabel] = []  # of tables, names of rows excepted

    @property
    def wanted(self) -> int:
        """How many pixels all blocks need in height."""
        inside: QWidget | None = self.widget()
        if inside is None or not inside.hasHeightForWidth():
            return 0 if inside is None else inside.sizeHint().height()
        return inside.heightForWidth(self.viewport().width())  # lines that wrap guess their height without a width

    def show_blocks(self, blocks: tuple[Block, ...], formulas: dict[str, tuple[FormulaDrawing, ...]]) -> bool:
        """Show blocks and return whether that took new labels; a formula that is not set yet keeps its drawing."""
        shape = [theme.current(), *(_shape(block) for block in blocks)]
        is_new = shape != self._shape
        if is_new:
            self._shape = shape
            self._build(blocks)
        words = iter(self.labels)
        drawings = iter(self._formulas)
        for block in blocks:
            if isinstance(block, Equation):
                view = next(drawings)
                if block.latex in formulas:
                    view.show_rows(formulas[block.latex])
            else:
                for text in _words(block):
                    _put(next(words), text)
        self._wrap()
        return is_new

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let what is too wide by now take several lines."""
        super().resizeEvent(event)
        if event.size().width() > event.oldSize().width():
            for label in self._cells:
                label.setWordWrap(False)
        self._wrap()

    def event(self, event: QEvent) -> bool:
        """Look again whether all has room when words have changed, or their size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._wrap()
        return done

    def _wrap(self) -> None:
        """Let the cells of tables take several lines where one line would be cut off."""
        inside: QWidget | None = self.widget()
        if inside is not None and inside.minimumSizeHint().width() > self.viewport().width():
            for label in self._cells:
                label.setWordWrap(True)

    def _build(self, blocks: tuple[Block, ...]) -> None:
        self._formulas, self.labels, self.touchable, self._values = [], [], {}, set()
        self._cells = []
        inside = QWidget()
        inside.setAutoFillBackground(False)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, theme.px(4), 0)
        column.setSpacing(theme.px(8))
        for index, block in enumerate(blocks):
            if index and not isinstance(block, Equation) and block.title:
                column.addSpacing(theme.px(8))
            if isinstance(block, Equation):
                self._formulas.append(FormulaView())
                column.addWidget(self._formulas[-1])
            elif isinstance(block, Paragraph):
                self._add_paragraph(column, block)
            else:
                self._add_table(column, block, index)
        column.addStretch(1)
        self.setWidget(inside)

    def _add_paragraph(self, column: QVBoxLayout, block: Paragraph) -> None:
        if block.title:
            column.addWidget(self._label("value"))
        for _ in block.lines:
            label = self._label("")
            label.setWordWrap(True)
            column.addWidget(label)

    def _add_table(self, column: QVBoxLayout, block: TableBlock, index: int) -> None:
        if block.title:
            column.addWidget(self._label("value"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(COLUMN_GAP))
        grid.setVerticalSpacing(theme.px(4))
        for place, _ in enumerate(block.head):
            self._cells.append(self._label("muted"))
            self._cells[-1].setAlignment(_side(place))
            grid.addWidget(self._cells[-1], 0, place + bool(block.colours), Qt.AlignmentFlag.AlignBottom)
        for row, cells in enumerate(block.rows):
            for place, _ in enumerate(cells):
                if place and block.spec is not None:
                    wide = min(FIELD, (NARROWEST - NAMES) / (len(cells) - 1) - COLUMN_GAP)
                    field = self._field(block.spec, (index, row, place), wide)
                    grid.addWidget(field, row + 1, place, _side(place))
                    continue
                role = "muted" if place == 0 and not block.hands else "value" if row == block.current else ""
                role = "link" if place == block.link else role
                label = self._label(role)
                label.setWordWrap(place == 0)
                label.setAlignment(_side(place) | Qt.AlignmentFlag.AlignVCenter)
                self._cells += [label] if place else []
                grid.addWidget(label, row + 1, place + bool(block.colours))
                if place and not block.hands:
                    self._values.add(label)
                    label.setToolTip("Click to copy")
                    label.setCursor(Qt.CursorShape.PointingHandCursor)
                if block.hands:
                    self.touchable[label] = (index, row, place)
                    label.setCursor(Qt.CursorShape.PointingHandCursor)
                    label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        for row, colour in enumerate(block.colours):
            grid.addWidget(_swatch(colour), row + 1, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(int(bool(block.colours)), 1)
        column.addLayout(grid)

    def _field(self, spec: Spec, place: tuple[int, int, int], wide: float) -> NumberField:
        """Return a number to type in place of a label."""
        field = NumberField(Scale(spec), wide=wide)
        field.setToolTip(tip(spec.help))
        field.chosen.connect(lambda value: self.typed.emit(*place, float(value)))
        self.labels.append(field)
        return field

    def _label(self, role: str) -> QLabel:
        label = ReadCell(self._take_click)
        if role:
            label.setProperty("role", role)
        self.labels.append(label)
        return label

    def _take_click(self, cell: ReadCell) -> bool:
        """Tell which row was clicked, and copy a number that was; return whether nothing more follows from it."""
        if cell in self.touchable:
            self.row_chosen.emit(*self.touchable[cell])
            return True
        if cell in self._values and not cell.hasSelectedText():
            QGuiApplication.clipboard().setText(plain(cell.text()))
            self.copied.emit(cell.text())
        return False


def _swatch(label: int) -> QLabel:
    """Return a little square in the colour of a class."""
    swatch = Label()
    picture = QPixmap(theme.px(10), theme.px(10))
    picture.fill(QColor(theme.current().theme.colour(f"class {label}")))
    swatch.setPixmap(picture)
    return swatch


def _shape(block: Block) -> object:
    """Return what must be equal for the labels of a block to be kept."""
    if isinstance(block, TableBlock):
        return (
            bool(block.title),
            len(block.head),
            [len(row) for row in block.rows],
            block.hands,
            block.current,
            block.link,
            block.colours,
            block.spec,
        )
    return (bool(block.title), len(block.lines)) if isinstance(block, Paragraph) else "equation"


def _words(block: Paragraph | TableBlock) -> list[str]:
    title = [block.title] if block.title else []
    if isinstance(block, Paragraph):
        return [*title, *block.lines]
    return [*title, *block.head, *(cell for row in block.rows for cell in row)]


def _side(place: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight


def _put(label: QLabel | NumberField, words: str) -> None:
    if isinstance(label, NumberField):
        label.show_value(float(words))
    elif label.text() != words:
        label.setText(words)
