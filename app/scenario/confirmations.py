# SPDX-License-Identifier: Apache-2.0
"""Confirmations given by this user on this machine: commands, drivers, destinations of passwords, devices.

They are stored in a file per user, with one JSON object per line. A confirmation applies to a text with exactly the
same hash; the text is stored so that it can be shown and revoked.
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
    """A confirmation.

    Attributes:
        text: Text as shown to the user; "" if it was confirmed in a version that did not store texts.
        on: Date in UTC, ISO 8601.
    """

    digest: str
    text: str = ""
    on: str = ""


def digest_of(text: str) -> str:
    """Return the SHA-256 digest in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def confirmations() -> list[Confirmation]:
    """Return all of this user's confirmations, oldest first. An unreadable line confirms nothing."""
    found: dict[str, Confirmation] = {}
    for digest in _text(_earlier()).split():
        found[digest] = Confirmation(digest)
    for line in _text(_place()).splitlines():
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            one = msgspec.json.decode(line, type=Confirmation)
            found[one.digest] = one
    return list(found.values())


def is_confirmed(digest: str) -> bool:
    """Return whether this user has confirmed exactly this text on this machine."""
    return any(one.digest == digest for one in confirmations())


def confirm(digest: str, text: str) -> None:
    """Store a confirmation. Raises OSError."""
    if is_confirmed(digest):
        return
    today = datetime.now(UTC).date().isoformat()
    with open(_place(), "ab", opener=_own) as file:
        file.write(msgspec.json.encode(Confirmation(digest, text, today)) + b"\n")


def revoke(digests: set[str]) -> None:
    """Remove confirmations, so that the user is asked again. Raises OSError."""
    kept = [one for one in confirmations() if one.digest not in digests]
    draft = _place().with_suffix(".new")
    with open(draft, "wb", opener=_own) as file:
        file.write(b"".join(msgspec.json.encode(one) + b"\n" for one in kept))
    draft.replace(_place())
    _earlier().unlink(missing_ok=True)


def _place() -> Path:
    return data_folder() / "confirmations.jsonl"


def _earlier() -> Path:
    """Return the file of versions before 0.2, which contains only hashes, one per line."""
    return data_folder() / "confirmed-commands.txt"


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _own(path: str, flags: int) -> int:
    """Open a file that only this user can access, creating its folder if it is missing."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, flags, 0o600)
