# SPDX-License-Identifier: Apache-2.0
"""CPU time of the machine, total and per core."""

import time
from collections.abc import Sequence

import psutil

from collectors.series import Reading, Series

# Fields that may exist, depending on the platform. Linux also counts guest time in user and nice, and Windows also
# counts interrupt and dpc in system, so adding them would count that work twice. Waiting for I/O (iowait) is idle time,
# because the core is free.
BUSY = ("user", "nice", "system", "irq", "softirq", "steal")
IDLE = ("idle", "iowait")

NO_DATA = float("nan")


class ProcessorCounters:
    """Processor counters. Columns: busy and total microseconds of all cores combined, then of each core."""

    name = "processor"

    def __init__(self) -> None:
        self._cores = len(psutil.cpu_times(percpu=True))
        instances = ["_Total", *(str(core) for core in range(self._cores))]
        self._series = tuple(
            Series(
                path=rf"\Processor({instance})\% Processor Time",
                unit="%",
                kind="average",
                layer="machine",
                value=2 * position,
                base=2 * position + 1,
                scale=100.0,
            )
            for position, instance in enumerate(instances)
        )

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def read(self) -> Reading:
        time_s = time.perf_counter()
        cores = psutil.cpu_times(percpu=True)
        values = [*busy_and_all(psutil.cpu_times())]
        if len(cores) == self._cores:
            for core in cores:
                values += busy_and_all(core)
        else:  # A core went offline or came back; the record does not identify the others.
            values += [NO_DATA] * (2 * self._cores)
        return Reading(time_s, tuple(values))

    def close(self) -> None:
        """Do nothing: no resources are held."""


def busy_and_all(times: object) -> tuple[float, float]:
    """Return the busy and total microseconds since boot from psutil's record of one core or all cores.

    They are rounded to whole microseconds, so that differences are exact and full load never appears as 100.0000001 %.
    """
    busy = sum(getattr(times, name, 0.0) for name in BUSY)
    idle = sum(getattr(times, name, 0.0) for name in IDLE)
    busy_us, idle_us = round(busy * 1e6), round(idle * 1e6)
    return float(busy_us), float(busy_us + idle_us)
