# SPDX-License-Identifier: Apache-2.0
"""The folder of what Outpace keeps for this user: the library's index, databases, consents."""

import contextlib
import os
from pathlib import Path

import platformdirs

EARLIER = ("databases", "storage", "confirmations.jsonl", "confirmed-commands.txt")
"""What versions before 1.0 kept in a folder of another spelling, which Linux takes for another folder."""


def data_folder() -> Path:
    """This user's data folder, not made where there is none. What an earlier version left beside it is moved in."""
    folder = platformdirs.user_data_path("Outpace", appauthor=False)
    earlier = folder.with_name("outpace")
    if earlier.is_dir() and not (folder.exists() and os.path.samefile(earlier, folder)):
        # Another process may be at it too, or a file be held open: what stays is moved the next time.
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for name in EARLIER:
                if (earlier / name).exists() and not (folder / name).exists():
                    (earlier / name).rename(folder / name)
            earlier.rmdir()
    return folder
