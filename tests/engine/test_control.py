# SPDX-License-Identifier: Apache-2.0
"""Commands reach a running engine only over its standard input and its socket."""

import os
import signal
import stat
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from contextlib import closing, contextmanager
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path
from threading import Thread

import msgspec
import psutil
import pytest

from app.control.engine_commands import Command, Detach, PasswordsCommand, SetUsers, StopCommand, decode, encode
from app.control.link import AttachedEngine, ControlError, SilentEngineError, attach
from app.control.listener import CommandListener
from app.control.rendezvous import Rendezvous, announce, announced, process_start, rendezvous_file


def until(condition: Callable[[], object], seconds: float = 5) -> bool:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("command", [StopCommand(), SetUsers(12, "A"), Detach()])
def test_encoded_command_is_one_line_and_round_trips(command: Command) -> None:
    line = encode(command)
    assert line.count(b"\n") == 1
    assert decode(line) == command


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[]", b'{"command":"format"}', b'{"command":"users"}', b"\xff", b"x" * 99999]
)
def test_invalid_command_is_rejected(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(line)


def test_listener_takes_commands_from_stdin_and_detects_its_end() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stdin:
        listener = CommandListener(str(uuid.uuid4()), stdin)
        os.write(write, b"nonsense\n" + encode(SetUsers(3, "B")))
        taken: list[Command | None] = []
        assert until(lambda: taken.append(listener.take()) or taken[-1])
        assert taken[-1] == SetUsers(3, "B")
        assert listener.abandoned_s() == 0
        os.close(write)
        assert until(lambda: listener.abandoned_s() > 0)
        listener.close()


STARTS_A_CHILD = """
import subprocess, sys
from app.control.listener import sent_passwords, window_input
window = window_input()
program = "import sys; print(repr(sys.stdin.read()))"
child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
print(child.stdout.strip(), dict(sent_passwords(window)))
"""


def test_window_input_does_not_reach_children_of_the_engine() -> None:
    sent = encode(PasswordsCommand({"an account": "a secret"}))
    done = subprocess.run([sys.executable, "-c", STARTS_A_CHILD], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().rstrip().split(" ", 1) == ["''", "{'an account': 'a secret'}"]


def test_attaching_a_second_window_ends_the_abandoned_state() -> None:
    session = str(uuid.uuid4())
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stdin:
        listener = CommandListener(session, stdin)
        os.close(write)
        assert until(lambda: listener.abandoned_s() > 0)
        link = attach(session)
        assert until(lambda: listener.abandoned_s() == 0)
        assert link.alive()
        assert link.send(StopCommand())
        taken: list[Command | None] = []
        assert until(lambda: taken.append(listener.take()) or taken[-1])
        assert taken[-1] == StopCommand()
        link.release()
        assert until(lambda: listener.abandoned_s() > 0)
        listener.close()


def test_detached_engine_is_not_abandoned() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stdin:
        listener = CommandListener(str(uuid.uuid4()), stdin)
        os.write(write, encode(Detach()))
        assert until(lambda: listener.take() == Detach())
        os.close(write)
        time.sleep(0.1)
        assert listener.abandoned_s() == 0
        listener.close()


def test_token_file_is_private_and_removed_with_the_engine() -> None:
    session = str(uuid.uuid4())
    listener = CommandListener(session)
    path = rendezvous_file(session)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    listener.close()
    assert not path.exists()
    with pytest.raises(ControlError, match="no longer being recorded"):
        attach(session)


def test_wrong_token_is_rejected() -> None:
    session, other = str(uuid.uuid4()), str(uuid.uuid4())
    listener = CommandListener(session)
    found = msgspec.json.decode(rendezvous_file(session).read_bytes(), type=Rendezvous)
    with pytest.raises(AuthenticationError):
        Client(found.address, authkey=b"guess")
    file = announce(other, found.address, bytes(32))
    with pytest.raises(ControlError):
        attach(other)
    file.unlink()
    attach(session).release()  # the correct key still works
    listener.close()


@pytest.mark.parametrize("name", ["../../etc/passwd", "x", ""])
def test_session_id_from_an_untrusted_file_is_not_used_as_a_path(name: str) -> None:
    with pytest.raises(ControlError):
        attach(name)


def attached(session_uuid: str) -> AttachedEngine:
    """Run `attach` in a separate thread and return its result, so that a test cannot hang.

    Raises:
        AssertionError: there was no result after 20 s.
    """
    found: Future[AttachedEngine] = Future()

    def run() -> None:
        try:
            found.set_result(attach(session_uuid))
        except ControlError as error:
            found.set_exception(error)

    Thread(target=run, daemon=True).start()
    try:
        return found.result(20)
    except NotInTime:
        raise AssertionError("it waits forever") from None


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the handshake timeout."""
    monkeypatch.setattr("app.control.handshake.HANDSHAKE_S", 0.5)


@pytest.mark.usefixtures("impatient")
def test_silent_client_does_not_block_other_windows() -> None:
    session = str(uuid.uuid4())
    listener = CommandListener(session)
    address = msgspec.json.decode(rendezvous_file(session).read_bytes(), type=Rendezvous).address
    with closing(Client(address)) as silent, closing(Client(address)):
        link = attached(session)
        assert link.send(StopCommand())
        assert until(lambda: listener.take() == StopCommand())
        link.release()
        silent.recv_bytes()  # the challenge; the connection then ends after the timeout
        with pytest.raises(EOFError):
            silent.recv_bytes()
    listener.close()


@pytest.mark.usefixtures("impatient")
def test_attaching_to_an_unresponsive_engine_times_out() -> None:
    session = str(uuid.uuid4())
    with Listener() as silent:
        file = announce(session, str(silent.address), bytes(32))
        with pytest.raises(SilentEngineError, match="does not answer"):
            attached(session)
        file.unlink()


ENGINE = """
import sys, time
from app.control.listener import CommandListener
listener = CommandListener(sys.argv[1])
print("ready", flush=True)
time.sleep(600)
"""


@contextmanager
def listening(session_uuid: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process that listens for commands."""
    command = [sys.executable, "-P", "-c", ENGINE, session_uuid]
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": root}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


@pytest.mark.usefixtures("impatient")
@pytest.mark.skipif(sys.platform == "win32", reason="a process stands still by a signal")
def test_concurrent_attaches_to_a_suspended_engine_all_time_out() -> None:
    session = str(uuid.uuid4())
    with listening(session) as engine:
        engine.send_signal(signal.SIGSTOP)
        assert announced(session)
        with ThreadPoolExecutor(24) as callers:
            calls = [callers.submit(attached, session) for _ in range(24)]
            found = [call.exception() for call in calls]
        assert {type(error) for error in found} == {SilentEngineError}
        engine.send_signal(signal.SIGCONT)
        attached(session).release()


def test_process_with_a_reused_pid_is_not_taken_for_the_engine() -> None:
    session, other = str(uuid.uuid4()), str(uuid.uuid4())
    file = announce(session, "nowhere", bytes(32))
    assert announced(session)
    found = msgspec.json.decode(file.read_bytes(), type=Rendezvous)
    with listening(other) as process:
        mine = msgspec.json.encode(msgspec.structs.replace(found, pid=process.pid))
        file.write_bytes(mine)
        assert psutil.pid_exists(process.pid)
        assert not announced(session), "that process started later"
        assert announced(other)
        process.kill()
        assert until(lambda: not announced(other)), "nobody has collected it yet, and it is no more"
    file.write_bytes(msgspec.json.encode({"address": "x", "token": "00", "pid": os.getpid()}))
    assert announced(session), "an engine of an earlier version says nothing of its start"
    file.unlink()


def test_process_start_time_is_the_same_in_every_process() -> None:
    code = "import sys; from app.control.rendezvous import process_start; print(process_start(int(sys.argv[1])))"
    told = subprocess.run(
        [sys.executable, "-P", "-c", code, str(os.getpid())],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == process_start(os.getpid()) != ""


def test_next_engine_removes_files_left_by_killed_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    killed = [str(uuid.uuid4()) for _ in range(2)]
    alive, next_one = str(uuid.uuid4()), str(uuid.uuid4())
    folder = rendezvous_file(alive).parent
    with listening(alive):
        for session in killed:
            with listening(session) as engine:
                engine.kill()
        assert rendezvous_file(killed[1]).exists()
        assert not rendezvous_file(killed[0]).exists(), "the second one swept"
        listener = CommandListener(next_one)
        assert {path.stem for path in folder.iterdir()} == {alive, next_one}
        attached(alive).release()
        listener.close()
        assert {path.stem for path in folder.iterdir()} == {alive}
    assert list(tmp_path.iterdir()) == [], "nothing in the folder of temporary files"


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems no home folder is shared by machines")
def test_rendezvous_file_of_another_machine_is_kept_until_stale() -> None:
    file = announce(str(uuid.uuid4()), "nowhere", bytes(32))
    found = msgspec.json.decode(file.read_bytes(), type=Rendezvous)
    elsewhere = "another boot" + found.started[found.started.index("/") :]
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, pid=1, started=elsewhere)))
    CommandListener(str(uuid.uuid4())).close()
    assert file.exists()
    os.utime(file, (0, 0))
    CommandListener(str(uuid.uuid4())).close()
    assert not file.exists(), "older than the boot of this machine: it was this machine's, or is of no use any more"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes there lie in no folder")
def test_socket_of_a_long_folder_name_is_elsewhere_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("HOME", str(folder))
    session, next_one = str(uuid.uuid4()), str(uuid.uuid4())
    with listening(session) as engine:
        attached(session).release()
        address = Path(msgspec.json.decode(rendezvous_file(session).read_bytes(), type=Rendezvous).address)
        engine.kill()
    assert address.exists()
    CommandListener(next_one).close()
    assert not address.parent.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="XDG_RUNTIME_DIR is of Linux desktops")
def test_runtime_folder_open_to_others_is_not_used(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = str(uuid.uuid4())
    for given in (own_home / "open to all", own_home / "missing"):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(given))
        if given.name != "missing":
            given.mkdir(mode=0o755)
        assert rendezvous_file(session).is_relative_to(own_home / ".cache")
