# SPDX-License-Identifier: Apache-2.0
"""State of the window that persists between starts: one small JSON file in the user's configuration folder."""

import base64
import binascii
import contextlib
import json
import logging
import os
from pathlib import Path

import platformdirs

from app.model.bounds import SETTINGS_BYTES
from app.model.regular_file import bytes_of

log = logging.getLogger(__name__)


def default_state_path() -> Path:
    """Return the file of this user on this machine, which may not exist."""
    return Path(platformdirs.user_config_dir("Outpace", appauthor=False)) / "window.json"


def default_log_path() -> Path:
    """Return the window's log of this user on this machine."""
    return Path(platformdirs.user_log_dir("Outpace", appauthor=False)) / "window.log"


class StateStore:
    """Named values in one JSON object. A corrupt file or entry is logged and discarded."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._values: dict[str, object] = {}
        try:
            read = json.loads(bytes_of(path, SETTINGS_BYTES) or b"null")
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s can't be read (%s): the window starts with its defaults", path, error)
            return
        if isinstance(read, dict):
            self._values = read
        else:
            log.warning("%s holds no JSON object: the window starts with its defaults", path)

    def text(self, key: str, default: str = "") -> str:
        """Return the text stored under `key`; the default if it is missing, or not a text."""
        value = self._values.get(key, default)
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool) -> bool:
        """Return the boolean stored under `key`."""
        value = self._values.get(key, default)
        return value if isinstance(value, bool) else default

    def octets(self, key: str) -> bytes:
        """Return the bytes stored under `key` (as base64); empty if missing."""
        try:
            return base64.b64decode(self.text(key), validate=True)
        except (binascii.Error, ValueError):
            log.warning("%s: the entry %r is broken and is forgotten", self.path, key)
            return b""

    def put(self, key: str, value: str | bool | bytes) -> None:
        """Set a value, which `save` writes."""
        self._values[key] = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value

    def save(self) -> None:
        """Write everything atomically. On a full disk or in a read-only folder the changes are lost."""
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(self._values, indent=1, ensure_ascii=False), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            log.warning("%s can't be written (%s): the window's layout is not remembered", self.path, error)
            with contextlib.suppress(OSError):
                draft.unlink()
