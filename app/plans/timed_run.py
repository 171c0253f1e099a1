"""The timed run: ramp, warm-up, run time."""

import math

from app.plans.step import MEASURE, MeasuredWindow, PlanSteps, Step, SystemLoad


def timed_run(
    *,
    systems: int,
    load: SystemLoad,
    ramp_s: float,
    warmup_s: float,
    run_s: float,
    steady: bool = False,
    fixed: tuple[float, float] | None = None,
) -> PlanSteps:
    """Steps of a timed run on so many systems. ramp_s: until the last user has begun; a step of no length is left out.

    steady: the results are of a window that the steady-state rule finds. fixed: or of this one, seconds since the load
    began. Outcome: orders a second.
    """
    loads = (load,) * systems
    position_s = 0
    for phase, seconds in (("ramp", ramp_s), ("warm-up", warmup_s)):
        if seconds > 0:
            yield Step(phase, seconds, loads)
            position_s += math.ceil(seconds)
    window = MeasuredWindow(0.0, math.ceil(run_s), steady=True) if steady else None
    if fixed is not None:
        window = MeasuredWindow(fixed[0] - position_s, fixed[1] - position_s)
    result = yield Step(MEASURE, run_s, loads, window=window)
    return tuple({"orders_per_s": one.orders_per_s if one else None} for one in result.systems)
