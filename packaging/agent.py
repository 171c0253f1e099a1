#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Set up .venv for a machine that only drives load for another machine's Outpace.

It has no windows (Qt and the chart library are two thirds of the download), no service and no port.

    python3 packaging/agent.py

It needs Python 3.11 or later and, the first time, the network. It changes nothing outside the checkout, except that
root on Debian installs the system packages that a virtual environment needs.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this file too
    sys.exit("Outpace needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

from environment import SetupError, prepare, program, say

from native import build_in_passing


def main() -> None:
    prepare([])
    build_in_passing()
    say(f"ready: name {program('python')} as the agent's python in the scenario, unless it is where it is looked for")


if __name__ == "__main__":
    try:
        main()
    except SetupError as error:
        sys.exit(f"Outpace: {error}")
    except KeyboardInterrupt:
        sys.exit("Outpace: stopped. Start again to go on.")
