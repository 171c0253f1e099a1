# SPDX-License-Identifier: Apache-2.0
"""Form for a target on a server of any engine."""

from app.model.form import FormField, marked
from app.model.sql_workload import ON_EXISTING, OWN_SQL

TLS = (
    ("prefer", marked("Where the server offers it")),
    ("require", marked("Always")),
    ("verify", marked("Always, and check the certificate")),
    ("off", marked("Never")),
)

SERVER = (
    FormField("host", "Host", "The server's name or address."),
    FormField("port", "Port", "", empty=marked("default")),
    FormField(
        "user",
        "User",
        "Must be allowed to create databases and read statistics.",
        hints=((*ON_EXISTING, "Must be allowed to do what your statements do, and to read statistics."),),
    ),
    FormField(
        "database",
        "Database",
        "Created by Outpace, with a pristine copy.",
        hints=(
            (*ON_EXISTING, "The existing one: never dropped, only your statements change it."),
            (*OWN_SQL, "Created by Outpace, and made anew before a run."),
        ),
    ),
    FormField("password", "Password", "It is never written to this file.", kind="password", wide=True),
    FormField("tls", "Encryption", "", choices=TLS, more=True),
    FormField(
        "tls_ca",
        "Authority's certificate",
        "File to check the certificate against.",
        kind="file",
        empty="system default",
        more=True,
        when=("tls", ("verify",)),
        wide=True,
    ),
    FormField("driver", "ODBC driver", "", empty="chosen automatically", more=True),
    FormField("data_connections", "Connections to build with", "Number of data chunks built in parallel.", more=True),
)
SESSION = (
    FormField(
        "settings",
        "Settings of each user's session",
        "Such as synchronous_commit = off.",
        kind="pairs",
        more=True,
        wide=True,
    ),
    FormField(
        "odbc",
        "ODBC string",
        "Replaces host, port, user and encryption. Must not contain a password.",
        more=True,
        empty=marked("none"),
        wide=True,
    ),
)
EVERYWHERE = ("Driver", "DSN", "UID", "User", "Username", "Server", "Port")
"""Keywords that every driver supports in raw strings."""
USER = {"user": "outpace"}
"""Initial values of a new target."""
