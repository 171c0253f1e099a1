# SPDX-License-Identifier: Apache-2.0
"""Dark and light theme of the window, as a QPalette and a style sheet for Qt's Fusion style.

Fusion with our own palette, because the platform's color scheme cannot be chosen everywhere (setColorScheme has no
effect offscreen or on a bare X server).
"""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

SEVERITIES = ("info", "warning", "error")
LETTERS = "ABCDEF"
"""Letters of the systems that have their own color and dash."""


@dataclass(frozen=True, slots=True)
class ChartPalette:
    """Colors of a chart, as "#rrggbb", except those of curves.

    Attributes:
        surround: outside the panel's rounded corners.
        band: overlay of every other phase.
    """

    surround: str
    panel: str
    border: str
    grid: str
    ink: str
    dim: str
    band: str
    readout: str
    info: str
    warning: str
    error: str

    def severity(self, severity: str) -> QColor:
        """Return the color of events with this severity."""
        return QColor({"warning": self.warning, "error": self.error}.get(severity, self.info))


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors of a whole window, as "#rrggbb"."""

    name: str
    window: str
    panel: str
    card: str
    button: str
    button_hover: str
    line: str
    row_line: str
    selection: str
    ink: str
    dim: str
    accent: str
    go: str
    go_border: str
    go_ink: str
    better: str
    worse: str
    systems: tuple[str, str, str, str, str, str]
    chart: ChartPalette

    def system_color(self, letter: str) -> str:
        """Return the color of system A to F.

        A, B and C are distinguishable with all common forms of color blindness on this background, the others by their
        dashes.
        """
        return self.systems[LETTERS.index(letter)]

    @staticmethod
    def system_dash(letter: str) -> int:
        """Return the dash pattern of a system's curve in a shared chart.

        0 is a solid line; other values are keys of widgets.charts.trace.DASHES.

        Systems never differ by color alone.
        """
        return max(LETTERS.find(letter), 0)


DARK = Theme(
    name="dark",
    window="#11151b",
    panel="#181e26",
    card="#141a21",
    button="#222b36",
    button_hover="#2b3644",
    line="#2a323d",
    row_line="#1f2731",
    selection="#2d4a66",
    ink="#e8edf3",
    dim="#93a0b0",
    accent="#56b4e9",
    go="#1f7a4d",
    go_border="#2bb673",
    go_ink="#ffffff",
    better="#2bb673",
    worse="#f2777a",
    systems=("#56b4e9", "#e69f00", "#cc79a7", "#3ecf8e", "#b39df7", "#e4d96f"),
    chart=ChartPalette(
        surround="#11151b",
        panel="#0d1116",
        border="#2a323d",
        grid="#1d242d",
        ink="#e8edf3",
        dim="#93a0b0",
        band="#8fa4bd",
        readout="#1b222b",
        info="#93a0b0",
        warning="#f0d060",
        error="#f2606a",
    ),
)

LIGHT = Theme(
    name="light",
    window="#f1f4f7",
    panel="#ffffff",
    card="#fafbfc",
    button="#f0f3f6",
    button_hover="#e4e9ee",
    line="#d3dae2",
    row_line="#e8ecf1",
    selection="#cde2f4",
    ink="#18212c",
    dim="#586574",
    accent="#0072b2",
    go="#1e8652",
    go_border="#17734a",
    go_ink="#ffffff",
    better="#117a48",
    worse="#b4232f",
    systems=("#0072b2", "#b65000", "#a2417f", "#117733", "#6b4c9a", "#7a5c00"),
    chart=ChartPalette(
        surround="#f1f4f7",
        panel="#ffffff",
        border="#d3dae2",
        grid="#e9edf2",
        ink="#18212c",
        dim="#586574",
        band="#4d6580",
        readout="#f6f8fa",
        info="#586574",
        warning="#966400",
        error="#b4232f",
    ),
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


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
    QLabel[heading="true"] {{ color: {t.ink}; font-weight: 700; }}
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
    application.setStyle("Fusion")
    application.setPalette(qt_palette(theme))
    application.setStyleSheet(sheet)
