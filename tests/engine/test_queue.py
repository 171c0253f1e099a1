# SPDX-License-Identifier: Apache-2.0
"""`outpace queue`: a series of real runs continues after failures, Ctrl+C, a kill and a restart."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from app.control.link import own_program
from app.session.queue_file import NAME, Item, QueueError, QueueFile
from tests.support.engine_runs import (
    PATIENCE_S,
    children_of,
    has_ended,
    outpace,
    phase_of,
    running,
    scenario_file,
    until,
)

LONG_S = 600


def scenario(folder: Path, name: str, *, run_s: float = 2) -> Path:
    """Write a scenario with separate databases."""
    own = folder / name
    own.mkdir()
    return scenario_file(own, run_s=run_s, users=2).rename(own / f"{name}.toml")


def items(folder: Path) -> list[Item]:
    with closing(QueueFile(folder)) as queue:
        return queue.items()


def states(folder: Path) -> list[str]:
    return [item.state for item in items(folder)]


def measuring(folder: Path) -> Path | None:
    """Return the session that is being measured, or None."""
    sessions = folder.glob("*.outpace")
    return next((path for path in sessions if phase_of(path) == "measure" and not has_ended(path)), None)


def test_each_scenario_has_a_session_and_a_failed_one_is_skipped(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    first, broken, last = (scenario(tmp_path, name) for name in ("first", "broken", "last"))
    assert outpace("queue", "add", first, broken, last, "--folder", folder).returncode == 0
    broken.write_text(broken.read_text("utf-8").replace("users = 2", "users = -2"), "utf-8")
    ran = outpace("queue", "run", "--folder", folder)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "broken.toml can't be run as it is" in ran.stdout
    assert states(folder) == ["valid", "failed", "valid"]
    sessions = list(folder.glob("*.outpace"))
    assert len(sessions) == 2
    assert all(has_ended(path) for path in sessions)
    table = ran.stdout.splitlines()[-4:]
    assert table[0].split() == ["Scenario", "Result", "Time", "Session"]
    assert [" ".join(line.split()[:3]) for line in table[1:]] == [
        "1 first.toml valid", "2 broken.toml failed", "3 last.toml valid",
    ]  # fmt: skip
    assert "workload.users" in table[2]
    assert "×" in table[1]
    assert "orders per minute" in ran.stdout, "the progress of each run"
    again = outpace("queue", "run", first, broken, last, "--folder", folder)
    assert again.returncode == 1
    assert len(list(folder.glob("*.outpace"))) == 2, "what was done is not run again"


def test_killed_queue_leaves_no_process_and_restarts_the_interrupted_run(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    done, long, last = scenario(tmp_path, "done"), scenario(tmp_path, "long", run_s=LONG_S), scenario(tmp_path, "last")
    command = ("queue", "run", done, long, last, "--folder", folder)
    with running(*command) as queue:
        until(lambda: states(folder) == ["valid", "running", "waiting"] and measuring(folder))
        children = children_of(queue)
        assert len(children) >= 4  # an engine, its workers and collectors
        queue.kill()
        queue.wait()
        _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
        assert alive == []
    assert states(folder) == ["valid", "running", "waiting"], "as it was when it was killed"
    long.write_text(long.read_text("utf-8").replace(f"run_s = {LONG_S}", "run_s = 2"), "utf-8")
    again = outpace(*command)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "long.toml was interrupted: it is started again" in again.stdout
    assert states(folder) == ["valid", "valid", "valid"]
    sessions = sorted(folder.glob("*.outpace"))
    assert [has_ended(path) for path in sessions].count(False) == 1, "what the killed one recorded is kept"
    assert len(sessions) == 4


def test_ctrl_c_stops_the_queue_after_the_current_scenario(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    with running(
        "queue", "run", scenario(tmp_path, "one", run_s=4), scenario(tmp_path, "two"), "--folder", folder
    ) as queue:
        until(lambda: measuring(folder))
        queue.send_signal(signal.SIGINT)
        out, err = queue.communicate(timeout=60)
    assert queue.returncode == 1, err
    assert "stops after this scenario" in out
    assert "1 still waiting" in out
    assert states(folder) == ["valid", "waiting"]
    assert outpace("queue", "run", "--folder", folder).returncode == 0
    assert states(folder) == ["valid", "valid"]


def test_second_ctrl_c_stops_immediately_and_requeues_the_scenario(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    with running("queue", "run", scenario(tmp_path, "one", run_s=LONG_S), "--folder", folder) as queue:
        session = until(lambda: measuring(folder))
        queue.send_signal(signal.SIGINT)
        assert queue.stdout is not None
        while "stops after this scenario" not in queue.stdout.readline():
            pass
        queue.send_signal(signal.SIGINT)
        queue.communicate(timeout=60)
    assert queue.returncode == 1
    assert session is not None
    assert has_ended(session), "its recording was ended, not cut off"
    assert states(folder) == ["waiting"]


@pytest.mark.skipif(shutil.which("nohup") is None, reason="nohup is missing")
def test_queue_under_nohup_survives_the_end_of_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    command = [*own_program(), "queue", "run", str(scenario(tmp_path, "one", run_s=3)), "--folder", str(folder)]
    queue = subprocess.Popen(
        ["nohup", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        until(lambda: measuring(folder))
        os.killpg(queue.pid, signal.SIGHUP)
        _, err = queue.communicate(timeout=60)
    finally:
        queue.kill()
    assert queue.returncode == 0, err
    assert states(folder) == ["valid"]


def test_folder_has_one_running_queue_that_accepts_more_scenarios(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    more = scenario(tmp_path, "more")
    # On a busy machine each command takes a second or more.
    with running("queue", "run", scenario(tmp_path, "one", run_s=8), "--folder", folder) as queue:
        until(lambda: measuring(folder))
        assert outpace("queue", "add", more, "--folder", folder).returncode == 0
        refused = outpace("queue", "remove", 1, "--folder", folder)
        assert refused.returncode == 2
        assert "runs now" in refused.stderr
        second = outpace("queue", "run", "--folder", folder)
        assert second.returncode == 2
        assert "run by another process" in second.stderr
        queue.communicate(timeout=60)
    assert queue.returncode == 0
    assert states(folder) == ["valid", "valid"]


def test_missing_scenario_and_empty_queue_are_reported_immediately(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    for command in ("add", "run"):
        refused = outpace("queue", command, tmp_path / "nowhere.toml", "--folder", folder)
        assert refused.returncode == 2
        assert "nowhere.toml" in refused.stderr
    empty = outpace("queue", "run", "--folder", folder)
    assert empty.returncode == 2
    assert "is empty" in empty.stderr


def test_scenarios_are_removed_by_number_and_all_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    assert outpace("queue", "add", "embedded-demo", "race", "race", "--folder", folder, cwd=tmp_path).returncode == 0
    assert [item.scenario for item in items(folder)] == ["embedded-demo", "race", "race"]
    assert outpace("queue", "remove", 2, "--folder", folder).returncode == 0
    listed = json.loads(outpace("queue", "list", "--json", "--folder", folder).stdout)
    assert [item["id"] for item in listed] == [1, 3]
    missing = outpace("queue", "remove", 2, "--folder", folder)
    assert missing.returncode == 2
    assert "no number 2" in missing.stderr
    assert outpace("queue", "clear", "--folder", folder).returncode == 0
    assert items(folder) == []


@pytest.fixture
def queue(tmp_path: Path) -> QueueFile:
    return QueueFile(tmp_path)


def test_queue_file_keeps_changes_written_before_a_kill(tmp_path: Path) -> None:
    """The process is killed right after a change; everything reported as written is still there."""
    code = (
        "import os, sys; from pathlib import Path; from app.session.queue_file import QueueFile;"
        "queue = QueueFile(Path(sys.argv[1])); queue.add(['a', 'b'], 3.0); item = queue.items()[0];"
        "queue.begin(item, Path('x.outpace'), ''); queue.end(item, 'valid', '');"
        "queue.begin(queue.items()[1], Path('y.outpace'), ''); os.kill(os.getpid(), 9)"
    )
    root = str(Path(__file__).parents[2])
    killed = subprocess.run(
        [sys.executable, "-P", "-c", code, str(tmp_path)], check=False, env={**os.environ, "PYTHONPATH": root}
    )
    assert killed.returncode == -9
    found = QueueFile(tmp_path)
    assert [(item.scenario, item.state, item.session) for item in found.items()] == [
        ("a", "valid", "x.outpace"), ("b", "running", "y.outpace"),
    ]  # fmt: skip
    assert not found.running
    found.close()


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"\x00" * 4096])
def test_file_that_is_not_a_queue_is_rejected(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(QueueError, match=NAME):
        QueueFile(tmp_path)


def test_lock_is_exclusive_and_released_after_use(queue: QueueFile) -> None:
    with queue.held():
        assert queue.running
        with pytest.raises(QueueError, match="another process"), queue.held():
            pass
    assert not queue.running
    queue.close()


def test_added_item_is_read_back_with_its_defaults(queue: QueueFile) -> None:
    queue.add(["a"])
    assert queue.items() == [Item(id=1, scenario="a", seconds=None, state="waiting")]
    queue.close()
