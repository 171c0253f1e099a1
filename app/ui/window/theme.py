# SPDX-License-Identifier: Apache-2.0
"""The window's theme: choosing it, and style rules for widgets of this application."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.ui.window.state import StateStore
from widgets.style_sheet import apply_theme
from widgets.theme import DARK, EMPHASIS, HEADING, LIGHT, NAME, RADIUS, RADIUS_BUTTON, SMALL, THEMES, Theme

EDITOR_NAME = "scenarioEditor"
"""Object name of the editor window."""


def editor_sheet(t: Theme) -> str:
    """Return the scenario editor's rules for the application's style sheet.

    With a separate style sheet for the editor, every theme change would take seconds.
    """
    rules = f"""
    QWidget#board {{ background: {t.window}; }}
    QFrame#marker {{ background: {t.panel}; border: 1px solid {t.accent}; border-radius: 8px; }}
    QFrame#card {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: 8px; }}
    QFrame#finding {{ background: transparent; border-left: 3px solid {t.better}; padding-left: 8px; }}
    QFrame#finding[result="failed"] {{ border-left-color: {t.chart.error}; }}
    QFrame#finding[result="warning"] {{ border-left-color: {t.chart.warning}; }}
    QLabel#result {{ color: {t.better}; }}
    QLabel#result[result="failed"] {{ color: {t.chart.error}; }}
    QLabel#result[result="warning"] {{ color: {t.chart.warning}; }}
    QLabel#sectionHeading {{ font-size: 16px; font-weight: {EMPHASIS}; }}
    QLabel#heading {{ font-weight: {EMPHASIS}; }}
    QLabel#hint {{ color: {t.dim}; font-size: 12px; }}
    QLabel#hint[wrong="true"] {{ color: {t.chart.error}; }}
    QLineEdit[wrong="true"] {{ border-color: {t.chart.error}; }}
    QPlainTextEdit[wrong="true"] {{ border-color: {t.chart.error}; }}
    QComboBox[wrong="true"] {{ border-color: {t.chart.error}; }}
    QWidget#foot {{ background: {t.panel}; border-top: 1px solid {t.line}; }}
    QWidget#side {{ background: {t.panel}; border-left: 1px solid {t.line}; }}
    QPushButton#link {{ text-align: left; padding: 3px 6px 3px 0; }}
    QPushButton#problem {{ background: transparent; border: 1px solid transparent; color: {t.chart.error};
        padding: 3px 8px; }}
    QPushButton#problem:focus {{ border-color: {t.chart.error}; }}
    QTabWidget::pane {{ border: none; }}
    QTabBar::tab {{ background: transparent; color: {t.dim}; padding: 8px 14px; border: none;
        border-bottom: 2px solid transparent; }}
    QTabBar::tab:selected {{ color: {t.ink}; border-bottom-color: {t.accent}; }}
    QTabBar::tab:focus {{ border-bottom-color: {t.accent}; color: {t.accent}; }}
    QPlainTextEdit#toml {{ background: {t.panel}; border: none; border-radius: 0; padding: 8px; }}
    QSplitter::handle {{ background: {t.line}; width: 1px; }}
    """
    starts = ("    Q",)
    lines = (
        f"    QMainWindow#{EDITOR_NAME} {line[4:]}" if line.startswith(starts) else line for line in rules.splitlines()
    )
    return "\n".join(lines)


DRAWINGS = Path(__file__).parent / "drawings"
ARROW, CHECK = ((DRAWINGS / name).as_posix() for name in ("arrow.svg", "check.svg"))


KEY = "theme"


def chosen_theme(store: StateStore) -> Theme:
    """Return the theme from the settings; by default the desktop's theme, or dark if that is unknown."""
    chosen = THEMES.get(store.text(KEY))
    if chosen is not None:
        return chosen
    return LIGHT if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light else DARK


def show_theme(app: QApplication, theme: Theme) -> None:
    """Apply the theme to the application, including the rules for this application's widgets."""
    apply_theme(app, theme, _window_sheet(theme) + editor_sheet(theme))


