# SPDX-License-Identifier: Apache-2.0
"""Outpace's mark in a database of a person's own SQL: made by which set-up, whole or not, used by a run or not. And
what the checks after a run found."""

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
    """setup: the digest of the set-up (app.model.sql_workload)."""

    setup: str
    state: State

    def set_up_with(self, setup: str) -> bool:
        """Whether this set-up, by its digest, made the database whole; runs may have changed it since."""
        return self.state != "unfinished" and self.setup == setup

    def values(self) -> dict[str, str]:
        """As names and values of OUTPACE_MARK."""
        return {**OWN, "setup": self.setup, "state": self.state}


def mark_of_values(values: Mapping[str, str]) -> SqlMark | None:
    """The mark of the names and values in OUTPACE_MARK; None where it is none of this workload."""
    state = values.get("state", "")
    if any(values.get(name) != value for name, value in OWN.items()) or state not in {"unfinished", "fresh", "used"}:
        return None
    return SqlMark(values.get("setup", ""), state)  # type: ignore[arg-type]


def differences(check: SqlCheck, rows: Sequence[Sequence[Any]]) -> Sentence | None:
    """What a check's query gave, where it is not what it must give."""
    if len(rows) != 1:
        return phrase("{name}: expected one row, found {count}", name=check.name, count=len(rows))
    found = rows[0]
    if len(found) == len(check.gives) and all(_same(one, other) for one, other in zip(found, check.gives, strict=True)):
        return None
    return phrase(
        "{name}: expected {expected}, found {found}",
        name=check.name,
        expected=", ".join(map(str, check.gives)),
        found=", ".join(str(value)[:200] for value in found),
    )


def _same(found: Any, wanted: Any) -> bool:
    """A number is the same as a number, however the engine types it; else the texts are compared."""
    if isinstance(found, bool | int | float | Decimal) and isinstance(wanted, bool | int | float):
        return Decimal(str(found if not isinstance(found, bool) else int(found))) == Decimal(
            str(wanted if not isinstance(wanted, bool) else int(wanted))
        )
    return str(found) == str(wanted)
