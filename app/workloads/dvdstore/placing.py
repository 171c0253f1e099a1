"""The tables that a placement names."""

from collections.abc import Mapping

from app.databases.errors import DatabaseError
from app.workloads.dvdstore.mark import TABLES
from app.workloads.dvdstore.server_part import StorePlacement


def placed_tables(place: StorePlacement) -> Mapping[str, str]:
    """Table, in capital letters, to its own folder. DatabaseError for a table that the store doesn't have."""
    known = (*TABLES, "REORDER")
    if unknown := sorted(table for table in place.tables if table.upper() not in known):
        raise DatabaseError(f"placement: there is no table {unknown[0]}; the tables are {', '.join(sorted(known))}")
    return {table.upper(): folder for table, folder in place.tables.items()}
