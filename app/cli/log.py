# SPDX-License-Identifier: Apache-2.0
"""The log of the commands: tracebacks, and whatever no user should have to read."""

import logging
import os
from pathlib import Path

import platformdirs

from app.model.private_file import make_private


def engine_log() -> Path:
    """Its path, also for the engine's children. From the first call on, this process logs there."""
    path = platformdirs.user_log_path("Outpace", appauthor=False) / "engine.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make_private(path)
        logging.basicConfig(filename=path, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    except OSError:
        return Path(os.devnull)
    return path
