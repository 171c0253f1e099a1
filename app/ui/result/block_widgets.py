# SPDX-License-Identifier: Apache-2.0
"""Widgets for the blocks of a report, in the window's theme."""

import html
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.report.charts import AXIS, DIM, FONT, GRID, INK, LIMIT, SHADE
from app.report.content import Block, Chart, Code, DrawingGrid, Heading, Items, OnePage, Paragraph, ReportTable, Tone
from app.ui.window.icons import line_icon
from widgets.fonts import TEXT
from widgets.theme import LETTERS, LIGHT, PADDING, SMALL, Theme
from widgets.translation import local, tr

MOST_SCALE, MOST_SMALL = 1.35, 1.7
"""Largest scales of a drawing and of a small one: beyond them, its text would be larger than the page's."""
PAPER = "#ffffff"
SIGN = 18
"""Side of the sign before an item in logical pixels."""


class BlockCard(QFrame):
    """Panel with a title and content below it."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resultCard")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(22, PADDING + 4, 22, PADDING + 4)
        self.column.setSpacing(10)
        if title:
            heading = _text(tr(title))
            heading.setProperty("heading", True)
            self.column.addWidget(heading)
            self.setAccessibleName(tr(title))


class DrawingWidget(QWidget):
    """Chart of a report in the colors of a theme, as wide as there is room."""

    def __init__(self, chart: Chart, theme: Theme, *, most: float = MOST_SCALE) -> None:
        super().__init__()
        self._chart, self._most = chart, most
        self._renderer = QSvgRenderer()
        self.setAccessibleName(chart.title)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Show the drawing in the colors of this theme."""
        self._renderer.load(QByteArray(recolored(self._chart.svg, theme).encode()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._chart.width), round(self._chart.height))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._chart.width * 0.55), round(self._chart.height * 0.55))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._chart.height * self._scale(width))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self._scale(self.width()), self.height() / self._chart.height)
        self._renderer.render(painter, QRectF(0, 0, self._chart.width * scale, self._chart.height * scale))
        painter.end()

    def _scale(self, width: int) -> float:
        return min(width / self._chart.width, self._most)


def recolored(svg: str, theme: Theme) -> str:
    """Return a drawing of a report, which is made for white paper, in the colors of a theme."""
    chart = theme.chart
    colors = {
        INK: chart.ink, DIM: chart.dim, GRID: chart.border, AXIS: chart.dim, SHADE: theme.button, PAPER: theme.panel,
        LIMIT: chart.error, "#3d4a58": chart.label,
        **{LIGHT.system_color(letter): theme.system_color(letter) for letter in LETTERS},
    }  # fmt: skip
    svg = svg.replace(html.escape(FONT), TEXT)
    parts = svg.split("#")
    return parts[0] + "".join(colors.get(f"#{part[:6]}", f"#{part[:6]}") + part[6:] for part in parts[1:])


class BlockBuilder:
    """Builds widgets of blocks; a heading begins a card, which holds what follows it."""

    def __init__(self, theme: Theme, colors: Mapping[str, str]) -> None:
        """Create the builder; `colors` are the systems' colors by letter."""
        self._theme = theme
        self._colors = colors

    def widgets(self, blocks: Sequence[Block]) -> list[QWidget]:
        """Return the widgets of these blocks from top to bottom."""
        found: list[QWidget] = []
        card: BlockCard | None = None
        for block in blocks:
            if isinstance(block, OnePage):
                found += self.widgets(block.blocks)
                card = None
                continue
            if isinstance(block, Heading):
                card = BlockCard(block.text)
                found.append(card)
                continue
            if isinstance(block, DrawingGrid):
                found += [self._row(row) for row in block.rows()]
                card = None
                continue
            content = self.content(block)
            if content is None:
                continue
            if card is None or isinstance(block, Chart):
                own = BlockCard()
                own.column.addWidget(content)
                found.append(own)
                card = None if isinstance(block, Chart) else own
            else:
                card.column.addWidget(content)
        return [
            one for one in found if not isinstance(one, BlockCard) or one.column.count() > bool(one.accessibleName())
        ]

    def content(self, block: Block) -> QWidget | None:
        """Return the widget of a block inside a card; None if it has none."""
        match block:
            case Chart():
                return DrawingWidget(block, self._theme)
            case Paragraph():
                return self._toned(block.text, block.tone)
            case Items():
                return self.items([(text, block.tone) for text in block.texts])
            case ReportTable():
                return self._table(block)
            case Code():
                label = _text(block.text)
                label.setProperty("code", True)
                return label
        return None

    def stacked(self, grid: DrawingGrid, *, wide: bool) -> QWidget:
        """Return small charts above each other, or side by side in a narrow window."""
        box = QWidget()
        line = QVBoxLayout(box) if wide else QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        for chart in grid.charts:
            card = BlockCard()
            card.column.addStretch()
            card.column.addWidget(DrawingWidget(chart, self._theme, most=MOST_SMALL))
            card.column.addStretch()
            line.addWidget(card, 1)
        return box

    def items(self, texts: Sequence[tuple[str, Tone]]) -> QWidget:
        """Return a list with a sign before each text: a check mark, or a warning."""
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, (text, tone) in enumerate(texts):
            sign = QLabel()
            name, color = ("check", self._theme.better) if tone == "good" else ("warn", self._theme.chart.warning)
            if tone == "bad":
                color = self._theme.chart.error
            sign.setPixmap(line_icon(name, color).pixmap(QSize(SIGN, SIGN)))
            grid.addWidget(sign, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_text(text), row, 1)
        return box

    def _toned(self, text: str, tone: Tone) -> QLabel:
        label = _text(text)
        color = {
            "dim": self._theme.label, "warning": self._theme.chart.warning, "bad": self._theme.chart.error,
            "good": self._theme.better,
        }.get(tone, self._theme.ink)  # fmt: skip
        label.setStyleSheet(f"color: {color};")
        return label

    def _row(self, charts: Sequence[Chart]) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        for chart in charts:
            card = BlockCard()
            card.column.addWidget(DrawingWidget(chart, self._theme))
            card.column.addStretch()
            line.addWidget(card, 1)
        return row

    def _table(self, table: ReportTable) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(6)
        for number, column in enumerate(table.columns):
            grid.setColumnStretch(number, round(column.weight * 10) if column.align == "left" else 0)
            if column.text:
                letter = column.system or (column.text[0] if column.text[1:3] == "  " else "")
                head = _text(tr(column.text))
                head.setStyleSheet(f"color: {self._colors.get(letter, self._theme.dim)}; font-size: {SMALL}px;")
                grid.addWidget(head, 0, number, _aligned(column.align))
        for row, entry in enumerate(table.rows, 1):
            for number, (column, text) in enumerate(zip(table.columns, entry.indented, strict=True)):
                if not text:
                    continue
                cell = _text(local(text) if column.align == "right" else tr(text))
                cell.setWordWrap(column.align == "left" and len(text) > 24)
                if entry.tone in {"warning", "bad"}:
                    error = self._theme.chart.error if entry.tone == "bad" else self._theme.chart.warning
                    cell.setStyleSheet(f"color: {error};")
                elif number == 0:
                    cell.setProperty("dim", True)
                grid.addWidget(cell, row, number, _aligned(column.align))
        return box


def _aligned(align: str) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignRight if align == "right" else Qt.AlignmentFlag(0)
    return across | Qt.AlignmentFlag.AlignTop


def _text(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return label
