# SPDX-License-Identifier: Apache-2.0
"""Brokerage on SQL Server and Babelfish."""