def _window_sheet(t: Theme) -> str:
    return f"""
    QMenuBar {{ background: {t.panel}; color: {t.dim}; }}
    QMenuBar::item {{ background: transparent; padding: 4px 10px; }}
    QMenuBar::item:selected {{ background: {t.selection}; color: {t.ink}; border-radius: 4px; }}
    QToolBar#tools {{ background: {t.panel}; border: none; border-bottom: 1px solid {t.line}; spacing: 4px;
        padding: 8px 10px; }}
    QComboBox::drop-down {{ border: none; background: transparent; width: 22px; }}
    QComboBox::down-arrow {{ image: url("{ARROW}"); width: 10px; height: 6px; }}
    QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; button-layout: 2; }}
    QTreeView::item {{ padding: 3px 0; }}
    QTreeView::indicator, QListView::indicator {{ width: 13px; height: 13px; border: 1px solid {t.dim};
        border-radius: 3px; }}
    QTreeView::indicator:checked, QListView::indicator:checked {{ background: {LIGHT.accent};
        border-color: {LIGHT.accent}; image: url("{CHECK}"); }}
    QRadioButton {{ spacing: 8px; padding: 2px; border: 1px solid transparent; border-radius: 4px; }}
    QCheckBox {{ spacing: 8px; padding: 2px; border: 1px solid transparent; border-radius: 4px; }}
    QRadioButton:focus {{ border-color: {t.accent}; }}
    QCheckBox:focus {{ border-color: {t.accent}; }}
    QCheckBox::indicator {{ width: 13px; height: 13px; border: 1px solid {t.dim}; border-radius: 3px; }}
    QCheckBox::indicator:checked {{ background: {LIGHT.accent}; border-color: {LIGHT.accent}; image: url("{CHECK}"); }}
    QRadioButton::indicator {{ width: 12px; height: 12px; border: 1px solid {t.dim}; border-radius: 7px; }}
    QRadioButton::indicator:checked {{ border: 4px solid {t.accent}; width: 6px; height: 6px; }}
    QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.line}; }}
    QToolBar#tools QToolButton {{ margin: 0; padding: 6px; min-height: 20px; border: 1px solid transparent;
        background: transparent; border-radius: {RADIUS_BUTTON}px; color: {t.ink}; }}
    QToolBar#tools QToolButton:hover {{ background: {t.button_hover}; }}
    QToolBar#tools QToolButton:checked {{ background: {t.selection}; }}
    QToolBar#tools QToolButton:focus {{ border-color: {t.accent}; }}
    QToolBar#tools QToolButton[rank="view"] {{ background: {t.button}; }}
    QToolBar#tools QToolButton[rank="view"]:hover {{ background: {t.button_hover}; }}
    QToolBar#tools QToolButton[rank="run"] {{ background: {t.go}; color: {t.go_ink}; font-weight: {EMPHASIS};
        padding: 6px 14px 6px 10px; margin-left: 6px; }}
    QToolBar#tools QToolButton[rank="run"]:focus {{ border-color: {t.ink}; }}
    QToolBar#tools QToolButton[rank="run"]:disabled {{ background: {t.button}; color: {t.dim}; }}
    QToolBar#tools QToolButton#stopButton {{ background: {t.button}; color: {t.ink}; border: 1px solid {t.live}; }}
    QToolBar#tools QToolButton#stopButton:focus {{ border-color: {t.ink}; }}
    QFrame#segments {{ background: {t.card}; border: 1px solid {t.line}; border-radius: {RADIUS_BUTTON}px; }}
    QToolBar#tools QToolButton#segment, QToolButton#segment {{ padding: 2px 10px; border-radius: 5px; min-height: 20px;
        color: {t.label}; border: 1px solid transparent; background: transparent; }}
    QToolBar#tools QToolButton#segment:checked, QToolButton#segment:checked {{ background: {t.button_hover};
        color: {t.ink}; font-weight: {EMPHASIS}; }}
    QToolBar#tools QToolButton#segment:focus, QToolButton#segment:focus {{ border-color: {t.accent}; }}
    QToolBar#tools QComboBox {{ margin: 0 6px; min-height: 22px; }}
    QWidget#sessionTitle {{ color: {t.ink}; font-size: {NAME}px; font-weight: {EMPHASIS}; padding: 0 4px; }}
    QLabel#recordedBadge {{ color: {t.chart.warning}; border: 1px solid {t.chart.warning}; border-radius: 12px;
        padding: 3px 11px; margin-left: 6px; font-size: {SMALL}px; font-weight: {EMPHASIS}; }}
    QLabel#recordedBadge[kind="live"] {{ color: #ffffff; background: {t.live}; border-color: {t.live}; }}
    QPushButton#heldSign {{ background: {t.button}; color: {t.chart.warning}; border: 1px solid {t.chart.warning};
        border-radius: 6px; padding: 3px 10px; font-weight: {EMPHASIS}; }}
    QPushButton#heldSign:hover {{ background: {t.button_hover}; }}
    QWidget#notice {{ background: {t.button}; border: 1px solid {t.line}; border-radius: {RADIUS}px; }}
    QWidget#notice[severity="error"] {{ border-color: {t.chart.error}; }}
    QWidget#notice[severity="warning"] {{ border-color: {t.chart.warning}; }}
    QLabel#startTitle {{ font-size: {HEADING}px; font-weight: {EMPHASIS}; }}
    QLabel#startText {{ color: {t.label}; }}
    QLabel#heroText {{ color: {t.label}; font-size: {HEADING}px; }}
    QLabel#key {{ color: {t.label}; background: {t.button}; border: 1px solid {t.line}; border-radius: 5px;
        padding: 1px 7px; font-size: {SMALL}px; }}
    QLabel#welcomeTitle {{ font-size: 24px; font-weight: {EMPHASIS}; }}
    QLabel#welcomeText {{ color: {t.dim}; }}
    QLabel#jobState {{ font-size: 16px; font-weight: {EMPHASIS}; }}
    QLabel#jobState[severity="error"] {{ color: {t.chart.error}; }}
    QLabel#jobState[severity="warning"] {{ color: {t.chart.warning}; }}
    QPushButton#link {{ background: transparent; border: 1px solid transparent; color: {t.accent};
        padding: 3px 8px; }}
    QPushButton#link:hover {{ background: {t.button_hover}; }}
    QPushButton#link:focus {{ border: 2px solid {t.accent}; padding: 2px 7px; }}
    QPushButton#recent {{ background: {t.card}; border: 1px solid {t.line}; border-radius: 8px; padding: 0; }}
    QPushButton#recent:hover {{ background: {t.button_hover}; }}
    QPushButton#recent:focus {{ border: 2px solid {t.accent}; padding: 0; }}
    QLabel#recentPicture {{ background: {t.chart.panel}; border-radius: 4px; }}
    QWidget#recentDetail {{ color: {t.dim}; }}
    QPushButton#primary {{ background: {t.go}; border-color: {t.go_border}; color: {t.go_ink}; font-weight: {EMPHASIS};
        padding: 8px 22px; }}
    QPushButton#primary:focus {{ border: 2px solid {t.ink}; padding: 7px 21px; }}
    QPushButton#primary:disabled {{ background: {t.button}; border-color: {t.line}; color: {t.dim}; }}
    QLabel#dim {{ color: {t.dim}; }}
    QLabel#problem {{ color: {t.chart.error}; }}
    QWidget#sidebar {{ background: {t.panel}; border-right: 1px solid {t.line}; }}
    QFrame#libraryDetails, QWidget#libraryNothing {{ background: {t.panel}; border: 1px solid {t.line};
        border-radius: 8px; }}
    QFrame#libraryDetails QScrollArea, QFrame#libraryDetails QScrollArea > QWidget > QWidget {{
        background: transparent; }}
    QPlainTextEdit#events {{ background: transparent; border: 1px solid transparent; padding: 0 8px; }}
    QPlainTextEdit#events:focus, ChartGrid:focus {{ border: 1px solid {t.accent}; }}
    QToolButton#eventsHeading {{ background: transparent; border: 1px solid transparent; color: {t.dim};
        padding: 3px 8px; }}
    QToolButton#eventsHeading:focus {{ border-color: {t.accent}; padding: 3px 8px; }}
    QPushButton#trouble {{ background: transparent; border: 1px solid transparent; color: {t.chart.warning};
        padding: 0 6px; }}
    QPushButton#trouble:hover {{ background: {t.button_hover}; }}
    QPushButton#trouble:focus {{ border-color: {t.accent}; padding: 0 6px; }}
    QFrame#resultCard {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: {RADIUS}px; }}
    QLabel#resultBasis {{ color: {t.label}; font-size: 16px; }}
    QToolButton#railButton {{ background: transparent; border: 1px solid transparent; padding: 5px; }}
    QToolButton#railButton:hover {{ background: {t.button_hover}; }}
    QToolButton#railButton:focus {{ border-color: {t.accent}; padding: 5px; }}
    QPushButton#quiet {{ background: transparent; border: 1px solid transparent; color: {t.dim}; padding: 0 6px; }}
    QPushButton#quiet:hover {{ color: {t.ink}; }}
    QPushButton#quiet:focus {{ border-color: {t.accent}; padding: 0 6px; }}
    QWidget#replayBar {{ background: {t.panel}; border-top: 1px solid {t.line}; }}
    QSlider::groove:horizontal {{ background: {t.button}; height: 6px; border-radius: 3px; }}
    QSlider::sub-page:horizontal {{ background: {t.accent}; border-radius: 3px; }}
    QSlider::handle:horizontal {{ background: {t.ink}; width: 14px; margin: -4px 0; border-radius: 7px; }}
    QSlider::handle:horizontal:focus {{ background: {t.accent}; border: 2px solid {t.ink}; width: 10px; }}
    QStatusBar QLabel, QStatusBar QWidget {{ color: {t.dim}; }}
    QStatusBar QWidget#recording {{ color: {t.better}; }}
    """


__all__ = ["Theme", "chosen_theme", "show_theme"]
