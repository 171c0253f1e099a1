# SPDX-License-Identifier: Apache-2.0
"""Preconditioning: writes before the measurement, because a fresh disk is faster than one in steady state.

Rounds of writes continue until five consecutive ones are steady, as defined by SNIA's Solid State Storage Performance
Test Specification: their rates are within 20 % of their mean, and the slope of a line through them is at most 10 % of
it.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

import msgspec
import numpy as np

from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.file import StorageFile, fill
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.workload import BuildCancelledError, Cancelled, Choice, Mechanism, Progress

WINDOW = 5
MOST_ROUNDS = 25
ROUND_S = 60.0
DEPTH = 32
LOOK_S = 0.5


class Conditioned(msgspec.Struct, frozen=True):
    """Result of preconditioning.

    Attributes:
        fills: Number of times that everything was written.
        rounds: Writes per second in each round.
        steady: Whether the rounds became steady; None if only fills were requested.
    """

    fills: int
    rounds: tuple[float, ...] = ()
    steady: bool | None = None


def precondition(
    place: Path,
    parameters: StorageIoParameters,
    progress: Progress,
    cancelled: Cancelled,
    *,
    fills: int = 1,
    until_steady: bool = False,
    round_s: float = ROUND_S,
    device: bool = False,
) -> Conditioned:
    """Write everything sequentially `fills` times, then optionally random blocks until steady (25 rounds at most).

    The target must be prepared; a device requires `force_device`.

    Raises:
        StorageError: The target cannot be used, or a write failed.
        OSError: A write failed.
        BuildCancelledError: It was canceled.
    """
    writing = msgspec.structs.replace(
        parameters, read_percent=0.0, access="random", skew="even", verify=False, trim_percent=0.0
    )
    # Allow a file with holes, because it is filled next.
    allowed = msgspec.structs.replace(writing, trim_percent=parameters.trim_percent)
    target = StorageFile(place, allowed, device=device).verify()
    size = target.file_bytes
    for number in range(fills):
        done = number * size
        fill(target.path, writing, size, lambda now, done=done: progress("fill", done + now, fills * size), cancelled)  # type: ignore[misc]
    if not until_steady:
        return Conditioned(fills)
    workload = StorageIoOnFile(place, writing, device=device)
    workload.open()
    try:
        return Conditioned(fills, *_rounds(workload, round_s, progress, cancelled))
    finally:
        workload.close()


def steady(rates: Sequence[float]) -> bool:
    """Return whether the last five rates are steady."""
    if len(rates) < WINDOW:
        return False
    last = np.array(rates[-WINDOW:])
    mean = float(last.mean())
    slope = float(np.polyfit(np.arange(WINDOW), last, 1)[0])
    return bool(np.ptp(last) <= 0.2 * mean and abs(slope) * (WINDOW - 1) <= 0.1 * mean)


def _rounds(
    workload: StorageIoOnFile, round_s: float, progress: Progress, cancelled: Cancelled
) -> tuple[tuple[float, ...], bool]:
    choices = workload.choices(random.Random("preconditioning"))
    rates: list[float] = []
    one_round = _rate_with_queue if workload.batched else _rate_one_by_one
    while len(rates) < MOST_ROUNDS and not steady(rates):
        number = len(rates)

        def report(share: float, number: int = number) -> None:
            progress("until steady", number + share, MOST_ROUNDS)
            if cancelled():
                raise BuildCancelledError("preconditioning was cancelled")

        rates.append(one_round(workload, choices.__next__, round_s, report))
    return tuple(rates), steady(rates)


def _rate_with_queue(
    workload: StorageIoOnFile, choice: Callable[[], Choice], round_s: float, report: Callable[[float], None]
) -> float:
    """Return the write rate per second with many I/Os in flight."""
    mechanism = workload.mechanism()
    try:
        mechanism.reserve(DEPTH)
        return _Round(workload, mechanism, choice).rate(round_s, report)
    finally:
        mechanism.close()


class _Round:
    """I/Os of one round, which always waits for all of them to complete."""

    def __init__(self, workload: StorageIoOnFile, mechanism: Mechanism, choice: Callable[[], Choice]) -> None:
        self._workload = workload
        self._mechanism = mechanism
        self._choice = choice
        self._under_way = 0
        self._written = 0

    def rate(self, round_s: float, report: Callable[[float], None]) -> float:
        began_s = look_s = perf_counter()
        free: Sequence[int] = range(DEPTH)
        try:
            while (now_s := perf_counter()) < began_s + round_s:
                if now_s >= look_s:
                    report((now_s - began_s) / round_s)
                    look_s = now_s + LOOK_S
                self._begin(free)
                free = self._completed_slots()
            return self._written / (perf_counter() - began_s)
        finally:
            while self._under_way:
                self._completed_slots()

    def _begin(self, slots: Sequence[int]) -> None:
        for slot in slots:
            self._mechanism.prepare(slot, *self._choice())
            if number := self._mechanism.begin(slot):
                raise self._failed(number)
            self._under_way += 1

    def _completed_slots(self) -> list[int]:
        ended = self._mechanism.wait(LOOK_S)
        self._under_way -= len(ended)
        self._written += len(ended)
        wrong = [moved for _, moved in ended if moved != self._workload.block_bytes]
        for moved in wrong[:1]:
            raise self._failed(moved)
        return [slot for slot, _ in ended]

    def _failed(self, moved: int) -> StorageError:
        return StorageError("preconditioning failed: {reason}", reason=self._workload.io_fault(moved))


def _rate_one_by_one(
    workload: StorageIoOnFile, choice: Callable[[], Choice], round_s: float, report: Callable[[float], None]
) -> float:
    """Return the write rate per second with one I/O at a time."""
    user = workload.user(random.Random("preconditioning"))
    began_s = look_s = perf_counter()
    written = 0
    while True:
        now_s = perf_counter()
        if now_s >= look_s:
            report(min((now_s - began_s) / round_s, 1.0))
            look_s = now_s + LOOK_S
        if now_s >= began_s + round_s:
            return written / (now_s - began_s)
        call = next(user.cycle())
        try:
            call.function(*call.arguments)
        except OSError as error:
            raise StorageError("preconditioning failed: {reason}", reason=user.fault(error)) from error
        written += 1
