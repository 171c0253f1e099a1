"""The dialect's .sql files, read once."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def statement(name: str, dialect: str = "sqlite") -> str:
    """The text of dialect/name.sql beside this module; dialect "common" holds what every engine takes."""
    return resources.files(__package__).joinpath(dialect, f"{name}.sql").read_text(encoding="utf-8")


@cache
def statements(name: str, dialect: str) -> tuple[str, ...]:
    """The statements of dialect/name.sql, without the semicolons that end them.

    A statement ends where a semicolon is followed by an empty line or the end of the file, so a procedure's body holds
    no empty line.
    """
    parts = re.split(r";[ \t]*\n[ \t]*(?:\n|\Z)", statement(name, dialect).rstrip() + "\n")
    return tuple(part.strip() for part in parts if part.strip())


def with_numbers(sql: str, numbers: Mapping[str, int]) -> str:
    """A script whose :names are replaced by whole numbers. A cast (::bigint) is none. KeyError for an unknown name."""
    return re.sub(r"(?<![:\w]):([a-z]\w*)", lambda match: str(int(numbers[match[1]])), sql)
