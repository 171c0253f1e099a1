# SPDX-License-Identifier: Apache-2.0
"""Messages of the command line about faults of the terminal, the disk or Outpace itself."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app import __main__
from app.cli import parser, run_command
from app.cli.exit_status import ExitStatus
from app.control.link import own_program
from app.session.reader import SessionReader
from app.ui.window import application
from tests.support.engine_runs import running, scenario_file
from tests.support.recorded import SyntheticRun

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


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


def test_json_output_is_utf_8_regardless_of_terminal_encoding(session: Path) -> None:
    answer = exported(session, subprocess.PIPE, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout.decode("utf-8"))["title"] == "固态 gegen Füße"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
def test_full_disk_behind_standard_output_is_reported(session: Path) -> None:
    with open("/dev/full", "wb") as full:
        answer = exported(session, full.fileno())
    assert answer.returncode == 2
    assert answer.stderr.decode().startswith("The output: ")


def test_run_continues_when_its_output_pipe_is_closed(tmp_path: Path) -> None:
    session = tmp_path / "unread.outpace"
    with running("run", scenario_file(tmp_path, run_s=2), "--session", session) as engine:
        assert engine.stdout is not None
        engine.stdout.readline()
        engine.stdout.close()
        assert engine.wait(60) == 0
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.end.valid


SILENT = """
title = "A server that says nothing"
[workload]
name = "dvdstore"
db_size = "1MB"
[plan]
name = "timed"
run_s = 1
[[systems]]
name = "Silent"
role = "baseline"
[[systems.targets]]
engine = "postgresql"
host = "127.0.0.1"
port = {port}
user = "nobody"
password = "none"
"""


@pytest.mark.skipif(sys.platform == "win32", reason="ends it as Ctrl+C does")
@pytest.mark.parametrize(("command", "builds"), [("check", False), ("build", True)])
def test_cancel_message_mentions_a_build_only_for_the_build_command(tmp_path: Path, command: str, builds: bool) -> None:
    scenario = tmp_path / "silent.toml"
    with socket.create_server(("127.0.0.1", 0)) as server:
        scenario.write_text(SILENT.format(port=server.getsockname()[1]), "utf-8")
        with running(command, scenario) as engine:
            server.settimeout(60)
            connection, _ = server.accept()
            engine.send_signal(signal.SIGINT)
            _, said = engine.communicate(timeout=60)
            connection.close()
    assert engine.returncode == 1
    assert said.startswith("Cancelled ")
    assert ("build" in said) == builds


def test_internal_error_is_reported_without_a_traceback(
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


def test_ctrl_c_before_a_run_starts_exits_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(parser, "_scenarios", interrupted)
    assert __main__.main(["scenarios"]) == 2
    assert capsys.readouterr().err == "Stopped.\n"


def test_session_as_the_only_argument_is_opened(monkeypatch: pytest.MonkeyPatch, session: Path) -> None:
    """A file manager starts the program in this way."""
    opened: list[object] = []
    monkeypatch.setattr(application, "run_window", lambda path, _start: opened.append(path) or 0)
    shouted = session.rename(session.with_name("-x.OUTPACE"))
    for path in (shouted, session.with_name("not there.outpace")):
        assert __main__.main([str(path)]) == 0
    assert opened == [shouted, session.with_name("not there.outpace")]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
@pytest.mark.parametrize("typed", [[], ["demo"], ["booth", "embedded-demo"], ["x.outpace"]])
def test_window_command_without_a_display_fails_with_a_message(typed: list[str]) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    done = subprocess.run(
        [*own_program(), *typed], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == ExitStatus.FAILED
    assert done.stderr.startswith("There is no display here"), done.stderr


@pytest.mark.parametrize("typed", [[], ["report", "{session}", "--pdf", "{folder}/report.pdf"]])
def test_only_commands_that_need_a_window_fail_without_qt(session: Path, tmp_path: Path, typed: list[str]) -> None:
    """packaging/agent.py sets up machines in this way."""
    without = "import sys; sys.modules |= dict.fromkeys(('PySide6', 'pyqtgraph', 'shiboken6'))\n"
    without += "from app.__main__ import main; sys.exit(main(sys.argv[1:]))"

    def done(*typed: str) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-P", "-c", without, *typed]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)

    failed = done(*(text.format(session=session, folder=tmp_path) for text in typed))
    assert failed.returncode == ExitStatus.FAILED
    assert failed.stderr.startswith("Outpace was installed here without windows"), failed.stderr
    html = tmp_path / "report.html"
    assert done("report", str(session), "--html", str(html)).returncode == 0
    assert html.exists()


def test_packaged_program_restores_the_original_library_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for before in (None, "/opt/own/lib"):
        monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/outpace/_internal")
        if before is not None:
            monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
        assert __main__.main(["scenarios"]) == 0
        assert os.environ.get("LD_LIBRARY_PATH") == before
        assert "LD_LIBRARY_PATH_ORIG" not in os.environ
