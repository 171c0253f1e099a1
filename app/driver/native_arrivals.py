# SPDX-License-Identifier: Apache-2.0
"""Open-loop arrivals in C (native/arrivals.c), identical to those of Arrivals."""

import ctypes
import random

from app.driver.native_tally import NativeTally
from app.driver.pacing import NS
from app.native.native_library import NativeLibrary

STATE = ctypes.c_uint32 * 625
"""State of a random number generator: random.Random.getstate()[1]."""


def state_of(rng: random.Random) -> "ctypes.Array[ctypes.c_uint32]":
    """Return the state of a random number generator, so that C continues its sequence exactly as Python would."""
    return STATE(*rng.getstate()[1])


class NativeArrivals:
    """Arrivals stored in C at `address`; missed arrivals are recorded in the tally. Equivalent to Arrivals."""

    def __init__(self, library: NativeLibrary, rng: random.Random, max_lag_s: float, tally: NativeTally) -> None:
        """Create the arrivals. Raises MemoryError."""
        self.log: list[int] = []
        new = library.function(
            "outpace_arrivals_new",
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_int32,
            ctypes.c_int64,
            ctypes.POINTER(ctypes.c_uint32),
        )
        self.address: int = new(tally.address, tally.codes.missed, int(max_lag_s * NS), state_of(rng))
        if not self.address:
            raise MemoryError("no memory for the arrivals")
        self._set_rate = library.function(
            "outpace_arrivals_set_rate", None, ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
        )
        self._expire = library.function("outpace_arrivals_expire", None, ctypes.c_void_p, ctypes.c_int64)
        self._due = library.function("outpace_arrivals_due", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
        self._free = library.function("outpace_arrivals_free", None, ctypes.c_void_p)

    def set_rate(self, rate: float, from_ns: int) -> None:
        """Set the rate; same as in Arrivals."""
        self._set_rate(self.address, rate, from_ns)

    def expire(self, now_ns: int) -> None:
        """Count arrivals that are too late; same as in Arrivals."""
        self._expire(self.address, now_ns)

    def due(self, now_ns: int) -> int | None:
        """Claim the next arrival if it is due; same as in Arrivals."""
        intended_ns: int = self._due(self.address, now_ns)
        return intended_ns if intended_ns >= 0 else None

    def close(self) -> None:
        """Free the memory when no user takes arrivals any longer. May be called twice."""
        if self.address:
            self._free(self.address)
            self.address = 0
