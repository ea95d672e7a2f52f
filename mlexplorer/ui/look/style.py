"""The style sheet: one template whose colours come from a theme and whose lengths grow with the scale.

Widgets ask for a special look by their property `role`: labels caption, muted, section, value, large, lead or page
title; frames panel, divider, card, sheet, help, warning, danger or success; push buttons quiet or link; tool buttons
tool, small or play.
"""

import re
from pathlib import Path
from string import Template

from mlexplorer.marks.palette import Theme, scale
from mlexplorer.ui.look import icons

_ARROW_PX, _TICK_PX = 16, 14
_DOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><circle cx="9" cy="9" r="3.5" fill="{colour}"/></svg>'
)


def style_sheet(theme: Theme, factor: float, folder: Path) -> str:
    """Return the style sheet of a theme at a scale; the arrows and ticks it shows are written into the folder."""
    lengths = re.sub(r"(\d+)px", lambda length: f"{_scaled(int(length[1]), factor)}px", _TEMPLATE)
    return Template(lengths).substitute({**theme.tokens, **_lengths(theme, factor), **_pictures(theme, folder)})


def _scaled(length: int, factor: float) -> int:
    return max(min(length, 1), round(length * factor))


def _lengths(theme: Theme, factor: float) -> dict[str, int]:
    """Lengths that depend on a border, since a style sheet's width and height leave borders out."""
    edge, ring = _scaled(theme.control_border_px, factor), _scaled(2, factor)
    lengths = {"edge": edge, "ring": ring}
    for name, height in {**scale("control_height_px"), "box": 18, "small": 28}.items():
        lengths[f"{name}_height"] = _scaled(height, factor)
        lengths[f"{name}_inner"] = _scaled(height, factor) - 2 * edge
        lengths[f"{name}_ringed"] = _scaled(height, factor) - 2 * ring
    for name, padding in {"field": 8, "combo": 8, "button": 14}.items():
        lengths[f"{name}_padding_ringed"] = _scaled(padding, factor) - (ring - edge)
    groove = _scaled(4, factor)
    overhang = (_scaled(18, factor) - groove) // 2
    handle = groove + 2 * overhang  # as high as wide also where rounding leaves an odd rest
    lengths |= {"handle_inner": handle - 2 * ring, "handle_radius": handle // 2, "handle_overhang": -overhang}
    return lengths | {f"{name}_radius": lengths[f"{name}_height"] // 2 for name in ("box", "play")}


def _pictures(theme: Theme, folder: Path) -> dict[str, str]:
    wanted = {
        "arrow": ("chevron-down", "muted", _ARROW_PX),
        "arrow_disabled": ("chevron-down", "disabled", _ARROW_PX),
        "side_arrow": ("chevron-right", "muted", _ARROW_PX),
        "tick": ("check", "on_accent", _TICK_PX),
        "menu_tick": ("check", "text", _TICK_PX),
    }
    pictures = {key: icons.svg(name, theme.tokens[token], size) for key, (name, token, size) in wanted.items()}
    pictures["dot"] = _DOT.format(colour=theme.tokens["on_accent"]).encode()
    urls = {}
    for key, picture in pictures.items():
        path = folder / f"{theme.name}-{key}.svg"
        path.write_bytes(picture)
        urls[f"{key}_url"] = f'url("{path.as_posix()}")'
    return urls


_TEMPLATE = """
QMainWindow, QDialog, QMessageBox { background: $window; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { background: $tooltip; color: $on_tooltip; border: none; padding: 2px 4px; }

QLabel { background: transparent; }
QLabel[role="caption"] { color: $muted; font-size: 12px; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="end"] { color: $muted; font-size: 11px; }
QLabel[role="sign"] { color: $muted; font-style: italic; }
QLabel[role="section"] { font-size: 14px; font-weight: 600; }
QLabel[role="value"] { font-weight: 600; }
QLabel[role="stage step"] { font-size: 16px; font-weight: 600; }
QLabel[role="stage note"] { font-size: 19px; }
QLabel[role="page title"] { font-size: 26px; font-weight: 600; }
QLabel[role="lead"] { font-size: 16px; }
QLabel[role="large"] { font-size: 18px; font-weight: 600; }
QLabel[role="link"] { text-decoration: underline; }
QLabel[role="link"]:hover { color: $focus; }
QFrame[role="panel"] { background: $panel; border: none; }
QFrame[role="layer bar"] { background: $panel; border: none; border-bottom: 1px solid $divider; }
QFrame[role="top bar"] { background: $panel; border: none; border-bottom: 1px solid $divider; }
QFrame[role="bottom bar"] { background: $panel; border: none; border-top: 1px solid $divider; }
QFrame[role="left panel"] { background: $panel; border: none; border-right: 1px solid $divider; }
QFrame[role="right panel"] { background: $panel; border: none; border-left: 1px solid $divider; }
QFrame[role="upright"] { background: $border; border: none; margin: 0 4px; }
QFrame[role="divider"] { background: $divider; border: none; max-height: 1px; min-height: 1px; }
QFrame[role="card"] { background: $raised; border: 1px solid $border; border-radius: 8px; }
QFrame[role="strip"] { background: $raised; border: 1px solid $control; border-radius: 8px; }
QFrame[role="sheet"] { background: $raised; border: 1px solid $border; border-radius: 8px; }
QPushButton[role="try"] { background: $raised; border: 1px solid $border; border-radius: 8px; padding: 0;
    min-height: 0; max-height: 9999px; }
QPushButton[role="try"]:hover { background: $hover; }
QPushButton[role="try"]:focus { border: ${ring}px solid $focus; }
QLabel[role="disc"] { background: $accent; border-radius: 15px; }
QFrame[role="help"] { background: $window; border: none; }
QFrame[role="warning"] { background: $warning_surface; border: none; border-radius: 8px; }
QFrame[role="danger"] { background: $danger_surface; border: none; border-radius: 8px; }
QFrame[role="success"] { background: $success_surface; border: none; border-radius: 8px; }
QFrame[role="warning"] QLabel, QFrame[role="warning"] QPushButton { color: $warning_text; }
QFrame[role="danger"] QLabel, QFrame[role="danger"] QPushButton { color: $danger_text; }
QFrame[role="success"] QLabel, QFrame[role="success"] QPushButton { color: $success_text; }

QLineEdit, QAbstractSpinBox { background: $field; border: ${edge}px solid $control; border-radius: 6px;
    min-height: ${field_inner}px; max-height: ${field_inner}px; padding: 0;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit { padding: 0 8px; }
QAbstractSpinBox QLineEdit { background: transparent; border: none; min-height: 0; max-height: 9999px; padding: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 0; border: none; }
QPlainTextEdit, QTextEdit { background: $field; border: ${edge}px solid $control; border-radius: 6px;
    selection-background-color: $accent; selection-color: $on_accent; }
QTextBrowser { background: transparent; border: none; }
QLineEdit:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border: ${ring}px solid $focus; }
QLineEdit:focus { padding: 0 ${field_padding_ringed}px; }
QTextBrowser:focus, QAbstractSpinBox QLineEdit:focus { border: none; padding: 0; }
QLineEdit[role="large"], QLineEdit[role="large"]:focus { background: transparent; border: none; font-size: 17px;
    padding: 0 4px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { background: $panel; border-color: $border; }

QComboBox { background: $field; border: ${edge}px solid $control; border-radius: 6px; font-weight: 500;
    min-height: ${combo_inner}px; max-height: ${combo_inner}px; padding: 0 0 0 8px;
    combobox-popup: 0; }
QComboBox:hover { background: $hover; }
QComboBox:focus { border: ${ring}px solid $focus; padding-left: ${combo_padding_ringed}px; }
QComboBox::drop-down { border: none; width: 28px; }
QComboBox::down-arrow { image: $arrow_url; width: 16px; height: 16px; }
QComboBox::down-arrow:disabled { image: $arrow_disabled_url; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; padding: 4px; outline: none;
    selection-background-color: $hover; selection-color: $text; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border-radius: 5px; }
QComboBox QAbstractItemView::item:selected { background: $hover; color: $text; }

QSlider:horizontal { min-height: 20px; }
QSlider:vertical { min-width: 20px; }
QSlider::groove { background: $track; border-radius: 2px; }
QSlider::groove:horizontal { height: 4px; }
QSlider::groove:vertical { width: 4px; }
QSlider::sub-page:horizontal, QSlider::add-page:vertical { background: $accent; border-radius: 2px; }
QSlider::sub-page:horizontal:disabled, QSlider::add-page:vertical:disabled { background: $disabled; }
QSlider::handle { background: $handle; border: ${ring}px solid $accent; border-radius: ${handle_radius}px;
    width: ${handle_inner}px; height: ${handle_inner}px; }
QSlider::handle:horizontal { margin: ${handle_overhang}px 0; }
QSlider::handle:vertical { margin: 0 ${handle_overhang}px; }
QSlider::handle:focus { border-color: $focus; }
QSlider::handle:disabled { background: $panel; border-color: $disabled; }

QCheckBox, QRadioButton { background: transparent; spacing: 8px; }
QCheckBox::indicator, QRadioButton::indicator { background: $field; border: ${edge}px solid $control;
    width: ${box_inner}px; height: ${box_inner}px; }
QCheckBox::indicator { border-radius: 5px; }
QRadioButton::indicator { border-radius: ${box_radius}px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { background: $hover; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: $tick_url; }
QCheckBox::indicator:checked:hover { background: $accent_hover; }
QRadioButton::indicator:checked { background: $accent; border-color: $accent; image: $dot_url; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus, QCheckBox::indicator:checked:focus,
QRadioButton::indicator:checked:focus { border: ${ring}px solid $focus;
    width: ${box_ringed}px; height: ${box_ringed}px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $panel; border-color: $border; }
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled { background: $disabled;
    border-color: $disabled; }

QPushButton { background: $panel; border: ${edge}px solid $control; border-radius: 7px; font-weight: 500;
    min-height: ${tool_inner}px; max-height: ${tool_inner}px; padding: 0 14px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $pressed; }
QPushButton:checked, QPushButton:default { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton:default:hover, QPushButton:checked:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton:focus { border: ${ring}px solid $focus; padding: 0 ${button_padding_ringed}px; }
QPushButton:disabled { background: $panel; border-color: $border; color: $disabled; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; }
QPushButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="link"] { background: transparent; border: none; padding: 0; min-height: 0; text-align: left;
    font-weight: 600; text-decoration: underline; }
QPushButton[role="quiet"]:focus { border-color: $focus; }
QPushButton[role="link"]:focus { border: none; padding: 0; color: $focus; }

QToolButton { background: transparent; border: ${ring}px solid transparent; border-radius: 7px; padding: 0;
    font-weight: 500; }
QToolButton[role="tool"], QToolBar QToolButton[toolButtonStyle="0"] { min-width: ${tool_ringed}px;
    max-width: ${tool_ringed}px; min-height: ${tool_ringed}px; max-height: ${tool_ringed}px; }
QToolButton[role="strip"] { min-width: 42px; min-height: 42px; max-height: 42px; padding: 1px 2px; font-size: 11px; }
QToolButton[role="worded"] { min-width: 46px; min-height: 42px; max-height: 42px; padding: 1px 2px; font-size: 11px; }
QToolButton[role="tight"] { min-width: 40px; min-height: 42px; max-height: 42px; padding: 1px 0; font-size: 11px; }
QToolButton[role="beside"] { min-height: ${tool_ringed}px; max-height: ${tool_ringed}px; padding: 0 6px; }
QToolButton[role="find"] { background: $field; border: ${edge}px solid $control; padding: 0 8px; color: $muted;
    min-height: ${tool_inner}px; max-height: ${tool_inner}px; }
QToolButton[role="main"] { background: $accent; border-color: $accent; color: $on_accent; padding: 0 12px;
    min-height: ${tool_ringed}px; max-height: ${tool_ringed}px; }
QToolButton[role="main"]:hover { background: $accent_hover; border-color: $accent_hover; }
QToolButton[role="small"] { min-width: ${small_ringed}px; max-width: ${small_ringed}px;
    min-height: ${small_ringed}px; max-height: ${small_ringed}px; }
QToolButton[role="play"] { min-width: ${play_ringed}px; max-width: ${play_ringed}px;
    min-height: ${play_ringed}px; max-height: ${play_ringed}px; border-radius: ${play_radius}px; }
QToolButton[role="list"] { background: $raised; border: 1px solid $control; padding: 0 8px; min-height: 26px; }
QToolButton[role="list"]::menu-indicator { image: none; width: 0; }
QToolButton[role="float"] { background: $raised; border: 1px solid $border; }
QToolButton[role="words"] { background: $raised; border: 1px solid $control; padding: 0 12px;
    min-height: ${tool_ringed}px; max-height: ${tool_ringed}px; }
QToolButton:hover { background: $hover; border-color: $hover; }
QToolButton:pressed { background: $pressed; border-color: $pressed; }
QToolButton:checked { background: $accent; border-color: $accent; color: $on_accent; }
QToolButton:checked:hover { background: $accent_hover; border-color: $accent_hover; }
QToolButton:focus, QToolButton:checked:focus { border-color: $focus; }
QToolButton:disabled { background: transparent; border-color: transparent; color: $disabled; }
QToolButton:checked:disabled { background: $track; border-color: $track; }
QToolButton::menu-indicator { image: none; }
QToolBar { background: $panel; border: none; border-bottom: 1px solid $divider; spacing: 4px; padding: 8px;
    icon-size: 20px; }
QToolBar::separator { background: $border; width: 1px; margin: 6px 8px; }

QTabWidget::pane { border: none; border-top: 1px solid $divider; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 3px solid transparent;
    padding: 8px 0; margin-right: 16px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:selected:focus { border-bottom-color: $focus; }

QMenuBar { background: $panel; }
QMenuBar::item { background: transparent; padding: 6px 10px; border-radius: 5px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 8px; border-radius: 5px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $divider; margin: 4px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 7px; }
QMenu::indicator:checked { image: $menu_tick_url; }
QMenu::right-arrow { image: $side_arrow_url; width: 16px; height: 16px; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QAbstractItemView { background: $field; alternate-background-color: $panel; border: 1px solid $border;
    gridline-color: $divider; outline: none; selection-background-color: $pressed; selection-color: $text; }
QAbstractItemView::indicator { background: $field; border: 1px solid $control; border-radius: 4px;
  width: 14px; height: 14px; }
QAbstractItemView::indicator:hover { background: $hover; }
QAbstractItemView::indicator:checked { background: $accent; border-color: $accent; image: $tick_url; }
QAbstractItemView[role="found"] { background: transparent; border: none; padding: 4px 0; }
QAbstractItemView[role="pages"] { background: $panel; border: none; border-right: 1px solid $divider;
    padding: 8px; }
QAbstractItemView[part="true"] { border-bottom: 1px solid $divider; }
QAbstractItemView[role="pages"]::item { min-height: 28px; padding: 0 8px; border-radius: 5px; color: $muted; }
QAbstractItemView[role="pages"]::item:hover { background: $hover; }
QAbstractItemView[role="pages"]::item:selected { background: $pressed; color: $text; }
QAbstractItemView[role="pages"]::item:disabled { color: $text; background: transparent; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 0 8px; font-weight: 500; }
QHeaderView::section:horizontal { min-height: 28px; }
QTableCornerButton::section { background: $panel; border: none; border-bottom: 1px solid $border; }

QProgressBar { background: $track; border: none; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QStatusBar { background: $window; min-height: ${status_height}px; border-top: 1px solid $divider; }
QStatusBar::item { border: none; }
QSplitter::handle { background: $divider; }
"""
