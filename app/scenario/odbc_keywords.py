"""Which keywords a raw ODBC connection string may hold, for each family of drivers.

A scenario may come from anybody. So only keywords are taken that say where a server is, who logs in and how a
connection works, and none that loads a library, runs SQL, sends a login elsewhere, or reads or writes a file of the
user's (certificates apart). Sources: psqlODBC, docs/config-opt.html; MariaDB Connector/ODBC and MySQL Connector/ODBC,
tables of connection parameters; FreeTDS, "ODBC Connection Attributes"; Microsoft, "DSN and Connection String Keywords".
"""

import difflib
from collections.abc import Iterator

from app.model import odbc
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.targets import MySql, PostgreSql, Server

_EVERYWHERE = ("Driver", "DSN", "UID", "User", "Username", "Server", "Port")
_PSQLODBC = (
    "Servername", "SSLmode", "ReadOnly", "Protocol", "FakeOidIndex", "ShowOidColumn", "RowVersioning",
    "ShowSystemTables", "Fetch", "UnknownSizes", "MaxVarcharSize", "MaxLongVarcharSize", "Ksqo", "UseDeclareFetch",
    "TextAsLongVarchar", "UnknownsAsLongVarchar", "BoolsAsChar", "Parse", "LFConversion", "UpdatableCursors",
    "DisallowPremature", "TrueIsMinus1", "BI", "ByteaAsLongVarBinary", "UseServerSidePrepare", "LowerCaseIdentifier",
    "GssAuthUseGSS", "NumericAs", "IgnoreTimeout", "FetchRefcursors", "OptionalErrors", "KeepaliveTime",
    "KeepaliveInterval", "BatchSize", "Description",
)  # fmt: skip
_MYSQL = (
    "Servername", "User ID", "Socket", "TcpIp", "NamedPipe", "Charset", "Conn_Timeout", "ReadTimeout", "WriteTimeout",
    "Read_Timeout", "Write_Timeout", "Auto_Reconnect", "Compressed_Proto", "Interactive", "ForceTLS", "TLSVersion",
    "TLS-Versions", "SSLMode", "SSLVerify", "SSLCA", "SSLCAPath", "SSLCert", "SSLKey", "SSLCipher", "SSLCRL",
    "SSLCRLPath", "SSLFP", "TLSPeerFP", "RSAKey", "Get_Server_Public_Key", "No_Prompt", "No_Cache", "Forward_Cursor",
    "Dynamic_Cursor", "Found_Rows", "No_Bigint", "No_SSPS", "SSPS", "Prefetch", "Big_Packets", "Pad_Space",
    "Zero_Date_To_Min", "Min_Date_To_Zero", "No_Date_Overflow", "No_Transactions", "Auto_Increment_Null_Search",
    "Column_Size_S32", "Description",
)  # fmt: skip
_FREE_TDS = (
    "Servername", "Address", "Addr", "TDS_Version", "ClientCharset", "Encryption", "CAFile", "CRLFile",
    "HostNameInCertificate", "EnableTLSv1", "Language", "TextSize", "PacketSize", "Timeout", "APP", "WSID",
    "Trusted_Connection", "MARS_Connection", "ApplicationIntent", "UseNTLMv2", "REALM", "ServerSPN", "Description",
)  # fmt: skip
_MICROSOFT = (
    "Address", "Addr", "Trusted_Connection", "Encrypt", "TrustServerCertificate", "HostNameInCertificate",
    "ServerCertificate", "Authentication", "APP", "WSID", "Language", "MARS_Connection", "MultiSubnetFailover",
    "ApplicationIntent", "AnsiNPW", "QuotedId", "Regional", "ConnectRetryCount", "ConnectRetryInterval",
    "TransparentNetworkIPResolution", "KeepAlive", "KeepAliveInterval", "IpAddressPreference", "PacketSize",
    "ServerSPN", "LongAsMax", "UseFMTONLY", "Description",
)  # fmt: skip
_ELSEWHERE: dict[str, Sentence] = {
    "DATABASE": phrase("it names a database; write that in the key database, which Outpace also builds and drops"),
    "CONNSETTINGS": phrase(
        "ConnSettings is SQL that nobody sees in a report; write the session's settings in settings"
    ),
    "A6": phrase("A6 is SQL that nobody sees in a report; write the session's settings in settings"),
    "INITSTMT": phrase("INITSTMT is SQL that nobody sees in a report; write the session's settings in settings"),
}
_UNSAFE = set("{};")


def keyword_mistakes(target: Server, pairs: odbc.Pairs) -> Iterator[Sentence]:
    """What is wrong with the keywords and values of a raw string, one sentence for each."""
    family, allowed = _family(target, pairs)
    plain = {odbc.plain_keyword(keyword): keyword for keyword in (*_EVERYWHERE, *allowed)}
    for keyword, value in pairs:
        word = odbc.plain_keyword(keyword)
        if word in _ELSEWHERE:
            yield _ELSEWHERE[word]
        elif word not in plain:
            near = difflib.get_close_matches(word, plain, n=1, cutoff=0.0)
            yield phrase(
                "Outpace does not pass {keyword} on to {family}: it takes only keywords that load no library, run no "
                "SQL and read or write no file. The nearest that it takes is {nearest}; take {keyword} out, or "
                "set it in a data source of this machine, and name that (DSN=...)",
                keyword=keyword,
                family=family,
                nearest=plain[near[0]],
            )
        elif _unsafe(target, value):
            yield phrase(
                "the value of {keyword} holds a brace or semicolon, which {family} could take for the begin of "
                "another keyword; use a value without them",
                keyword=keyword,
                family=family,
            )


def _family(target: Server, pairs: odbc.Pairs) -> tuple[str, tuple[str, ...]]:
    """The name of the drivers that a string is for, and their keywords beside those that all have."""
    if isinstance(target, PostgreSql):
        return "psqlODBC", _PSQLODBC
    if isinstance(target, MySql):
        return "the drivers of MariaDB and MySQL", _MYSQL
    if driver := odbc.value_of(pairs, "DRIVER"):
        return ("FreeTDS", _FREE_TDS) if "tds" in driver.lower() else ("Microsoft's driver", _MICROSOFT)
    return "the drivers of SQL Server", (*_FREE_TDS, *_MICROSOFT)


def _unsafe(target: Server, value: str) -> bool:
    """A brace within a value ends it too early for some driver managers. psqlODBC, MariaDB's and MySQL's drivers don't
    read values in braces as ODBC has them; those of SQL Server take a semicolon there."""
    found = _UNSAFE & set(value)
    return bool(found - {";"} if not isinstance(target, PostgreSql | MySql) else found)
