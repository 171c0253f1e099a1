# SPDX-License-Identifier: Apache-2.0
"""Fake workload with known behavior: it responds immediately, after a known delay, with a fault, or not at all."""

import ctypes
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.native.native_tape import Answer, Argument
from app.workloads.tape_writer import TapeWriter
from app.workloads.workload import Call, Cycle, Fault, Operation, Outcome
from collectors.series import Reading, Series

READ, WRITE, LOOK = 0, 1, 2
CHANCES = 1 << 53


@dataclass
class FakeWorkload:
    """Workload whose cycle is one read, one untimed lookup and one write.

    Attributes:
        delay_s: delay of each read.
        stall: all calls are blocked between these perf_counter seconds since the first cycle.
        faults: probability of a fault in a write, by kind ("deadlock" and "busy" are retryable, "connection lost" is
            fatal).
        bug_every: number of cycles after which the generator itself raises an error once.
        hang: whether calls never return.
        stuck: whether calls also hold the GIL, as C code can.
        refuse: whether users cannot connect.
        broken: whether the workload cannot be opened.
        diary: file that gets a line for every user (its first random number) and for the first call (perf_counter_ns).
        exit_file: a worker whose user finds this file removes it and exits immediately.
    """

    delay_s: float = 0.0
    stall: tuple[float, float] | None = None
    faults: tuple[tuple[str, float], ...] = ()
    rollbacks: float = 0.0
    bug_every: int = 0
    hang: bool = False
    stuck: bool = False
    exit_file: str = ""
    refuse: bool = False
    broken: bool = False
    diary: str = ""

    @property
    def description(self) -> "FakeWorkload":
        return self

    def workload(self) -> "FakeWorkload":
        return self

    @property
    def operations(self) -> Sequence[Operation]:
        return (Operation("read"), Operation("write"), Operation("look", timed=False))

    @property
    def series(self) -> Sequence[Series]:
        return (Series("\\Engine File(fake)\\Reads/sec", "/s", "rate", "engine file", 0),)

    def open(self) -> None:
        if self.broken:
            raise OSError("the folder is missing")
        self.reads = 0
        self.first_s = 0.0

    def read(self) -> Reading | None:
        return Reading(time.perf_counter(), (float(self.reads),))

    def user(self, rng: random.Random) -> "FakeUser":
        if self.refuse:
            raise ConnectionRefusedError("nobody listens")
        self.note(f"user {rng.random()}")
        return FakeUser(self, rng)

    def close(self) -> None:
        pass

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        return None

    def tape(self) -> bytes:
        """Return FakeUser's cycle as a tape; its probabilities are integers below 2^53, as random() uses internally."""
        tape = TapeWriter()
        draw, coin, right, unused = (tape.number() for _ in range(4))
        done = tape.label()
        tape.draw(draw, CHANCES)
        tape.call(tape.statement(READ, (draw,), {1: right}, retry=False))
        tape.divide(unused, 1, right)
        tape.call(tape.statement(LOOK, (), {}, retry=False))
        tape.draw(draw, CHANCES)
        tape.draw(coin, CHANCES)
        tape.call(tape.statement(WRITE, (draw, coin), {}))
        tape.unless_chance(done, 100 * self.rollbacks)
        tape.end(rolled_back=True)
        tape.place(done)
        tape.end()
        return tape.to_bytes()

    def calls(self) -> "FakeCalls":
        return FakeCalls(self)

    def note(self, line: str) -> None:
        if self.diary:
            with open(self.diary, "a", encoding="utf-8") as file:
                file.write(f"{line}\n")


class FakeCalls:
    """Calls of the fake's users, for the native driver."""

    def __init__(self, workload: FakeWorkload) -> None:
        self._workload = workload
        self._users: dict[int, FakeUser] = {}

    def open(self, user: int) -> None:
        if self._workload.refuse:
            raise ConnectionRefusedError("nobody listens")
        self._users[user] = FakeUser(self._workload, random.Random())

    def call(self, user: int, statement: int, arguments: Sequence[Argument]) -> Answer:
        return self._users[user].answered((READ, LOOK, WRITE)[statement], arguments)

    def fault(self, error: Exception) -> Fault:
        return fault_of(error)

    def close(self, user: int) -> None:
        del self._users[user]


class FakeUser:
    """User of the fake. Its faults use a separate random stream, so that they are the same on every system."""

    def __init__(self, workload: FakeWorkload, rng: random.Random) -> None:
        self._workload = workload
        self._rng = rng
        self._cycles = 0
        self._tried = -1.0

    def cycle(self) -> Cycle:
        fake = self._workload
        self._cycles += 1
        if fake.bug_every and self._cycles % fake.bug_every == 0:
            raise KeyError("a mistake in the workload")
        yield Call(READ, self._read, ())
        yield Call(LOOK, _nothing, ())
        yield Call(WRITE, self._write, (self._rng.random(),), retry=True)
        return Outcome(rolled_back=self._rng.random() < fake.rollbacks)

    def answered(self, operation: int, arguments: Sequence[Argument]) -> Answer:
        """Answer a tape's call. A read returns whether the cycle has no faults."""
        fake = self._workload
        if operation == READ:
            self._cycles += 1
            if self._cycles == 1:
                fake.note(f"user {arguments[0]}")
            self._read()
            return [int(not (fake.bug_every and self._cycles % fake.bug_every == 0))]
        if operation == WRITE:
            chance, coin = (int(argument or 0) / CHANCES for argument in arguments)
            self._write(chance, coin)
        return None

    def fault(self, error: Exception) -> Fault:
        return fault_of(error)

    def close(self) -> None:
        pass

    def _read(self) -> None:
        fake = self._workload
        fake.reads += 1
        if fake.reads == 1:
            fake.note(f"begin {time.perf_counter_ns()}")
        if fake.exit_file and Path(fake.exit_file).exists():
            Path(fake.exit_file).unlink()
            os._exit(9)
        if fake.hang:
            time.sleep(3600)
        if fake.stuck:
            hold_the_interpreter(3600)
        if fake.stall is not None:
            now_s = time.perf_counter()
            fake.first_s = fake.first_s or now_s
            begin_s, end_s = fake.stall
            if begin_s <= now_s - fake.first_s < end_s:
                time.sleep(end_s - (now_s - fake.first_s))
        if fake.delay_s:
            time.sleep(fake.delay_s)

    def _write(self, chance: float, coin: float | None = None) -> None:
        for kind, probability in self._workload.faults:
            if chance < probability:
                again = self._tried == chance if coin is not None else False
                self._tried = chance
                if (self._rng.random() if coin is None or again else coin) < 0.5:
                    return
                raise _FakeError(kind)
            chance -= probability


def fault_of(error: Exception) -> Fault:
    """Classify the fake's errors."""
    if isinstance(error, _FakeError):
        kind = str(error)
        return Fault(kind, f"fake {kind}", retryable=kind in {"deadlock", "busy"}, reconnect=kind == "connection lost")
    return Fault(type(error).__name__, str(error))


class _FakeError(Exception):
    pass


def _nothing() -> None:
    pass


def hold_the_interpreter(seconds: int) -> Any:
    """Sleep in C while holding the GIL, as a faulty database driver can."""
    if os.name == "nt":
        return ctypes.PyDLL("kernel32").Sleep(seconds * 1000)
    return ctypes.PyDLL(None).sleep(seconds)
