# SPDX-License-Identifier: Apache-2.0
"""Worker process: runs users, follows commands, and sends a frame at every whole second after the common start.

It also measures the wake-up lag of a thread, which the machine and the GIL add to every latency.
"""

import contextlib
import ctypes
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, nan
from time import perf_counter_ns

import msgspec

from app.driver.crews import arrivals_of, crew_of, library_of, tally_of
from app.driver.depth_crew import DepthCrew, NewUser
from app.driver.heartbeat import Heartbeat
from app.driver.load import stream
from app.driver.native_arrivals import NativeArrivals
from app.driver.native_crew import NativeCrew
from app.driver.native_depth_crew import NativeDepthCrew
from app.driver.pacing import NS, Arrivals, CommonStart, wait_until
from app.driver.series import COLUMNS
from app.driver.tally import Codes, Tally, Troubles
from app.driver.users import Census, Crew, UserContext, VirtualUser
from app.driver.worker_messages import (
    Assign,
    Channel,
    Command,
    Failed,
    Finished,
    Frame,
    Message,
    Ready,
    Release,
    Setup,
    Steer,
    Stop,
)
from app.model.documents import LoadDriver
from app.workloads.workload import PYTHON, DisclosedWorkload

NAP_S = 0.01
PR_SET_TIMERSLACK = 29


class WakeUpProbe:
    """Thread that sleeps for 10 ms at a time and records by how much it overslept."""

    def __init__(self) -> None:
        self._late_ns: list[int] = []
        self._due_ns = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wake-up probe", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def take_p99_s(self) -> float:
        """Return the p99 in seconds since the last call, including an overdue sleep; NaN before the start."""
        whole = len(self._late_ns)
        late_ns = self._late_ns[:whole]
        del self._late_ns[:whole]
        if self._due_ns and (overdue_ns := perf_counter_ns() - self._due_ns) > 0:
            late_ns.append(overdue_ns)
        return sorted(late_ns)[ceil(0.99 * len(late_ns)) - 1] / 1e9 if late_ns else float("nan")

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        if sys.platform == "linux":
            # Linux rounds sleeps up by 50 us to save power; without that, the measured p99 on an idle machine is 0.12
            # instead of 0.39 ms.
            ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, ctypes.c_ulong(1), 0, 0, 0)
        nap_ns = int(NAP_S * 1e9)
        while not self._stop.is_set():
            self._due_ns = perf_counter_ns() + nap_ns
            time.sleep(NAP_S)
            self._late_ns.append(perf_counter_ns() - self._due_ns)


SCHEDSTAT_BYTES = 128


def linux_run_delay() -> Callable[[int], int | None]:
    """Return a function that maps a thread's native ID to its run delay in ns, or to None if the thread has ended.

    Source: Documentation/scheduler/sched-stats.rst. The function makes three system calls that never block, without
    releasing the GIL: among 32 busy threads, acquiring it again would take up to 5 ms each time.
    """
    library = ctypes.PyDLL(None)
    buffer = ctypes.create_string_buffer(SCHEDSTAT_BYTES)

    def delay_ns(thread: int) -> int | None:
        descriptor = library.open(f"/proc/self/task/{thread}/schedstat".encode(), os.O_RDONLY)
        if descriptor < 0:
            return None
        length = library.read(descriptor, buffer, SCHEDSTAT_BYTES)
        library.close(descriptor)
        fields = buffer.raw[: max(length, 0)].split()
        # The fields are time on a core, time waiting for one, and number of time slices.
        return int(fields[1]) if len(fields) == 3 else None

    return delay_ns


