# SPDX-License-Identifier: Apache-2.0
"""Tests of what strangers send, and of secrets."""
