# SPDX-License-Identifier: Apache-2.0
"""MySQL and MariaDB on a server."""

from app.databases.engine import Engine, OdbcDrivers, ServerEngine
from app.databases.server_form import SERVER, SESSION, USER
from app.model.form import marked
from app.model.targets import Server


class MySqlTarget(Server, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="mysql"):
    """Target on MySQL 8 or MariaDB 10.6 or later."""


CONNECTOR_ODBC = (
    "Servername", "User ID", "Socket", "TcpIp", "NamedPipe", "Charset", "Conn_Timeout", "ReadTimeout", "WriteTimeout",
    "Read_Timeout", "Write_Timeout", "Auto_Reconnect", "Compressed_Proto", "Interactive", "ForceTLS", "TLSVersion",
    "TLS-Versions", "SSLMode", "SSLVerify", "SSLCA", "SSLCAPath", "SSLCert", "SSLKey", "SSLCipher", "SSLCRL",
    "SSLCRLPath", "SSLFP", "TLSPeerFP", "RSAKey", "Get_Server_Public_Key", "No_Prompt", "No_Cache", "Forward_Cursor",
    "Dynamic_Cursor", "Found_Rows", "No_Bigint", "No_SSPS", "SSPS", "Prefetch", "Big_Packets", "Pad_Space",
    "Zero_Date_To_Min", "Min_Date_To_Zero", "No_Date_Overflow", "No_Transactions", "Auto_Increment_Null_Search",
    "Column_Size_S32", "Description",
)  # fmt: skip
"""Connection parameters of MariaDB Connector/ODBC and MySQL Connector/ODBC, from the tables in their documentation."""
DRIVERS = "the drivers of MariaDB and MySQL"

ENGINE = Engine(
    name="mysql",
    title="MySQL/MariaDB",
    choice=marked("MySQL or MariaDB"),
    target=MySqlTarget,
    form=(*SERVER, *SESSION),
    begins_with=USER,
    server=ServerEngine(
        port=3306,
        drivers=(
            OdbcDrivers(
                DRIVERS,
                CONNECTOR_ODBC,
                pattern="mysql",
                demands=(("SSLMODE", frozenset({"required", "verify_ca", "verify_identity"})),),
            ),
            OdbcDrivers(DRIVERS, CONNECTOR_ODBC, demands=(("FORCETLS", frozenset({"1", "yes", "true"})),)),
        ),
        drivers_name=DRIVERS,
        dialect="app.databases.mysql.dialect:MySqlDialect",
        inspect="app.databases.mysql.inspection:inspect",
        counters="app.databases.mysql.statistics:MySqlCounters",
        ranking="app.databases.mysql.statistics:ranking",
        work="app.databases.mysql.work:WORK",
        login_trap="app.databases.mysql.anonymous_account:login_trap",
        where="app.databases.mysql.place:place",
        programs=("mariadbd", "mysqld"),
        disclosure="app.databases.mysql.disclosure:MySqlDisclosure",
    ),
)
