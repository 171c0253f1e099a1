# SPDX-License-Identifier: Apache-2.0
"""Brokerage on MySQL 8 and MariaDB."""

from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.list_form import JSON, TICKS, ProcedureForm
from app.workloads.brokerage.server_trading import Rows
from app.workloads.database.engine_store import RowGeneration, Step, StoreJob, generations
from app.workloads.database.mysql.server_part import CHUNK, MySqlPart, step
from app.workloads.database.schema import with_numbers

FOLDER = "mysql"
POSITION_COLUMNS = 6


class BrokerageOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of brokerage. Stateless."""

    def form(self) -> ProcedureForm:
        """JSON; of a feed ten digits of the security and six each of its price and volume."""
        return ProcedureForm(lambda procedure: TICKS if procedure == "market_feed" else JSON, hits_in_text=True)

    def unpacked(self, procedure: str, rows: Rows) -> Rows:
        """A feed's trades come as one text; a position's last column is what its rows are ordered by."""
        if procedure == "customer_position":
            return [row[:POSITION_COLUMNS] for row in rows]
        if procedure != "market_feed":
            return rows
        numbers = [int(number) for number in str(rows[0][0] or "").split()]
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """No table's rows are read for another's."""
        return generations(job.data, FOLDER, CHUNK)

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes, procedures, statistics."""
        assert isinstance(job.data, BrokerageData)
        trades = job.data.counts.trades
        steps = [step("indexes", sql, trades * 0.2) for sql in SCHEMA.statements("indexes", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        return steps + [
            step("statistics", with_numbers(sql, job.data.next_numbers))
            for sql in SCHEMA.statements("statistics", FOLDER)
        ]


STORE = BrokerageOnMySql(SCHEMA)
