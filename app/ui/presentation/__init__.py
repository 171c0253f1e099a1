# SPDX-License-Identifier: Apache-2.0
"""The window for visitors, and the show at a stand."""
