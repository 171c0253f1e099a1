# SPDX-License-Identifier: Apache-2.0
"""Estimated duration of a run, as far as the scenario determines it."""

import math

import msgspec

from app.model.events import Shared, SharedFolder
from app.model.plans import length_s
from app.model.scenario import Scenario
from app.model.targets import Storage
from app.scenario.order import chosen_order, shared_hosts_of


class RunTime(msgspec.Struct, frozen=True):
    """Duration of a run.

    Attributes:
        total_s: From the first load to the last, including rests but not building and restoring databases.
        loads: Number of loads, each of which takes `load_s`, including idle time.
        at_most: Whether the run may end well before that.
    """

    total_s: float
    loads: int
    load_s: float
    rest_s: float
    at_most: bool


def run_time(scenario: Scenario) -> RunTime:
    """Return the duration of all repeats.

    If the order is not chosen until the run starts, it is guessed from the names of hosts and folders.
    """
    plan, users = scenario.plan, scenario.workload.users
    order = chosen_order(scenario, _shared(scenario))
    turns = len(order.present) if order.alternating else 1
    return RunTime(
        total_s=length_s(plan, users, turns=turns),
        loads=plan.repeats * turns,
        load_s=plan.load_s(users) + math.ceil(plan.idle_s),
        rest_s=plan.rest_s,
        at_most=plan.at_most,
    )


def _shared(scenario: Scenario) -> list[Shared]:
    """Return the resources that systems share, judging by names; a folder's device is known only at run time."""
    shared: list[Shared] = list(shared_hosts_of(scenario.systems))
    places = [{one.path for one in system.targets if isinstance(one, Storage)} for system in scenario.systems]
    if any(first & second for i, first in enumerate(places) for second in places[i + 1 :]):
        shared.append(SharedFolder())
    return shared
