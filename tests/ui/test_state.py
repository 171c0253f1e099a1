# SPDX-License-Identifier: Apache-2.0
"""The window's saved state: a damaged file or entry falls back to defaults."""

import pytest

from app.ui.window.state import StateStore


def test_saved_values_are_restored(tmp_path):
    path = tmp_path / "folder" / "window.json"
    store = StateStore(path)
    store.put("theme", "light")
    store.put("geometry", b"\x00\xff")
    store.put("sidebar", False)
    store.save()
    again = StateStore(path)
    assert again.text("theme") == "light"
    assert again.octets("geometry") == b"\x00\xff"
    assert again.flag("sidebar", True) is False
    assert [entry.name for entry in path.parent.iterdir()] == ["window.json"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[1, 2]", b'{"theme": '])
def test_damaged_state_file_falls_back_to_defaults(tmp_path, content, caplog):
    path = tmp_path / "window.json"
    path.write_bytes(content)
    store = StateStore(path)
    assert store.text("theme", "dark") == "dark"
    assert str(path) in caplog.text
    store.put("theme", "light")
    store.save()
    assert StateStore(path).text("theme") == "light"


def test_invalid_entry_falls_back_to_its_default(tmp_path, caplog):
    path = tmp_path / "window.json"
    path.write_text('{"theme": 7, "geometry": "no base64!", "sidebar": "yes", "open": "x"}')
    store = StateStore(path)
    assert store.text("theme", "dark") == "dark"
    assert store.octets("geometry") == b""
    assert store.flag("sidebar", True) is True
    assert store.text("open") == "x"


def test_failure_to_create_the_folder_is_only_logged(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    store = StateStore(tmp_path / "file" / "window.json")
    store.put("theme", "light")
    store.save()
    assert "not remembered" in caplog.text
