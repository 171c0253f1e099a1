# SPDX-License-Identifier: Apache-2.0
"""What a report consists of, whatever it is written as: blocks in reading order. Texts are plain, never markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from app.analysis.format import NO_DATA
from app.model.logo import Logo
from app.report.letters import text_width

PAGE = 66.0
"""The width of a report's page, in sizes of the type of its tables."""
PADDING = 0.9
"""The space beside a cell's text, in the same sizes."""
SPACE = 0.8
"""More space before a text beside numbers."""
SMALLEST = 0.72
"""Of the type of a table whose words have no room in the usual one."""
PARTED = 11.0
"""The least width of a column with longer words than that, in the same sizes."""
LONGEST_WORD = 16
"""Letters of a word that is not parted; a path or a hash is."""
Align = Literal["left", "right"]
Tone = Literal["", "good", "warning", "bad", "dim"]


class Heading(msgspec.Struct, frozen=True):
    """level 1: the report's title; 2: a part; 3: within a part."""

    text: str
    level: int = 2


class Masthead(msgspec.Struct, frozen=True):
    """The head of the first page: the report's title, who made it, when it was tested. lines: below the title, the last
    one small. logo: at the right."""

    title: str
    lines: Sequence[str]
    logo: Logo | None = None


class Paragraph(msgspec.Struct, frozen=True):
    """A few sentences."""

    text: str
    tone: Tone = ""


class Verdict(msgspec.Struct, frozen=True):
    """The statement that the report makes. color: of the system that is ahead, else empty. detail: its base."""

    statement: str
    detail: str
    color: str
    tone: Tone = ""


class Chart(msgspec.Struct, frozen=True):
    """A drawing (SVG text) with its size in its own units."""

    svg: str
    width: float
    height: float
    title: str


class ChartGrid(msgspec.Struct, frozen=True):
    """Small drawings of one width side by side, `columns` in a row."""

    charts: Sequence[Chart]
    columns: int = 3

    def rows(self) -> list[Sequence[Chart]]:
        """Those that stand side by side, from above."""
        return [self.charts[first : first + self.columns] for first in range(0, len(self.charts), self.columns)]


class Column(msgspec.Struct, frozen=True):
    """weight: of its width; a text column that wraps has more."""

    text: str
    align: Align = "right"
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Row:
    """A table's line. tone "warning": marked (the systems differ here, or it does not count)."""

    cells: Sequence[str]
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Its header is repeated on every page that it goes on to. density: of its type, below 1 where all of it is to have
    room on one page."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    density: float = 1.0

    def widths(self) -> list[float]:
        """Each column's share of the page, by its weight, yet wide enough for its words: a header or a number that is
        cut in two can't be read. A page is PAGE wide, in sizes of a table's type, as a PDF and as HTML."""
        scale = self.type_scale
        needs = [self._need(number) * scale for number in range(len(self.columns))]
        weights = [column.weight for column in self.columns]
        narrow: set[int] = set()
        while True:
            room = PAGE - sum(needs[number] for number in narrow)
            free = sum(weight for number, weight in enumerate(weights) if number not in narrow)
            if room <= 0 or free <= 0:
                return [need * PAGE / sum(needs) for need in needs]
            more = {
                number
                for number, weight in enumerate(weights)
                if number not in narrow and room * weight / free < needs[number]
            }
            if not more:
                return [
                    needs[number] if number in narrow else room * weight / free for number, weight in enumerate(weights)
                ]
            narrow |= more

    @property
    def spaced(self) -> list[bool]:
        """Which columns need space before their texts: one that begins where the numbers before it end."""
        return [
            number > 0 and column.align == "left" and self.columns[number - 1].align == "right"
            for number, column in enumerate(self.columns)
        ]

    @property
    def type_scale(self) -> float:
        """Of its type: below 1 where its columns' words would be cut at the usual size."""
        needs = sum(self._need(number) for number in range(len(self.columns)))
        return min(self.density, 1.0 if needs <= PAGE else max(PAGE / needs, SMALLEST))

    def _need(self, number: int) -> float:
        cells = [row.cells[number] for row in self.rows]
        # The ends of an interval stay on one line.
        texts = [text.replace(" – ", "\u00a0–\u00a0") for text in (self.columns[number].text, *cells)]
        words = [word for text in texts for word in text.split(" ")]
        if self.columns[number].align == "right":  # a number with its unit
            words += [text for text in texts[1:] if len(text) <= LONGEST_WORD]
        space = SPACE if self.spaced[number] else 0.0
        widths = [text_width(word) if len(word) <= LONGEST_WORD else PARTED for word in words]
        return PADDING + space + max(widths, default=1.0)


class Items(msgspec.Struct, frozen=True):
    """A list."""

    texts: Sequence[str]
    tone: Tone = ""


class Code(msgspec.Struct, frozen=True):
    """Text with its own lines: a scenario."""

    text: str


class NewPage(msgspec.Struct, frozen=True):
    """What follows begins on a page of its own."""


class OnePage(msgspec.Struct, frozen=True):
    """A heading, paragraphs and tables that stand on one page: on the next one where the rest of this has no room."""

    blocks: Sequence[Heading | Paragraph | Table]


Block = Masthead | Heading | Paragraph | Verdict | Chart | ChartGrid | Table | Items | Code | NewPage | OnePage


class Content(msgspec.Struct, frozen=True):
    """A whole report. first_page: how many of the blocks are the first page."""

    title: str
    blocks: Sequence[Block]
    first_page: int
    footer: str


def tidied(blocks: Sequence[Block]) -> list[Block]:
    """The same without what is empty: columns and rows of dashes, tables without rows, titles of nothing, and the first
    of two page ends without anything between."""
    printed: list[Block] = []
    for block in reversed([_without_dashes(block) for block in blocks]):
        after = printed[-1] if printed else None
        if isinstance(block, Table) and not (block.rows and block.columns):
            continue
        if isinstance(block, ChartGrid) and not block.charts:
            continue
        if isinstance(block, Heading) and _ends(after, block.level):
            continue
        if isinstance(block, NewPage) and (after is None or isinstance(after, NewPage)):
            continue
        printed.append(block)
    return printed[::-1]


def _ends(after: Block | None, level: int) -> bool:
    """Whether a part of this level is over before anything stands in it."""
    after = after.blocks[0] if isinstance(after, OnePage) else after
    return after is None or isinstance(after, NewPage) or (isinstance(after, Heading) and after.level <= level)


def _without_dashes(block: Block) -> Block:
    if isinstance(block, OnePage):
        return OnePage([_filled(one) if isinstance(one, Table) else one for one in block.blocks])
    return _filled(block) if isinstance(block, Table) else block


def _filled(table: Table) -> Table:
    """Without rows and columns in which there is nothing but dashes; the first column names the rows."""

    def known(cells: Sequence[str]) -> bool:
        return any(cell not in ("", NO_DATA) for cell in cells)

    rows = [row for row in table.rows if known(row.cells[1:]) or len(row.cells) == 1]
    wanted = [
        number
        for number in range(len(table.columns))
        if number == 0 or not rows or known([row.cells[number] for row in rows])
    ]
    if len(rows) == len(table.rows) and len(wanted) == len(table.columns):
        return table
    return Table(
        tuple(table.columns[number] for number in wanted),
        tuple(Row(tuple(row.cells[number] for number in wanted), row.tone) for row in rows),
        table.density,
    )
