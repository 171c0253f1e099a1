"""The engine's children beside the workers: what they say when they fail, and when the collectors read."""

from pathlib import Path
from time import sleep
from typing import Any

import pytest

from app.driver.lifeline import Family
from app.engine.child import Child
from app.engine.watching import Sample, Watched, decode, watch
from collectors.memory import Memory

EARLY_S = 0.005


def fails(connection: Any) -> None:
    """The work of a child that has a defect."""
    raise LookupError("a defect of ours")


def test_a_childs_traceback_goes_to_the_log_and_not_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "engine.log"
    child = Child("defective", fails, family=Family(), log_path=log)
    child.process.join(20)
    assert child.end() == 1
    assert "a defect of ours" in log.read_text(encoding="utf-8")
    assert capfd.readouterr().err == ""


class FakeEarlyConnection:
    """A fake engine's end that wakes the collectors a little before the time that they asked for, as Windows does."""

    def __init__(self) -> None:
        self.sent: list[Watched | Sample] = []

    def send_bytes(self, data: bytes) -> None:
        self.sent.append(decode(data))

    def poll(self, timeout: float) -> bool:
        sleep(max(timeout - EARLY_S, 0))
        return len(self.sent) > 3

    def recv_bytes(self) -> bytes:
        raise EOFError


def test_a_second_is_read_once_even_if_the_wait_ends_early() -> None:
    connection = FakeEarlyConnection()
    with pytest.raises(EOFError):
        watch(connection, [Memory()])  # type: ignore[arg-type]
    first, second, third = (sample.at_ns for sample in connection.sent if isinstance(sample, Sample))
    assert min(second - first, third - second) / 1e9 > 10 * EARLY_S
