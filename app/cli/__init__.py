# SPDX-License-Identifier: Apache-2.0
"""The command line: the commands, their progress lines and exit codes."""
