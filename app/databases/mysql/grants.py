# SPDX-License-Identifier: Apache-2.0
"""Privileges of a MySQL or MariaDB account, from SHOW GRANTS, which also lists those of active roles."""

import re
from collections.abc import Collection, Sequence
from typing import Self

import msgspec

from app.databases.server_inspection import Cursor

_GRANT = re.compile(r"GRANT (?P<rights>.+?) ON (?P<scope>\*\.\*|`(?:[^`]|``)*`\.\*) TO ", re.IGNORECASE)
_EVERY = {"ALL", "ALL PRIVILEGES"}


class Grants(msgspec.Struct, frozen=True):
    """Privileges by scope, which is a pattern of database names, or "" for the whole server.

    Table and column privileges are omitted.
    """

    rights: Sequence[tuple[str, frozenset[str]]]

    @classmethod
    def read(cls, cursor: Cursor) -> Self:
        """Read the privileges of the connected account. Raises the driver's error."""
        return cls.of([str(row[0]) for row in cursor.execute("SHOW GRANTS").fetchall()])

    @classmethod
    def of(cls, statements: Sequence[str]) -> Self:
        """Parse the statements that SHOW GRANTS returns."""
        found = []
        for statement in statements:
            if match := _GRANT.match(statement):
                scope = match["scope"].removesuffix(".*").strip("`*").replace("``", "`")
                # Column lists in parentheses may contain commas. Column privileges do not count as privileges
                # on the table.
                rights = re.sub(r"\([^)]*\)", "()", match["rights"]).upper().split(",")
                found.append((scope, frozenset(right.strip() for right in rights)))
        return cls(found)

    def hold(self, wanted: Collection[str], database: str | None = None) -> bool:
        """Return whether the account has all of these privileges in a database (None: on the whole server)."""
        held: set[str] = set()
        for scope, rights in self.rights:
            if not scope or (database is not None and _pattern(scope).fullmatch(database)):
                if rights & _EVERY:
                    return True
                held |= rights
        return held.issuperset(wanted)


def _pattern(scope: str) -> re.Pattern[str]:
    """Return the regular expression for a GRANT's database pattern: _ and % are wildcards unless escaped."""
    parts = re.findall(r"\\[_%\\]|.", scope, re.DOTALL)
    wild = {"_": ".", "%": ".*"}
    return re.compile("".join(wild.get(part) or re.escape(part[-1]) for part in parts), re.DOTALL)
