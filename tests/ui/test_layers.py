"""Every layer of every model paints something on the real canvas, in light and in dark; the sheet of all is kept."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter

from mlexplorer.core import registry
from mlexplorer.core.holdout import Holdout
from mlexplorer.plots import plane

# A model and a source that offer each layer; those that follow the pointer, need a second run or a pin are elsewhere.
SHOWN_BY = {
    "lda": (
        "regions",
        "shading",
        "score",
        "probability",
        "boundary",
        "gaussians",
        "arrow",
        "bayes",
        "test",
        "training",
        "errors",
    ),
    "svm": ("margins", "slack", "support", "score"),
    "gmm": ("densities",),
    "kde": ("density",),
    "kmeans": ("spokes", "centres", "classes"),
    "adaboost": ("weights",),
    "polynomial": ("residuals", "curve"),
    "line": ("handles",),
}
SHEET = ("knn", "tree", "svm", "logistic", "adaboost", "qda", "kmeans", "gmm")
CELL = 320


def picture(hands):
    return hands.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixels(image):
    values = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return values[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def changed(one, two):
    return int((np.abs(pixels(one) - pixels(two)).sum(axis=-1) > 30).sum())


def switched(hands, name, on):
    kind = next(kind for kind in plane.LAYERS if kind.name == name)
    view = hands.window.store.session.view
    toggled = view.toggled - {name} if kind.shown == on else view.toggled | {name}
    hands.window.store.look(replace(view, toggled=toggled))
    hands.qtbot.waitUntil(lambda: hands.snapshot.session.view.toggled == toggled, timeout=20_000)
    hands.settle()
    return picture(hands)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("model", SHOWN_BY)
def test_each_layer_paints_and_vanishes(open_hands, model, theme):
    hands = open_hands(model, source_values={"noise": 0.35})
    hands.window.on_theme(theme)
    document = replace(hands.window.store.session.document, holdout=Holdout(0.25))
    hands.window.store.edit(replace(hands.window.store.session, document=document), "hold out")
    hands.settle()
    for name in SHOWN_BY[model]:
        off = switched(hands, name, False)
        on = switched(hands, name, True)
        assert changed(off, on) > 20, name
        assert changed(off, switched(hands, name, False)) == 0, name
        switched(hands, name, next(kind.shown for kind in plane.LAYERS if kind.name == name))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_contact_sheet(open_hands, theme, tmp_path):
    sheet = QImage(4 * CELL, CELL * -(-len(SHEET) // 4), QImage.Format.Format_RGB32)
    painter = QPainter(sheet)
    hands = open_hands("knn")
    hands.window.on_theme(theme)
    for number, name in enumerate(SHEET):
        hands.window.store.edit(hands.window.store.session.with_model(registry.model(name)()), "model")
        hands.settle()
        place = QRect(
            QPoint(CELL * (number % 4), CELL * (number // 4)), QPoint(CELL * (number % 4 + 1), CELL * (number // 4 + 1))
        )
        painter.drawImage(place, picture(hands))
    painter.end()
    assert sheet.save(str(tmp_path / f"models-{theme}.png"))
    cells = [pixels(sheet)[CELL * (n // 4) :, CELL * (n % 4) :][:CELL, :CELL] for n in range(len(SHEET))]
    assert all(len(np.unique(cell.reshape(-1, 3), axis=0)) > 100 for cell in cells)
    differences = [np.abs(cells[i] - cells[j]).sum() for i in range(len(cells)) for j in range(i)]
    assert min(differences) > 10_000
