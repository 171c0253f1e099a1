"""The part of each engine."""

from app.workloads.dvdstore.server_part import ServerPart


def part_of(engine: str) -> ServerPart:
    """The part of "postgresql", "mysql" (also MariaDB) or "sqlserver". Only what is used is imported."""
    if engine == "postgresql":
        from app.workloads.dvdstore.on_postgresql import PostgreSqlPart  # noqa: PLC0415

        return PostgreSqlPart()
    if engine == "mysql":
        from app.workloads.dvdstore.on_mysql import MySqlPart  # noqa: PLC0415

        return MySqlPart()
    if engine == "sqlserver":
        from app.workloads.dvdstore.on_sqlserver import SqlServerPart  # noqa: PLC0415

        return SqlServerPart()
    raise ValueError(f"there is no DVD Store on {engine!r}")
