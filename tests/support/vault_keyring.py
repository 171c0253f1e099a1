# SPDX-License-Identifier: Apache-2.0
"""Fake keyring in the file named by OUTPACE_TEST_VAULT, for tests of processes that share a keyring."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend


class VaultKeyring(KeyringBackend):
    """Keyring chosen by PYTHON_KEYRING_BACKEND=tests.support.vault_keyring.VaultKeyring."""

    priority = 1.0

    @property
    def _path(self) -> Path:
        return Path(os.environ["OUTPACE_TEST_VAULT"])

    def _kept(self) -> dict[str, str]:
        return dict(json.loads(self._path.read_text("utf-8"))) if self._path.exists() else {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._path.write_text(json.dumps(self._kept() | {f"{service} {username}": password}), "utf-8")

    def delete_password(self, service: str, username: str) -> None:
        kept = self._kept()
        del kept[f"{service} {username}"]
        self._path.write_text(json.dumps(kept), "utf-8")
