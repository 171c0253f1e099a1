# SPDX-License-Identifier: Apache-2.0
"""pgbench's output and its log files.

The output has a line per --progress interval, and a summary. Log files (-l) have a line per transaction or per
--aggregate-interval.

    progress: 5.0 s, 5241.8 tps, lat 0.381 ms stddev 0.092, 0 failed
    tps = 5241.869203 (without initial connection time)

A log file has no header: client, transaction, microseconds, script, seconds and microseconds since 1970, then the lag
of --rate. In place of microseconds a transaction may have "skipped", "failed", "serialization" or "deadlock". The
fields of an interval include its start, its number of transactions, and the sum, sum of squares, minimum and maximum of
their microseconds.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from app.imports.counted_rows import Interval, begins, counted_rows, gap_notes
from app.imports.field_values import decimals_of
from app.imports.source import MOST_STEPS, Log, LogRow, lines_of, wrong
from app.imports.unusable import LARGEST, Unusable, is_no_number, most_of
from app.model.bounds import IMPORT_LINES, IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from app.model.messages import Sentence
from collectors.series import Series

_PROGRESS = re.compile(
    r"progress: (?P<at>[\d.]+) s, (?P<tps>\S+) tps, lat (?P<lat>\S+) ms stddev (?P<sd>[^\s,]+)(?P<more>.*)"
)
_BEGIN = re.compile(r"(pgbench \([\d.]|progress: [\d.]+ s,|transaction type: |tps = [\d.]+ )")
_TYPE = re.compile(r"transaction type: (.*)")
_TPS = re.compile(r"tps = (\S+)(?: \((including|excluding|without)?.*)?")
_VERSION = re.compile(r"pgbench \(([^)]*)\)")
_FIGURES = (
    (re.compile(r"latency average\s*[=:]\s*(\S+) ms"), "Latency ms"),
    (re.compile(r"latency stddev\s*[=:]\s*(\S+) ms"), "Latency ms stddev"),
    (re.compile(r"rate limit schedule lag: avg (\S+) "), "Lag ms"),
    (re.compile(r"number of transactions actually processed: (\d+)"), "Transactions"),
    (re.compile(r"number of failed transactions: \d+ \(([\d.]+) ?%\)"), "Failed %"),
    (re.compile(r"number of transactions skipped: \d+ \(([\d.]+) ?%\)"), "Skipped %"),
    (
        re.compile(r"number of transactions above the .{1,40}? latency limit: .{1,80}?\(([\d.]+) ?%\)"),
        "Above the limit %",
    ),
)
_FACTS = re.compile(
    r"(scaling factor|query mode|number of clients|number of threads|partition method|duration|"
    r"number of transactions per client): (.*)"
)
_ABORTED = re.compile(r"Run was aborted|pgbench: error: client \d+ .{0,200}?aborted")
SECONDS_SINCE_1970 = 10**8
"""Smallest value that is a time since 1970 (--progress-timestamp)."""

_TRANSACTION = re.compile(
    r"\d{1,9} \d{1,18} (?:\d{1,18}|skipped|failed|serialization|deadlock) \d{1,4} \d{9,11} \d{1,6}(?: \d{1,18}){0,2}"
)
_INTERVAL = re.compile(r"\d{9,11}(?: \d{1,30}){5,16}")
BACK_S = 1.0

_COUNTED = (
    Series("\\pgbench\\Transactions/sec", "/s", "rate", "application", 0, better="more"),
    Series("\\pgbench\\Avg. sec/Transaction", "s", "average", "application", 1, 0, better="less"),
)
_PRINTED = (
    *_COUNTED,
    Series("\\pgbench\\Std. dev. sec/Transaction", "s", "gauge", "application", 2, better="less"),
    Series("\\pgbench\\Failed/sec", "/s", "rate", "application", 3, better="less"),
    Series("\\pgbench\\Skipped/sec", "/s", "rate", "application", 4, better="less"),
    Series("\\pgbench\\Avg. Schedule Lag", "s", "average", "application", 5, 0, better="less"),
)
_LOGGED = (
    *_COUNTED,
    Series("\\pgbench\\Max. sec/Transaction", "s", "gauge", "application", 2, better="less"),
    Series("\\pgbench\\Failed/sec", "/s", "rate", "application", 3, better="less"),
    Series("\\pgbench\\Skipped/sec", "/s", "rate", "application", 4, better="less"),
    Series("\\pgbench\\Avg. Schedule Lag", "s", "average", "application", 5, 0, better="less"),
)


def is_pgbench(line: str) -> bool:
    """Return whether a line is typical of pgbench's output."""
    return _BEGIN.match(line) is not None


def is_pgbench_log(line: str) -> bool:
    """Return whether a file's first line is typical of pgbench's log files."""
    return bool(_TRANSACTION.fullmatch(line.strip()) or _INTERVAL.fullmatch(line.strip()))


