"""The race: a fixed number of orders on each system; who is first?"""

from app.plans.step import MEASURE, PlanSteps, Step, SystemLoad


def race(orders: int, *, systems: int, load: SystemLoad, timeout_s: float) -> PlanSteps:
    """One step; a system that has done its orders is idle. Outcome: its seconds, None where the time was over."""
    result = yield Step(MEASURE, timeout_s, (load,) * systems, orders=orders)
    return tuple(
        {"orders": min(one.orders, orders) if one else None, "finished_s": one.finished_s if one else None}
        for one in result.systems
    )
