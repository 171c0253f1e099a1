# SPDX-License-Identifier: Apache-2.0
"""Tasks on an agent's machine other than driving load.

Targets on the machine are prepared and checked, servers are contacted from there, its counters are read, and its
hardware is described. The work arrives as data: the scenario's text, which is parsed and checked again, and the name of
a kind of work in `WORK`.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Self

import msgspec
import psutil

from app.driver.place import IdleCores
from app.driver.worker_messages import Channel
from app.engine import preparation
from app.engine.collector_process import watch
from app.engine.passwords import Passwords
from app.engine.preparation import Numbered
from app.engine.roster import targets_of
from app.engine.sources import CollectorSource
from app.engine.target import Target
from app.engine.this_machine import hardware_of_this_machine
from app.model.errors import OutpaceError, message_of
from app.model.hardware import Hardware
from app.model.messages import Sentence
from app.model.steps import IoPass
from app.native.absence import absence
from app.native.native_library import Absent, NativeLibrary
from app.scenario.reading import ScenarioFile, parse_scenario
from collectors.series import Collector, Reading, Series

LOOK_S = 0.5
TIMEX_BYTES = 512
"""Size of the buffer in bytes; struct timex takes 208 bytes."""
TIME_ERROR = 5
"""Result of adjtimex(2) if the clock is not synchronized."""
WORK: Mapping[str, Callable[[Channel, Numbered], None]] = {
    work.__name__: work
    for work in (
        preparation.check,
        preparation.build,
        preparation.prepare,
        preparation.restore,
        preparation.count,
        preparation.make_cold,
        preparation.discard,
    )
}
"""Kinds of work on targets of another machine."""
ANSWERED = "wait_for_answer"
WORKING_S = 5.0
"""Interval in seconds at which silent work reports that it is still running."""


class FarTargets(msgspec.Struct, frozen=True, kw_only=True):
    """Work on targets of another machine.

    Attributes:
        scenario: text of the scenario.
        numbers: numbers of the targets over all systems.
        io_pass: pass of the plan; None if the plan has no passes.
    """

    scenario: str
    work: str
    numbers: list[int]
    io_pass: IoPass | None = None
    answer_s: float = 0.0

    def targets(self) -> list[tuple[int, Target]]:
        """Return the targets with their numbers.

        Raises:
            ScenarioError: the scenario is invalid.
            DatabaseError: a target is invalid.
            IndexError: a target's number does not exist.
        """
        file = ScenarioFile(parse_scenario(self.scenario), self.scenario, Path("/"))
        all_targets = targets_of(file, Passwords())
        selected = [(number, all_targets[number]) for number in self.numbers]
        return selected if self.io_pass is None else [(number, one.turned_to(self.io_pass)) for number, one in selected]


class Reach(msgspec.Struct, frozen=True):
    """Servers to reach from another machine.

    Attributes:
        numbers: numbers of their targets.
        secrets: passwords of their accounts.
    """

    scenario: str
    numbers: list[int]
    secrets: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Reach({self.numbers})"


class Reached(msgspec.Struct, frozen=True, array_like=True):
    """Reachability of a server.

    Attributes:
        round_trip_s: duration of the shortest statement, in seconds.
        trouble: why it cannot be reached; None if it can.
    """

    target: int
    round_trip_s: float = 0.0
    trouble: Sentence | None = None


class FarWatch(msgspec.Struct, frozen=True):
    """Collectors of a machine.

    Attributes:
        instance: replaces the instance of every counter; "" leaves it unchanged.
    """

    collectors: list[str]
    instance: str = ""


class MachineDescription(msgspec.Struct, frozen=True):
    """Description of an agent's machine.

    Attributes:
        idle_cores: current number of idle cores.
        no_native: why there is no native driver; None if there is.
        open_files: limit on open files per process; 0 if unlimited or unknown.
        clock_is_set: whether the wall clock is synchronized (NTP); None if unknown.
    """

    hardware: Hardware
    idle_cores: float
    memory_bytes: int
    no_native: Sentence | None = None
    open_files: int = 0
    clock_is_set: bool | None = None


def targets_there(connection: Channel, data: bytes) -> None:
    """Run a function of `preparation` on targets of this machine."""
    request = msgspec.msgpack.decode(data, type=FarTargets)
    targets = request.targets()
    answered = partial(preparation.wait_for_answer, answer_s=request.answer_s)
    work = answered if request.work == ANSWERED else WORK[request.work]
    with _Reporting(connection, request.numbers[0]) as reporting:
        work(reporting, targets)  # type: ignore[arg-type] # as much of a connection as they use


class _Reporting:
    """Connection to the engine, over which a thread reports that silent work is still running."""

    def __init__(self, connection: Channel, number: int) -> None:
        """Prepare the keep-alive message. `number` is the number of a target being processed."""
        self._connection = connection
        self._message = msgspec.msgpack.encode(preparation.Working(number))
        self._lock = threading.Lock()
        self._over = threading.Event()
        self.poll = connection.poll
        self.recv_bytes = connection.recv_bytes

    def __enter__(self) -> Self:
        threading.Thread(target=self._report, name="still at work", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def send_bytes(self, data: bytes) -> None:
        with self._lock:
            self._connection.send_bytes(data)

    def close(self) -> None:
        self._over.set()
        with self._lock:
            self._connection.close()

    def _report(self) -> None:
        with suppress(OSError):
            while not self._over.wait(WORKING_S):
                self.send_bytes(self._message)


def servers_from_there(connection: Channel, data: bytes) -> None:
    """Report for each server whether it answers, and how fast."""
    from app.databases.server import connect, load_pyodbc, round_trip_s  # noqa: PLC0415 - not every agent has ODBC
    from app.engine.server_target import DatabaseTarget  # noqa: PLC0415

    request = msgspec.msgpack.decode(data, type=Reach)
    file = ScenarioFile(parse_scenario(request.scenario), request.scenario, Path("/"))
    all_targets = targets_of(file, Passwords(request.secrets))
    for number in request.numbers:
        target = all_targets[number]
        assert isinstance(target, DatabaseTarget)
        try:
            with (
                closing(connect(target.address, target.password, database="")) as server,
                closing(server.cursor()) as cursor,
            ):
                reached = Reached(number, round_trip_s(cursor))
        except (OutpaceError, OSError) as error:
            reached = Reached(number, trouble=message_of(error))
        except load_pyodbc().Error as error:
            reached = Reached(number, trouble=message_of(error))
        connection.send_bytes(msgspec.msgpack.encode(reached))
    connection.close()


def machine_there(connection: Channel) -> None:
    """Describe this machine."""
    idle = IdleCores()
    hardware = hardware_of_this_machine()
    time.sleep(LOOK_S)
    library = NativeLibrary.load()
    described = MachineDescription(
        hardware,
        idle(),
        psutil.virtual_memory().total,
        absence(library) if isinstance(library, Absent) else None,
        open_files(),
        clock_is_set(),
    )
    connection.send_bytes(msgspec.msgpack.encode(described))
    connection.close()


def open_files() -> int:
    """Return this process's limit on open files, or 0 if absent."""
    if sys.platform == "win32":
        return 0
    else:
        import resource  # noqa: PLC0415 - not on Windows

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return 0 if most == resource.RLIM_INFINITY else most


