# SPDX-License-Identifier: Apache-2.0
"""Columns of numbers as compact bytes, which script/columns.js reads.

Each column has one of these encodings, named in its head:

    constant  one value, n times
    integer   whole numbers times a unit: 0 for NaN, otherwise the value minus the base plus 1; stored as byte planes,
              lowest first, plain or as zigzag-coded differences, whichever compresses better
    float     float32 with a shortened mantissa, as four byte planes
    bytes     opaque

Equal columns are stored once: counters of one source share their times and denominators.
"""

import hashlib
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MICROSECONDS = 1e-6
"""Unit of columns of times."""
MANTISSA_BITS = 17
"""Bits of a float's mantissa that are kept: a relative error of at most 4e-6."""
COARSE_MANTISSA_BITS = 13
"""Fewer bits, for latencies of single seconds, whose histogram buckets are 1.6 % wide: a relative error of 6e-5."""
LARGEST_INTEGER = 2**47
_FLOAT_BITS = 23
_NAN_BITS = 0x7FC00000


class Columns:
    """Columns, referred to by their index in `heads`."""

    def __init__(self) -> None:
        self.heads: list[Mapping[str, object]] = []
        self._parts: list[bytes] = []
        self._known: dict[tuple[str, bytes], int] = {}
        self._size = 0

    def add(self, values: Floats, *, unit: float = 1.0, mantissa_bits: int = MANTISSA_BITS) -> int:
        """Add a column and return its index; NaN means no data.

        Args:
            values: Values of shape (n,).
            unit: Values are rounded to whole multiples of it; 1.0: stored as integers only if they are whole.
            mantissa_bits: Bits of the mantissa that are kept if they are not.
        """
        values = np.asarray(values, dtype=np.float64)
        finite = np.isfinite(values)
        if not finite.any():
            return self._put({"kind": "constant", "n": len(values), "value": None})
        if finite.all() and bool((values == values[0]).all()):
            return self._put({"kind": "constant", "n": len(values), "value": float(values[0])})
        scaled = values if unit == 1.0 else np.rint(values / unit)
        known = scaled[finite]
        if bool((known == np.rint(known)).all()) and float(np.abs(known).max()) < LARGEST_INTEGER:
            return self._add_integers(scaled, finite, unit)
        bits = values.astype(np.float32).view(np.uint32).astype(np.int64)
        dropped = _FLOAT_BITS - mantissa_bits
        if dropped:
            bits = ((bits + (1 << (dropped - 1))) >> dropped) << dropped
        bits = np.where(finite, bits, _NAN_BITS)
        return self._put({"kind": "float", "n": len(values)}, _planes(bits, 4))

    def _add_integers(self, scaled: Floats, finite: NDArray[np.bool_], unit: float) -> int:
        base = int(scaled[finite].min())
        plain = np.where(finite, scaled - base + 1, 0).astype(np.int64)
        difference = np.diff(plain, prepend=0)
        zigzag = np.where(difference >= 0, 2 * difference, -2 * difference - 1)
        candidates = []
        for is_difference, codes in ((0, plain), (1, zigzag)):
            planes = max(1, (int(codes.max()).bit_length() + 7) // 8)
            data = _planes(codes, planes)
            candidates.append((len(zlib.compress(data, 1)), is_difference, planes, data))
        _, is_difference, planes, data = min(candidates)
        head = {
            "kind": "integer", "n": len(scaled), "planes": planes, "difference": is_difference, "base": base,
            "unit": unit,
        }  # fmt: skip
        return self._put(head, data)

    def add_bytes(self, data: bytes) -> int:
        """Add opaque bytes and return their index."""
        return self._put({"kind": "bytes"}, data)

    def _put(self, head: Mapping[str, object], data: bytes = b"") -> int:
        key = (repr(head), hashlib.sha256(data).digest())
        if key not in self._known:
            self._known[key] = len(self.heads)
            self.heads.append({**head, "at": self._size, "size": len(data)})
            self._parts.append(data)
            self._size += len(data)
        return self._known[key]

    def to_bytes(self) -> bytes:
        """Return the bytes of all columns."""
        return b"".join(self._parts)


def _planes(codes: NDArray[np.int64], count: int) -> bytes:
    """Return the `count` lowest bytes of each code, all lowest bytes first."""
    return codes.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :count].T.tobytes()


def leb128(numbers: NDArray[np.int64]) -> bytes:
    """Encode non-negative whole numbers of any size, 7 bits per byte, lowest first."""
    if not len(numbers):
        return b""
    lengths = np.ones(len(numbers), dtype=np.int64)
    rest = numbers >> 7
    while rest.any():
        lengths += rest > 0
        rest = rest >> 7
    starts = np.cumsum(lengths) - lengths
    encoded = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for place in range(int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        more = (lengths[longer] > place + 1).astype(np.uint8) << 7
        encoded[starts[longer] + place] = (numbers[longer] >> (7 * place) & 0x7F).astype(np.uint8) | more
    return encoded.tobytes()
