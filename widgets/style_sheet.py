# SPDX-License-Identifier: Apache-2.0
"""A theme as a QPalette and a style sheet for Qt's Fusion style.

Fusion with our own palette, because the platform's color scheme cannot be chosen everywhere (setColorScheme has no
effect offscreen or on a bare X server).
"""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from widgets.fonts import apply_font
from widgets.theme import EMPHASIS, Theme


def qt_palette(theme: Theme) -> QPalette:
    """Build a Qt palette from the theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        ink = theme.dim if group is QPalette.ColorGroup.Disabled else theme.ink
        for color_role, color in (
            (role.Window, theme.window),
            (role.Base, theme.panel),
            (role.AlternateBase, theme.card),
            (role.Button, theme.button),
            (role.ToolTipBase, theme.panel),
            (role.Light, theme.button_hover),
            (role.Midlight, theme.button),
            (role.Mid, theme.line),
            (role.Dark, theme.line),
            (role.Shadow, theme.window),
            (role.Highlight, theme.selection),
            (role.PlaceholderText, theme.dim),
            (role.Link, theme.accent),
            (role.LinkVisited, theme.accent),
            (role.Accent, theme.accent),
            (role.BrightText, theme.chart.error),
            (role.WindowText, ink),
            (role.Text, ink),
            (role.ButtonText, ink),
            (role.ToolTipText, ink),
            (role.HighlightedText, ink),
        ):
            palette.setColor(group, color_role, QColor(color))
    return palette


def style_sheet(theme: Theme) -> str:
    """Build the style sheet, with rounded buttons and fields, and subtle lines.

    The property go=true marks the green button, bar=true the panel of the tool bar and the status bar, dim=true a
    dimmed label.
    """
    t = theme
    return f"""
    QToolTip {{ color: {t.ink}; background: {t.panel}; border: 1px solid {t.line}; padding: 4px; }}
    *[bar="true"] {{ background: {t.panel}; }}
    QLabel[dim="true"] {{ color: {t.dim}; }}
    QLabel[heading="true"] {{ color: {t.ink}; font-weight: {EMPHASIS}; }}
    QPushButton, QToolButton {{ background: {t.button}; border: 1px solid {t.line}; border-radius: 6px;
        padding: 5px 12px; color: {t.ink}; }}
    QPushButton:hover, QToolButton:hover {{ background: {t.button_hover}; }}
    QPushButton:pressed, QToolButton:pressed {{ background: {t.line}; }}
    QPushButton:checked, QToolButton:checked {{ background: {t.selection}; border-color: {t.accent}; }}
    QPushButton:focus, QToolButton:focus {{ border: 2px solid {t.accent}; padding: 4px 11px; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {t.dim}; background: {t.panel}; }}
    QPushButton[go="true"], QToolButton[go="true"] {{ background: {t.go}; border-color: {t.go_border};
        color: {t.go_ink}; }}
    QPushButton[go="true"]:disabled, QToolButton[go="true"]:disabled {{ background: {t.button};
        border-color: {t.line}; color: {t.dim}; }}
    QToolButton::menu-indicator {{ width: 0; image: none; }}
    QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox {{ background: {t.card};
        border: 1px solid {t.line}; border-radius: 6px; padding: 4px 8px; color: {t.ink};
        selection-background-color: {t.selection}; selection-color: {t.ink}; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus,
        QTableView:focus, QTreeView:focus, QListView:focus {{ border-color: {t.accent}; }}
    QComboBox QAbstractItemView {{ background: {t.panel}; border: 1px solid {t.line}; }}
    QMenu {{ background: {t.panel}; border: 1px solid {t.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {t.selection}; }}
    QMenu::item:disabled {{ color: {t.dim}; }}
    QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
    QTableView, QTreeView, QListView {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: 8px;
        selection-background-color: {t.selection}; selection-color: {t.ink}; outline: none; }}
    QHeaderView {{ background: transparent; border: none; }}
    QHeaderView::section {{ background: {t.panel}; color: {t.dim}; border: none;
        border-bottom: 1px solid {t.line}; padding: 4px 8px; }}
    QHeaderView::section:first {{ border-top-left-radius: 8px; }}
    QHeaderView::section:last {{ border-top-right-radius: 8px; }}
    QScrollArea {{ background: transparent; border: none; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 2px; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 2px; }}
    QScrollBar::handle {{ background: {t.line}; border-radius: 3px; min-width: 24px; min-height: 24px; }}
    QScrollBar::handle:hover {{ background: {t.dim}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QSplitter::handle {{ background: transparent; }}
    QProgressBar {{ background: {t.button}; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }}
    QProgressBar::chunk {{ background: {t.go_border}; border-radius: 3px; }}
    QStatusBar {{ background: {t.panel}; border-top: 1px solid {t.line}; color: {t.dim}; }}
    QStatusBar::item {{ border: none; }}
    """


def apply_theme(application: QApplication, theme: Theme, more: str = "") -> None:
    """Apply the theme to the whole application. Charts need theme.chart in addition, through set_palette().

    Args:
        application: the application.
        theme: the theme.
        more: additional rules. The style sheet is not set again if it is unchanged, as for a second window, because
            that restyles every widget.
    """
    sheet = style_sheet(theme) + more
    if application.styleSheet() == sheet:
        return
    apply_font(application)
    application.setStyle("Fusion")
    application.setPalette(qt_palette(theme))
    application.setStyleSheet(sheet)
