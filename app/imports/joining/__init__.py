# SPDX-License-Identifier: Apache-2.0
"""Combination of several recorded sessions in one new session: joined, or compared side by side."""
