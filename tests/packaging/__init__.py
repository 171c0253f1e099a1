# SPDX-License-Identifier: Apache-2.0
"""Tests of the repository itself: style, documents, packages, and the test run."""