def pgbench_output(path: Path) -> Log:
    """Read the output: the rows of --progress, and the summary as totals.

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
    rows: list[LogRow] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=dict)
    decimals: dict[str, int] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    begun: int = 0
    ended: int = 0
    aborted: int = 0
    lagged: bool = False
    unusable: Unusable = field(init=False)

    def __post_init__(self) -> None:
        self.unusable = Unusable(self.path)

    def take(self, line: int, text: str) -> None:
        """Parse one more line."""
        if match := _PROGRESS.match(text):
            if self.ended or self.begun:
                raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
            self._progress(line, match)
        elif text.startswith("progress: "):
            raise wrong(self.path, "the line is cut off: it has fewer figures than its header", line=line)
        elif match := _TYPE.match(text):
            if self.begun:
                raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
            self.begun = line
            self.facts["Workload"] = match[1][:200]
        elif match := _VERSION.match(text):
            self.facts["Tool"] = f"pgbench {match[1]}"[:80]
        elif match := _FACTS.match(text):
            self.facts[match[1].capitalize()] = match[2][:200]
        elif match := _TPS.match(text):
            self._end(line, match)
        elif _ABORTED.search(text):
            self.aborted = line
        else:
            for form, metric in _FIGURES:
                if match := form.match(text):
                    self._total(line, metric, match[1])

    def _end(self, line: int, match: re.Match[str]) -> None:
        """Process the last line of a summary.

        Before PostgreSQL 14 there are two such lines; the second one excludes the time to connect.
        """
        if self.ended and match[2] != "excluding":
            raise wrong(self.path, "there are lines of a second run: use one file per run", line=line)
        self.ended = line
        self._total(line, "TPS", match[1])

    def _total(self, line: int, metric: str, text: str) -> None:
        value = self._figure(line, metric, text, most_of("ms") if "ms" in metric else LARGEST)
        if math.isfinite(value):
            self.totals[metric] = value
            self.decimals[metric] = decimals_of(text)

    def log(self) -> Log:
        """Return the log of all lines."""
        name = self.path.name
        if not self.rows and not self.ended:
            raise wrong(
                self.path, "the output ends here without pgbench's results: it was cut off", line=self.begun or 1
            )
        dated = bool(self.rows) and self.rows[-1].seconds > SECONDS_SINCE_1970
        rows = self._cumulative_rows(dated) if self.rows else []
        series = _PRINTED if self.lagged else _PRINTED[:5]
        log = Log(
            "pgbench output",
            "dated" if dated else "since start",
            len(rows[0].values) if rows else 0,
            series if rows else (),
            lambda: iter(rows),
        )
        if dated:
            log.detail = OriginDetail(zone="UTC", bias_min=0)
        log.facts, log.decimals = self.facts, self.decimals
        warnings: list[Sentence] = []
        if self.ended:
            transactions, tps = self.totals.get("Transactions", 0.0), self.totals.get("TPS", 0.0)
            end_s = transactions / tps if tps > 0 else 0.0
            window = (0.0, end_s)
            log.totals = {metric: (value, window) for metric, value in self.totals.items()}
        else:
            warnings.append(phrase("{name} has no summary: its run was cut off, and gives no total", name=name))
        if self.aborted:
            warnings.append(
                phrase("{name}, line {line}: pgbench says that its run was aborted", name=name, line=self.aborted)
            )
        warnings += gap_notes(name, self._intervals(dated)) if self.rows else ()
        log.warnings = [*warnings, *self.unusable.notes()]
        return log

    def _cumulative_rows(self, dated: bool) -> list[LogRow]:
        """Return cumulative rows since the start of the first interval; a missing row leaves a gap."""
        return list(counted_rows(self._intervals(dated), (0, 1, 3, 4, 5)))

    def _intervals(self, dated: bool) -> list[Interval]:
        """Return the counts of each interval."""
        for before, row in pairwise(self.rows):
            if row.seconds <= before.seconds:
                raise wrong(self.path, "this row is older than the previous one: sort the rows by time", line=row.line)
        intervals = []
        began = begins([row.seconds for row in self.rows], None if dated else 0.0)
        for row, began_s in zip(self.rows, began, strict=True):
            tps, latency_ms, deviation_ms, failed, skipped, lag_ms = row.values
            count = tps * (row.seconds - began_s)
            waited_s = count * latency_ms / 1e3 if count else 0.0
            values = (count, waited_s, deviation_ms / 1e3, failed, skipped, count * lag_ms / 1e3 if count else 0.0)
            intervals.append(Interval(row.line, began_s, row.seconds, values))
        return intervals

    def _progress(self, line: int, match: re.Match[str]) -> None:
        if len(self.rows) >= IMPORT_ROWS:
            raise wrong(self.path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
        at_s = self._figure(line, "s", match["at"])
        if not math.isfinite(at_s):
            return
        more = match["more"]
        values = [
            self._figure(line, "tps", match["tps"], most_of("/s")),
            self._figure(line, "lat", match["lat"], most_of("ms")),
            self._figure(line, "stddev", match["sd"], most_of("ms")),
        ]
        for name, form in (
            ("failed", r"(?<![\d.])([\d.]++) failed"),
            ("skipped", r"(?<![\d.])([\d.]++) skipped"),
            ("lag", r"lag ([\d.]++) ms"),
        ):  # fmt: skip
            extra = re.search(form, more)
            self.lagged = self.lagged or (name == "lag" and extra is not None)
            values.append(self._figure(line, name, extra[1]) if extra else 0.0)
        self.rows.append(LogRow(line, at_s, tuple(values)))

    def _figure(self, line: int, name: str, text: str, most: float = LARGEST) -> float:
        """Return the figure. An interval without transactions has NaN, which is not an error."""
        if text == "-" or (name in ("lat", "stddev") and is_no_number(text)):
            return math.nan
        return self.unusable.figure(line, name, text, most)


def pgbench_family(path: Path) -> str:
    """Return the name shared by the logs of one process's threads: PREFIX.PID, PREFIX.PID.1, PREFIX.PID.2."""
    match = re.fullmatch(r"(.*?\.\d{1,9})(?:\.\d{1,4})?", path.name)
    return str(path.parent / match[1]) if match else ""


