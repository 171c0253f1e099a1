# SPDX-License-Identifier: Apache-2.0
"""The native library: its sources are in native/, its interface is native/outpace.h, docs/native.md describes it."""
