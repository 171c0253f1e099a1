# SPDX-License-Identifier: Apache-2.0
"""What this user has confirmed on this machine for scenarios: commands, drivers, passwords sent where, devices.

One file of this user, a line of JSON each. A confirmation counts by the hash of its exact text; the text is kept so
that it can be shown and revoked.
"""

import contextlib
import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.model.data_folder import data_folder

LARGEST_BYTES = 16 << 20


class Confirmation(msgspec.Struct, frozen=True):
    """text: as a person read it, "" of one by a version that kept none. on: the day, ISO 8601, UTC."""

    digest: str
    text: str = ""
    on: str = ""


def digest_of(text: str) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def confirmations() -> list[Confirmation]:
    """All of this user's, the oldest first. A line that can't be read confirms nothing."""
    found: dict[str, Confirmation] = {}
    for digest in _text(_earlier()).split():
        found[digest] = Confirmation(digest)
    for line in _text(_place()).splitlines():
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            one = msgspec.json.decode(line, type=Confirmation)
            found[one.digest] = one
    return list(found.values())


def is_confirmed(digest: str) -> bool:
    """Whether this user has confirmed exactly this here."""
    return any(one.digest == digest for one in confirmations())


def confirm(digest: str, text: str) -> None:
    """Remember it from now on. Raises OSError."""
    if is_confirmed(digest):
        return
    today = datetime.now(UTC).date().isoformat()
    with open(_place(), "ab", opener=_own) as file:
        file.write(msgspec.json.encode(Confirmation(digest, text, today)) + b"\n")


def revoke(digests: set[str]) -> None:
    """Forget these: they are asked for again. Raises OSError."""
    kept = [one for one in confirmations() if one.digest not in digests]
    draft = _place().with_suffix(".new")
    with open(draft, "wb", opener=_own) as file:
        file.write(b"".join(msgspec.json.encode(one) + b"\n" for one in kept))
    draft.replace(_place())
    _earlier().unlink(missing_ok=True)


def _place() -> Path:
    return data_folder() / "confirmations.jsonl"


def _earlier() -> Path:
    """Hash alone, one a line: of the versions before 0.2."""
    return data_folder() / "confirmed-commands.txt"


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _own(path: str, flags: int) -> int:
    """Opened for this user alone, in a folder that is made where there is none."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, flags, 0o600)
