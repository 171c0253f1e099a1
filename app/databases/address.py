# SPDX-License-Identifier: Apache-2.0
"""Address of a database on a server, which contains no secret."""

import ipaddress
import re
from contextlib import suppress
from functools import cache
from typing import Any, Self

import msgspec

from app.databases.engine import AUTO, ODBC
from app.databases.registry import ENGINES, engine_of, server_engine
from app.model.errors import OutpaceError
from app.model.odbc import Pairs, parse, value_of
from app.model.registry import part
from app.model.targets import Server, Tls


@cache
def own_library(engine: str) -> str:
    """Return the first of an engine's transports whose library is installed on this machine, or else ODBC."""
    for name, transport in server_engine(engine).transports.items():
        with suppress(OutpaceError):
            part(transport.library)()
            return name
    return ODBC


class Address(msgspec.Struct, frozen=True):
    """Database on a server: the scenario's target, whose raw ODBC connection string contains no password.

    Attributes:
        target: Server as in the scenario; host, port, user, tls, tls_ca and driver are ignored if `odbc` is set.
        database: Name of the database; "" for none (`server.connect` then uses the maintenance database).
        plain_login: If False, tls "prefer" fails on a server without TLS instead of exposing the password to the
            network.
    """

    target: Server
    database: str = ""
    plain_login: bool = True

    @property
    def named_transport(self) -> str:
        """Transport that the scenario names for the load's calls; "" if the scenario leaves the choice to Outpace."""
        named = str(getattr(self.target, "transport", ODBC))
        return "" if named == AUTO else named

    @property
    def transport(self) -> str:
        """Transport of the native driver's calls.

        The transport that the scenario names; otherwise the engine's own library if this machine has it and the
        scenario has no raw ODBC string; otherwise ODBC.
        """
        if self.named_transport:
            return self.named_transport
        return ODBC if self.target.odbc else own_library(self.engine)

    @property
    def python_transport(self) -> str:
        """Transport of the Python driver's calls.

        native_calls.check_python rejects a transport that the scenario names but that Python does not support.
        """
        return "pyodbc" if self.named_transport in ("", ODBC) else self.named_transport

    def changed(self, **fields: Any) -> Self:
        """Return a copy with different fields of the target."""
        return msgspec.structs.replace(self, target=msgspec.structs.replace(self.target, **fields))

    @property
    def engine(self) -> str:
        return engine_of(self.target).name

    @property
    def packed(self) -> "PackedAddress":
        """Serializable form of the address."""
        return PackedAddress(
            self.engine, msgspec.Raw(msgspec.msgpack.encode(self.target)), self.database, self.plain_login
        )

    def at(self, database: str) -> Self:
        """Return the address of another database on the same server."""
        return msgspec.structs.replace(self, database=database)

    @property
    def pairs(self) -> Pairs:
        """Keywords of the raw ODBC string; () without one. Raises OdbcTextError."""
        return parse(self.target.odbc)

    @property
    def login(self) -> str:
        """User name, or "" if absent (a trusted connection, a data source)."""
        return value_of(self.pairs, "UID") if self.target.odbc else self.target.user

    @property
    def endpoint(self) -> tuple[str, int] | None:
        """Host and TCP port; None if only the driver knows them (a data source, a named instance, a socket)."""
        if not self.target.odbc:
            # An IPv6 address may be in brackets, as in a URL; no driver accepts them.
            host = re.sub(r"^\[(.*)\]$", r"\1", self.target.host)
            return host, self.target.port or server_engine(self.engine).port
        server = value_of(self.pairs, "SERVER").removeprefix("tcp:")
        port = value_of(self.pairs, "PORT")
        comma = server_engine(self.engine).host_with_port
        if match := comma and re.fullmatch(r"(.+),\s*(\d+)", server):
            server, port = match[1], match[2]
        if not server or "\\" in server or server.startswith(("/", "(", "lpc:", "np:")):
            return None
        return server, int(port) if port.isdecimal() else server_engine(self.engine).port

    @property
    def encryption(self) -> Tls:
        """Encryption to request from a driver if the plain fields are used."""
        return "require" if self.target.tls == "prefer" and not self.plain_login else self.target.tls

    @property
    def demands_tls(self) -> bool:
        """True if the scenario's own settings rule out a login without TLS."""
        if not self.target.odbc:
            return self.encryption in ("require", "verify")
        # A driver silently ignores another driver's keywords.
        families = server_engine(self.engine).families_of(value_of(self.pairs, "DRIVER"))
        return all(
            any(value_of(self.pairs, keyword).casefold() in values for keyword, values in family.demands)
            for family in families
        )

    @property
    def remote(self) -> bool:
        """True if the scenario names another machine, which is reached over a network; False for a data source."""
        host = value_of(self.pairs, "SERVER") if self.target.odbc else self.target.host
        if self.endpoint:
            host = self.endpoint[0]
        if not host or ("," not in host and host.startswith(("/", "lpc:"))):
            return False
        # For a named pipe, \\host\pipe\..., nothing is left.
        host = host.removeprefix("tcp:").partition("\\")[0]
        if host in (".", "localhost", "(local)", "(localdb)"):
            return False
        try:
            return not ipaddress.ip_address(host).is_loopback
        except ValueError:
            return True

    @property
    def who(self) -> str:
        """User and server: "joe@db1:5432"."""
        return f"{self.login}@{self.where}"

    @property
    def where(self) -> str:
        """Display name of the server: "db1:5432", "[::1]:5432", "the data source stage"."""
        if place := self.endpoint:
            host, port = place
            return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        name = value_of(self.pairs, "DSN")
        return f"the data source {name}" if name else value_of(self.pairs, "SERVER") or "an unnamed server"

    @property
    def account(self) -> str:
        """Account of a password: "postgresql://user@host:port", the same for all databases of a server."""
        place = self.where if self.endpoint else f"dsn:{value_of(self.pairs, 'DSN') or self.where}"
        return f"{self.engine}://{self.login}@{place}"


class PackedAddress(msgspec.Struct, frozen=True):
    """Address encoded as msgpack.

    Attributes:
        target: Encoded struct of the engine's target type.
    """

    engine: str
    target: msgspec.Raw
    database: str
    plain_login: bool

    @property
    def address(self) -> Address:
        """Decode the address.

        It raises UnknownNameError for an engine that is not registered here, and ValueError for another kind of target.
        """
        target = msgspec.msgpack.decode(self.target, type=ENGINES[self.engine].target)
        if not isinstance(target, Server):
            raise ValueError(f"{self.engine} is on no server")
        return Address(target, self.database, self.plain_login)
