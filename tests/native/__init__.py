# SPDX-License-Identifier: Apache-2.0
"""Tests of the native library; the C programs beside them run under sanitizers."""
