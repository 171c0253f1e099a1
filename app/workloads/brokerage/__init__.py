# SPDX-License-Identifier: Apache-2.0
"""Brokerage workload: operations of a brokerage firm's customers (docs/brokerage.md)."""
