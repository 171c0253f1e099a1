"""What the command line says where the terminal, the disk or Outpace itself does not do as it should."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from app import __main__
from app.cli import parser, run_command
from app.control.link import own_program
from app.session.reader import SessionReader
from tests.engine_runs import running, scenario_file
from tests.recorded import SyntheticRun


def exported(session: Path, out: int, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*own_program(), "export", str(session), "--json", "-"],
        stdout=out,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@pytest.fixture
def session(tmp_path: Path) -> Path:
    with_title = SyntheticRun(tmp_path / "x.outpace", title="固态 gegen Füße")
    with_title.seconds(12)
    with_title.finish()
    return tmp_path / "x.outpace"


def test_json_is_utf_8_whatever_the_terminal_speaks(session: Path) -> None:
    answer = exported(session, subprocess.PIPE, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout.decode("utf-8"))["title"] == "固态 gegen Füße"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
def test_a_full_disk_behind_the_output_is_named(session: Path) -> None:
    with open("/dev/full", "wb") as full:
        answer = exported(session, full.fileno())
    assert answer.returncode == 2
    assert answer.stderr.decode().startswith("The output: ")


def test_a_run_goes_on_where_nobody_reads_what_it_prints(tmp_path: Path) -> None:
    session = tmp_path / "unread.outpace"
    with running("run", scenario_file(tmp_path, run_s=2), "--session", session) as engine:
        assert engine.stdout is not None
        engine.stdout.readline()
        engine.stdout.close()
        assert engine.wait(60) == 0
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.end.valid


def test_an_error_of_our_own_is_told_without_a_traceback(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def defective(*_: object, **__: object) -> None:
        raise LookupError("a defect of ours")

    monkeypatch.setattr(run_command, "Run", defective)
    monkeypatch.setattr(run_command, "engine_log", lambda: tmp_path / "engine.log")
    status = __main__.main(["run", "embedded-demo", "--session", str(tmp_path / "x.outpace")])
    said = capsys.readouterr().err
    assert status == 2
    assert "LookupError" in said
    assert str(tmp_path / "engine.log") in said
    assert "Traceback" not in said
    assert "a defect of ours" in caplog.text


def test_ctrl_c_while_nothing_runs_yet_ends_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(parser, "_scenarios", interrupted)
    assert __main__.main(["scenarios"]) == 2
    assert capsys.readouterr().err == "Stopped.\n"
