# SPDX-License-Identifier: Apache-2.0
"""Mark in a custom SQL database (set-up, completeness, use), and comparison of check results."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

import msgspec

from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.sql_workload import SqlCheck
from app.workloads.database.schema import Schema

State = Literal["unfinished", "fresh", "used"]
TABLE = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) NOT NULL PRIMARY KEY, VALUE VARCHAR(200) NOT NULL)"
INSERT = "INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)"
READ = "SELECT NAME, VALUE FROM OUTPACE_MARK"
UPDATE = "UPDATE OUTPACE_MARK SET VALUE = ? WHERE NAME = 'state'"
SCHEMA = Schema("sql", "database of own SQL", 1, ())
OWN = {"application": "outpace", "workload": SCHEMA.workload}


class SqlMark(msgspec.Struct, frozen=True):
    """Mark of a database; `setup` is the digest of the set-up (see app.model.sql_workload)."""

    setup: str
    state: State

    def set_up_with(self, setup: str) -> bool:
        """Return whether the set-up with this digest was completed; runs may have changed the data since."""
        return self.state != "unfinished" and self.setup == setup

    def values(self) -> dict[str, str]:
        """Return the names and values of OUTPACE_MARK."""
        return {**OWN, "setup": self.setup, "state": self.state}


def mark_of_values(values: Mapping[str, str]) -> SqlMark | None:
    """Parse a mark from the names and values of OUTPACE_MARK; return None if it belongs to another workload."""
    state = values.get("state", "")
    if any(values.get(name) != value for name, value in OWN.items()) or state not in {"unfinished", "fresh", "used"}:
        return None
    return SqlMark(values.get("setup", ""), state)  # type: ignore[arg-type]


def differences(check: SqlCheck, rows: Sequence[Sequence[Any]]) -> Sentence | None:
    """Return how the result of a check's query differs from the expected one, or None if it does not."""
    if len(rows) != 1:
        return phrase("{name}: expected one row, found {count}", name=check.name, count=len(rows))
    row = rows[0]
    if len(row) == len(check.gives) and all(_same(one, other) for one, other in zip(row, check.gives, strict=True)):
        return None
    return phrase(
        "{name}: expected {expected}, found {found}",
        name=check.name,
        expected=", ".join(map(str, check.gives)),
        found=", ".join(str(value)[:200] for value in row),
    )


def _same(value: Any, wanted: Any) -> bool:
    """Compare two values: numbers by value regardless of type, others as strings."""
    if isinstance(value, bool | int | float | Decimal) and isinstance(wanted, bool | int | float):
        return Decimal(str(value if not isinstance(value, bool) else int(value))) == Decimal(
            str(wanted if not isinstance(wanted, bool) else int(wanted))
        )
    return str(value) == str(wanted)
