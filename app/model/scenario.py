# SPDX-License-Identifier: Apache-2.0
"""The scenario: what is compared, and the state that every run starts from. It holds no secret."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.model.agent_machine import AgentMachine, AgentNames
from app.model.hardware import Hardware, PriceItem
from app.model.plans import Order, Plan
from app.model.report_text import ReportText
from app.model.targets import Target, Text
from app.model.thresholds import Threshold
from app.model.watch import AgentWatch, Watch
from app.model.workloads import DvdStore, Pacing, Workload


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """state: warm is what the plan's warm-up makes; cold puts changed pages on the disk and empties the caches that can
    be emptied from here.

    command: the user's own, in the shell of the machine that Outpace runs on, after restoring and before the load (a
    server's restart, a reboot, dropped caches). It runs only once this user has confirmed exactly this text.
    answer_s: how long the databases may take to answer after it.
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
    """One system under test. facts: free disclosure lines ("Disks" = "24 x 15K SAS"). watch: counters of its machine;
    its databases are watched without being asked. hardware: what Outpace can't see from here, or what
    is better known. price: the items of its price list. driven_from ("from"): the agents that drive its targets; none:
    this machine."""

    name: Name
    role: Literal["baseline", "challenger"]
    targets: Annotated[tuple[Target, ...], Meta(min_length=1, max_length=64)]
    color: Color = ""
    notes: Text = ""
    facts: dict[str, str | int | float] = {}
    watch: Annotated[tuple[Watch, ...], Meta(max_length=16)] = ()
    hardware: Hardware = Hardware()
    price: Annotated[tuple[PriceItem, ...], Meta(max_length=200)] = ()
    driven_from: AgentNames = msgspec.field(default=(), name="from")

    def drivers_of(self, target: Target) -> tuple[str, ...]:
        """The names of the agents that drive one of its targets; none: this machine does."""
        own: tuple[str, ...] = getattr(target, "driven_from", ())
        return own or self.driven_from

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents that it needs, each once: those that drive it, then those that are watched."""
        driving = [name for target in self.targets for name in self.drivers_of(target)]
        return tuple(dict.fromkeys([*driving, *(one.agent for one in self.watch if isinstance(one, AgentWatch))]))


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A comparison: one to three systems, one of them the baseline, one workload, one plan.

    order: how the systems take their turns. together: all at once. alternating: one after the other, the order turned
    round in each repeat (A B B A). one at a time: only the system `present` in this session, the others in sessions of
    their own that are joined later. auto: together, but alternating where repeats run on what systems share.
    collectors: the names of those that watch the machine that Outpace runs on. thresholds: values that
    counters should not pass, for the readers of the result; they change nothing about a run. report: the author's
    own words. agents: other machines, that load is driven from or that are watched. headline: the figure that the
    systems are compared by, one of app.model.headline_figure; "": the plan's and workload's own.
    """

    title: Name
    systems: Annotated[tuple[System, ...], Meta(min_length=1, max_length=3)]
    workload: Workload = DvdStore()
    pacing: Pacing = Pacing()
    plan: Plan
    start: Start = Start()
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
        """The one system that the others are compared with."""
        return next(system for system in self.systems if system.role == "baseline")
