# SPDX-License-Identifier: Apache-2.0
"""Entry point of the packaged program; called as outpace-window by the start menu, it opens the window."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
