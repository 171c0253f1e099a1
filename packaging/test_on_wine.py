#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the tests with the Python of the Windows package, under Wine.

    python3 packaging/test_on_wine.py                         tests without servers, windows and real runs
    python3 packaging/test_on_wine.py [arguments of pytest]   others

It needs Debian's wine, wine64 and gcc-mingw-w64-x86-64. The exit status is 0 if only the tests listed in
docs/tests-on-wine.md fail; that page explains the failures.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import (
    BUILD_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    RELEASE_REQUIREMENTS,
    ROOT,
    TEST_REQUIREMENTS,
    SetupError,
    own_environment,
    run_shown,
    say,
    temporary_environment,
)
from windows_package import NOTICES, PYTHON, fill
from wine import Prefix, fetch_runtime, fresh_prefix

from native import PLATFORMS, build_with_ziglang, is_built

KNOWN = ROOT / "docs" / "tests-on-wine.md"
WINDOWS = next(one for one in PLATFORMS if (one.system, one.machine) == ("windows", "x86_64"))
FAST = ("-m", "not (server or window or program)")
PYTEST = (
    *("-P", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--tb=short", "--color=no"),
    "--continue-on-collection-errors",
)
FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+(?:\[[^\]]*\])?)", re.MULTILINE)


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="outpace-on-wine-") as name:
        work = Path(name)
        runtime = fetch_runtime([sys.executable], work)
        python = lay_out(work) / "python"
        with fresh_prefix(runtime) as windows:
            shutil.move(python, windows.drive / "python")
            copy_checkout(windows.drive / "outpace")
            put_first(windows.drive / "python", r"C:\outpace")
            return judge(run_tests(windows, arguments or list(FAST)))


def lay_out(work: Path) -> Path:
    """Lay out a package's contents, and the packages that the tests need.

    Raises:
        SetupError: a required file or tool is missing.
    """
    if not is_built(WINDOWS.library):
        build_with_ziglang([WINDOWS])
    for notice in NOTICES:
        (work / notice).touch()
    with temporary_environment(PACKAGE_REQUIREMENTS, BUILD_REQUIREMENTS, RELEASE_REQUIREMENTS) as scripts:
        stage = fill(work, scripts / "python", scripts / "uv")
        say("fetching what the tests need, for Windows")
        uv = [str(scripts / "uv"), "pip", "install", "--quiet", "--python-platform", "x86_64-pc-windows-msvc"]
        uv += ["--python-version", PYTHON, "--only-binary", ":all:", "--no-deps", "--require-hashes"]
        uv += ["--target", str(work / "tools"), "--requirement", str(TEST_REQUIREMENTS)]
        status, _ = run_shown(uv, own_environment())
    if status != 0:
        raise SetupError("what the tests need could not be fetched (uv's words are above)")
    packages = stage / "python" / "Lib" / "site-packages"
    for path in (work / "tools").rglob("*"):
        to = packages / path.relative_to(work / "tools")
        if path.is_file() and not to.exists():
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, to)
    return stage


def copy_checkout(folder: Path) -> None:
    """Copy all files that git tracks, and the native library for Windows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in [*filter(None, listed.split("\0")), str(WINDOWS.library.relative_to(ROOT))]:
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to)


def put_first(python: Path, folder: str) -> None:
    """Make that Python and its child processes import from the folder first, like an editable installation."""
    (paths,) = python.glob("python*._pth")
    paths.write_text(f"{folder}\n{paths.read_text()}")


def run_tests(windows: Prefix, arguments: list[str]) -> str:
    """Run pytest, showing its output."""
    lines = []
    with (
        windows.icu_for(next(windows.drive.rglob("Qt6Core.dll"))),
        windows.started(r"C:\python\python.exe", *PYTEST, *arguments, folder=windows.drive / "outpace") as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            print(line, end="", flush=True)
    return "".join(lines)


def judge(words: str) -> int:
    """Return 0 if only listed tests failed."""
    known = set(re.findall(r"`(tests/[^`]+)`", KNOWN.read_text(encoding="utf-8"))) if KNOWN.exists() else set()
    failed = {name.replace("\\", "/") for name in FAILED.findall(words)}
    for name in sorted(failed - known):
        print(f"not named in {KNOWN.relative_to(ROOT)}: {name}")
    return 1 if failed - known or " passed" not in words else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
