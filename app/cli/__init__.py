# SPDX-License-Identifier: Apache-2.0
"""Command line: the commands, their progress output and exit codes."""
