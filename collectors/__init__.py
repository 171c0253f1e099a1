# SPDX-License-Identifier: Apache-2.0
"""Sources of counters: one module a source. They open nothing but what is handed in, and write no files."""
