# SPDX-License-Identifier: Apache-2.0
"""Targets on servers: child processes inspect, build, restore and count them over ODBC; workers open them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Self

import msgspec

from app.databases.address import Address
from app.databases.failures import RefusedDatabaseError, server_message
from app.databases.registry import ENGINES, server_engine
from app.databases.server import (
    DatabaseError,
    clock_offset_s,
    connect,
    emptied_cache,
    inspect,
    load_pyodbc,
    round_trip_s,
    server_version,
    version_found,
)
from app.databases.server_disclosure import disclosed_by
from app.databases.server_inspection import Inspection, Needs
from app.databases.server_place import place_of
from app.databases.server_statistics import DatabaseCounters, counters_of
from app.engine.consents import clear_text_login, is_confirmed
from app.engine.devices import Device, device_of, is_this_machine, size_phrase
from app.engine.embedded_target import contents_of
from app.engine.local_server import ElsewhereError, devices_below, exists, first_process, is_here
from app.engine.mounts import mounts
from app.engine.target import DatabaseContents, InspectedData, Pristine, TargetDisclosure
from app.engine.this_machine import placed_here
from app.model.documents import DatabasePlacement, TargetDetail
from app.model.errors import phrase
from app.model.findings import Finding, Inspected
from app.model.messages import Sentence
from app.model.registry import part
from app.model.steps import IoPass
from app.model.targets import Placement, Server
from app.model.workloads import DatabaseWorkload
from app.workloads.database.mark import BuildMark
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.database.workload_definition import definition_of
from app.workloads.workload import Cancelled, Ledger, Progress, Workload
from collectors.series import Missing, SourceError

CLOCK_S = 1.0
"""Clock difference, in seconds, above which a warning is issued."""
STATISTICS_S = 10.0
EXPORTER = phrase(
    "Name an exporter of it in the scenario: watch = [{exporter}]",
    exporter='{ source = "prometheus", url = "http://HOST:9100/metrics" }',
)
REFUSED = phrase("Ask its administrator whether the user may read the server's settings")


def inspected(number: int, target: "DatabaseTarget") -> Inspected:
    """Inspect one server. `number` is the target's number over all systems."""
    address = target.address

    def finding(one: Finding) -> Finding:
        return msgspec.structs.replace(one, system=target.system, target=number)

    try:
        with (
            closing(connect(address, target.password, database="", reading=True)) as connection,
            closing(connection.cursor()) as cursor,
        ):
            version = server_version(connection, address)
            trip_s = round_trip_s(cursor)
            findings = [_connection(target, trip_s), version_found(version, address)]
            if findings[-1].result == "failed":
                return Inspected(number, [finding(one) for one in findings], server=address.account)
            server = inspect(cursor, address, target.needs)
            offset_s, uncertain_s = clock_offset_s(cursor, address)
    except DatabaseError as error:
        failed = Finding("connection", "failed", error.message)
        return Inspected(number, [finding(failed)], server=address.account)
    except load_pyodbc().Error as error:
        refused = Finding(
            "connection",
            "failed",
            phrase("it does not say what it is: {reason}", reason=server_message(error)),
            REFUSED,
        )
        return Inspected(number, [finding(refused)], server=address.account)
    findings += [one for one in server.found if target.full_text or one.check != "full text"]
    findings.append(_clock(offset_s, uncertain_s))
    data = target.inspect_data()
    machine, here = _machine(target)
    here = here and all(exists(Path(path)) for _, path in server.places)
    findings += [*_load_transport(address), *data.found, *_places(server, data.needed_bytes, here=here)]
    findings += _safety(server)
    findings += [*_figures(target), *machine]
    facts = {
        "Product": version.product,
        "Version": version.version,
        "Round trip ms": round(1e3 * trip_s, 3),
        "TLS": {True: "on", False: "off", None: "unknown"}[server.encrypted],
        **server.facts,
    }
    return Inspected(
        number,
        [finding(one) for one in findings],
        facts=facts,
        product=version.product,
        version=version.version,
        transport=f"TLS {'on' if server.encrypted else 'off'}" if server.encrypted is not None else "",
        checksum=data.checksum,
        data_bytes=data.data_bytes,
        memory_bytes=server.memory_bytes,
        durable=server.durable,
        durability=server.durability,
        devices=sorted({disk for device in _data_devices(server) for disk in device.disks}) if here else [],
        server=address.account,
        free_connections=server.free_connections,
        load_transport=address.transport,
        named_transport=address.named_transport,
        is_built=data.built,
        space={one.volume: (data.needed_bytes, one.free_bytes) for one in _data_devices(server)} if here else {},
    )


