# SPDX-License-Identifier: Apache-2.0
"""Main memory of the machine."""

import time
from collections.abc import Sequence

import psutil

from collectors.series import Reading, Series

MBYTE = 2**20
"""Bytes per MByte in Performance Monitor."""


class MemoryCounters:
    """Memory counters. Columns: available MBytes, used bytes (total minus available), total bytes."""

    name = "memory"

    @property
    def series(self) -> Sequence[Series]:
        return (
            Series(r"\Memory\Available MBytes", unit="MB", kind="gauge", layer="machine", value=0),
            Series(r"\Memory\% Used", unit="%", kind="share", layer="machine", value=1, base=2, scale=100.0),
        )

    def read(self) -> Reading:
        time_s = time.perf_counter()
        memory = psutil.virtual_memory()
        values = (memory.available / MBYTE, float(memory.total - memory.available), float(memory.total))
        return Reading(time_s, values)

    def close(self) -> None:
        """Do nothing: no resources are held."""
