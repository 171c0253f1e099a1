# SPDX-License-Identifier: Apache-2.0
"""sysbench's output: a line per --report-interval, and the summary.

The database, fileio, cpu and memory tests are supported; in versions before 1.0 only the database test.

[ 5s ] thds: 2 tps: 120.99 qps: 2440.24 (r/w/o: 1709.77/486.62/243.85) lat (ms,95%): 24.38 err/s: 0.00 reconn/s: 0.00
[ 5s ] reads: 50.42 MiB/s writes: 33.61 MiB/s fsyncs: 6884.90/s latency (ms,95%): 0.215
[  10s] threads: 4, tps: 100.00, reads: 1400.00, writes: 400.00, response time: 20.00ms (95%), errors: 0.00 (0.5)
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.imports.counted_rows import Interval, begins, counted_rows, gap_notes
from app.imports.field_values import decimals_of
from app.imports.source import Log, LogRow, lines_of, wrong
from app.imports.unusable import LARGEST, Unusable, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_BEGIN = re.compile(
    r"sysbench v?\d|\[ *\d+s ?\] (thds|threads|reads|eps|[\d.]+ MiB)|(SQL|General|OLTP test) statistics:|CPU speed:$"
)
_VERSION = re.compile(r"sysbench v?(\d[^\s:]*)")
_INTERVAL = re.compile(r"\[ *(\d+)s ?\] (.*)")
_UNTIMED = re.compile(r"# threads: \d+, tps: ")
_WHOLE = re.compile(
    r"thds: \d+ (?:tps|eps): .*\(ms,\s*\d+%\): \S+|reads: .*\(ms,\s*\d+%\): \S+|[\d.]+ MiB/sec|"
    r"threads: \d+, tps: .*response time: \S+ms \(\d+%\)"
)
_RANK = re.compile(r"lat(?:ency)? \(ms,\s*(?P<rank>\d+)%\): (?P<ms>\S+)")
_OLD_RANK = re.compile(r"response time: (?P<ms>\S+?)ms \((?P<rank>\d+)%\)")
_INTERVAL_FIGURES: Mapping[str, tuple[re.Pattern[str], float]] = {
    # For each column, its pattern and the factor from the printed unit to units per second.
    "tps": (re.compile(r"\btps: ([^\s,]+)"), 1.0),
    "qps": (re.compile(r"\bqps: (\S+)"), 1.0),
    "reads": (re.compile(r"(?:\(r/w/o: |\breads(?:/s)?: )([^\s/,]+)[/,]"), 1.0),
    "writes": (re.compile(r"(?:\(r/w/o: [^/]+/|\bwrites(?:/s)?: )([^\s/,]+)[/,]"), 1.0),
    # sysbench-tpcc omits a colon.
    "errors": (re.compile(r"\b(?:err/s|errors):? +([^\s,]+)"), 1.0),
    "reconnects": (re.compile(r"\b(?:reconn/s|reconnects):? +([^\s,]+)"), 1.0),
    "events": (re.compile(r"\beps: (\S+)"), 1.0),
    "read bytes": (re.compile(r"\breads: (\S+) MiB/s"), float(1 << 20)),
    "write bytes": (re.compile(r"\bwrites: (\S+) MiB/s"), float(1 << 20)),
    "syncs": (re.compile(r"\bfsyncs: ([^/]+)/s"), 1.0),
    "bytes": (re.compile(r"(?<![\d.])([\d.]++) MiB/sec$"), float(1 << 20)),
}
_SERIES: Mapping[str, tuple[str, str]] = {
    "tps": ("Transactions/sec", "/s"), "qps": ("Queries/sec", "/s"), "reads": ("Read Queries/sec", "/s"),
    "writes": ("Write Queries/sec", "/s"), "errors": ("Errors/sec", "/s"), "reconnects": ("Reconnects/sec", "/s"),
    "events": ("Events/sec", "/s"), "read bytes": ("Read Bytes/sec", "B/s"), "write bytes": ("Write Bytes/sec", "B/s"),
    "syncs": ("Syncs/sec", "/s"), "bytes": ("Bytes/sec", "B/s"),
}  # fmt: skip
_FEWER = ("errors", "reconnects")
_FIGURES = (
    (re.compile(r"transactions: +\d+ +\((\S+) per sec\.\)"), "TPS"),
    (re.compile(r"queries: +\d+ +\((\S+) per sec\.\)"), "Queries/s"),
    (re.compile(r"ignored errors: +\d+ +\((\S+) per sec\.\)"), "Errors/s"),
    (re.compile(r"reconnects: +\d+ +\((\S+) per sec\.\)"), "Reconnects/s"),
    (re.compile(r"reads/s: +(\S+)"), "Read IOPS"),
    (re.compile(r"writes/s: +(\S+)"), "Write IOPS"),
    (re.compile(r"fsyncs/s: +(\S+)"), "Syncs/s"),
    (re.compile(r"read: +IOPS=(\S+)"), "Read IOPS"),
    (re.compile(r"write: +IOPS=(\S+)"), "Write IOPS"),
    (re.compile(r"fsync: +IOPS=(\S+)"), "Syncs/s"),
    (re.compile(r"read, MiB/s: +(\S+)"), "Read MiB/s"),
    (re.compile(r"written, MiB/s: +(\S+)"), "Write MiB/s"),
    (re.compile(r"read: +IOPS=\S+ (\S+) MiB/s"), "Read MiB/s"),
    (re.compile(r"write: +IOPS=\S+ (\S+) MiB/s"), "Write MiB/s"),
    (re.compile(r"events per second: +(\S+)"), "Events/s"),
    (re.compile(r"events/s \(eps\): +(\S+)"), "Events/s"),
    (re.compile(r"Total operations: \d+ \( *(\S+) per second\)"), "Events/s"),
    (re.compile(r"\S+ MiB transferred \((\S+) MiB/sec\)"), "MiB/s"),
    (re.compile(r"min: +(\S+?)(?:ms)?$"), "Latency ms min"),
    (re.compile(r"avg: +(\S+?)(?:ms)?$"), "Latency ms"),
    (re.compile(r"max: +(\S+?)(?:ms)?$"), "Latency ms max"),
)
_PERCENTILE = re.compile(r"(?:approx\. +)?(\d+)(?:th)? percentile: +(\S+?)(?:ms)?$")
_TIME = re.compile(r"(?:total time|time elapsed): +(\S+)s")
_THREADS = re.compile(r"Number of threads: (\d+)")
_CHECKPOINT = re.compile(r"\[ *\d+s ?\] Checkpoint report:")
_FATAL = re.compile(r"FATAL: (.*)")


def is_sysbench(line: str) -> bool:
    """Return whether a line is typical of sysbench's output."""
    return _BEGIN.match(line.strip()) is not None


