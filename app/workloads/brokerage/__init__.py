# SPDX-License-Identifier: Apache-2.0
"""Brokerage: operations of a brokerage's customers (docs/brokerage.md)."""
