"""Several runs on the same data: which one is edited, what it is called, one more, one less."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QToolTip, QVBoxLayout, QWidget

from mlexplorer.session.answers import hidden_runs
from mlexplorer.session.naming import run_letter, run_name
from mlexplorer.session.session import MOST_RUNS, Session
from mlexplorer.ui.forms.choosers import Segmented
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import tip
from mlexplorer.ui.store import Store

LONGEST_NAME = 40


class Runners(QWidget):
    """A row of letters, one for each run, and the name of the edited one; shown once there is more than one."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout()
        column.addLayout(self._row)
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of this run")
        self.name.setToolTip("What this run is called in the race; empty: by its model")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.editingFinished.connect(self._rename)
        column.addWidget(self.name)
        self.choice: Segmented | None = None
        self._count = 0
        self.add = self._button("race", "Race: add another run on the same data and start", self._add)
        self.remove = self._button("leave", "Remove this run", self._remove)
        self._row.addWidget(self.remove)
        self._row.addStretch(1)  # so that a second click on what adds a run, which moves down, does not remove it
        self.show_session(store.session)

    def show_session(self, session: Session) -> None:
        """Show how many runs there are and which one is edited."""
        runs = session.document.runs
        if len(runs) != self._count:
            self._rebuild(len(runs))
        if self.choice is not None:
            self.choice.show_choice(str(session.active_run))
            self.choice.setToolTip(
                tip("\n".join(f"{run_letter(index)}  {run_name(run)}" for index, run in enumerate(runs)))
            )
        self.name.setVisible(len(runs) > 1)
        self.name.setPlaceholderText(run_name(replace(session.run, name="")))
        if self.name.text() != session.run.name:
            self.name.setText(session.run.name)
        self.setVisible(len(runs) > 1)
        self.add.setEnabled(len(runs) < MOST_RUNS)

    def _rebuild(self, count: int) -> None:
        self._count = count
        if self.choice is not None:
            self._row.removeWidget(self.choice)
            self.choice.deleteLater()
            self.choice = None
        if count > 1:
            self.choice = Segmented({str(index): run_letter(index) for index in range(count)})
            self.choice.setAccessibleName("Run that is edited")
            self.choice.chosen.connect(self._choose)
            self._row.insertWidget(0, self.choice)

    def _button(self, icon: str, tip: str, action: object) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "small")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.put_icon(button, icon, 16)
        button.clicked.connect(action)
        return button

    def _choose(self, index: str) -> None:
        session = self._store.session
        if int(index) in hidden_runs(session):
            self.show_session(session)
            QToolTip.showText(QCursor.pos(), "This answer is hidden; F7 reveals it.", self)
        else:
            self._store.look(replace(session.view, active=int(index)))

    def _rename(self) -> None:
        session, name = self._store.session, self.name.text().strip()
        if name != session.run.name:
            self._store.edit(session.with_run(replace(session.run, name=name)), "rename a run")

    def _add(self) -> None:
        if len(self._store.session.document.runs) < MOST_RUNS:
            self._store.edit(self._store.session.with_runner(), "add a run")

    def _remove(self) -> None:
        if len(self._store.session.document.runs) > 1:
            self._store.edit(self._store.session.without_runner(), "remove a run")
