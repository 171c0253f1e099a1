# SPDX-License-Identifier: Apache-2.0
"""Puts a folder on the user's Path, or takes it off: `python path.py add|remove FOLDER`, called by the set-up.

In Python, because the set-up's own language cuts texts at 1,024 characters, and a Path cut so is lost to its user.
"""

import sys
from pathlib import PureWindowsPath

if sys.platform == "win32":
    import winreg

KEY, NAME = "Environment", "Path"


def added(path: str, folder: str) -> str:
    """The Path with the folder as its last, once."""
    if any(same(one, folder) for one in path.split(";")):
        return path
    return f"{path.rstrip(';')};{folder}".lstrip(";")


def removed(path: str, folder: str) -> str:
    """The Path without the folder; all else stays as its user wrote it."""
    return ";".join(one for one in path.split(";") if not same(one, folder))


def same(one: str, other: str) -> bool:
    """Whether both name one folder, as Windows compares them."""
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
