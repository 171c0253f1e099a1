# SPDX-License-Identifier: Apache-2.0
"""Brokerage on the embedded engine."""
