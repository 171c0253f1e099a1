# SPDX-License-Identifier: Apache-2.0
"""Sources of counters, one module each. They open only what is passed in, and write no files."""