class RunDelay:
    """Time that this process's runnable threads waited for a core, summed over all threads, including ended ones.

    Windows and macOS do not report it.
    """

    def __init__(self, of_thread: Callable[[int], int | None] | None = None) -> None:
        """Create the meter; `of_thread` returns a thread's delay in nanoseconds, by default from the kernel."""
        if of_thread is None and sys.platform == "linux":
            of_thread = linux_run_delay()
        self._of_thread = of_thread
        self._last_ns: dict[int, int] = {}
        self._gone_ns = 0

    def until_now_s(self, threads: Iterable[int]) -> float:
        """Return the sum over all threads so far, in seconds; NaN if the operating system does not report it.

        Args:
            threads: Native IDs of the current threads; ended threads keep their last values.
        """
        found = {} if self._of_thread is None else {thread: self._of_thread(thread) for thread in threads}
        now_ns = {thread: delay_ns for thread, delay_ns in found.items() if delay_ns is not None}
        if self._of_thread is None or (found and not now_ns):
            return nan
        for thread, last_ns in list(self._last_ns.items()):
            # The thread has ended, or its ID has been reused.
            if now_ns.get(thread, -1) < last_ns:
                self._gone_ns += last_ns
                del self._last_ns[thread]
        self._last_ns |= now_ns
        return (self._gone_ns + sum(self._last_ns.values())) / 1e9


GRACE_S = 0.02
"""Delay of a frame in seconds, because a call that ended just before the beat may be logged just after it."""
SHORT_INTERVAL_S = 0.0001

log = logging.getLogger(__name__)


def worker_main(connection: Channel, setup: bytes) -> None:
    """Run a worker process (see `Place.start`); `setup` is an encoded Setup."""
    decoded = msgspec.msgpack.decode(setup, type=Setup)
    try:
        worker = Worker(decoded, connection)
    except Exception as error:
        # For example, the package with the workload is not installed on this machine.
        log.exception("the workload can't be built here")
        connection.send_bytes(msgspec.msgpack.encode(Failed(decoded.worker, f"{type(error).__name__}: {error}")))
        return
    if worker.run():
        # Threads in a call that never returns would keep the interpreter from exiting.
        os._exit(0)


