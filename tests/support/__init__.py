# SPDX-License-Identifier: Apache-2.0
"""Test helpers. Test modules import them, but never each other."""
