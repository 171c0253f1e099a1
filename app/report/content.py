# SPDX-License-Identifier: Apache-2.0
"""Blocks: the content of a session's result or of a report, in reading order, independent of its format.

`session_blocks` (app.report.session_blocks) lists those of one session, `content_of` (app.report.outputs) those of a
whole report. Renderers know blocks and nothing of sessions: `text_of` for terminals, `html_of`, `pdf_of`, a window's
result page, a browser page.

For a renderer:

- Texts are plain and final, never markup; numbers in them are already formatted. A newline in a paragraph is a line
  break.
- A `Paragraph` with a tone is a notice: "good", "warning" or "bad"; "dim" is a note on what stands above it.
- The cells of a `Row` follow the columns of its `ReportTable`. A column or a verdict that belongs to a system has its
  letter in `system`; each renderer has its own colors for the letters, `VerdictBlock.color` is the one on white paper.
- A `Chart` is an SVG text with the colors of white paper. Renderers without pictures leave it out.
- `NewPage` and `OnePage` matter to pages only; a `OnePage` is shown as its blocks elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from app.analysis.format import NO_DATA
from app.model.logo import Logo
from app.report.letters import text_width

PAGE = 66.0
"""Width of a report page, in multiples of the font size of tables."""
PADDING = 0.9
"""Cell padding, in font sizes."""
SPACE = 0.8
"""Additional space before a text that follows numbers."""
SMALLEST = 0.72
"""Smallest font scale in a table whose words do not fit at normal size."""
BROKEN_WORD_WIDTH = 11.0
"""Minimum width of a column with words longer than `LONGEST_WORD`, in font sizes."""
LONGEST_WORD = 16
"""Maximum length of a word that is never broken, in characters; paths and hashes can be longer."""
INDENT = "\u2003"
"""Indent of a row's first cell for each level, in proportional fonts: an em space."""
Align = Literal["left", "right"]
Tone = Literal["", "good", "warning", "bad", "dim"]


class Heading(msgspec.Struct, frozen=True):
    """Heading; level 1 is the report's title, 2 a part, 3 a section."""

    text: str
    level: int = 2


class Masthead(msgspec.Struct, frozen=True):
    """Head of the first page: title, author and date of the test.

    Attributes:
        lines: Lines below the title; the last one is small.
        logo: Logo on the right.
    """

    title: str
    lines: Sequence[str]
    logo: Logo | None = None


class Paragraph(msgspec.Struct, frozen=True):
    """Paragraph of text."""

    text: str
    tone: Tone = ""


class VerdictBlock(msgspec.Struct, frozen=True):
    """Statement of the report.

    Attributes:
        detail: Basis of the statement.
        color: Color of the system that is ahead on white paper; "" if none.
        system: Letter of the system that is firmly ahead; "" if none.
    """

    statement: str
    detail: str
    color: str
    tone: Tone = ""
    system: str = ""


class Chart(msgspec.Struct, frozen=True):
    """Drawing as an SVG document, with its size in its own units."""

    svg: str
    width: float
    height: float
    title: str


class DrawingGrid(msgspec.Struct, frozen=True):
    """Small drawings of equal width, `columns` per row."""

    charts: Sequence[Chart]
    columns: int = 3

    def rows(self) -> list[Sequence[Chart]]:
        """Return the rows of drawings from top to bottom."""
        return [self.charts[first : first + self.columns] for first in range(0, len(self.charts), self.columns)]


