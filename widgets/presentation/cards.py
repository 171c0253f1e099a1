# SPDX-License-Identifier: Apache-2.0
"""Cards of the sidebar: a system, the workload, and the plan with its progress."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from widgets.painting import paint_chip
from widgets.text import FlowText
from widgets.theme import BODY, CHIP, DARK, LIGHT, NAME, SMALL
from widgets.translation import tr


class Chip(QWidget):
    """A system's letter in a square of its color."""

    def __init__(self, side: int = CHIP, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter, self._color, self._ink = "", QColor(), QColor()
        self.setFixedSize(side, side)

    def set_system(self, letter: str, color: QColor | str) -> None:
        """Set the letter and the color."""
        self._letter, self._color = letter, QColor(color)
        self.setVisible(bool(letter))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        dark = self.palette().color(QPalette.ColorRole.Base).lightness() < 128
        ink = (DARK if dark else LIGHT).on_system
        painter = QPainter(self)
        paint_chip(painter, QRectF(self.rect()), self._letter, self.font(), color=self._color, ink=ink)
        painter.end()


class Card(QFrame):
    """Part of the sidebar, below a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self.palette().color(QPalette.ColorRole.Mid))
        painter.end()


class SystemCard(Card):
    """Card of a system: title in its color, subtitle, and rows of label and value. Long text wraps, then is elided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = Chip()
        self._title = FlowText(factor=NAME / BODY, bold=True, most_lines=2)
        self._subtitle = FlowText(dim=True, most_lines=3)
        self._alert: FlowText | None = None
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnMinimumWidth(0, 56)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        self._rows: list[tuple[FlowText, FlowText]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 10, 2, 6)
        column.setSpacing(3)
        head = QHBoxLayout()
        head.setSpacing(9)
        head.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        column.addLayout(head)
        column.addWidget(self._subtitle)
        column.addSpacing(3)
        column.addLayout(self._grid)
        self._column = column

    @property
    def alert(self) -> str:
        """Alert about the system; "" if absent."""
        return self._alert.text if self._alert is not None else ""

    def set_alert(self, text: str, color: QColor | str) -> None:
        """Show an alert about the system; "" removes it."""
        if self._alert is None:
            if not text:
                return
            self._alert = FlowText(bold=True, most_lines=4)
            self._column.insertWidget(2, self._alert)
        self._alert.set_text(text, color)
        self._alert.setVisible(bool(text))

    def set_system(
        self, title: str, color: QColor | str, subtitle: str, rows: Sequence[tuple[str, str] | tuple[str, str, str]]
    ) -> None:
        """Set all contents; `rows` are label, value, and optionally additional text for the tooltip."""
        letter, _, name = title.partition(" · ")
        self._chip.set_system(letter, color)
        self._title.set_text(name or title)
        self._subtitle.set_text(subtitle)
        self._subtitle.setVisible(bool(subtitle))
        while len(self._rows) > len(rows):
            for text in self._rows.pop():
                self._grid.removeWidget(text)
                text.setParent(None)
                text.deleteLater()
        while len(self._rows) < len(rows):
            pair = (FlowText(factor=0.92, dim=True, most_lines=2), FlowText(factor=0.92, most_lines=3))
            for column, text in enumerate(pair):
                self._grid.addWidget(text, len(self._rows), column, Qt.AlignmentFlag.AlignTop)
            self._rows.append(pair)
        for row, (label_text, value_text) in zip(rows, self._rows, strict=True):
            label_text.set_text(row[0])
            value_text.explanation = row[2] if len(row) > 2 else ""
            value_text.set_text(row[1])
        self.setAccessibleName(tr("System {title}").format(title=title))
        self.setAccessibleDescription("; ".join([subtitle, *(f"{row[0]}: {', '.join(row[1:])}" for row in rows)]))


class InfoCard(Card):
    """Card with a title, text, an optional progress bar and a footnote."""

    def __init__(self, parent: QWidget | None = None, *, most_lines: int = 4) -> None:
        """Create the card; `most_lines` limits the lines of text, and the tooltip shows longer text in full."""
        super().__init__(parent)
        self._title = FlowText(factor=SMALL / BODY, bold=True, dim=True, most_lines=2)
        self._text = FlowText(most_lines=most_lines)
        self._footnote = FlowText(dim=True, most_lines=4)
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 10, 2, 6)
        column.setSpacing(4)
        for widget in (self._title, self._text, self._bar, self._footnote):
            column.addWidget(widget)

    @property
    def text(self) -> str:
        """Text below the title."""
        return self._text.text

    def set_info(self, title: str, text: str, progress: float | None = None, footnote: str = "") -> None:
        """Set all contents; `progress` is 0..1, or None for no bar."""
        self._title.set_text(title)
        self._text.set_text(text)
        self._text.setVisible(bool(text))
        self._footnote.set_text(footnote)
        self._footnote.setVisible(bool(footnote))
        self._bar.setVisible(progress is not None)
        if progress is not None:
            self._bar.setValue(round(1000 * min(max(progress, 0.0), 1.0)))
        self._bar.setAccessibleName(tr("{title}: progress").format(title=title))
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{text} {footnote}".strip())
