# SPDX-License-Identifier: Apache-2.0
"""Pace of a build: rows per second and remaining time, computed from the progress so far."""

import time

import pytest

from app.engine.databases import CommonProgress
from app.engine.preparation import Progressed
from app.engine.server_target import ServerTarget
from app.model.workloads import DvdStore
from tests.support.servers import address_on


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the clock with a fake; the list's only value is the current time in seconds."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def target(label: str) -> ServerTarget:
    return ServerTarget(0, label, address_on("postgresql", "d", user="u"), "", DvdStore("1MB"))


def test_pace_ignores_rows_that_an_earlier_build_finished(clock: list[float]) -> None:
    progress = CommonProgress([target("A")], 1)
    progress.take(Progressed(0, "orders", 900_000, 1_000_000))
    clock[0] += 10
    assert progress.pace == "", "nothing is done yet"
    progress.take(Progressed(0, "orders", 910_000, 1_000_000))
    assert progress.pace == "1,000 rows/s, 90 s left"


def test_pace_ignores_a_database_that_already_exists(clock: list[float]) -> None:
    progress = CommonProgress([target("A"), target("B")], 2)
    progress.take(Progressed(0, "orders", 0, 1_000))
    progress.take(Progressed(1, "finished", 1_000, 1_000))
    progress.finish(1)
    clock[0] += 10
    progress.take(Progressed(0, "orders", 500, 1_000))
    assert progress.pace == "50 rows/s, 10 s left"


def test_pace_starts_over_for_a_restore_after_a_build(clock: list[float]) -> None:
    progress = CommonProgress([target("A")], 1)
    progress.take(Progressed(0, "finished", 1_000, 1_000))
    progress.take(Progressed(0, "restoring", 0, 100))
    clock[0] += 10
    progress.take(Progressed(0, "restoring", 50, 100))
    assert progress.pace == "5 rows/s, 10 s left"
