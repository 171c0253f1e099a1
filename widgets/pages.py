# SPDX-License-Identifier: Apache-2.0
"""Painter of text, tables and drawings on consecutive pages, as a PDF or as a picture of a single page.

Lengths are in points.

Page breaks never split a line of text, a table row or a drawing; table headers are repeated.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPaintDevice, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtSvg import QSvgRenderer

from widgets.fonts import TEXT, load_fonts
from widgets.theme import EMPHASIS

FAMILIES = (TEXT, "Segoe UI", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans")
MONOSPACED = ("Consolas", "Menlo", "Liberation Mono", "DejaVu Sans Mono")
INK, DIM, LINE, FAINT, PANEL = "#18212c", "#586574", "#9aa6b2", "#e3e8ee", "#f4f6f8"
WARNING, BAD = "#fdf3d8", "#fbe4e2"
PERCENT = re.compile(r"(?<=\d) %")
"""Space between a number and a percent sign, which is replaced with a nonbreaking space."""
LEADING = 1.28
"""Line height relative to the font size."""
CELL = 0.342
"""Padding of table cells, relative to the font size."""


LOGO_WIDTH, LOGO_HEIGHT = 150.0, 50.0
"""Maximum size of the logo in a masthead."""


class Face(Enum):
    """Typeface variant."""

    NORMAL = 0
    BOLD = 1
    CODE = 2


@dataclass(frozen=True, slots=True)
class PageSheet:
    """Page size and margins."""

    width: float = 595.0
    height: float = 842.0
    side: float = 44.0
    top: float = 42.0
    bottom: float = 50.0


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table.

    Attributes:
        text: title of the column.
        right: whether its text is right-aligned.
        weight: relative width.
        space: padding before its text.
    """

    text: str
    right: bool
    weight: float
    space: float = 0.0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        cells: text of the cells.
        fill: background color; "" for no background.
    """

    cells: Sequence[str]
    fill: str = ""


class Pages:
    """Cursor that moves down the pages. `new_page` starts the next page; None means a single endless page."""

    def __init__(
        self,
        painter: QPainter,
        device: QPaintDevice,
        sheet: PageSheet,
        new_page: Callable[[], object] | None,
        footer: str,
    ) -> None:
        self._painter = painter
        self._device = device
        self._sheet = sheet
        self._new_page = new_page
        load_fonts()
        self._footer = footer
        self._scale = device.logicalDpiY() / 72
        self._fonts: dict[tuple[float, Face], QFont] = {}
        self._metrics: dict[tuple[float, Face], QFontMetricsF] = {}
        self.number = 1
        self.y = sheet.top
        self._foot()

    @property
    def width(self) -> float:
        """Width between the margins."""
        return self._sheet.width - 2 * self._sheet.side

    @property
    def room(self) -> float:
        """Remaining height of this page."""
        return self._sheet.height - self._sheet.bottom - self.y if self._new_page else 1e9

    @property
    def at_top(self) -> bool:
        """True if nothing has been painted on this page yet."""
        return self.y <= self._sheet.top

    def next_page(self) -> None:
        """Continue at the top of the next page."""
        if self._new_page is not None and not self.at_top:
            self._new_page()
            self.number += 1
            self.y = self._sheet.top
            self._foot()

    def need(self, height: float) -> None:
        """Continue on the next page if this page has less than this height left."""
        if height > self.room:
            self.next_page()

    def space(self, height: float) -> None:
        """Add empty space, except at the top of a page."""
        if not self.at_top:
            self.y += height

    def text(self, text: str, size: float, *, face: Face = Face.NORMAL, color: str = INK, indent: float = 0.0) -> None:
        """Paint a paragraph, with line wrapping."""
        for line in self._wrapped(text, size, face, self.width - indent):
            self.need(size * LEADING)
            self._line(line, self._sheet.side + indent, self.y, size, face, color)
            self.y += size * LEADING

    def text_height(self, text: str, size: float, *, face: Face = Face.NORMAL, indent: float = 0.0) -> float:
        """Return the height of a paragraph."""
        return len(self._wrapped(text, size, face, self.width - indent)) * size * LEADING

    def item(self, text: str, size: float, color: str = INK) -> None:
        """Paint a bulleted paragraph."""
        self.need(size * LEADING)
        self._line("•", self._sheet.side + 3, self.y, size, Face.NORMAL, color)
        self.text(text, size, color=color, indent=13)

    def masthead(
        self, title: str, size: float, lines: Sequence[str], sizes: tuple[float, float], picture: bytes
    ) -> None:
        """Paint a title with lines below it, and a picture (PNG or JPEG) on the right.

        An unreadable picture is omitted.

        Args:
            title: text of the title.
            size: font size of the title.
            lines: texts below it.
            sizes: font sizes of the lines, and of the last line, which is dimmed.
            picture: contents of the image file; empty for none.
        """
        image = QImage.fromData(picture) if picture else QImage()
        width, height = 0.0, 0.0
        if not image.isNull():
            scale = min(LOGO_WIDTH / image.width(), LOGO_HEIGHT / image.height())
            width, height = image.width() * scale, image.height() * scale
            place = self._rect(self._sheet.side + self.width - width, self.y, width, height)
            self._painter.drawImage(place, image)
        below, room = self.y + height, self.width - (width + 16 if width else 0.0)
        for line in self._wrapped(title, size, Face.BOLD, room):
            self._line(line, self._sheet.side, self.y, size, Face.BOLD, INK)
            self.y += size * LEADING
        self.y += 3
        for number, text in enumerate(lines, 1):
            last = number == len(lines)
            for line in self._wrapped(text, sizes[last], Face.NORMAL, room):
                self._line(line, self._sheet.side, self.y, sizes[last], Face.NORMAL, DIM if last else INK)
                self.y += sizes[last] * LEADING
        self.y = max(self.y, below)

    def rule(self, color: str = LINE) -> None:
        """Draw a horizontal line across the page width."""
        self._stroke(self._sheet.side, self.y, self._sheet.side + self.width, self.y, color)

    def panel(self, statement: str, detail: str, color: str) -> None:
        """Paint a statement and its basis, with a colored bar on the left."""
        side, inside = self._sheet.side, self.width - 28
        large = self._wrapped(statement, 17, Face.BOLD, inside)
        small = self._wrapped(detail, 9, Face.NORMAL, inside)
        height = 16 + len(large) * 17 * LEADING + len(small) * 9 * LEADING
        self.need(height)
        self._fill(side, self.y, self.width, height, PANEL)
        self._fill(side, self.y, 5, height, color)
        y = self.y + 7
        for lines, size, face, ink in ((large, 17.0, Face.BOLD, INK), (small, 9.0, Face.NORMAL, DIM)):
            for line in lines:
                self._line(line, side + 16, y, size, face, ink)
                y += size * LEADING
        self.y += height

    def drawing(self, svg: str, width: float, height: float) -> None:
        """Paint an SVG drawing at full width; a drawing taller than a page is scaled down."""
        scale = min(self.width / width, (self._sheet.height - self._sheet.top - self._sheet.bottom) / height)
        self.need(height * scale)
        renderer = QSvgRenderer(QByteArray(svg.encode()))
        renderer.render(self._painter, self._rect(self._sheet.side, self.y, width * scale, height * scale))
        self.y += height * scale

    def drawings(self, drawings: Sequence[tuple[str, float, float]], columns: int) -> None:
        """Paint drawings (SVG, width, height) side by side in columns of equal width."""
        gap = 10.0
        width = (self.width - gap * (columns - 1)) / columns
        heights = [height * width / own for _, own, height in drawings]
        self.need(max(heights, default=0.0))
        for number, ((svg, _, _), height) in enumerate(zip(drawings, heights, strict=True)):
            renderer = QSvgRenderer(QByteArray(svg.encode()))
            left = self._sheet.side + number * (width + gap)
            renderer.render(self._painter, self._rect(left, self.y, width, height))
        self.y += max(heights, default=0.0)

    def drawing_height(self, width: float, height: float) -> float:
        """Return the height that `drawing` needs."""
        return height * min(self.width / width, 1e9)

    def table(self, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float) -> None:
        """Paint a table; its header is repeated on every page."""
        widths = self._widths(columns)
        rooms = [width - column.space for width, column in zip(widths, columns, strict=True)]
        header = self._cells([column.text for column in columns], rooms, size)
        headed = any(column.text for column in columns)
        most = int((self._sheet.height - self._sheet.top - self._sheet.bottom) / (size * LEADING)) - 8
        first = True
        for row in rows:
            lines = self._cells(row.cells, rooms, size)
            for part in _parts(lines, most):
                height = _height(part, size)
                if height > self.room or (first and headed and height + _height(header, size) > self.room):
                    self.next_page()
                    first = True
                if first and headed:
                    self._row(header, columns, widths, size, "", DIM)
                    self.rule()
                first = False
                self._row(part, columns, widths, size, row.fill, INK)
                self.rule(FAINT)

    def table_height(self, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float) -> float:
        """Return the height of the whole table, without page breaks."""
        rooms = [width - column.space for width, column in zip(self._widths(columns), columns, strict=True)]
        texts = [[column.text for column in columns], *(row.cells for row in rows)]
        return sum(_height(self._cells(cells, rooms, size), size) for cells in texts if any(cells))

    def table_least(self, columns: Sequence[TableColumn], rows: Sequence[TableRow], size: float) -> float:
        """Return the minimum height to start a table on a page: its header and first two rows."""
        widths = self._widths(columns)
        sample = [[column.text for column in columns], *(row.cells for row in rows[:2])]
        return min(sum(_height(self._cells(cells, widths, size), size) for cells in sample), 200.0)

    def _widths(self, columns: Sequence[TableColumn]) -> list[float]:
        total = sum(column.weight for column in columns)
        return [self.width * column.weight / total for column in columns]

    def _cells(self, texts: Sequence[str], widths: Sequence[float], size: float) -> list[list[str]]:
        return [
            self._wrapped(text, size, Face.NORMAL, w - 2 * CELL * size) for text, w in zip(texts, widths, strict=True)
        ]

    def _row(  # noqa: PLR0917
        self,
        cells: list[list[str]],
        columns: Sequence[TableColumn],
        widths: list[float],
        size: float,
        fill: str,
        ink: str,
    ) -> None:
        height = _height(cells, size)
        left = self._sheet.side
        if fill:
            self._fill(left, self.y, self.width, height, fill)
        around = CELL * size
        for lines, column, width in zip(cells, columns, widths, strict=True):
            for number, line in enumerate(lines):
                end = width - around - self._width(line, size, Face.NORMAL)
                shift = end if column.right else around + column.space
                self._line(line, left + shift, self.y + around + number * size * LEADING, size, Face.NORMAL, ink)
            left += width
        self.y += height

    def _foot(self) -> None:
        if self._new_page is None:
            return
        y, side = self._sheet.height - self._sheet.bottom + 20, self._sheet.side
        number = str(self.number)
        self._line(self._elided(self._footer, self.width - 40, 7.5, Face.NORMAL), side, y, 7.5, Face.NORMAL, DIM)
        end = side + self.width - self._width(number, 7.5, Face.NORMAL)
        self._line(number, end, y, 7.5, Face.NORMAL, DIM)

    def _font(self, size: float, face: Face) -> QFont:
        if (size, face) not in self._fonts:
            font = QFont()
            font.setFamilies(list(MONOSPACED if face is Face.CODE else FAMILIES))
            font.setPointSizeF(size)
            font.setWeight(QFont.Weight(EMPHASIS) if face is Face.BOLD else QFont.Weight.Normal)
            # Glyphs that stand for several characters, or for one in context, are lost when copied from a PDF.
            for feature in ("liga", "calt", "case"):
                font.setFeature(QFont.Tag(feature), 0)
            self._fonts[size, face] = font
            self._metrics[size, face] = QFontMetricsF(font, self._device)
        return self._fonts[size, face]

    def _width(self, text: str, size: float, face: Face) -> float:
        self._font(size, face)
        return float(self._metrics[size, face].horizontalAdvance(text)) / self._scale

    def _elided(self, text: str, width: float, size: float, face: Face) -> str:
        self._font(size, face)
        return str(self._metrics[size, face].elidedText(text, Qt.TextElideMode.ElideRight, max(width, 0) * self._scale))

    def _wrapped(self, text: str, size: float, face: Face, width: float) -> list[str]:
        """Split a text into lines, breaking words that are longer than a line."""
        found = []
        for paragraph in PERCENT.sub("\u00a0%", text).split("\n"):
            if self._width(paragraph, size, face) <= width:
                found.append(paragraph)
                continue
            layout = QTextLayout(paragraph, self._font(size, face), self._device)
            option = QTextOption()
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            layout.setTextOption(option)
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                line.setLineWidth(width * self._scale)
                # Qt counts UTF-16 code units; characters outside the Basic Multilingual Plane take two.
                raw = paragraph.encode("utf-16-le")[2 * line.textStart() : 2 * (line.textStart() + line.textLength())]
                found.append(raw.decode("utf-16-le", errors="replace").rstrip())
            layout.endLayout()
        return found

    def _line(self, text: str, x: float, y: float, size: float, face: Face, color: str) -> None:  # noqa: PLR0917
        """Paint a line of text; y is its upper edge."""
        self._painter.setFont(self._font(size, face))
        self._painter.setPen(QColor(color))
        self._painter.drawText(QPointF(x * self._scale, (y + 0.98 * size) * self._scale), text)

    def _rect(self, x: float, y: float, width: float, height: float) -> QRectF:
        return QRectF(x * self._scale, y * self._scale, width * self._scale, height * self._scale)

    def _fill(self, x: float, y: float, width: float, height: float, color: str) -> None:
        self._painter.fillRect(self._rect(x, y, width, height), QColor(color))

    def _frame(self, x: float, y: float, width: float, height: float) -> None:
        self._painter.setPen(QPen(QColor("#d3dae2"), 0.8 * self._scale))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(self._rect(x, y, width, height), 3 * self._scale, 3 * self._scale)

    def _stroke(self, x1: float, y1: float, x2: float, y2: float, color: str) -> None:
        self._painter.setPen(QPen(QColor(color), 0.6 * self._scale))
        scale = self._scale
        self._painter.drawLine(QPointF(x1 * scale, y1 * scale), QPointF(x2 * scale, y2 * scale))


def _height(cells: list[list[str]], size: float) -> float:
    return max(len(lines) for lines in cells) * size * LEADING + 2 * CELL * size


def _parts(cells: list[list[str]], most: int) -> list[list[list[str]]]:
    """Split a row that is taller than a page into parts of at most `most` lines."""
    lines = max(len(cell) for cell in cells)
    return [[cell[first : first + most] for cell in cells] for first in range(0, lines, most)]
