# SPDX-License-Identifier: Apache-2.0
"""Targets of a system: databases in the embedded engine or on a server, or storage itself.

They never contain secrets.
"""

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
"""Name of a database; its length is PostgreSQL's limit of 63 characters minus the suffix "_pristine"."""
Port = Annotated[int, Meta(ge=0, le=65535)]
PasswordSource = Annotated[
    str,
    Meta(
        pattern=r"^(keyring|prompt|none|env:[A-Za-z_][A-Za-z0-9_]*)$",
        description='"keyring", "prompt", "none" or "env:" and the name of an environment variable',
    ),
]
Tls = Literal["off", "prefer", "require", "verify"]


class ScenarioTarget:
    """Base of a system's targets; app.databases.registry registers their engines."""

    __slots__ = ()


class Embedded(ScenarioTarget, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine"):
    """Target in an engine that is embedded in the worker processes.

    Attributes:
        folder: Folder of its database, relative to the scenario file; "" is the program's data folder.
        driven_from: Agent that stores its database and drives it ("from" in scenarios); empty for that of the system.
    """

    folder: Text = ""
    journal: Literal["rollback", "wal"] = "wal"
    synchronous: Literal["full", "normal", "off"] = "full"
    cache_mb: Annotated[float, Meta(ge=1, le=1_000_000)] = 64.0
    driven_from: AgentNames = msgspec.field(default=(), name="from")


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Places of the parts of a database on a server; "" for the server's default.

    A place is a folder, as seen by the server, in which a filegroup or tablespace is created or, on PostgreSQL, the
    name of an existing tablespace.

    Attributes:
        data: Folder or volume, as for `log`, `backup` and `temporary`.
        index: Place of all indexes; "" if they are next to their tables.
        data_files: Files per filegroup (SQL Server).
        tables: Places by table; `indexes` are places by index.
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
    r"""Return whether a place is an absolute folder of any server (/mnt/fast, D:\fast, \\nas\fast), not a name."""
    return re.match(r"[/\\]|[A-Za-z]:", place) is not None


class Server(ScenarioTarget, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine"):
    """Database on a server, accessed over ODBC.

    Attributes:
        port: Port; 0 for the engine's default.
        odbc: Raw ODBC connection string that replaces the individual fields and contains no password.
        driver: Name of an ODBC driver; "" selects one automatically.
        tls: "verify" checks the certificate and the host's name.
        tls_ca: File of the certificate authority, if needed.
        settings: Session settings of each user's connection.
        data_connections: Number of chunks built at once.
        driven_from: Agents that drive it ("from" in scenarios); empty for those of the system.
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


class Storage(
    ScenarioTarget, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="storage"
):
    """Target of storage I/O.

    Attributes:
        path: Folder for a file of Outpace, or file to create, relative to the scenario file; "" for the program's data
            folder.
        device: Whether it is a block device, which is only read unless `force_write` allows overwriting it.
        cache_mb: Memory of its controller or drive, if known.
        driven_from: Agent that stores it and drives it ("from" in scenarios); empty for that of the system.
    """

    path: Text = ""
    device: bool = False
    force_write: bool = False
    cache_mb: Annotated[float, Meta(ge=0, le=10_000_000)] = 0.0
    driven_from: AgentNames = msgspec.field(default=(), name="from")

    @property
    def folder(self) -> str:
        """Folder of its file, as chosen."""
        return self.path


Local = Embedded | Storage
"""Targets stored on this machine, in a folder that the user may choose."""
