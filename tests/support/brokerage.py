# SPDX-License-Identifier: Apache-2.0
"""Brokerage tables that its operations change."""

CHANGED = {
    "ADDRESS": (), "BROKER": (), "CASH_TRANSACTION": (0,), "CUSTOMER": (), "CUSTOMER_ACCOUNT": (), "DAILY_MARKET": (),
    "EXCHANGE": (), "FINANCIAL": (), "HOLDING": (0,), "HOLDING_HISTORY": (0, 1), "HOLDING_SUMMARY": (),
    "LAST_TRADE": (), "NEWS_ITEM": (), "SETTLEMENT": (0,), "TRADE": (0,), "TRADE_HISTORY": (0,),
    "TRADE_REQUEST": (0,),
}  # fmt: skip
"""Tables that operations change, with the positions of their columns of trade numbers."""
