"""The timed run: ramp, warm-up, run time."""

from app.plans.step import Plan, Step


def timed_run(*, users: int, ramp_users_per_s: float, warmup_s: float, run_s: float) -> Plan:
    """Steps of a timed run. The ramp lasts until the last user has started; a step of no length is left out."""
    ramp_s = (users - 1) / ramp_users_per_s
    for phase, seconds in (("ramp", ramp_s), ("warm-up", warmup_s), ("measure", run_s)):
        if seconds > 0:
            yield Step(phase, seconds, users)
