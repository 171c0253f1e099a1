# SPDX-License-Identifier: Apache-2.0
"""MySQL and MariaDB: settings, rights and files, as far as the user may see them."""

import os.path
from collections.abc import Mapping, Sequence

from app.databases.mysql.anonymous_account import quoted_account, removal
from app.databases.server_inspection import Cursor, Inspection, on, rights_found, rows_of, sql
from app.model.errors import phrase
from app.model.findings import Finding

DIRECTORIES = (
    ("data", "datadir"),
    ("data", "innodb_data_home_dir"),
    ("log", "innodb_log_group_home_dir"),
    ("undo", "innodb_undo_directory"),
    ("temporary", "tmpdir"),
)
OWN_PREFIX = "outpace_"


def inspect(cursor: Cursor, databases: Sequence[str]) -> Inspection:
    """Asks the server. databases: names that are to be created. Raises the driver's error."""
    session = rows_of(cursor, sql("mysql", "session"))[0]
    settings = _named(cursor, "settings")
    status = _named(cursor, "status")
    connected = int(status.pop("Threads_connected", "0") or 0)
    account = quoted_account(str(session["account"]))
    found = [*_rights(cursor, databases, account), Finding("full text", "passed", phrase("InnoDB's own full text"))]
    if on(session["is_read_only"]):
        found.append(
            Finding(
                "writable", "failed", phrase("the server is read-only (read_only = ON)"), phrase("Name its primary")
            )
        )
    flushed = settings.get("innodb_flush_log_at_trx_commit") == "1"
    binlog = on(settings.get("log_bin"))
    durable = flushed and settings.get("innodb_doublewrite", "ON").upper() != "OFF"
    if settings.get("innodb_flush_method", "").lower() in {"nosync", "littlesync"}:
        durable = False
    if binlog:
        durable = durable and settings.get("sync_binlog") == "1"
    durability = ["innodb_flush_log_at_trx_commit", "innodb_doublewrite", "innodb_flush_method"]
    durability += ["sync_binlog"] if binlog else ["log_bin"]
    limit = settings.get("max_connections", "")
    return Inspection(
        facts=_without_places(settings),
        found=found,
        memory_bytes=int(settings.get("innodb_buffer_pool_size") or 0),
        durable=durable,
        durability=", ".join(f"{name} = {settings.get(name)}" for name in durability),
        encrypted=bool(status.get("Ssl_cipher")),
        compressed="protocol" if on(status.get("Compression", "OFF")) else "",
        free_connections=int(limit) - connected if limit.isdecimal() else None,
        places=_places(settings),
    )


def _named(cursor: Cursor, query: str) -> dict[str, str]:
    found = rows_of(cursor, sql("mysql", query))
    return {str(row["variable_name"]): str(row["value"]) for row in found}


def granted_names(databases: Sequence[str]) -> str:
    """The pattern of databases that a GRANT names: that of docs/servers.md where all names are of it, else every name
    that begins as the working database's. _ and % are wildcards, and stand for themselves behind a backslash."""
    begin = OWN_PREFIX if all(name.startswith(OWN_PREFIX) for name in databases) else databases[0]
    return "`" + begin.replace("_", r"\_").replace("%", r"\%").replace("`", "``") + "%`.*"


def _rights(cursor: Cursor, databases: Sequence[str], account: str) -> list[Finding]:
    if account.startswith("''@"):
        text = phrase("the server takes this login for its anonymous account {account}", account=account)
        return [Finding("rights", "failed", text, removal(account))]
    granted = {str(row["privilege"]).upper() for row in rows_of(cursor, sql("mysql", "rights"))}
    create = "CREATE" in granted or all(
        rows_of(cursor, sql("mysql", "schema_rights"), name)[0]["granted"] for name in databases
    )
    return rights_found(
        "server",
        account,
        create=create,
        create_how=f"GRANT ALL ON {granted_names(databases)} TO {account}",
        monitor="PROCESS" in granted,
        monitor_how=f"GRANT PROCESS, RELOAD ON *.* TO {account}; GRANT SELECT ON performance_schema.* TO {account}",
    )


def _places(settings: Mapping[str, str]) -> list[tuple[str, str]]:
    data = settings.get("datadir", "")
    found: list[tuple[str, str]] = []
    for what, name in DIRECTORIES:
        place = settings.get(name, "")
        if place and data:
            found.append((what, os.path.normpath(os.path.join(data, place))))
    if on(settings.get("log_bin")) and (binlog := settings.get("log_bin_basename", "")):
        found.append(("binary log", os.path.dirname(binlog)))
    return list(dict.fromkeys(found))


def _without_places(settings: Mapping[str, str]) -> dict[str, str]:
    """Paths may tell a user's name, and are in the findings."""
    hidden = {name for _, name in DIRECTORIES} | {"log_bin_basename"}
    return {name: value for name, value in settings.items() if name not in hidden}
