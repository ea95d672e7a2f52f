"""Facts below a linked view: a name and a value in each row."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mlexplorer.marks.plot import Fact
from mlexplorer.ui.look.plain import Label


class FactRows(QVBoxLayout):
    """Rows of facts; keeps its labels while only the values change."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: list[tuple[QLabel, QLabel]] = []
        self._rows: list[QWidget] = []

    def show_facts(self, facts: tuple[Fact, ...]) -> None:
        """Show facts, one below the other."""
        names = [fact.name for fact in facts]
        if names != [name.text() for name, _ in self._labels]:
            self._rebuild(names)
        for fact, (_, value) in zip(facts, self._labels, strict=True):
            value.setText(fact.value)

    def _rebuild(self, names: list[str]) -> None:
        for old in self._rows:
            self.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._labels, self._rows = [(Label(name), Label()) for name in names], []
        for name, value in self._labels:
            name.setProperty("role", "muted")
            value.setProperty("role", "value")
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            row = QWidget()  # each by itself: a long value may stand beside a short name
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.addWidget(name)
            line.addStretch(1)
            line.addWidget(value)
            self.addWidget(row)
            self._rows.append(row)
