# SPDX-License-Identifier: Apache-2.0
"""Comparison of recorded sessions: choosing them, finding their differences, and creating the comparison."""
