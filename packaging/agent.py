#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes .venv in this checkout for a machine that drives load for another one's Outpace: without windows (Qt and what
draws are two thirds of what is fetched otherwise), without a service, without a port.

    python3 packaging/agent.py

Needs Python 3.11 or later and, the first time, the network. Nothing outside the checkout is changed, except that root
on Debian gets the system packages that are missing for a virtual environment.
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
