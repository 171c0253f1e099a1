# SPDX-License-Identifier: Apache-2.0
"""Children end with the engine, wherever they are stuck and however the engine ends."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from app.driver.process_guard import DEAD_MAN_S

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0

pytestmark = pytest.mark.program


def lives(process: psutil.Process) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@contextmanager
def engine_with(kind: str) -> Iterator[tuple["subprocess.Popen[str]", list[psutil.Process]]]:
    """Start a fake engine with its children, and kill all of them at the end."""
    command = [sys.executable, "-m", "tests.support.fake_engine", kind]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdout is not None
        children = [psutil.Process(int(pid)) for pid in engine.stdout.readline().split()]
        try:
            # An agent is a process too.
            assert len(children) >= (4 if kind == "agent-workers" else 2 if kind.endswith("workers") else 1)
            assert all(lives(child) for child in children)
            yield engine, children
        finally:
            engine.kill()
            for child in children:
                if lives(child):
                    child.kill()


def ended(children: list[psutil.Process]) -> bool:
    """Wait until all of them have ended; return False if some never do."""
    psutil.wait_procs([child for child in children if lives(child)], timeout=PATIENCE_S)
    return not [child for child in children if lives(child)]


@pytest.mark.parametrize(
    "kind",
    ["workers", "stuck-workers", "spawned-stuck-workers", "late-stuck-workers", "agent-workers", "thread", "dead-man"],
)
def test_killing_the_engine_leaves_no_process(kind: str) -> None:
    with engine_with(kind) as (engine, children):
        engine.kill()
        assert ended(children)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no stopped process ends, or a timer ends it on waking")
def test_suspended_children_end_only_with_the_engine() -> None:
    with engine_with("workers") as (engine, children):
        for child in children:
            child.suspend()
        time.sleep(DEAD_MAN_S + 1)
        for child in children:
            child.resume()
        time.sleep(1)
        assert all(lives(child) for child in children), "the engine is alive"
        for child in children:
            child.suspend()
        engine.kill()
        assert ended(children)
