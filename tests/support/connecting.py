# SPDX-License-Identifier: Apache-2.0
"""Steps shared by the connection tests: a rejected connection, an error, a private database."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.databases.server import DatabaseError, connect, load_pyodbc
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def refused(address: Address, password: str, **options: Any) -> DatabaseError:
    """Return the error of a refused connection, which must name the server but not the password."""
    with pytest.raises(DatabaseError) as caught:
        connect(address, password, **options).close()
    told = str(caught.value)
    assert "Traceback" not in told
    assert "\n" not in told
    assert password not in told
    return caught.value


@contextlib.contextmanager
def table(server: "PrivateServer", columns: str, rows: str = "") -> Iterator[Address]:
    """Create a private database with the table t; yield its address."""
    admin = connect(address_of(server), server.password)
    dialect = dialect_of(address_of(server).engine)
    name = dialect.quoted("outpace connections")
    admin.execute(f"DROP DATABASE IF EXISTS {name}")
    admin.execute(f"CREATE DATABASE {name}" + (" CHARACTER SET utf8mb4" if server.engine != "postgresql" else ""))
    address = address_of(server, "outpace connections")
    with contextlib.closing(connect(address, server.password)) as connection:
        connection.execute(f"CREATE TABLE t ({columns})")
        if rows:
            connection.execute(f"INSERT INTO t VALUES {rows}")
    try:
        yield address
    finally:
        admin.execute(f"DROP DATABASE {name}" + (" WITH (FORCE)" if server.engine == "postgresql" else ""))
        admin.close()


def error_of(call: Callable[[], object]) -> Exception:
    with pytest.raises(load_pyodbc().Error) as caught:
        call()
    error: Exception = caught.value
    return error
