"""Dresses the program: fonts, palette and style sheet of a theme at a scale, and the colours for painted widgets."""

import atexit
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

import shiboken6
from PySide6.QtCore import QSize, Qt, QTemporaryDir
from PySide6.QtGui import QAction, QColor, QFont, QFontDatabase, QFontInfo, QIcon, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolTip

from mlexplorer.marks import palette
from mlexplorer.painting import fonts
from mlexplorer.ui.look import icons
from mlexplorer.ui.look.style import style_sheet

USUAL, LARGEST = 15, 1.5  # pixels of the text of most desktops at most; how much larger ours becomes with theirs
SCREEN_THEMES = ("light", "dark", "projector")


@dataclass(frozen=True)
class Look:
    """What the window wears now: a theme, and how much larger than designed everything is."""

    theme: palette.Theme
    scale: float


_worn = [Look(palette.theme("light"), 1.0)]
_dressed = [False]  # whether the look was put on yet
_with_icon: WeakKeyDictionary[QAction | QAbstractButton, tuple[str, float, bool]] = WeakKeyDictionary()


def current() -> Look:
    """Return the look applied last."""
    return _worn[0]


def colour(role: str) -> QColor:
    """Return the colour of a token ("muted") or class ("class 0", "tint 0") in the current theme."""
    return QColor(current().theme.colour(role))


def px(length: float) -> int:
    """Return a length of the design in logical pixels at the current scale; never nothing for something."""
    return max(round(length * current().scale), 1 if length > 0 else 0)


def font(size: str = "body", weight: str = "body", italic: bool = False) -> QFont:
    """Return the program's font: size caption, tick, body, section or axis_title; weight body, control or heading."""
    return QFont(_font(round(palette.scale("type_px")[size] * current().scale), weight, italic))


@lru_cache(maxsize=64)
def _font(pixels: int, weight: str, italic: bool) -> QFont:
    made = QFont()
    made.setFamilies(list(palette.scale("font_families")))
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight(palette.scale("weights")[weight]))
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def icon(name: str, size: float = 20, bright: bool = False) -> QIcon:
    """Return an icon in the current theme and scale; a bright one stands on ink."""
    app = QApplication.instance()
    finest = app.devicePixelRatio() if isinstance(app, QApplication) else 1.0
    return icons.icon(name, current().theme, size, current().scale, finest, bright)


def put_icon(target: QAction | QAbstractButton, name: str, size: float = 20, bright: bool = False) -> None:
    """Give a button or an action an icon that changes with the theme and the scale."""
    _with_icon[target] = (name, size, bright)
    target.setIcon(icon(name, size, bright))
    if isinstance(target, QAbstractButton):
        target.setIconSize(QSize(px(size), px(size)))


def system_theme(app: QApplication) -> str:
    """Return "dark" if the desktop asks for dark windows, else "light"."""
    return "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def system_scale() -> float:
    """Return how much larger than usual the desktop wants its text."""
    return text_scale(QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize())


def text_scale(pixels: float) -> float:
    """Return the scale that goes with a size of text in logical pixels: 1 up to what is usual, in steps of 5 %."""
    return min(max(round(pixels / USUAL * 20) / 20, 1.0), LARGEST)


def is_presented() -> bool:
    """Return whether everything is larger than the desktop asks for, as on stage."""
    return current().scale > system_scale()


def apply(app: QApplication, theme_name: str, scale: float = 1.0) -> None:
    """Dress every window in a theme; a scale above 1 enlarges text and controls for an audience."""
    look = Look(palette.theme(theme_name), scale)
    if app.styleSheet() and _worn[0] == look and _dressed[0]:
        return  # polishing every widget anew is the dearest part of a start
    _worn[0], _dressed[0] = look, True
    fonts.load()
    app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)  # a checked one would be drawn for a dark button
    if not app.styleSheet():
        app.setStyle("Fusion")
        app.setStyleSheet("QWidget {}")  # or widgets made before the first sheet would keep the system's font
    app.setFont(font())
    app.setPalette(_palette())
    app.setStyleSheet(style_sheet(current().theme, scale, _picture_folder()))
    QToolTip.setFont(font("caption"))
    for target, worn in list(_with_icon.items()):
        if shiboken6.isValid(target):
            put_icon(target, *worn)


def _palette() -> QPalette:
    role = QPalette.ColorRole
    tokens = {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "field",
        role.AlternateBase: "panel",
        role.Text: "text",
        role.PlaceholderText: "muted",
        role.Button: "panel",
        role.ButtonText: "text",
        role.BrightText: "on_accent",
        role.Highlight: "accent",
        role.HighlightedText: "on_accent",
        role.Accent: "accent",
        role.ToolTipBase: "tooltip",
        role.ToolTipText: "on_tooltip",
        role.Link: "text",
        role.LinkVisited: "muted",
        role.Light: "raised",
        role.Midlight: "hover",
        role.Mid: "border",
        role.Dark: "control",
        role.Shadow: "control",
    }
    made = QPalette()
    for entry, token in tokens.items():
        made.setColor(entry, colour(token))
    for entry in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        made.setColor(QPalette.ColorGroup.Disabled, entry, colour("disabled"))
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, colour("track"))
    return made


@lru_cache
def _picture_folder() -> Path:
    folder = QTemporaryDir()
    atexit.register(folder.remove)
    return Path(folder.path())
