# SPDX-License-Identifier: Apache-2.0
"""sysbench 1.0 and later: a line each --report-interval, and the summary; of its database, fileio, cpu, memory tests.

[ 5s ] thds: 2 tps: 120.99 qps: 2440.24 (r/w/o: 1709.77/486.62/243.85) lat (ms,95%): 24.38 err/s: 0.00 reconn/s: 0.00
[ 5s ] reads: 50.42 MiB/s writes: 33.61 MiB/s fsyncs: 6884.90/s latency (ms,95%): 0.215
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.imports.field_values import number_of
from app.imports.source import Log, LogRow, lines_of, wrong
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_BEGIN = re.compile(r"sysbench \d|\[ *\d+s ?\] (thds|reads|eps|[\d.]+ MiB)|(SQL|General) statistics:|CPU speed:$")
_VERSION = re.compile(r"sysbench (\d\S*)")
_INTERVAL = re.compile(r"\[ *(\d+)s ?\] (.*)")
_WHOLE = re.compile(r"thds: \d+ (?:tps|eps): .*\(ms,\s*\d+%\): \S+|reads: .*\(ms,\s*\d+%\): \S+|[\d.]+ MiB/sec")
_RANK = re.compile(r"lat(?:ency)? \(ms,\s*(\d+)%\): (\S+)")
_INTERVAL_FIGURES: Mapping[str, tuple[re.Pattern[str], float]] = {
    # By the column: where in a line it stands, and what makes its raw unit a second of it.
    "tps": (re.compile(r"\btps: (\S+)"), 1.0),
    "qps": (re.compile(r"\bqps: (\S+)"), 1.0),
    "reads": (re.compile(r"\(r/w/o: ([^/]+)/"), 1.0),
    "writes": (re.compile(r"\(r/w/o: [^/]+/([^/]+)/"), 1.0),
    "errors": (re.compile(r"\berr/s: (\S+)"), 1.0),
    "reconnects": (re.compile(r"\breconn/s: (\S+)"), 1.0),
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
    (re.compile(r"min: +(\S+)"), "Latency ms min"),
    (re.compile(r"avg: +(\S+)"), "Latency ms"),
    (re.compile(r"max: +(\S+)"), "Latency ms max"),
)
_PERCENTILE = re.compile(r"(\d+)th percentile: +(\S+)")
_TIME = re.compile(r"(?:total time|time elapsed): +(\S+)s")
_THREADS = re.compile(r"Number of threads: (\d+)")
_CHECKPOINT = re.compile(r"\[ *\d+s ?\] Checkpoint report:")
_FATAL = re.compile(r"FATAL: (.*)")


def is_sysbench(line: str) -> bool:
    """Whether a line is one that sysbench prints."""
    return _BEGIN.match(line.strip()) is not None


def sysbench_output(path: Path) -> Log:
    """The rows of --report-interval, and the summary as totals. Raises ImportedFileError."""
    found = _Printed(path)
    for line, text in lines_of(path):
        found.take(line, text.strip())
    return found.log()


@dataclass(slots=True)
class _Printed:
    path: Path
    columns: tuple[str, ...] = ()
    rank: str = ""
    rows: list[LogRow] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    last: int = 1
    cut: int = 0
    fatal: str = ""

    def take(self, line: int, text: str) -> None:
        """One more line."""
        self.last = line
        if found := _VERSION.match(text):
            if "Tool" in self.facts:
                raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
            self.facts["Tool"] = f"sysbench {found[1]}"[:80]
        elif found := _THREADS.match(text):
            self.facts["Threads"] = found[1][:20]
        elif _CHECKPOINT.match(text):
            self.totals.clear()
        elif found := _INTERVAL.match(text):
            self._interval(line, int(found[1][:9]), found[2].strip())
        elif found := _FATAL.match(text):
            self.fatal = self.fatal or found[1][:200]
        elif found := _PERCENTILE.match(text):
            self.totals[f"Latency ms p{found[1][:3]}"] = self._figure(line, "percentile", found[2])
        elif found := _TIME.match(text):
            self.seconds = self._figure(line, "total time", found[1])
        else:
            for form, metric in _FIGURES:
                if found := form.match(text):
                    self.totals[metric] = self._figure(line, metric, found[1])

    def log(self) -> Log:
        """Of all of it."""
        name = self.path.name
        ended = self.seconds > 0 and "Latency ms" in self.totals
        if not self.rows and not ended:
            what = phrase("sysbench says: {reason}", reason=self.fatal) if self.fatal else None
            cut = phrase("the output ends here without sysbench's results: it was cut off")
            raise wrong(self.path, what or cut, line=self.last)
        log = Log("sysbench output", "since start", len(self.columns) + 1 if self.rows else 0, (), lambda: iter(rows))
        rows = self.rows and [
            LogRow(self.rows[0].line, 0.0, (*[0.0] * len(self.columns), math.nan)),
            *self._summed(),
        ]
        if self.rows:
            log.series = self._series()
        log.facts = self.facts
        if ended:
            # Reported where it is the same as what is already there.
            if "TPS" in self.totals or "Read IOPS" in self.totals:
                self.totals.pop("Events/s", None)
            log.totals = {metric: (value, (0.0, self.seconds)) for metric, value in self.totals.items()}
        else:
            log.warnings.append(phrase("{name} has no summary: its run was cut off, and gives no total", name=name))
        if self.cut:
            log.warnings.append(
                phrase("{name}: its last line ({line}) is cut off and was left out", name=name, line=self.cut)
            )
        return log

    def _series(self) -> tuple[Series, ...]:
        found = []
        for index, column in enumerate(self.columns):
            counter, unit = _SERIES[column]
            better = "less" if column in _FEWER else "more"
            found.append(
                Series(
                    f"\\sysbench\\{counter}", unit, "rate", "application", index,
                    better="less" if better == "less" else "more",
                )
            )  # fmt: skip
        if self.rank:
            path = f"\\sysbench\\Latency p{self.rank}"
            found.append(Series(path, "s", "gauge", "application", len(self.columns), better="less"))
        return tuple(found)

    def _summed(self) -> list[LogRow]:
        """Rates since the begin; the percentile is of the interval."""
        sums = [0.0] * len(self.columns)
        before_s, found = 0.0, []
        for row in self.rows:
            for index, rate in enumerate(row.values[:-1]):
                sums[index] += rate * (row.seconds - before_s)
            before_s = row.seconds
            found.append(LogRow(row.line, row.seconds, (*sums, row.values[-1])))
        return found

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
        told = {name: found[1] for name, (form, _) in _INTERVAL_FIGURES.items() if (found := form.search(text))}
        if not self.columns:
            self.columns = tuple(told)
        if tuple(told) != self.columns:
            raise wrong(self.path, "the line has other figures than those before it", line=line)
        values = [self._figure(line, name, text) * _INTERVAL_FIGURES[name][1] for name, text in told.items()]
        rank = _RANK.search(text)
        latency_s = math.nan
        if rank:
            self.rank = rank[1]
            latency_s = self._figure(line, "latency", rank[2]) / 1e3
        self.rows.append(LogRow(line, float(at_s), (*values, latency_s)))

    def _figure(self, line: int, name: str, text: str) -> float:
        try:
            value = number_of(text)
        except ValueError as error:
            raise wrong(self.path, "{name}: {reason}", line=line, name=name, reason=error) from None
        if value < 0:
            raise wrong(self.path, "{name}: {value:g} is negative", line=line, name=name, value=value)
        return value
