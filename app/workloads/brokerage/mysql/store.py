# SPDX-License-Identifier: Apache-2.0
"""Brokerage on MySQL 8 and MariaDB."""

from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.trader import TICKS
from app.workloads.cycle_language import JSON, CallForms
from app.workloads.database.engine_store import SchemaStatement, StoreJob
from app.workloads.database.mysql.server_part import MySqlPart, step
from app.workloads.database.schema import with_numbers

FOLDER = "mysql"


class BrokerageOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of brokerage. Stateless."""

    forms = CallForms(
        lambda procedure: TICKS if procedure == "market_feed" else JSON, rows_in_text=frozenset({"market_feed"})
    )

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures and statistics."""
        assert isinstance(job.data, BrokerageData)
        trades = job.data.counts.trades
        steps = [step("indexes", sql, trades * 0.2) for sql in SCHEMA.statements("indexes", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        return steps + [
            step("statistics", with_numbers(sql, job.data.next_numbers))
            for sql in SCHEMA.statements("statistics", FOLDER)
        ]


STORE = BrokerageOnMySql(SCHEMA)
