# SPDX-License-Identifier: Apache-2.0
"""Scenario: the systems that are compared, and the initial state of every run. It contains no secrets."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.model.agent_machine import AgentMachine, AgentNames
from app.model.hardware import Hardware, PriceItem
from app.model.plans import Order, Plan
from app.model.report_text import ReportText
from app.model.targets import ScenarioTarget, Text
from app.model.thresholds import Threshold
from app.model.watch import AgentWatch, Watch
from app.model.workloads import DvdStore, Pacing, WorkloadParameters


class StartState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Initial state of a run.

    Attributes:
        state: "warm" is the result of the plan's warm-up; "cold" writes dirty pages to disk and empties the caches that
            can be emptied from this machine.
        command: Command of the user, run in a shell on Outpace's machine, after restoring and before the load (to
            restart a server, reboot, or drop caches), only if this user has confirmed exactly this text.
        answer_s: Seconds to wait for the databases to respond after the command.
    """

    state: Literal["warm", "cold"] = "warm"
    command: Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00]*$", description="a command in one text")] = ""
    answer_s: Annotated[float, Meta(ge=1, le=3600)] = 300.0


Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$",
        description="a text of 1 to 80 characters",
    ),
]
Color = Annotated[str, Meta(pattern=r"^(#[0-9A-Fa-f]{6})?$", description='a colour such as "#56b4e9", or ""')]


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """System under test.

    Attributes:
        facts: Free-form disclosure lines ("Disks" = "24 x 15K SAS").
        watch: Counter sources of its machine; its databases are always monitored.
        hardware: Hardware that Outpace cannot detect from this machine, or corrections.
        price: Items of its price list.
        driven_from: Agents that drive its targets ("from" in scenarios); empty for this machine.
    """

    name: Name
    role: Literal["baseline", "challenger"]
    targets: Annotated[tuple[ScenarioTarget, ...], Meta(min_length=1, max_length=64)]
    color: Color = ""
    notes: Text = ""
    facts: dict[str, str | int | float] = {}
    watch: Annotated[tuple[Watch, ...], Meta(max_length=16)] = ()
    hardware: Hardware = Hardware()
    price: Annotated[tuple[PriceItem, ...], Meta(max_length=200)] = ()
    driven_from: AgentNames = msgspec.field(default=(), name="from")

    def drivers_of(self, target: ScenarioTarget) -> tuple[str, ...]:
        """Return the names of the agents that drive one of its targets, or nothing if this machine does."""
        own: tuple[str, ...] = getattr(target, "driven_from", ())
        return own or self.driven_from

    @property
    def agents(self) -> tuple[str, ...]:
        """Distinct names of the agents that it needs: those that drive it, then those that are monitored."""
        driving = [name for target in self.targets for name in self.drivers_of(target)]
        return tuple(dict.fromkeys([*driving, *(one.agent for one in self.watch if isinstance(one, AgentWatch))]))


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Comparison of one to three systems, one of them the baseline, under one workload and one plan.

    Attributes:
        order: Order of the systems. together: all at once. alternating: one after the other, the order reversed in each
            repeat (A B B A). one at a time: only the system `present` in this session, the others in separate sessions
            that are joined later. auto: together, but alternating for repeats on systems that share resources.
        collectors: Names of the collectors that monitor Outpace's machine.
        thresholds: Values that counters should not exceed, as information for readers of the result; they do not affect
            a run.
        report: Author's text for the report.
        agents: Other machines that drive load or are monitored.
        headline: Figure by which the systems are compared, one of app.model.headline_figure; "" for the plan's and
            workload's default.
    """

    title: Name
    systems: Annotated[tuple[System, ...], Meta(min_length=1, max_length=3)]
    workload: WorkloadParameters = DvdStore()
    pacing: Pacing = Pacing()
    plan: Plan
    start: StartState = StartState()
    order: Order = "auto"
    present: Annotated[str, Meta(max_length=80)] = ""
    description: Text = ""
    collectors: tuple[str, ...] = ("processor", "memory", "disks")
    thresholds: Annotated[tuple[Threshold, ...], Meta(max_length=200)] = ()
    report: ReportText = ReportText()
    agents: Annotated[tuple[AgentMachine, ...], Meta(max_length=64)] = ()
    headline: Annotated[str, Meta(max_length=80)] = ""

    @property
    def baseline(self) -> System:
        """System with which the others are compared."""
        return next(system for system in self.systems if system.role == "baseline")
