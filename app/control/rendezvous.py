# SPDX-License-Identifier: Apache-2.0
"""Rendezvous of a second window with a running engine.

It is a file with mode 0600 in the user's runtime folder, named after the session, next to the engine's socket. Each new
engine removes the files that killed engines left there.
"""

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
"""Maximum length of a Unix socket's path; the limit is 103 bytes on macOS, 107 on Linux (sun_path in unix(7))."""
SOCKET = ".socket"
UNFINISHED_S = 60.0
"""Age in seconds below which an incomplete file is assumed to be still being written."""


class Rendezvous(msgspec.Struct, frozen=True):
    """Address and credentials of a running engine.

    Attributes:
        address: Unix socket or named pipe of the engine.
        token: Secret for the handshake, in hexadecimal.
        pid: Process ID of the engine.
        started: Start time of the process as returned by `process_start`; "" in files of earlier versions.
    """

    address: str
    token: str
    pid: int
    started: str = ""


def rendezvous_file(session_uuid: str) -> Path:
    """Return the file for a session.

    Raises:
        ValueError: If the ID is not a UUID; it may come from an untrusted file.
    """
    return _runtime_folder() / f"{uuid.UUID(session_uuid)}.json"


def socket_address(session_uuid: str) -> str | None:
    """Return the address of the socket on which an engine listens, in a folder that only this user can enter.

    None lets the system choose an address: on Windows, and if the folder's path is too long for a socket.

    Raises:
        OSError: If the folder cannot be created.
    """
    path = rendezvous_file(session_uuid).with_suffix(SOCKET)
    if not POSIX or len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        return None
    _make_folder(path.parent)
    return str(path)


def _runtime_folder() -> Path:
    """Return a folder that only this user can enter or create."""
    if sys.platform == "linux":
        # Without a private folder, platformdirs falls back to a guessable name in /tmp.
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
    """Return whether a running engine announces that it records this session; the ID may be any untrusted text."""
    try:
        return _is_running(_read(rendezvous_file(session_uuid)))
    except (OSError, ValueError):
        return False


def announce(session_uuid: str, address: str, token: bytes) -> Path:
    """Remove stale files, then publish where this process listens in a file that only this user can read.

    Raises:
        OSError: If the file cannot be written.
    """
    path = rendezvous_file(session_uuid)
    _make_folder(path.parent)
    sweep()
    found = Rendezvous(address, token.hex(), os.getpid(), process_start(os.getpid()))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(found))
    return path


def sweep() -> None:
    """Remove the files and sockets of engines that no longer run."""
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
    """Return whether the engine that wrote this file no longer runs; if so, remove its socket.

    Raises:
        OSError: If the file cannot be read or the socket cannot be removed.
    """
    try:
        found = _read(path)
    except ValueError:
        return _age_s(path) > UNFINISHED_S
    if _is_running(found) or (not _is_on_this_system(found) and path.stat().st_mtime > psutil.boot_time()):
        return False
    socket = Path(found.address)
    with contextlib.suppress(OSError):
        if stat.S_ISSOCK(socket.lstat().st_mode):
            socket.unlink()
            if socket.parent.name.startswith("pymp-"):  # multiprocessing created a temporary folder for the socket
                socket.parent.rmdir()
    return True


def _read(path: Path) -> Rendezvous:
    """Read a rendezvous file.

    Raises:
        OSError: If the file cannot be read.
        ValueError: If it is not a rendezvous file.
    """
    return msgspec.json.decode(path.read_bytes(), type=Rendezvous)


def _age_s(path: Path) -> float:
    return time.time() - path.lstat().st_mtime


def _is_running(found: Rendezvous) -> bool:
    """Return whether the process is running and its ID has not been reused by another process."""
    started = process_start(found.pid)
    return started != "" and found.started in ("", started)


def process_start(pid: int) -> str:
    """Return the start time of a process as a text that no other process with this ID has; "" if there is no process.

    On Linux, it is "SYSTEM/TICKS": ticks since boot, because a wall-clock time changes when the clock is set (proc(5)),
    and an ID of this boot and container, because several of them may share the folder.
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


def _is_on_this_system(found: Rendezvous) -> bool:
    """Return whether the process ID belongs to this machine, because several machines may share a home folder."""
    return not LINUX or found.started == "" or found.started.rpartition("/")[0] == _system()


@cache
def _system() -> str:
    """Return an ID of this boot and PID namespace."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
