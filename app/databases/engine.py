# SPDX-License-Identifier: Apache-2.0
"""What an engine is to all who do not talk to it: how a scenario writes its targets, what a form asks, where the parts
are that do talk to it. A folder of app.databases, or another package, holds one as `ENGINE` in its module
`description`, which loads no driver."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.model.form import FormField


class OdbcDrivers(msgspec.Struct, frozen=True):
    """A family of drivers, and the keywords that a raw ODBC string may hold for it (see app.scenario.odbc_keywords).

    pattern: what the name of such a driver holds, in small letters; "" every other one. demands: keywords with the
    values (in small letters) with which it logs in over TLS or not at all.
    """

    name: str
    keywords: Sequence[str]
    pattern: str = ""
    demands: Sequence[tuple[str, frozenset[str]]] = ()


AUTO = "auto"
ODBC = "odbc"
"""Values of a target's `transport` beside the names of its engine's own transports."""


class Transport(msgspec.Struct, frozen=True):
    """What a load's calls may go through instead of ODBC.

    session: "module:object" of who says what sessions over it are made of; library: of who finds its library, or raises
    DatabaseError with what to do.
    """

    session: str
    library: str


class ServerEngine(msgspec.Struct, frozen=True):
    """What is to be known of an engine on servers before one is reached.

    drivers: families of ODBC drivers. drivers_name: all of them, for people. braced_values: they read a value in braces
    as ODBC has it. host_with_port: in raw strings a port may follow the host behind a comma (to other drivers that is
    a second host). user_needed: nobody is logged in without a name. refused_in_user: what no user's name may hold.
    dialect, inspect, counters, ranking, where, disclosure, work: "module:object" of the parts that talk to a server,
    loaded when asked for, those from `where` on "" where there is none: in which folders and process it runs, where its
    databases lie and which settings are not its defaults, its statements and waits. programs: the names of its
    processes.
    transports: what the native driver may use instead of ODBC, by its name in scenarios, preferred first.
    login_trap: as those, of what may know why a right password was refused, "" where there is no such thing: (address,
    driver, timeout_s) gives the sentence for a person, or None.
    """

    port: int
    drivers: Sequence[OdbcDrivers]
    dialect: str
    inspect: str
    counters: str
    ranking: str
    login_trap: str = ""
    disclosure: str = ""
    work: str = ""
    drivers_name: str = ""
    braced_values: bool = False
    host_with_port: bool = False
    user_needed: bool = True
    refused_in_user: str = ""
    where: str = ""
    programs: Sequence[str] = ()
    transports: Mapping[str, Transport] = {}

    def drivers_of(self, driver: str) -> tuple[str, tuple[str, ...]]:
        """The family of a driver's name, "" is any, with its keywords."""
        families = self.families_of(driver)
        name = families[0].name if len(families) == 1 else self.drivers_name
        return name, tuple(keyword for family in families for keyword in family.keywords)

    def families_of(self, driver: str) -> Sequence[OdbcDrivers]:
        """The family of a driver's name; every one that it may be of where it is "", of a data source."""
        if not driver:
            return self.drivers
        return [next(family for family in self.drivers if family.pattern in driver.lower())]


@dataclass(frozen=True, slots=True)
class Engine:
    """name: in scenarios. title: for people ("MySQL/MariaDB"). choice: in a list to choose from.

    target: the struct of its targets, whose tag is the name. form: what is asked of them; begins_with: what a new one
    says. place: the key of the folder or file on this machine, "" where a server keeps it. system_name: what a system
    is called that nobody named, of its first target's table; None is the title.
    family: the engine whose statements it understands, "" only its own: workloads have their SQL by that name.
    server: of an engine on servers.
    """

    name: str
    title: str
    choice: str
    target: type[msgspec.Struct]
    form: Sequence[FormField]
    family: str = ""
    place: str = ""
    begins_with: Mapping[str, Any] = field(default_factory=dict)
    system_name: Callable[[Mapping[str, Any]], str] | None = None
    server: ServerEngine | None = None

    @property
    def sql(self) -> str:
        """Whose statements it understands."""
        return self.family or self.name
