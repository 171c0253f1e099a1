# SPDX-License-Identifier: Apache-2.0
"""A workload's tables and the .sql files that make and fill them, read once."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec


class Schema(msgspec.Struct, frozen=True):
    """What the databases of a workload hold, whatever their size.

    workload: its name, and that of its folder, which holds a folder of scripts for each engine. title: for people.
    generator: the version of its data; the rows of another one differ. tables: those that a build fills, in the order
    of their checksums. empty: those that a new build leaves without rows. index_scripts: those that make
    indexes. folder: that of its scripts, where it is not that of its name. base: a schema whose tables it holds too;
    where both have a script of one name, its own follows.
    """

    workload: str
    title: str
    generator: int
    tables: tuple[str, ...]
    empty: tuple[str, ...] = ()
    index_scripts: tuple[str, ...] = ("indexes",)
    folder: str = ""
    base: "Schema | None" = None

    @property
    def place(self) -> str:
        """The folder of its scripts and of the engines' parts."""
        return self.folder or self.workload

    def statement(self, name: str, dialect: str = "sqlite") -> str:
        """The text of dialect/name.sql; dialect "common" holds what every engine takes."""
        if self.base is None:
            return _text(self.place, name, dialect)
        if not _has(self.place, name, dialect):
            return self.base.statement(name, dialect)
        own = _text(self.place, name, dialect)
        if dialect == COMMON or not self.base.has(name, dialect):
            return own
        first = self.base.statement(name, dialect).rstrip()
        return f"{first.rstrip(';')}\nUNION ALL\n{own}" if name == CHECKSUM else f"{first}\n\n{own}"

    def statements(self, name: str, dialect: str) -> tuple[str, ...]:
        """The statements of dialect/name.sql, without the semicolons that end them."""
        return separated(self.statement(name, dialect))

    def has(self, name: str, dialect: str) -> bool:
        """Whether there is dialect/name.sql."""
        return _has(self.place, name, dialect) or (self.base is not None and self.base.has(name, dialect))

    def makes_triggers(self, dialect: str) -> bool:
        """Return whether dialect/procedures.sql makes triggers or stored functions."""
        script = self.statement("procedures", dialect) if self.has("procedures", dialect) else ""
        return bool(MAKES_TRIGGER.search(script))

    def named(self, name: str, dialect: str) -> dict[str, str]:
        """The statements of dialect/name.sql by their names: each begins with a line that says it, `-- NAME`."""
        parts = (part.partition("\n") for part in self.statements(name, dialect))
        return {head.removeprefix("-- "): sql for head, _, sql in parts}


MAKES_TRIGGER = re.compile(
    r"^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:TRIGGER|FUNCTION)\b", re.I | re.M
)
CHECKSUM = "checksum"
"""A query for each table, one after another."""
COMMON = "common"
"""The folder of what every engine takes: single queries."""
SHARED = Schema("database", "", 0, ())
"""Scripts that every workload takes."""


def _has(workload: str, name: str, dialect: str) -> bool:
    return resources.files(f"app.workloads.{workload}").joinpath(dialect, f"{name}.sql").is_file()


@cache
def _text(workload: str, name: str, dialect: str) -> str:
    folder = resources.files(f"app.workloads.{workload}")
    return folder.joinpath(dialect, f"{name}.sql").read_text(encoding="utf-8")


@cache
def separated(script: str) -> tuple[str, ...]:
    """The statements of a script, without the semicolons that end them.

    A statement ends where a semicolon is followed by an empty line or the end of the file, so a procedure's body holds
    no empty line.
    """
    parts = re.split(r";[ \t]*\n[ \t]*(?:\n|\Z)", script.rstrip() + "\n")
    return tuple(part.strip() for part in parts if part.strip())


def with_numbers(sql: str, numbers: Mapping[str, int]) -> str:
    """A script whose :names are replaced by whole numbers. A cast (::bigint) is none. KeyError for an unknown name."""
    return re.sub(r"(?<![:\w]):([a-z]\w*)", lambda match: str(int(numbers[match[1]])), sql)
