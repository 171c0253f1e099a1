# SPDX-License-Identifier: Apache-2.0
"""A person's own SQL: the transactions of a scenario (docs/own-sql.md)."""
