"""What every kind of log is to the session: columns with a meaning, and rows with times of the log's own clock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from collectors.series import Series

Clock = Literal["dated", "clock", "number", "since start"]
"""Of a log's times: dated (seconds since 1970 as the wall clock showed), clock (a time of day, seconds since the first
day's midnight), number (seconds of any origin), since start (of the load: the log knows it)."""

MOST_ROWS = 4_000_000
"""46 days at one row a second."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row. seconds: of the log's clock; rises. values: as many as the log has columns, NaN is no data."""

    line: int
    seconds: float
    values: tuple[float, ...]


@dataclass(slots=True)
class Log:
    """One file's time series. `rows` reads the file anew each time it is called, row by row.

    kind: for people ("PDH-CSV"). warnings, totals: known when the rows have been read to their end; totals are the
    run's figures that the log itself tells, by metric, with the seconds that they are of.
    """

    kind: str
    clock: Clock
    columns: int
    series: Sequence[Series]
    rows: Callable[[], Iterator[LogRow]]
    uncertainty_s: float = 0.0
    detail: Mapping[str, object] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    totals: dict[str, tuple[float, tuple[float, float]]] = field(default_factory=dict)
