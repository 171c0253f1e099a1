# SPDX-License-Identifier: Apache-2.0
"""Building and restoring of databases on PostgreSQL, common to all workloads."""
