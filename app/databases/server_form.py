"""What is asked of a target on a server, whatever its engine."""

from app.model.form import FormField, marked

TLS = (
    ("prefer", marked("Where the server offers it")),
    ("require", marked("Always")),
    ("verify", marked("Always, and check the certificate")),
    ("off", marked("Never")),
)

SERVER = (
    FormField("host", "Host", "The server's name or address."),
    FormField("port", "Port", "", empty="the usual one"),
    FormField("user", "User", "It creates databases, and reads statistics."),
    FormField("database", "Database", "Made by Outpace, with a copy beside it."),
    FormField("password", "Password", "It is never written to this file.", kind="password", wide=True),
    FormField("tls", "Encryption", "", choices=TLS, more=True),
    FormField(
        "tls_ca",
        "Authority's certificate",
        "A file that the certificate is checked against.",
        kind="file",
        empty="the system's",
        more=True,
        when=("tls", ("verify",)),
        wide=True,
    ),
    FormField("driver", "ODBC driver", "", empty="a fitting one is found", more=True),
    FormField(
        "data_connections", "Connections to build with", "So many chunks of the data are made at once.", more=True
    ),
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
        "Instead of host, port, user and encryption. Without a password.",
        more=True,
        empty=marked("none"),
        wide=True,
    ),
)
EVERYWHERE = ("Driver", "DSN", "UID", "User", "Username", "Server", "Port")
"""Keywords of raw strings that every driver knows."""
USER = {"user": "outpace"}
"""What a new target begins with."""
