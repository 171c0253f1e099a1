# SPDX-License-Identifier: Apache-2.0
"""Check, build and run from the window, with password prompts: dialogs, and databases on a real server."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.control.engine_commands import PasswordsCommand
from app.control.link import ControlError
from app.engine.consents import Consent, confirm, consents_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.ui.start.questions import (
    ConsentDialog,
    Listed,
    PasswordsDialog,
    RequiredAccount,
    may_be_remembered,
    needs_listing,
    read_listed,
)
from app.ui.start.run_request import Answers, JobRequest, StartRequest, run_arguments
from app.ui.start.start_dialog import StartDialog
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from tests.support.ui_window import soon

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

WITHIN_MS = 60_000
SECRET = "s3cret; with 'quotes'"
SCENARIO = """
title = "Commit at once, or later"
{top}
[workload]
name = "dvdstore"
db_size = "1MB"
users = 2
think_time_s = 0.05

[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = 1
run_s = 3

[[systems]]
name = "synchronous_commit on"
role = "baseline"
[[systems.targets]]
engine = "postgresql"
host = "{host}"
port = {port}
user = "{user}"
database = "outpace_window_on"
password = "{password}"

[[systems]]
name = "synchronous_commit off"
role = "challenger"
[[systems.targets]]
engine = "postgresql"
host = "{host}"
port = {port}
user = "{user}"
database = "outpace_window_off"
password = "{password}"
settings = {{ synchronous_commit = "off" }}
"""


def scenario(folder: Path, *, port: int = 5432, user: str = "outpace", password: str = "prompt", top: str = "") -> str:
    """Write a scenario of two databases on one server."""
    path = folder / "scenario.toml"
    text = SCENARIO.format(host="127.0.0.1", port=port, user=user, password=password, top=top)
    path.write_text(text, encoding="utf-8")
    return str(path)


def typed(secret: str) -> Callable[[QDialog], None]:
    """Enter one password in every field and continue."""

    def answer(dialog: QDialog) -> None:
        assert isinstance(dialog, PasswordsDialog)
        for field in dialog.fields.values():
            assert field.echoMode() == QLineEdit.EchoMode.Password
            field.setText(secret)
        dialog.go_button.click()

    return answer


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[SessionController]:
    """Show a complete window, which starts real engines."""
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(window.shell)
    window.shell.resize(1280, 720)
    window.shell.show()
    controller = window.furnish()
    yield controller
    controller.starting.jobs.leave()
    if (run := controller.run) is not None:
        run.stop()
        run.leave(go_on=False)
        controller.run = None
    window.shell.close()


def begun(controller: SessionController, qtbot: QtBot, underway: Callable[[], bool]) -> None:
    """Wait until an engine is running; fail if the window reports a problem instead."""
    qtbot.waitUntil(lambda: underway() or bool(controller.shell.notice.text), timeout=WITHIN_MS)
    assert not controller.shell.notice.text


def done(controller: SessionController, qtbot: QtBot) -> str:
    """Wait until the job is over; return its result."""
    jobs = controller.starting.jobs
    qtbot.waitUntil(lambda: not jobs.underway and not jobs.page.close_button.isHidden(), timeout=WITHIN_MS)
    return jobs.page.state


@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_empty_server_is_checked_built_and_run_without_storing_the_password(
    shown: SessionController, postgresql: "PrivateServer", qtbot: QtBot, tmp_path: Path
) -> None:
    controller, jobs = shown, shown.starting.jobs
    path = scenario(tmp_path, port=postgresql.port, user=postgresql.user)
    soon(typed(postgresql.password))
    jobs.begin(JobRequest("check", path))
    begun(controller, qtbot, lambda: jobs.underway)
    assert done(controller, qtbot).startswith("Ready to run: ")
    rows = jobs.page.findings.visible_rows
    assert any(row.check == "connection" and row.result == "passed" for row in rows)
    assert all(row.remedy for row in rows if row.result == "warning")
    # An engine has already listed the account, so two more processes are not needed.
    asked(
        controller,
        RequiredAccount(f"postgresql://{postgresql.user}@127.0.0.1:{postgresql.port}", ("both",), known=False),
    )
    soon(typed(postgresql.password))
    jobs.page.build_button.click()
    begun(controller, qtbot, lambda: jobs.underway)
    assert done(controller, qtbot) == "Built: all databases hold identical data"
    assert jobs.page.text.count("checksum") == 2
    jobs.close()
    session = tmp_path / "run.outpace"
    soon(typed(postgresql.password))
    controller.start(StartRequest(path, 3.0, session))
    begun(controller, qtbot, lambda: controller.run is not None)
    qtbot.waitUntil(lambda: controller.run is None, timeout=WITHIN_MS)
    first, second = controller.workbench.sidebar._cards
    assert "✓ identical" in first.accessibleDescription()
    assert "PostgreSQL 15" in first.accessibleDescription()
    assert "synchronous_commit off" in second.accessibleDescription()
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.started
    for file in (session, tmp_path / "window.json"):
        if file.exists():
            assert postgresql.password.encode() not in file.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_wrong_password_is_reported_with_the_system(
    shown: SessionController, postgresql: "PrivateServer", qtbot: QtBot, tmp_path: Path
) -> None:
    jobs = shown.starting.jobs
    soon(typed(SECRET))
    jobs.begin(JobRequest("check", scenario(tmp_path, port=postgresql.port, user=postgresql.user)))
    begun(shown, qtbot, lambda: jobs.underway)
    assert done(shown, qtbot).startswith("Not ready to run")
    failed = jobs.page.findings.visible_rows[0]
    assert failed.result == "failed"
    assert "synchronous_commit on" in failed.system
    assert SECRET not in failed.text


def asked(controller: SessionController, *accounts: RequiredAccount) -> None:
    """Make the window list these accounts without an engine process."""
    controller.starting.questions._lister = lambda _scenario: Listed(accounts)


def test_passwords_are_sent_to_the_engine_and_not_retained(opened, engine, qtbot, tmp_path):
    controller = opened()
    path = scenario(tmp_path)
    asked(controller, RequiredAccount("postgresql://outpace@db1:5432", ("one", "two"), known=False))
    dialogs: list[PasswordsDialog] = []

    def answer(dialog: QDialog) -> None:
        assert isinstance(dialog, PasswordsDialog)
        dialogs.append(dialog)
        assert not dialog.go_button.isEnabled()
        assert not dialog.remember.isChecked()
        assert dialog.remember.isHidden()  # the scenario takes no password from the keyring
        typed(SECRET)(dialog)

    soon(answer)
    controller.start(StartRequest(path))
    qtbot.waitUntil(lambda: bool(engine.commands), timeout=WITHIN_MS)
    assert engine.commands == [PasswordsCommand({"postgresql://outpace@db1:5432": SECRET})]
    assert not any(SECRET in argument for argument in engine.arguments)
    assert SECRET not in repr(engine.commands)
    assert SECRET not in repr(Answers({"account": SECRET}))
    assert [field.text() for field in dialogs[0].fields.values()] == [""]


def test_run_is_not_started_without_a_password(opened, engine, qtbot, tmp_path):
    controller = opened()
    asked(controller, RequiredAccount("postgresql://outpace@db1:5432", ("one",), known=False))
    closed: list[PasswordsDialog] = []

    def refuse(dialog: QDialog) -> None:
        assert isinstance(dialog, PasswordsDialog)
        next(iter(dialog.fields.values())).setText(SECRET)
        dialog.reject()
        closed.append(dialog)
        assert [field.text() for field in dialog.fields.values()] == [""]

    soon(refuse)
    controller.start(StartRequest(scenario(tmp_path)))
    qtbot.waitUntil(lambda: bool(closed), timeout=WITHIN_MS)
    assert engine.arguments == []


def test_known_password_is_not_requested(opened, engine, qtbot, tmp_path):
    controller = opened()
    asked(controller, RequiredAccount("postgresql://outpace@db1:5432", ("one",), known=True))
    controller.start(StartRequest(scenario(tmp_path, password="keyring")))
    qtbot.waitUntil(lambda: bool(engine.arguments), timeout=WITHIN_MS)
    assert engine.commands == []


def test_scenario_command_runs_only_after_confirmation(opened, engine, qtbot, tmp_path):
    controller = opened()
    command = "sync && echo '<b>dropped</b>'"
    path = scenario(tmp_path, password="none", top="")
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(f'{text}\n[start]\ncommand = "{command}"\n', encoding="utf-8")
    seen: list[str] = []

    def refuse(dialog: QDialog) -> None:
        assert isinstance(dialog, ConsentDialog)
        seen.append(dialog.content.toPlainText())
        assert not dialog.run_button.isDefault()
        dialog.reject()

    soon(refuse)
    controller.start(StartRequest(path))
    assert (seen, engine.arguments) == ([command], [])
    assert "not confirmed" in controller.shell.notice.text
    soon(lambda dialog: dialog.accept())
    controller.start(StartRequest(path))
    assert "--allow-command" in engine.arguments
    assert "--allow-command" not in run_arguments(StartRequest(path), tmp_path / "s.outpace")


def test_custom_sql_is_shown_in_full_and_sent_only_after_confirmation(opened, engine, qtbot):
    controller = opened()
    seen: list[str] = []

    def answer(dialog: QDialog, *, yes: bool) -> None:
        assert isinstance(dialog, ConsentDialog)
        seen.append(dialog.content.toPlainText())
        assert not dialog.run_button.isDefault()
        dialog.accept() if yes else dialog.reject()

    soon(lambda dialog: answer(dialog, yes=False))
    controller.start(StartRequest("own-sql"))
    qtbot.waitUntil(lambda: "nothing was started" in controller.shell.notice.text, timeout=WITHIN_MS)
    assert engine.arguments == []
    (consent,) = consents_of(read_scenario("own-sql").scenario, runs=True)
    assert seen == [consent.what]
    assert "UPDATE account SET amount = amount - :sum WHERE id = :source;" in seen[0]
    soon(lambda dialog: answer(dialog, yes=True))
    controller.start(StartRequest("own-sql"))
    qtbot.waitUntil(lambda: bool(engine.arguments), timeout=WITHIN_MS)
    assert f"--allow={consent.text}" in engine.arguments


def test_driver_library_is_confirmed_once_and_passed_on_verbatim(opened, engine, qtbot, tmp_path):
    controller = opened()
    library = "/opt/x/<b>lib</b>.so"
    path = scenario(tmp_path, password="none")
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(
        text.replace('password = "none"', f'password = "none"\ndriver = "{library}"'), encoding="utf-8"
    )
    seen: list[tuple[str, str]] = []

    def answer(dialog: QDialog, *, yes: bool) -> None:
        assert isinstance(dialog, ConsentDialog)
        seen.append((dialog.windowTitle(), dialog.content.toPlainText()))
        assert not dialog.run_button.isDefault()
        dialog.accept() if yes else dialog.reject()

    soon(lambda dialog: answer(dialog, yes=False))
    controller.starting.jobs.begin(JobRequest("check", path))
    qtbot.waitUntil(lambda: "nothing was started" in controller.shell.notice.text, timeout=WITHIN_MS)
    assert engine.arguments == []
    soon(lambda dialog: answer(dialog, yes=True))
    controller.starting.jobs.begin(JobRequest("check", path))
    qtbot.waitUntil(lambda: bool(engine.arguments), timeout=WITHIN_MS)
    assert f"--allow=driver {library}" in engine.arguments
    assert seen == [("A Library of This Scenario", library)] * 2
    confirm(Consent("driver", library))  # as the engine does
    engine.arguments.clear()
    controller.starting.jobs.begin(JobRequest("build", path))
    qtbot.waitUntil(lambda: bool(engine.arguments), timeout=WITHIN_MS)
    assert not [argument for argument in engine.arguments if "allow" in argument]
    controller.starting.jobs.leave()


def test_start_dialog_lists_servers_and_requests_no_folder(qtbot, tmp_path):
    store = StateStore(tmp_path / "window.json")
    path = scenario(tmp_path, port=5433)
    dialog = StartDialog(store, scenario=path, purpose="check")
    qtbot.addWidget(dialog)
    assert dialog.folders == {}
    assert "A · synchronous_commit on: PostgreSQL, outpace_window_on on 127.0.0.1:5433" in dialog.servers.text()
    assert dialog.run_button.text() == "Check"
    dialog.run_button.click()
    assert store.text("scenario") == path
    (tmp_path / "broken.toml").write_text("title = ", encoding="utf-8")
    broken = StartDialog(store, scenario=str(tmp_path / "broken.toml"))
    qtbot.addWidget(broken)
    assert "broken.toml" in broken.problem


def test_accounts_reported_by_the_engine_are_parsed(tmp_path):
    line = '{"account": "mysql://u@h:3306", "systems": ["B"], "known": false}\n'
    assert read_listed(line).accounts == (RequiredAccount("mysql://u@h:3306", ("B",), known=False),)
    with pytest.raises(ControlError):
        read_listed("Traceback (most recent call last)")
    servers = read_scenario(scenario(tmp_path)).scenario
    assert needs_listing(servers)
    assert not may_be_remembered(servers)
    assert not needs_listing(read_scenario("embedded-demo").scenario)