def pgbench_log(path: Path) -> Log:
    """Open a log file; pgbench writes one per thread.

    Raises:
        ImportedFileError: the file cannot be read.
    """
    first = next(lines_of(path))[1].strip()
    aggregated = not _TRANSACTION.fullmatch(first)
    fields = first.split(" ")
    lagged = len(fields) > 6 and (not aggregated or int(fields[6]) > 0)
    series = _LOGGED if lagged else _LOGGED[:5]

    def rows() -> Iterator[LogRow]:
        log.warnings.clear()
        yield from _intervals(path, log) if aggregated else _seconds(path, log)

    log = Log("pgbench log", "dated", 6, series, rows)
    log.detail = OriginDetail(zone="UTC", bias_min=0)
    log.uncertainty_s = 1.0 if aggregated else 0.0
    return log


def _lines(path: Path, form: re.Pattern[str], log: Log, most: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each line; the last line may be truncated."""
    damaged = 0
    for count, (line, text) in enumerate(lines_of(path)):
        if damaged:
            raise wrong(path, "this is no line of pgbench's log", line=damaged)
        if count >= most:
            raise wrong(path, "more than {most_rows:,} lines", line=line, most_rows=most)
        if not form.fullmatch(text.strip()):
            damaged = line
            continue
        yield line, text.split()
    if damaged:
        log.warnings.append(
            phrase("{name}: its last line ({line}) is cut off and was left out", name=path.name, line=damaged)
        )


def _seconds(path: Path, log: Log) -> Iterator[LogRow]:
    """Yield cumulative counts at the end of each second."""
    sums = [0.0, 0.0, math.nan, 0.0, 0.0, 0.0]
    end_s = line = 0
    last_s = -math.inf
    for line, fields in _lines(path, _TRANSACTION, log, IMPORT_LINES):
        at_s = int(fields[4]) + int(fields[5]) / 1e6
        if at_s < last_s - BACK_S:
            raise wrong(path, "this row is older than the previous one: sort the rows by time", line=line)
        last_s = max(last_s, at_s)
        second = int(last_s) + 1
        if not end_s:
            end_s = second
            yield LogRow(line, float(second - 1), tuple(sums))
        while second > end_s:
            yield LogRow(line, float(end_s), tuple(sums))
            sums[2] = math.nan
            end_s = end_s + 1 if second - end_s <= MOST_STEPS else second - 1
        if not fields[2].isdecimal():
            sums[4 if fields[2] == "skipped" else 3] += 1
            continue
        latency_s = int(fields[2]) / 1e6
        sums[0] += 1
        sums[1] += latency_s
        sums[2] = max(latency_s, sums[2]) if sums[2] >= 0 else latency_s
        if len(fields) > 6:
            sums[5] += int(fields[6]) / 1e6
    if end_s:
        yield LogRow(line, float(end_s), tuple(sums))


def _intervals(path: Path, log: Log) -> Iterator[LogRow]:
    """Yield cumulative counts at the end of each interval, which is the start of the next one."""
    sums = [0.0, 0.0, math.nan, 0.0, 0.0, 0.0]
    begin: LogRow | None = None
    step = 1
    counted: list[float] = []
    for (line, fields), after in pairwise([*_lines(path, _INTERVAL, log, IMPORT_ROWS), (0, [])]):
        start_s = int(fields[0])
        if begin is None:
            begin = LogRow(line, float(start_s), tuple(sums))
            yield begin
        step = int(after[1][0]) - start_s if after[1] else step
        if step <= 0:
            raise wrong(path, "this row is older than the previous one: sort the rows by time", line=after[0])
        counted = [float(one) for one in fields]
        sums[0] += counted[1]
        sums[1] += counted[2] / 1e6
        sums[2] = counted[5] / 1e6 if counted[1] else math.nan
        # PostgreSQL 15 and later write lag (4), skipped, retried, retries, serialization and deadlock failures. Earlier
        # versions write lag and skipped only with --rate and --latency-limit.
        if len(counted) > 6:
            sums[5] += counted[6] / 1e6
        if len(counted) > 10:
            sums[4] += counted[10]
        sums[3] += sum(counted[13:15])
        yield LogRow(line, float(start_s + step), tuple(sums))
