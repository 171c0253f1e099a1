# SPDX-License-Identifier: Apache-2.0
"""SQL Server, and Babelfish for PostgreSQL, on a server."""

from typing import Literal

from app.databases.engine import Engine, OdbcDrivers, ServerEngine
from app.databases.server_form import SERVER, SESSION, USER
from app.model.form import FormField, marked
from app.model.targets import Server


class SqlServer(Server, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="sqlserver"):
    """Target on SQL Server 2016 or later, or Babelfish for PostgreSQL.

    Attributes:
        recovery: Recovery model for runs.
    """

    recovery: Literal["full", "simple"] = "full"


RECOVERY = FormField(
    "recovery",
    "Recovery model",
    "Recovery model during a run.",
    more=True,
    choices=(("full", "Full"), ("simple", "Simple")),
)

FREE_TDS = (
    "Servername", "Address", "Addr", "TDS_Version", "ClientCharset", "Encryption", "CAFile", "CRLFile",
    "HostNameInCertificate", "EnableTLSv1", "Language", "TextSize", "PacketSize", "Timeout", "APP", "WSID",
    "Trusted_Connection", "MARS_Connection", "ApplicationIntent", "UseNTLMv2", "REALM", "ServerSPN", "Description",
)  # fmt: skip
"""Keywords of FreeTDS ("ODBC Connection Attributes")."""
MICROSOFT = (
    "Address", "Addr", "Trusted_Connection", "Encrypt", "TrustServerCertificate", "HostNameInCertificate",
    "ServerCertificate", "Authentication", "APP", "WSID", "Language", "MARS_Connection", "MultiSubnetFailover",
    "ApplicationIntent", "AnsiNPW", "QuotedId", "Regional", "ConnectRetryCount", "ConnectRetryInterval",
    "TransparentNetworkIPResolution", "KeepAlive", "KeepAliveInterval", "IpAddressPreference", "PacketSize",
    "ServerSPN", "LongAsMax", "UseFMTONLY", "Description",
)  # fmt: skip
"""Keywords of Microsoft's driver ("DSN and Connection String Keywords")."""

ENGINE = Engine(
    name="sqlserver",
    title="SQL Server",
    choice=marked("SQL Server"),
    target=SqlServer,
    form=(*SERVER, RECOVERY, *SESSION),
    begins_with=USER,
    server=ServerEngine(
        port=1433,
        drivers=(
            OdbcDrivers(
                "FreeTDS", FREE_TDS, pattern="tds", demands=(("ENCRYPTION", frozenset({"require", "strict"})),)
            ),
            OdbcDrivers(
                "Microsoft's driver",
                MICROSOFT,
                demands=(("ENCRYPT", frozenset({"1", "yes", "true", "mandatory", "strict"})),),
            ),
        ),
        drivers_name="the drivers of SQL Server",
        braced_values=True,
        host_with_port=True,
        user_needed=False,
        dialect="app.databases.sqlserver.dialect:SqlServerDialect",
        inspect="app.databases.sqlserver.inspection:inspect",
        counters="app.databases.sqlserver.statistics:SqlServerCounters",
        ranking="app.databases.sqlserver.statistics:ranking",
        programs=("sqlservr", "postgres"),
        disclosure="app.databases.sqlserver.disclosure:SqlServerDisclosure",
        work="app.databases.sqlserver.work:WORK",
    ),
)
