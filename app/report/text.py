# SPDX-License-Identifier: Apache-2.0
"""Blocks as plain text, for terminals and logs."""

from collections.abc import Sequence
from itertools import pairwise

from app.report.content import Block, Code, Heading, Items, Masthead, OnePage, Paragraph, ReportTable, VerdictBlock

GAP = "   "
INDENT = "  "


def text_of(blocks: Sequence[Block]) -> str:
    """Return the text of blocks; what needs a page or a picture is left out."""
    kept = [(block, lines) for block in blocks if (lines := _lines(block))]
    texts = kept[0][1] if kept else []
    for (before, _), (block, lines) in pairwise(kept):
        texts += lines if _belongs_to(block, before) else ["", *lines]
    return "\n".join(texts)


def _belongs_to(block: Block, before: Block) -> bool:
    """Return whether a block follows the one before it without an empty line: a note, or the next of its kind."""
    if isinstance(before, Heading):
        return True
    is_note = isinstance(block, Paragraph) and block.tone == "dim"
    after_note = isinstance(before, Paragraph) and before.tone == "dim"
    texts = isinstance(block, Paragraph | Items) and isinstance(before, Paragraph | Items) and not after_note
    return is_note or texts or (isinstance(block, VerdictBlock) and isinstance(before, VerdictBlock))


def _lines(block: Block) -> list[str]:  # noqa: PLR0911 - one return per kind of block
    match block:
        case Heading(text) | Paragraph(text) | Code(text):
            return text.split("\n")
        case Masthead(title, lines):
            return [title, *lines]
        case VerdictBlock(statement, detail):
            return [statement, detail] if detail else [statement]
        case Items(texts):
            return [f"{INDENT}- {text}" for text in texts]
        case ReportTable():
            return table_lines(block)
        case OnePage(blocks):
            return text_of(blocks).split("\n")
        case _:
            return []


def table_lines(table: ReportTable) -> list[str]:
    """Return a table as aligned lines, the header first; rows of a higher level are indented."""
    if not table.rows:
        return []
    grid = [[column.text for column in table.columns]]
    grid += [[INDENT * row.level + row.cells[0], *row.cells[1:]] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    left = [column.align == "left" for column in table.columns]
    return [
        GAP.join(
            cell.ljust(width) if is_left else cell.rjust(width)
            for cell, width, is_left in zip(line, widths, left, strict=True)
        ).rstrip()
        for line in grid
    ]
