# SPDX-License-Identifier: Apache-2.0
"""State of the window that persists across restarts: a small JSON file in the user's configuration folder."""

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
    """Return the path of this user's state file. It may not exist."""
    return Path(platformdirs.user_config_dir("Outpace", appauthor=False)) / "window.json"


def default_log_path() -> Path:
    """Return the path of this user's log file."""
    return Path(platformdirs.user_log_dir("Outpace", appauthor=False)) / "window.log"


class StateStore:
    """Named values in a JSON file. A corrupt file or entry is logged and discarded."""

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
        """Return the string stored under `key`; the default if it is missing or not a string."""
        value = self._values.get(key, default)
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool) -> bool:
        """Return the Boolean stored under `key`; the default if it is missing or not a Boolean."""
        value = self._values.get(key, default)
        return value if isinstance(value, bool) else default

    def octets(self, key: str) -> bytes:
        """Return the bytes stored under `key` (Base64-encoded); empty if they are missing or corrupt."""
        try:
            return base64.b64decode(self.text(key), validate=True)
        except (binascii.Error, ValueError):
            log.warning("%s: the entry %r is broken and is forgotten", self.path, key)
            return b""

    def put(self, key: str, value: str | bool | bytes) -> None:
        """Set a value; `save` writes it to disk."""
        self._values[key] = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value

    def save(self) -> None:
        """Write all values atomically. If that fails, for example because the disk is full, the changes are lost."""
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(self._values, indent=1, ensure_ascii=False), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            log.warning("%s can't be written (%s): the window's layout is not remembered", self.path, error)
            with contextlib.suppress(OSError):
                draft.unlink()
