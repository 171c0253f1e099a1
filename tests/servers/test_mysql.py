# SPDX-License-Identifier: Apache-2.0
"""Counters that MySQL has and MariaDB lacks."""

from contextlib import closing
from typing import TYPE_CHECKING

from app.databases.server import connect
from app.engine.server_target import server_target, statistics_of
from app.model.workloads import DvdStore
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def test_commits_are_counted(mysql: "PrivateServer") -> None:
    target = server_target(0, "A", address_of(mysql, "outpace_none").target, DvdStore(db_size="1MB"), mysql.password)
    counters = statistics_of(target)
    (series,) = [one for one in counters.series if one.path == r"\Database\Commits/sec"]
    before = counters.read().values[series.value]
    with closing(connect(address_of(mysql), mysql.password, autocommit=False)) as connection:
        for _ in range(5):
            connection.execute("SELECT 1").fetchall()
            connection.commit()
    assert counters.read().values[series.value] - before >= 5
    counters.close()