def _connection(target: "DatabaseTarget", trip_s: float) -> Finding:
    return Finding(
        "connection", "passed", phrase("{place} answers in {ms:.2f} ms", place=target.address.where, ms=1e3 * trip_s)
    )


def _load_transport(address: Address) -> Iterator[Finding]:
    """Check that the client library for the native driver's calls is available."""
    transports = server_engine(address.engine).transports
    named = address.named_transport
    for name, transport in transports.items():
        if address.target.odbc or named not in ("", name):
            continue
        try:
            library = part(transport.library)()
        except DatabaseError as error:
            if named:
                yield Finding("driver", "failed", error.message)
            else:
                text = phrase("the load goes through ODBC, which costs more: {reason}", reason=error.message)
                yield Finding("driver", "warning", text)
        else:
            text = phrase("the native driver's calls go through {name}, {library}", name=name, library=library)
            yield Finding("driver", "passed", text)


def _clock(offset_s: float, uncertain_s: float) -> Finding:
    offset = {"seconds": abs(offset_s), "uncertain": uncertain_s}
    if offset_s > 0:
        text = phrase("its clock is {seconds:.3f} s ahead (± {uncertain:.3f} s)", **offset)
    else:
        text = phrase("its clock is {seconds:.3f} s behind (± {uncertain:.3f} s)", **offset)
    if abs(offset_s) - uncertain_s <= CLOCK_S:
        return Finding("clock", "passed", text)
    remedy = phrase(
        "Set both clocks by one time server (NTP): the figures don't need it, but logs can't be laid side by side"
    )
    return Finding("clock", "warning", text, remedy)


def _data(target: "ServerTarget") -> tuple[BuildMark | None, Finding]:
    """Return the mark of the built database, and a finding about it."""
    title = target.store.data.schema.title
    try:
        mark = target.store.find()
    except RefusedDatabaseError as error:
        return None, Finding("data", "failed", error.what, error.remedy)
    except DatabaseError as error:
        return None, Finding("data", "failed", error.message)
    if mark is None:
        text = phrase(
            "{title} {size} is not built yet; `outpace build` or the run will build it, up to {bytes}, and as much "
            "again for its pristine copy",
            title=title,
            size=target.parameters.size,
            bytes=size_phrase(target.store.data.expected_bytes(ENGINES[target.address.engine].sql)),
        )
        return None, Finding("data", "passed", text)
    return mark, Finding(
        "data",
        "passed",
        phrase("{title} {size} is built, checksum {checksum}", title=title, size=mark.size, checksum=mark.checksum),
    )


def _placement(target: "ServerTarget", *, built: bool) -> Iterator[Finding]:
    """Yield a finding about the scenario's placement of files, if there is one or something is wrong."""
    try:
        target.store.check_placement(built=built)
    except RefusedDatabaseError as error:
        yield Finding("placement", "failed", error.what, error.remedy)
    except DatabaseError as error:
        yield Finding("placement", "failed", error.message)
    else:
        if target.address.target.placement != Placement():
            in_place = phrase("each part lies where the scenario wants it")
            feasible = phrase("each part can be put where the scenario wants it")
            yield Finding("placement", "passed", in_place if built else feasible)


def _places(server: Inspection, needed: int, *, here: bool) -> Iterator[Finding]:
    """Yield findings about free space and devices, if the server runs on this machine."""
    if not here:
        text = phrase("not known from here: the server runs in a container or on another machine")
        yield Finding("free space", "passed", text)
        return
    for what, path in server.places:
        device = device_of(Path(path))
        if device is not None:
            yield Finding("device", "passed", phrase("{what} on {device}", what=what, device=device.name))
            if what in {"data", "rows"} and needed:
                yield _space(device, needed)


def _space(device: Device, needed: int) -> Finding:
    text = phrase(
        "{free} free, {needed} needed to build and run",
        free=size_phrase(device.free_bytes),
        needed=size_phrase(needed),
    )
    if device.free_bytes >= needed:
        return Finding("free space", "passed", text)
    return Finding("free space", "failed", text, phrase("Make room, or choose a smaller size or another placement"))


def _data_devices(server: Inspection) -> list[Device]:
    devices = (device_of(Path(path)) for what, path in server.places if what in {"data", "rows"})
    return [device for device in devices if device is not None]


def _figures(target: "DatabaseTarget") -> Iterator[Finding]:
    """Yield a finding, with reason and remedy, about figures that are missing from the server's statistics."""
    try:
        counters = statistics_of(target)
    except OSError as error:
        yield Finding("timing", "warning", phrase("its statistics can't be read: {error}", error=error), REFUSED)
        return
    reasons: dict[tuple[str, ...], list[Missing]] = {}
    for one in counters.missing:
        reasons.setdefault((one.reason, *one.values.values(), one.remedy), []).append(one)
    for same in reasons.values():
        first = same[0]
        reason = Sentence(text=first.reason, values={**first.values})
        remedy = Sentence(text=first.remedy, values={**first.values}) if first.remedy else ""
        text = phrase("{reason} No data of {figures}", reason=reason, figures=_named(one.path for one in same))
        yield Finding(
            "timing" if first.settable else "figures", "warning" if first.settable else "passed", text, remedy
        )
    if any(series.path.endswith("sec/Read") for series in counters.series) and not any(
        one.settable for one in counters.missing
    ):
        yield Finding("timing", "passed", phrase("I/O is timed"))


def statistics_of(target: "DatabaseTarget") -> DatabaseCounters:
    """Return the server's statistics counters, whose connection is closed.

    Raises:
        OSError: the server cannot be reached.
    """
    no_database = target.address.at("")
    counters = counters_of(target.address.engine)(
        lambda: connect(no_database, target.password, query_timeout_s=STATISTICS_S),
        target.address.database,
        errors=(DatabaseError, load_pyodbc().Error),
    )
    counters.close()
    return counters


FIGURE = re.compile(r"\\(?:Engine File\((?P<file>.*)\)|(?P<object>[^\\]*))\\(?P<counter>.*)")
MOST_NAMED = 6


def _named(paths: Iterable[str]) -> str:
    """Return the names of counters for a message; omit totals whose parts are listed."""
    parts = [match for match in map(FIGURE.fullmatch, paths) if match is not None]
    shown = [one for one in parts if one["file"] != "_Total"] or parts
    names = [f"{one['file']} file: {one['counter']}" if one["file"] else one["counter"] for one in shown]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")


def _machine(target: "DatabaseTarget") -> tuple[list[Finding], bool]:
    """Return findings about access to the server machine's processor and disks, and whether it may be this one."""
    try:
        return list(_machine_here(target)), is_here(target.address)
    except ElsewhereError as error:
        text = Sentence(text=error.text, values={**error.values})
        return [Finding("machine", "warning", text, EXPORTER)], False


def _machine_here(target: "DatabaseTarget") -> Iterator[Finding]:
    """Yield findings about the server's machine.

    Raises:
        ElsewhereError: the server is not on this machine.
    """
    address = target.address
    if not is_here(address):
        text = phrase("the server runs on another machine: its processor and disks are seen through an exporter alone")
        yield Finding("machine", "passed", text, EXPORTER)
        return
    try:
        place = place_of(address, target.password)
        pid = first_process(address, lambda: place)
    except ElsewhereError:
        raise
    except SourceError as error:
        yield Finding("machine", "warning", Sentence(text=error.text, values={**error.values}), EXPORTER)
    except OSError as error:
        yield Finding("machine", "warning", phrase("where it runs is not known: {error}", error=error), REFUSED)
        return
    else:
        text = phrase("it runs on this machine as process {pid}, whose processor time is counted", pid=str(pid))
        yield Finding("machine", "passed", text)
    below = devices_below([place], address.login, {})
    for missing in below.missing[:1]:
        yield Finding("machine", "warning", Sentence(text=missing.reason, values={**missing.values}), EXPORTER)
    if below.names:
        text = phrase(
            "{devices} below its files is watched, unless another system or the session uses it",
            devices=", ".join(below.names),
        )
        yield Finding("machine", "passed", text)


def _safety(server: Inspection) -> Iterator[Finding]:
    if server.durability:
        if server.durable is False:
            text = phrase("a crash may lose commits or pages: {settings}", settings=server.durability)
            yield Finding("durability", "warning", text, phrase("State it with every result, or use the safe values"))
        else:
            yield Finding("durability", "passed", server.durability)
    if server.compressed:
        text = phrase("compression is on ({settings}): it trades processor time for I/O", settings=server.compressed)
        yield Finding(
            "compression", "warning", text, phrase("State it with every result, or turn it off on all systems")
        )


def _known_placement(store: ServerStore) -> DatabasePlacement:
    """Return the locations of the database's parts, or why they are unknown, which does not end a run."""
    try:
        return store.placement()
    except DatabaseError as error:
        return DatabasePlacement(reason=error.message)


def login_address(target: Server) -> Address:
    """Return the address for logging in to a target's database.

    Without TLS a password is sent to another machine only if this user has confirmed that.
    """
    address = Address(target, target.database)
    plain = target.password == "none" or not address.remote or is_confirmed(clear_text_login(address))  # noqa: S105
    return msgspec.structs.replace(address, plain_login=plain)


@dataclass(frozen=True, slots=True)
class DatabaseTarget(ABC):
    """Database on a server, for any workload. The password is passed only to child processes, over their pipes."""

    system: int
    label: str
    address: Address
    password: str = field(repr=False)

    @property
    def embedded(self) -> bool:
        return False

    @property
    def full_text(self) -> bool:
        """True if its workload uses full-text search."""
        return False

    @property
    @abstractmethod
    def needs(self) -> Needs:
        """Server features and privileges that its workload needs."""

    @property
    def beside(self) -> bool:
        place = self.address.endpoint
        return place is not None and is_this_machine(place[0])

    @property
    def place(self) -> Path | None:
        return None

    def turned_to(self, io_pass: IoPass) -> Self:
        return self

    def inspect(self, number: int) -> Inspected:
        return inspected(number, self)

    @abstractmethod
    def inspect_data(self) -> InspectedData:
        """Describe the database without changing it.

        Raises:
            DatabaseError: it cannot be used.
        """

    @abstractmethod
    def checkpoint(self) -> str:
        """Flush dirty pages to disk; return "", or why that was not possible.

        Raises:
            DatabaseError: the server reported an error.
        """

    def disclosed(self) -> TargetDisclosure:
        try:
            files, settings = disclosed_by(self.address, self.password)
        except (DatabaseError, load_pyodbc().Error):
            return TargetDisclosure()
        if self.beside:
            mounted = mounts()
            files = [placed_here(file, mounted) for file in files]
        return TargetDisclosure(files, settings)

    def make_cold(self) -> tuple[str, bool]:
        refused = self.checkpoint()
        how = f"no checkpoint ({refused})" if refused else "checkpoint"
        emptied = emptied_cache(self.address, self.password)
        if emptied is None:
            return f"{how}; its own cache is emptied only by a restart", False
        return f"{how}; {emptied or 'its cache was emptied'}", not emptied


@dataclass(frozen=True, slots=True)
class ServerTarget(DatabaseTarget):
    """Database that Outpace builds."""

    parameters: DatabaseWorkload

    @property
    def full_text(self) -> bool:
        return self.store.data.schema.has("fulltext", ENGINES[self.address.engine].sql)

    @property
    def needs(self) -> Needs:
        store = self.store
        triggers = store.data.schema.makes_triggers(ENGINES[self.address.engine].sql)
        return Needs((self.address.database, store.pristine), procedures=True, triggers=triggers)

    def unit_of(self, task: str) -> str:
        return "rows"

    @property
    def store(self) -> ServerStore:
        """Store that finds, builds and restores the database. It is not connected yet."""
        return ServerStore(self.address, self.password, self.parameters)

    def workload(self) -> Workload:
        return WorkloadOnServer(self.address, self.password, self.parameters)

    def detail(self) -> TargetDetail:
        return TargetDetail(
            engine=ENGINES[self.address.engine].title,
            database=f"{self.store.data.schema.title} {self.parameters.size}",
            settings={str(name): value for name, value in self.address.target.settings.items()},
            users=self.parameters.users,
        )

    def held(self) -> AbstractContextManager[None]:
        return self.store.held()

    def inspect_data(self) -> InspectedData:
        mark, data = _data(self)
        built = mark is not None
        needed = 0 if built else self.store.data.expected_bytes(ENGINES[self.address.engine].sql)
        size = self.store.size_bytes() if built else needed
        checksum = mark.checksum if mark is not None else ""
        return InspectedData([data, *_placement(self, built=built)], built, checksum, 2 * needed, size)

    def remove_unfinished(self) -> Sequence[str]:
        return self.store.remove_unfinished()

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        return contents_of(self.store.build(progress, cancelled), self.store.data)

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        store = self.store
        how = store.restore(progress, cancelled)
        mark = store.find()
        assert mark is not None, "a restored database has a pristine one"
        return Pristine(
            contents_of(mark, self.store.data),
            Sentence(text=how),
            definition_of(self.parameters).rolled_back_percent(store.row, self.parameters),
            self.count(),
            store.size_bytes(),
            placement=_known_placement(store),
        )

    def count(self) -> Ledger | None:
        return definition_of(self.parameters).counted(self.store.row)

    def checked(self) -> Sequence[Sentence]:
        store = self.store
        names = self.address.database, store.pristine
        working, pristine = (partial(store.value, database=name) for name in names)
        return list(definition_of(self.parameters).broken(working, pristine, store.data))

    def size_bytes(self) -> int:
        return self.store.size_bytes()

    def checkpoint(self) -> str:
        return self.store.checkpoint()


def server_target(system: int, label: str, target: Server, parameters: DatabaseWorkload, password: str) -> ServerTarget:
    """Create a scenario's target, with its password."""
    return ServerTarget(system, label, login_address(target), password, parameters)
