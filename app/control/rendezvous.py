"""Where a second window finds a running engine: a 0600 file in the user's runtime folder, named by the session."""

import os
import sys
import uuid
from pathlib import Path

import msgspec
import platformdirs
import psutil


class Rendezvous(msgspec.Struct, frozen=True):
    """address: of a Unix socket or named pipe. token: hexadecimal secret for the handshake."""

    address: str
    token: str
    pid: int


def rendezvous_file(session_uuid: str) -> Path:
    """The file for one session. Raises ValueError where the id is not a UUID (it may come from a stranger's file)."""
    return _runtime_folder() / f"{uuid.UUID(session_uuid)}.json"


def _runtime_folder() -> Path:
    # Without XDG_RUNTIME_DIR platformdirs falls back to a guessable name in /tmp, which somebody else may have made.
    if sys.platform == "linux" and "XDG_RUNTIME_DIR" not in os.environ:
        return platformdirs.user_cache_path("outpace", appauthor=False) / "engines"
    return platformdirs.user_runtime_path("outpace", appauthor=False)


def announced(session_uuid: str) -> bool:
    """Whether a living engine says that it records this session (any text: it may come from a stranger's file)."""
    try:
        found = msgspec.json.decode(rendezvous_file(session_uuid).read_bytes(), type=Rendezvous)
    except (OSError, ValueError, msgspec.MsgspecError):
        return False
    return psutil.pid_exists(found.pid)


def announce(session_uuid: str, found: Rendezvous) -> Path:
    """Writes the file so that only this user can read it."""
    path = rendezvous_file(session_uuid)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(found))
    return path
