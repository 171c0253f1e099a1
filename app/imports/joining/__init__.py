# SPDX-License-Identifier: Apache-2.0
"""Sessions of several recordings put together in one new session: joined, or compared side by side."""
