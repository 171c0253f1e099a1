# SPDX-License-Identifier: Apache-2.0
"""DVD Store on MySQL 8 and MariaDB."""

from collections.abc import Sequence

from app.workloads.cycle_language import CallForms
from app.workloads.database.engine_store import SchemaStatement, StoreJob
from app.workloads.database.mysql.server_part import MySqlPart, step
from app.workloads.dvdstore.dataset import counts_of
from app.workloads.dvdstore.shopper import PACKED
from app.workloads.dvdstore.statements import SCHEMA

FOLDER = "mysql"


class DvdStoreOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of DVD Store. Stateless."""

    forms = CallForms(lambda _: PACKED)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, foreign keys, full text, trigger, procedures and statistics."""
        rows = counts_of(job)
        steps = [step("indexes", sql, rows.customers * 0.5) for sql in self.schema_of.statements("indexes", FOLDER)]
        steps += [step("full text", sql, rows.products * 0.5) for sql in self.schema_of.statements("fulltext", FOLDER)]
        steps += [step("procedures", sql) for sql in self.schema_of.statements("procedures", FOLDER)]
        statistics = self.schema_of.statements("statistics", FOLDER)
        steps += [step("statistics", sql, rows.customers * 0.1) for sql in statistics]
        return steps


STORE = DvdStoreOnMySql(SCHEMA)
