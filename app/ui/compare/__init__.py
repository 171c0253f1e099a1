# SPDX-License-Identifier: Apache-2.0
"""Comparison of recorded sessions: their choice, their differences, and the resulting session."""
