# SPDX-License-Identifier: Apache-2.0
"""Texts for visitors: counter names and values, subjects of ratios, and the workload. No host names or paths."""

import math
from dataclasses import dataclass

from app.analysis.format import at_least_text
from app.model.documents import DriverFacts
from app.model.workloads import Workload
from app.results.session_headline import Line, SessionHeadline
from app.results.storage_results import storage_work
from app.results.study_records import StudySystem
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.workbench.counter_catalogue import DRIVER, Catalogue, baseline_of, chart_title, counter_name
from app.ui.workbench.localised_figures import (
    NO_DATA,
    moment_text,
    number_text,
    ratio_range_text,
    ratio_text,
    value_text,
)
from app.ui.workbench.sidebar import engine_versions
from app.ui.workbench.view import RESPONSE, TimeWindow
from widgets.presentation.measure import one_line
from widgets.translation import local, marked, tr

_IOPS = marked("IOPS"), marked("the IOPS")
_READS, _WRITES = (marked("Read IOPS"), marked("the read IOPS")), (marked("Write IOPS"), marked("the write IOPS"))
_LATENCY = marked("Latency"), marked("the latency")
_READ_LATENCY = marked("Read latency"), marked("the read latency")
_WRITE_LATENCY = marked("Write latency"), marked("the write latency")
_QUEUE = marked("Queue length"), marked("the queue length")
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
    "Latency p50": (marked("Latency, median"), marked("the median latency")),
    "Orders in Progress": (marked("Orders in progress"), marked("the orders in progress")),
    "Response Time/sec": (marked("Orders in progress"), marked("the orders in progress")),
    "Latency p95": (marked("Latency p95"), marked("the latency (p95)")),
    "Latency p99": (marked("Latency p99"), marked("the latency (p99)")),
    "Transactions/sec": (marked("Transactions per second"), marked("the transactions per second")),
    "Orders/sec": (marked("Orders per second"), marked("the orders per second")),
    "Orders/min": (marked("Orders per minute"), marked("the orders per minute")),
}
"""Label, and subject of ratios, by a counter's name in its path."""


MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Figure:
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
        """Return a system's average over a window as text, with its unit; a percentile is computed over all calls."""
        curve = catalogue.curve(system.letter, self.path)
        if curve is None:
            return NO_DATA, ""
        found = reader.window(curve.counter, window.from_s, window.to_s)
        text, unit_text = displayed_value(found.average, curve.counter.unit)
        return at_least_text(text, found.at_least), unit_text

    def ratio(self, reader: SessionReader, catalogue: Catalogue, other: SystemInfo, window: TimeWindow) -> str:
        """Return the ratio of a system's average to the baseline's; "–" if they cannot be compared."""
        baseline = baseline_of(reader)
        below = catalogue.curve(baseline.letter, self.path) if baseline is not None else None
        above = catalogue.curve(other.letter, self.path)
        if below is None or above is None or below.counter.layer != above.counter.layer:
            return ratio_text(math.nan, math.nan)
        both = [reader.window(curve.counter, window.from_s, window.to_s) for curve in (below, above)]
        baseline_mean, own_mean = (math.nan if one.at_least else one.average for one in both)
        return ratio_text(baseline_mean, own_mean)


def figure_of(path: str, named: str = "") -> Figure:
    """Return the figure of a counter; `named` is its name in this session if that differs from the path's name."""
    if named:
        short = named.split(" (", maxsplit=1)[0]
        return Figure(path, short, short)
    name = counter_name(path)
    known = _KNOWN.get(name.counter)
    if path == RESPONSE:
        known = marked("Response time, p95"), marked("the response time (p95)")
    if known is None:
        title = chart_title(path, "")
        return Figure(path, title, title)
    label, phrase = tr(known[0]), tr(known[1])
    if name.instance in ("", "_Total") or name.object == DRIVER:
        return Figure(path, label, phrase)
    return Figure(path, f"{label} · {name.instance}", f"{phrase} ({name.instance})")


def displayed_value(value: float, unit: str) -> tuple[str, str]:
    """Format a value and its unit; a unit that the label implies is omitted unless it has a prefix."""
    text, unit_text = value_text(value, unit)
    return text, "" if unit_text in ("/s", "/min") or text == NO_DATA else unit_text


