# SPDX-License-Identifier: Apache-2.0
"""A known password appears only where it belongs.

Every file, command line, environment and image is searched after real checks, builds and runs on PostgreSQL and
MariaDB, on a machine with all ODBC logs enabled.
"""

import base64
import contextlib
import html
import json
import os
import select
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QBuffer, QEvent, Qt, QTimer
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.control.link import own_program
from app.session.reader import SessionReader
from app.ui.start.questions import PasswordsDialog, RequiredAccount
from app.ui.start.run_request import JobRequest, StartRequest
from app.ui.window.about_dialog import support_text
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.chart_grid import ChartCell
from tests.support.odbc_logging import logging_odbc, logs_of
from tests.support.secret_search import Processes, private_environment, searched
from tests.support.server_runs import ENGINES, dropped_after, execute

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

ROOT = Path(__file__).parents[2]
SECRET = "Zq7 kn;own'{pass}wörd/%41+=ü9"
"""Password of the account on both servers; each encoding of it is different."""
WRONG = "Wr8 on;g'{pass}wörd/%42+=ä0"
USER = "outpace_secret"
DATABASE = "outpace_secret"
MARK = "OUTPACE_TEST_SECRETS"


def _zipped(path: Path, text: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sheet.xml", f"<c>{html.escape(text)}</c>")


def _in_a_page(path: Path, text: str) -> None:
    path.write_bytes(b"<img src='data:image/png;base64," + base64.b64encode(zlib.compress(text.encode() * 4)) + b"'>")


def _in_a_database(path: Path, text: str) -> None:
    """Store the text across a page boundary, so that the file contains it in two pieces."""
    for behind in range(3000, 8000, 10):
        path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA synchronous = OFF")
            database.execute("CREATE TABLE t (a)")
            database.execute("INSERT INTO t VALUES (?)", ("x" * 2000 + text + "x" * behind,))
            database.commit()
        if text.encode() not in path.read_bytes():
            return
    raise AssertionError("it is always in one piece")


@pytest.mark.parametrize("hide", [
    pytest.param(lambda path, text: path.write_text(f"x{text}y", "utf-8"), id="plain"),
    pytest.param(lambda path, text: path.write_bytes(text.encode("utf-16-le")), id="UTF-16"),
    pytest.param(lambda path, text: path.write_text(f"?p={urllib.parse.quote(text)}"), id="URL"),
    pytest.param(lambda path, text: path.write_text(json.dumps({"a": text})), id="JSON"),
    pytest.param(lambda path, text: path.write_text(f"<p>{html.escape(text)}</p>", "utf-8"), id="HTML"),
    pytest.param(lambda path, text: path.write_bytes(base64.b64encode(b"x" + text.encode() + b"yz")), id="Base64"),
    pytest.param(lambda path, text: path.write_bytes(b"%PDF" + zlib.compress(text.encode())), id="compressed"),
    pytest.param(_zipped, id="archive"),
    pytest.param(_in_a_page, id="picture in a page"),
    pytest.param(_in_a_database, id="database"),
])  # fmt: skip
def test_password_in_any_encoding_is_found(hide: Callable[[Path, str], object], tmp_path: Path) -> None:
    hide(tmp_path / "file", SECRET)
    (tmp_path / "other").write_text("nothing")
    assert searched([tmp_path], [WRONG]) == (2, [])
    count, places = searched([tmp_path], [WRONG, SECRET])
    assert count == 2
    assert {place.partition(" (")[0] for place in places} == {str(tmp_path / "file")}


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
def test_password_in_a_process_is_found(tmp_path: Path) -> None:
    mark = {MARK: "seen"}
    with Processes(f"{MARK}=seen", [SECRET]) as processes:
        hidden = "import os, sys, tempfile, time; f = tempfile.TemporaryFile(); f.write(sys.stdin.buffer.read()); "
        started = subprocess.Popen(
            [sys.executable, "-c", f"{hidden} f.flush(); time.sleep(60)", SECRET],
            env={**os.environ, **mark, "PASSWORD": SECRET},
            stdin=subprocess.PIPE,
        )
        assert started.stdin is not None
        started.stdin.write(SECRET.encode())
        started.stdin.close()
        end = time.monotonic() + 20
        while len(processes.places) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        started.kill()
        started.wait()
    assert {place.partition(" ")[0] for place in processes.places} >= {"command", "environment"}
    assert any("(deleted)" in place for place in processes.places)


@contextlib.contextmanager
def known_account(server: "PrivateServer") -> Iterator[None]:
    """Create an administrator's account with the known password."""
    quoted = SECRET.replace("'", "''")
    if server.engine == "postgresql":
        execute(server, f"CREATE ROLE {USER} SUPERUSER LOGIN PASSWORD '{quoted}'")
    else:
        execute(server, f"CREATE USER {USER}@'{server.host}' IDENTIFIED BY '{quoted}'",
                f"GRANT ALL ON *.* TO {USER}@'{server.host}' WITH GRANT OPTION")  # fmt: skip
    try:
        with dropped_after(server, DATABASE):
            yield
    finally:
        if server.engine == "postgresql":
            execute(server, f"DROP OWNED BY {USER}", f"DROP ROLE {USER}")
        else:
            execute(server, f"DROP USER {USER}@'{server.host}'")


def scenario_text(servers: Mapping[str, "PrivateServer"], sources: tuple[str, str]) -> str:
    """Return the scenario of a short run on both servers; `sources` are those of their passwords."""
    text = """
title = "Secrets"
[workload]
name = "dvdstore"
db_size = "1MB"
users = 2
think_time_s = 0.2
[plan]
name = "timed"
warmup_s = 1
run_s = 3
ramp_users_per_s = 50
[start]
command = "env"
"""
    for name, source, role in zip(servers, sources, ("baseline", "challenger"), strict=True):
        text += f"""
[[systems]]
name = "{name}"
role = "{role}"
[[systems.targets]]
engine = "{ENGINES[servers[name].engine]}"
host = "{servers[name].host}"
port = {servers[name].port}
user = "{USER}"
database = "{DATABASE}"
password = "{source}"
"""
    return text


@dataclass
class Person:
    """User who types commands, with a private home folder."""

    folder: Path
    environment: dict[str, str]
    processes: Processes
    printed: list[str] = field(default_factory=list)

    def types(self, *arguments: object, given: str = "", **variables: str) -> int:
        """Run a command with `given` as its standard input and `variables` set; return its exit status."""
        process = subprocess.Popen(
            [*own_program(), *map(str, arguments)],
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if variables:
            self.processes.given.add(process.pid)
        out, _ = process.communicate(given, timeout=300)
        self.printed.append(out)
        return process.returncode

    def types_and_is_asked(self, *arguments: object, answers: list[str]) -> int:
        """Run a command in a terminal and answer its password prompts."""
        import pty  # noqa: PLC0415 - not on Windows

        ours, theirs = pty.openpty()
        attach = (
            "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", attach, *own_program(), *map(str, arguments)],
            cwd=self.folder,
            env=self.environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        seen, left = b"", list(answers)
        end = time.monotonic() + 300
        while time.monotonic() < end:
            ready, _, _ = select.select([ours], [], [], 0.2)
            try:
                data = os.read(ours, 65536) if ready else b""
            except OSError:  # the other side is closed
                break
            seen += data
            if left and seen.count(b"Password of ") > len(answers) - len(left):
                time.sleep(0.2)  # until the terminal stops echoing
                os.write(ours, left.pop(0).encode() + b"\n")
        os.close(ours)
        self.printed.append(seen.decode("utf-8", "replace"))
        assert not left, seen
        return process.wait(60)


@pytest.fixture
def servers(postgresql: "PrivateServer", mariadb: "PrivateServer") -> Iterator[dict[str, "PrivateServer"]]:
    """Yield both servers, each with the known account."""
    with known_account(postgresql), known_account(mariadb):
        yield {"PostgreSQL": postgresql, "MariaDB": mariadb}


@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_password_from_every_source_is_leaked_nowhere(servers: dict[str, "PrivateServer"], tmp_path: Path) -> None:
    """Sources are a variable, the keyring and a prompt; wrong passwords must not appear in error messages either."""
    home, work, vault = tmp_path / "home", tmp_path / "work", tmp_path / "vault"
    work.mkdir()
    vault.mkdir()
    keyring = {
        "PYTHON_KEYRING_BACKEND": "tests.support.vault_keyring.VaultKeyring",
        "OUTPACE_TEST_VAULT": str(vault / "keyring.json"),
        "PYTHONPATH": str(ROOT),
    }
    short = Path(os.environ["XDG_RUNTIME_DIR"], "odbc")  # unixODBC ignores longer trace paths
    environment = private_environment(home, {MARK: str(tmp_path), **keyring, **logging_odbc(short)})
    session = work / "run.outpace"
    ways = {
        "mixed.toml": ("env:KNOWN_PASSWORD", "keyring"),
        "asked.toml": ("prompt", "prompt"),
    }
    for name, sources in ways.items():
        (work / name).write_text(scenario_text(servers, sources), "utf-8")
    consent = f"env KNOWN_PASSWORD for {USER}@127.0.0.1:{servers['PostgreSQL'].port}"
    logs: dict[Path, str] = {}
    began_s = time.time()
    with Processes(f"{MARK}={tmp_path}", [SECRET, WRONG]) as processes:
        person = Person(work, environment, processes)
        try:
            assert person.types("password", "mixed.toml", given=f"{SECRET}\n") == 0, person.printed
            assert person.types("check", "mixed.toml", "--allow", consent, KNOWN_PASSWORD=WRONG) == 1, person.printed
            assert "refuses the login" in person.printed[-1]
            assert person.types_and_is_asked("check", "asked.toml", answers=[SECRET, WRONG]) == 1, person.printed
            assert "refuses the login" in person.printed[-1]
            assert person.types("build", "mixed.toml", KNOWN_PASSWORD=SECRET) == 0, person.printed
            options = ("--session", session, "--allow-command")
            status = person.types("run", "mixed.toml", *options, KNOWN_PASSWORD=SECRET)
            assert status in (0, 1), person.printed
            outputs = ("--html", "r.html", "--pdf", "r.pdf", "--xlsx", "r.xlsx", "--png", "r.png")
            assert person.types("report", session, *outputs) == 0, person.printed
            assert person.types("export", session, "--json", "r.json") == 0, person.printed
            assert person.types("export", session, "--csv", "csv") == 0, person.printed
        finally:
            logs = logs_of(processes.names, began_s)
            for path in logs:
                path.unlink()
    (work / "printed.txt").write_text("\n".join(person.printed), "utf-8")
    for path, text in logs.items():
        (work / f"log of {path.name}").write_text(text, "utf-8")
    with SessionReader.open(session) as reader:
        assert reader.started
    assert (vault / "keyring.json").stat().st_size > len(SECRET), "the keyring is where it belongs"
    assert SECRET.encode() not in (work / "mixed.toml").read_bytes()

    assert processes.places == set()
    assert len(processes.names.keys() - processes.given) >= 8, "the children of all commands were seen"
    (log,) = home.rglob("engine.log")
    assert f"{MARK}=" in log.read_text("utf-8"), "the scenario's own command printed its environment there"
    count, places = searched([home, work, short], [SECRET, WRONG])
    assert places == []
    assert count > 15
    assert not [path for path in logs if path.name.startswith("psqlodbc")]
    for path in (session, *home.rglob("engine.log")):
        assert path.stat().st_mode & 0o077 == 0, "nobody else reads it"


# Window


def drawn(dialog: QWidget) -> QImage:
    """Render a widget without a blinking cursor and return the image."""
    field = QApplication.focusWidget()
    if field is not None:
        field.clearFocus()
    return dialog.grab().toImage()


def press_keys(widget: QWidget, text: str) -> None:
    """Send key events for any letters; QTest supports only ASCII."""
    for letter in text:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_password_field_reveals_no_letter_on_screen_or_when_copied(qtbot: QtBot) -> None:
    pictures = []
    for secret in ("iiiiiiii;1ü", "WWWWWWWW;8ö"):
        dialog = PasswordsDialog([RequiredAccount("postgresql://joe@db1:5432", ("A",), known=False)], remember=True)
        qtbot.addWidget(dialog)
        dialog.show()
        (typed,) = dialog.fields.values()
        QGuiApplication.clipboard().setText("before")
        press_keys(typed, secret)
        assert typed.text() == secret
        told = QAccessible.queryAccessibleInterface(typed)
        texts = [told.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Help)]
        interface = told.textInterface()
        texts += [interface.text(0, len(secret))] if interface is not None else []
        assert told.state().passwordEdit
        assert not any(secret in text for text in texts), "a reader of the screen gets dots"
        for key in (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X):
            qtbot.keyClick(typed, key, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == "before"
        typed.clear()  # the cut text is removed
        press_keys(typed, secret)
        pictures.append(drawn(dialog))
        assert dialog.take() == {"postgresql://joe@db1:5432": secret}
        qtbot.keyClick(typed, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert typed.text() == "", "nothing to undo"
    assert pictures[0] == pictures[1], "only its length is drawn"


@pytest.fixture
def controller(qtbot: QtBot, tmp_path: Path) -> Iterator[SessionController]:
    """Yield the controller of a window that starts real engines."""
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(window.shell)
    window.shell.resize(1600, 1000)
    window.shell.show()
    controller = window.furnish()
    yield controller
    controller.starting.jobs.leave()
    if (run := controller.run) is not None:
        run.stop()
        run.leave(go_on=False)
        controller.run = None
    window.shell.close()


def clipboard(folder: Path, number: int) -> None:
    """Write all clipboard formats to files."""
    data = QGuiApplication.clipboard().mimeData()
    for form in data.formats():
        (folder / f"{number} {form.replace('/', ' ')[:60]}").write_bytes(data.data(form).data())
    if data.hasImage():
        buffer = QBuffer()
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        QGuiApplication.clipboard().image().save(buffer, "PNG")
        (folder / f"{number}.png").write_bytes(buffer.data().data())


def shown_texts(window: QWidget) -> str:
    """Return every text and accessible text of all widgets, visible or not."""
    texts = []
    for widget in [window, *window.findChildren(QWidget)]:
        texts += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
        for name in ("text", "toPlainText"):
            reading = getattr(widget, name, None)
            if callable(reading):
                with contextlib.suppress(TypeError):
                    texts.append(str(reading()))
        model = getattr(widget, "model", None)
        if callable(model) and (table := model()) is not None and hasattr(table, "rowCount"):
            texts += [
                str(table.index(row, column).data())
                for row in range(table.rowCount())
                for column in range(table.columnCount())
            ]
    return "\n".join(texts)


@pytest.mark.qt_log_ignore("propagateSizeHints")
@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_password_typed_in_the_window_is_leaked_nowhere(
    servers: dict[str, "PrivateServer"],
    controller: SessionController,
    qtbot: QtBot,
    tmp_path: Path,
    own_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check a wrong password, run with the correct one, then copy everything that can be copied."""
    short = Path(os.environ["XDG_RUNTIME_DIR"], "odbc")
    work, temporary, copied = (tmp_path / name for name in ("work", "tmp", "copied"))
    for folder in (work, temporary, copied):
        folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    for name, value in {MARK: str(tmp_path), "TMPDIR": str(temporary), **logging_odbc(short)}.items():
        monkeypatch.setenv(name, value)
    path = work / "asked.toml"
    text = scenario_text(servers, ("prompt", "prompt"))
    path.write_text(text.replace('[start]\ncommand = "env"\n', ""), "utf-8")
    session = work / "run.outpace"
    dialogs: list[PasswordsDialog] = []

    def type_soon(*secrets: str) -> None:
        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, PasswordsDialog):
                QTimer.singleShot(20, look)
                return
            dialogs.append(dialog)
            for one, secret in zip(dialog.fields.values(), secrets, strict=True):
                assert one.echoMode() == QLineEdit.EchoMode.Password
                one.setFocus()
                press_keys(one, secret)
                assert one.text() == secret
            qtbot.mouseClick(dialog.go_button, Qt.MouseButton.LeftButton)

        QTimer.singleShot(0, look)

    def until(done: Callable[[], bool]) -> None:
        qtbot.waitUntil(lambda: done() or bool(controller.shell.notice.text), timeout=120_000)
        assert not controller.shell.notice.text

    jobs = controller.starting.jobs
    began_s = time.time()
    with Processes(f"{MARK}={tmp_path}", [SECRET, WRONG]) as processes:
        type_soon(SECRET, WRONG)
        jobs.begin(JobRequest("check", str(path)))
        until(lambda: jobs.underway)
        until(lambda: not jobs.underway and not jobs.page.close_button.isHidden())
        assert jobs.page.state.startswith("Not ready to run")
        jobs.page.findings.copy_button.click()
        clipboard(copied, 0)
        (copied / "check.txt").write_text(shown_texts(controller.shell), "utf-8")
        jobs.close()
        type_soon(SECRET, SECRET)
        controller.start(StartRequest(str(path), 3.0, session))
        until(lambda: controller.run is not None)
        qtbot.waitUntil(lambda: controller.run is None, timeout=240_000)
    logs = logs_of(processes.names, began_s)
    for log in logs:
        log.rename(work / log.name)
    with SessionReader.open(session) as reader:
        assert reader.started
    assert len(dialogs) == 2
    assert controller.workbench.charts.rows
    controller.saving.copy()
    clipboard(copied, 1)
    row = controller.workbench.charts.rows[0]
    cell = ChartCell(row.path, row.charts[0], tuple(row.cells[0]), "A")
    controller.menus.copy_picture(cell)
    clipboard(copied, 2)
    controller.menus.copy_values(cell)
    clipboard(copied, 3)
    controller.workbench.counters.table.selectAll()
    controller.menus.copy_rows()
    clipboard(copied, 4)
    (copied / "support.txt").write_text(support_text(), "utf-8")
    for name in ("checks", "ranking", "levels"):
        controller.shell.actions_[name].trigger()
        controller.shell.grab().save(str(copied / f"{name}.png"))
    (copied / "run.txt").write_text(shown_texts(controller.shell), "utf-8")
    controller.shell.close()

    assert USER in (copied / "check.txt").read_text("utf-8"), "the texts of the window are there"
    assert "refuses the login" in (copied / "0 text plain").read_text("utf-8")
    assert (copied / "4 text plain").stat().st_size > 200
    assert (tmp_path / "window.json").exists()
    assert processes.places == set()
    assert len(processes.names.keys() - processes.given) >= 4, "the children of all commands were seen"
    count, places = searched([tmp_path, own_home, short], [SECRET, WRONG])
    assert places == []
    assert count > 12
    assert not list(work.glob("psqlodbc*"))
