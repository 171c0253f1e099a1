# SPDX-License-Identifier: Apache-2.0
"""Tapes in the native library (docs/tape.md): validation, and execution with answers from Python.

Used to compare a tape with the Python code that it replaces.
"""

import ctypes
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from app.native.native_library import NativeLibrary

WHY_BYTES = 200
TEXT_BYTES = 512
STATE_WORDS = 625
DONE, ROLLED_BACK, ABANDONED, FAULT = range(4)
"""Outcomes of a cycle."""

NUMBER, TEXT, REAL, TRUTH = range(4)
"""Kinds of arguments."""
FAILED, ANSWERED, AGAIN = range(3)
INTEGER, DOUBLE, IS_TRUTH, UNSET = -2, -3, -4, -5
"""Markers in place of a text's length, for a register that takes any value."""
MOST_ROWS = 64


@dataclass(frozen=True, slots=True)
class ListedRows:
    """All rows of a call whose statement lists them, at most `MOST_ROWS`, each with the columns that the tape reads."""

    rows: Sequence[Sequence[int]]


Argument = int | str | float | None
Column = int | str | float | None
Answer = Sequence[Column] | Mapping[int, Column] | ListedRows | Literal["again"] | None
"""Result of a call.

The first row's columns in the order in which the tape reads them, or by result number if some may be missing; None if
there was no row; "again" to repeat the transaction.
"""


class TapeError(Exception):
    """A tape is invalid or faulted while running; the message says why and where."""


class TapeValue(ctypes.Structure):
    """Argument of a call: outpace_tape_value."""

    _fields_ = (
        ("kind", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("number", ctypes.c_int64),
        ("text", ctypes.c_void_p),
    )

    def plain(self) -> Argument:
        """Return the argument as a Python value."""
        if self.kind == NUMBER:
            return int(self.number)
        if self.kind == TRUTH:
            return bool(self.number)
        if self.kind == REAL:
            return float(struct.unpack("=d", struct.pack("=q", self.number))[0])
        return None if self.length < 0 else ctypes.string_at(self.text, self.length).decode()


class TapeAnswer(ctypes.Structure):
    """Column of a call's first row: outpace_tape_answer."""

    _fields_ = (("number", ctypes.c_int64), ("length", ctypes.c_int32), ("text", ctypes.c_char * TEXT_BYTES))

    def store(self, value: Column) -> None:
        """Store a value. A text has at most `TEXT_BYTES` bytes."""
        if isinstance(value, int):
            self.number, self.length = value, IS_TRUTH if isinstance(value, bool) else INTEGER
            return
        if isinstance(value, float):
            self.number, self.length = struct.unpack("=q", struct.pack("=d", value))[0], DOUBLE
            return
        data = None if value is None else value.encode()
        self.length = -1 if data is None else len(data)
        self.text = data or b""


def store_answer(found: Answer, results: Any) -> int:
    """Store an answer and return its number of rows."""
    columns: Iterable[tuple[int, Column]]
    if isinstance(found, ListedRows):
        columns, count = enumerate(value for row in found.rows for value in row), len(found.rows)
    elif isinstance(found, Mapping):
        columns, count = found.items(), 1
    else:
        columns, count = enumerate(found or ()), int(found is not None)
    for index, value in columns:
        results[index].store(value)
    return count


ANSWERER = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.POINTER(TapeValue),
    ctypes.c_int32,
    ctypes.POINTER(TapeAnswer),
    ctypes.POINTER(ctypes.c_int64),
)


def run_cycles(
    library: NativeLibrary,
    tape: bytes,
    state: Sequence[int],
    cycles: int,
    answer: Callable[[int, list[Argument]], Answer],
    *,
    user: int = 0,
    refusals: list[str] | None = None,
) -> list[int]:
    """Run cycles of one user in this thread.

    Args:
        library: the native library.
        tape: compiled tape.
        state: RNG state at the start, random.Random.getstate()[1].
        cycles: number of cycles.
        answer: called with a statement's number and arguments.
        user: the user's number.
        refusals: receives the last reason why a transaction was rejected, "kind: text", if there was one.

    Returns:
        Outcome of each cycle.

    Raises:
        TapeError: the tape is invalid or faulted. Exceptions of `answer` are passed on.
    """
    raised: list[BaseException] = []

    def answered(statement: int, values: Any, count: int, results: Any, rows: Any) -> int:
        try:
            found = answer(statement, [values[index].plain() for index in range(count)])
            if found == "again":
                return AGAIN
            rows[0] = store_answer(found, results)
        except BaseException as error:  # noqa: BLE001 - C cannot propagate it; it is raised again below
            raised.append(error)
            return FAILED
        return ANSWERED

    run = library.function(
        "outpace_tape_cycles",
        ctypes.c_int32,
        ctypes.c_char_p,
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_uint32),
        ctypes.c_int64,
        ANSWERER,
        ctypes.c_char_p,
        ctypes.c_char_p,
    )
    why = ctypes.create_string_buffer(WHY_BYTES)
    outcomes = ctypes.create_string_buffer(max(cycles, 1))
    words = (ctypes.c_uint32 * STATE_WORDS)(*state)
    done: int = run(tape, len(tape), user, words, cycles, ANSWERER(answered), outcomes, why)
    if raised:
        raise raised[0]
    ended = list(outcomes.raw[: max(done, 0)])
    if done < 0 or FAULT in ended:
        raise TapeError(why.value.decode(errors="replace"))
    if refusals is not None and why.value:
        refusals.append(why.value.decode())
    return ended
