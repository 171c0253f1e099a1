# SPDX-License-Identifier: Apache-2.0
"""Order of the systems. Shared hosts and devices are reported, and cause repeats to alternate."""

import socket
from collections.abc import Mapping, Sequence

import msgspec

from app.model.events import OrderChosen, Shared, SharedHost
from app.model.messages import letter_of
from app.model.odbc import OdbcTextError, parse, value_of
from app.model.plans import Order
from app.model.scenario import Scenario, System
from app.model.targets import ScenarioTarget, Server, Storage


class ChosenOrder(msgspec.Struct, frozen=True):
    """Order of a run.

    Attributes:
        order: Order; never "auto".
        present: Indexes of the systems under load in this session.
    """

    order: Order
    present: tuple[int, ...]
    reason: OrderChosen

    @property
    def alternating(self) -> bool:
        """True if the systems are loaded one after the other."""
        return self.order == "alternating"


def chosen_order(scenario: Scenario, shared: Sequence[Shared]) -> ChosenOrder:
    """Return the order of a run whose systems share these resources."""
    everybody = tuple(range(len(scenario.systems)))
    if scenario.order == "one at a time":
        present = tuple(i for i, system in enumerate(scenario.systems) if system.name == scenario.present)
        return ChosenOrder("one at a time", present, OrderChosen(order="one at a time", only=scenario.present))
    order: Order = scenario.order
    if order == "auto":
        order = "alternating" if shared and len(everybody) > 1 and scenario.plan.repeats > 1 else "together"
    letters = tuple(letter_of(place) for place in everybody)
    requested = scenario.order != "auto"
    return ChosenOrder(
        order, everybody, OrderChosen(order=order, requested=requested, shared=tuple(shared), systems=letters)
    )


def shared_hosts(hosts: Mapping[str, Sequence[str]]) -> list[SharedHost]:
    """Return the systems that share a host.

    Args:
        hosts: Hosts of each system's targets, by letter, in any case; "" stands for an unknown host.
    """
    systems: dict[str, list[str]] = {}
    for letter, names in hosts.items():
        for name in {name.casefold() for name in names if name}:
            systems.setdefault(name, []).append(letter)
    found = {tuple(letters): name for name, letters in systems.items() if len(letters) > 1}
    return [SharedHost(systems=letters, host="" if name == HERE else name) for letters, name in found.items()]


LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "", "."})
HERE = "this machine"


def shared_hosts_of(systems: Sequence[System]) -> list[SharedHost]:
    """Return the systems that share a host, found by comparing names without network access."""
    hosts = {letter_of(i): [_host(target, s.drivers_of(target)) for target in s.targets] for i, s in enumerate(systems)}
    return shared_hosts(hosts)


def _host(target: ScenarioTarget, agents: Sequence[str]) -> str:
    """Return the host of a target driven by these agents; "" if unknown."""
    if isinstance(target, Storage):
        return ""  # stored on the machine that drives it, so only the device matters
    if not isinstance(target, Server):
        return agents[0] if agents else HERE
    name = target.host
    if target.odbc:
        try:
            name = value_of(parse(target.odbc), "SERVER")
        except OdbcTextError:
            return ""
        if not name:
            return ""
    # Formats of SQL Server: "tcp:host,port" and "host\instance".
    name = name.casefold().removeprefix("tcp:").partition(",")[0].partition("\\")[0].strip().strip("[]")
    return HERE if name in LOOPBACK or name == socket.gethostname().casefold() else name
