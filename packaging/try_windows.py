# SPDX-License-Identifier: Apache-2.0
"""Test a setup program or an MSI under Wine, each in a fresh Windows, silently, with a window, and remove it again.

    python3 packaging/try_windows.py dist/outpace-1.0.0-setup.exe dist/outpace-1.0.0.msi [--pictures FOLDER]

It needs Debian's wine, wine64, gcc-mingw-w64-x86-64, Xvfb, x11-utils and, for --pictures, imagemagick. It exits with 0
if, for each, the demo and a storage run were valid, a session was opened by its file, the setup program replaced no
other file, and the removal left only the users' own files.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path, PureWindowsPath

from environment import SetupError
from try_package import screen, titles
from wine import STORAGE_FILES, Prefix, fetch_runtime, fresh_prefix, run_storage

PATIENCE_S = 120
TYPES = (r"Software\Classes\.outpace", r"Software\Classes\Outpace.Session")
ON_PATH = ("cmd", "/c", "outpace")
RUNS = 3
"""Exit status of the setup program if Outpace is running."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", type=Path, nargs="+", metavar="PACKAGE")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="a picture of each window, to be looked at")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="outpace-runtime-") as folder, screen() as display:
            runtime = fetch_runtime([sys.executable], Path(folder))
            return max([try_one(package, runtime, display, options.pictures) for package in options.packages])
    except SetupError as error:
        sys.exit(f"Outpace: {error}")


def try_one(package: Path, runtime: Path, display: str, pictures: Path | None) -> int:
    is_msi = package.suffix == ".msi"
    print(f"{package.name}:")
    with fresh_prefix(runtime) as windows:
        windows.environment["DISPLAY"] = display
        windows.run("cmd", "/c", "exit")
        windows.settle()
        files, path, registry = windows.files(), windows.user_path(), named_in_registry(windows)
        began = time.perf_counter()
        install: list[str | Path] = ["msiexec", "/i", package.resolve(), "/qn"] if is_msi else [package.resolve(), "/S"]
        windows.do(*install)
        windows.settle()
        folder = next(windows.drive.rglob("outpace-window.exe")).parent
        size = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
        took = time.perf_counter() - began
        print(f"  installed silently in {took:.0f} s, {size / 1e6:.0f} MB, in {there(windows, folder)}")
        # wixl cannot add a folder to the Path, so only the Run dialog finds an MSI's program by name.
        command = [str(PureWindowsPath(there(windows, folder), "bin", "outpace.exe"))] if is_msi else ON_PATH
        run_some(windows, command)
        session = next(windows.drive.glob("users/*/Documents/Outpace/*.outpace"))
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
        picture = pictures and pictures / f"{package.suffix[1:]}.png"
        with windows.icu_for(next(folder.rglob("Qt6Core.dll"))):
            show(windows, session, display, picture, refused=None if is_msi else install)
        if is_msi:
            windows.do("msiexec", "/x", package.resolve(), "/qn")
        else:
            windows.do(folder / "uninstall.exe", "/S")
        wait_until(lambda: not folder.exists(), "the folder is still there")
        windows.settle()
        left = sorted(one for one in windows.files() - files if not is_persons(one))
        if session.exists() and windows.user_path() == path and (words := named_in_registry(windows) - registry):
            left += sorted(words)
        elif not session.exists() or windows.user_path() != path:
            left.append(f"the session is kept: {session.exists()}; the Path was {path!r}, is {windows.user_path()!r}")
    print(f"  removed; the session is kept; {len(left)} left behind")
    print("".join(f"    {one}\n" for one in left), end="")
    return 1 if left else 0


def there(windows: Prefix, path: Path) -> str:
    return str(PureWindowsPath("C:/", path.relative_to(windows.drive)))


def is_persons(place: str) -> bool:
    """Return whether a file belongs to the user: sessions, settings, databases and the desktop's history."""
    parts = place.split("/")
    if parts[-2:] in (["Local", "Programs"], ["Local", "Temp"]):  # Windows has both from the start, but Wine does not
        return True
    return parts[0] in STORAGE_FILES or (
        parts[0] == "users" and ("Outpace" in parts[3:] or "Recent" in parts) and "Programs" not in parts
    )


def named_in_registry(windows: Prefix) -> set[str]:
    """Return the lines in the registry that contain Outpace or its file type."""
    windows.settle()
    texts = [
        (windows.folder / name).read_text(encoding="utf-8", errors="replace") for name in ("user.reg", "system.reg")
    ]
    return {line[:200] for text in texts for line in text.splitlines() if "outpace" in line.lower()}


def run_some(windows: Prefix, command: Sequence[str]) -> None:
    """Run the demo by its command, and storage I/O on two folders on C:."""
    text = windows.run(*command, "demo", "--headless", "--seconds", "5").stdout
    if "Valid run." not in text:
        raise SetupError(f"the demo was not valid:\n{text[-3000:]}")
    print(f"  {command[-1]} is found; the demo is valid")
    text = run_storage(windows, *command)
    if "Valid run." not in text:
        raise SetupError(f"the storage run was not valid:\n{text[-3000:]}")
    print("  storage I/O is valid")


def show(
    windows: Prefix, session: Path, display: str, picture: Path | None, *, refused: list[str | Path] | None
) -> None:
    """Open a session as a double-click does, and check the setup program's reaction to the open window."""
    if refused:
        # Wine 8 ignores file types registered for one user and reads only those of the machine.
        for name in TYPES:
            windows.do("reg", "copy", rf"HKCU\{name}", rf"HKLM\{name}", "/s", "/f")
    with windows.started("start", there(windows, session)):  # do not wait for its end: the window inherits its output
        wait_until(lambda: " – Outpace" in titles(display), "no window shows the session", lambda: titles(display))
        time.sleep(8)  # a failing window has closed by then
        if picture is not None:
            subprocess.run(["import", "-display", display, "-window", "root", picture], check=True)
        if " – Outpace" not in titles(display):
            raise SetupError(f"the window went away:\n{titles(display)}")
        print("  a double click shows the session")
        if refused:
            if (status := windows.run(*refused).returncode) != RUNS:
                raise SetupError(f"the set-up beside a running Outpace ended with {status} instead of {RUNS}")
            print("  a running Outpace is not replaced")
            for name in TYPES:
                windows.do("reg", "delete", rf"HKLM\{name}", "/f")
        windows.run("taskkill", "/im", "pythonw.exe")
        wait_until(lambda: " – Outpace" not in titles(display), "the window does not close", lambda: titles(display))
    windows.settle()


def wait_until(condition: Callable[[], bool], otherwise: str, words: Callable[[], str] = str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until:
            raise SetupError(f"{otherwise}\n{words()}")
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
