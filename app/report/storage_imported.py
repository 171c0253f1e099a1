"""Series of runs at rising depths that were imported from storage exercisers (SQLIO, diskspd, fio)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from app.report.depth_charts import DepthPoint
from app.report.imported import figures_in
from app.report.measured import number_of
from app.session.reader import SessionReader
from app.session.records import Document

RUN = "storage run"


@dataclass(frozen=True, slots=True)
class Series:
    """Runs of one kind of I/O at several depths. words: of the kind. axis: what the depths are."""

    words: str
    axis: str
    points: tuple[DepthPoint, ...]


def imported_series(reader: SessionReader, letters: Mapping[str, str]) -> list[Series]:
    """Each kind of I/O with several depths; none of a session without such a series.

    letters: of the study's systems by the session's own. A depth is that of a thread where all runs of a kind had
    equally many threads, else that of all threads together.
    """
    systems = {system.id: letters[system.letter] for system in reader.systems if system.letter in letters}
    values = _values(reader)
    found: dict[str, list[tuple[int, int, DepthPoint]]] = {}
    for document in reader.documents:
        if document.kind != RUN or document.system not in systems:
            continue
        threads, depth = (number_of(document.data.get(name)) for name in ("threads", "outstanding"))
        if threads > 0 and depth > 0:
            io_words = str(document.data.get("test", "")).rpartition(", ")[0]
            known = values.get((document.system, document.run), {})
            point = _point(known, document, systems[document.system], round(threads), round(depth))
            found.setdefault(io_words, []).append((round(threads), round(depth), point))
    series = [_series(words, runs) for words, runs in found.items()]
    return [one for one in series if len({point.depth for point in one.points}) > 1]


def _series(words: str, runs: Sequence[tuple[int, int, DepthPoint]]) -> Series:
    threads = {own for own, _, _ in runs}
    if len(threads) == 1:
        own = threads.pop()
        axis = f"outstanding per thread x {own} thread{'s' * (own > 1)}"
        return Series(words, axis, tuple(point for _, _, point in runs))
    together = tuple(replace(point, depth=point.asked) for _, _, point in runs)
    return Series(words, "outstanding, all threads together", together)


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
