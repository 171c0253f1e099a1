"""The user sweep: so many users, then more, each for a while."""

from collections.abc import Sequence

from app.plans.step import MEASURE, Outcome, PlanSteps, Step, SystemLoad, SystemResult


def sweep(
    levels: Sequence[SystemLoad], *, systems: int, ramp_users_per_s: float, settle_s: float, dwell_s: float
) -> PlanSteps:
    """Each level on all systems: its new users begin, all settle, then it is measured. Outcome: where throughput peaks.

    Also the rate sweep, whose levels differ in rate.
    """
    best: list[SystemResult | None] = [None] * systems
    users = 0
    for number, load in enumerate(levels):
        loads = (load,) * systems
        settling_s = max(load.users - users - 1, 0) / ramp_users_per_s + settle_s
        users = load.users
        if settling_s > 0:
            yield Step("settle", settling_s, loads, number)
        result = yield Step(MEASURE, dwell_s, loads, number)
        for index, one in enumerate(result.systems):
            before = best[index]
            if one is not None and (before is None or one.orders_per_s > before.orders_per_s):
                best[index] = one
    return tuple(_peak(one) for one in best)


def _peak(best: SystemResult | None) -> Outcome:
    if best is None:
        return {"users": None, "orders_per_s": None}
    rate = {"rate": best.load.rate} if best.load.rate > 0 else {}
    return {"users": best.load.users, **rate, "orders_per_s": best.orders_per_s}
