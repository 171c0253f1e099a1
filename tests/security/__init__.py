# SPDX-License-Identifier: Apache-2.0
"""Tests of untrusted input, and of secrets."""
