# SPDX-License-Identifier: Apache-2.0
"""DVD Store 2.1: an online shop's order cycles (docs/dvdstore.md)."""