class Worker:
    """Life cycle of a worker: open the workload, connect users, work, stop."""

    def __init__(self, setup: Setup, connection: Channel) -> None:
        self._setup = setup
        self._workload = workload = setup.workload.workload()
        self._connection = connection
        self._encoder = msgspec.msgpack.Encoder()
        self._sending = threading.Lock()
        self._stop = threading.Event()
        self._start = CommonStart()
        self._troubles = Troubles()
        self._keeping_up = threading.Event()
        self._keeping_up.set()
        self._probe = WakeUpProbe()
        self._heartbeat = Heartbeat()
        self._run_delay = RunDelay()
        self._calls = PYTHON
        self._tally: Tally
        self._arrivals: Arrivals | NativeArrivals | NativeCrew | None
        self._crew: Crew | DepthCrew | NativeDepthCrew | NativeCrew
        self._moved_bytes = [operation.moved_bytes for operation in workload.operations]
        self._rate = 0.0
        self._zero_ns = 0
        self._steered_ns: int | None = None
        self._tick = 0
        self._from_ns = 0
        self._orders = 0
        self._rollbacks = 0

    def _create_crew(self) -> None:
        """Create the crew, which begins with the first seats, and its tally."""
        setup, workload, library = self._setup, self._workload, library_of(self._setup.driver)
        if library is not None:
            self._calls = library.name
        self._tally = tally_of(workload, setup.load, Codes(len(workload.operations)), library)
        arrivals = arrivals_of(setup.load, stream(setup.load, setup.target, "arrivals", setup.worker), self._tally)
        around = UserContext(
            workload,
            setup.load,
            setup.target,
            self._tally.codes,
            tuple(operation.timed for operation in workload.operations),
            self._start,
            arrivals if isinstance(arrivals, Arrivals) else None,
            self._troubles,
            self._keeping_up,
        )
        crew = self._crew = crew_of(around, self._tally, arrivals, library)
        self._arrivals = crew if arrivals is not None and isinstance(crew, NativeCrew) else arrivals

    def run(self) -> int:
        """Work until the command to stop; return the number of users still in a call."""
        try:
            self._workload.open()
            self._create_crew()
        except Exception as error:
            log.exception("the workload did not open")
            self._send(Failed(self._setup.worker, f"{type(error).__name__}: {error}"))
            return 0
        self._probe.start()
        self._heartbeat.start()
        frames = threading.Thread(target=self._beat, name="frames", daemon=True)
        frames.start()
        left = self._follow_commands()
        # Slow users, and users that left between two calls, do not count as calls that never returned.
        stuck = self._crew.unreturned() if left else 0
        self._stop.set()
        frames.join()
        self._probe.stop()
        self._heartbeat.stop()
        if isinstance(self._crew, NativeCrew):
            # Cancel after the last frame, which reports the calls in flight.
            left = self._crew.cancel() if left else 0
            if not left:
                self._crew.close()
        if not left:
            self._workload.close()
        self._send(Finished(self._setup.worker, stuck))
        self._connection.close()
        return left

    def _send(self, message: Message) -> None:
        with self._sending:
            try:
                self._connection.send_bytes(self._encoder.encode(message))
            except OSError:
                # The engine is gone, so the work is useless.
                os._exit(1)

    def _follow_commands(self) -> int:
        """Follow commands until Stop; return how many users (or I/Os, for storage I/O) are still active then."""
        decoder = msgspec.msgpack.Decoder(Command)
        reported_ready = False
        while True:
            try:
                command: Command = decoder.decode(self._connection.recv_bytes())
            except (EOFError, OSError):
                os._exit(1)
            match command:
                case Assign(seats, rate, working):
                    self._rate = rate
                    new = self._crew.assign(seats, working)
                    self._pace(perf_counter_ns())
                    if not reported_ready:
                        reported_ready = True
                        threading.Thread(target=self._send_ready, args=(new,), name="ready", daemon=True).start()
                case Release(start_ns, begin_ns):
                    self._release(start_ns, begin_ns)
                case Steer(start_ns):
                    self._steered_ns = start_ns
                case Stop(grace_s):
                    return self._crew.dismiss(grace_s)

    def _send_ready(self, users: Sequence[VirtualUser | NewUser]) -> None:
        until_ns = perf_counter_ns() + int(self._setup.load.connect_timeout_s * NS)
        for user in users:
            user.tried.wait(max((until_ns - perf_counter_ns()) / NS, 0))
        # Objects that exist now are permanent, so they are excluded from garbage collection during the run.
        gc.collect()
        gc.freeze()
        connected = sum(user.alive for user in users)
        self._send(Ready(self._setup.worker, connected, len(users), self._troubles.take(), self._driver()))

    def _driver(self) -> LoadDriver:
        workload, calls, reason = self._workload, self._calls, self._setup.driver.reason
        if not isinstance(workload, DisclosedWorkload):
            return LoadDriver(calls=calls, reason=reason)
        transport = self._crew.transport if isinstance(self._crew, NativeCrew) else workload.transport
        chosen = transport == "libpq"
        return LoadDriver(calls=calls, transport=transport, counting=workload.counting, chosen=chosen, reason=reason)

    def _release(self, start_ns: int, begin_ns: int) -> None:
        # Ticks are counted from the common start, so that a worker that joins later begins within the current one.
        self._zero_ns = start_ns
        self._from_ns = max(perf_counter_ns() - start_ns, 0)
        self._tick = self._from_ns // NS
        self._tally.begin(start_ns)
        self._start.release(begin_ns)
        self._pace(begin_ns)

    def _pace(self, from_ns: int) -> None:
        if self._arrivals is not None and self._start.known.is_set():
            self._arrivals.set_rate(self._rate, max(from_ns, self._start.ns))

    def _beat(self) -> None:
        """Run the frame thread: one frame per second, and a shorter last one."""
        while not self._start.known.wait(0.2):
            if self._stop.is_set():
                return
        whole = True
        while whole:
            beat_ns = (self._tick + 1) * NS
            wait_until(self._stop, self._zero_ns + beat_ns)
            now_ns = perf_counter_ns() - self._zero_ns
            whole = now_ns >= beat_ns
            try:
                self._send(self._frame(beat_ns if whole else now_ns))
            except Exception:
                log.exception("no frame could be made: the worker ends")
                os._exit(1)

    def _frame(self, to_ns: int) -> Frame:
        # First take readings of the current time, then those that are exact because of their own timestamps.
        engine = self._workload.read()
        census = self._crew.census()
        under_way_s = self._crew.under_way_s(self._zero_ns + to_ns)
        under_way = self._crew.under_way(self._zero_ns + to_ns)
        cpu_s = time.process_time()
        run_delay_s = self._run_delay.until_now_s(self._crew.threads())
        wake_up_lag_s = self._probe.take_p99_s()
        if self._arrivals is not None:
            self._arrivals.expire(perf_counter_ns())
        if not self._stop.is_set():
            time.sleep(GRACE_S)
        with self._precedence():
            logs, gone = self._crew.take()
            arrived = [self._arrivals.log] if self._arrivals is not None else []
            latencies = self._tally.cut([*logs, *arrived], self._zero_ns + to_ns)
            self._crew.forget(gone)
            if self._steered_ns is not None:
                # This is done right after a cut, so that only the next second becomes slightly shorter or longer.
                self._zero_ns, self._steered_ns = self._steered_ns, None
                self._tally.steer(self._zero_ns)
        orders, rollbacks = self._tally.count(self._tally.codes.order), self._tally.count(self._tally.codes.rollback)
        frame = Frame(
            worker=self._setup.worker,
            tick=self._tick,
            from_ns=self._from_ns,
            to_ns=to_ns,
            orders=orders - self._orders,
            rollbacks=rollbacks - self._rollbacks,
            latencies=latencies,
            troubles=self._troubles.take(),
            readings=self._readings(census, under_way_s, cpu_s, wake_up_lag_s, run_delay_s),
            engine_time_s=engine.time_s if engine is not None else 0.0,
            engine=list(engine.values) if engine is not None else [],
            under_way=under_way,
            stood_still=[(from_ns - self._zero_ns, to_ns - self._zero_ns) for from_ns, to_ns in self._heartbeat.take()],
        )
        self._tick, self._from_ns = self._tick + 1, to_ns
        self._orders, self._rollbacks = orders, rollbacks
        return frame

    @contextlib.contextmanager
    def _precedence(self) -> Iterator[None]:
        """Prevent busy users from starving the frame thread, which waits for the GIL after numpy calls.

        For a few milliseconds threads are switched fifty times as often, and users with thousands of unread events
        wait. Otherwise 32 users of a target that answers immediately prevented any frame for 3 s.
        """
        interval_s = sys.getswitchinterval()
        sys.setswitchinterval(SHORT_INTERVAL_S)
        self._keeping_up.clear()
        try:
            yield
        finally:
            self._keeping_up.set()
            sys.setswitchinterval(interval_s)

    def _readings(
        self, census: Census, under_way_s: float, cpu_s: float, wake_up_lag_s: float, run_delay_s: float
    ) -> list[float]:
        tally, codes = self._tally, self._tally.codes
        values = {
            "orders": tally.count(codes.order),
            "rollbacks": tally.count(codes.rollback),
            "users_alive": census.alive,
            "users_requested": census.requested,
            "users_stalled": census.stalled,
            "response_s": tally.sum_s(codes.order),
            "think_s": tally.sum_s(codes.think),
            "untimed_s": tally.sum_s(codes.untimed),
            # The sum grows by one second per second for every order in progress, even while none of them ends.
            "in_progress_s": tally.sum_s(codes.order) + tally.sum_s(codes.untimed) + under_way_s,
            "lag_s": tally.sum_s(codes.lag),
            "arrivals": tally.count(codes.lag),
            "missed": tally.count(codes.missed),
            "errors": self._troubles.errors,
            "retries": self._troubles.retries,
            "cpu_s": cpu_s,
            "call_cpu_s": tally.sum_s(codes.call_cpu),
            "wake_up_lag_s": wake_up_lag_s,
            "run_delay_s": run_delay_s,
            "moved_bytes": sum(tally.count(code) * each for code, each in enumerate(self._moved_bytes)),
        }
        return [float(values[name]) for name in COLUMNS]
