"""Shading the regions, by keys and chips: what is seen, what is offered, and that the view remembers it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mlexplorer.session import storage
from mlexplorer.session.session import single

SHIFT = Qt.KeyboardModifier.ShiftModifier
QUIET = ("boundary", "training", "errors", "ghost", "handles")


def line_of_pixels(hands):
    """Return the colours along a level line through the plane, off the bar and the chips."""
    rect = hands.canvas.plane_rect().toRect()
    image = hands.canvas.grab().toImage()
    y = rect.top() + round(0.4 * rect.height())
    colours = [image.pixelColor(x, y) for x in range(rect.left() + 2, rect.right() - 2)]
    return np.array([(colour.red(), colour.green(), colour.blue()) for colour in colours])


@pytest.fixture
def bare(open_hands):
    """A window with nothing but the regions of a smooth model."""

    def make(model="qda", source="gaussians"):
        hands = open_hands(model, source)
        for name in QUIET:
            hands.window.run(f"layer:{name}")
        hands.window.run("layer:gaussians")
        hands.settle()
        return hands

    return make


def chips(hands):
    return {entry.text().partition("\t")[0]: entry for entry in hands.window.plane.bar.entries.values()}


def count(colours):
    return len(np.unique(colours, axis=0))


def press(hands, key):
    before = hands.snapshot.session.view.switches
    QTest.keyClick(hands.window, key, SHIFT)
    hands.qtbot.waitUntil(lambda: hands.snapshot.session.view.switches != before)
    hands.settle()


def test_shading_goes_and_comes_back_with_its_key(bare):
    hands = bare()
    shaded = line_of_pixels(hands)
    press(hands, Qt.Key.Key_Z)
    flat = line_of_pixels(hands)
    assert not chips(hands)["Shade by certainty"].isChecked()
    assert count(shaded) > 2 * count(flat)
    press(hands, Qt.Key.Key_Z)
    np.testing.assert_array_equal(line_of_pixels(hands), shaded)


def test_shading_by_score_is_another_picture_and_is_saved(bare, tmp_path):
    hands = bare()
    by_probability = line_of_pixels(hands)
    press(hands, Qt.Key.Key_Q)
    assert chips(hands)["Shade by score"].isChecked()
    assert np.abs(line_of_pixels(hands).astype(int) - by_probability).max() > 10
    path = tmp_path / "score.mlx.json"
    storage.save(single(hands.window.store.session), path)
    assert storage.load(path).session.view.switches == hands.window.store.session.view.switches


def test_as_exported_shows_bands(bare):
    hands = bare()
    smooth = line_of_pixels(hands)
    action = hands.window.actions_by_name["exported"]
    action.trigger()
    hands.settle()
    assert action.isChecked()
    bands = line_of_pixels(hands)
    steady = (bands[1:] == bands[:-1]).all(axis=1).mean()
    assert steady > 0.85
    assert steady > (smooth[1:] == smooth[:-1]).all(axis=1).mean()
    action.trigger()
    hands.settle()
    np.testing.assert_array_equal(line_of_pixels(hands), smooth)


def test_a_model_offers_the_shadings_it_has(open_hands):
    assert {"Shade by certainty", "Shade by score"} & chips(open_hands("svm")).keys() == {"Shade by score"}
    assert {"Shade by certainty", "Shade by score"} & chips(open_hands("tree")).keys() == {"Shade by certainty"}
    assert {"Shade by certainty", "Shade by score"} & chips(open_hands("kmeans")).keys() == set()


def test_every_layer_says_what_it_shows_and_the_common_ones_their_keys(open_hands):
    for model in ("svm", "gmm", "adaboost", "knn"):
        hands = open_hands(model)
        for title, entry in chips(hands).items():
            assert len(entry.toolTip()) > 20, title
        assert 0 < len(hands.window.plane.bar.chips) <= 5
        assert all("Shift+" in chip.toolTip() for chip in hands.window.plane.bar.chips.values())


def test_a_switch_by_key_is_answered_with_a_toast(open_hands):
    hands = open_hands("svm")
    press(hands, Qt.Key.Key_M)
    assert hands.window.plane.pill.text == "Street hidden · Shift+M shows it"
    press(hands, Qt.Key.Key_M)
    assert hands.window.plane.pill.text == "Street shown · Shift+M hides it"
    QTest.keyClick(hands.window, Qt.Key.Key_N, SHIFT)
    assert hands.window.plane.pill.text == "Centres: this model has none."


def test_nothing_lies_on_the_plane(open_hands):
    hands = open_hands("svm")
    canvas, bar = hands.canvas, hands.window.plane.bar
    assert bar.geometry().bottom() < canvas.geometry().top() + 1
    assert all(chip.parent() is bar for chip in bar.chips.values())
