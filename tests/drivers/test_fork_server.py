# SPDX-License-Identifier: Apache-2.0
"""Fork server: its children belong to the engine, receive only what is sent to them, and outlive the server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.driver.place import Here, Running, fork_children
from tests.support.forked_children import VARIABLE, dies_of, ends_with, ignores_interrupts, says_who_it_is

if sys.platform != "linux":
    pytest.skip("elsewhere children are spawned", allow_module_level=True)

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


@pytest.fixture
def fork_server() -> Iterator[psutil.Process]:
    """Yield the fork server of this process, which later tests share."""
    fork_children(clean=False)
    asked(started(says_who_it_is))
    (found,) = (one for one in psutil.Process().children() if one.name() == "fork server")
    yield found
    fork_children(clean=False)


def started(work: Any, *arguments: Any) -> Running:
    return Here().start("a child", work, *arguments, log_path=None)


def asked(child: Running) -> Any:
    """Return a child's description of itself, after which the child ends."""
    said = child.connection.recv()  # type: ignore[union-attr]
    child.connection.send("enough")  # type: ignore[union-attr]
    child.process.join(PATIENCE_S)
    assert child.process.exitcode == 0
    return said


def test_child_has_the_expected_parent_name_and_environment(
    fork_server: psutil.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child's parent is the engine; it has the given name and the current environment."""
    monkeypatch.setenv(VARIABLE, "first")
    assert asked(started(says_who_it_is)) == (os.getpid(), "a child", "first")
    monkeypatch.delenv(VARIABLE)
    assert asked(started(says_who_it_is)) == (os.getpid(), "a child", None)
    assert fork_server.children() == []


def test_exit_codes_of_children_are_known(fork_server: psutil.Process) -> None:
    ends = [started(ends_with, 3), started(dies_of, signal.SIGKILL), started(dies_of, signal.SIGUSR1)]
    for child in ends:
        child.process.join(PATIENCE_S)
    assert [child.process.exitcode for child in ends] == [3, -signal.SIGKILL, -signal.SIGUSR1]
    running = [started(says_who_it_is), started(says_who_it_is)]
    assert [child.process.is_alive() for child in running] == [True, True]
    assert [child.process.exitcode for child in running] == [None, None]
    for child in running:
        child.process.kill()
        child.process.join(PATIENCE_S)
    assert [child.process.exitcode for child in running] == [-signal.SIGKILL, -signal.SIGKILL]


def test_child_ignores_ctrl_c(fork_server: psutil.Process) -> None:
    child = started(ignores_interrupts)
    assert child.connection.recv() == "here"  # type: ignore[union-attr]


def test_children_survive_the_loss_of_the_fork_server(fork_server: psutil.Process) -> None:
    """Running children continue; later ones are spawned instead of forked."""
    before = started(says_who_it_is)
    fork_server.kill()
    fork_server.wait(PATIENCE_S)
    after = started(says_who_it_is)
    parent, name, _ = asked(after)
    assert parent == os.getpid()
    assert name != "a child", "spawned children have no name of their own"
    assert asked(before)[:2] == (os.getpid(), "a child")


def test_later_data_of_the_engine_is_not_in_the_memory_of_children() -> None:
    command = [sys.executable, "-m", "tests.support.forked_children"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    assert answer.stdout.split() == ["True", "False"]
