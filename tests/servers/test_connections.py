# SPDX-License-Identifier: Apache-2.0
"""Failed connections to real servers with their error messages, and the effects of TLS."""

import contextlib
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.databases.address import Address
from app.databases.dialect import dialect_of, install_advice
from app.databases.failures import TRANSIENT
from app.databases.server import DatabaseError, connect, find_driver
from app.model.targets import Tls
from tests.support.connecting import refused
from tests.support.servers import OwnServer, address_of, address_on

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

with_change = Address.changed


def free_driver(engine: str) -> str:
    """Return the driver that packaging/test.py installs, whatever else is installed."""
    return "FreeTDS" if engine == "sqlserver" else ""


def test_wrong_password_or_user_is_reported(each_server: "PrivateServer") -> None:
    address = address_of(each_server)
    told = refused(address, "not-the-password")
    assert told.kind == "login failed"
    assert f"{each_server.host}:{each_server.port}" in str(told)
    assert f'"{each_server.user}"' in str(told)
    assert "check user name and password" in str(told)
    stranger = refused(with_change(address, user="stranger"), "not-the-password")
    assert stranger.kind == "login failed"
    assert '"stranger"' in str(stranger)


def test_unknown_host_is_reported(each_server: "PrivateServer") -> None:
    told = refused(with_change(address_of(each_server), host="no-such-host.invalid"), each_server.password)
    assert told.kind == "unknown host"
    assert "no-such-host.invalid" in str(told)


def test_port_without_a_server_is_reported(each_server: "PrivateServer") -> None:
    with socket.socket() as taken:
        taken.bind((each_server.host, 0))  # bound, but nothing listens
        port = taken.getsockname()[1]
        told = refused(with_change(address_of(each_server), port=port), each_server.password)
    assert told.kind == "refused"
    assert told.kind in TRANSIENT
    assert f"{each_server.host}:{port} refuses connections" in str(told)


@pytest.mark.parametrize("engine", ["postgresql", "mysql", "sqlserver"])
def test_unresponsive_host_is_reported(engine: Any) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        address = address_on(engine, port=silent.getsockname()[1], user="u", driver=free_driver(engine))
        told = refused(address, "secret-of-nobody", timeout_s=2)
    assert told.kind == "no answer"
    assert "does not answer within 2 s" in str(told)


def test_port_of_another_engine_is_reported(postgresql: "PrivateServer", mariadb: "PrivateServer") -> None:
    cases = (("mysql", postgresql, "PostgreSQL", "prefer"), ("postgresql", mariadb, "MySQL/MariaDB", "prefer"),
             ("postgresql", mariadb, "MySQL/MariaDB", "require"))  # fmt: skip
    for engine, server, found, tls in cases:
        there = address_on(engine, host=server.host, port=server.port, user=server.user, tls=tls)
        told = refused(there, server.password, timeout_s=2)
        assert told.kind == "other engine", (engine, tls, str(told))
        assert f"{server.host}:{server.port} is {found}, not " in str(told)
        assert f'write engine = "{address_of(server).engine}" in the scenario' in str(told)


def test_unknown_database_is_reported(each_server: "PrivateServer") -> None:
    told = refused(address_of(each_server, "never_built"), each_server.password)
    assert told.kind == "unknown database"
    assert '"never_built"' in str(told)
    assert "build it first" in str(told)


