# SPDX-License-Identifier: Apache-2.0
"""Tally stored in C while users work (native/tally.c), with the same figures as Tally but without logs."""

import ctypes
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.driver.tally import Codes, Tally
from app.driver.worker_messages import Latencies
from app.model.histogram import BUCKETS, Histogram
from app.native.native_library import NativeLibrary

EXACT = [(name, np.int64) for name in ("count", "sum_ns", "min_ns", "max_ns")]
COUNTED = np.dtype([*EXACT, ("counts", np.uint32, BUCKETS)])
"""struct histogram of native/histogram.h."""


class NativeTally(Tally):
    """Tally at whose address C code records events.

    An event is assigned to an interval when it is recorded. Intervals therefore end at whole seconds after `begin`,
    except the last one.
    """

    def __init__(
        self, library: NativeLibrary, codes: Codes, wholes: Sequence[int | None] = (), *, ios: bool = False
    ) -> None:
        """Create the tally; see Tally. Raises MemoryError."""
        super().__init__(codes, wholes, ios=ios)
        self.library = library
        measured = codes.order + 1
        self.address: int = library.function("outpace_tally_new", ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)(
            codes.number, measured
        )
        if not self.address:
            raise MemoryError("no memory for the counts")
        self._begin = library.function("outpace_tally_begin", None, ctypes.c_void_p, ctypes.c_int64)
        self._take = library.function(
            "outpace_tally_cut", None, ctypes.c_void_p, ctypes.c_int64, *[ctypes.c_void_p] * 3
        )
        self._free = library.function("outpace_tally_free", None, ctypes.c_void_p)
        self._counts = np.zeros(codes.number, dtype=np.int64)
        self._sums_ns = np.zeros(codes.number, dtype=np.int64)
        self._counted = np.zeros(measured, dtype=COUNTED)

    def begin(self, zero_ns: int) -> None:
        """Set the start of the beat. Before that, intervals end at whole seconds of the clock."""
        self._begin(self.address, zero_ns)

    def steer(self, zero_ns: int) -> None:
        """Move the beat; same as in Tally."""
        self.library.function("outpace_tally_steer", None, ctypes.c_void_p, ctypes.c_int64)(self.address, zero_ns)

    def cut(self, logs: Iterable[list[int] | NDArray[np.int64]], until_ns: int) -> list[Latencies]:
        """Return the latencies up to a cut, as Tally.cut does. Native logs are always empty."""
        counted = self._counted
        self._take(self.address, until_ns, self._counts.ctypes.data, self._sums_ns.ctypes.data, counted.ctypes.data)
        self.counts += self._counts
        self.sums_ns += self._sums_ns
        return self._completed([_histogram(one) for one in counted])

    def close(self) -> None:
        """Free the counts when no user records events any longer. May be called twice."""
        if self.address:
            self._free(self.address)
            self.address = 0


def _histogram(counted: np.void) -> Histogram:
    histogram = Histogram()
    histogram.count, histogram.sum_ns = int(counted["count"]), int(counted["sum_ns"])
    histogram.min_ns, histogram.max_ns = int(counted["min_ns"]), int(counted["max_ns"])
    if histogram.count:
        histogram.counts += counted["counts"]
    return histogram
