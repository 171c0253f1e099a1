# SPDX-License-Identifier: Apache-2.0
"""Tapes in the native library: numbers and strings match Python's; a malformed tape is rejected with a reason."""

import ctypes
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.native.native_library import NativeLibrary
from app.native.native_tape import STATE_WORDS, Answer, Argument, TapeError, run_cycles
from app.workloads.tape_writer import MissingRowFault, Padded, Picked, TapeWriter


@pytest.fixture(scope="module")
def library() -> NativeLibrary:
    found = NativeLibrary.load({})
    assert isinstance(found, NativeLibrary), found
    return found


def state_of(rng: random.Random) -> Sequence[int]:
    return rng.getstate()[1]


@pytest.mark.parametrize("count", [1, 623, 624, 625, 100_000])
def test_mersenne_twister_matches_pythons(library: NativeLibrary, count: int) -> None:
    rng = random.Random(f"1/0/user/{count}/0")
    rng.getrandbits(32 * (count % 7))
    draw = library.function(
        "outpace_mersenne_twister", ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
    )
    words = (ctypes.c_uint32 * STATE_WORDS)(*state_of(rng))
    drawn = (ctypes.c_double * count)()
    assert draw(words, drawn, count) == 1
    assert list(drawn) == [rng.random() for _ in range(count)]
    assert tuple(words) == state_of(rng), "Python goes on where C ended"
    words[STATE_WORDS - 1] = STATE_WORDS
    assert draw(words, drawn, count) == 0, "a position beyond the words"


def one_call(write: Callable[[TapeWriter], Any], *, kind: str = "text") -> bytes:
    """Write a tape that computes something, makes one call with the result, and ends."""
    tape = TapeWriter()
    value = write(tape)
    tape.call(tape.statement(0, (value,), {}))
    tape.end()
    return tape.to_bytes()


def called_with(library: NativeLibrary, tape: bytes, seed: int = 1) -> Argument:
    found: list[Argument] = []

    def answer(_: int, arguments: list[Argument]) -> Answer:
        found.extend(arguments)
        return None

    run_cycles(library, tape, state_of(random.Random(seed)), 1, answer)
    return found[0]


