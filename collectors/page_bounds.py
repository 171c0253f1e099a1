# SPDX-License-Identifier: Apache-2.0
"""How much of an exporter's page is read; app/model/bounds.py states them with all others."""

PAGE_S = 10.0
"""Seconds from the look-up of its name to the last byte of an exporter's page."""
PAGE_BYTES = 16 << 20
"""Of an exporter's page; a node_exporter of a large machine sends below 1 MB."""
PAGE_LINE = 8192
"""Characters of a line of an exporter's page; longer ones are passed over."""
PAGE_SAMPLES = 50_000
"""Samples of an exporter's page that Outpace has a use for: those of 4,000 disks."""
