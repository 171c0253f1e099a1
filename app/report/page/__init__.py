# SPDX-License-Identifier: Apache-2.0
"""Interactive page: a session as one HTML file with charts, replay and counters, for any browser."""
