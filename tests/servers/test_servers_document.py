# SPDX-License-Identifier: Apache-2.0
"""The privileges and commands in docs/servers.md work as printed on fresh servers."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.engine.consents import Consent, confirm
from app.session.reader import SessionReader
from tests.support.server_runs import execute
from tests.support.servers import OwnServer

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

DOCUMENT = Path(__file__).parents[2] / "docs" / "servers.md"
PASSWORD = "choose one"
ANONYMOUS = "''@'localhost'"


def statements(product: str) -> list[str]:
    """Return the SQL that the document prints for a product, without its comments."""
    blocks = re.findall(r"```sql\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if re.match(rf"--.*\b{product}\b.* or later\n", block))
    return [line.rstrip(";") for line in block.splitlines() if line and not line.startswith("--")]


def five_lines() -> list[str]:
    (block,) = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return [str(line) for line in block.splitlines()]


def filled_in(text: str, servers: list["PrivateServer"]) -> str:
    """Return the scenario with the reader's values and short durations."""
    for number, (port, server) in enumerate(zip(("5432", "3306"), servers, strict=True)):
        text = text.replace(f"port = {port}", f"port = {server.port}")
        text = text.replace('password = "prompt"', f'password = "env:OUTPACE_TEST_PASSWORD_{number}"', 1)
    for given, short in (('"1GB"', '"1MB"'), ("warmup_s = 60", "warmup_s = 1"), ("run_s = 300", "run_s = 4")):
        assert given in text
        text = text.replace(given, short)
    return text


class Reader:
    """Reader who types the printed commands in a checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        program = programs / "outpace"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m app "$@"\n', "utf-8")
        program.chmod(0o755)

    def types(self, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line,
            shell=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(DOCUMENT.parent.parent)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_documented_commands_and_privileges_work_on_fresh_servers(
    own_server: OwnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MariaDB has the anonymous account that mariadb-install-db creates."""
    postgresql = own_server("postgresql")
    mariadb = own_server("mariadb", {"skip_name_resolve": "0", "performance_schema": "ON"})
    execute(postgresql, *statements("PostgreSQL"))
    execute(mariadb, f"CREATE USER IF NOT EXISTS {ANONYMOUS}", *statements("MariaDB"))
    for number, server in enumerate((postgresql, mariadb)):
        monkeypatch.setenv(f"OUTPACE_TEST_PASSWORD_{number}", PASSWORD)
        confirm(Consent("env", f"OUTPACE_TEST_PASSWORD_{number} for outpace@127.0.0.1:{server.port}"))
    reader = Reader(tmp_path)
    copy, password, check, build, run = five_lines()

    assert reader.types(copy).returncode == 0
    mine = tmp_path / "mine.toml"
    mine.write_text(filled_in(mine.read_text("utf-8"), [postgresql, mariadb]), "utf-8")
    assert reader.types(password).returncode == 0

    trapped = reader.types(check)
    assert trapped.returncode == 1
    assert f"for its anonymous account {ANONYMOUS}" in trapped.stdout
    assert "check user name and password" not in trapped.stdout, "both are right"
    remedy = f"DROP USER {ANONYMOUS}"
    assert remedy in trapped.stdout
    assert remedy in DOCUMENT.read_text("utf-8")
    execute(mariadb, remedy)

    checked = reader.types(check)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    for right in ("rights", "statistics"):
        found = [line for line in checked.stdout.splitlines() if f"  {right} " in line]
        assert len(found) == 2, checked.stdout
        assert all(line.startswith("passed") for line in found), found
    built = reader.types(build)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Identical: all databases hold the same data" in built.stdout
    ran = reader.types(f"{run.partition('#')[0]} --session run.outpace")
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    assert "PostgreSQL" in ran.stdout
    assert "MariaDB" in ran.stdout
    with SessionReader.open(tmp_path / "run.outpace") as session:
        assert session.end is not None
