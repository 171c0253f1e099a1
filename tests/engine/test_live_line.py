# SPDX-License-Identifier: Apache-2.0
"""Progress of `outpace run` and `outpace build`.

In a terminal, one line is updated and finished steps stay above it; a pipe gets plain lines.
"""

import io
import re
import sys
from pathlib import Path

import pytest

from app.cli.progress import ProgressDisplay
from app.engine.status import Status
from tests.support.engine_runs import until
from tests.support.recorded import SyntheticRun

CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOUR = re.compile(r"\x1b\[[0-9;]+m")
BAR = re.compile("[━╸╺]+ *")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def preparing(label: str, task: str, percent: int, share: float = 0.0, pace: str = "") -> Status:
    activity = "restoring its database" if task.startswith("restor") else "building its database"
    return Status("preparing", f"{label}: {task} {percent} %", 0, 0, {}, share, pace, label, activity)


def drawn(out: io.StringIO) -> list[list[str]]:
    """Return the successive contents of each terminal line."""
    lines = CONTROL.sub("", out.getvalue()).split("\n")
    return [[" ".join(BAR.sub("", text).split()) for text in line.split("\r") if text.strip()] for line in lines]


def test_elapsed_time_advances_between_updates() -> None:
    out = io.StringIO()
    progress = ProgressDisplay(out, live=True)
    progress(preparing("A", "restoring orders", 34, 0.17))
    progress(preparing("B", "restoring orders", 6, 0.2))
    until(lambda: bool(re.search(r" [1-9] s .*B: restoring orders 6 %", out.getvalue())))
    progress.end()
    assert drawn(out)[0][0] == "0 s 17 % A: restoring orders 34 %"
    *_, last, nothing = drawn(out)
    assert last[-1].endswith(" s 20 % A: restoring orders 34 % · B: restoring orders 6 %")
    assert not last[-1].startswith("0 s"), "time goes on"
    assert nothing == [], "what follows begins on a line of its own"


def test_load_step_shows_rates_and_time_left_and_stays_when_done() -> None:
    out = io.StringIO()
    progress = ProgressDisplay(out, live=True)
    progress(Status("running", "warm-up", 1, 9, {"A": 600.0, "B": 60.0}, 0.1))
    progress(Status("running", "measure", 2, 8, {"A": 1200.0, "B": 60.0}, 0.2))
    progress(Status("running", "measure", 3, 7, {"A": 1200.0, "B": 60.0}, 0.3))
    progress.end()
    warm_up, measure, _ = drawn(out)
    assert warm_up[0] == warm_up[-1] == "1 s 10 % 9 s left warm-up A 600 B 60 orders per minute"
    assert list(dict.fromkeys(measure)) == [
        "2 s 20 % 8 s left measure A 900 B 60 orders per minute",
        "3 s 30 % 7 s left measure A 1,000 B 60 orders per minute",
    ]


def test_headline_appears_after_ten_measured_seconds(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace", warm_up_s=2)
    said = {}
    for live in (True, False):
        out = io.StringIO()
        progress = ProgressDisplay(out, live=live, session=run.path)
        for _ in range(2 if live else 12):
            run.second()
        progress(Status("running", "measure", 10, 20, {"A": 5400.0, "B": 10800.0}, 0.2))
        progress.end()
        said[live] = " ".join(CONTROL.sub("", out.getvalue()).split())
    run.finish()
    assert said[True].endswith("20 s left measure A 5,400 B 10,800 orders per minute")
    assert re.search(r"A 5,400 B 10,800 orders per minute B \d\.\d\d× A, so far 20 s left$", said[False])


def test_narrow_terminal_truncates_the_rates_not_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    out = io.StringIO()
    progress = ProgressDisplay(out, live=True)
    progress(Status("running", "measure", 2, 8, {"A": 1200.0, "B": 60.0}, 0.2))
    progress.end()
    first, *_ = drawn(out)
    assert first[0].startswith("2 s 20 % 8 s left measure A 1,200 B…")
    assert max(len(CONTROL.sub("", line)) for line in re.split("[\r\n]", out.getvalue())) <= 50


def test_run_without_output_leaves_the_terminal_unchanged() -> None:
    out = io.StringIO()
    ProgressDisplay(out, live=True).end()
    assert out.getvalue() == ""


def test_no_color_variable_disables_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    status = preparing("A", "orders", 40, 0.4)
    coloured, plain = io.StringIO(), io.StringIO()
    ProgressDisplay(coloured, live=True)(status)
    monkeypatch.setenv("NO_COLOR", "1")
    progress = ProgressDisplay(plain, live=True)
    progress(status)
    progress.end()
    assert COLOUR.search(coloured.getvalue())
    assert not COLOUR.search(plain.getvalue())


def test_pipe_gets_each_step_once_and_mean_rates_every_ten_seconds() -> None:
    out = io.StringIO()
    progress = ProgressDisplay(out, unit="I/O")
    progress(Status("preparing", "checking the systems", 0, 0, {}))
    for percent in range(0, 100, 5):
        progress(preparing("A", "orders", percent, percent / 200))
    progress(preparing("A", "restoring orders", 3, 0.6))
    for second in range(1, 13):
        text = "warm-up" if second < 2 else "measure"
        progress(Status("running", text, second, 12 - second, {"A": 60.0 * second}, second / 12))
    progress.end()
    assert [" ".join(line.split()) for line in out.getvalue().splitlines()] == [
        "checking the systems",
        "A: building its database",
        "A: restoring its database",
        "1 s warm-up A 1 IOPS 11 s left",
        "2 s measure A 2 IOPS 10 s left",
        "12 s measure A 8 IOPS 0 s left",
    ]
    assert "\x1b" not in out.getvalue()
    assert "\r" not in out.getvalue()


def test_pipe_gets_build_progress_every_10_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    out, now_s = io.StringIO(), [100.0]
    monkeypatch.setattr("app.cli.progress.time.perf_counter", lambda: now_s[0])
    progress = ProgressDisplay(out)
    for percent in range(0, 50, 2):
        progress(preparing("A", "orders", percent, percent / 100, "50 rows/s, 10 s left"))
        now_s[0] += 60
    assert out.getvalue().splitlines() == [
        "A: building its database",
        *(f" {ten} %  A: orders {ten} %  50 rows/s, 10 s left" for ten in (10, 20, 30, 40)),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs /dev/full")
def test_failed_writes_to_the_terminal_are_ignored(tmp_path: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        for live in (True, False):
            progress = ProgressDisplay(full, live=live)
            progress(preparing("A", "orders", 1, 0.1))
            progress(Status("running", "measure", 2, 8, {"A": 1200.0}, 0.2))
            progress.end()


def test_cursor_is_hidden_and_restored_once() -> None:
    out = io.StringIO()
    progress = ProgressDisplay(out, live=True)
    progress(preparing("A", "orders", 40, 0.4))
    assert out.getvalue().count("\x1b[?25l") == 1
    progress.end()
    progress.end()
    assert out.getvalue().count("\x1b[?25h") == 1
