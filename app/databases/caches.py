"""Emptying a server's own cache, where it can be done without restarting it."""

from contextlib import closing

from app.databases.address import Address
from app.databases.server import connect, load_pyodbc, server_version

DROP_CLEAN_BUFFERS = "DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS"
"""SQL Server (Microsoft, DBCC DROPCLEANBUFFERS): after a CHECKPOINT every page is clean and leaves the buffer pool."""


def emptied_cache(address: Address, password: str) -> str | None:
    """ "" where the cache was emptied, why not where the server refused, None where the engine can't. DatabaseError."""
    if address.engine != "sqlserver":
        return None
    with closing(connect(address, password)) as connection, closing(connection.cursor()) as cursor:
        if server_version(connection, address).product != "SQL Server":
            return None
        try:
            cursor.execute(DROP_CLEAN_BUFFERS)
        except load_pyodbc().Error as error:
            return f"its cache could not be emptied ({type(error).__name__}): the login may lack ALTER SERVER STATE"
    return ""
