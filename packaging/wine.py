# SPDX-License-Identifier: Apache-2.0
"""Wine prefix in a separate folder, with features of Windows 10 that Debian's Wine 8 lacks.

It needs Debian's wine and wine64, for a window also gcc-mingw-w64-x86-64, but no privileges.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from environment import PIP_OPTIONS, ROOT, SetupError, own_environment, run_shown

WINE_REQUIREMENTS = ROOT / "packaging" / "windows" / "wine.txt"
"""Wheel that contains Microsoft's ucrtbase.dll, because Wine 8's lacks crealf, which NumPy needs."""
RUNTIME = "nsist/msvcrt/x64/ucrtbase.dll"
PACKAGES = ("wine", "wine64")
OVERRIDES = "ucrtbase=n,b;wbemprox=;winedbg.exe=d;mscoree=;mshtml="
MINGW = "x86_64-w64-mingw32"
PATIENCE_S = 300
ITS_OWN = ("windows/Installer", "windows/temp", "windows/Temp")
"""Folders on C: to which Windows itself writes."""

STORAGE = r"""
title = "Storage under Wine"
[workload]
name = "storage-io"
block_kb = 8
access = "random"
threads = 2
file_size = "16MB"
[plan]
name = "queue-depth-sweep"
depths = [8]
passes = ["read", "write"]
settle_s = 1
dwell_s = 2
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "storage"
path = 'C:\drive-a'
[[systems]]
name = "B"
role = "challenger"
[[systems.targets]]
engine = "storage"
path = 'C:\drive-b'
"""
STORAGE_FILES = ("drive-a", "drive-b", "storage.toml")
"""Files that run_storage leaves on C:."""


def is_there() -> bool:
    """Return whether Wine is installed on this machine."""
    return shutil.which("wine") is not None


class Prefix:
    """Windows installation in a folder."""

    def __init__(self, folder: Path, runtime: Path) -> None:
        self.folder = folder
        self.drive = folder / "drive_c"
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "OUTPACE", "QT_"))
        } | {
            "WINEPREFIX": str(folder),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": OVERRIDES,
        }
        self.run("wineboot", "-i")
        self.run("winecfg", "-v", "win10")
        self.settle()
        # If a screen has a color profile, Qt reads it with a call that Wine 8 lacks.
        for profile in (self.drive / "windows").rglob("*.[iI][cC][mM]"):
            profile.unlink()
        # Wine links Documents and similar folders to the user's own, to which nothing must be written.
        for link in [path for path in (self.drive / "users").glob("*/*") if path.is_symlink()]:
            link.unlink()
            link.mkdir()
        shutil.copy(runtime, self.drive / "windows" / "system32" / "ucrtbase.dll")

    def run(self, *command: str | Path, display: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program in the prefix to its end.

        Standard output is a pipe, because Python under Wine 8 cannot write to a file.
        """
        with self.started(*command, display=display) as process:
            try:
                text, _ = process.communicate(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                raise SetupError(f"still runs after {PATIENCE_S} s: {command}") from None
        return subprocess.CompletedProcess(command, process.returncode, text, "")

    def started(self, *command: str | Path, display: str = "", folder: Path | None = None) -> "subprocess.Popen[str]":
        """Start a program in the prefix. `folder` is its working folder, as a path on this machine."""
        environment = self.environment | ({"DISPLAY": display} if display else {})
        return subprocess.Popen(
            ["wine", *map(str, command)],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def do(self, *command: str | Path, display: str = "") -> str:
        """Run a program in the prefix and return its output.

        Raises:
            SetupError: the program failed.
        """
        done = self.run(*command, display=display)
        if done.returncode != 0:
            raise SetupError(f"failed under Wine ({done.returncode}): {command}\n{done.stdout[-3000:]}")
        return done.stdout

    @contextlib.contextmanager
    def icu_for(self, qt: Path) -> Iterator[None]:
        """Provide stubs of the ICU functions that a Qt6Core.dll imports, which Windows 10 has, while the block runs."""
        listed = subprocess.run([f"{MINGW}-objdump", "-p", qt], stdout=subprocess.PIPE, text=True, check=True).stdout
        imports = listed.partition("DLL Name: icuuc.dll")[2].partition("\n\n")[0]
        functions = "".join(
            f"__declspec(dllexport) long long {name}(void) {{ return 0; }}\n"
            for name in re.findall(r"^\t\w+\s+\d+\s+(\w+)", imports, re.MULTILINE)
        )
        library = self.drive / "windows" / "system32" / "icuuc.dll"
        source = self.folder / "icuuc.c"
        source.write_text(
            f"{functions}int __stdcall DllMain(void *a, int b, void *c) {{ return 1; }}\n", encoding="ascii"
        )
        build = [f"{MINGW}-gcc", "-shared", "-nostdlib", "-Wl,-e,DllMain", "-o", str(library), str(source)]
        subprocess.run(build, check=True)
        try:
            yield
        finally:
            library.unlink()

    def settle(self) -> None:
        """Wait until no program is running in the prefix and the registry has been written."""
        subprocess.run(["wineserver", "-w"], env=self.environment, timeout=PATIENCE_S, check=False)

    def end(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False)

    def files(self) -> set[str]:
        """Return all files on C: except the system's own."""
        places = (path.relative_to(self.drive).as_posix() for path in self.drive.rglob("*"))
        return {place for place in places if not place.startswith(ITS_OWN) and "/Temp/" not in place}

    def user_path(self) -> str:
        """Return the user's part of the Path, or "" if absent."""
        done = self.run("reg", "query", r"HKCU\Environment", "/v", "Path")
        return done.stdout.strip().rpartition("    ")[2] if done.returncode == 0 else ""


@contextlib.contextmanager
def fresh_prefix(runtime: Path) -> Iterator[Prefix]:
    """Create a temporary Windows; `runtime` is the path of Microsoft's ucrtbase.dll."""
    with tempfile.TemporaryDirectory(prefix="outpace-wine-", ignore_cleanup_errors=True) as name:
        prefix = Prefix(Path(name, "prefix"), runtime)
        try:
            yield prefix
        finally:
            prefix.end()
            time.sleep(1)


def fetch_runtime(python: Sequence[str], folder: Path) -> Path:
    """Download Microsoft's ucrtbase.dll into the folder.

    Args:
        folder: target folder.
        python: command of a Python with pip.

    Raises:
        SetupError: pip failed.
    """
    fetching = [*python, "-I", "-m", "pip", *PIP_OPTIONS, "--quiet", "download", "--no-deps", "--require-hashes"]
    status, _ = run_shown(
        [*fetching, "--dest", str(folder), "--requirement", str(WINE_REQUIREMENTS)], own_environment()
    )
    if status != 0:
        raise SetupError("ucrtbase.dll could not be fetched (pip's words are above)")
    with zipfile.ZipFile(next(folder.glob("pynsist-*.whl"))) as wheel:
        path = folder / "ucrtbase.dll"
        path.write_bytes(wheel.read(RUNTIME))
    return path


def run_storage(prefix: Prefix, *outpace: str | Path) -> str:
    """Run storage I/O on two folders on C: and return Outpace's output; `outpace` is its command in the prefix."""
    (prefix.drive / "storage.toml").write_text(STORAGE, encoding="utf-8")
    for name in ("drive-a", "drive-b"):
        (prefix.drive / name).mkdir()
    return prefix.run(*outpace, "run", r"C:\storage.toml", "--session", r"C:\drive-a\storage.outpace").stdout
