# SPDX-License-Identifier: Apache-2.0
"""The page that shows a session: charts, headline, counters, events, status of the run."""
