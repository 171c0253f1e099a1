# SPDX-License-Identifier: Apache-2.0
"""Order entry on SQLite."""
