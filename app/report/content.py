"""What a report consists of, whatever it is written as: blocks in reading order. Texts are plain, never markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

PAGE = 66.0
"""The width of a report's page, in sizes of the type of its tables."""
GLYPH, PADDING = 0.58, 0.9
"""About how wide a letter is, and the space beside a cell's text, in the same sizes."""
LONGEST_WORD = 16
"""Letters of a word that is not parted; a path or a hash is."""
Align = Literal["left", "right"]
Tone = Literal["", "good", "warning", "bad", "dim"]


@dataclass(frozen=True, slots=True)
class Heading:
    """level 1: the report's title; 2: a part; 3: within a part."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    text: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The statement that the report makes. color: of the system that is ahead, else empty. detail: its base."""

    statement: str
    detail: str
    color: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class CardValue:
    """A system's figure on a card. comparison: with the baseline; empty for the baseline."""

    letter: str
    color: str
    text: str
    comparison: str


@dataclass(frozen=True, slots=True)
class Card:
    """One of the figures of the first page."""

    label: str
    values: Sequence[CardValue]


@dataclass(frozen=True, slots=True)
class Cards:
    """Side by side."""

    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing (SVG text) with its size in its own units."""

    svg: str
    width: float
    height: float
    title: str


@dataclass(frozen=True, slots=True)
class Column:
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
    """Its header is repeated on every page that it goes on to."""

    columns: Sequence[Column]
    rows: Sequence[Row]

    def widths(self) -> list[float]:
        """Each column's share of the page, by its weight, yet wide enough for its words: a header or a number that is
        cut in two can't be read. A page is PAGE wide, in sizes of a table's type, as a PDF and as HTML."""
        needs = [self._need(number) for number in range(len(self.columns))]
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

    def _need(self, number: int) -> float:
        cells = (row.cells[number] for row in self.rows)
        words = [word for text in (self.columns[number].text, *cells) for word in text.split()]
        return PADDING + GLYPH * max((len(word) for word in words if len(word) <= LONGEST_WORD), default=1)


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    texts: Sequence[str]
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Text with its own lines: a scenario."""

    text: str


@dataclass(frozen=True, slots=True)
class NewPage:
    """What follows begins on a page of its own."""


Block = Heading | Paragraph | Verdict | Cards | Chart | Table | Items | Code | NewPage


@dataclass(frozen=True, slots=True)
class Content:
    """A whole report. first_page: how many of the blocks are the first page."""

    title: str
    blocks: Sequence[Block]
    first_page: int
    footer: str
