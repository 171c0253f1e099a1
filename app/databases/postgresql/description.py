# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL on a server."""

from typing import Literal

from app.databases.engine import Engine, OdbcDrivers, ServerEngine, Transport
from app.databases.server_form import SERVER, SESSION, USER
from app.model.form import FormField, marked
from app.model.targets import Server


class PostgreSqlTarget(Server, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="postgresql"):
    """Target on PostgreSQL 12 or later.

    Attributes:
        transport: Transport of the load's calls; "auto" is libpq if available. All other connections use ODBC.
    """

    transport: Literal["auto", "odbc", "libpq"] = "auto"


TRANSPORT = FormField(
    "transport",
    "Load goes through",
    "libpq is PostgreSQL's own library and costs the least; it needs the native driver. Automatic: libpq where this "
    "machine has it, else ODBC.",
    more=True,
    choices=(("auto", marked("Automatic")), ("libpq", "libpq, PostgreSQL's own library"), ("odbc", "ODBC")),
)

PSQLODBC = (
    "Servername", "SSLmode", "ReadOnly", "Protocol", "FakeOidIndex", "ShowOidColumn", "RowVersioning",
    "ShowSystemTables", "Fetch", "UnknownSizes", "MaxVarcharSize", "MaxLongVarcharSize", "Ksqo", "UseDeclareFetch",
    "TextAsLongVarchar", "UnknownsAsLongVarchar", "BoolsAsChar", "Parse", "LFConversion", "UpdatableCursors",
    "DisallowPremature", "TrueIsMinus1", "BI", "ByteaAsLongVarBinary", "UseServerSidePrepare", "LowerCaseIdentifier",
    "GssAuthUseGSS", "NumericAs", "IgnoreTimeout", "FetchRefcursors", "OptionalErrors", "KeepaliveTime",
    "KeepaliveInterval", "BatchSize", "Description",
)  # fmt: skip
"""Keywords of psqlODBC (docs/config-opt.html)."""

ENGINE = Engine(
    name="postgresql",
    title="PostgreSQL",
    choice=marked("PostgreSQL"),
    target=PostgreSqlTarget,
    form=(*SERVER, TRANSPORT, *SESSION),
    begins_with=USER,
    server=ServerEngine(
        port=5432,
        drivers=(
            OdbcDrivers(
                "psqlODBC", PSQLODBC, demands=(("SSLMODE", frozenset({"require", "verify-ca", "verify-full"})),)
            ),
        ),
        refused_in_user=";{}'\"",
        dialect="app.databases.postgresql.dialect:PostgreSqlDialect",
        inspect="app.databases.postgresql.inspection:inspect",
        counters="app.databases.postgresql.statistics:PostgreSqlCounters",
        ranking="app.databases.postgresql.statistics:ranking",
        where="app.databases.postgresql.place:place",
        programs=("postgres", "postmaster"),
        transports={
            "libpq": Transport("app.databases.postgresql.libpq:libpq_parts", "app.databases.postgresql.libpq:libpq")
        },
        disclosure="app.databases.postgresql.disclosure:PostgreSqlDisclosure",
        work="app.databases.postgresql.work:WORK",
    ),
)
