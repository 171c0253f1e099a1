# SPDX-License-Identifier: Apache-2.0
"""The native library. Sources: native/; interface: native/outpace.h; description: docs/native.md."""
