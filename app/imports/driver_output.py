# SPDX-License-Identifier: Apache-2.0
r"""The DVD Store driver's output: a line every ten seconds, and a Final line.

    et=  10.0 n_overall=2541 opm=15246 rt_tot_lastn_max_msec=62 rt_tot_avg_msec=12 ... rollbacks: n=52 %=2
    Final (5/8/2015 4:13:17 AM): et=  60.0 n_overall=2541 opm=15246 rt_tot_avg=12 ... rollback_rate = 2%

n_overall and opm are cumulative since the start, or since "Stats reset" after the warm-up. Orders per minute in each
interval are computed from n_overall by the same code as in a live run; the printed opm is also stored, as
`\\Test\\OPM`. With several targets (target=a;b) each has a separate Final line below "Individual Stats", and with
detailed_view=Y a line after each interval. The time of an operation that was never executed is printed as -2147483648.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from app.imports.field_values import decimals_of
from app.imports.source import Log, LogRow, Total, lines_of, wrong
from app.imports.unusable import Unusable, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_PAIR = re.compile(r"(?<![A-Za-z_%])([A-Za-z_%]++)\s*+=\s*+(\S+?)%?(?=\s|$)")
"""Name and value of a figure. Some versions of the driver print a percent sign after the rollback rate."""
_LINE = re.compile(r"\bet\s*+=.{1,200}?\bn_overall\s*+=", re.IGNORECASE)
_FINAL = re.compile(r"\s*Final\b", re.IGNORECASE)
_RESET = re.compile(r"Stats reset", re.IGNORECASE)
_EACH_TARGET = re.compile(r"\s*Individual Stats for each\b", re.IGNORECASE)
_HOST = re.compile(r"\s*host ([^\s;]{1,80}) CPU%=")
"""Text after a target's line if the driver monitors its host."""
MOST_TARGETS = 100
PRINTED_EVERY_S = 10.0
RESET_S = 0.001
"""Minimum number of seconds between the last line before a reset and the row that represents the reset."""

COLUMNS = ("n_overall", "opm", "rt_tot_lastn_max_msec", "rt_tot_avg_msec", "n")
"""Printed figures that are stored; n is the number of rolled-back orders."""
DRIVER = "\\Outpace Driver(_Total)\\"
SERIES = (
    Series(f"{DRIVER}Orders/min", "/min", "rate", "application", 0, scale=60, better="more"),
    Series(f"{DRIVER}Orders/sec", "/s", "rate", "application", 0, better="more"),
    Series(f"{DRIVER}Rollbacks/sec", "/s", "rate", "application", 4),
    Series(f"{DRIVER}Rollback %", "%", "average", "application", 4, base=0, scale=100),
    Series("\\Test\\OPM", "/min", "gauge", "application", 1, better="more"),
    Series("\\Test\\MaxRT", "s", "gauge", "application", 2, scale=1e-3, better="less"),
    Series("\\Test\\AvgRT", "s", "gauge", "application", 3, scale=1e-3, better="less"),
)
FINAL_METRICS = {
    "opm": ("OPM", "/min"), "rt_tot_avg": ("Latency ms", "ms"), "rt_tot_avg_msec": ("Latency ms", "ms"),
    "rollback_rate": ("Rollback %", "%"),
}  # fmt: skip
"""Metric and unit of each name in the Final line."""
NEEDED = ("et", "n_overall")
WANTED = {*NEEDED, *COLUMNS, *FINAL_METRICS}


def is_driver_output(line: str) -> bool:
    """Return whether a line is typical of the driver's output."""
    return _LINE.search(line) is not None


def driver_log(path: Path) -> Log:
    """Open the log of one driver.

    Raises:
        ImportedFileError: no line was written by the driver.
    """
    if not any(is_driver_output(text) for _, text in lines_of(path)):
        raise wrong(path, "it contains no DVD Store driver lines (et= ... n_overall=...)")
    log = Log(
        "DVD Store output", "since start", len(COLUMNS), SERIES, lambda: _Reading(path, log, Unusable(path)).rows()
    )
    log.uncertainty_s = PRINTED_EVERY_S if any(_RESET.search(text) for _, text in lines_of(path)) else 0.05
    return log


