# SPDX-License-Identifier: Apache-2.0
"""Shortcuts to this installation in the start menu and on the desktop, created and removed with pyshortcuts.

Packages install their own shortcuts and do not use this module.
"""

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from app.model.errors import OutpaceError

NAME = "Outpace"
PROGRAM = "outpace-window"
DESCRIPTION = "Two systems side by side, live, under the same workload"


class ShortcutError(OutpaceError):
    """Shortcuts could not be created or removed."""


def make() -> list[str]:
    """Create the shortcuts; return a line for each.

    Raises:
        ShortcutError: If a shortcut cannot be created.
    """
    program = Path(sysconfig.get_path("scripts"), f"{PROGRAM}.exe" if sys.platform == "win32" else PROGRAM)
    if is_packaged():
        raise ShortcutError("The package that Outpace was installed from has made the entry: look in the start menu.")
    import pyshortcuts  # noqa: PLC0415

    if not program.exists():
        raise ShortcutError(
            "{program} is missing, so an entry would have nothing to start. Install Outpace first: "
            "python3 packaging/start.py",
            program=program,
        )
    folders = pyshortcuts.get_folders()
    try:
        pyshortcuts.make_shortcut(
            **_command(program),
            name=NAME,
            description=DESCRIPTION,
            icon=_icon(),
            terminal=False,
            # A system without a desktop folder has no desktop, and none is created.
            desktop=sys.platform == "darwin" or Path(folders.desktop).is_dir(),
            startmenu=True,
            macos_app=os.access("/Applications", os.W_OK),
        )
        for entry in _entries():
            if entry.suffix == ".desktop":
                _add_missing_keys(entry)
    except OSError as error:
        raise ShortcutError("the entry could not be created: {reason}", reason=error) from error
    return [f"made {entry}" for entry in _entries()]


def is_packaged() -> bool:
    """Return whether the program was installed by a system package or setup, which also created shortcuts."""
    program_path = Path(sys.prefix).parent / f"{PROGRAM}.exe"  # the Windows setup puts Python in a subfolder
    return getattr(sys, "frozen", False) or (sys.platform == "win32" and program_path.exists())


def remove() -> list[str]:
    """Remove the shortcuts created by make(); return a line for each.

    Raises:
        ShortcutError: If a shortcut cannot be removed.
    """
    if is_packaged():
        raise ShortcutError("The package that Outpace was installed from removes the entry when it is removed itself.")
    lines = []
    for entry in list(_entries()):
        try:
            if entry.is_dir():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        except OSError as error:
            raise ShortcutError("{entry} could not be removed: {reason}", entry=entry, reason=error) from error
        lines.append(f"removed {entry}")
    return lines or ["there was no entry to remove"]


def _command(program: Path) -> dict[str, object]:
    """Return pyshortcuts' arguments for the command of a shortcut.

    pyshortcuts splits the command at the first space and quotes nothing, so a path with spaces needs quotes that suit
    its destination: a .desktop file, or the shell on macOS. On Windows, it quotes the executable itself.
    """
    if sys.platform == "win32":
        code = "from app.__main__ import main_window; raise SystemExit(main_window())"
        return {"script": f'-P -c "{code}"', "executable": str(Path(sys.executable).with_name("pythonw.exe"))}
    else:
        quoted = '"' + re.sub(r'(["`$\\])', r"\\\1", str(program)) + '"'
        if sys.platform != "darwin":  # a .desktop file requires another level of escaping around the quotes
            quoted = quoted.replace("\\", r"\\").replace("%", "%%")
        return {"script": quoted, "noexe": True}


def _add_missing_keys(entry: Path) -> None:
    """Add what pyshortcuts omits: the menu categories, and the window class that Qt uses (the program's name).

    A dock uses the window class to show the windows under this shortcut.
    """
    text = entry.read_text(encoding="utf-8")
    more = f"Categories=Development;Database;\nStartupWMClass={NAME}\nStartupNotify=true\n"
    entry.write_text(f"{text.rstrip()}\n{more}", encoding="utf-8")


def _icon() -> str:
    name = {"win32": "outpace.ico", "darwin": "outpace.icns"}.get(sys.platform, "outpace-256.png")
    return str(files("resources").joinpath("icons", name))


def _entries() -> Iterator[Path]:
    """Yield the existing shortcuts created by make(); other files can have the same name and are not included."""
    import pyshortcuts  # noqa: PLC0415

    folders = pyshortcuts.get_folders()
    places = [folders.desktop, folders.startmenu or "/Applications"]
    for place in places:
        entry = Path(place, f"{NAME}.{pyshortcuts.scut_ext}")
        if _is_created_by_us(entry):
            yield entry


def _is_created_by_us(entry: Path) -> bool:
    if entry.suffix == ".app":  # a shortcut from an installer contains no Automator workflow
        return (entry / "Contents" / "Resources" / "document.wflow").is_file()
    if entry.suffix == ".desktop":
        return entry.is_file() and PROGRAM in entry.read_text(encoding="utf-8", errors="replace")
    return entry.is_file()
