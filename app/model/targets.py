# SPDX-License-Identifier: Apache-2.0
"""What a system can be made of: databases in the embedded engine or on a server, or storage itself. No secret is ever
part of it."""

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.model.agent_machine import AgentNames

Text = Annotated[str, Meta(max_length=4000)]
Identifier = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,62}$",
        description="a name of up to 63 letters, digits and underscores that begins with no digit",
    ),
]
DatabaseName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,53}$",
        description="a name of up to 54 letters, digits and underscores that begins with no digit (a second database, "
        "with _pristine behind that name, is kept beside it)",
    ),
]
"""63 characters, which PostgreSQL takes, without those of "_pristine"."""
Port = Annotated[int, Meta(ge=0, le=65535)]
PasswordSource = Annotated[
    str,
    Meta(
        pattern=r"^(keyring|prompt|none|env:[A-Za-z_][A-Za-z0-9_]*)$",
        description='"keyring", "prompt", "none" or "env:" and the name of an environment variable',
    ),
]
Tls = Literal["off", "prefer", "require", "verify"]


class Target:
    """A target of a system, of whatever engine: those that there are, are registered in app.databases.registry."""

    __slots__ = ()


class Embedded(Target, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine"):
    """A target in an engine that is embedded into the worker processes.

    folder: where its database lies; "" is the program's own data folder. Relative to the scenario file.
    driven_from ("from"): the agent that its database lies on and that drives it; none: as the system says.
    """

    folder: Text = ""
    journal: Literal["rollback", "wal"] = "wal"
    synchronous: Literal["full", "normal", "off"] = "full"
    cache_mb: Annotated[float, Meta(ge=1, le=1_000_000)] = 64.0
    driven_from: AgentNames = msgspec.field(default=(), name="from")


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a server keeps the parts of a database: folders as the server sees them, or on PostgreSQL the names of
    tablespaces that exist; "" for its own default. In a folder a filegroup or tablespace is made.

    data, log, backup, temporary: folders or volumes. index: of all indexes; "": each lies with its table.
    data_files: files a filegroup (SQL Server). tables, indexes: names of tables and indexes to a place of their own.
    """

    data: Text = ""
    log: Text = ""
    index: Text = ""
    backup: Text = ""
    temporary: Text = ""
    data_files: Annotated[int, Meta(ge=1, le=64)] = 1
    tables: dict[str, Text] = {}
    indexes: dict[str, Text] = {}


def is_folder(place: str) -> bool:
    """Whether a place is an absolute folder of whatever server (/mnt/fast, D:\\fast, \\\\nas\\fast), not a name."""
    return re.match(r"[/\\]|[A-Za-z]:", place) is not None


class Server(Target, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine"):
    """A database on a server, reached over ODBC.

    port 0: the engine's own. odbc: a raw ODBC connection string instead of the plain fields (no password in it).
    driver: an ODBC driver's name, "" finds one. tls "verify" checks the certificate and the host's name, with tls_ca
    as the authority's file where given. settings: session settings of each user's connection.
    data_connections: how many chunks are built at once.
    driven_from ("from"): the agents that drive it; none: as the system says.
    """

    host: Text = "127.0.0.1"
    port: Port = 0
    database: DatabaseName = "outpace_ds"
    user: Text = ""
    password: PasswordSource = "prompt"  # noqa: S105 - where it comes from, not what it is
    tls: Tls = "prefer"
    tls_ca: Text = ""
    driver: Text = ""
    odbc: Text = ""
    settings: dict[Identifier, str | int | float | bool] = {}
    placement: Placement = Placement()
    data_connections: Annotated[int, Meta(ge=1, le=32)] = 2
    driven_from: AgentNames = msgspec.field(default=(), name="from")


class Storage(Target, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="storage"):
    """A target of storage I/O.

    path: a folder, in which a file of Outpace's own is made, or the file to be made; "" is the program's own data
    folder. Relative to the scenario file. device: it is a block device, which is only read, unless force_write allows
    to destroy what it holds. cache_mb: what its controller or drive keeps in memory, where that is known.
    driven_from ("from"): the agent that it lies on and that drives it; none: as the system says.
    """

    path: Text = ""
    device: bool = False
    force_write: bool = False
    cache_mb: Annotated[float, Meta(ge=0, le=10_000_000)] = 0.0
    driven_from: AgentNames = msgspec.field(default=(), name="from")

    @property
    def folder(self) -> str:
        """Where its file lies, as chosen."""
        return self.path


Local = Embedded | Storage
"""What lies on this machine, in a folder that a person may choose."""
