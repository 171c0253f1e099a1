# SPDX-License-Identifier: Apache-2.0
"""Blocks of one session, the same on every surface: headline, tables, validity (app.report.content).

The terminal prints these blocks (app.report.text); a window or a browser page shows the same ones.
"""

from collections.abc import Iterator

from app.analysis.format import duration_in_units
from app.report.content import Block, Heading, Items, Paragraph, VerdictBlock
from app.report.first_page import headline_chart, key_charts
from app.report.result_tables import ResultTables, number_of
from app.report.storage_tables import storage_tables
from app.report.text import text_of
from app.report.timelines import color_of, time_charts
from app.results.crossings import threshold_lines
from app.results.result import Result, result_of
from app.results.storage_results import is_storage
from app.results.study import has_results, study_of
from app.session.reader import SessionReader


def session_blocks(reader: SessionReader, *, charts: bool = False) -> list[Block]:
    """Return the blocks of a session, as far as recorded.

    Args:
        reader: Session to show.
        charts: Whether to include charts: of the headline's figure, of the key figures, and over time.

    Raises:
        SessionError: If the file turns out to be damaged.
    """
    study = study_of([reader]) if has_results(reader) else None
    result = result_of(reader, study=study)
    subtitle = _storage_subtitle(result) if is_storage(reader) else _subtitle(result)
    drawn = study if charts else None
    return [
        Heading(result.title, 1),
        Paragraph(subtitle, "dim"),
        *(
            VerdictBlock(one.text, one.details, color_of(one.leader) if one.leader else "", system=one.leader)
            for one in result.headline.statements
        ),
        *((headline_chart(drawn), *key_charts(drawn)) if drawn is not None else ()),
        *session_tables(reader, result),
        *(time_charts(reader, drawn, 0) if drawn is not None else ()),
        *_validity(result, reader),
    ]


def session_tables(reader: SessionReader, result: Result) -> list[Block]:
    """Return the tables of a session's result.

    Args:
        reader: Session to show.
        result: Its result.
    """
    tables = ResultTables(result)
    if is_storage(reader):
        return list(storage_tables(tables, patterns=reader.scenario.results.page == "patterns"))
    return list(tables.all())


def session_text(reader: SessionReader) -> str:
    """Return the blocks of a session as plain text."""
    return text_of(session_blocks(reader))


def validity_text(reader: SessionReader) -> str:
    """Return several lines: whether the run is valid, its warnings, and its path."""
    return text_of(list(_validity(result_of(reader), reader)))


def _recorded(result: Result) -> str:
    when = f"{result.started[:16].replace('T', ' ')}, "
    is_imported = result.kind == "import" and not result.seconds
    return when + ("totals from elsewhere" if is_imported else f"{duration_in_units(result.seconds)} recorded")


def _subtitle(result: Result) -> str:
    steps = [f"{len(result.steps)} steps"] if result.steps else []
    repeats = [f"{len(result.runs)} repeats"] if len(result.runs) > 1 else []
    spans = {(one.from_s, one.to_s) for one in result.systems if one.from_s is not None and one.to_s is not None}
    if steps or repeats or len(spans) != 1:
        return (
            f"{_recorded(result)}; {', '.join([*steps, *repeats, result.design])}"
            if result.design
            else _recorded(result)
        )
    from_s, to_s = next((number_of(from_s), number_of(to_s)) for from_s, to_s in spans)
    window = f"figures of {duration_in_units(to_s - from_s)}, from {from_s:.0f} s to {to_s:.0f} s after the start"
    return f"{_recorded(result)}; {window}"


def _storage_subtitle(result: Result) -> str:
    steps = result.storage
    if not steps:
        return _recorded(result)
    measured_s = sorted({round(own.seconds) for step in steps for own in step.systems.values()})
    lengths = " to ".join(f"{one:,}" for one in measured_s)
    return f"{_recorded(result)}; {len(steps)} step{'s' * (len(steps) > 1)} of {lengths} s"


def _validity(result: Result, reader: SessionReader) -> Iterator[Block]:
    """Yield whether the run is valid and was completed, the reasons, warnings, crossed thresholds and the path."""
    if not result.valid:
        yield Paragraph("NOT a valid run:", "bad")
        if result.reasons:
            yield Items(tuple(result.reasons), "bad")
    elif result.cut_short:
        yield Paragraph(f"A run that was cut short, no repeat of its plan ({result.cut_short}).", "warning")
    else:
        yield Paragraph("Valid run.", "good")
    yield from (Paragraph(f"Warning: {warning}", "warning") for warning in result.warnings)
    yield from (Paragraph(line) for line in (*threshold_lines(result.thresholds), result.disclaimer) if line)
    yield Paragraph(f"Session: {reader.path}", "dim")
