# SPDX-License-Identifier: Apache-2.0
"""Anonymous accounts of MySQL and MariaDB (''@'localhost'), which capture logins meant for others.

Among all accounts that match a login, the server prefers the most specific host, then accounts with a user name
(MariaDB, "Account Names"): for a login from the server's own machine, ''@'localhost' precedes 'joe'@'%', and joe's
password is compared with that of the anonymous account. mariadb-install-db creates such an account.
"""

from contextlib import closing, suppress

from app.databases.address import Address
from app.databases.mysql.dialect import MySqlDialect
from app.model import odbc
from app.model.errors import phrase
from app.model.messages import Sentence


def quoted_account(account: str) -> str:
    """Quote a result of CURRENT_USER() (joe@%) for statements: 'joe'@'%'. An anonymous account has an empty name."""
    name, _, host = account.rpartition("@")
    return "@".join("'" + part.replace("\\", "\\\\").replace("'", "''") + "'" for part in (name, host))


def removal(account: str) -> Sentence:
    """Return the remedy for an anonymous account, which is given as quoted."""
    return phrase("As an administrator: {statement}", statement=f"DROP USER {account}")


def login_trap(address: Address, driver: str, timeout_s: float) -> Sentence | None:
    """Return why a correct password may have been refused: an anonymous account matches this user.

    The result is None if there is no match, or if that account has a password. No password is sent.
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
