# SPDX-License-Identifier: Apache-2.0
"""Folders and names of session files."""

import datetime
import os
import re
import unicodedata
from pathlib import Path

import platformdirs

SUFFIX = ".outpace"
LONGEST_SLUG = 60


def sessions_folder() -> Path:
    """Return the folder of the user's sessions (Documents/Outpace), which may not exist."""
    return platformdirs.user_documents_path() / "Outpace"


def unkept_folder() -> Path:
    """Return the folder for temporary sessions, that is, comparisons that have not been saved."""
    return platformdirs.user_cache_path("Outpace", appauthor=False) / "comparisons"


def output_folder(session: Path, last: str = "") -> Path:
    """Return the default folder for files created from a session.

    It is the last chosen folder if it exists, or else the session's, but never the folder of temporary sessions.
    """
    chosen = Path(last) if last and Path(last).is_dir() else session.parent
    return sessions_folder() if chosen == unkept_folder() else chosen


def default_session_path(title: str, now: datetime.datetime, folder: Path | None = None) -> Path:
    """Return an unused path, for example 2026-11-20_1402_ssd-vs-sas.outpace, and create the folder.

    Args:
        title: Title of the session.
        now: Local time.
        folder: Folder of the session; None for the default folder.

    Raises:
        OSError: If the folder cannot be created.
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
    """Return a text in a form for file and host names on every platform: lower-case letters, digits, hyphens.

    The result can be empty.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-")
