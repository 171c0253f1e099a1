"""Every plan that there is: ours, and those that packages from elsewhere add by an entry point "outpace.plans"."""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import msgspec

from app.model.plans import OF_EVERY_PLAN, Plan
from app.plans.latency_limit import LatencyLimit
from app.plans.queue_depth_sweep import QueueDepthSweep
from app.plans.race import Race
from app.plans.rate_sweep import RateSweep
from app.plans.timed_run import TimedRun
from app.plans.user_sweep import UserSweep

GROUP = "outpace.plans"
OURS: tuple[type[Plan], ...] = (TimedRun, UserSweep, LatencyLimit, RateSweep, Race, QueueDepthSweep)
"""In the order of the editor's list. The first is that of a scenario that names none."""


@cache
def plans() -> Mapping[str, type[Plan]]:
    """By name, ours first. One of a package that can't be used is left out, and the log says why."""
    found = {name_of(plan): plan for plan in OURS}
    for entry in entry_points(group=GROUP):
        plan, faults = _loaded(entry)
        if plan is not None and name_of(plan) in found:
            faults = [*faults, f'a plan is called "{name_of(plan)}" already']
        if plan is None or faults:
            logging.getLogger(__name__).error("The plan %s (%s) is left out: %s", entry.name, entry.value, faults)
        else:
            found[name_of(plan)] = plan
    return found


def name_of(plan: type[Plan]) -> str:
    """As scenarios call it."""
    return str(plan.__struct_config__.tag)


def faults_of(plan: type[Plan]) -> Iterator[str]:
    """What a plan lacks to be shown and run everywhere."""
    for name in ("title", "choice"):
        if not getattr(plan, name):
            yield f"it has no {name}"
    for method in ("steps", "load_s"):
        if getattr(plan, method) is getattr(Plan, method):
            yield f"it has no {method}()"
    fields = {field.name: field for field in msgspec.structs.fields(plan)}
    asked = {entry.name for entry in (*plan.form, *OF_EVERY_PLAN)}
    for name in sorted(set(fields) ^ asked):
        yield f"its form has no field for {name}" if name in fields else f"its form asks for {name}, which it has not"
    for name, field in fields.items():
        if field.required:
            yield f"{name} has no default"
    if plan.seconds_field not in fields:
        yield f"--seconds sets its {plan.seconds_field}, which it has not"


def _loaded(entry: EntryPoint) -> tuple[type[Plan] | None, list[str]]:
    try:
        plan = entry.load()
    except Exception as error:  # noqa: BLE001 - whatever a stranger's module raises when it is imported
        return None, [f"it can't be loaded: {error!r}"]
    if not (isinstance(plan, type) and issubclass(plan, Plan)):
        return None, ["it is no plan"]
    return plan, list(faults_of(plan))
