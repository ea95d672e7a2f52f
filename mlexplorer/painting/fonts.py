"""The shipped fonts, and an application that can use them without a display."""

import os
from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from mlexplorer.core.resources import resource
from mlexplorer.marks import palette

DRAWN_AT = 100  # pixels: letters are laid out this large and scaled down, since Qt has no fractions of a pixel


@lru_cache
def load() -> None:
    """Make the shipped fonts known to Qt; needs an application."""
    for path in sorted(resource("fonts").iterdir()):
        if path.suffix in (".otf", ".ttf"):
            QFontDatabase.addApplicationFont(str(path))


def ready() -> QGuiApplication:
    """Return the application that fonts need, with the shipped fonts; without one a new one that has no display."""
    application = QGuiApplication.instance()
    if application is None:
        wanted = [] if "QT_QPA_PLATFORM" in os.environ else ["-platform", "offscreen"]
        application = QGuiApplication(["mlexplorer", *wanted])
    assert isinstance(application, QGuiApplication), "text cannot be laid out by an application without fonts"
    load()
    return application


@lru_cache
def font(italic: bool = False, heading: bool = False) -> QFont:
    """Return the font of figures at DRAWN_AT pixels, with the plain shape of every letter.

    Tabular figures and shapes that hang on their neighbours have no letter of their own: in a PDF nobody could search
    for them, copy them or hear them read.
    """
    made = QFont()
    made.setFamilies(list(palette.scale("font_families")))
    made.setPixelSize(DRAWN_AT)
    made.setWeight(QFont.Weight(palette.scale("weights")["heading" if heading else "body"]))
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature in ("calt", "tnum"):  # a new font is the window's, which has tabular figures
        made.setFeature(QFont.Tag(feature), 0)
    return made