@dataclass(slots=True)
class _Reading:
    """One pass through the file.

    Attributes:
        reset_s: time at which the driver reset its figures, in seconds since its start.
    """

    path: Path
    log: Log
    unusable: Unusable
    reset_s: float = 0.0
    last_s: float = 0.0
    last_orders: float = 0.0
    was_reset: bool = False
    steps: list[float] = field(default_factory=list)
    number: int = 0
    decimal_comma: bool | None = None
    of_targets: list[dict[str, float]] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[LogRow]:  # noqa: PLR0912 - a branch for each kind of line
        self.log.warnings.clear()
        self.log.totals.clear()
        self.log.target_totals.clear()
        self.log.decimals.clear()
        yield LogRow(0, 0.0, (0.0, math.nan, math.nan, math.nan, 0.0))
        finished = each_target = False
        cut: int | None = None
        for line, text in lines_of(self.path):
            if cut is not None:
                raise wrong(self.path, "et or n_overall has no value in this line", line=cut)
            if _RESET.search(text):
                self.was_reset, each_target = True, False
            elif _EACH_TARGET.match(text):
                each_target = True
            elif (host := _HOST.match(text)) and finished and each_target and len(self.hosts) < len(self.of_targets):
                self.hosts += [""] * (len(self.of_targets) - len(self.hosts) - 1) + [host[1]]
            elif is_driver_output(text):
                printed = self._printed(line, text)
                if any(name not in printed for name in NEEDED):
                    cut = line
                    continue
                if not all(math.isfinite(printed[name]) for name in NEEDED):
                    continue
                final = _FINAL.match(text) is not None
                if each_target and finished and final:
                    self._take_target(line, printed)
                elif finished:
                    raise wrong(self.path, "there are lines after the Final line: use one file per run", line=line)
                elif each_target and not final and self.reset_s + printed["et"] == self.last_s:
                    continue  # one target's share of the previous line
                else:
                    each_target, finished = False, final
                    yield from self._row(line, printed)
                    if finished:
                        self.log.totals.update(self._totals(printed))
        self._name_targets()
        if not self.number and self.unusable.count:
            raise self.unusable.nothing_left()
        if cut is not None:
            cut_off = phrase(
                "{name}: its last line ({line}) is cut off and was left out", name=self.path.name, line=cut
            )
            self.log.warnings.append(cut_off)
        if not finished:
            unended = phrase("{name} has no Final line: its run was cut off, and gives no total", name=self.path.name)
            self.log.warnings.append(unended)
        self.log.warnings += self.unusable.notes()

    def _printed(self, line: int, text: str) -> dict[str, float]:
        """Return the stored figures of a line; NaN for an impossible one.

        Raises:
            ImportedFileError: a figure is not a number.
        """
        figures: dict[str, float] = {}
        for name, figure in _PAIR.findall(text):
            key = name.casefold()
            if key not in WANTED:
                continue
            if key == "et" and self.decimal_comma is None:
                self.decimal_comma = "," in figure  # et is always printed with one decimal
            unit = FINAL_METRICS[key][1] if key in FINAL_METRICS else "ms" if key.endswith("msec") else ""
            comma = bool(self.decimal_comma)
            figures[key] = self.unusable.figure(line, name, figure, most_of(unit), decimal_comma=comma)
            if key in FINAL_METRICS and math.isfinite(figures[key]):
                self.log.decimals[FINAL_METRICS[key][0]] = decimals_of(figure, decimal_comma=comma)
        return figures

    def _row(self, line: int, printed: dict[str, float]) -> Iterator[LogRow]:
        et_s, orders = printed["et"], printed["n_overall"]
        if self.was_reset:
            # Lines continue at the same interval; the time from the last line to the reset is not printed.
            step_s = median(self.steps) if self.steps else PRINTED_EVERY_S
            self.reset_s = self.last_s + max(step_s - et_s, RESET_S)
            self.was_reset, self.last_orders = False, 0.0
            yield LogRow(line, self.reset_s, (0.0, math.nan, math.nan, math.nan, 0.0))
            self.last_s = self.reset_s
        at_s = self.reset_s + et_s
        if at_s < self.last_s or orders < self.last_orders:
            raise wrong(self.path, "et or n_overall is smaller than in the line before: is it one run?", line=line)
        if at_s == self.last_s:
            return
        self.number += 1
        if self.number > IMPORT_ROWS:
            raise wrong(self.path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
        self.steps = [*self.steps[-20:], at_s - self.last_s]
        self.last_s, self.last_orders = at_s, orders
        yield LogRow(line, at_s, tuple(printed.get(name, math.nan) for name in COLUMNS))

    def _totals(self, printed: dict[str, float]) -> dict[str, Total]:
        window = (self.reset_s, self.reset_s + printed["et"])
        return {
            metric: (printed[name], window)
            for name, (metric, _) in FINAL_METRICS.items()
            if math.isfinite(printed.get(name, math.nan))
        }

    def _take_target(self, line: int, printed: dict[str, float]) -> None:
        if len(self.of_targets) >= MOST_TARGETS:
            raise wrong(self.path, "more than {most} targets", line=line, most=MOST_TARGETS)
        self.of_targets.append(printed)

    def _name_targets(self) -> None:
        """Name the targets by their hosts if the driver prints distinct ones, otherwise by number."""
        hosts = [*self.hosts, *[""] * len(self.of_targets)]
        for number, printed in enumerate(self.of_targets):
            host = hosts[number]
            name = host if host and hosts.count(host) == 1 else f"target {number + 1}"
            self.log.target_totals[name] = self._totals(printed)
