"""What a report consists of, whatever it is written as: blocks in reading order. Texts are plain, never markup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

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
