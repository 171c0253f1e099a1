# SPDX-License-Identifier: Apache-2.0
"""The log of the commands: tracebacks, and whatever no user should have to read."""

import logging
import os
from pathlib import Path

import platformdirs

from app.model.private_log import PrivateLog


def engine_log() -> Path:
    """Its path, also for the engine's children. From the first call on, this process logs there."""
    path = platformdirs.user_log_path("Outpace", appauthor=False) / "engine.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not logging.getLogger().handlers:
            logging.basicConfig(handlers=[PrivateLog(path)], level=logging.INFO)
    except OSError:
        return Path(os.devnull)
    return path
