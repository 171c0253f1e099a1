# SPDX-License-Identifier: Apache-2.0
"""The start menu's and the desktop's entry of this installation, made and removed through pyshortcuts: packages, which
bring entries of their own, go without it."""

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
    """Why no entry could be made or removed, for a person."""


def make() -> list[str]:
    """Makes the entries. One line for each that was made. Raises ShortcutError."""
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
            # A system without a desktop folder has no desktop: none is invented for it.
            desktop=sys.platform == "darwin" or Path(folders.desktop).is_dir(),
            startmenu=True,
            macos_app=os.access("/Applications", os.W_OK),
        )
        for entry in _entries():
            if entry.suffix == ".desktop":
                _complete(entry)
    except OSError as error:
        raise ShortcutError("the entry could not be created: {reason}", reason=error) from error
    return [f"made {entry}" for entry in _entries()]


def is_packaged() -> bool:
    """Whether a system's package or set-up brought this program, and with it the entries."""
    beside = Path(sys.prefix).parent / f"{PROGRAM}.exe"  # of the Windows set-up: Python lies in a folder beside it
    return getattr(sys, "frozen", False) or (sys.platform == "win32" and beside.exists())


def remove() -> list[str]:
    """Removes the entries that make() made. One line for each. Raises ShortcutError."""
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
    """pyshortcuts' arguments for what the entry starts.

    It cuts the command at its first space and quotes nothing, so a path with spaces needs the quotes of the place that
    the command ends up in: a line of a .desktop file, or of the shell on macOS. On Windows it quotes the executable.
    """
    if sys.platform == "win32":
        code = "from app.__main__ import main_window; raise SystemExit(main_window())"
        return {"script": f'-P -c "{code}"', "executable": str(Path(sys.executable).with_name("pythonw.exe"))}
    else:
        quoted = '"' + re.sub(r'(["`$\\])', r"\\\1", str(program)) + '"'
        if sys.platform != "darwin":  # a .desktop file's values have escapes of their own around those of the quotes
            quoted = quoted.replace("\\", r"\\").replace("%", "%%")
        return {"script": quoted, "noexe": True}


def _complete(entry: Path) -> None:
    """Adds what pyshortcuts does not write: the menu that it belongs in, and the window class that Qt gives its windows
    (the program's name), so that a dock shows them under this entry."""
    text = entry.read_text(encoding="utf-8")
    more = f"Categories=Development;Database;\nStartupWMClass={NAME}\nStartupNotify=true\n"
    entry.write_text(f"{text.rstrip()}\n{more}", encoding="utf-8")


def _icon() -> str:
    name = {"win32": "outpace.ico", "darwin": "outpace.icns"}.get(sys.platform, "outpace-256.png")
    return str(files("resources").joinpath("icons", name))


def _entries() -> Iterator[Path]:
    """The entries that are there and that make() made: others may have the same name."""
    import pyshortcuts  # noqa: PLC0415

    folders = pyshortcuts.get_folders()
    places = [folders.desktop, folders.startmenu or "/Applications"]
    for place in places:
        entry = Path(place, f"{NAME}.{pyshortcuts.scut_ext}")
        if _is_ours(entry):
            yield entry


def _is_ours(entry: Path) -> bool:
    if entry.suffix == ".app":  # one from an installer holds no workflow of the Automator
        return (entry / "Contents" / "Resources" / "document.wflow").is_file()
    if entry.suffix == ".desktop":
        return entry.is_file() and PROGRAM in entry.read_text(encoding="utf-8", errors="replace")
    return entry.is_file()
