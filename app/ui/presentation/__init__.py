# SPDX-License-Identifier: Apache-2.0
"""The booth view for visitors, and the show at a trade-fair stand."""
