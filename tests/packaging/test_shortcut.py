# SPDX-License-Identifier: Apache-2.0
"""Entries in the start menu and on the desktop, created in a private home folder."""

import configparser
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import shortcut

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads .desktop files")


def read_entry(path: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


def test_entry_starts_the_installed_window_and_can_be_removed(own_home: Path) -> None:
    (own_home / "Desktop").mkdir()
    menu, desktop = own_home / ".local/share/applications/Outpace.desktop", own_home / "Desktop/Outpace.desktop"
    assert sorted(shortcut.make()) == sorted([f"made {desktop}", f"made {menu}"])
    for path in (menu, desktop):
        entry = read_entry(path)
        (program,) = shlex.split(entry["Exec"])
        assert Path(program).name == "outpace-window"
        assert shutil.which(program)
        assert (entry["Name"], entry["Terminal"], entry["Type"]) == ("Outpace", "false", "Application")
        assert entry["Categories"] == "Development;Database;"
        assert entry["StartupWMClass"] == "Outpace"
        assert Path(entry["Icon"]).read_bytes().startswith(b"\x89PNG")
    assert sorted(shortcut.remove()) == sorted([f"removed {desktop}", f"removed {menu}"])
    assert not menu.exists()
    assert not desktop.exists()
    assert shortcut.remove() == ["there was no entry to remove"]


def test_only_the_menu_entry_is_created_without_a_desktop_folder(own_home: Path) -> None:
    assert shortcut.make() == [f"made {own_home / '.local/share/applications/Outpace.desktop'}"]
    assert not (own_home / "Desktop").exists()


def test_path_with_spaces_and_special_characters_is_quoted(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / 'Anna\'s "100 %" $HOME'
    folder.mkdir()
    program = folder / "outpace-window"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(folder))
    shortcut.make()
    entry = read_entry(own_home / ".local/share/applications/Outpace.desktop")
    # A desktop parses Exec in this order: escapes of the value, %% as %, then quotes as in a shell.
    line = entry["Exec"].replace("\\\\", "\\").replace("%%", "%")
    shell = subprocess.run(["sh", "-c", f"printf '%s\\n' {line}"], capture_output=True, text=True, check=True)
    words = shell.stdout.splitlines()
    assert words == [str(program)]


def test_foreign_entry_of_the_same_name_is_kept(own_home: Path) -> None:
    theirs = own_home / ".local/share/applications/Outpace.desktop"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("[Desktop Entry]\nName=Outpace\nExec=/opt/other\n", encoding="utf-8")
    assert shortcut.remove() == ["there was no entry to remove"]
    assert theirs.exists()


def test_missing_program_is_reported_with_the_remedy(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path / "nowhere"))
    with pytest.raises(shortcut.ShortcutError, match=r"nowhere/outpace-window is missing.*packaging/start\.py"):
        shortcut.make()
    assert not (own_home / ".local").exists()


@pytest.mark.parametrize("command", [shortcut.make, shortcut.remove])
def test_installed_package_reports_that_it_manages_the_entry(
    command: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setitem(sys.modules, "pyshortcuts", None)
    with pytest.raises(shortcut.ShortcutError, match="The package that Outpace was installed from"):
        command()
