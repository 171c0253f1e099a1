#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Create .venv with everything that the tests need, and run them.

    python3 packaging/test.py                         all
    python3 packaging/test.py --fast                  without servers, windows and real runs
    python3 packaging/test.py --wine                  the packages for Windows built and tried under Wine, tests there
    python3 packaging/test.py --coverage [...]        any of these, and then which share of the code they ran
    python3 packaging/test.py --record-costs          all, and renews tests/costs.json, by which runs are ordered
    python3 packaging/test.py [arguments of pytest]   some: tests/imports, -k NAME; several files in parallel, unless
                                                      -n says otherwise (-n 0: in one process)

A line for each completed file shows the remaining time. The output ends with the slowest tests, the tests that were not
run with the reasons, and the processor time of each folder next to the recorded time. The last line and the exit status
are pytest's. The tests run real servers, windows and load on any machine; if only a few fail, these are run again,
alone on the then idle machine. Tests that pass then are reported as flaky, and more than two of them fail the run; the
first failures stay in the output. The requirements are those of start.py. On Debian the tests also use a virtual X
display and start private database servers; the packages' services stay off. MySQL, which is not in Debian's stable
release, is unpacked into .venv.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this file too
    sys.exit("Outpace needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import mysql_server
from environment import (
    ROOT,
    WINDOW_LIBRARIES,
    SetupError,
    check_window_libraries,
    is_debian,
    own_environment,
    prepare,
    program,
    say,
)
from texts import compile_catalogues

from native import build_in_passing, build_own

TEST_PACKAGES = (
    *WINDOW_LIBRARIES,
    "chromium",
    "fio",
    "fonts-dejavu-core",
    "gcc",
    "iproute2",
    "libc6-dev",
    "mariadb-server",
    "odbc-mariadb",
    "odbc-postgresql",
    "openbox",
    "openssh-server",
    "openssl",
    "pgbouncer",
    "poppler-utils",
    "postgresql",
    "prometheus-node-exporter",
    "prometheus-postgres-exporter",
    "tdsodbc",
    "unixodbc",
    "x11-xserver-utils",
    "xdotool",
    "xvfb",
)

WINE_PACKAGES = ("gcc-mingw-w64-x86-64", "nsis", "wine", "wine64", "wixl", "x11-utils")
"""Debian packages that are installed only for --wine, because they are large."""

# A test that hangs for five minutes prints the stack of every thread and ends the run.
HANG = ("-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true")

PROCESSES = 6
"""Number of processes, three times the cores of a small machine: two thirds of the time tests wait for servers, loads
and windows."""

ALONE = ("-n", "--numprocesses", "--dist", "--collect-only", "--co", "--pdb", "--trace", "-s", "--capture=no", "--help")
"""Pytest arguments that set the number of processes or need the terminal."""

# All tests of a file stay in one process, so that shared fixtures, above all recorded runs, are created only once.
# Skipped tests are listed by reason.
TOGETHER = ("--dist", "loadfile", "--no-loadscope-reorder", "--progress", "-rfEX")
WITHOUT_SERVERS = frozenset(("--fast", "--collect-only", "--co", "--wine"))
FAST = ("-m", "not (server or window or program)")

LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
FAILED = 1  # pytest's exit status if tests failed
MOST_RUN_AGAIN = 20


def run_tests(arguments: list[str], *, coverage: bool) -> int:
    """Run pytest, then rerun failed tests if there are few; return the exit status of the last run."""
    measured = ["coverage", "run", "-m"] if coverage else []
    pytest = [program("python"), "-P", "-m", *measured, "pytest", *HANG]
    status = run_through([*pytest, *arguments])
    if status != FAILED or not 0 < (failed := failures()) <= MOST_RUN_AGAIN:
        return status
    say(f"{failed} failed or could not begin; they run once more by themselves")
    return run_through([*pytest, "--last-failed", "--last-failed-no-failures", "none", "--again"])


def in_parallel(arguments: list[str]) -> list[str]:
    """Return the additional pytest arguments for running the files named in the given ones in parallel."""
    if any(given == alone or given.startswith(f"{alone}=") for given in arguments for alone in ALONE):
        return []
    if any(re.fullmatch(r"-n\d+|-nauto|no:xdist|-pno:xdist", given) for given in arguments):
        return []
    paths = [ROOT / given.partition("::")[0] for given in arguments]
    named = [path for path in paths if path.exists() and path != ROOT]
    files = {file for path in named for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
    processes = min(PROCESSES, len(files)) if named else PROCESSES
    return ["-n", str(processes), *TOGETHER] if processes > 1 else []


def run_through(command: list[str]) -> int:
    """Run a command to its end and return its status.

    The command also receives Ctrl+C and stops in response.
    """
    sys.stdout.flush()
    with subprocess.Popen(command, env=own_environment()) as process:
        while process.returncode is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                continue
    return process.returncode


def report_coverage() -> None:
    """Print the share of each module's lines that the tests' processes ran, with the least covered module last."""
    coverage = [program("python"), "-P", "-m", "coverage"]
    run_through([*coverage, "combine", "--quiet"])
    run_through([*coverage, "report", "--sort=-cover", "--skip-covered"])


def failures() -> int:
    """Return the number of tests that failed in the last run, according to pytest's cache."""
    try:
        return len(json.loads(LAST_FAILED.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return 0


def try_windows() -> int:
    """Build the setup program and the MSI, install and remove each under Wine, and run the tests there.

    The result is the status of the first step that fails.
    """
    packaging = ROOT / "packaging"
    with tempfile.TemporaryDirectory(prefix="outpace-windows-") as folder:
        python = program("python")
        if status := run_through([python, str(packaging / "build.py"), "setup", "msi", "--out", folder]):
            return status
        packages = sorted(str(path) for path in Path(folder).glob("outpace-*"))
        status = run_through([python, str(packaging / "try_windows.py"), *packages])
    return status or run_through([python, str(packaging / "test_on_wine.py")])


def main(arguments: list[str]) -> None:
    on_wine = arguments[:1] == ["--wine"]
    prepare(TEST_PACKAGES + (WINE_PACKAGES if on_wine else ()), extras=["window", "test"])
    check_window_libraries()
    compile_catalogues()
    if is_debian():
        build_own()  # the compiler is one of the packages above, so the C code is tested too
    else:
        build_in_passing()
    if not WITHOUT_SERVERS.intersection(arguments) and (lack := mysql_server.provide()):
        say(f"the tests run without MySQL, those that need it are listed at the end: {lack}")
    if on_wine:
        status = try_windows()
        sys.exit(status or run_tests(["tests/packaging/test_windows_on_wine.py"], coverage=False))
    coverage = arguments[:1] == ["--coverage"]
    arguments = arguments[coverage:]
    if arguments[:1] == ["--fast"]:
        arguments = [*FAST, *arguments[1:]]
    arguments = [*in_parallel(arguments), *arguments]
    say(f"testing: pytest {' '.join(arguments)}")
    os.chdir(ROOT)
    LAST_FAILED.unlink(missing_ok=True)
    status = run_tests(arguments, coverage=coverage)
    if coverage:
        report_coverage()
    sys.exit(status)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    except KeyboardInterrupt:
        sys.exit("Outpace: stopped. Start again to go on.")
