# SPDX-License-Identifier: Apache-2.0
"""Traffic of each network interface of the machine, except loopback."""

import time
from collections.abc import Sequence

import psutil

from collectors.series import Reading, Series

FIGURES = (
    ("Bytes Received/sec", "B/s", "bytes_recv"),
    ("Bytes Sent/sec", "B/s", "bytes_sent"),
    ("Packets Received/sec", "/s", "packets_recv"),
    ("Packets Sent/sec", "/s", "packets_sent"),
)
LOOPBACKS = ("lo", "lo0", "Loopback Pseudo-Interface 1")
NO_DATA = float("nan")


class Network:
    """Network counters. Columns: bytes and packets received and sent, for each interface present at the start."""

    name = "network"

    def __init__(self) -> None:
        self._interfaces = sorted(name for name in psutil.net_io_counters(pernic=True) if name not in LOOPBACKS)
        self._series = tuple(
            Series(
                path=rf"\Network Interface({interface})\{figure}",
                unit=unit,
                kind="rate",
                layer="machine",
                value=len(FIGURES) * position + number,
            )
            for position, interface in enumerate(self._interfaces)
            for number, (figure, unit, _) in enumerate(FIGURES)
        )

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def read(self) -> Reading:
        time_s = time.perf_counter()
        # psutil's correction for wrapped counters (nowrap=True) would hide the wrap.
        found = psutil.net_io_counters(pernic=True, nowrap=False)
        values: list[float] = []
        for interface in self._interfaces:
            counted = found.get(interface)
            values += [float(getattr(counted, name)) if counted else NO_DATA for _, _, name in FIGURES]
        return Reading(time_s, tuple(values))

    def close(self) -> None:
        """Do nothing: no resources are held."""
