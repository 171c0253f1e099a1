# SPDX-License-Identifier: Apache-2.0
"""Report as a PDF with selectable text.

Qt is imported inside the functions, which require a QGuiApplication in the process and can run in any thread.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.report.content import (
    SPACE,
    Block,
    Chart,
    Code,
    DrawingGrid,
    Heading,
    Items,
    Masthead,
    NewPage,
    OnePage,
    Paragraph,
    ReportContent,
    ReportTable,
    Tone,
    VerdictBlock,
)

if TYPE_CHECKING:
    from widgets.pages import Pages, TableColumn, TableRow

TEXT, SMALL, TABLE = 9.5, 8.0, 7.6
HEADINGS = {1: 19.0, 2: 14.0, 3: 10.5}
BEFORE = {1: 0.0, 2: 20.0, 3: 10.0}
"""Space before headings."""
COLORS: dict[Tone, str] = {"": "#18212c", "good": "#18212c", "warning": "#7a5200", "bad": "#a8201a", "dim": "#586574"}
FILLS: dict[Tone, str] = {"warning": "#fdf3d8", "bad": "#fbe4e2"}
NO_WINNER = "#9aa6b2"


def pdf_of(content: ReportContent) -> bytes:
    """Return the whole report in A4 format."""
    from PySide6.QtCore import QBuffer, QIODevice  # noqa: PLC0415
    from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter  # noqa: PLC0415

    from widgets.pages import Pages, PageSheet  # noqa: PLC0415

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QPageLayout().margins())
    writer.setResolution(1200)
    writer.setTitle(content.title)
    writer.setCreator("Outpace")
    painter = QPainter(writer)
    try:
        _paint(Pages(painter, writer, PageSheet(), writer.newPage, content.footer), content.blocks)
    finally:
        painter.end()
    return bytes(buffer.data().data())


def _paint(pages: "Pages", blocks: Sequence[Block]) -> None:
    for index, block in enumerate(blocks):
        if isinstance(block, OnePage):
            pages.need(sum(_height(pages, one) for one in block.blocks))
            _paint(pages, block.blocks)
            continue
        if isinstance(block, Heading):
            pages.space(BEFORE[block.level])
            pages.need(_least_height_below(pages, blocks, index))
        _paint_one(pages, block)


def _height(pages: "Pages", block: Heading | Paragraph | ReportTable) -> float:
    """Return the height of a block, including the space around it."""
    match block:
        case Heading(text, level):
            return BEFORE[level] + pages.text_height(text, HEADINGS[level]) + 9
        case Paragraph(text, tone):
            return pages.text_height(text, SMALL if tone == "dim" else TEXT) + 4
        case ReportTable():
            return pages.table_height(*_table(block), TABLE * block.type_scale) + 6


def _least_height_below(pages: "Pages", blocks: Sequence[Block], index: int) -> float:
    """Return the minimum height required below a heading, so that it is not the last line on a page."""
    total = 0.0
    for block in blocks[index : index + 4]:
        match block:
            case Heading(text, level):
                total += pages.text_height(text, HEADINGS[level]) + 18
            case Paragraph(text, tone):
                total += pages.text_height(text, SMALL if tone == "dim" else TEXT) + 6
            case ReportTable():
                return total + pages.table_least(*_table(block), TABLE * block.type_scale)
            case Chart():
                return total + pages.drawing_height(block.width, block.height)
            case DrawingGrid(charts, columns):
                tallest = max((chart.height for chart in charts[:columns]), default=0.0)
                return total + pages.drawing_height(columns * charts[0].width, tallest) if charts else total
            case _:
                return total + 40
    return total


def _paint_one(pages: "Pages", block: Block) -> None:
    match block:
        case Masthead(title, lines, logo):
            pages.masthead(title, HEADINGS[1], lines, (TEXT, SMALL), logo.data if logo is not None else b"")
            pages.space(4)
        case Heading():
            _heading(pages, block)
        case Paragraph(text, tone):
            bold = tone in ("warning", "bad")
            _text(pages, text, SMALL if tone == "dim" else TEXT, tone, bold=bold)
            pages.space(4)
        case VerdictBlock(statement, detail, color, _):
            pages.space(6)
            pages.panel(statement, detail, color or NO_WINNER)
            pages.space(6)
        case Chart():
            pages.drawing(block.svg, block.width, block.height)
            pages.space(9)
        case DrawingGrid():
            for row in block.rows():
                pages.drawings([(chart.svg, chart.width, chart.height) for chart in row], block.columns)
                pages.space(9)
        case ReportTable():
            pages.table(*_table(block), TABLE * block.type_scale)
            pages.space(6)
        case Items(texts, tone):
            for text in texts:
                pages.item(text, SMALL if tone == "dim" else TEXT, COLORS[tone])
            pages.space(5)
        case Code(text):
            _code(pages, text)
        case NewPage():
            pages.next_page()


def _heading(pages: "Pages", heading: Heading) -> None:
    from widgets.pages import Face  # noqa: PLC0415

    pages.text(heading.text, HEADINGS[heading.level], face=Face.BOLD)
    if heading.level == 2:
        pages.y += 2
        pages.rule("#d3dae2")
        pages.y += 4
    pages.y += 3


def _text(pages: "Pages", text: str, size: float, tone: Tone, *, bold: bool) -> None:
    from widgets.pages import Face  # noqa: PLC0415

    pages.text(text, size, face=Face.BOLD if bold else Face.NORMAL, color=COLORS[tone])


def _code(pages: "Pages", text: str) -> None:
    from widgets.pages import Face  # noqa: PLC0415

    pages.text(text, 7.8, face=Face.CODE, indent=6)
    pages.space(6)


def _table(table: ReportTable) -> "tuple[list[TableColumn], list[TableRow]]":
    from widgets.pages import TableColumn, TableRow  # noqa: PLC0415

    shares = zip(table.columns, table.widths(), table.spaced, strict=True)
    columns = [
        TableColumn(column.text, column.align == "right", width, SPACE * TABLE if spaced else 0.0)
        for column, width, spaced in shares
    ]
    return columns, [TableRow(row.indented, FILLS.get(row.tone, "")) for row in table.rows]
