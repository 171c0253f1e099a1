# SPDX-License-Identifier: Apache-2.0
"""Start state of runs: cold databases, and the user's command, which never runs without consent."""

from pathlib import Path

import pytest

from app.engine import start_state
from app.engine.consents import Consent, UnconfirmedError, confirm
from app.engine.status import RunCancelledError, RunError
from app.scenario.confirmations import confirmations
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace, scenario_file


def with_start(folder: Path, start: str) -> Path:
    path = scenario_file(folder, warmup_s=0, run_s=1)
    path.write_text(path.read_text().replace("[plan]", f"[start]\n{start}\n\n[plan]"))
    return path


def test_start_command_runs_only_if_its_exact_text_is_confirmed(tmp_path: Path) -> None:
    ran = tmp_path / "ran.txt"
    command = f"echo ran >> {ran.as_posix()}"
    path = with_start(tmp_path, f"command = '{command}'")
    refused = outpace("run", path, "--session", tmp_path / "1.outpace")
    assert refused.returncode == 2
    assert command in refused.stderr
    assert "--allow-command" in refused.stderr
    assert not ran.exists()
    assert not (tmp_path / "1.outpace").exists()
    allowed = outpace("run", path, "--session", tmp_path / "2.outpace", "--allow-command")
    assert allowed.returncode in (0, 1), allowed.stderr
    assert ran.read_text().split() == ["ran"]
    again = outpace("run", path, "--session", tmp_path / "3.outpace")
    assert again.returncode in (0, 1), again.stderr
    assert ran.read_text().split() == ["ran", "ran"]
    with SessionReader.open(tmp_path / "3.outpace") as reader:
        assert any(event.kind == "own command" and command in reader.sentence(event.message) for event in reader.events)
    other = with_start(tmp_path, f"command = '{command} '")
    assert outpace("run", other, "--session", tmp_path / "4.outpace").returncode == 2, "one blank more is another text"


def test_cold_start_is_performed_and_recorded(tmp_path: Path) -> None:
    answer = outpace("run", with_start(tmp_path, 'state = "cold"'), "--session", tmp_path / "cold.outpace")
    assert answer.returncode in (0, 1), answer.stderr
    with SessionReader.open(tmp_path / "cold.outpace") as reader:
        told = [reader.sentence(event.message) for event in reader.events if event.kind == "start state"]
    assert len(told) == 2
    assert all("cold: written to the disk" in text for text in told)


def test_failed_or_canceled_command_raises_a_clear_error(own_home: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    for command in ("exit 3", "sleep 600"):
        confirm(Consent("command", command))
        confirm(Consent("command", command))
    assert len(confirmations()) == 2
    with pytest.raises(RunError, match=r"failed \(status 3\): exit 3"):
        start_state.run_command("exit 3", lambda: True, log)
    with pytest.raises(RunCancelledError, match="it was ended"):
        start_state.run_command("sleep 600", lambda: False, log)
    with pytest.raises(UnconfirmedError):
        start_state.run_command("sleep 601", lambda: True, log)
