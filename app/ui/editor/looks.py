"""How the editor looks beyond what every window of the program has."""

from widgets.theme import Theme

NAME = "scenarioEditor"
"""The object name of the editor's window."""


def editor_sheet(t: Theme) -> str:
    """The editor's part of the program's style sheet: a sheet of the window's own would make every change of the theme
    take seconds."""
    rules = f"""
    QWidget#board {{ background: {t.window}; }}
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
    lines = (f"    QMainWindow#{NAME} {line[4:]}" if line.startswith(starts) else line for line in rules.splitlines())
    return "\n".join(lines)
