# SPDX-License-Identifier: Apache-2.0
"""`outpace password` on a machine without a keyring."""

from pathlib import Path

import pytest

from tests.support.engine_runs import outpace

SCENARIO = """
title = "t"
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "postgresql"
user = "u"
password = "keyring"
"""


def test_password_is_not_prompted_for_without_a_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is empty, so that a prompt before the check would cause an error."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    path = tmp_path / "scenario.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    refused = outpace("password", path)
    assert refused.returncode == 2
    assert "The keyring of this machine can't be used" in refused.stderr
    assert "standard input" not in refused.stderr
    assert 'password = "prompt"' in refused.stderr
