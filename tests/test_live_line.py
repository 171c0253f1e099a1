"""The progress of `outpace run` in a terminal: one line that moves, and what is over stays above it."""

import io
from typing import TYPE_CHECKING

import pytest

from app.cli.progress import LiveLine
from app.engine.status import Status
from tests.engine_runs import until

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def preparing(text: str, share: float = 0.0) -> Status:
    return Status("preparing", text, 0, 0, {}, share)


def drawn(out: io.StringIO) -> "Iterator[list[str]]":
    """Each line of the terminal, as the texts that were drawn over one another."""
    return ([text.rstrip() for text in line.split("\r") if text] for line in out.getvalue().split("\n"))


def test_time_goes_on_while_nothing_is_told() -> None:
    out = io.StringIO()
    line = LiveLine(out)
    line(preparing("A: restoring orders 34 %", 0.17))
    line(preparing("B: restoring orders 6 %", 0.2))
    until(lambda: out.getvalue().count("\r") >= 4, 60)
    line.end()
    (first, *_), last = next(drawn(out)), out.getvalue()[-1]
    assert first == "     0 s   17 %  A: restoring orders 34 %"
    shown = next(drawn(out))[-1]
    assert shown.endswith(" s   20 %  A: restoring orders 34 % · B: restoring orders 6 %")
    assert shown != "     0 s   20 %  A: restoring orders 34 % · B: restoring orders 6 %", "time goes on"
    assert last == "\n"


def test_a_step_under_load_has_its_rates_and_the_time_left_and_stays_when_it_is_over() -> None:
    out = io.StringIO()
    line = LiveLine(out)
    line(Status("running", "warm-up", 1, 9, {"A": 600.0, "B": 60.0}, 0.1))
    line(Status("running", "measure", 2, 8, {"A": 1200.0, "B": 60.0}, 0.2))
    line(Status("running", "measure", 3, 7, {"A": 1200.0, "B": 60.0}, 0.3))
    line.end()
    warm_up, measure, _ = drawn(out)
    assert len(warm_up) == 1
    assert [text.split() for text in measure] == [
        ["2", "s", "20", "%", "8", "s", "left", "measure", "A", "900", "orders/min", "B", "60", "orders/min"],
        ["3", "s", "30", "%", "7", "s", "left", "measure", "A", "1,000", "orders/min", "B", "60", "orders/min"],
    ]


def test_a_run_that_told_nothing_leaves_the_terminal_as_it_was() -> None:
    out = io.StringIO()
    LiveLine(out).end()
    assert out.getvalue() == ""
