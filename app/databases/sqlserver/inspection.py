# SPDX-License-Identifier: Apache-2.0
"""Inspection of SQL Server and Babelfish: settings, permissions and files, as far as visible to the user."""

from collections.abc import Sequence

from app.databases.server_disclosure import rows_if_allowed
from app.databases.server_inspection import Cursor, Inspection, Needs, Value, rights_found, rows_of, sql
from app.model.errors import phrase
from app.model.findings import Finding

ENGINE = "sqlserver"
UNLIMITED_MB = 2147483647
DEFAULT_CONNECTIONS = 32767


def inspect(cursor: Cursor, needs: Needs) -> Inspection:
    """Inspect the server. Raises the driver's error."""
    session = rows_of(cursor, sql(ENGINE, "session"))[0]
    babelfish = "babelfish" in str(session["version_text"]).lower()
    configuration = {row["name"]: str(row["value"]) for row in rows_if_allowed(ENGINE, cursor, "configuration")}
    memory_mb = _number(configuration.get("max server memory (MB)"))
    facts: dict[str, Value] = {
        "Version text": " ".join(str(session["version_text"]).split()),
        **{label: str(session[key]) for label, key in (("Edition", "edition"), ("Level", "product_level"),
                                                       ("Collation", "collation_name")) if session[key]},
        **configuration,
    }  # fmt: skip
    for row in rows_if_allowed(ENGINE, cursor, "host"):
        facts["Operating system"] = f"{row['distribution'] or row['platform']} {row['release']}"
    found = _rights(cursor, needs, babelfish=babelfish)
    found.append(_full_text(cursor, babelfish=babelfish))
    durable, durability, more = _durability(cursor, needs.databases, babelfish=babelfish)
    encrypted = [str(row["encrypted"]).upper() == "TRUE" for row in rows_if_allowed(ENGINE, cursor, "encryption")]
    return Inspection(
        facts=facts,
        found=[*found, *more],
        memory_bytes=0 if babelfish or memory_mb >= UNLIMITED_MB else memory_mb * 2**20,
        durable=durable,
        durability=durability,
        encrypted=encrypted[0] if encrypted and not babelfish else None,
        free_connections=None,
        places=[(str(row["what"]).lower(), str(row["place"])) for row in rows_if_allowed(ENGINE, cursor, "files")],
    )


def _rights(cursor: Cursor, needs: Needs, *, babelfish: bool) -> list[Finding]:
    rows = rows_if_allowed(ENGINE, cursor, "rights")
    create, monitor = (rows[0]["may_create"], rows[0]["may_monitor"]) if rows else (None, None)
    if babelfish and needs.create and not create:
        return [Finding("rights", "warning", phrase("Babelfish does not report whether the user may create databases"))]
    account = str(rows[0]["account"]) if rows else "the login"
    return rights_found(
        "SQL Server",
        account,
        create=bool(create) if needs.create else None,
        create_how=f"ALTER SERVER ROLE dbcreator ADD MEMBER {account}",
        monitor=bool(monitor),
        monitor_how=f"GRANT VIEW SERVER STATE TO {account}",
    )


def _full_text(cursor: Cursor, *, babelfish: bool) -> Finding:
    if babelfish:
        return Finding("full text", "passed", phrase("Babelfish's own full text"))
    rows = rows_if_allowed(ENGINE, cursor, "full_text")
    if rows and rows[0]["installed"]:
        return Finding("full text", "passed", phrase("the full-text feature is installed"))
    return Finding(
        "full text",
        "failed",
        phrase("the full-text feature of SQL Server is not installed: titles and actors can't be searched"),
        phrase("Add Full-Text Search with SQL Server's setup (Linux: the package mssql-server-fts), then restart it"),
    )


def _durability(cursor: Cursor, databases: Sequence[str], *, babelfish: bool) -> tuple[bool | None, str, list[Finding]]:
    rows = [] if babelfish else rows_if_allowed(ENGINE, cursor, "databases", *databases[:2])
    if not rows:
        return None, "", []
    working = next((row for row in rows if row["name"] == databases[0]), rows[0])
    delayed = str(working["delayed"]).upper()
    text = f"recovery model {working['recovery']}, delayed durability {delayed}"
    return delayed == "DISABLED", text, [Finding("recovery model", "passed", text)]


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else UNLIMITED_MB