@pytest.mark.parametrize(
    ("engine", "command"),
    [
        ("postgresql", "sudo apt-get install odbc-postgresql"),
        ("mysql", "sudo apt-get install odbc-mariadb"),
        ("sqlserver", "sudo apt-get install tdsodbc"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the commands of Linux")
def test_missing_driver_error_contains_the_install_command(engine: Any, command: str, tmp_path: Path) -> None:
    told = refused(address_on(engine, user="u", driver="No Such Driver"), "secret-of-nobody")
    assert told.kind == "no driver"
    assert '"No Such Driver"' in str(told)
    assert "Installed are" in str(told)
    assert command in str(told)
    # A machine without any driver: unixODBC reads the driver list from another folder, in a separate process.
    code = (
        "from app.databases.server import *; from tests.support.servers import address_on\n"
        f"try: find_driver(address_on({engine!r}))\nexcept DatabaseError as e: print(e.kind, e)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={"ODBCSYSINI": str(tmp_path), "HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("no driver no ODBC driver for")
    assert command in done.stdout


def test_missing_odbc_library_error_says_to_install_it(tmp_path: Path) -> None:
    """A fake module pyodbc fails as the real one does without libodbc."""
    words = "libodbc.so.2: cannot open shared object file: No such file or directory"
    (tmp_path / "pyodbc.py").write_text(f"raise ImportError({words!r})\n", "utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from app.databases.server import *; from tests.support.servers import address_on\n"
        "try: connect(address_on('mysql', user='u'), 'secret')\nexcept DatabaseError as e: print(e.kind, e)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("no driver ODBC can't be used on this machine (libodbc.so.2")
    assert "install" in done.stdout


@pytest.mark.parametrize(
    ("engine", "windows", "mac"),
    [
        ("postgresql", "winget install --id PostgreSQL.psqlODBC", "brew install unixodbc psqlodbc"),
        ("mysql", "msiexec /i mariadb-connector-odbc", "brew install unixodbc mariadb-connector-odbc"),
        ("sqlserver", "winget install --id Microsoft.msodbcsql.18", "brew install msodbcsql18"),
    ],
)
def test_each_platform_has_its_own_install_command(engine: Any, windows: str, mac: str) -> None:
    dialect = dialect_of(engine)
    assert windows in install_advice(dialect, "win32")
    assert mac in install_advice(dialect, "darwin")


def test_unicode_driver_is_found(each_server: "PrivateServer") -> None:
    names = {"postgresql": "PostgreSQL Unicode", "mariadb": "Maria", "mysql": "Maria"}
    assert find_driver(address_of(each_server)).startswith(names[each_server.engine])
    shouted = with_change(address_of(each_server), driver=find_driver(address_of(each_server)).upper())
    assert find_driver(shouted) == find_driver(address_of(each_server))


def test_too_many_connections_error_is_reported(small_server: "PrivateServer") -> None:
    address = address_of(small_server)
    with contextlib.ExitStack() as stack:

        def one_more() -> None:
            stack.enter_context(contextlib.closing(connect(address, small_server.password)))

        with pytest.raises(DatabaseError) as caught:
            list(iter(one_more, object()))
    assert caught.value.kind == "too many connections"
    assert "raise its limit" in str(caught.value)


def test_database_without_access_is_reported(mariadb: "PrivateServer") -> None:
    with contextlib.closing(connect(address_of(mariadb), mariadb.password)) as admin:
        admin.execute(f"CREATE USER outpace_limited@'{mariadb.host}' IDENTIFIED BY 'limited-secret'")
        try:
            told = refused(with_change(address_of(mariadb, "mysql"), user="outpace_limited"), "limited-secret")
        finally:
            admin.execute(f"DROP USER outpace_limited@'{mariadb.host}'")
    assert told.kind == "no rights"


def encrypted(address: Address, password: str) -> bool:
    """Return whether a connection is encrypted, according to the server."""
    text = {
        "postgresql": "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
        "mysql": "SHOW SESSION STATUS LIKE 'Ssl_cipher'",
    }[address.engine]
    with contextlib.closing(connect(address, password)) as connection:
        return bool(connection.execute(text).fetchone()[-1])


def test_connection_uses_tls_as_the_address_specifies(each_server: "PrivateServer") -> None:
    for tls, expected in (("off", False), ("prefer", True), ("require", True)):
        assert encrypted(address_of(each_server, tls=tls), each_server.password) is expected  # type: ignore[arg-type]


def test_server_certificate_is_verified(each_server: "PrivateServer") -> None:
    assert each_server.certificates is not None
    address = address_of(each_server, tls="verify")
    strange = refused(address, each_server.password)
    assert strange.kind == "TLS"
    assert "tls_ca" in str(strange)
    known = with_change(address, tls_ca=str(each_server.certificates / "ca.pem"))
    assert encrypted(known, each_server.password)
    missing = refused(with_change(address, tls_ca="/no/such/ca.pem"), each_server.password)
    assert missing.kind == "TLS"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on all of 127.0.0.0/8")
@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_certificate_must_match_the_host(engine: Any, own_server: OwnServer) -> None:
    listening = {"postgresql": {"listen_addresses": "127.0.0.1,127.0.0.2"}, "mariadb": {"bind_address": "127.0.0.2"}}
    server = own_server(engine, listening[engine], tls=True)
    assert server.certificates is not None
    address = with_change(address_of(server, tls="verify"), host="127.0.0.2")
    told = refused(with_change(address, tls_ca=str(server.certificates / "ca.pem")), server.password)
    assert told.kind == "TLS"


def test_server_without_tls_is_rejected_only_if_tls_is_required(small_server: "PrivateServer") -> None:
    allowed: tuple[Tls, ...] = ("off", "prefer")
    demanded: tuple[Tls, ...] = ("require", "verify")
    for tls in allowed:
        assert not encrypted(address_of(small_server, tls=tls), small_server.password)
    for tls in demanded:
        told = refused(address_of(small_server, tls=tls), small_server.password)
        assert told.kind == "TLS"
        assert f'offers no TLS, but the scenario demands it (tls = "{tls}")' in str(told)
        assert "set TLS up on the server" in str(told)
        assert "certificate" not in str(told), "there is none to check"
