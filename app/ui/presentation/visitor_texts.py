# SPDX-License-Identifier: Apache-2.0
"""Text for visitors: counter names, values with a shared unit, and the workload. No host names or paths."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QDate, QLocale

from app.analysis.format import at_least_text, row_texts
from app.model.events import NotSimultaneous, kind_of
from app.model.workloads import WorkloadParameters
from app.results.measurings import work_unit
from app.results.storage_results import storage_work
from app.results.study_records import StudySystem
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.workbench.counter_catalogue import DRIVER, Catalogue, baseline_of, chart_title, counter_name
from app.ui.workbench.localised_figures import (
    NO_DATA,
    brief_ratio_text,
    counted_text,
    duration_text,
    number_text,
    value_text,
)
from app.ui.workbench.sidebar import engine_versions
from app.ui.workbench.view import RESPONSE, TimeWindow
from widgets.presentation.measure import one_line
from widgets.translation import local, marked, tr

_IOPS = marked("IOPS"), marked("the IOPS")
_READS, _WRITES = (marked("Read IOPS"), marked("the read IOPS")), (marked("Write IOPS"), marked("the write IOPS"))
_LATENCY = marked("I/O latency"), marked("the latency")
_READ_LATENCY = marked("Read latency"), marked("the read latency")
_WRITE_LATENCY = marked("Write latency"), marked("the write latency")
_QUEUE = marked("Queue"), marked("the queue length")
_READ_QUEUE = marked("Queue length of reads"), marked("the queue length of reads")
_KNOWN = {
    "Transfers/sec": _IOPS,
    "Disk Transfers/sec": _IOPS,
    "Reads/sec": _READS,
    "Disk Reads/sec": _READS,
    "Writes/sec": _WRITES,
    "Disk Writes/sec": _WRITES,
    "Avg. sec/Transfer": _LATENCY,
    "Avg. Disk sec/Transfer": _LATENCY,
    "Avg. sec/Read": _READ_LATENCY,
    "Avg. Disk sec/Read": _READ_LATENCY,
    "Avg. sec/Write": _WRITE_LATENCY,
    "Avg. Disk sec/Write": _WRITE_LATENCY,
    "Avg. Queue Length": _QUEUE,
    "Avg. Disk Queue Length": _QUEUE,
    "Avg. Read Queue Length": _READ_QUEUE,
    "Latency p50": (marked("Half answered within"), marked("the median latency")),
    "Bytes/sec": (marked("Data moved"), marked("the data moved")),
    "Disk Bytes/sec": (marked("Data moved"), marked("the data moved")),
    "Orders in Progress": (marked("Orders under way"), marked("the orders under way")),
    "Response Time/sec": (marked("Orders under way"), marked("the orders under way")),
    "Latency p95": (marked("95 % answered within"), marked("the latency (p95)")),
    "Latency p99": (marked("99 % answered within"), marked("the latency (p99)")),
    "Transactions/sec": (marked("Transactions per second"), marked("the transactions per second")),
    "Orders/sec": (marked("Orders per second"), marked("the orders per second")),
    "Orders/min": (marked("Orders per minute"), marked("the orders per minute")),
}
"""Label, and subject of a ratio, by the counter name within a path."""


MINUTE_S = 60
IMPLIED = ("/s", "/min")
"""Units that a label implies."""


@dataclass(frozen=True, slots=True)
class VisitorFigure:
    """A compared counter.

    Attributes:
        label: Label on the charts ("Latency").
        phrase: Subject of a ratio ("the latency").
    """

    path: str
    label: str
    phrase: str

    def value(
        self, reader: SessionReader, catalogue: Catalogue, system: SystemInfo, window: TimeWindow
    ) -> tuple[str, str]:
        """Return a system's average over a window and its unit as text; a percentile covers all calls in it."""
        curve = catalogue.curve(system.letter, self.path)
        if curve is None:
            return NO_DATA, ""
        found = reader.window(curve.counter, window.from_s, window.to_s)
        text, unit_text = displayed_value(found.average, curve.counter.unit)
        return at_least_text(text, found.at_least), unit_text

    def ratio(self, reader: SessionReader, catalogue: Catalogue, other: SystemInfo, window: TimeWindow) -> str:
        """Return the ratio of a system's average to the baseline's; "–" if they are not comparable."""
        baseline = baseline_of(reader)
        below = catalogue.curve(baseline.letter, self.path) if baseline is not None else None
        above = catalogue.curve(other.letter, self.path)
        if below is None or above is None or below.counter.layer != above.counter.layer:
            return NO_DATA
        both = [reader.window(curve.counter, window.from_s, window.to_s) for curve in (below, above)]
        baseline_mean, own_mean = (math.nan if one.at_least else one.average for one in both)
        return brief_ratio_text(own_mean / baseline_mean if baseline_mean > 0 else math.nan)


