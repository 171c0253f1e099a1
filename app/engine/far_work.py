# SPDX-License-Identifier: Apache-2.0
"""What runs on an agent's machine beside its workers: targets that lie there are prepared and checked, servers are
reached from there, its counters are read, its hardware is told. What is to be done comes as data: the scenario's own
text, which is read and checked there as it was here, and the name of a kind of work in `WORK`."""

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
"""struct timex takes 208 of them."""
TIME_ERROR = 5
"""Of adjtimex(2): the clock is not synchronised."""
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
"""What can be done to targets that lie on another machine."""
ANSWERED = "wait_for_answer"
WORKING_S = 5.0
"""How often work that has nothing to tell says that it goes on."""


class FarTargets(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done to targets on another machine. scenario: its text. numbers: of the targets, over all systems.
    io_pass: what they are turned to; None where the plan has no passes."""

    scenario: str
    work: str
    numbers: list[int]
    io_pass: IoPass | None = None
    answer_s: float = 0.0

    def targets(self) -> list[tuple[int, Target]]:
        """Raises ScenarioError, DatabaseError, IndexError."""
        file = ScenarioFile(parse_scenario(self.scenario), self.scenario, Path("/"))
        every = targets_of(file, Passwords())
        found = [(number, every[number]) for number in self.numbers]
        return found if self.io_pass is None else [(number, one.turned_to(self.io_pass)) for number, one in found]


class Reach(msgspec.Struct, frozen=True):
    """Servers that are to be reached from another machine: of the targets of these numbers, with the passwords of their
    accounts."""

    scenario: str
    numbers: list[int]
    secrets: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Reach({self.numbers})"


class Reached(msgspec.Struct, frozen=True, array_like=True):
    """Whether a server can be reached from there. round_trip_s: of a statement. trouble: None where it can."""

    target: int
    round_trip_s: float = 0.0
    trouble: Sentence | None = None


class FarWatch(msgspec.Struct, frozen=True):
    """Collectors of a machine. instance: in place of every counter's own one; "" leaves them as they are."""

    collectors: list[str]
    instance: str = ""


class Described(msgspec.Struct, frozen=True):
    """A machine of an agent. idle_cores: just now. no_native: why there is no native driver; None where there is.
    open_files: how many a process may have open there; 0 where nothing is known to limit them. clock_is_set: whether
    something there (NTP) keeps the wall clock right; None where that is not known."""

    hardware: Hardware
    idle_cores: float
    memory_bytes: int
    no_native: Sentence | None = None
    open_files: int = 0
    clock_is_set: bool | None = None


def targets_there(connection: Channel, data: bytes) -> None:
    """Works on targets, as `preparation` does here."""
    wanted = msgspec.msgpack.decode(data, type=FarTargets)
    targets = wanted.targets()
    answered = partial(preparation.wait_for_answer, answer_s=wanted.answer_s)
    work = answered if wanted.work == ANSWERED else WORK[wanted.work]
    with _Reporting(connection, wanted.numbers[0]) as reporting:
        work(reporting, targets)  # type: ignore[arg-type] # as much of a connection as they use


class _Reporting:
    """A connection to the engine, over which a thread says that the work goes on where nothing else is said."""

    def __init__(self, connection: Channel, number: int) -> None:
        """number: of a target that is worked on."""
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
    """Tells of each server whether it answers, and how fast."""
    from app.databases.server import connect, load_pyodbc, round_trip_s  # noqa: PLC0415 - not every agent has ODBC
    from app.engine.server_target import DatabaseTarget  # noqa: PLC0415

    wanted = msgspec.msgpack.decode(data, type=Reach)
    file = ScenarioFile(parse_scenario(wanted.scenario), wanted.scenario, Path("/"))
    every = targets_of(file, Passwords(wanted.secrets))
    for number in wanted.numbers:
        target = every[number]
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
    """Tells of the machine."""
    idle = IdleCores()
    hardware = hardware_of_this_machine()
    time.sleep(LOOK_S)
    library = NativeLibrary.load()
    described = Described(
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
    """How many this process may have open; 0 where nothing is known to limit them."""
    if sys.platform == "win32":
        return 0
    else:
        import resource  # noqa: PLC0415 - not on Windows

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return 0 if most == resource.RLIM_INFINITY else most


def clock_is_set() -> bool | None:
    """Whether the system's clock is kept right by something (NTP, PTP, a hypervisor), as Linux knows by adjtimex(2);
    None elsewhere."""
    if sys.platform == "linux":
        call = getattr(ctypes.CDLL(None), "adjtimex", None)
        # With no modes asked for it changes nothing and needs no rights.
        state = call(ctypes.create_string_buffer(TIMEX_BYTES)) if call is not None else -1
        return None if state < 0 else state != TIME_ERROR
    else:
        return None


def watch_there(connection: Channel, data: bytes) -> None:
    """Reads the machine's counters until the connection ends."""
    wanted = msgspec.msgpack.decode(data, type=FarWatch)
    watch(connection, [NamedSource(name, instance=wanted.instance) for name in wanted.collectors])


@dataclass(frozen=True)
class NamedSource(CollectorSource):
    """A registered collector of the machine that this process runs on, whose counters are told apart from those of
    other machines by an instance. instance: "" leaves them as they are."""

    instance: str = ""

    def open(self) -> Collector:
        opened = CollectorSource.open(self)
        return NamedCounters(opened, self.instance) if self.instance else opened


class NamedCounters:
    """A collector whose counters have the machine's name as their instance."""

    def __init__(self, collector: Collector, instance: str) -> None:
        self._collector = collector
        self.name = collector.name
        self.series: Sequence[Series] = [replace(one, path=named(one.path, instance)) for one in collector.series]

    def read(self) -> Reading:
        """Raises OSError."""
        return self._collector.read()

    def close(self) -> None:
        self._collector.close()


def named(path: str, instance: str) -> str:
    r"""A counter's path with a machine's name: "\Processor(_Total)\..." is "\Processor(lg1)\...", "\Processor(0)\..."
    is "\Processor(lg1 0)\..."."""
    _, whole, counter = path.split("\\", 2)
    name, _, own = whole.removesuffix(")").partition("(")
    return f"\\{name}({instance if own in ('', '_Total') else f'{instance} {own}'})\\{counter}"
