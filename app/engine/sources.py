# SPDX-License-Identifier: Apache-2.0
"""Counter sources, which are pickled for a collector process and opened there, where they may hang."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import msgspec

from app.databases.address import Address
from app.databases.server_place import place_of
from app.databases.server_statistics import Errors, Scope, counters_of, ranking_of
from app.databases.server_work import server_work, work_of
from app.engine.devices import DISK_COUNTERS
from app.engine.local_server import devices_below, first_process
from app.model.documents import ServerWork, TableRanking
from app.model.errors import phrase
from app.model.messages import Sentence, sentence
from app.model.registry import part
from app.model.watch import Watch
from app.scenario.collectors import COLLECTORS, account_of
from collectors.disks import Disks, block_devices
from collectors.processes import PROCESSOR, Processes
from collectors.series import Collector, Missing, Reading, Series, SourceError

CONNECT_S = 10.0
QUERY_S = 10.0
RANKING_S = 30.0


class Source(Protocol):
    """Source of counters that is not open yet. Picklable."""

    @property
    def name(self) -> str:
        """Name in the session."""
        ...

    @property
    def title(self) -> str | Sentence:
        """Name for users."""
        ...

    def open(self) -> Collector:
        """Open the source.

        Raises:
            OSError: the source is currently unreachable; the caller retries.
        """
        ...

    def ranking(self) -> TableRanking | None:
        """Return tables and indexes ranked by I/O, or None if unsupported.

        Raises:
            OSError: the ranking failed.
        """
        ...

    def work(self, over: Callable[[float], bool]) -> ServerWork | None:
        """Return the statements and waits from now until `over` returns True, or None if unsupported.

        Args:
            over: function that waits for a number of seconds and returns whether to stop.

        Raises:
            OSError: the statistics are unavailable.
        """
        ...


@dataclass(frozen=True, slots=True)
class CollectorSource:
    """Registered collector.

    Attributes:
        settings: settings in the scenario; None for a collector of the machine on which this process runs.
        secret: password or token, if it logs in. It is never displayed.
    """

    collector: str
    settings: msgspec.Struct | None = None
    secret: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> str | Sentence:
        described = COLLECTORS[self.collector]
        if self.settings is None:
            return self.collector
        return described.label(self.settings) if described.label is not None else Sentence(text=described.title)

    def open(self) -> Collector:
        fields = {} if self.settings is None else msgspec.structs.asdict(self.settings)
        if COLLECTORS[self.collector].account is not None:
            fields["secret"] = self.secret
        opened: Collector = part(COLLECTORS[self.collector].opens)(**fields)
        return opened

    def ranking(self) -> None:
        return None

    def work(self, over: Callable[[float], bool]) -> None:
        return None


def watch_source(watch: Watch, secret_of: Callable[[str], str] = lambda account: "") -> CollectorSource:
    """Return the source for a `watch` entry of a system.

    Args:
        watch: the entry.
        secret_of: function that returns the secret of an account.
    """
    assert isinstance(watch, msgspec.Struct)
    login = account_of(watch)
    secret = secret_of(login[0].name) if login is not None else ""
    return CollectorSource(str(watch.__struct_config__.tag), watch, secret)


class BlockDeviceSource(msgspec.Struct, frozen=True):
    """Block-layer counters of the devices below a system's targets, for all users of the devices.

    They are measured below the load driver and exclude the latency that it adds.
    """

    devices: tuple[str, ...]

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> Sentence:
        return phrase("block layer of {devices}", devices=", ".join(self.devices))

    def open(self) -> Collector:
        return Disks(partial(block_devices, self.devices), kind="LogicalDisk")

    def ranking(self) -> None:
        return None

    def work(self, over: Callable[[float], bool]) -> None:
        return None


@dataclass(frozen=True, slots=True)
class ServerSource:
    """Statistics of a server itself: one database, the server as a whole, or both. The password is never displayed."""

    address: Address
    password: str = field(repr=False)
    scope: Scope = "all"

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> Sentence:
        where = self.address.where
        if self.scope == "server":
            return phrase("statistics of {where}", where=where)
        return phrase("statistics of {database} on {where}", database=self.address.database, where=where)

    def open(self) -> Collector:
        # Connect to another database, because this one is restored between runs, which requires exclusive access.
        no_database = self.address.at("")
        return counters_of(self.address.engine)(
            lambda: _connect(no_database, self.password, QUERY_S),
            self.address.database,
            errors=_errors(),
            scope=self.scope,
        )

    def ranking(self) -> TableRanking | None:
        if self.scope == "server":
            return None
        errors = _errors()
        try:
            connection = _connect(self.address, self.password, RANKING_S)
            try:
                return ranking_of(self.address.engine)(connection, self.address.database)
            finally:
                connection.close()
        except errors as error:
            raise OSError(_text_of(error)) from error

    def work(self, over: Callable[[float], bool]) -> ServerWork | None:
        work = None if self.scope == "server" else work_of(self.address.engine)
        if work is None:
            return None
        no_database, errors = self.address.at(""), _errors()
        try:
            return server_work(
                work,
                lambda: _connect(no_database, self.password, RANKING_S),
                self.address.database,
                errors,
                over,
            )
        except errors as error:
            raise OSError(_text_of(error)) from error


@dataclass(slots=True)
class NoCounters:
    """Collector for an examined source without counters, which stores the reasons."""

    name: str
    missing: tuple[Missing, ...]
    series: Sequence[Series] = ()

    def read(self) -> Reading:
        """Raise SourceError."""
        raise SourceError("it has no counters")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


Login = tuple[Address, str]
"""Server address and password."""


@dataclass(frozen=True, slots=True)
class ServerProcessSource:
    """The operating system's counters for the processes of a system's servers on this machine."""

    logins: tuple[Login, ...] = field(repr=False)

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> Sentence:
        return phrase("processes of {where}", where=_places_of(self.logins))

    def open(self) -> Collector:
        try:
            return Processes(self._first)
        except SourceError as error:
            missing = Missing(PROCESSOR, "engine process", error.text, error.values)
            return NoCounters(self.name, (missing,))

    def _first(self) -> list[int]:
        return [first_process(address, partial(place_of, address, password)) for address, password in self.logins]

    def ranking(self) -> None:
        return None

    def work(self, over: Callable[[float], bool]) -> None:
        return None


@dataclass(frozen=True, slots=True)
class ServerDeviceSource:
    """Block-layer counters of the devices below the files of a system's servers on this machine.

    Attributes:
        shared: other users of whole disks, as letters of systems; "" for Outpace's own recording.
    """

    logins: tuple[Login, ...] = field(repr=False)
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> Sentence:
        return phrase("devices below {where}", where=_places_of(self.logins))

    def open(self) -> Collector:
        places = [place_of(address, password) for address, password in self.logins]
        below = devices_below(places, self.logins[0][0].login, self.shared)
        if below.missing:
            return NoCounters(self.name, below.missing)
        return Disks(partial(block_devices, below.names), kind="LogicalDisk")

    def ranking(self) -> None:
        return None

    def work(self, over: Callable[[float], bool]) -> None:
        return None


class UnwatchedMachine(msgspec.Struct, frozen=True):
    """Machine of a remote server that the scenario does not watch, with the reason for missing counters."""

    where: str

    @property
    def name(self) -> str:
        return sentence(self.title)

    @property
    def title(self) -> Sentence:
        return phrase("machine of {where}", where=self.where)

    def open(self) -> Collector:
        return NoCounters(
            self.name,
            tuple(
                Missing(
                    path,
                    "machine" if path in MACHINE_COUNTERS else "device",
                    "the server at {where} runs on another machine, and nothing watches that. Start an exporter there "
                    "and name it in the scenario: watch = [{exporter}].",
                    {"where": self.where, "exporter": '{ source = "prometheus", url = "http://HOST:9100/metrics" }'},
                )
                for path in (*MACHINE_COUNTERS, *DISK_COUNTERS)
            ),
        )

    def ranking(self) -> None:
        return None

    def work(self, over: Callable[[float], bool]) -> None:
        return None


MACHINE_COUNTERS = (r"\Processor(_Total)\% Processor Time",)


def _places_of(logins: Sequence[Login]) -> str:
    return ", ".join(dict.fromkeys(address.where for address, _ in logins))


def _connect(address: Address, password: str, query_s: float) -> Any:
    from app.databases.server import connect  # noqa: PLC0415 - a run of embedded databases needs no ODBC

    return connect(address, password, timeout_s=CONNECT_S, query_timeout_s=query_s)


def _errors() -> Errors:
    from app.databases.server import DatabaseError, load_pyodbc  # noqa: PLC0415

    return (DatabaseError, load_pyodbc().Error)


def _text_of(error: BaseException) -> str:
    from app.databases.failures import server_message  # noqa: PLC0415

    return server_message(error) or type(error).__name__
