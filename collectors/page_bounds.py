# SPDX-License-Identifier: Apache-2.0
"""Limits for the page of an exporter; app/model/bounds.py lists them with all others."""

PAGE_S = 10.0
"""Seconds from the name lookup to the last byte of a page."""
PAGE_BYTES = 16 << 20
"""Bytes of a page; node_exporter on a large machine sends less than 1 MB."""
PAGE_LINE = 8192
"""Characters of a line; longer lines are skipped."""
PAGE_SAMPLES = 50_000
"""Samples of a page that Outpace uses: enough for 4,000 disks."""
