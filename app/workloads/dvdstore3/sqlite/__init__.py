# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on SQLite."""
