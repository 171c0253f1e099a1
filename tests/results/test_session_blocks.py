# SPDX-License-Identifier: Apache-2.0
"""Blocks of a session: the same list for terminal, window and browser."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.report.content import (
    Chart,
    DrawingGrid,
    Heading,
    Items,
    Paragraph,
    ReportColumn,
    ReportContent,
    ReportTable,
    Row,
    VerdictBlock,
)
from app.report.html import html_of
from app.report.session_blocks import session_blocks, session_text
from app.report.text import text_of
from app.session.reader import SessionReader
from tests.support import session_kinds as made


@pytest.mark.parametrize("kind", [made.repeats, made.sweep, made.depths, made.imported, made.invalid])
def test_blocks_of_a_session_are_complete_and_rectangular(kind: Callable[[Path], Path], tmp_path: Path) -> None:
    with SessionReader.open(kind(tmp_path / "session.outpace")) as reader:
        blocks, plain = session_blocks(reader, charts=True), session_blocks(reader)
        text = session_text(reader)
    assert isinstance(blocks[0], Heading)
    assert blocks[0].level == 1
    assert any(isinstance(block, VerdictBlock) for block in blocks)
    assert any(isinstance(block, Paragraph) and block.tone in ("good", "bad") for block in blocks)
    tables = [block for block in blocks if isinstance(block, ReportTable)]
    assert tables
    assert all(len(row.cells) == len(table.columns) for table in tables for row in table.rows)
    assert {column.system for table in tables for column in table.columns} >= {"A", "B"}
    assert any(isinstance(block, Chart) for block in blocks)
    assert [block for block in blocks if not isinstance(block, Chart | DrawingGrid)] == plain
    assert text == text_of(blocks) == text_of(plain)
    page = html_of(ReportContent(blocks[0].text, blocks, len(blocks), ""))
    assert page.count("<table") == len(tables)
    assert page.count("<svg") >= 1


def test_leader_of_a_verdict_is_named_by_its_letter(tmp_path: Path) -> None:
    with SessionReader.open(made.repeats(tmp_path / "session.outpace")) as reader:
        (verdict,) = (block for block in session_blocks(reader) if isinstance(block, VerdictBlock))
    assert verdict.system == "B"
    assert verdict.color


def test_text_keeps_notes_with_their_table_and_parts_apart() -> None:
    columns = (ReportColumn("", "left"), ReportColumn("A"), ReportColumn("B"))
    table = ReportTable(columns, (Row(("Orders", "1,079", "2,155")), Row(("worst 10 s", "5", "10"), level=1)))
    blocks = [Heading("Title", 1), Paragraph("Recorded.", "dim"), table, Paragraph("A note.", "dim")]
    blocks += [Paragraph("NOT a valid run:", "bad"), Items(("a user was lost",), "bad"), Paragraph("Path", "dim")]
    assert text_of(blocks).split("\n") == [
        "Title",
        "Recorded.",
        "",
        "                   A       B",
        "Orders         1,079   2,155",
        "  worst 10 s       5      10",
        "A note.",
        "",
        "NOT a valid run:",
        "  - a user was lost",
        "Path",
    ]
