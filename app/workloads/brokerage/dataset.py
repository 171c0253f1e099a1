# SPDX-License-Identifier: Apache-2.0
"""Brokerage data of one size, and its invariants."""

from collections.abc import Callable, Iterator, Mapping

from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.workloads import Brokerage
from app.workloads.brokerage import brokerage_tables as tables
from app.workloads.brokerage.brokerage_tables import TABLES
from app.workloads.database.dataset import Dataset
from app.workloads.database.draws import key
from app.workloads.database.schema import Schema, with_numbers

SCHEMA = Schema(
    "brokerage",
    "Brokerage",
    2,  # databases of version 1 lack the data that trade amendments need
    TABLES,
)
FIRST_DAY, DAY_S = tables.FIRST_DAY, tables.DAY_S
ROLLED_BACK_PERCENT = 100.0 / 1001
"""Percentage of all operations that are rolled back: one order in 101."""
BYTES_A_TRADE = {"sqlite": 248, "mysql": 541, "postgresql": 739, "sqlserver": 390}
"""Bytes of all tables and indexes per trade, measured with 200,000 trades; calculated for SQL Server."""
FIXED_BYTES = 20_000_000
"""Bytes of an empty database plus tables that do not grow with the number of trades."""
CHECKED = (
    "EXCHANGE", "LAST_TRADE", "BROKER", "CUSTOMER", "CUSTOMER_ACCOUNT", "ADDRESS", "FINANCIAL", "NEWS_ITEM",
    "HOLDING_SUMMARY", "HOLDING",
)  # fmt: skip
"""Tables that runs change and that are small compared to the trades; their checksums verify an undo."""


class BrokerageData(Dataset):
    """Data for the parameters of a scenario."""

    schema = SCHEMA
    small = CHECKED
    grown, grown_key, grown_name, reloaded = "TRADE", "TRADEID", "trades", "positions and prices"

    def __init__(self, parameters: Brokerage) -> None:
        super().__init__(parameters)
        self.counts = parameters.rows

    @property
    def generated(self) -> Mapping[str, int]:
        """Range of each table's script: the table's row count, or that of the rows from which it is derived."""
        rows = self.counts
        return {
            "STATUS_TYPE": 5,
            "TRADE_TYPE": 5,
            "ZIP_CODE": 1_000,
            "TAXRATE": 320,
            "SECTOR": 10,
            "INDUSTRY": 100,
            "EXCHANGE": 4,
            "CHARGE": 15,
            "COMMISSION_RATE": 240,
            "ADDRESS": 4 + rows.companies + rows.customers,
            "COMPANY": rows.companies,
            "COMPANY_COMPETITOR": rows.companies * 3,
            "SECURITY": rows.securities,
            "DAILY_MARKET": rows.securities * rows.market_days,
            "FINANCIAL": rows.companies * 20,
            "LAST_TRADE": rows.securities,
            "NEWS_ITEM": rows.companies * 2,
            "NEWS_XREF": rows.companies * 2,
            "BROKER": rows.brokers,
            "CUSTOMER": rows.customers,
            "CUSTOMER_ACCOUNT": rows.accounts,
            "ACCOUNT_PERMISSION": rows.accounts // 5 * 7,
            "CUSTOMER_TAXRATE": rows.customers * 2,
            "WATCH_LIST": rows.customers,
            "WATCH_ITEM": rows.customers * rows.watched,
            "HOLDING_SUMMARY": rows.positions,
            "HOLDING": rows.positions,
            "TRADE": rows.trades,
            "TRADE_HISTORY": rows.trades,
            "SETTLEMENT": rows.trades,
            "CASH_TRANSACTION": rows.trades,
            "HOLDING_HISTORY": rows.trades,
        }

    @property
    def rows(self) -> Mapping[str, int]:
        """Row counts, except those of lots, history and cash, which depend on the draws."""
        drawn = {table.name for table in SCHEMA.described if table.drawn_as}
        return {table: count for table, count in self.generated.items() if table not in drawn} | {
            "SETTLEMENT": self.counts.trades
        }

    def expected_bytes(self, dialect: str) -> int:
        """Return the size estimated from measurements, plus the space for sorting indexes."""
        return round(1.3 * (FIXED_BYTES + BYTES_A_TRADE[dialect] * self.counts.trades))

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """Return the keys of the table's draws, and size-dependent numbers."""
        return {"last_trade": self.counts.trades, "next_trade": self.counts.trades + 1}

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the keys of the table's draws, and the numbers of the size."""
        rows = self.counts
        return {
            **key(SCHEMA, self.seed, table),
            "customers": rows.customers,
            "accounts": rows.accounts,
            "positions": rows.positions,
            "securities": rows.securities,
            "companies": rows.companies,
            "brokers": rows.brokers,
            "watched": rows.watched,
            "market_days": rows.market_days,
            "days": rows.days,
            "cycles": rows.cycles,
            "keeps": rows.keeps,
            "stride": rows.stride,
            "shift": rows.shift,
            "inverse": rows.inverse,
        }


Value = Callable[[str], int]
"""Function that returns the single number of a query."""


def broken(working: Value, pristine: Value, data: BrokerageData) -> Iterator[Sentence]:
    """Yield each invariant (common/checks.sql) violated in the working database after a run, with the count."""
    trades = {"trades": data.counts.trades}
    for name, sql in SCHEMA.named("checks", "common").items():
        if count := working(with_numbers(sql, trades)):
            yield phrase(_texts(name), count=count)
    balance = with_numbers(SCHEMA.statement("balance", "common"), trades)
    if difference := working(balance) - pristine(balance):
        yield phrase(
            "the accounts' balances changed by {cents:,} cents that no cash transaction tells", cents=difference
        )


def _texts(name: str) -> str:
    texts: Mapping[str, str] = {
        "positions": phrase("{count:,} positions are not the sum of their lots").text,
        "lots": phrase("{count:,} lots belong to no position").text,
        "openings": phrase("{count:,} lots are not as the trade that opened them").text,
        "histories": phrase("the history of {count:,} lots ends with another quantity").text,
        "changes": phrase("{count:,} trades changed their lots by another quantity").text,
        "settlements": phrase("{count:,} settlements have another amount than their trades").text,
        "cash": phrase("{count:,} cash trades lack the cash of their settlement").text,
        "statuses": phrase("{count:,} trades lack the history of their status").text,
        "requests": phrase("{count:,} trades wait without a request, or have one without waiting").text,
        "paid": phrase("the brokers' trades differ from the completed ones by {count:,}").text,
        "commission": phrase("the brokers' commission differs from that of their trades by {count:,} cents").text,
    }
    return texts[name]


DATASET = BrokerageData
