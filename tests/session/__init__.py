# SPDX-License-Identifier: Apache-2.0
"""Tests of the session file: writing, reading, damage, earlier formats."""
