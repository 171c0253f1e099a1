# SPDX-License-Identifier: Apache-2.0
"""Check that a run can be recorded in a folder, before its engine starts."""

import dataclasses
import tempfile
from pathlib import Path

from app.ui.start.run_request import StartRequest


def can_save_in(folder: Path) -> bool:
    """Return whether files can be created in a folder, which is created if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def in_usual_folder(request: StartRequest) -> StartRequest:
    """Return the request without its own file, so that it is recorded in the folder for recordings."""
    return dataclasses.replace(request, session=None)
