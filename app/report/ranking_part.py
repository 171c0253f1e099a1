"""Which tables and indexes caused the I/O, of each system's median run."""

from collections.abc import Iterator, Sequence
from math import nan

from app.analysis.format import NO_DATA, count_text, label_text
from app.report.content import Block, Column, Heading, Paragraph, Row, Table
from app.report.study_records import Study
from app.session.documents import RankedObject, Ranking, rankings
from app.session.reader import SessionReader

MOST = 12


def ranking_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """A table a target; nothing where no engine tells."""
    found = list(_of_median_runs(study, readers))
    if not found:
        return
    yield Heading("Tables and indexes by their I/O")
    for title, ranking in found:
        yield Heading(title, 3)
        yield _table(ranking.objects)
        if ranking.since_begin:
            yield Paragraph("Counted since its engine began to count: there was no count before the run.", "dim")
    yield Paragraph("Of each system's median run. Shares are of all objects that the engine counts.", "dim")


def _of_median_runs(study: Study, readers: Sequence[SessionReader]) -> Iterator[tuple[str, Ranking]]:
    for system in study.systems:
        median = study.median_run(system.letter)
        run = next((one for one in study.runs if one.systems.get(system.letter) is median), None)
        if run is None:
            continue
        reader, letters = readers[run.session], study.sessions[run.session].letters
        own = next((info for info in reader.systems if letters[info.letter] == system.letter), None)
        for ranking in rankings(reader.documents):
            if own is None or ranking.system != own.id or ranking.run != run.repeat or not ranking.objects:
                continue
            target = next((target.name for target in own.targets if target.id == ranking.target), "")
            several = f", {target}" if target and len(own.targets) > 1 else ""
            yield f"{system.letter}  {system.name}{several}, run {run.number}", ranking


def _table(objects: Sequence[RankedObject]) -> Table:
    reads = sum(one.reads or 0.0 for one in objects)
    writes = sum(one.writes or 0.0 for one in objects)
    rows = [
        Row(
            (
                one.name if one.name == one.table or not one.table else f"{one.name} ({one.table})",
                one.kind,
                _count(one.reads),
                _share(one.reads, reads),
                _each(one.read_s, one.reads),
                _count(one.writes),
                _share(one.writes, writes),
                _each(one.write_s, one.writes),
            )
        )
        for one in objects[:MOST]
        if one.reads or one.writes
    ]
    columns = [Column("Object", "left", 2.6), Column("Kind", "left", 0.8), Column("Reads"), Column("Share", weight=0.8)]
    columns += [Column("Mean read"), Column("Writes"), Column("Share", weight=0.8), Column("Mean write")]
    return Table(tuple(columns), tuple(rows))


def _count(value: float | None) -> str:
    return NO_DATA if value is None else count_text(value)


def _share(value: float | None, total: float) -> str:
    return NO_DATA if value is None or total <= 0 else f"{100 * value / total:.1f} %"


def _each(seconds: float | None, count: float | None) -> str:
    return label_text(seconds / count if seconds is not None and count else nan, "s")
