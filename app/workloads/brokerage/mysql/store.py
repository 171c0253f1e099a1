# SPDX-License-Identifier: Apache-2.0
"""Brokerage on MySQL 8 and MariaDB."""

import json
from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.server_trading import Rows
from app.workloads.database.engine_store import RowGeneration, Step, StoreJob
from app.workloads.database.mysql.server_part import CHUNK, MySqlPart, step
from app.workloads.database.schema import with_numbers

FOLDER = "mysql"
POSITION_COLUMNS = 6
TRADE_DIGITS, PRICE_DIGITS = 15, 6


class BrokerageOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of brokerage. Stateless."""

    def packed(self, procedure: str, numbers: Sequence[int]) -> str:
        """JSON; of a feed ten digits of the security and six each of its price and volume."""
        if procedure != "market_feed":
            return json.dumps(list(numbers))
        ticks = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        return "".join(f"{security:010}{price:06}{volume:06}" for security, price, volume in ticks)

    def unpacked(self, procedure: str, rows: Rows) -> Rows:
        """A feed's trades come as one text; a position's last column is what its rows are ordered by."""
        if procedure == "customer_position":
            return [row[:POSITION_COLUMNS] for row in rows]
        if procedure != "market_feed":
            return rows
        text = str(rows[0][0] or "")
        both = TRADE_DIGITS + PRICE_DIGITS
        hits = (text[first : first + both] for first in range(0, len(text), both))
        return [(int(hit[:TRADE_DIGITS]), int(hit[TRADE_DIGITS:])) for hit in hits]

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """No table's rows are read for another's."""
        assert isinstance(job.data, BrokerageData)
        return list(job.data.generations(FOLDER, CHUNK))

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes, procedures, statistics."""
        assert isinstance(job.data, BrokerageData)
        trades = job.data.counts.trades
        numbers = {"next_trade": trades + 1}
        steps = [step("indexes", sql, trades * 0.2) for sql in SCHEMA.statements("indexes", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        return steps + [
            step("statistics", with_numbers(sql, numbers)) for sql in SCHEMA.statements("statistics", FOLDER)
        ]


STORE = BrokerageOnMySql(SCHEMA)
