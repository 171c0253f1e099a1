# SPDX-License-Identifier: Apache-2.0
"""Server on this machine: its main process, and the devices below its files."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import psutil

from app.databases.address import Address
from app.databases.registry import server_engine
from app.databases.server_place import ServerPlace
from app.engine.devices import BelowFiles, devices_below_files, is_this_machine, without_devices
from app.model.form import marked
from collectors.series import Missing, SourceError

TRIES = 3
LISTENER = marked(
    "the server runs in a container or on another machine: {program} listens on {where}. Watch its machine with an "
    "exporter."
)


class ElsewhereError(SourceError):
    """The process that listens on the server's port on this machine is not the server but, for example, a proxy."""


def is_here(address: Address) -> bool:
    """Return whether a server is on this machine: reached over a Unix socket, the loopback, or a local address."""
    place = address.endpoint
    if place is None:
        return bool(address.target.host or address.pairs) and not address.remote
    return not address.remote or is_this_machine(place[0])


def first_process(address: Address, ask: Callable[[], ServerPlace]) -> int:
    """Return the ID of the process from which all other processes of a server descend.

    Args:
        address: address of the server.
        ask: function that queries the server for its process; called only if the operating system does not report it.

    Raises:
        SourceError: the process is unknown or not on this machine.
        OSError: the server cannot be queried.
    """
    programs = server_engine(address.engine).programs
    for _ in range(TRIES):  # the listener may be a short-lived child of the server
        listening = _listening(address)
        program = _name(listening) if listening else ""
        if program and program not in programs:
            raise ElsewhereError(
                LISTENER,
                where=address.where,
                program=program,
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
    """Return the ID of the process that listens on the server's port, or None if this user may not see it."""
    place = address.endpoint
    if place is None:
        return None
    try:
        open_connections = psutil.net_connections(kind="tcp")
    except (psutil.Error, OSError):
        return None
    listeners = [
        one for one in open_connections if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == place[1]
    ]
    return next((one.pid for one in listeners if one.pid), None)


def _name(pid: int) -> str:
    """Return a process name in lower case, without the extension .exe."""
    try:
        return psutil.Process(pid).name().lower().removesuffix(".exe")
    except psutil.Error:
        return ""


def _pid_in(file: str) -> int:
    """Return the process ID in a PID file, or 0 if it cannot be read."""
    try:
        return int(Path(file).read_text(encoding="ascii").split()[0]) if file else 0
    except (OSError, ValueError, IndexError):
        return 0


def _first(pid: int, programs: Collection[str]) -> int:
    """Return the topmost ancestor of a process that runs the server's program; 0 if the process has ended."""
    try:
        for parent in psutil.Process(pid).parents():
            if _name(parent.pid) not in programs:
                break
            pid = parent.pid
    except psutil.Error:
        return 0
    return pid


def devices_below(places: Iterable[ServerPlace], user: str, shared: Mapping[str, Sequence[str]]) -> BelowFiles:
    """Return the block devices below the folders of servers.

    Args:
        places: locations of the servers.
        user: user name, for messages.
        shared: other users of this machine's whole disks: a system's letter, or "" for Outpace itself.
    """
    folders = [Path(folder) for place in places for _, folder in place.folders]
    if not folders:
        return without_devices(
            Missing(
                "",
                "device",
                "{user} may not see in which folder the server keeps its files. As an administrator: GRANT pg_monitor "
                "TO {user}.",
                {"user": user},
                settable=True,
            )
        )
    if missing := next((folder for folder in folders if not exists(folder)), None):
        return without_devices(_missing_folder(missing))
    return devices_below_files(folders, shared)


def exists(folder: Path) -> bool:
    """Return whether a server's folder may be on this machine."""
    try:
        return folder.exists()
    except OSError:  # inside an unreadable folder: assume that it exists
        return True


def _missing_folder(folder: Path) -> Missing:
    return Missing(
        "",
        "device",
        "the server runs in a container or on another machine: its folder {folder} is not here. Watch its machine with "
        "an exporter.",
        {"folder": str(folder)},
    )
