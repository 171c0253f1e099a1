# SPDX-License-Identifier: Apache-2.0
"""Space that is free for recordings."""

import math
import shutil
from pathlib import Path


def free_bytes(folder: Path) -> float:
    """Return the free bytes of a folder's disk, also if it does not exist yet; NaN if unknown."""
    for place in (folder, *folder.parents):
        try:
            return float(shutil.disk_usage(place).free)
        except OSError:
            continue
    return math.nan
