"""No child outlives the engine, whatever the child is stuck in and however the engine ends."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parent.parent
LIMIT_S = 5.0


def lives(process: psutil.Process) -> bool:
    """A zombie that nobody has collected yet is no process any more."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("kind", ["workers", "stuck-workers", "thread", "dead-man"])
def test_killing_the_engine_leaves_no_process_after_five_seconds(kind: str) -> None:
    command = [sys.executable, "-m", "tests.fake_engine", kind]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdout is not None
        children = [psutil.Process(int(pid)) for pid in engine.stdout.readline().split()]
        try:
            assert len(children) == (2 if kind.endswith("workers") else 1)
            assert all(lives(child) for child in children)
            engine.kill()
            psutil.wait_procs([child for child in children if lives(child)], timeout=LIMIT_S)
            assert not [child for child in children if lives(child)]
        finally:
            for child in children:
                if lives(child):
                    child.kill()
