# SPDX-License-Identifier: Apache-2.0
"""Connections to real servers: settings, strings, versions, raw ODBC strings, and passwords of any kind."""

import contextlib
import re
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.databases.address import Address
from app.databases.server import Failure, connect, failure, find_driver, server_version
from tests.support.connecting import error_of, refused, table
from tests.support.servers import address_of, address_on

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

TEXT = "zażółć 日本 🎈 'quoted' \"so\" \\ {a;b}\r\nnext\tline"
with_change = Address.changed


def test_settings_apply_to_the_session(postgresql: "PrivateServer", mariadb: "PrivateServer") -> None:
    address = with_change(
        address_of(postgresql), settings={"synchronous_commit": False, "work_mem": "8MB", "deadlock_timeout": 700}
    )
    with contextlib.closing(connect(address, postgresql.password)) as connection:
        rows = [connection.execute(f"SHOW {name}").fetchone()[0] for name in address.target.settings]
    assert rows == ["off", "8MB", "700ms"]
    address = with_change(address_of(mariadb), settings={"sort_buffer_size": 131072, "sql_mode": "ANSI"})
    with contextlib.closing(connect(address, mariadb.password)) as connection:
        size, mode = connection.execute("SELECT @@session.sort_buffer_size, @@session.sql_mode").fetchone()
    assert size == 131072
    assert "ANSI_QUOTES" in mode


def test_setting_rejected_by_the_server_is_reported(each_server: "PrivateServer") -> None:
    told = refused(with_change(address_of(each_server), settings={"no_such_thing": 1}), each_server.password)
    assert told.kind == "bad setting"
    assert "no_such_thing = 1" in str(told)
    injected = refused(
        with_change(address_of(each_server), settings={"a = 1; DROP TABLE t; --": 1}), each_server.password
    )
    assert injected.kind == "bad setting"


def test_texts_round_trip_unchanged(each_server: "PrivateServer") -> None:
    with table(each_server, "a varchar(200), b text") as address:
        with contextlib.closing(connect(address, each_server.password)) as connection:
            connection.execute("INSERT INTO t VALUES (?, ?)", TEXT, TEXT)
            assert tuple(connection.execute("SELECT a, b FROM t WHERE a = ?", TEXT).fetchone()) == (TEXT, TEXT)
        length = "octet_length(a)" if each_server.engine == "postgresql" else "length(a)"
        with contextlib.closing(connect(address, each_server.password)) as connection:
            assert connection.execute(f"SELECT {length} FROM t").fetchone()[0] == len(TEXT.encode())


def test_product_and_version_are_detected(postgresql: "PrivateServer", mariadb: "PrivateServer") -> None:
    for server, product in ((postgresql, "PostgreSQL"), (mariadb, "MariaDB")):
        address = address_of(server)
        with contextlib.closing(connect(address, server.password)) as connection:
            found = server_version(connection, address)
        assert found.product == product
        assert found.version.startswith(".".join(map(str, found.numbers)))
        assert found.numbers > (10, 0)


def test_raw_odbc_string_connects(each_server: "PrivateServer") -> None:
    plain = address_of(each_server)
    driver = find_driver(plain)
    raw = address_on(
        plain.engine,
        odbc=f"Driver={{{driver}}};Server={each_server.host};Port={each_server.port};Uid={each_server.user}",
    )
    assert raw.account == plain.account
    with contextlib.closing(connect(raw, each_server.password)) as connection:
        assert connection.execute("SELECT ?", TEXT).fetchone()[0] == TEXT
    assert refused(raw.at("never_built"), each_server.password).kind == "unknown database"
    broken = refused(with_change(raw, odbc=f'Driver="{driver}"'), each_server.password)
    assert broken.kind == "bad address"
    assert "stray quote" in str(broken)


# MariaDB's driver strips blanks, which is reported, and accepts no password with characters beyond U+FFFF.
passwords = st.text(
    st.one_of(
        st.sampled_from(";{}='\"\\ %"),
        st.characters(min_codepoint=32, max_codepoint=0xFFFF, exclude_categories=["C", "Z"]),
    ),
    min_size=1,
    max_size=20,
).filter(lambda text: text == text.strip())


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(password=passwords)
def test_any_password_connects_without_injecting_keywords(each_server: "PrivateServer", password: str) -> None:
    with contextlib.closing(connect(address_of(each_server), each_server.password)) as admin:
        if each_server.engine == "postgresql":
            admin.execute("DROP ROLE IF EXISTS outpace_odd")
            admin.execute("CREATE ROLE outpace_odd LOGIN PASSWORD '" + password.replace("'", "''") + "'")
        else:
            literal = password.replace("\\", "\\\\").replace("'", "''")
            admin.execute(f"DROP USER IF EXISTS outpace_odd@'{each_server.host}'")
            admin.execute(f"CREATE USER outpace_odd@'{each_server.host}' IDENTIFIED BY '{literal}'")
    address = with_change(address_of(each_server), user="outpace_odd")
    connect(address, password).close()
    assert (
        refused(address, password + "};UID=" + each_server.user + ";PWD=" + each_server.password).kind == "login failed"
    )


def test_password_blanks_that_the_driver_drops_are_reported(mariadb: "PrivateServer") -> None:
    told = refused(address_of(mariadb), " secret ")
    assert told.kind == "bad address"
    assert "drops blanks" in str(told)


def test_sql_server_errors_are_classified(sqlserver: tuple[Address, str]) -> None:
    address, password = sqlserver
    assert refused(address, "not-the-password").kind == "login failed"
    assert refused(address.at("never_built"), password).kind == "unknown database"
    assert refused(with_change(address, settings={"language": "x"}), password).kind == "bad setting"


def test_sql_server_round_trips_strings_and_applies_settings(sqlserver: tuple[Address, str]) -> None:
    address, password = sqlserver
    address = with_change(address, settings={"lock_timeout": 700})
    with contextlib.closing(connect(address, password)) as connection:
        connection.execute("CREATE TABLE #t (a nvarchar(200), b varchar(20))")
        connection.execute("INSERT #t VALUES (?, ?)", TEXT, "café")
        assert tuple(connection.execute("SELECT a, b FROM #t WHERE a = ?", TEXT).fetchone()) == (TEXT, "café")
        assert connection.execute("SELECT @@LOCK_TIMEOUT").fetchone()[0] == 700
        found = server_version(connection, address)
    assert found.product in ("SQL Server", "Babelfish")
    assert re.match(r"\d+\.\d+", found.version)


def test_long_sql_server_query_times_out(sqlserver: tuple[Address, str]) -> None:
    address, password = sqlserver
    columns = "sys.all_columns"
    connection = connect(address, password, query_timeout_s=1)
    error = error_of(
        lambda: connection.execute(f"SELECT COUNT(*) FROM {columns} a CROSS JOIN {columns} b CROSS JOIN {columns} c")
    )
    assert failure(error, address) == Failure("query timeout", reconnect=True)
