# SPDX-License-Identifier: Apache-2.0
"""Custom SQL: the transactions of a scenario (docs/own-sql.md)."""
