# SPDX-License-Identifier: Apache-2.0
"""Tests of the workloads: DVD Store, brokerage, storage I/O, custom SQL."""
