# SPDX-License-Identifier: Apache-2.0
"""I/O by table and index, and the server's statements and waits, in each system's median run."""

from collections.abc import Iterator, Sequence
from math import nan

import msgspec

from app.analysis.format import NO_DATA, count_text, label_text, significant_text
from app.model.documents import DatabasePlacement, RankedObject, ServerWork
from app.model.messages import sentence
from app.report.content import Block, Heading, Paragraph, ReportColumn, ReportTable, Row
from app.results.rankings import Moved, RankedTable, Ranking, io_of, moved, other_tiers, ranked_tables, rankings
from app.results.study_records import Study, SystemRun
from app.results.top_statements import recorded_work, statements_of, waits_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo

MOST_TABLES = 10
MOST = 10
FIGURES = {"reads": "reads", "writes": "writes", "read_s": "read time", "write_s": "write time",
           "rows_changed": "rows changed"}  # fmt: skip


class _MedianRun(msgspec.Struct, frozen=True):
    """Median run of a system and the session that contains it."""

    title: str
    reader: SessionReader
    system: SystemInfo
    repeat: int
    own: SystemRun

    def title_of(self, target: int | None, number: int) -> str:
        """Return the heading for a target of a run."""
        name = next((one.name for one in self.system.targets if one.id == target), "")
        several = f", {name}" if name and len(self.system.targets) > 1 else ""
        return f"{self.title}{several}, run {number}"


def ranking_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield a table per target; nothing if no engine provides rankings."""
    blocks = [block for number, run in _median_runs(study, readers) for block in _ranking_blocks(number, run)]
    if not blocks:
        return
    yield Heading("I/O by table and index")
    yield from blocks
    yield Paragraph(
        "Of each system's median run. A table's line holds its indexes, which follow it. Shares are of all tables that "
        "the engine counts; cumulated: of reads and writes together.",
        "dim",
    )


def work_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield the statements with the longest total times, and the waits; nothing if no server was queried."""
    blocks = [block for number, run in _median_runs(study, readers) for block in _work_blocks(number, run)]
    if not blocks:
        return
    yield Heading("Top statements and waits")
    yield from blocks
    yield Paragraph(
        "Of the step that stands for each system's median run, counted by the server from its begin to its end. "
        "Statements are the server's normalised ones, without values.",
        "dim",
    )


def _median_runs(study: Study, readers: Sequence[SessionReader]) -> Iterator[tuple[int, _MedianRun]]:
    for system in study.systems:
        median = study.median_run(system.letter)
        run = next((one for one in study.runs if one.systems.get(system.letter) is median), None)
        if run is None or median is None:
            continue
        reader, letters = readers[run.session], study.sessions[run.session].letters
        system_info = next((info for info in reader.systems if letters[info.letter] == system.letter), None)
        if system_info is not None:
            title = f"{system.letter}  {system.name}"
            yield run.number, _MedianRun(title, reader, system_info, run.repeat, median)


def _ranking_blocks(number: int, run: _MedianRun) -> Iterator[Block]:
    for ranking in rankings(run.reader):
        tables = ranked_tables(ranking.objects)
        if ranking.system != run.system.id or ranking.run != run.repeat or not tables:
            continue
        yield Heading(run.title_of(ranking.target, number), 3)
        yield _ranking_table(tables)
        for placed in run.reader.documents_of(DatabasePlacement):
            if (placed.system, placed.target) == (ranking.system, ranking.target):
                for place, other in other_tiers(tables, placed.data).items():
                    yield Paragraph(tier_text(place, other))
        if (tier := moved(tables)) is not None:
            yield Paragraph(moved_text(tier))
        for text in _notes(ranking):
            yield Paragraph(text, "dim")


def _notes(ranking: Ranking) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for name, reason in ranking.missing.items():
        reasons.setdefault(sentence(reason), []).append(FIGURES.get(name, name))
    for reason, names in reasons.items():
        text = ", ".join(names)
        yield f"No {text}: {reason}"
    if ranking.since_begin:
        yield "Counted since the engine's statistics were reset, not only this run."


def moved_text(tier: Moved) -> str:
    """Return a text on the I/O that would move with the first tables."""
    shares = _shares_text(tier)
    return f"If {_enumeration(tier.tables)} were moved to another tier, {shares} would go with them (as measured here)."


def tier_text(place: str, tier: Moved) -> str:
    """Return a text on the tables that are stored apart from the others."""
    verb = "lies" if len(tier.tables) == 1 else "lie"
    return f"{_enumeration(tier.tables)} {verb} in {place}, with {_shares_text(tier)}."


def _shares_text(tier: Moved) -> str:
    return ", ".join(f"{_percent(share)} of {FIGURES[name]}" for name, share in tier.shares.items() if name in FIGURES)