def sysbench_output(path: Path) -> Log:
    """Read the rows of --report-interval, and the summary as totals.

    Raises:
        ImportedFileError: the output is damaged or has no results.
    """
    output = _Printed(path)
    for line, text in lines_of(path):
        output.take(line, text.strip())
    return output.log()


@dataclass(slots=True)
class _Printed:
    path: Path
    columns: tuple[str, ...] = ()
    rank: str = ""
    rows: list[LogRow] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=dict)
    decimals: dict[str, int] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    last: int = 1
    cut: int = 0
    untimed: int = 0
    fatal: str = ""
    unusable: Unusable = field(init=False)

    def __post_init__(self) -> None:
        self.unusable = Unusable(self.path)

    def take(self, line: int, text: str) -> None:
        """Parse one more line."""
        self.last = line
        if match := _VERSION.match(text):
            if "Tool" in self.facts:
                raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
            self.facts["Tool"] = f"sysbench {match[1]}"[:80]
        elif match := _THREADS.match(text):
            self.facts["Threads"] = match[1][:20]
        elif _CHECKPOINT.match(text):
            self.totals.clear()
            self.seconds = 0.0
        elif match := _INTERVAL.match(text):
            self._interval(line, int(match[1][:9]), match[2].strip())
        elif _UNTIMED.match(text):
            self.untimed = self.untimed or line
        elif match := _FATAL.match(text):
            self.fatal = self.fatal or match[1][:200]
        elif match := _PERCENTILE.match(text):
            self._total(line, f"Latency ms p{match[1][:3]}", match[2])
        elif match := _TIME.match(text):
            self._end(line, match[1])
        else:
            for form, metric in _FIGURES:
                if match := form.match(text):
                    self._total(line, metric, match[1])

    def _end(self, line: int, text: str) -> None:
        """Read the duration from a summary."""
        if self.seconds:
            raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
        self.seconds = self._figure(line, "total time", text, LARGEST)

    def log(self) -> Log:
        """Return the log of all lines."""
        name = self.path.name
        ended = self.seconds > 0 and "Latency ms" in self.totals
        if not self.rows and not ended:
            what = phrase("sysbench says: {reason}", reason=self.fatal) if self.fatal else None
            cut = phrase("the output ends here without sysbench's results: it was cut off")
            raise wrong(self.path, what or cut, line=self.last)
        log = Log("sysbench output", "since start", len(self.columns) + 1 if self.rows else 0, (), lambda: iter(rows))
        rows = list(counted_rows(self._intervals(), range(len(self.columns))))
        if self.rows:
            log.series = self._series()
            log.warnings += gap_notes(name, self._intervals())
        log.facts, log.decimals = self.facts, self.decimals
        if ended:
            # Omitted if it repeats another figure.
            if "TPS" in self.totals or "Read IOPS" in self.totals:
                self.totals.pop("Events/s", None)
            log.totals = {metric: (value, (0.0, self.seconds)) for metric, value in self.totals.items()}
        else:
            log.warnings.append(phrase("{name} has no summary: its run was cut off, and gives no total", name=name))
        if self.cut:
            log.warnings.append(
                phrase("{name}: its last line ({line}) is cut off and was left out", name=name, line=self.cut)
            )
        if self.untimed:
            log.warnings.append(
                phrase(
                    "{name}: lines of intervals without times are left out, the first is line {line}",
                    name=name,
                    line=self.untimed,
                )
            )
        log.warnings += self.unusable.notes()
        return log

    def _series(self) -> tuple[Series, ...]:
        series = []
        for index, column in enumerate(self.columns):
            counter, unit = _SERIES[column]
            better = "less" if column in _FEWER else "more"
            series.append(
                Series(
                    f"\\sysbench\\{counter}", unit, "rate", "application", index,
                    better="less" if better == "less" else "more",
                )
            )  # fmt: skip
        if self.rank:
            path = f"\\sysbench\\Latency p{self.rank}"
            series.append(Series(path, "s", "gauge", "application", len(self.columns), better="less"))
        return tuple(series)

    def _intervals(self) -> list[Interval]:
        """Return the counts of each interval; the percentile applies only to the interval."""
        if not self.rows:
            return []
        began = begins([row.seconds for row in self.rows], 0.0)
        return [
            Interval(
                row.line,
                began_s,
                row.seconds,
                [*(rate * (row.seconds - began_s) for rate in row.values[:-1]), row.values[-1]],
            )
            for began_s, row in zip(began, self.rows, strict=True)
        ]

    def _total(self, line: int, metric: str, text: str) -> None:
        value = self._figure(line, metric, text, most_of("ms" if metric.startswith("Latency") else "/s"))
        if math.isfinite(value):
            self.totals[metric] = value
            self.decimals[metric] = decimals_of(text)

    def _interval(self, line: int, at_s: int, text: str) -> None:
        if self.cut:
            raise wrong(self.path, "this is no line of sysbench's --report-interval", line=self.cut)
        if not _WHOLE.match(text):
            self.cut = line
            return
        if self.rows and at_s <= self.rows[-1].seconds:
            if at_s == self.rows[-1].seconds:
                return
            raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
        if len(self.rows) >= IMPORT_ROWS:
            raise wrong(self.path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
        printed = {name: match[1] for name, (form, _) in _INTERVAL_FIGURES.items() if (match := form.search(text))}
        if not printed:
            raise wrong(self.path, "this is no line of sysbench's --report-interval", line=line)
        if not self.rows:
            self.columns = tuple(printed)
        if tuple(printed) != self.columns:
            raise wrong(self.path, "the line has other figures than those before it", line=line)
        values = []
        for name, figure in printed.items():
            factor = _INTERVAL_FIGURES[name][1]
            values.append(self._figure(line, name, figure, most_of(_SERIES[name][1]) / factor) * factor)
        rank = _RANK.search(text) or _OLD_RANK.search(text)
        latency_s = math.nan
        if rank:
            self.rank = rank["rank"]
            latency_s = self._figure(line, "latency", rank["ms"], most_of("ms")) / 1e3
        self.rows.append(LogRow(line, float(at_s), (*values, latency_s)))

    def _figure(self, line: int, name: str, text: str, most: float) -> float:
        return self.unusable.figure(line, name, text, most)
