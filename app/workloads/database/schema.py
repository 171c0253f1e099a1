# SPDX-License-Identifier: Apache-2.0
"""Tables of a workload, and the cached scripts that create and fill them, rendered or read from files."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

import msgspec

from app.workloads.tables.rendering import rendered
from app.workloads.tables.table import Table


class Schema(msgspec.Struct, frozen=True):
    """Contents of a workload's databases of any size.

    Scripts are rendered from the table descriptions or, if engine-specific SQL is needed (procedures, full text, undo),
    read from a file NAME.sql in a folder of each engine.

    Attributes:
        workload: Name of the workload and of its folder.
        title: Display name.
        generator: Version of the generated data; rows differ between versions.
        described: Tables, in the order of their checksums.
        index_scripts: Names of the scripts that create indexes.
        folder: Folder of the files, if not named after the workload.
        base: Schema whose files are included; if both have a file of the same name, this schema's file comes second.
    """

    workload: str
    title: str
    generator: int
    described: tuple[Table, ...]
    index_scripts: tuple[str, ...] = ("indexes",)
    folder: str = ""
    base: "Schema | None" = None

    @property
    def place(self) -> str:
        """Folder of the files and of the engines' parts."""
        return self.folder or self.workload

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that a build fills."""
        return tuple(one.name for one in self.described if one.is_filled)

    @property
    def empty(self) -> tuple[str, ...]:
        """Names of the tables that a build leaves empty."""
        return tuple(one.name for one in self.described if not one.is_filled and not one.is_internal)

    def statement(self, name: str, dialect: str = "sqlite") -> str:
        """Return the script with that name; the dialect "common" has the scripts that every engine accepts."""
        found = self._found(name, dialect)
        assert found is not None, f"{self.place} has no script {name} for {dialect}"
        return found

    def statements(self, name: str, dialect: str) -> tuple[str, ...]:
        """Return the statements of a script, without terminating semicolons; empty if there is no such script."""
        return separated(self._found(name, dialect) or "")

    def has(self, name: str, dialect: str) -> bool:
        """Return whether there is a script with that name."""
        return self._found(name, dialect) is not None

    def _found(self, name: str, dialect: str) -> str | None:
        return self._file(name, dialect) or rendered(self.described, name, dialect)

    def _file(self, name: str, dialect: str) -> str | None:
        own = _text(self.place, name, dialect)
        base = self.base._file(name, dialect) if self.base is not None else None
        return f"{base.rstrip()}\n\n{own}" if base and own else base or own

    def makes_triggers(self, dialect: str) -> bool:
        """Return whether dialect/procedures.sql creates triggers or stored functions."""
        return bool(MAKES_TRIGGER.search(self._found("procedures", dialect) or ""))

    def named(self, name: str, dialect: str) -> dict[str, str]:
        """Return the statements of dialect/name.sql by name; a line `-- NAME` precedes each one."""
        parts = (part.partition("\n") for part in self.statements(name, dialect))
        return {head.removeprefix("-- "): sql for head, _, sql in parts}


MAKES_TRIGGER = re.compile(
    r"^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:TRIGGER|FUNCTION)\b", re.I | re.M
)
COMMON = "common"
"""Folder of scripts that every engine accepts."""
SHARED = Schema("database", "", 0, ())
"""Scripts common to all workloads."""


@cache
def package_of(place: str) -> str:
    """Return the package or module of a workload: a built-in one by its folder's name, or an external one."""
    ours = f"app.workloads.{place}"
    return ours if "." not in place and find_spec(ours) is not None else place


def member(place: str, module: str, name: str) -> Any:
    """Return a workload's object from a module of its package, or from its single module.

    In a single module, an engine's part, `STORE` of `sqlite.store`, is named `SQLITE_STORE`.
    """
    package = import_module(package_of(place))
    if hasattr(package, "__path__"):
        return getattr(import_module(f"{package.__name__}.{module}"), name)
    engine, _, rest = module.partition(".")
    return getattr(package, f"{engine.upper()}_{name}" if rest else name)


@cache
def _text(workload: str, name: str, dialect: str) -> str | None:
    package = import_module(package_of(workload))
    if not hasattr(package, "__path__"):
        return None
    file = resources.files(package).joinpath(dialect, f"{name}.sql")
    return file.read_text(encoding="utf-8") if file.is_file() else None


@cache
def separated(script: str) -> tuple[str, ...]:
    """Return the statements of a script, without terminating semicolons.

    A statement ends at a semicolon followed by an empty line or the end of the file. A procedure's body must therefore
    not contain a semicolon followed by an empty line.
    """
    parts = re.split(r";[ \t]*\n[ \t]*(?:\n|\Z)", script.rstrip() + "\n")
    return tuple(part.strip() for part in parts if part.strip())


def with_numbers(sql: str, numbers: Mapping[str, int]) -> str:
    """Replace each :name in a script with an integer, but not casts (::). Raises KeyError for an unknown name."""
    return re.sub(r"(?<![:\w]):([a-z]\w*)", lambda match: str(int(numbers[match[1]])), sql)
