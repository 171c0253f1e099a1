# SPDX-License-Identifier: Apache-2.0
"""Tests of the native library, including C programs that run under sanitizers."""
