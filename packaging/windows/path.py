# SPDX-License-Identifier: Apache-2.0
"""Add a folder to the user's Path, or remove it: `python path.py add|remove FOLDER`, called by the setup program.

It is written in Python because the setup program's own language truncates strings at 1,024 characters, which would
destroy a long Path.
"""

import sys
from pathlib import PureWindowsPath

if sys.platform == "win32":
    import winreg

KEY, NAME = "Environment", "Path"


def added(path: str, folder: str) -> str:
    """Return the Path with one occurrence of the folder, at the end."""
    if any(same(one, folder) for one in path.split(";")):
        return path
    return f"{path.rstrip(';')};{folder}".lstrip(";")


def removed(path: str, folder: str) -> str:
    """Return the Path without the folder and otherwise unchanged."""
    return ";".join(one for one in path.split(";") if not same(one, folder))


def same(one: str, other: str) -> bool:
    """Return whether both are the same folder, according to Windows's rules."""
    return bool(one.strip()) and PureWindowsPath(one.strip().strip('"')) == PureWindowsPath(other)


def main(action: str, folder: str) -> None:
    if sys.platform == "win32":
        with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, KEY, 0, winreg.KEY_READ | winreg.KEY_WRITE) as key:
            try:
                path, kind = winreg.QueryValueEx(key, NAME)
            except FileNotFoundError:
                path, kind = "", winreg.REG_EXPAND_SZ
            changed = {"add": added, "remove": removed}[action](path, folder)
            if changed:
                winreg.SetValueEx(key, NAME, 0, kind, changed)
            elif path:
                winreg.DeleteValue(key, NAME)


if __name__ == "__main__":
    main(*sys.argv[1:])