def measured_lines(reader: SessionReader) -> tuple[str, ...]:
    """Return the workload in plain words, and when and on what it was measured; no host names or paths."""
    where = " · ".join(filter(None, (moment_text(reader.info.started), *_machine(reader))))
    return tuple(line for line in (workload_line(reader), where) if line)


def _machine(reader: SessionReader) -> tuple[str, ...]:
    """Return the engines and, if they ran on this machine, its processor and operating system."""
    engines = dict.fromkeys(engine_versions(reader).values())
    here = all(target.detail.engine in ("SQLite", "") for system in reader.systems for target in system.targets)
    facts = next((document.data for document in reader.documents_of(DriverFacts)), None)
    if facts is None or not here:
        return tuple(engines)
    system = str(facts.lines.get("Operating system", "")).partition("-")[0]
    cores = str(facts.lines.get("Cores", ""))
    counted = tr("{count} cores").format(count=cores) if cores else ""
    return (*engines, ", ".join(filter(None, (str(facts.lines.get("Processor", "")), counted))), system)


def workload_line(reader: SessionReader) -> str:
    """Return the workload as one line; "" if the session does not contain it."""
    if (storage := storage_work(reader)) is not None:
        sizes = "/".join(map(number_text, storage.mix("read" if storage.read_percent else "write")))
        return tr("{size} KiB {access} I/Os").format(size=sizes, access=storage.access)
    work, rate = reader.scenario.workload, reader.scenario.pacing.rate
    if not isinstance(work, Workload) or not work.seen_as:
        return ""
    if rate > 0:
        form = tr("{orders}: {rate} per second on each side")
    elif reader.scenario.results.load == "users":
        form = tr("{orders} from an increasing number of customers")
    elif work.users == 1:
        form = tr("{orders} from one customer on each side")
    else:
        form = tr("{orders} from {users} customers at once on each side")
    return form.format(orders=tr(work.seen_as), rate=number_text(rate), users=number_text(work.users))


def name_of(system: SystemInfo | StudySystem) -> str:
    """Return a system's name as one line."""
    return one_line(system.name)


def about_of(system: SystemInfo) -> str:
    """Return the first sentence of a system's notes as its description."""
    notes = one_line(str(system.facts.get("Notes", "")))
    first, stop, _ = notes.partition(". ")
    text = f"{first}." if stop else first
    return tr(text) if text else ""


def race_time_text(seconds: float) -> str:
    """Format a duration like a race clock: "7.5 s", "1:25.2"."""
    if seconds < MINUTE_S:
        return tr("{seconds} s").format(seconds=local(f"{seconds:.1f}"))
    minutes, rest = divmod(round(seconds, 1), MINUTE_S)
    return f"{minutes:.0f}:{local(f'{rest:04.1f}')}"


@dataclass(frozen=True, slots=True)
class LeadRatio:
    """Ratio of the leading to the trailing system, both given by letter.

    Attributes:
        ratio: The ratio as text, such as "2.80×".
        spread: "over 10 s: 2.46 – 3.41", or for repeats "95 % interval 2.7 – 2.9"; "" if unknown.
    """

    leader: str
    trailer: str
    ratio: str
    spread: str
    firm: bool


def lead_ratio(found: SessionHeadline, line: Line) -> LeadRatio | None:
    """Return the leader's ratio; None if there is none yet."""
    early = found.stage == "measuring" and found.to_s - found.from_s < found.ratio_after_s
    if early or not (math.isfinite(line.ratio) and line.ratio > 0):
        return None
    leader = line.leader(found.better)
    turned = leader != line.challenger
    ratio = ratio_text(1.0, 1 / line.ratio if turned else line.ratio, distinct_from_one=line.firm)
    form, low, high = tr("over 10 s: {values}"), line.ten_second_low, line.ten_second_high
    if line.comparison is not None and line.repeats > 1:
        form, low, high = tr("95 % interval {values}"), line.low, line.high
    if turned:
        low, high = (1 / high if high > 0 else math.nan), (1 / low if low > 0 else math.nan)
    spread = form.format(values=ratio_range_text(low, high)) if low < high < math.inf else ""
    return LeadRatio(leader, line.challenger if turned else line.baseline, ratio, spread, line.firm)
