# SPDX-License-Identifier: Apache-2.0
"""Tables and lists of counters, findings, rankings and events."""
