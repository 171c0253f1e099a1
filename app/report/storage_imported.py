"""Series of runs at rising depths that were imported from storage exercisers (SQLIO, diskspd, fio)."""

from collections.abc import Mapping
from math import isfinite

from app.report.depth_charts import DepthPoint
from app.report.imported import figures_in
from app.report.measured import number_of
from app.session.reader import SessionReader
from app.session.records import Document

RUN = "storage run"


def imported_series(reader: SessionReader, letters: Mapping[str, str]) -> dict[str, list[DepthPoint]]:
    """What each kind of I/O came to at several depths, by words for it; empty of a session without such a series.

    letters: of the study's systems by the session's own.
    """
    systems = {system.id: letters[system.letter] for system in reader.systems if system.letter in letters}
    values = _values(reader)
    found: dict[str, list[DepthPoint]] = {}
    for document in reader.documents:
        if document.kind != RUN or document.system not in systems:
            continue
        threads, depth = (number_of(document.data.get(name)) for name in ("threads", "outstanding"))
        if threads > 0 and depth > 0:
            io_words = str(document.data.get("test", "")).rpartition(", ")[0]
            words = f"{io_words}, {threads:g} thread{'s' * (threads != 1)}, imported"
            known = values.get((document.system, document.run), {})
            point = _point(known, document, systems[document.system], round(threads), round(depth))
            found.setdefault(words, []).append(point)
    return {words: points for words, points in found.items() if len({point.depth for point in points}) > 1}


def _values(reader: SessionReader) -> dict[tuple[int, int], dict[str, float]]:
    """The figures of whole systems, by system and run."""
    values: dict[tuple[int, int], dict[str, float]] = {}
    for document in reader.documents:
        if document.system is not None and document.target is None and not document.name:
            for name, figure in figures_in(document).items():
                if isfinite(value := number_of(figure.get("value"))):
                    values.setdefault((document.system, document.run), {})[name] = value
    return values


def _point(known: Mapping[str, float], run: Document, letter: str, threads: int, depth: int) -> DepthPoint:
    """The totals of a run at this depth, as the import has named them."""
    label = f"{run.data.get('label', '')}: "
    values = {name.removeprefix(label): value for name, value in known.items() if name.startswith(label)}
    mean_ms = values.get("Latency ms", values.get("Latency ms, derived"))
    return DepthPoint(
        letter=letter,
        target=0,
        depth=depth,
        iops=values.get("IOPS"),
        mean_s=_seconds(mean_ms),
        p50_s=_seconds(values.get("Latency ms p50")),
        p99_s=_seconds(values.get("Latency ms p99")),
        under_way=values.get("Achieved outstanding, derived"),
        asked=threads * depth,
    )


def _seconds(value_ms: float | None) -> float | None:
    return None if value_ms is None else value_ms / 1e3
