"""The rate sweep: the open loop at so many orders a second, then more."""

from collections.abc import Sequence

from app.plans.step import PlanSteps, SystemLoad
from app.plans.user_sweep import sweep


def rate_sweep(
    rates: Sequence[float], *, users: int, systems: int, ramp_users_per_s: float, settle_s: float, dwell_s: float
) -> PlanSteps:
    """Each rate (orders a second a target) with the same users, who bound what is under way at once."""
    levels = [SystemLoad(users, rate) for rate in rates]
    return sweep(levels, systems=systems, ramp_users_per_s=ramp_users_per_s, settle_s=settle_s, dwell_s=dwell_s)