@pytest.mark.parametrize(
    ("a", "b"), [(7, 3), (-7, 3), (7, -3), (-7, -3), (0, 5), (2**62, 3), (-(2**63), 7), (9, 2**63 - 1)]
)
def test_arithmetic_matches_pythons(library: NativeLibrary, a: int, b: int) -> None:
    for name, wanted in (("divide", a // b), ("modulo", a % b), ("subtract", a - b)):
        if not -(2**63) <= wanted < 2**63:
            continue

        def write(tape: TapeWriter, name: str = name) -> Any:
            to = tape.number()
            getattr(tape, name)(to, a, b)
            return to

        assert called_with(library, one_call(write)) == wanted, name


@pytest.mark.parametrize("number", [0, 7, -7, 10**18, -(2**63), 2**63 - 1])
@pytest.mark.parametrize("width", [0, 1, 2, 20])
def test_formatted_numbers_match_pythons(library: NativeLibrary, number: int, width: int) -> None:
    def write(tape: TapeWriter) -> Any:
        to = tape.text(100)
        tape.write(to, "<", Padded(number, width), ">", Picked(tape.table(["a", "ä", "c"]), 1))
        return to

    assert called_with(library, one_call(write)) == f"<{number:0{width}}>ä"


def test_missing_row_can_be_branched_on_and_null_is_kept(library: NativeLibrary) -> None:
    tape = TapeWriter()
    rows, name, kept = tape.number(), tape.text(20), tape.text(20)
    found, done = tape.label(), tape.label()
    tape.write(kept, "nothing yet")
    tape.call(tape.statement(0, (), {1: name, 3: rows}, rows=None))
    tape.call(tape.statement(0, (), {2: name}, rows=rows))
    tape.if_less(found, 0, rows)
    tape.write(kept, "no row")
    tape.jump(done)
    tape.place(found)
    tape.write(kept, "a row")
    tape.place(done)
    tape.call(tape.statement(1, (name, rows, kept), {}))
    tape.end()
    for second, wanted in ((None, ["first", 0, "no row"]), ([None], [None, 1, "a row"]), (["ö"], ["ö", 1, "a row"])):
        answers = iter([["first", 5], second, None])
        seen: list[list[Argument]] = []

        def answer(
            _: int, arguments: list[Argument], answers: Any = answers, seen: list[list[Argument]] = seen
        ) -> Answer:
            seen.append(arguments)
            found: Answer = next(answers)
            return found

        run_cycles(library, tape.to_bytes(), state_of(random.Random(1)), 1, answer)
        assert seen[-1] == wanted


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda tape, n, t: tape.divide(n, 1, 0), "division by zero"),
        (lambda tape, n, t: tape.divide(n, -(2**63), -1), "beyond 64 bits"),
        (lambda tape, n, t: tape.multiply(n, 2**40, 2**40), "beyond 64 bits"),
        (lambda tape, n, t: tape.draw(n, 2**60), "more than 2\\^53"),
        (lambda tape, n, t: tape.write(t, "too long for it"), "longer than text register 0"),
        (lambda tape, n, t: tape.write(t, Picked(tape.table(["a"]), 1)), "beyond the end of table 0"),
        (lambda tape, n, t: tape.jump(tape.here()), "loop without a call"),
        (lambda tape, n, t: tape.at(n, tape.new_list(), 0), "a place that is none, or too many numbers, in list 0"),
        (lambda tape, n, t: tape.insert(tape.new_list(), 1, 7), "in list 0"),
        (lambda tape, n, t: tape.remove(n, tape.new_list(), -1), "in list 0"),
        (lambda tape, n, t: tape.draw_late(n, 0), "a draw below less than 1"),
    ],
)
def test_invalid_operation_of_a_tape_is_reported(library: NativeLibrary, write: Any, said: str) -> None:
    tape = TapeWriter()
    write(tape, tape.number(), tape.text(4))
    tape.end()
    with pytest.raises(TapeError, match=said):
        run_cycles(library, tape.to_bytes(), state_of(random.Random(1)), 1, lambda *_: None)


def changed(tape: bytes, word: int, value: int) -> bytes:
    return tape[: 4 * word] + value.to_bytes(4, "little") + tape[4 * word + 4 :]


def test_malformed_tape_is_rejected_with_a_reason(library: NativeLibrary) -> None:
    tape = TapeWriter()
    tape.call(
        tape.statement(0, (tape.number(), tape.text(5)), {1: tape.number()}, missing=MissingRowFault("kind", "text"))
    )
    tape.end()
    good = tape.to_bytes()

    def refused(bad: bytes) -> str:
        with pytest.raises(TapeError) as error:
            run_cycles(library, bad, state_of(random.Random(1)), 1, lambda *_: None)
        return str(error.value)

    assert refused(b"") == "the tape ends too early"
    assert refused(good[:-1]) == "the tape's strings have 8 bytes, and 7 are left for them"
    assert refused(good + b"x") == "the tape's strings have 8 bytes, and 9 are left for them"
    assert refused(changed(good, 1, 9)) == "this is no tape of version 1"
    assert refused(changed(good, 2, 9999)) == "the tape has 9999 number registers, and at most 256 are possible"
    assert refused(good[:-1] + b"\xff") == "string 1 is no UTF-8"
    code = len(good) // 4 - 2 - 8
    assert refused(changed(good, code, 99)) == "instruction 0 is of kind 99, which is unknown"
    assert refused(changed(good, code + 1, 1)) == "instruction 0 names statement 1, and there are 1"
    assert refused(changed(good, code + 4, 19)) == "the tape's last instruction is neither an end nor a jump"
    assert refused(changed(good, code + 5, 2)) == "instruction 1 names outcome 2, and there are 2"
