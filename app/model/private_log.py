# SPDX-License-Identifier: Apache-2.0
"""Log files readable only by their user, which drop entries that cannot be written."""

import logging
import logging.handlers
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from app.model.private_file import make_private

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _LossyHandler(logging.Handler):
    """Handler that drops entries if the disk is full.

    The command itself reports the failure; an additional traceback from logging would not help.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


class PrivateLog(_LossyHandler, logging.handlers.RotatingFileHandler):
    """Log file of a process that only this user can read, as are the files to which it rotates."""

    def __init__(self, path: Path, *, most_bytes: int = 0, kept: int = 0) -> None:
        """Open the log.

        Args:
            path: File of the log.
            most_bytes: Size at which a new file is started; 0 means never.
            kept: Number of earlier files that are kept.

        Raises:
            OSError: The file cannot be opened.
        """
        super().__init__(path, maxBytes=most_bytes, backupCount=kept)
        self.setFormatter(logging.Formatter(FORMAT))

    def _open(self) -> TextIOWrapper:
        make_private(Path(self.baseFilename))
        return super()._open()


class ChildLog(_LossyHandler, logging.StreamHandler[TextIO]):
    """Log of a child process, written to a file that stays open."""
