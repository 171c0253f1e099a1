"""Where a second window finds a running engine: a 0600 file in the user's runtime folder, named by the session."""

import os
import uuid
from pathlib import Path

import msgspec
import platformdirs


class Rendezvous(msgspec.Struct, frozen=True):
    """address: of a Unix socket or named pipe. token: hexadecimal secret for the handshake."""

    address: str
    token: str
    pid: int


def rendezvous_file(session_uuid: str) -> Path:
    """The file for one session. Raises ValueError where the id is not a UUID (it may come from a stranger's file)."""
    folder = Path(platformdirs.user_runtime_dir("outpace", appauthor=False))
    return folder / f"{uuid.UUID(session_uuid)}.json"


def announce(session_uuid: str, found: Rendezvous) -> Path:
    """Writes the file so that only this user can read it."""
    path = rendezvous_file(session_uuid)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(found))
    return path
