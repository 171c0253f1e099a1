# SPDX-License-Identifier: Apache-2.0
"""Data model of counters: the meaning of a source's raw columns, and a single reading of them.

Every source of counters (a collector, a worker, the embedded engine's file layer) describes its columns once with
`Series` and then sends `Reading`s. Raw values are stored unchanged; rates, means and shares are computed from them in
one place, app/session, over any interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["gauge", "rate", "average", "share"]
"""Rule for computing the counter's value over an interval from raw values:

- gauge: the raw value itself; over a window the mean of its samples.
- rate: delta value / delta source time in seconds, times scale (Disk Transfers/sec; with a raw value in seconds and
  scale 1 an average queue length; with scale 100 a busy percentage).
- average: delta value / delta base, times scale (Avg. Disk sec/Transfer; % Processor Time = busy / all, scale 100).
  No data, not 0, if the base did not change.
- share: value / base at one point in time, times scale.
"""

Layer = Literal[
    "application", "engine", "engine file", "operating-system file", "device", "engine process", "machine", "driver"
]  # fmt: skip
"""Layer in which a value was counted. The same name in another layer is a different counter.

- engine: counted by a database engine itself.
- engine file: the engine's own files, read and written past the operating system's cache.
- operating-system file: files accessed through that cache, so that a read may not have reached a device.
- engine process: counted by the operating system for only the engine's processes.
"""
Better = Literal["more", "less", ""]


@dataclass(frozen=True, slots=True)
class Series:
    r"""Counter that is computed from a source's raw columns.

    Attributes:
        path: Performance Monitor's notation, ``\\Object(instance)\\Counter`` (names: docs/counters.md).
        unit: unit of the computed value: "/s", "s", "B/s", "%", "B", "" ...; latencies are in s and displayed in ms.
        kind: rule for computing the value.
        layer: layer in which it was counted.
        value: index of its raw column in a reading.
        base: index of the base column; -1 if the kind needs none.
        scale: factor applied to the computed value.
        better: direction that is good for a system; "" if neither (for example, queue length is only a diagnostic).
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
    """Raw values at a point in time.

    Attributes:
        time_s: clock of the source in seconds, with any origin.
        values: value of each column; NaN means no data.
    """

    time_s: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Counter that sources of this kind can provide, but this one cannot.

    Attributes:
        path: path of the counter.
        layer: layer of the counter.
        reason: an English sentence for users, with placeholders in braces, about what is wrong or why it is impossible,
            and the remedy if there is a simple one.
        values: values for the placeholders in the reason.
        remedy: what to do, another sentence; "" if nothing helps or the reason says it.
        settable: whether the server's administrator can apply the remedy without another server or version.
    """

    path: str
    layer: Layer
    reason: str
    values: Mapping[str, str] = field(default_factory=dict)
    remedy: str = ""
    settable: bool = False


class SourceError(OSError):
    """Source that cannot be read now; the message is an English sentence for users, with placeholders in braces."""

    def __init__(self, text: str, /, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text, self.values = text, values


class Collector(Protocol):
    """Source of counters. Its columns and series never change; values of a device that disappears become NaN."""

    name: str

    @property
    def series(self) -> Sequence[Series]:
        """Counters that can be computed from each reading."""
        ...

    def read(self) -> Reading:
        """Read the counters.

        Raises:
            OSError: the source cannot be read now (SourceError with our own message); the next call may succeed.
        """
        ...

    def close(self) -> None:
        """Release all resources. Can be called twice."""
        ...
