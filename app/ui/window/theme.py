# SPDX-License-Identifier: Apache-2.0
"""The window's theme: choosing it, and style rules for widgets of this application."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.ui.window.state import StateStore
from widgets.style_sheet import apply_theme
from widgets.theme import DARK, LIGHT, THEMES, Theme

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
    QLabel#sectionHeading {{ font-size: 16px; font-weight: 700; }}
    QLabel#heading {{ font-weight: 700; }}
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
    QToolBar#tools {{ background: {t.panel}; border: none; border-bottom: 1px solid {t.line}; spacing: 2px;
        padding: 0 6px; }}
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
    QToolBar#tools QToolButton {{ margin: 0 3px; padding: 5px 8px; }}
    QToolBar#tools QComboBox {{ margin: 0 6px; }}
    QLabel#programName {{ font-weight: 700; padding: 0 8px 0 4px; }}
    QWidget#sessionTitle {{ color: {t.dim}; }}
    QLabel#recordedBadge {{ color: {t.chart.warning}; border: 1px solid {t.chart.warning}; border-radius: 6px;
        padding: 3px 8px; margin-left: 10px; font-weight: 700; }}
    QPushButton#heldSign {{ background: {t.button}; color: {t.chart.warning}; border: 1px solid {t.chart.warning};
        border-radius: 6px; padding: 3px 10px; font-weight: 700; }}
    QPushButton#heldSign:hover {{ background: {t.button_hover}; }}
    QWidget#notice {{ background: {t.button}; border-bottom: 1px solid {t.line}; }}
    QWidget#notice[severity="error"] {{ border-left: 4px solid {t.chart.error}; }}
    QWidget#notice[severity="warning"] {{ border-left: 4px solid {t.chart.warning}; }}
    QWidget#notice[severity="info"] {{ border-left: 4px solid {t.accent}; }}
    QLabel#welcomeTitle {{ font-size: 24px; font-weight: 700; }}
    QLabel#welcomeText {{ color: {t.dim}; }}
    QLabel#jobState {{ font-size: 16px; font-weight: 700; }}
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
    QPushButton#primary {{ background: {t.go}; border-color: {t.go_border}; color: {t.go_ink}; font-weight: 700;
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
    QWidget#replayBar {{ background: {t.panel}; border-top: 1px solid {t.line}; }}
    QSlider::groove:horizontal {{ background: {t.button}; height: 6px; border-radius: 3px; }}
    QSlider::sub-page:horizontal {{ background: {t.accent}; border-radius: 3px; }}
    QSlider::handle:horizontal {{ background: {t.ink}; width: 14px; margin: -4px 0; border-radius: 7px; }}
    QSlider::handle:horizontal:focus {{ background: {t.accent}; border: 2px solid {t.ink}; width: 10px; }}
    QStatusBar QLabel, QStatusBar QWidget {{ color: {t.dim}; }}
    QStatusBar QWidget#recording {{ color: {t.better}; }}
    """


__all__ = ["Theme", "chosen_theme", "show_theme"]
