# SPDX-License-Identifier: Apache-2.0
"""Log of the commands, with tracebacks and other details that users do not need."""

import logging
import os
from pathlib import Path

import platformdirs

from app.model.private_log import PrivateLog


def engine_log() -> Path:
    """Start logging to the engine's log; return its path, which the engine's child processes also use."""
    path = platformdirs.user_log_path("Outpace", appauthor=False) / "engine.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not logging.getLogger().handlers:
            logging.basicConfig(handlers=[PrivateLog(path)], level=logging.INFO)
    except OSError:
        return Path(os.devnull)
    return path
