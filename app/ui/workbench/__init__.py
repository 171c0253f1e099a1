# SPDX-License-Identifier: Apache-2.0
"""Page of a session: charts, headline, counters, events, status of the run."""
