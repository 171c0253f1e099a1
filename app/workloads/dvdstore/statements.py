"""The dialect's .sql files, read once."""

from functools import cache
from importlib import resources


@cache
def statement(name: str, dialect: str = "sqlite") -> str:
    """The text of dialect/name.sql beside this module."""
    return resources.files(__package__).joinpath(dialect, f"{name}.sql").read_text(encoding="utf-8")
