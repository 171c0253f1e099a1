# SPDX-License-Identifier: Apache-2.0
"""Folder for Outpace's data of this user: the library's index, databases, and consents."""

import contextlib
import os
from pathlib import Path

import platformdirs

EARLIER = ("databases", "storage", "confirmations.jsonl", "confirmed-commands.txt")
"""Entries that versions before 1.0 stored in a folder spelled differently, which is another folder on Linux."""


def data_folder() -> Path:
    """Return this user's data folder, which may not exist yet, after moving an earlier version's data into it."""
    folder = platformdirs.user_data_path("Outpace", appauthor=False)
    earlier = folder.with_name("outpace")
    if earlier.is_dir() and not (folder.exists() and os.path.samefile(earlier, folder)):
        # Another process may be moving them at the same time, or a file may be open; the rest is moved next time.
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for name in EARLIER:
                if (earlier / name).exists() and not (folder / name).exists():
                    (earlier / name).rename(folder / name)
            earlier.rmdir()
    return folder
