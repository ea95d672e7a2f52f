"""Type to find: everything is offered, numbers set parameters, pointing looks, Escape looks back."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from mlexplorer.core import registry
from mlexplorer.core.params import specs
from mlexplorer.layers import plane
from mlexplorer.lessons import lesson, scenes
from mlexplorer.lessons.finding import Findable
from mlexplorer.lessons.questions import questions
from mlexplorer.session.side_by_side import is_side_by_side
from mlexplorer.ui.actions import table
from mlexplorer.ui.sheets import offers
from mlexplorer.ui.sheets.find_sheet import FindSheet
from mlexplorer.ui.sheets.help_sheet import HelpSheet, all_pages
from mlexplorer.ui.sheets.offers import FindOffer
from mlexplorer.views.catalogue import all_kinds

LEFT = Qt.MouseButton.LeftButton


class Finder:
    """The sheet of a window, and hands for it."""

    def __init__(self, hands):
        self.hands = hands
        QTest.keyClick(hands.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        self.sheet = hands.window.findChild(FindSheet)

    def ask(self, words):
        self.sheet.line.clear()
        QTest.keyClicks(self.sheet.line, words)
        return self.sheet.found.titles

    def key(self, key):
        QTest.keyClick(self.sheet.line, key)

    def point_at(self, name):
        """Walk down to an offer, then away and back: so it is pointed at by a key even if it is the first."""
        for _ in self.sheet.found.titles:
            if self.sheet.found.current.entry.name == name:
                break
            self.key(Qt.Key.Key_Down)
        assert self.sheet.found.current.entry.name == name
        self.key(Qt.Key.Key_Down)
        self.key(Qt.Key.Key_Up)

    def answer(self, words):
        self.ask(words)
        self.key(Qt.Key.Key_Return)
        self.hands.settle()

    @property
    def session(self):
        return self.hands.window.store.session


@pytest.fixture
def finder(open_hands):
    return Finder(open_hands("svm"))


def test_it_hangs_below_the_top_bar_with_the_line_ready(finder):
    window, sheet = finder.hands.window, finder.sheet
    assert sheet.line.hasFocus()
    assert sheet.width() == 580
    assert sheet.y() > window.toolbar.height()
    assert window.rect().contains(sheet.geometry())


def test_everything_is_offered(finder):
    window, names = finder.hands.window, set(finder.sheet.offers)
    shelves = {"model": registry.models(), "source": registry.sources(), "study": registry.studies()}
    shelves |= {"layer": [kind.name for kind in plane.LAYERS], "view": all_kinds(), "help": all_pages()}
    shelves |= {"scene": scenes.names(), "lesson": lesson.found()}
    shelves["command"] = [one.name for one in table() if not one.name.startswith(("layer:", "find"))]
    for kind, shelf in shelves.items():
        assert {f"{kind}:{name}" for name in shelf} <= names, kind
    model = window.store.session.run.model
    for spec in specs(type(model)):
        assert any(name.startswith(f"set:SupportVectorMachine.{spec.name}") for name in names), spec.name


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("gmm", "Gaussian mixture"),
        ("moon", "Two moons"),
        ("save as", "Save as…"),
        ("rbf", "Kernel: RBF"),
        ("hard on", "Hard margin: on"),
        ("c 10", "Set Cost C to 10"),
        ("held 30", "Set Held out for testing to 30 %"),
        ("noise .1", "Set Noise to 0.1"),
        ("which k", "Which k is right?"),
        ("one point ruined my margin", "Why did one point ruin the margin?"),
        ("why does the perceptron never stop", "Why does the perceptron never stop on XOR?"),
        ("screenshot", "How do I save a picture?"),
        ("what is slack", "slack: what it means"),
        ("decision depth 3", "Decision tree with Depth 3"),
    ],
)
def test_the_first_answer_is_what_was_meant(finder, question, title):
    assert finder.ask(question)[0] == title


def test_a_number_sets_a_parameter_and_undo_takes_it_back(finder):
    finder.answer("c 10")
    assert finder.session.run.model.cost == 10.0
    finder.hands.window.run("undo")
    assert finder.session.run.model.cost == 1.0


def test_a_number_can_race(finder):
    assert finder.ask("cost 0.02")[1] == "Race Cost C 1 against 0.02"
    finder.key(Qt.Key.Key_Down)
    finder.key(Qt.Key.Key_Return)
    assert [run.model.cost for run in finder.session.document.runs] == [1.0, 0.02]


def test_a_slider_shows_the_number_and_sets_another(finder):
    finder.ask("cost 0.02")
    offer = finder.sheet.found.current
    assert offer.slide.share < offer.slide.now == pytest.approx(1 / 3, abs=0.01)  # 1 between 0.01 and 10000
    groove, port = finder.sheet.found.slider_of(offer.entry.name), finder.sheet.found.viewport()
    middle = groove.center().y()
    QTest.mousePress(port, LEFT, pos=QPoint(groove.left(), middle))
    assert finder.sheet.line.text() == "Cost C 0.01"
    QTest.mouseMove(port, QPoint(groove.left() + groove.width() // 2, middle))
    value = float(finder.sheet.line.text().removeprefix("Cost C "))
    assert value == pytest.approx(10, rel=0.1)
    QTest.mouseRelease(port, LEFT, pos=QPoint(groove.left() + groove.width() // 2, middle))
    assert finder.session.run.model.cost == 1.0  # a slider only asks
    finder.key(Qt.Key.Key_Return)
    assert finder.session.run.model.cost == value


def test_a_parameter_can_be_slid_before_a_number_is_typed(finder):
    finder.ask("cost")
    assert finder.sheet.found.current.slide.share == finder.sheet.found.current.slide.now
    groove = finder.sheet.found.slider_of("set:SupportVectorMachine.cost")
    QTest.mouseClick(finder.sheet.found.viewport(), LEFT, pos=groove.center())
    cost = float(finder.sheet.found.titles[0].removeprefix("Set Cost C to "))
    assert cost == pytest.approx(10, rel=0.1)
    assert finder.sheet.isVisible()


def test_scenes_and_lessons_have_small_pictures(finder, monkeypatch, tmp_path):
    monkeypatch.setenv("MLEXPLORER_STATE", str(tmp_path))
    finder.ask("who holds the street")
    name = finder.sheet.found.current.entry.name
    finder.hands.qtbot.waitUntil(lambda: name in finder.sheet.found.pictures)
    assert not finder.sheet.found.pictures[name].isNull()


def test_a_number_out_of_reach_says_why(finder):
    assert "must lie between 0.01 and 10000" in finder.ask("cost 1e9")[0]
    finder.key(Qt.Key.Key_Return)
    assert finder.session.run.model.cost == 1.0
    assert "between" in finder.hands.window.plane.pill.text


def test_a_parameter_without_a_number_asks_for_one(finder):
    finder.ask("cost")
    finder.key(Qt.Key.Key_Return)
    assert finder.sheet.line.text() == "Cost C "
    QTest.keyClicks(finder.sheet.line, "5")
    finder.key(Qt.Key.Key_Return)
    assert finder.session.run.model.cost == 5.0


def test_models_sources_and_commands_are_taken(finder):
    finder.answer("decision tree")
    assert finder.session.run.model.public_name() == "tree"
    Finder(finder.hands).answer("spirals")
    assert finder.session.document.source.public_name() == "spirals"
    Finder(finder.hands).answer("undo")
    assert finder.session.document.source.public_name() == "moons"


def test_pointing_looks_and_escape_looks_back(finder):
    before = finder.session.view
    finder.ask("equation")
    finder.point_at("view:explain")
    assert finder.session.view.panel == "explain"
    finder.key(Qt.Key.Key_Escape)
    assert finder.session.view == before
    assert finder.hands.window.findChild(FindSheet) is None
    assert not finder.hands.window.store.history.undo_label


def test_a_layer_is_previewed_and_taken_once(finder):
    finder.ask("slack")
    finder.point_at("layer:slack")
    assert finder.session.view.shows("slack")
    finder.key(Qt.Key.Key_Return)
    assert finder.session.view.shows("slack")


def test_what_goes_on_meanwhile_stays(finder):
    window = finder.hands.window
    finder.ask("equation")
    finder.key(Qt.Key.Key_Down)
    window.timeline.step(-1)
    step = finder.session.view.step
    finder.key(Qt.Key.Key_Escape)
    assert finder.session.view.step == step


def test_keys_of_the_window_are_typed(finder):
    finder.ask("b s e ?")
    assert finder.sheet.line.text() == "b s e ?"
    assert type(finder.hands.window.plane.tool).__name__ == "Place"


def test_what_is_not_for_this_fit_is_found_and_says_so(finder):
    offer = finder.sheet.offers["view:weights"]
    assert offer.words == "not for this fit"
    finder.sheet.take(offer)
    assert "not for this fit" in finder.hands.window.plane.pill.text


def test_a_parameter_that_does_not_matter_yet_makes_itself_matter(finder):
    assert finder.session.run.model.kernel == "rbf"
    finder.answer("degree 2")
    assert (finder.session.run.model.kernel, finder.session.run.model.degree) == ("polynomial", 2)


def test_the_number_of_another_model_chooses_it(finder):
    titles = finder.ask("neighbours k 7")
    assert titles[0] == "Nearest neighbours with Neighbours k 7"
    finder.point_at("use:knn.k")
    finder.key(Qt.Key.Key_Return)
    assert finder.session.run.model == registry.model("knn")(k=7)


def test_the_name_of_a_parameter_counts_more_than_that_of_its_model(finder):
    assert not [title for title in finder.ask("k 7")[:5] if "k 7" not in title]
    refused = [title for title in finder.ask("degree 9") if "must lie" in title]
    assert "Neighbour curve: degree must lie between 0 and 2, not 9." in refused
    assert len(set(refused)) == len(refused) > 1


def test_before_anything_is_asked_a_few_of_each_kind_are_shown(finder):
    groups = [finder.sheet.offers[name].entry.group for name in finder.sheet.offers]
    shown = finder.sheet.found
    rows = [shown.item(row) for row in range(shown.count())]
    assert {row.text() for row in rows if not row.flags()} == set(groups)
    assert len(shown.titles) <= 3 * len(set(groups))
    headings = [row.text() for row in rows if not row.flags()]
    assert headings[:2] + headings[-2:] == ["Learn", "Set a parameter", "With another model", "Compare"]
    assert shown.titles[0] == questions()[0].words


def test_scenes_open_and_comparisons_stand_side_by_side(finder):
    finder.answer("who holds the street")
    assert finder.session == scenes.named("widest_street").session
    Finder(finder.hands).answer("compare nearest neighbours")
    assert is_side_by_side(finder.session)


def test_what_would_be_seen_is_drawn_beside(finder):
    finder.ask("cost 0.02")
    picture = finder.sheet.picture
    finder.hands.qtbot.waitUntil(picture.isVisible)
    assert picture.words.text() == "Set Cost C to 0.02"
    assert not picture.geometry().intersects(finder.sheet.geometry())
    first = picture.picture.pixmap().toImage()
    finder.ask("decision tree")
    finder.hands.qtbot.waitUntil(lambda: picture.words.text() == "Decision tree" and picture.isVisible())
    assert picture.picture.pixmap().toImage() != first
    finder.key(Qt.Key.Key_Escape)
    assert finder.session.run.model.public_name() == "svm"
    assert not finder.hands.window.store.history.undo_label


@pytest.mark.parametrize(
    ("question", "scene"),
    [
        ("why does the perceptron never stop on XOR", "xor_for_ever"),
        ("which k is right", "u_of_k"),
        ("why did one point ruin the margin", "one_point_ruins_it"),
    ],
)
def test_a_question_opens_the_scene_that_answers_it_and_says_the_answer(finder, question, scene):
    finder.answer(question)
    assert finder.session == scenes.named(scene).session
    window = finder.hands.window
    shown = window.beside.planes[0] if window.beside.planes else window.plane
    answer = next(one.answer for one in questions() if one.words.casefold() == f"{question}?".casefold())
    assert shown.pill.text == f"{answer} {scenes.named(scene).do}"


def test_pointing_at_a_question_answers_it(finder):
    finder.ask("which k is right")
    picture = finder.sheet.picture
    finder.hands.qtbot.waitUntil(picture.isVisible)
    answer = next(one.answer for one in questions() if one.words == "Which k is right?")
    assert picture.words.text() == f"Which k is right?\n{answer}"
    assert picture.words.height() >= picture.words.heightForWidth(picture.words.width())
    assert not picture.geometry().intersects(finder.sheet.geometry())


def test_what_other_models_refuse_comes_after_what_can_be_done(finder):
    titles = finder.ask("k 15")
    refused = ["must lie" in title for title in titles[:5]]
    assert any(refused)
    assert refused == sorted(refused)
    assert not [title for title in finder.ask("cost 1") if title.startswith("Race")]


def test_f1_explains_what_is_chosen(finder):
    finder.ask("cost")
    finder.key(Qt.Key.Key_F1)
    sheet = finder.hands.window.findChild(HelpSheet)
    assert sheet.name == "model:svm"
    assert finder.hands.window.findChild(FindSheet) is None
    sheet.leave()


def test_nothing_found_says_so(finder):
    assert finder.ask("qqqq") == []
    finder.key(Qt.Key.Key_Return)
    assert finder.sheet.isVisible()


def test_others_may_offer(open_hands, monkeypatch):
    taken = []
    entry = Findable("scene:here", "Make one mistake dear", "Learn")
    monkeypatch.setattr(offers, "PROVIDERS", [*offers.PROVIDERS, lambda _: [FindOffer(entry, lambda: taken.append(1))]])
    Finder(open_hands("knn")).answer("mistake dear")
    assert taken == [1]


def test_leaving_the_line_closes_it(finder):
    finder.hands.window.panel.model_picker.setFocus()
    assert finder.hands.window.findChild(FindSheet) is None
