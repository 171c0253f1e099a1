# SPDX-License-Identifier: Apache-2.0
"""The anonymous accounts of MySQL and MariaDB (''@'localhost'), which take logins that were meant for others.

Of all accounts that fit a login the server takes the one with the most particular host first, then the one with a name
(MariaDB, "Account Names"): ''@'localhost' comes before 'joe'@'%' for a login from the server's own machine, and joe's
password is compared with its. mariadb-install-db makes such an account.
"""

from contextlib import closing, suppress

from app.databases.address import Address
from app.databases.mysql.dialect import MySqlDialect
from app.model import odbc
from app.model.errors import phrase
from app.model.messages import Sentence


def quoted_account(account: str) -> str:
    """What CURRENT_USER() says (joe@%), as a statement takes it: 'joe'@'%'. An anonymous account has no name."""
    name, _, host = account.rpartition("@")
    return "@".join("'" + part.replace("\\", "\\\\").replace("'", "''") + "'" for part in (name, host))


def removal(account: str) -> Sentence:
    """What to do about an anonymous account, named as a statement takes it."""
    return phrase("As an administrator: {statement}", statement=f"DROP USER {account}")


def login_trap(address: Address, driver: str, timeout_s: float) -> Sentence | None:
    """Why a right password may have been refused: the anonymous account that the server takes this user for.

    None where it takes it for none, or where that account has a password of its own. Shows no password to anybody.
    """
    import pyodbc  # noqa: PLC0415 - only who connects pays for it

    with suppress(pyodbc.Error, odbc.OdbcTextError):
        text = MySqlDialect().connection_string(address.at(""), "", driver, timeout_s)
        with closing(pyodbc.connect(text, timeout=max(1, round(timeout_s)))) as connection:
            account = str(connection.execute("SELECT CURRENT_USER()").fetchval())
        if account.startswith("@"):
            named = quoted_account(account)
            return phrase(
                '{place} takes "{login}" from this machine for its anonymous account {account}, so that no password '
                'of "{login}" fits. {remedy}',
                place=f"{MySqlDialect.name} at {address.where}",
                login=address.login,
                account=named,
                remedy=removal(named),
            )
    return None
