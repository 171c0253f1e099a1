# SPDX-License-Identifier: Apache-2.0
"""Registry of plans: Outpace's own, one per module here, and those of other packages (entry points "outpace.plans")."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from app.model.plans import OF_EVERY_PLAN, Plan
from app.model.registry import Registry


def faults_of(plan: type) -> Iterator[str]:
    """Yield reasons why a plan cannot be run, edited or shown."""
    if not issubclass(plan, Plan):
        yield "it is no plan"
        return
    for name in ("title", "choice"):
        if not getattr(plan, name):
            yield f"it has no {name}"
    for method in sorted(plan.__abstractmethods__):
        yield f"it has no {method}()"
    fields = {field.name: field for field in msgspec.structs.fields(plan)}
    in_form = {entry.name for entry in (*plan.form, *OF_EVERY_PLAN)}
    for name in sorted(set(fields) ^ in_form):
        yield f"its form has no field for {name}" if name in fields else f"its form asks for {name}, which it has not"
    for name, field in fields.items():
        if field.required:
            yield f"{name} has no default"
    if plan.seconds_field not in fields:
        yield f"--seconds sets its {plan.seconds_field}, which it has not"


PLANS: Registry[type[Plan]] = Registry(
    "plan",
    "outpace.plans",
    [
        "app.plans.timed_run:TimedRun",
        "app.plans.user_sweep:UserSweep",
        "app.plans.latency_limit:LatencyLimit",
        "app.plans.rate_sweep:RateSweep",
        "app.plans.race:Race",
        "app.plans.queue_depth_sweep:QueueDepthSweep",
        "app.plans.access_patterns:AccessPatterns",
        "app.plans.load_profile:LoadProfile",
    ],
    cast("Any", type),
    faults_of,
)
"""All plans; the first is the default for scenarios."""
