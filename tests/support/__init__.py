# SPDX-License-Identifier: Apache-2.0
"""Helpers of the tests. Test modules import them, and never each other."""
