#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""First command: set up .venv in this checkout, install Outpace into it and start the demo.

    python3 packaging/start.py [arguments of "outpace demo", such as --headless --seconds 20]

It needs Python 3.11 or later and, the first time, the network. It changes nothing outside the checkout, except that
root on Debian installs missing system packages for the window and for the native driver (a C compiler). Without a
compiler, the Python driver is used.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this file too
    sys.exit("Outpace needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import os

from environment import (
    WINDOW_LIBRARIES,
    SetupError,
    become,
    check_window_libraries,
    display_is_missing,
    prepare,
    program,
    say,
    shown_command,
)
from texts import compile_catalogues

from native import build_in_passing, missing_compiler


def main(arguments: list[str]) -> None:
    windowless = not {"--headless", "--help", "-h"}.isdisjoint(arguments)
    if not windowless and display_is_missing(os.environ):
        raise SetupError(
            "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.\n"
            f"Run the demo without a window instead:\n\n  {shown_command('start.py')} --headless --seconds 20\n"
        )
    prepare([] if windowless else WINDOW_LIBRARIES, extras=["window"], useful=missing_compiler())
    if not windowless:
        check_window_libraries()
        compile_catalogues()
    build_in_passing()
    say(f"starting: outpace demo {' '.join(arguments)}".rstrip())
    become([program("outpace"), "demo", *arguments])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    except KeyboardInterrupt:
        sys.exit("Outpace: stopped. Start again to go on.")
