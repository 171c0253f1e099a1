# SPDX-License-Identifier: Apache-2.0
"""Folder of Outpace's data for this user: the library's index, databases, consents."""

import contextlib
import os
from pathlib import Path

import platformdirs

EARLIER = ("databases", "storage", "confirmations.jsonl", "confirmed-commands.txt")
"""Entries that versions before 1.0 kept in a folder spelled differently, which on Linux is another folder."""


def data_folder() -> Path:
    """Return this user's data folder, which may not exist yet, after moving an earlier version's data into it."""
    folder = platformdirs.user_data_path("Outpace", appauthor=False)
    earlier = folder.with_name("outpace")
    if earlier.is_dir() and not (folder.exists() and os.path.samefile(earlier, folder)):
        # Another process may be moving them too, or a file may be open; the rest is moved next time.
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for name in EARLIER:
                if (earlier / name).exists() and not (folder / name).exists():
                    (earlier / name).rename(folder / name)
            earlier.rmdir()
    return folder
