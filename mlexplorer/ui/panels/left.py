"""The panel on the left: which model learns, at a fixed place, then its parameters, then where the points come from."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.core.model import Model
from mlexplorer.core.notice import Remedy
from mlexplorer.core.numbers import small
from mlexplorer.core.params import Recipe
from mlexplorer.core.source import Source
from mlexplorer.core.transforms import TRANSFORMS
from mlexplorer.edits import recipes
from mlexplorer.edits.roles import can_deal
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.pipeline.ways_out import one_feature_advice
from mlexplorer.session.profile import offered_models
from mlexplorer.session.session import Document, Session
from mlexplorer.ui.forms.choosers import Choice
from mlexplorer.ui.forms.form import RecipeForm
from mlexplorer.ui.forms.rows import Tick
from mlexplorer.ui.look import theme
from mlexplorer.ui.look.plain import Label
from mlexplorer.ui.look.widgets import Section
from mlexplorer.ui.panels.edges import Foldable
from mlexplorer.ui.panels.notice_card import NoticeCard
from mlexplorer.ui.panels.runners import Runners
from mlexplorer.ui.store import Store

SHORT = 8  # letters of a title that are always seen
OTHERS = "Others"  # the family of what names none
UNDEALT = "Points placed by hand are learnt from. The tool Hold out (T) makes test points of them."


Offer: TypeAlias = Callable[[], Mapping[str, type[Recipe]]]


class Picker(Choice):
    """Chooses a recipe by its title; recipes are grouped by family."""

    picked = Signal(str)

    def __init__(
        self,
        kinds: Offer,
        find: Callable[[str], type[Recipe]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__({}, parent)
        self._kinds, self._find = kinds, find
        self._filled_with: Mapping[str, type[Recipe]] | None = None
        self.setMaxVisibleItems(40)
        self.setMinimumContentsLength(SHORT)
        self.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)  # its titles are many
        self.activated.connect(lambda index: self.picked.emit(self.itemData(index)))

    @property
    def offered(self) -> dict[str, str]:
        """The titles of all recipes on offer, by public name."""
        rows = [(self.itemData(row), self.itemText(row)) for row in range(self.count())]
        return {name: title for name, title in rows if name}

    def show_name(self, name: str) -> None:
        """Show which recipe is in use."""
        if self.findData(name) < 0:
            self.addItem(self._find(name).title, name)
        self.setCurrentIndex(self.findData(name))

    def fill(self) -> None:
        """Offer every recipe; not done for the first paint, since it imports them all."""
        current, kinds = self.currentData(), self._kinds()
        if kinds == self._filled_with:
            return
        self._filled_with = kinds
        self.clear()
        families: dict[str, list[str]] = {}
        for name, kind in kinds.items():
            families.setdefault(kind.family or OTHERS, []).append(name)
        for family, names in families.items():
            self._add_heading(family)
            for name in sorted(names, key=lambda name: kinds[name].title):
                self.addItem(kinds[name].title, name)
                self.setItemData(self.count() - 1, kinds[name].summary(), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(self.findData(current))

    def _add_heading(self, family: str) -> None:
        self.addItem(family, "")
        items = self.model()
        assert isinstance(items, QStandardItemModel)
        items.item(self.count() - 1).setEnabled(False)


class LeftPanel(Foldable, QFrame):
    """The whole left panel: forms that scroll, and a notice at the foot."""

    usual = 284  # design pixels, unless it was made wider by hand

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "left panel")
        self._store = store
        self.source_picker = Picker(registry.sources, registry.source)
        self.model_picker = Picker(self.models, registry.model)
        self.source_picker.setAccessibleName("Data")
        self.model_picker.setAccessibleName("Model")
        self.source_form, self.holdout_form, self.model_form = RecipeForm(), RecipeForm(), RecipeForm()
        self.source_words, self._model_words, self.holdout_words = Label(), Label(), Label()
        self.holdout_words.setText(UNDEALT)
        self._again = QPushButton("Make again")
        self._transforms = {name: Tick(transform.title, self) for name, transform in TRANSFORMS.items()}
        self.notice = NoticeCard()
        self.runners = Runners(store)
        self._shown: dict[str, object] = {}
        self._model_title = ""
        self._is_filled = False  # whether all models and sources are offered
        self._columns: list[QVBoxLayout] = []
        self._build()
        self._connect()
        self._remember_folds()
        self.show_session(store.session)

    def show_session(self, session: Session) -> None:
        """Show what was chosen; what did not change is left alone, since this is called at every move of a drag."""
        document, run = session.document, session.run
        told = document.places() if document.is_edited or document.points is None else document.points.origin
        if self._changed("source", (document.source, document.is_edited, told)):
            self._show_source(document, told)
        if self._changed("runs", (document.runs, session.view.active)):
            self.runners.show_session(session)
        if self._changed("holdout", (document.holdout, document.dealt, document.source)):
            self.holdout_form.show_recipe(document.holdout)
            deals = can_deal(document)
            self.holdout_form.setEnabled(deals)
            self.holdout_words.setVisible(not deals)
        if self._changed("model", run.model):
            if type(run.model).title != self._model_title:  # what is said of another model helps no more
                self._model_title = type(run.model).title
                self.notice.show_notice(None)
            self.model_picker.show_name(run.model.public_name())
            self._model_words.setText(run.model.summary())
            self.model_form.show_recipe(run.model)
        if self._changed("transforms", document.transforms):
            for name, box in self._transforms.items():
                box.setChecked(name in document.transforms)
            self.coordinates.set_open(self.coordinates.is_open or bool(document.transforms))

    def _changed(self, part: str, value: object) -> bool:
        if part in self._shown and self._shown[part] == value:
            return False
        self._shown[part] = value
        return True

    def _show_source(self, document: Document, told: str) -> None:
        source, edited = document.source, document.is_edited
        self.source_picker.show_name(source.public_name())
        read = f"{told}." if document.points is not None and told else source.summary()
        self.source_words.setText(f"{told}, edited by hand." if edited else read)
        self._again.setVisible(edited)
        self.source_form.show_recipe(source)

    def fill(self) -> None:
        """Offer every model and source; once they are imported, which takes longer than a frame."""
        self._is_filled = True
        for picker in (self.source_picker, self.model_picker):
            picker.fill()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the fit has to say."""
        if self._is_filled:
            self.fill()  # a notebook may have registered another
        if snapshot.dragging:  # a notice may take longer than a frame; it comes when the hand rests
            return
        if type(snapshot.run.model) is type(self._store.session.run.model):  # a late picture speaks of the model before
            problem = snapshot.problem if len(snapshot.data) else None  # an empty plane says it itself
            told = problem if snapshot.step is None else snapshot.step.notice
            self.notice.show_notice(told or one_feature_advice(snapshot.run.model, snapshot.data))

    def apply_theme(self) -> None:
        """Take the sizes of the current scale."""
        side = theme.px(16)
        bar = self.area.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.maximum() > 0 else 0  # so that both columns end at one line
        for column, right in zip(self._columns, (side - taken, side), strict=True):
            column.setContentsMargins(side, theme.px(8), right, theme.px(12))
            column.setSpacing(theme.px(12))

    def _build(self) -> None:
        for label in (self.source_words, self._model_words, self.holdout_words):
            label.setProperty("role", "muted")
            label.setWordWrap(True)
        self._again.setProperty("role", "link")
        self.area = QScrollArea()
        self.area.setAccessibleName("Parameters and data")
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.verticalScrollBar().rangeChanged.connect(self.apply_theme)
        self.area.setWidget(self._column_of(self.model_form, _line(), self._make_data_section()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._model_head())
        layout.addWidget(_line())
        layout.addWidget(self.area, 1)
        layout.addWidget(self.notice)
        self.apply_theme()

    def _model_head(self) -> QWidget:
        """Return what stands first and never scrolls: which model it is."""
        self.model_section = Section("Model", "model")
        self.model_section.add_tool(self.runners.add)
        self.model_section.header.toggled.connect(self.model_form.setVisible)
        self.model_section.body.addWidget(self.runners)
        self.model_section.body.addWidget(self.model_picker)
        self.model_section.body.addWidget(self._model_words)
        return self._column_of(self.model_section, stretch=False)

    def _make_data_section(self) -> Section:
        data = self.data_section = Section("Data", "data")
        form, words = self.holdout_form, self.holdout_words
        for widget in (self.source_picker, self.source_words, self._again, self.source_form, form, words):
            data.body.addWidget(widget)
        self.coordinates = Section("Coordinates")
        self.coordinates.set_open(False)
        for box in self._transforms.values():
            self.coordinates.body.addWidget(box)
        data.body.addWidget(self.coordinates)
        return data

    def _remember_folds(self) -> None:
        """Fold the sections that were folded when the window was last open."""
        for name, section in (("model", self.model_section), ("data", self.data_section)):
            section.set_open(QSettings().value(f"folded/{name}", False, bool) is not True)
            section.header.toggled.connect(
                lambda is_open, name=name: QSettings().setValue(f"folded/{name}", not is_open)
            )

    def _column_of(self, *parts: QWidget, stretch: bool = True) -> QWidget:
        content = QWidget()
        content.setProperty("role", "panel")
        column = QVBoxLayout(content)
        for part in parts:
            column.addWidget(part)
        if stretch:
            column.addStretch(1)
        self._columns.append(column)
        return content

    def _connect(self) -> None:
        self.source_picker.picked.connect(self._pick_source)
        self.model_picker.picked.connect(self._pick_model)
        self.source_form.edited.connect(self._edit_source)
        self.holdout_form.edited.connect(self._edit_holdout)
        self.model_form.edited.connect(self._edit_model)
        self._again.clicked.connect(lambda: self._set_source(self._store.session.document.source, "make again"))
        self.notice.remedied.connect(self._remedy)
        for name, box in self._transforms.items():
            box.clicked.connect(lambda on, name=name: self._set_transform(name, on))
        for form in (self.source_form, self.holdout_form, self.model_form):
            form.gesture.connect(self._on_gesture)

    def models(self) -> Mapping[str, type[Model]]:
        """Return the models that the course has reached, and those in use."""
        used = [run.model.public_name() for run in self._store.session.document.runs]
        return offered_models(registry.models(), self._store.book.limits, used)

    def _on_gesture(self, begun: bool) -> None:
        (self._store.begin_gesture if begun else self._store.end_gesture)()

    def _merged(self, merge: str) -> str:
        """Return the word that makes edits one entry of undo: a drag is one, two numbers typed are two."""
        return merge if self._store.dragging else ""

    def _pick_source(self, name: str) -> None:
        self._set_source(registry.source(name)(), f"choose {registry.source(name).title}")

    def _pick_model(self, name: str) -> None:
        kind = registry.model(name)
        self._set_model(self._store.session.model_of(kind), f"choose {kind.title}")

    def _edit_source(self, source: Source, name: str) -> None:
        self._set_source(source, f"change {_label(source, name)}", name)

    def _edit_holdout(self, holdout: Holdout, name: str) -> None:
        session = recipes.with_holdout(self._store.session, holdout)
        self._store.edit(session, f"change {_label(holdout, name)}", self._merged(name))

    def _edit_model(self, model: Model, name: str) -> None:
        self._set_model(model, f"change {_label(model, name)}", name)

    def _remedy(self, remedy: Remedy) -> None:
        model = self._store.session.run.model
        if remedy.model:
            self._pick_model(remedy.model)
        elif remedy.changes.keys() <= model.values().keys():
            self._set_model(model.with_values(remedy.changes), "mend the fit")

    def _set_model(self, model: Model, label: str, merge: str = "") -> None:
        self._store.edit(recipes.with_model(self._store.session, model), label, self._merged(merge))

    def _set_source(self, source: Source, label: str, merge: str = "") -> None:
        session = recipes.with_source(self._store.session, source, keeps_frame=bool(merge))
        self._store.edit(session, label, self._merged(merge))

    def _set_transform(self, name: str, on: bool) -> None:
        session = self._store.session
        others = tuple(other for other in session.document.transforms if other != name)
        document = replace(session.document, transforms=(*others, name) if on else others)
        view = replace(session.view, bounds=None)
        title = small(TRANSFORMS[name].title)
        self._store.edit(replace(session, document=document, view=view), title if on else f"no longer {title}")


def _label(recipe: Recipe, name: str) -> str:
    return next((spec.label.lower() for spec in recipe.shown() if spec.name == name), name)


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "divider")
    return line
