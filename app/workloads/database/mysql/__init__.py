# SPDX-License-Identifier: Apache-2.0
"""Building and restoring of databases on MySQL 8 and MariaDB, common to all workloads."""
