# SPDX-License-Identifier: Apache-2.0
"""Building and restoring of databases on SQL Server and Babelfish, common to all workloads."""
