# SPDX-License-Identifier: Apache-2.0
"""A build that does not fit on the disk is rejected unless it is forced; an unfinished build can be removed."""

from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.support.engine_runs import outpace, running, until
from tests.support.server_runs import Server, dropped_after, execute, passwords, written

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

OURS = ("outpace_space", "outpace_space_pristine")
NEEDED = 2e12
FOUND = "SELECT datname FROM pg_database WHERE datname LIKE 'outpace_space%' ORDER BY 1"


def test_build_without_space_is_rejected_but_can_be_forced_and_removed(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if psutil.disk_usage(str(tmp_path)).free > NEEDED:
        pytest.skip("this machine has room for the largest database")
    systems = (Server("Full", postgresql, OURS[:1]),)
    passwords(monkeypatch, systems)
    scenario = written(tmp_path, systems, size="1000GB")
    with dropped_after(postgresql, *OURS[:1]):
        for command in ("build", "run"):
            refused = outpace(command, scenario)
            assert refused.returncode == 2, refused.stdout
            assert "needed to build and run" in refused.stderr
            assert "--force" in refused.stderr
        assert execute(postgresql, FOUND) == []

        with running("build", scenario, "--force") as build:
            until(lambda: execute(postgresql, FOUND) == [(OURS[1],)])
            build.terminate()
            build.wait(60)
        assert execute(postgresql, FOUND) == [(OURS[1],)]

        execute(postgresql, f"CREATE DATABASE {OURS[0]}")
        foreign = outpace("build", scenario, "--remove")
        assert foreign.returncode == 2
        assert "is left unchanged" in foreign.stderr
        execute(postgresql, f"DROP DATABASE {OURS[0]}")
        removed = outpace("build", scenario, "--remove")
        assert removed.returncode == 0, removed.stderr
        assert f"Full: {OURS[1]} removed" in removed.stdout
        assert execute(postgresql, FOUND) == []
