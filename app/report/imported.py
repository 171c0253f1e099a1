"""Runs that came as totals (documents of kind "totals"): figures by run and target, without a recording behind them."""

from collections.abc import Mapping, Sequence
from math import isnan, nan

from app.analysis.repeats import totals_of
from app.report.measured import Span, number_of
from app.report.study_records import Metric, SystemRun
from app.session.reader import SessionReader
from app.session.records import Document, SystemInfo
from collectors.series import Better

TOTALS = "totals"
FIRST = ("OPM", "TPS", "IOPS")
"""The headline's figure is the first of these that there is."""
ADD_NOTHING = ("CPU %", "Latency ms")
ADD_NOTHING_ENDINGS = (" mean", " p50", " p90", " p95", " p99", " max")
USUAL_BETTER: Mapping[str, Better] = {
    "OPM": "more", "TPS": "more", "IOPS": "more", "MB/s": "more", "Users": "more",
    "Watts": "less", "Idle watts": "less", "Latency ms": "less",
}  # fmt: skip


def has_totals(reader: SessionReader) -> bool:
    """Whether the session's results came as totals."""
    return any(document.kind == TOTALS for document in reader.documents)


def imported_metrics(readers: Sequence[SessionReader]) -> list[Metric]:
    """Every figure of the totals, the headline's first."""
    found: dict[str, Metric] = {}
    for reader in readers:
        for document in reader.documents:
            for name, figure in figures_in(document).items():
                better = figure.get("better")
                better = better if better in ("more", "less") else USUAL_BETTER.get(name, "")
                unit = str(figure.get("unit") or "")
                found.setdefault(name, Metric(name, "/min" if unit == "orders/min" else unit, better))
    return sorted(found.values(), key=lambda metric: FIRST.index(metric.name) if metric.name in FIRST else len(FIRST))


def imported_repeats(reader: SessionReader) -> list[int]:
    """The runs that there are totals of."""
    return sorted({document.run for document in reader.documents if document.kind == TOTALS})


def imported_run(reader: SessionReader, system: SystemInfo, repeat: int) -> tuple[SystemRun | None, tuple[str, ...]]:
    """A system's totals of a run, summed over its targets unless there is one of the whole system; with what is wrong.

    A run that misses one of the system's targets has no total.
    """
    own = [d for d in reader.documents if d.kind == TOTALS and d.system == system.id]
    here = [document for document in own if document.run == repeat]
    if not here:
        return None, ()
    names = dict.fromkeys(document.name for document in own if document.target is not None or document.name)
    figures: dict[str, float] = {}
    targets: dict[str, dict[str, float]] = {}
    spans: list[Span] = []
    reasons: list[str] = []
    for document in here:
        for metric, figure in figures_in(document).items():
            value = number_of(figure.get("value"))
            span = Span(number_of(figure.get("from_s")), number_of(figure.get("to_s")))
            if not isnan(span.seconds) and span not in spans:
                spans.append(span)
            if document.target is None and not document.name:
                figures[metric] = value
            else:
                targets.setdefault(document.name, {})[metric] = value
    for metric in dict.fromkeys(metric for held in targets.values() for metric in held):
        if metric in figures:
            continue
        by_target = {name: held[metric] for name, held in targets.items() if metric in held}
        expected = [name for name in names if any(d.name == name and metric in figures_in(d) for d in own)]
        if len(expected) > 1 and (metric in ADD_NOTHING or metric.endswith(ADD_NOTHING_ENDINGS)):
            figures[metric] = nan
            continue
        total = totals_of([by_target], expected)
        figures[metric] = total.values[0]
        reasons += [f"{system.letter}: {metric}: {text.replace('repeat 1', f'run {repeat}')}" for text in total.reasons]
    one = spans[0] if len(spans) == 1 else None
    users = next((held["Users"] for held in targets.values() if "Users" in held), nan)
    return SystemRun(system.letter, one, figures, targets=targets, users=users), tuple(reasons)


def figures_in(document: Document) -> Mapping[str, Mapping[str, object]]:
    """The figures of a document of totals by their metric; none of any other document."""
    figures = document.data.get("figures") if document.kind == TOTALS else None
    if not isinstance(figures, Mapping):
        return {}
    return {str(name): figure for name, figure in figures.items() if isinstance(figure, Mapping)}
