# SPDX-License-Identifier: Apache-2.0
"""The vocabulary of counters: what a column of raw values means, and one reading of them.

Every source of counters (a collector, a worker, the embedded engine's file layer) describes its columns once with
`Series` and then sends `Reading`s. Raw values are stored as they come; rates, means and shares are made of them in one
place, app/session, over whatever interval is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["gauge", "rate", "average", "share"]
"""How raw values become the counter's value over an interval:

- gauge: the raw value itself; over a window the mean of its samples.
- rate: delta value / delta source time in seconds, times scale (Disk Transfers/sec; with a raw value in seconds and
  scale 1 an average queue length; with scale 100 a busy percentage).
- average: delta value / delta base, times scale (Avg. Disk sec/Transfer; % Processor Time = busy / all, scale 100).
  Nothing counted in the base: no data, not 0.
- share: value / base at one moment, times scale.
"""

Layer = Literal[
    "application", "engine", "engine file", "operating-system file", "device", "engine process", "machine", "driver"
]  # fmt: skip
"""Where a figure was counted: the same name from another layer is another thing. engine: what a database engine counts
of itself; engine file: its own files, read and written past the operating system's cache; operating-system file: files
through that cache, so that a read may have touched no device; engine process: by the operating system, of an engine's
own processes alone.
"""
Better = Literal["more", "less", ""]


@dataclass(frozen=True, slots=True)
class Series:
    """One counter that can be made of a source's raw columns.

    path: Performance Monitor's form, ``\\Object(instance)\\Counter`` (names: docs/counters.md).
    unit: of the made value: "/s", "s", "B/s", "%", "B", "" ...; latencies are seconds, display alone makes them ms.
    value, base: indexes of raw columns in the reading; base is -1 where the kind needs none.
    better: which direction is good for a system, "" where neither is (a queue length is a diagnostic).
    """

    path: str
    unit: str
    kind: Kind
    layer: Layer
    value: int
    base: int = -1
    scale: float = 1.0
    better: Better = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Raw values at one moment. time_s: the source's own clock in seconds (any origin). values: NaN is no data."""

    time_s: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """A counter that a source of its kind could give and this one can't, with the reason for a person: what is wrong
    or why it can't be, and where something can be done about it, what.

    reason: an English sentence, its values' names in braces; values: what stands there. remedy: what can be done, a
    sentence too; "" where nothing can, or where the reason says it. settable: whoever runs the server can follow the
    remedy without another server or version.
    """

    path: str
    layer: Layer
    reason: str
    values: Mapping[str, str] = field(default_factory=dict)
    remedy: str = ""
    settable: bool = False


class SourceError(OSError):
    """A source that can't be read just now, for a person: an English sentence with its values' names in braces."""

    def __init__(self, text: str, /, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text, self.values = text, values


class Collector(Protocol):
    """A source of counters. The columns and series never change during its life; a vanished device becomes NaN."""

    name: str

    @property
    def series(self) -> Sequence[Series]:
        """What the columns of each reading mean."""
        ...

    def read(self) -> Reading:
        """One reading. Raises OSError (SourceError, where the reason is ours) where the source can't be read just now;
        the next call may succeed."""
        ...

    def close(self) -> None:
        """Releases what it holds. May be called twice."""
        ...
