# SPDX-License-Identifier: Apache-2.0
"""ODBC drivers and the driver manager log no input, whatever this machine's odbcinst.ini contains."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.odbc_logging import logging_odbc, logs_of
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
WRONG = "never {the} right;one"
CONNECTING = """
import json, sys
from app.databases.address import Address
from app.databases.registry import ENGINES
from app.databases.server import DatabaseError, connect
engine, fields, passwords = json.load(sys.stdin)
address = Address(ENGINES[engine].target(**fields))
for password in passwords:
    try:
        connection = connect(address, password)
        connection.execute("SELECT 1").fetchall()
        connection.close()
        print("in")
    except DatabaseError as error:
        print(error)
"""


@pytest.mark.parametrize("debug", [False, True], ids=["as Debian has it", "Debug=1"])
def test_odbc_logs_are_disabled_or_contain_no_password(each_server: "PrivateServer", debug: bool) -> None:
    folder = Path(os.environ["XDG_RUNTIME_DIR"], "odbc")  # unixODBC ignores longer trace paths
    passwords = (each_server.password, WRONG, each_server.password)
    began_s = time.time()
    told = subprocess.Popen(
        [sys.executable, "-P", "-c", CONNECTING],
        env={**os.environ, **logging_odbc(folder, debug=debug), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    address = address_of(each_server)
    place = {"host": each_server.host, "port": each_server.port, "user": each_server.user, "tls": "off"}
    given = json.dumps([address.engine, place, passwords])
    out, _ = told.communicate(given, timeout=60)
    logs = logs_of({told.pid}, began_s)
    try:
        first, refusal, third = out.splitlines()
        assert (first, third) == ("in", "in")
        assert "refuses the login" in refusal
        assert WRONG not in refusal
        assert (folder / "trace.log").exists(), "the driver manager does log until it is told not to"
        kept = {**logs, folder / "trace.log": (folder / "trace.log").read_text("utf-8")}
        for path, text in kept.items():
            assert not any(secret in text for secret in (each_server.password, WRONG, "right;one")), path
        left = {path.name.partition("_")[0] for path in logs}
        assert left == ({"mylog"} if debug and each_server.engine == "postgresql" else set())
    finally:
        for path in logs:
            path.unlink()
