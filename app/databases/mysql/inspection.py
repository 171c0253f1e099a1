# SPDX-License-Identifier: Apache-2.0
"""Inspection of MySQL and MariaDB: settings, privileges and files, as far as the user may see them."""

import os.path
from collections.abc import Mapping, Sequence

from app.databases.mysql.anonymous_account import quoted_account, removal
from app.databases.mysql.dialect import is_mariadb
from app.databases.mysql.grants import Grants
from app.databases.server_inspection import Cursor, Inspection, Needs, on, rights_found, rows_of, sql
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
CREATING = frozenset(("CREATE", "DROP", "INSERT", "SELECT", "UPDATE"))
"""Privileges needed to create a database and its mark."""
BUILDING = frozenset(("ALTER", "ALTER ROUTINE", "CREATE ROUTINE", "DELETE", "EXECUTE", "INDEX", "REFERENCES"))
"""Additional privileges needed to build, restore and load a workload's database."""
LOGGED_TRIGGERS = "SET PERSIST log_bin_trust_function_creators = 1"
LOGGED_TRIGGERS_ON_MARIADB = (
    "SET GLOBAL log_bin_trust_function_creators = 1 (and log_bin_trust_function_creators = 1 under [mysqld] in my.cnf)"
)


def inspect(cursor: Cursor, needs: Needs) -> Inspection:
    """Inspect the server. Raises the driver's error."""
    session = rows_of(cursor, sql("mysql", "session"))[0]
    settings = _named(cursor, "settings")
    status = _named(cursor, "status")
    connected = int(status.pop("Threads_connected", "0") or 0)
    account = quoted_account(str(session["account"]))
    found = _rights(cursor, needs, account, settings)
    found.append(Finding("full text", "passed", phrase("InnoDB's own full text")))
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
    limit, own_limit = settings.get("max_connections", ""), int(session["own_limit"])
    free = [int(limit) - connected] if limit.isdecimal() else []
    free += [own_limit - int(session["own_connections"])] if own_limit else []
    return Inspection(
        facts=_without_places(settings),
        found=found,
        memory_bytes=int(settings.get("innodb_buffer_pool_size") or 0),
        durable=durable,
        durability=", ".join(f"{name} = {settings.get(name)}" for name in durability),
        encrypted=bool(status.get("Ssl_cipher")),
        compressed="protocol" if on(status.get("Compression", "OFF")) else "",
        free_connections=min(free, default=None),
        places=_places(settings),
    )


def _named(cursor: Cursor, query: str) -> dict[str, str]:
    found = rows_of(cursor, sql("mysql", query))
    return {str(row["variable_name"]): str(row["value"]) for row in found}


def granted_names(databases: Sequence[str]) -> str:
    """Return the database pattern of a GRANT.

    It is the pattern in docs/servers.md if that matches all names; otherwise it is derived from the working database's
    name. _ and % are wildcards unless escaped by a backslash.
    """
    begin = OWN_PREFIX if all(name.startswith(OWN_PREFIX) for name in databases) else databases[0]
    return "`" + begin.replace("_", r"\_").replace("%", r"\%").replace("`", "``") + "%`.*"


def _rights(cursor: Cursor, needs: Needs, account: str, settings: Mapping[str, str]) -> list[Finding]:
    if account.startswith("''@"):
        text = phrase("the server takes this login for its anonymous account {account}", account=account)
        return [Finding("rights", "failed", text, removal(account))]
    grants = Grants.read(cursor)
    wanted = CREATING | (BUILDING if needs.procedures else set()) | ({"TRIGGER"} if needs.triggers else set())
    found = rights_found(
        "server",
        account,
        create=all(grants.hold(wanted, name) for name in needs.databases) if needs.create else None,
        create_how=f"GRANT ALL ON {granted_names(needs.databases)} TO {account}",
        monitor=grants.hold({"PROCESS"}),
        monitor_how=f"GRANT PROCESS, RELOAD ON *.* TO {account}; GRANT SELECT ON performance_schema.* TO {account}",
    )
    if needs.triggers:
        found.append(_triggers(grants, account, settings))
    return found


def _triggers(grants: Grants, account: str, settings: Mapping[str, str]) -> Finding:
    """Check that the binary log does not prevent the account from creating triggers (error 1419)."""
    trusted = on(settings.get("log_bin_trust_function_creators"))
    if trusted or not on(settings.get("log_bin")) or grants.hold({"SUPER"}):
        return Finding("triggers", "passed", phrase("may create the workload's triggers"))
    statement = LOGGED_TRIGGERS_ON_MARIADB if is_mariadb(settings.get("version", "")) else LOGGED_TRIGGERS
    return Finding(
        "triggers",
        "failed",
        phrase(
            "{account} may not create the workload's triggers, because the server writes a binary log (log_bin = ON) "
            "and log_bin_trust_function_creators is off",
            account=account,
        ),
        phrase("As an administrator: {statement}", statement=statement),
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
    """Return the settings except paths, which may contain a user's name and are reported in the findings."""
    hidden = {name for _, name in DIRECTORIES} | {"log_bin_basename"}
    return {name: value for name, value in settings.items() if name not in hidden}
