# SPDX-License-Identifier: Apache-2.0
"""Tests of results, comparisons, exports and reports."""