def _enumeration(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _ranking_table(tables: Sequence[RankedTable]) -> ReportTable:
    rows = []
    for one in tables[:MOST_TABLES]:
        indexes = sum(part.kind == "index" for part in one.parts)
        alone = len(one.parts) == 1
        kind = one.total.kind if alone else f"with {indexes} indexes" if indexes > 1 else "with its index"
        rows.append(Row((one.title, kind, *_cells(one.total, one), _share(one.cumulated), _rows(one.total))))
        if not alone:
            parts = (part for part in one.parts if io_of(part) or part.rows_changed)
            rows += [Row((f"    {part.name}", part.kind, *_cells(part, None), "", _rows(part))) for part in parts]
    columns = [
        ReportColumn("Object", "left", 2.6),
        ReportColumn("Kind", "left", 1.0),
        ReportColumn("Reads"),
        ReportColumn("Share", weight=0.8),
    ]
    columns += [
        ReportColumn("Mean read"),
        ReportColumn("Writes"),
        ReportColumn("Share", weight=0.8),
        ReportColumn("Mean write"),
    ]
    columns += [ReportColumn("Cumulated", weight=0.9), ReportColumn("Rows changed")]
    shown_columns = [
        place
        for place in range(len(columns))
        if place < 2 or any(row.cells[place] not in ("", NO_DATA) for row in rows)
    ]
    return ReportTable(
        tuple(columns[p] for p in shown_columns), tuple(Row(tuple(row.cells[p] for p in shown_columns)) for row in rows)
    )


def _cells(one: RankedObject, table: RankedTable | None) -> tuple[str, ...]:
    shares = table.shares if table is not None else {}
    return (
        _count(one.reads), _share(shares.get("reads")) if table else "", _each(one.read_s, one.reads),
        _count(one.writes), _share(shares.get("writes")) if table else "", _each(one.write_s, one.writes),
    )  # fmt: skip


def _rows(one: RankedObject) -> str:
    return _count(one.rows_changed)


def _count(value: float | None) -> str:
    return NO_DATA if value is None else count_text(value)


def _share(value: float | None) -> str:
    return NO_DATA if value is None else _percent(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _each(seconds: float | None, count: float | None) -> str:
    return label_text(seconds / count if seconds is not None and count else nan, "s")


def _work_blocks(number: int, run: _MedianRun) -> Iterator[Block]:
    for recorded in recorded_work(run.reader):
        if (recorded.system, recorded.run, recorded.step) != (run.system.id, run.repeat, run.own.step):
            continue
        yield Heading(run.title_of(recorded.target, number), 3)
        yield from _statement_blocks(run.reader, recorded.work)
        yield from _wait_blocks(run.reader, recorded.work)


def _statement_blocks(reader: SessionReader, work: ServerWork) -> Iterator[Block]:
    rows = [
        Row(
            (
                one.text,
                count_text(one.calls),
                _ms(one.mean_ms),
                _ms(1e3 * one.total_s),
                _share(one.share),
                _count(one.rows),
            )
        )
        for one in statements_of(work)[:MOST]
    ]
    if rows:
        columns = [
            ReportColumn("Statement", "left", 5),
            ReportColumn("Calls", weight=0.9),
            ReportColumn("Mean, ms", weight=0.9),
        ]
        columns += [ReportColumn("Total, ms"), ReportColumn("Share", weight=0.8), ReportColumn("Rows", weight=0.9)]
        yield ReportTable(tuple(columns), tuple(rows))
    if work.no_statements is not None:
        why = reader.sentence(work.no_statements)
        yield Paragraph(why if rows else f"No statements: {why}", "dim")
    if rows and work.nested:
        yield Paragraph("Statements within procedures are told beside the call that holds their time.", "dim")


def _wait_blocks(reader: SessionReader, work: ServerWork) -> Iterator[Block]:
    if work.no_waits is not None:
        yield Paragraph(f"No waits: {reader.sentence(work.no_waits)}", "dim")
        return
    waits = waits_of(work)[:MOST]
    if not waits:
        return
    if work.samplings is not None:
        rows = [Row((one.name, significant_text(one.sessions or 0.0), _share(one.share))) for one in waits]
        sampled = (
            ReportColumn("Sessions were found in", "left", 4),
            ReportColumn("Sessions, mean"),
            ReportColumn("Share"),
        )
        yield ReportTable(sampled, tuple(rows))
        yield Paragraph(f"Looked at {work.samplings:,} times.", "dim")
        return
    cells = [
        (
            one.name,
            _count(one.waits),
            _ms(one.mean_ms),
            _ms(None if one.total_s is None else 1e3 * one.total_s),
            _share(one.share),
        )
        for one in waits
    ]
    columns = (
        ReportColumn("Wait", "left", 4),
        ReportColumn("Waits"),
        ReportColumn("Mean, ms"),
        ReportColumn("Total, ms"),
        ReportColumn("Share"),
    )
    yield ReportTable(columns, tuple(map(Row, cells)))
    yield Paragraph("Of the whole server, as far as it counts waits.", "dim")


def _ms(value: float | None) -> str:
    return NO_DATA if value is None else significant_text(value)
