# SPDX-License-Identifier: Apache-2.0
"""pgbench, if PostgreSQL is installed."""

import os
import subprocess
from typing import TYPE_CHECKING

from tests.support.private_server import postgresql_programs

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def pgbench(server: "PrivateServer", *options: str, check: bool = True) -> str:
    """Run pgbench and return its output and errors; with `check`, fail the test if pgbench fails."""
    programs = postgresql_programs()
    assert programs is not None
    place = ("--host", server.host, "--port", str(server.port), "--username", server.user)
    done = subprocess.run(
        [str(programs / "pgbench"), *place, *options],
        capture_output=True,
        text=True,
        check=check,
        env={**os.environ, "PGPASSWORD": server.password},
    )
    return done.stdout + done.stderr
