# SPDX-License-Identifier: Apache-2.0
"""Results of each target of a system, and how evenly the work was distributed over the targets."""

from collections.abc import Sequence
from math import isfinite

import msgspec

from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo, TargetInfo

DRIVER = "\\Outpace Driver(_Total)\\"


class TargetResult(msgspec.Struct, frozen=True):
    """One target over the window.

    Attributes:
        response_ms: Mean over an order's operations.
        database: Database as recorded in the session.
        figures: Figures that runs are compared by, as far as known per target.
    """

    name: str
    database: str
    orders: int | None
    opm: float | None
    response_ms: float | None
    rollback_percent: float | None
    errors: int | None
    users_alive: int | None
    figures: dict[str, float | None] = {}


def target_results(reader: SessionReader, system: SystemInfo, from_s: float, to_s: float) -> list[TargetResult]:
    """Return the results of a system's targets in order, over a window in seconds since the common start."""
    counters = {
        counter.path.removeprefix(DRIVER): counter
        for counter in reader.counters
        if counter.system == system.id and counter.path.startswith(DRIVER)
    }
    return [_result(reader, target, counters, from_s, to_s) for target in system.targets]


def imbalance_percent(targets: Sequence[TargetResult]) -> float | None:
    """Return the imbalance of the targets' orders: (most - fewest) / mean, in percent; 0 is perfectly even.

    It is None for fewer than two targets, or if the number of orders is unknown.
    """
    orders = [target.orders for target in targets if target.orders is not None]
    if len(orders) < 2 or len(orders) < len(targets) or not sum(orders):
        return None
    return 100.0 * (max(orders) - min(orders)) * len(orders) / sum(orders)


def _result(
    reader: SessionReader, target: TargetInfo, counters: dict[str, Counter], from_s: float, to_s: float
) -> TargetResult:
    def total(name: str) -> float | None:
        counter = counters.get(name)
        return _figure(reader.total(counter, from_s, to_s, target=target.id)) if counter else None

    def average(name: str) -> float | None:
        counter = counters.get(name)
        return _figure(reader.window(counter, from_s, to_s, target=target.id).average) if counter else None

    def last(name: str) -> float | None:
        counter = counters.get(name)
        return _figure(reader.window(counter, from_s, to_s, target=target.id).last) if counter else None

    orders = total("Orders/sec")
    rate, response = average("Orders/sec"), average("Response Time/sec")
    return TargetResult(
        name=target.name,
        database=" ".join(text for text in (target.detail.engine, target.detail.database) if text),
        orders=_whole(orders),
        opm=orders * 60 / (to_s - from_s) if orders is not None and to_s > from_s else None,
        response_ms=1e3 * response / rate if rate and response is not None else None,
        rollback_percent=average("Rollback %"),
        errors=_whole(total("Errors/sec")),
        users_alive=_whole(last("Users Alive")),
    )


def _figure(value: float) -> float | None:
    return value if isfinite(value) else None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
