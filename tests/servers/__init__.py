# SPDX-License-Identifier: Apache-2.0
"""Tests of what Outpace knows of database servers: connections, counters, placement, outages."""
