# SPDX-License-Identifier: Apache-2.0
"""Session page: charts, headline, counters, events, and run status."""
