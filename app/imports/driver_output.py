# SPDX-License-Identifier: Apache-2.0
"""What the DVD Store driver prints: a line every ten seconds, and a Final line.

    et=  10.0 n_overall=2541 opm=15246 rt_tot_lastn_max_msec=62 rt_tot_avg_msec=12 rt_tot_sampled=90 rollbacks: n=52 %=2

n_overall and opm are cumulative since the start, or since "Stats reset" after the warm-up. Orders a minute of each
interval come from n_overall by the same code as those of a live run; the printed opm stays beside, as `\\Test\\OPM`.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from app.imports.field_values import figure_of
from app.imports.source import Log, LogRow, lines_of, wrong
from app.model.bounds import IMPORT_ROWS
from app.model.errors import phrase
from collectors.series import Series

_PAIR = re.compile(r"(?<![A-Za-z_%])([A-Za-z_%]++)\s*+=\s*+(\S+?)%?(?=\s|$)")
"""A figure with its name; some versions of the driver print a percent sign behind the rate of rollbacks."""
_LINE = re.compile(r"\bet\s*+=.{1,200}?\bn_overall\s*+=", re.IGNORECASE)
_FINAL = re.compile(r"\s*Final\b", re.IGNORECASE)
_RESET = re.compile(r"Stats reset", re.IGNORECASE)
PRINTED_EVERY_S = 10.0
RESET_S = 0.001
"""The row that stands for the setting back to zero comes at least this long after the last line before it."""

COLUMNS = ("n_overall", "opm", "rt_tot_lastn_max_msec", "rt_tot_avg_msec", "n")
"""The printed figures that are kept; n is the number of rolled-back orders."""
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
FINAL_METRICS = {"opm": "OPM", "rt_tot_avg_msec": "Latency ms", "rollback_rate": "Rollback %"}


def is_driver_output(line: str) -> bool:
    """Whether a line is one of those that the driver prints."""
    return _LINE.search(line) is not None


def driver_log(path: Path) -> Log:
    """Open the log of one driver. Raises ImportedFileError where there is no line of a driver in it."""
    if not any(is_driver_output(text) for _, text in lines_of(path)):
        raise wrong(path, "it contains no DVD Store driver lines (et= ... n_overall=...)")
    log = Log("DVD Store output", "since start", len(COLUMNS), SERIES, lambda: _Reading(path, log).rows())
    log.uncertainty_s = PRINTED_EVERY_S if any(_RESET.search(text) for _, text in lines_of(path)) else 0.05
    return log


@dataclass(slots=True)
class _Reading:
    """One pass through the file. reset_s: when the driver set its figures back to zero, since its start."""

    path: Path
    log: Log
    reset_s: float = 0.0
    last_s: float = 0.0
    last_orders: float = 0.0
    was_reset: bool = False
    steps: list[float] = field(default_factory=list)
    number: int = 0

    def rows(self) -> Iterator[LogRow]:
        self.log.warnings.clear()
        self.log.totals.clear()
        yield LogRow(0, 0.0, (0.0, math.nan, math.nan, math.nan, 0.0))
        finished = False
        cut: int | None = None
        for line, text in lines_of(self.path):
            if cut is not None:
                raise wrong(self.path, "et or n_overall has no value in this line", line=cut)
            if finished and is_driver_output(text):
                raise wrong(self.path, "there are lines after the Final line: use one file per run", line=line)
            if _RESET.search(text):
                self.was_reset = True
            elif is_driver_output(text):
                printed = self._printed(line, text)
                if "et" not in printed or "n_overall" not in printed:
                    cut = line
                    continue
                finished = _FINAL.match(text) is not None
                yield from self._row(line, printed)
                if finished:
                    self._take_final(printed)
        if cut is not None:
            cut_off = phrase(
                "{name}: its last line ({line}) is cut off and was left out", name=self.path.name, line=cut
            )
            self.log.warnings.append(cut_off)
        if not finished:
            unended = phrase("{name} has no Final line: its run was cut off, and gives no total", name=self.path.name)
            self.log.warnings.append(unended)

    def _printed(self, line: int, text: str) -> dict[str, float]:
        """The figures of a line. Raises ImportedFileError for one that is no number, or below 0."""
        return {
            name.casefold(): figure_of(self.path, line, name, figure, decimal_comma="," in figure and "." not in figure)
            for name, figure in _PAIR.findall(text)
        }

    def _row(self, line: int, printed: dict[str, float]) -> Iterator[LogRow]:
        et_s, orders = printed["et"], printed["n_overall"]
        if self.was_reset:
            # The lines keep their rhythm; how long after the last one the figures were set back is not printed.
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

    def _take_final(self, printed: dict[str, float]) -> None:
        for name, metric in FINAL_METRICS.items():
            if name in printed:
                self.log.totals[metric] = (printed[name], (self.reset_s, self.reset_s + printed["et"]))