class ReportColumn(msgspec.Struct, frozen=True):
    """Column of a table.

    Attributes:
        weight: Determines the width on a page, larger for text that wraps.
        system: Letter of the system whose figures it holds, for its color; "" if none.
    """

    text: str
    align: Align = "right"
    weight: float = 1.0
    system: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a table, with a cell for each column.

    Attributes:
        tone: "warning" or "bad" marks it: the systems differ, or it does not count.
        level: 1 if it belongs to the row above; its first cell is indented.
    """

    cells: Sequence[str]
    tone: Tone = ""
    level: int = 0

    @property
    def indented(self) -> Sequence[str]:
        """Cells with the indent of the first one, for proportional fonts."""
        return (INDENT * self.level + self.cells[0], *self.cells[1:]) if self.level else self.cells


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Table whose header is repeated on every page; a density below 1 reduces the font to fit the table on one page."""

    columns: Sequence[ReportColumn]
    rows: Sequence[Row]
    density: float = 1.0

    def widths(self) -> list[float]:
        """Return each column's share of the page width by weight, but wide enough for its words.

        A broken header or number would be unreadable. A page is `PAGE` font sizes wide, both in PDF and in HTML.
        """
        scale = self.type_scale
        minimum_widths = [self._need(number) * scale for number in range(len(self.columns))]
        weights = [column.weight for column in self.columns]
        narrow: set[int] = set()
        while True:
            room = PAGE - sum(minimum_widths[number] for number in narrow)
            free = sum(weight for number, weight in enumerate(weights) if number not in narrow)
            if room <= 0 or free <= 0:
                return [need * PAGE / sum(minimum_widths) for need in minimum_widths]
            too_narrow = {
                number
                for number, weight in enumerate(weights)
                if number not in narrow and room * weight / free < minimum_widths[number]
            }
            if not too_narrow:
                return [
                    minimum_widths[number] if number in narrow else room * weight / free
                    for number, weight in enumerate(weights)
                ]
            narrow |= too_narrow

    @property
    def spaced(self) -> list[bool]:
        """Columns that need space before their text because the preceding column is right-aligned."""
        return [
            number > 0 and column.align == "left" and self.columns[number - 1].align == "right"
            for number, column in enumerate(self.columns)
        ]

    @property
    def type_scale(self) -> float:
        """Font scale: below 1 if words would be broken at normal size."""
        needs = sum(self._need(number) for number in range(len(self.columns)))
        return min(self.density, 1.0 if needs <= PAGE else max(PAGE / needs, SMALLEST))

    def _need(self, number: int) -> float:
        cells = [row.cells[number] for row in self.rows]
        # Keep the ends of an interval on one line.
        texts = [text.replace(" – ", "\u00a0–\u00a0") for text in (self.columns[number].text, *cells)]
        words = [word for text in texts for word in text.split(" ")]
        if self.columns[number].align == "right":  # a number followed by its unit
            words += [text for text in texts[1:] if len(text) <= LONGEST_WORD]
        space = SPACE if self.spaced[number] else 0.0
        widths = [text_width(word) if len(word) <= LONGEST_WORD else BROKEN_WORD_WIDTH for word in words]
        return PADDING + space + max(widths, default=1.0)


class Items(msgspec.Struct, frozen=True):
    """Bulleted list."""

    texts: Sequence[str]
    tone: Tone = ""


class Code(msgspec.Struct, frozen=True):
    """Preformatted text, such as a scenario."""

    text: str


class NewPage(msgspec.Struct, frozen=True):
    """Page break."""


class OnePage(msgspec.Struct, frozen=True):
    """Heading, paragraphs and tables that are kept together on one page, if necessary the next one."""

    blocks: Sequence[Heading | Paragraph | ReportTable]


Block = (
    Masthead | Heading | Paragraph | VerdictBlock | Chart | DrawingGrid | ReportTable | Items | Code | NewPage | OnePage
)


class ReportContent(msgspec.Struct, frozen=True):
    """Blocks of a whole report; `first_page` is the number of blocks on the first page."""

    title: str
    blocks: Sequence[Block]
    first_page: int
    footer: str


def tidied(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks without empty ones: rows and columns of dashes, tables without rows, headings, and pages."""
    printed: list[Block] = []
    for block in reversed([_without_dashes(block) for block in blocks]):
        after = printed[-1] if printed else None
        if isinstance(block, ReportTable) and not (block.rows and block.columns):
            continue
        if isinstance(block, DrawingGrid) and not block.charts:
            continue
        if isinstance(block, Heading) and _is_empty_part(after, block.level):
            continue
        if isinstance(block, NewPage) and (after is None or isinstance(after, NewPage)):
            continue
        printed.append(block)
    return printed[::-1]


def _is_empty_part(after: Block | None, level: int) -> bool:
    """Return whether a part with this heading level has no content."""
    after = after.blocks[0] if isinstance(after, OnePage) else after
    return after is None or isinstance(after, NewPage) or (isinstance(after, Heading) and after.level <= level)


def _without_dashes(block: Block) -> Block:
    if isinstance(block, OnePage):
        return OnePage([_without_empty_cells(one) if isinstance(one, ReportTable) else one for one in block.blocks])
    return _without_empty_cells(block) if isinstance(block, ReportTable) else block


def _without_empty_cells(table: ReportTable) -> ReportTable:
    """Remove rows and columns that contain only dashes; the first column contains the row names."""

    def known(cells: Sequence[str]) -> bool:
        return any(cell not in ("", NO_DATA) for cell in cells)

    rows = [row for row in table.rows if known(row.cells[1:]) or len(row.cells) == 1]
    kept = [
        number
        for number in range(len(table.columns))
        if number == 0 or not rows or known([row.cells[number] for row in rows])
    ]
    if len(rows) == len(table.rows) and len(kept) == len(table.columns):
        return table
    return ReportTable(
        tuple(table.columns[number] for number in kept),
        tuple(Row(tuple(row.cells[number] for number in kept), row.tone, row.level) for row in rows),
        table.density,
    )
