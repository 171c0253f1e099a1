# SPDX-License-Identifier: Apache-2.0
"""Where a second window finds a running engine: a 0600 file in the user's runtime folder, named by the session, and
beside it the engine's socket. What killed engines left there is swept away by the next one."""

import contextlib
import os
import stat
import sys
import time
import uuid
from functools import cache
from pathlib import Path

import msgspec
import platformdirs
import psutil

LINUX = sys.platform == "linux"
POSIX = os.name == "posix"
SOCKET_PATH_BYTES = 100
"""At most, of a Unix socket's path: 103 on macOS, 107 on Linux (sun_path in unix(7))."""
SOCKET = ".socket"
UNFINISHED_S = 60.0
"""A file that is being written is no leftover."""


class Rendezvous(msgspec.Struct, frozen=True):
    """address: of a Unix socket or named pipe. token: hexadecimal secret for the handshake. started: of the engine, as
    `process_start` has it; "" in a file of an earlier version."""

    address: str
    token: str
    pid: int
    started: str = ""


def rendezvous_file(session_uuid: str) -> Path:
    """The file for one session. Raises ValueError where the id is not a UUID (it may come from a stranger's file)."""
    return _runtime_folder() / f"{uuid.UUID(session_uuid)}.json"


def socket_address(session_uuid: str) -> str | None:
    """The address of the socket that an engine listens on, in a folder that only this user enters; None where the
    system is to choose one: on Windows, and where the folder's path is too long for a socket. Raises OSError."""
    path = rendezvous_file(session_uuid).with_suffix(SOCKET)
    if not POSIX or len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        return None
    _make_folder(path.parent)
    return str(path)


def _runtime_folder() -> Path:
    """Only ever a folder that nobody else can enter or has made."""
    if sys.platform == "linux":
        # platformdirs falls back to a guessable name in /tmp where there is none, or one that others may enter.
        given = os.environ.get("XDG_RUNTIME_DIR", "")
        with contextlib.suppress(OSError):
            found = os.stat(given)
            if os.path.isabs(given) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
                return Path(given, "outpace")
        return platformdirs.user_cache_path("Outpace", appauthor=False) / "engines"
    else:
        return platformdirs.user_runtime_path("outpace", appauthor=False)


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def announced(session_uuid: str) -> bool:
    """Whether a living engine says that it records this session (any text: it may come from a stranger's file)."""
    try:
        return _lives(_read(rendezvous_file(session_uuid)))
    except (OSError, ValueError):
        return False


def announce(session_uuid: str, address: str, token: bytes) -> Path:
    """Tells where this process listens, in a file that only this user can read; first sweeps away what killed engines
    left. Raises OSError."""
    path = rendezvous_file(session_uuid)
    _make_folder(path.parent)
    sweep()
    found = Rendezvous(address, token.hex(), os.getpid(), process_start(os.getpid()))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(found))
    return path


def sweep() -> None:
    """Removes the files and sockets of engines that are no more."""
    folder = _runtime_folder()
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return
    for path in paths:
        with contextlib.suppress(OSError):
            alone = path.suffix == SOCKET and not path.with_suffix(".json").exists()
            if _is_left_over(path) if path.suffix == ".json" else alone and _age_s(path) > UNFINISHED_S:
                path.unlink()


def _is_left_over(path: Path) -> bool:
    """Whether this file's engine is no more; its socket is then removed. Raises OSError."""
    try:
        found = _read(path)
    except ValueError:
        return _age_s(path) > UNFINISHED_S
    if _lives(found) or (not _of_this_system(found) and path.stat().st_mtime > psutil.boot_time()):
        return False
    socket = Path(found.address)
    with contextlib.suppress(OSError):
        if stat.S_ISSOCK(socket.lstat().st_mode):
            socket.unlink()
            if socket.parent.name.startswith("pymp-"):  # where multiprocessing chose the address
                socket.parent.rmdir()
    return True


def _read(path: Path) -> Rendezvous:
    """Raises OSError, ValueError (also msgspec's)."""
    return msgspec.json.decode(path.read_bytes(), type=Rendezvous)


def _age_s(path: Path) -> float:
    return time.time() - path.lstat().st_mtime


def _lives(found: Rendezvous) -> bool:
    """Whether the process is there, and no other one that was given its id after it."""
    started = process_start(found.pid)
    return started != "" and found.started in ("", started)


def process_start(pid: int) -> str:
    """When a process started, as a text that no other process of this id has; "" where none lives.

    On Linux "SYSTEM/TICKS": ticks since the boot, since a wall time changes whenever the clock is set (proc(5)), and
    what tells this boot, and this container, from others that may share the folder.
    """
    if LINUX:
        try:
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()
        except OSError:
            return ""
        return f"{_system()}/{int(fields[19])}" if fields[0] not in (b"Z", b"X") else ""
    try:
        return repr(psutil.Process(pid).create_time())
    except psutil.Error:
        return ""


def _of_this_system(found: Rendezvous) -> bool:
    """Whether its process id is one of ours: a home folder may be shared by several machines."""
    return not LINUX or found.started == "" or found.started.rpartition("/")[0] == _system()


@cache
def _system() -> str:
    """This boot and this namespace of process ids."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
