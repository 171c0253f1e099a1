# SPDX-License-Identifier: Apache-2.0
"""The packaged program's first file; under the name of outpace-window, which the start menu calls, it is the window."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
