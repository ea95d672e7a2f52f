"""Every layer paints something on the real canvas, in light and in dark, and nothing once it is switched off."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from mlexplorer.core.holdout import Holdout
from mlexplorer.layers import plane

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
    "polynomial": ("residuals", "curve", "residual squares", "loss shares"),
    "line": ("handles",),
}


def picture(hands):
    return hands.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixels(image):
    values = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return values[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def changed(one, two):
    return int((np.abs(pixels(one) - pixels(two)).sum(axis=-1) > 30).sum())


def switched(hands, name, on):
    view = hands.window.store.session.view.switched(name, on)
    hands.window.store.look(view)
    hands.qtbot.waitUntil(lambda: hands.snapshot.session.view.switches == view.switches)
    hands.settle()
    return picture(hands)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("model", SHOWN_BY)
def test_each_layer_paints_and_vanishes(open_hands, model, theme):
    hands = open_hands(model, source_values={"noise": 0.35})
    hands.window.run(f"theme:{theme}")
    document = replace(hands.window.store.session.document, holdout=Holdout(0.25))
    hands.window.store.edit(replace(hands.window.store.session, document=document), "hold out")
    hands.settle()
    trace = hands.snapshot.trace
    for name in SHOWN_BY[model]:
        off = switched(hands, name, False)
        on = switched(hands, name, True)
        assert changed(off, on) > 20, name
        assert hands.snapshot.trace is trace  # nothing is fitted for it
        assert changed(off, switched(hands, name, False)) == 0, name
        switched(hands, name, next(kind.shown for kind in plane.LAYERS if kind.name == name))


def test_words_lie_where_they_hide_no_point(open_hands):
    hands = open_hands("perceptron", "corners", source_values={"gate": "xor"})
    hands.window.plane.hint("Words that stay for a while.")
    pill, canvas = hands.window.plane.pill, hands.canvas
    corners = canvas.position_of(hands.data.points).round().astype(int).tolist()
    assert not any(pill.geometry().contains(QPoint(*place) + canvas.pos()) for place in corners)
    hands.window.store.edit(hands.window.store.session.with_points(hands.data.moved([0, 1, 2, 3], [[5, 4]] * 4)), "up")
    hands.settle()
    hands.window.plane.hint("Others.")
    assert pill.geometry().center().y() > canvas.geometry().center().y()
