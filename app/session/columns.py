"""Columns of numbers that grow at the end without being copied each time."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.float64, np.int64)


class Column(Generic[Number]):
    """A growing array (n,), or (n, width): memory doubles, so that appending costs the same whatever the length."""

    def __init__(self, kind: type[Number], width: int | None = None) -> None:
        self._memory: NDArray[Number] = np.empty((64,) if width is None else (64, width), dtype=kind)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Number]) -> None:
        """Appends rows."""
        needed = self._length + len(values)
        if needed > len(self._memory):
            grown = np.empty((max(needed, 2 * len(self._memory)), *self._memory.shape[1:]), dtype=self._memory.dtype)
            grown[: self._length] = self._memory[: self._length]
            self._memory = grown
        self._memory[self._length : needed] = values
        self._length = needed

    def put(self, rows: NDArray[np.int64], values: NDArray[Number]) -> None:
        """Replaces rows."""
        self._memory[: self._length][rows] = values

    @property
    def array(self) -> NDArray[Number]:
        """What there is so far: a read-only view, which later rows do not change."""
        view = self._memory[: self._length]
        view.flags.writeable = False
        return view
