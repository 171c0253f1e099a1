"""Commands reach a running engine by its standard input and by its socket, and by nothing else."""

import os
import stat
import time
import uuid
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client

import msgspec
import pytest

from app.control.engine_commands import Command, Detach, SetUsers, Stop, decode, encode
from app.control.link import ControlError, attach
from app.control.listener import CommandListener
from app.control.rendezvous import Rendezvous, announce, rendezvous_file


def until(condition: Callable[[], object], seconds: float = 5) -> bool:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("command", [Stop(), SetUsers(12, "A"), Detach()])
def test_a_command_is_one_line(command: Command) -> None:
    line = encode(command)
    assert line.count(b"\n") == 1
    assert decode(line) == command


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[]", b'{"command":"format"}', b'{"command":"users"}', b"\xff", b"x" * 99999]
)
def test_what_is_no_command_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(line)


def test_a_window_commands_over_standard_input_and_its_end_is_noticed() -> None:
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


def test_a_second_window_attaches_and_ends_the_abandonment() -> None:
    session = str(uuid.uuid4())
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stdin:
        listener = CommandListener(session, stdin)
        os.close(write)
        assert until(lambda: listener.abandoned_s() > 0)
        link = attach(session)
        assert until(lambda: listener.abandoned_s() == 0)
        assert link.alive()
        assert link.send(Stop())
        taken: list[Command | None] = []
        assert until(lambda: taken.append(listener.take()) or taken[-1])
        assert taken[-1] == Stop()
        link.release()
        assert until(lambda: listener.abandoned_s() > 0)
        listener.close()


def test_after_detach_nobody_is_missed() -> None:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stdin:
        listener = CommandListener(str(uuid.uuid4()), stdin)
        os.write(write, encode(Detach()))
        assert until(lambda: listener.take() == Detach())
        os.close(write)
        time.sleep(0.1)
        assert listener.abandoned_s() == 0
        listener.close()


def test_the_token_file_is_private_and_goes_with_the_engine() -> None:
    session = str(uuid.uuid4())
    listener = CommandListener(session)
    path = rendezvous_file(session)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    listener.close()
    assert not path.exists()
    with pytest.raises(ControlError, match="no longer being recorded"):
        attach(session)


def test_a_wrong_token_does_not_get_in() -> None:
    session, other = str(uuid.uuid4()), str(uuid.uuid4())
    listener = CommandListener(session)
    found = msgspec.json.decode(rendezvous_file(session).read_bytes(), type=Rendezvous)
    with pytest.raises(AuthenticationError):
        Client(found.address, authkey=b"guess")
    file = announce(other, Rendezvous(found.address, "00" * 32, 1))
    with pytest.raises(ControlError):
        attach(other)
    file.unlink()
    attach(session).release()  # the right one still does
    listener.close()


@pytest.mark.parametrize("name", ["../../etc/passwd", "x", ""])
def test_an_id_from_a_strangers_file_is_no_path(name: str) -> None:
    with pytest.raises(ControlError):
        attach(name)