def clock_is_set() -> bool | None:
    """Return whether the system's clock is synchronized (NTP, PTP, a hypervisor), according to Linux's adjtimex(2).

    Other systems return None.
    """
    if sys.platform == "linux":
        call = getattr(ctypes.CDLL(None), "adjtimex", None)
        # Without modes, the call changes nothing and needs no privileges.
        state = call(ctypes.create_string_buffer(TIMEX_BYTES)) if call is not None else -1
        return None if state < 0 else state != TIME_ERROR
    else:
        return None


def watch_there(connection: Channel, data: bytes) -> None:
    """Read the machine's counters until the connection ends."""
    request = msgspec.msgpack.decode(data, type=FarWatch)
    watch(connection, [NamedSource(name, instance=request.instance) for name in request.collectors])


@dataclass(frozen=True)
class NamedSource(CollectorSource):
    """Registered collector on this machine, whose counters have an instance that distinguishes machines.

    Attributes:
        instance: name to add to each counter's instance; "" leaves it unchanged.
    """

    instance: str = ""

    def open(self) -> Collector:
        opened = CollectorSource.open(self)
        return NamedCounters(opened, self.instance) if self.instance else opened


class NamedCounters:
    """Collector that adds the machine's name to the instance of its counters."""

    def __init__(self, collector: Collector, instance: str) -> None:
        self._collector = collector
        self.name = collector.name
        self.series: Sequence[Series] = [replace(one, path=named(one.path, instance)) for one in collector.series]

    def read(self) -> Reading:
        """Read the counters.

        Raises:
            OSError: the counters cannot be read.
        """
        return self._collector.read()

    def close(self) -> None:
        self._collector.close()


def named(path: str, instance: str) -> str:
    r"""Return a counter's path with a machine's name in its instance.

    "\Processor(_Total)\..." becomes "\Processor(lg1)\...", "\Processor(0)\..." becomes "\Processor(lg1 0)\...".
    """
    _, object_part, counter = path.split("\\", 2)
    name, _, current = object_part.removesuffix(")").partition("(")
    return f"\\{name}({instance if current in ('', '_Total') else f'{instance} {current}'})\\{counter}"