def figure_of(path: str, named: str = "") -> VisitorFigure:
    """Return the figure of a counter; `named` is its name in this session, if that differs from the path's."""
    if named:
        short = named.split(" (", maxsplit=1)[0]
        return VisitorFigure(path, short, short)
    name = counter_name(path)
    known = _KNOWN.get(name.counter)
    if path == RESPONSE:
        known = marked("95 % answered within"), marked("the response time (p95)")
    if known is None:
        title = chart_title(path, "")
        return VisitorFigure(path, title, title)
    label, phrase = tr(known[0]), tr(known[1])
    if name.instance in ("", "_Total") or name.object == DRIVER:
        return VisitorFigure(path, label, phrase)
    return VisitorFigure(path, f"{label} · {name.instance}", f"{phrase} ({name.instance})")


def displayed_value(value: float, unit: str) -> tuple[str, str]:
    """Return value and unit as text; a unit is omitted if the label implies it, unless it has a prefix."""
    text, unit_text = value_text(value, unit)
    return text, "" if unit_text in IMPLIED or text == NO_DATA else unit_text


def shared_texts(values: Sequence[float], unit: str) -> list[tuple[str, str]]:
    """Return the figures of adjacent panels as texts, each with the unit that they share."""
    if unit not in ("s", "B", "B/s"):
        return [displayed_value(value, unit) for value in values]
    texts = []
    for text in row_texts(values, unit):
        number, _, unit_text = text.rpartition(" ")
        texts.append((local(number), unit_text) if number else (NO_DATA, ""))
    return texts


def workload_line(reader: SessionReader, *, over: bool) -> str:
    """Return the work on each side as one line; "" if the session does not contain it."""
    if (storage := storage_work(reader)) is not None:
        sizes = "/".join(map(number_text, storage.mix("read" if storage.read_percent else "write")))
        return tr("{size} KiB {access} I/Os").format(size=sizes, access=tr(storage.access))
    work, rate = reader.scenario.workload, reader.scenario.pacing.rate
    if not isinstance(work, WorkloadParameters) or not work.seen_as:
        return ""
    if rate > 0:
        form = (
            marked("{rate} arrived per second on each side")
            if over
            else marked("{rate} arrive per second on each side")
        )
    elif reader.scenario.results.load == "users":
        form = marked("an increasing number of customers")
    elif work.users == 1:
        form = marked("one customer ordered on each side") if over else marked("one customer orders on each side")
    else:
        form = (
            marked("{users} customers ordered on each side") if over else marked("{users} customers order on each side")
        )
    text = counted_text(form, work_unit(reader))
    return text.format(rate=number_text(rate), users=number_text(work.users))


def where_measured(reader: SessionReader) -> str:
    """Return the workload and the engines as a sentence for a card; no host names or paths."""
    done = workload_line(reader, over=True)
    engines = " / ".join(dict.fromkeys(engine_versions(reader).values()))
    work = reader.scenario.workload
    name = tr(work.seen_as) if isinstance(work, WorkloadParameters) and work.seen_as else ""
    on = tr("{work} on {engine}").format(work=name, engine=engines) if name and engines else name or engines
    together = tr("at the same time") if _together(reader) else ""
    return f"{', '.join(filter(None, (on, ' '.join(filter(None, (done, together))))))}."


def _together(reader: SessionReader) -> bool:
    separate = any(event.kind == kind_of(NotSimultaneous) for event in reader.events)
    return len(reader.systems) > 1 and reader.info.kind == "run" and not separate


def name_of(system: SystemInfo | StudySystem) -> str:
    """Return a system's name as one line."""
    return one_line(system.name)


def about_of(system: SystemInfo) -> str:
    """Return a system's description, which is the first sentence of its notes."""
    notes = one_line(str(system.facts.get("Notes", "")))
    first, stop, _ = notes.partition(". ")
    text = f"{first}." if stop else first
    return tr(text) if text else ""


def race_time_text(seconds: float) -> str:
    """Format a duration like a finish clock: "7.5 s", "1:25"; tenths below a minute."""
    if seconds < MINUTE_S:
        return tr("{seconds} s").format(seconds=local(f"{seconds:.1f}"))
    return duration_text(round(seconds))


def day_text(when: datetime) -> str:
    """Format a date in words for a card: "28 November 2026"."""
    return _locale().toString(QDate(when.year, when.month, when.day), "d MMMM yyyy")


def short_day_text(when: datetime, *, time: bool = False) -> str:
    """Format a date for a pill: "28 Nov", with `time` "28 Nov 10:07"."""
    day = _locale().toString(QDate(when.year, when.month, when.day), "d MMM")
    return f"{day} {when:%H:%M}" if time else day


def _locale() -> QLocale:
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale
