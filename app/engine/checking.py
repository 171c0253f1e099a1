"""What one target is asked before a run, in a child process: nothing is changed by it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

from app.databases.address import Address
from app.databases.errors import server_words
from app.databases.inspection.findings import Found, Inspection
from app.databases.inspection.server import clock_offset_s, inspect, round_trip_s, version_found
from app.databases.server import DatabaseError, connect, load_pyodbc, server_version
from app.engine.devices import Device, device_of, is_this_machine
from app.engine.finding import Finding, Inspected
from app.workloads.dvdstore.building import expected_bytes
from app.workloads.dvdstore.mark import Mark
from app.workloads.dvdstore.parameters import Parameters
from app.workloads.dvdstore.server_store import ServerStore

CLOCK_S = 1.0
"""A clock that is further away is told."""
PRISTINE = "_pristine"
REFUSED = "Ask its administrator whether the user may read the server's settings"


class Asked(Protocol):
    """What a check needs of a database on a server. system: its position in the scenario."""

    @property
    def system(self) -> int: ...
    @property
    def address(self) -> Address: ...
    @property
    def password(self) -> str: ...
    @property
    def parameters(self) -> Parameters: ...
    @property
    def store(self) -> ServerStore: ...


def inspected(number: int, target: Asked) -> Inspected:
    """Asks one server. number: of the target over all systems."""
    address = target.address

    def finding(found: Found) -> Finding:
        return Finding(target.system, number, found.check, found.result, found.text, found.remedy)

    try:
        with (
            closing(connect(address, target.password, database="")) as connection,
            closing(connection.cursor()) as cursor,
        ):
            version = server_version(connection, address)
            trip_s = round_trip_s(cursor)
            found = [_connection(target, trip_s), version_found(version)]
            if found[-1].result == "failed":
                return Inspected(number, [finding(one) for one in found], server=address.account)
            server = inspect(cursor, address, (address.database, address.database + PRISTINE))
            offset_s, uncertain_s = clock_offset_s(cursor, address)
    except DatabaseError as error:
        failed = Found("connection", "failed", str(error), "")
        return Inspected(number, [finding(failed)], server=address.account)
    except load_pyodbc().Error as error:
        refused = Found("connection", "failed", f"it does not say what it is: {server_words(error)}", REFUSED)
        return Inspected(number, [finding(refused)], server=address.account)
    found += [*server.found, _clock(offset_s, uncertain_s)]
    mark, data = _data(target)
    needed = 0 if mark is not None else expected_bytes(target.parameters)
    found += [data, *_places(target, server, 2 * needed), *_safety(server)]
    data_bytes = target.store.size_bytes() if mark is not None else needed
    facts = {
        "Product": version.product,
        "Version": version.version,
        "Round trip ms": round(1e3 * trip_s, 3),
        "TLS": {True: "on", False: "off", None: "unknown"}[server.encrypted],
        **server.facts,
    }
    return Inspected(
        number,
        [finding(one) for one in found],
        facts=facts,
        product=version.product,
        version=version.version,
        transport=f"TLS {'on' if server.encrypted else 'off'}" if server.encrypted is not None else "",
        checksum=mark.checksum if mark is not None else "",
        data_bytes=data_bytes,
        memory_bytes=server.memory_bytes,
        durable=server.durable,
        durability=server.durability,
        devices=_devices(target, server),
        server=address.account,
        free_connections=server.free_connections,
    )


def _connection(target: Asked, trip_s: float) -> Found:
    return Found("connection", "passed", f"{target.address.where} answers in {1e3 * trip_s:.2f} ms")


def _clock(offset_s: float, uncertain_s: float) -> Found:
    text = f"its clock is {abs(offset_s):.3f} s {'ahead' if offset_s > 0 else 'behind'} (± {uncertain_s:.3f} s)"
    if abs(offset_s) - uncertain_s <= CLOCK_S:
        return Found("clock", "passed", text)
    remedy = "Set both clocks by one time server (NTP): the figures don't need it, but logs can't be laid side by side"
    return Found("clock", "warning", text, remedy)


def _data(target: Asked) -> tuple[Mark | None, Found]:
    """The mark of what is built, and what to say of it."""
    try:
        mark = target.store.find()
    except DatabaseError as error:
        return None, Found("data", "failed", *_apart(error))
    if mark is None:
        text = f"DVD Store {target.parameters.size} is not built yet; `outpace build` or the run will build it"
        return None, Found("data", "passed", text)
    return mark, Found("data", "passed", f"DVD Store {mark.size} is built, checksum {mark.checksum}")


def _apart(error: DatabaseError) -> tuple[str, str]:
    """What a database holds, and the remedy that the refusal of a foreign or other one ends with. A server's refusal
    stays whole."""
    text, semicolon, remedy = str(error).rpartition("; ")
    if error.kind or not semicolon:
        return str(error), ""
    return text, remedy[:1].upper() + remedy[1:]


def _places(target: Asked, server: Inspection, needed: int) -> Iterator[Found]:
    """Free space and devices, where the server runs on this machine."""
    place = target.address.endpoint
    if place is None or not is_this_machine(place[0]):
        yield Found("free space", "passed", "not known from here: the server is another machine")
        return
    for what, path in server.places:
        device = device_of(Path(path))
        if device is not None:
            yield Found("device", "passed", f"{what} on {device.name}")
            if what in {"data", "rows"} and needed:
                yield _space(device, needed)


def _space(device: Device, needed: int) -> Found:
    text = f"{device.free_bytes / 2**30:,.1f} GiB free of {needed / 2**30:,.2f} GiB needed to build and run"
    if device.free_bytes >= needed:
        return Found("free space", "passed", text)
    return Found("free space", "failed", text, "Make room, or choose a smaller size or another placement")


def _devices(target: Asked, server: Inspection) -> list[str]:
    place = target.address.endpoint
    if place is None or not is_this_machine(place[0]):
        return []
    found = (device_of(Path(path)) for what, path in server.places if what in {"data", "rows"})
    return sorted({disk for device in found if device is not None for disk in device.disks})


def _safety(server: Inspection) -> Iterator[Found]:
    if server.durability:
        if server.durable is False:
            text = f"a crash may lose commits or pages: {server.durability}"
            yield Found("durability", "warning", text, "Say so with every result, or set it to the safe values")
        else:
            yield Found("durability", "passed", server.durability)
    if server.compressed:
        text = f"compression is on ({server.compressed}): it trades processor time for I/O"
        yield Found("compression", "warning", text, "Say so with every result, or switch it off on all systems")
