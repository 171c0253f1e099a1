#!/usr/bin/env python3
"""The second command: makes .venv with everything that the tests need and runs them.

    python3 packaging/test.py [arguments of pytest]

Its last output is pytest's own closing line, its status pytest's status. Needs what start.py needs; on Debian the tests
also use a virtual X display, and start private database servers of their own: the packages' services stay off.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this file too
    sys.exit("Outpace needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import os

from environment import ROOT, WINDOW_LIBRARIES, SetupError, become, check_window_libraries, prepare, program, say

TEST_PACKAGES = (
    *WINDOW_LIBRARIES,
    "chromium",
    "fonts-dejavu-core",
    "mariadb-server",
    "odbc-mariadb",
    "odbc-postgresql",
    "openssl",
    "poppler-utils",
    "postgresql",
    "prometheus-node-exporter",
    "tdsodbc",
    "unixodbc",
    "xdotool",
    "xvfb",
)

# A test that hangs for five minutes shows where every thread was, and ends the run.
HANG = ("-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true")


def main(arguments: list[str]) -> None:
    prepare(TEST_PACKAGES, extras=["test"])
    check_window_libraries()
    say(f"testing: pytest {' '.join(arguments)}".rstrip())
    os.chdir(ROOT)
    become([program("python"), "-P", "-m", "pytest", *HANG, *arguments])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    except KeyboardInterrupt:
        sys.exit("Outpace: stopped. Start again to go on.")
