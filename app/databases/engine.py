# SPDX-License-Identifier: Apache-2.0
"""Descriptions of engines: their targets in scenarios, the forms for targets, and the location of their code.

A folder of app.databases, or another package, contains a description as `ENGINE` in its module `description`, which
must not load a driver.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.model.form import FormField


class OdbcDrivers(msgspec.Struct, frozen=True):
    """Family of ODBC drivers, with the keywords allowed in its raw strings (see app.scenario.odbc_keywords).

    Attributes:
        pattern: Part of such a driver's name, in lower case; "" matches all others.
        demands: Keywords with the values (in lower case) that prevent a login without TLS.
    """

    name: str
    keywords: Sequence[str]
    pattern: str = ""
    demands: Sequence[tuple[str, frozenset[str]]] = ()


AUTO = "auto"
ODBC = "odbc"
"""Value of a target's `transport`, in addition to the names of the engine's own transports."""


class Transport(msgspec.Struct, frozen=True):
    """Transport for a load's calls, other than ODBC.

    Attributes:
        session: "module:object" of the function that returns the parameters of its sessions.
        library: "module:object" of the function that finds its library, or raises DatabaseError with the remedy.
    """

    session: str
    library: str


class ServerEngine(msgspec.Struct, frozen=True):
    """Static description of a server engine.

    Code that accesses a server is named as "module:object" and loaded on demand: `dialect`, `inspect`, `counters`,
    `ranking`, and, "" if missing, `where` (folders and process), `disclosure` (file layout and changed settings) and
    `work` (statements and waits).

    Attributes:
        drivers: Families of ODBC drivers.
        drivers_name: Display name of all these drivers.
        braced_values: Whether the drivers parse a value in braces as ODBC specifies.
        host_with_port: Whether a comma and a port may follow the host in raw strings (for other drivers, a second
            host).
        user_needed: Whether a login needs a user name.
        refused_in_user: Characters that a user name must not contain.
        programs: Names of the server's processes.
        transports: Transports that the native driver may use instead of ODBC, by name in scenarios, preferred first.
        login_trap: "module:object" of a function (address, driver, timeout_s) that returns a sentence on why a correct
            password was refused, or None; "" if missing.
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
        """Return the name and keywords of a driver's family, or those of all families for ""."""
        families = self.families_of(driver)
        name = families[0].name if len(families) == 1 else self.drivers_name
        return name, tuple(keyword for family in families for keyword in family.keywords)

    def families_of(self, driver: str) -> Sequence[OdbcDrivers]:
        """Return the family of the driver with this name, or all families for "" (a data source)."""
        if not driver:
            return self.drivers
        return [next(family for family in self.drivers if family.pattern in driver.lower())]


@dataclass(frozen=True, slots=True)
class Engine:
    """Registered engine.

    Attributes:
        name: Name in scenarios.
        title: Display name ("MySQL/MariaDB").
        choice: Name in selection lists.
        target: Struct type of its targets, whose tag is the engine's name.
        form: Fields of the form for a target.
        family: Engine under whose name workloads have the SQL that it understands; "" for its own name.
        place: Key of the folder or file on this machine; "" if a server stores it.
        begins_with: Initial values for a new target.
        system_name: Function that names an unnamed system after its first target's table; None for the title.
        server: Description of a server engine.
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
        """Name of the engine whose SQL this engine understands."""
        return self.family or self.name
