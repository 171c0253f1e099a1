# SPDX-License-Identifier: Apache-2.0
"""Limits for an exporter's page; app/model/bounds.py lists them with all others."""

PAGE_S = 10.0
"""Maximum seconds from the name lookup to the last byte of a page."""
PAGE_BYTES = 16 << 20
"""Maximum bytes of a page; node_exporter on a large machine sends less than 1 MB."""
PAGE_LINE = 8192
"""Maximum characters of a line; longer lines are skipped."""
PAGE_SAMPLES = 50_000
"""Maximum samples that Outpace uses from a page: enough for 4,000 disks."""
