# SPDX-License-Identifier: Apache-2.0
"""Fuzzing of every reader: `python -m tests.fuzz --minutes 60` manually, fixed seeds in tests/security/test_fuzz.py."""
