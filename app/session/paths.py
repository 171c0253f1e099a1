# SPDX-License-Identifier: Apache-2.0
"""Where sessions are kept, and what they are called."""

import datetime
import os
import re
import unicodedata
from pathlib import Path

import platformdirs

SUFFIX = ".outpace"
LONGEST_SLUG = 60


def sessions_folder() -> Path:
    """The folder of the user's sessions (Documents/Outpace). It may not exist yet."""
    return platformdirs.user_documents_path() / "Outpace"


def unkept_folder() -> Path:
    """The folder of the sessions that nobody keeps: comparisons of others, until they are saved."""
    return platformdirs.user_cache_path("Outpace", appauthor=False) / "comparisons"


def output_folder(session: Path, last: str = "") -> Path:
    """Where what is made of a session goes: the folder that was chosen last, while it is there, else the session's;
    never that of sessions that nobody keeps."""
    chosen = Path(last) if last and Path(last).is_dir() else session.parent
    return sessions_folder() if chosen == unkept_folder() else chosen


def default_session_path(title: str, now: datetime.datetime, folder: Path | None = None) -> Path:
    """A name that no file has yet: 2026-11-20_1402_ssd-vs-sas.outpace. now: local time. Makes the folder.

    Raises OSError where the folder can't be made.
    """
    folder = folder or sessions_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{now:%Y-%m-%d_%H%M}_{slug(title) or 'session'}"
    path = folder / (stem + SUFFIX)
    number = 2
    while os.path.lexists(path):
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def slug(text: str) -> str:
    """A text as part of a file name or host name on every platform: small letters, digits, hyphens; may be empty."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-")
