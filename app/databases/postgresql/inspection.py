# SPDX-License-Identifier: Apache-2.0
"""Inspection of PostgreSQL: settings, privileges and files, as far as the user may see them."""

from app.databases.server_inspection import Cursor, Inspection, Needs, on, rights_found, rows_of, sql
from app.model.errors import phrase
from app.model.findings import Finding

OLDEST = (12,)
WAITING = ("on", "local", "remote_write", "remote_apply")
"""Values of synchronous_commit that wait for the server's own disk."""


def inspect(cursor: Cursor, needs: Needs) -> Inspection:
    """Inspect the server. Raises the driver's error."""
    session = rows_of(cursor, sql("postgresql", "session"))[0]
    settings = {row["name"]: str(row["value"]) for row in rows_of(cursor, sql("postgresql", "settings"))}
    data = settings.pop("data_directory", "")
    places = [("data", data), ("log", f"{data}/pg_wal")] if data else []
    places += [(row["name"], row["place"]) for row in rows_of(cursor, sql("postgresql", "tablespaces"))]
    account = str(session["account"])
    found = rights_found(
        "PostgreSQL",
        account,
        create=bool(session["may_create"]) if needs.create else None,
        create_how=f"ALTER ROLE {account} CREATEDB",
        monitor=bool(session["may_monitor"]),
        monitor_how=f"GRANT pg_monitor TO {account}",
    )
    found.append(_full_text(session["text_search"]))
    if session["is_standby"]:
        found.append(
            Finding(
                "writable",
                "failed",
                phrase("the server is a standby, which takes no writes"),
                phrase("Name its primary"),
            )
        )
    durable = on(settings.get("fsync")) and settings.get("synchronous_commit") in WAITING
    return Inspection(
        facts={"Version text": session["version_text"], **settings},
        found=found,
        memory_bytes=int(session["memory_bytes"]),
        durable=durable and on(settings.get("full_page_writes")),
        durability=", ".join(f"{k} = {settings.get(k)}" for k in ("fsync", "synchronous_commit", "full_page_writes")),
        encrypted=bool(session["encrypted"]),
        compressed="" if settings.get("wal_compression", "off") == "off" else "wal_compression",
        free_connections=int(session["free_connections"]),
        places=places,
    )


def _full_text(configurations: int) -> Finding:
    if configurations:
        return Finding("full text", "passed", phrase("text search is there"))
    return Finding(
        "full text",
        "failed",
        phrase('the text search configuration "simple" is missing'),
        phrase("Create it, or ask the administrator"),
    )
