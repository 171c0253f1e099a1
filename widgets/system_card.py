"""Cards of the side bar: a system, the workload, the plan with its progress."""

from collections.abc import Sequence

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget


class SystemCard(QWidget):
    """A system: title in its color, a subtitle, and rows of label and value. Long texts wrap, then elide."""

    def set_system(self, title: str, color: QColor | str, subtitle: str, rows: Sequence[tuple[str, str]]) -> None:
        """Everything that it shows."""


class InfoCard(QWidget):
    """Title, text, an optional progress bar and a footnote."""

    def set_info(self, title: str, text: str, progress: float | None = None, footnote: str = "") -> None:
        """progress: 0..1, or None for no bar."""
