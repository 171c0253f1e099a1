# SPDX-License-Identifier: Apache-2.0
"""Tests of database servers: connections, counters, placement, outages."""
