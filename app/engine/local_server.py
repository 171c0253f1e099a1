# SPDX-License-Identifier: Apache-2.0
"""A server on this machine: its first process, and the devices below its files."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import psutil

from app.databases.address import Address
from app.databases.registry import ENGINES, server_engine
from app.databases.server_place import ServerPlace
from app.engine.devices import is_this_machine
from collectors.block_devices import device_below, disks_below
from collectors.series import Missing, SourceError

DISK = r"\PhysicalDisk(_Total)"
TRIES = 3
DISK_COUNTERS = tuple(
    rf"{DISK}\{name}"
    for name in ("Disk Transfers/sec", "Avg. Disk sec/Transfer", "Avg. Disk sec/Read", "Avg. Disk sec/Write",
                 "Avg. Disk Queue Length")
)  # fmt: skip
"""What an exporter would give: missing by these names where the devices of a server are not watched."""


def is_here(address: Address) -> bool:
    """Whether a server is reached over this machine: a socket, a loopback address or one of its own addresses."""
    place = address.endpoint
    if place is None:
        return bool(address.target.host or address.pairs) and not address.remote
    return not address.remote or is_this_machine(place[0])


def first_process(address: Address, ask: Callable[[], ServerPlace]) -> int:
    """The id of the process that all others of a server descend from. ask: asks the server where it runs, which is done
    only where the system does not tell. Raises SourceError where it is not told or not on this machine, OSError where
    the server can't be asked."""
    programs = server_engine(address.engine).programs
    for _ in range(TRIES):  # who listens may be a process that the server has just started, and gone at once
        listening = _listening(address)
        program = _name(listening) if listening else ""
        if program and program not in programs:
            raise SourceError(
                "on {where} listens {program}, which is no {engine}: the server itself runs elsewhere, behind a tunnel "
                "or in a container. Watch its machine with an exporter.",
                where=address.where,
                program=program,
                engine=ENGINES[address.engine].title,
            )
        if listening and program and (first := _first(listening, programs)):
            return first
    place = ask()
    for pid in (place.pid, _pid_in(place.pid_file)):
        if pid and _name(pid) in programs and (first := _first(pid, programs)):
            return first
    raise SourceError(
        "this machine does not tell which process is the server at {where}. Start Outpace as an administrator, or "
        "watch the machine with an exporter.",
        where=address.where,
    )


def _listening(address: Address) -> int | None:
    """Who listens on the server's port; None where the system does not tell this user."""
    place = address.endpoint
    if place is None:
        return None
    try:
        found = psutil.net_connections(kind="tcp")
    except (psutil.Error, OSError):
        return None
    listening = [one for one in found if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == place[1]]
    return next((one.pid for one in listening if one.pid), None)


def _name(pid: int) -> str:
    """A process's name in small letters, without the ending that Windows gives it."""
    try:
        return psutil.Process(pid).name().lower().removesuffix(".exe")
    except psutil.Error:
        return ""


def _pid_in(file: str) -> int:
    """0 where it can't be read."""
    try:
        return int(Path(file).read_text(encoding="ascii").split()[0]) if file else 0
    except (OSError, ValueError, IndexError):
        return 0


def _first(pid: int, programs: Collection[str]) -> int:
    """The last of a process's parents that is a program of the server's; 0 where it is gone meanwhile."""
    try:
        for parent in psutil.Process(pid).parents():
            if _name(parent.pid) not in programs:
                break
            pid = parent.pid
    except psutil.Error:
        return 0
    return pid


class BelowFiles(msgspec.Struct, frozen=True):
    """names: of the devices below a server's files that are no other's. missing: why there are none, of each
    counter."""

    names: tuple[str, ...]
    missing: tuple[Missing, ...] = ()


def devices_below(places: Iterable[ServerPlace], user: str, shared: Mapping[str, Sequence[str]]) -> BelowFiles:
    """The block devices below the folders of servers. user: who asks. shared: whole disks of this machine that others
    use, and who: a system's letter, or "" for Outpace itself."""
    folders = [Path(folder) for place in places for _, folder in place.folders]
    if not folders:
        return _none(
            Missing(
                "",
                "device",
                "{user} may not see in which folder the server keeps its files. As an administrator: GRANT pg_monitor "
                "TO {user}.",
                {"user": user},
                settable=True,
            )
        )
    names: dict[str, None] = {}
    for folder in folders:
        try:
            if not folder.exists():
                return _none(_elsewhere(folder))
            name, disks = device_below(folder), disks_below(folder)
        except OSError:
            continue  # one within a folder that this user may not enter: as a rule it lies where that lies
        others = sorted({other for disk in disks for other in shared.get(disk, ())})
        if others:
            return _none(_shared(name or ", ".join(sorted(disks)), [other for other in others if other]))
        names |= {name: None} if name else {}
    return BelowFiles(tuple(names)) if names else _none(_untold(folders[0]))


def _elsewhere(folder: Path) -> Missing:
    return Missing(
        "",
        "device",
        "the server's folder {folder} is not on this machine: it runs in a container or elsewhere. Watch its machine "
        "with an exporter.",
        {"folder": str(folder)},
    )


def _untold(folder: Path) -> Missing:
    return Missing(
        "",
        "device",
        "this machine does not tell which device {folder} lies on. Watch it with an exporter.",
        {"folder": str(folder)},
    )


def _shared(device: str, letters: Sequence[str]) -> Missing:
    if not letters:
        return Missing(
            "",
            "device",
            "the session is recorded on {device} too, so that nobody can tell what of it is the server's. Record on "
            "another device; what the whole disk does is among the driver's counters.",
            {"device": device},
        )
    return Missing(
        "",
        "device",
        "{systems} uses {device} too, so that nobody can tell what of it is whose. Give each system a device of its "
        "own; what the whole disk does is among the driver's counters.",
        {"device": device, "systems": ", ".join(letters)},
    )


def _none(why: Missing) -> BelowFiles:
    return BelowFiles((), tuple(replace(why, path=path) for path in DISK_COUNTERS))
