# SPDX-License-Identifier: Apache-2.0
"""Progress of a run or a job in a terminal: a live line, with finished steps above it.

Pipes and terminals that cannot move the cursor receive plain lines.
"""

import contextlib
import math
import os
import time
from collections import deque
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO, cast

from app.cli.terminal import raw_output
from app.engine.status import Status
from app.model.visible_text import visible
from app.model.workloads import WorkUnit, per_s_factor
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.session.reader import SessionReader
from app.session.session_error import SessionError

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

LINE_EVERY_S = 10.0
"""Minimum number of seconds between plain lines, both under load and within one activity before it."""
STEP_PERCENT = 10
"""Percentage of an activity after which another plain line is printed."""
MEAN_OF = 5
"""Seconds over which a rate on the live line is averaged; single seconds fluctuate."""
SHARE_OF_TIME = 50
"""Minimum interval between computations of the headline as a multiple of their duration, which grows with the run."""
BAR_COLUMNS = 20
NARROW_COLUMNS = 90
"""Terminal width below which there is no progress bar."""


class ProgressDisplay:
    """Display for status updates of a run or job; call `end` after the last update."""

    def __init__(
        self, out: TextIO, *, unit: WorkUnit = "order", live: bool | None = None, session: Path | None = None
    ) -> None:
        """Create the display.

        Args:
            out: Output stream.
            unit: Unit of work; only orders are counted per minute.
            live: Whether to use a live line; None detects it from the terminal.
            session: File that the run records, to show its headline.
        """
        self._out = _EndlessOutput(out)
        self._unit = {"I/O": "IOPS", "transaction": "transactions per second"}.get(unit, "orders per minute")
        self._per_min = 60.0 / per_s_factor(unit)
        self._ratios = _Ratios(session) if session is not None else None
        self._line: _LiveLine | None = None
        if live if live is not None else out.isatty() and os.environ.get("TERM") != "dumb":
            self._line = _LiveLine(_EndlessOutput(raw_output(out)), self)
        self._printed: set[str] = set()
        self._last_text = ""
        self._last_s = 0.0
        self._last_step = 0
        self._rates: dict[str, list[float]] = {}

    def __call__(self, status: Status) -> None:
        """Show a status."""
        if self._line is not None:
            self._line.take(status)
        elif status.stage == "running":
            self._print_load(status)
        else:
            self._print_activity(status)

    def end(self) -> None:
        """Finish the display, so that further output starts on a new line."""
        if self._ratios is not None:
            self._ratios.close()
        if self._line is not None:
            self._line.end()

    def rates_text(self, orders_per_min: dict[str, float]) -> str:
        """Return each system's rate, with the unit of the workload."""
        rates = orders_per_min.items()
        return "  ".join((*(f"{letter} {rate / self._per_min:7,.0f}" for letter, rate in rates), self._unit))

    def ratio_text(self) -> str:
        """Return the headline with the systems' letters; "" until there is a ratio."""
        return self._ratios.text() if self._ratios is not None else ""

    def _print_load(self, status: Status) -> None:
        self._printed.clear()
        for letter, rate in status.orders_per_min.items():
            self._rates.setdefault(letter, []).append(rate)
        if status.elapsed_s - self._last_s < LINE_EVERY_S and status.text == self._last_text:
            return
        rates = self.rates_text({letter: sum(rates) / len(rates) for letter, rates in self._rates.items()})
        parts = (f"{status.elapsed_s:6.0f} s", f"{status.text:8}", rates, self.ratio_text())
        self._print("  ".join((*filter(None, parts), f" {status.remaining_s:.0f} s left")))
        self._last_s, self._last_text = status.elapsed_s, status.text
        self._rates.clear()

    def _print_activity(self, status: Status) -> None:
        """Print each activity once when it begins, then its progress."""
        self._last_text = status.text
        now_s, step = time.perf_counter(), int(100 * status.share) // STEP_PERCENT
        text = f"{status.target}: {status.activity}" if status.target else status.text
        if text in self._printed:
            if step <= self._last_step or now_s - self._last_s < LINE_EVERY_S:
                return
            text = f"{100 * status.share:3.0f} %  {status.text}  {status.pace}".rstrip()
        else:
            self._printed.add(text)
        self._print(text)
        self._last_s, self._last_step = now_s, step

    def _print(self, text: str) -> None:
        print(text, file=self._out, flush=True)


class _LiveLine:
    """Line at the bottom of a terminal, redrawn every second by a thread of rich to update the time."""

    def __init__(self, out: "_EndlessOutput", progress: ProgressDisplay) -> None:
        from rich.console import Console  # noqa: PLC0415 - only for interactive use

        file = cast("IO[str]", out)
        self._console = Console(file=file, force_terminal=True, highlight=False, emoji=False, markup=False)
        self._progress = progress
        self._live: Live | None = None
        self._began_s = time.perf_counter()
        self._status = Status("preparing", "", 0, 0, {})
        self._tasks: dict[str, str] = {}
        self._rates: dict[str, deque[float]] = {}
        self._ratio = ""

    def take(self, status: Status) -> None:
        """Show a status, leaving a completed step above the line."""
        completed_line = (
            self._render() if self._live is not None and _line_kind(self._status) != _line_kind(status) else None
        )
        if completed_line is not None:
            self._tasks.clear()
        self._status = status
        if status.stage == "preparing":
            self._tasks[status.target] = status.text
        for letter, rate in status.orders_per_min.items():
            self._rates.setdefault(letter, deque(maxlen=MEAN_OF)).append(rate)
        self._ratio = self._progress.ratio_text() if status.stage == "running" else ""
        if self._live is None:
            self._live = self._start_live()
        self._live.refresh()
        if completed_line is not None:
            self._console.print(completed_line)

    def end(self) -> None:
        """Stop updating the line."""
        if self._live is not None:
            self._live.stop()

    def _start_live(self) -> "Live":
        from rich.live import Live  # noqa: PLC0415

        live = Live(
            console=self._console,
            get_renderable=self._render,
            refresh_per_second=1,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        live.start()
        return live

    def _render(self) -> "Table":
        from rich.progress_bar import ProgressBar  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415

        status = self._status
        running = status.stage == "running"
        row: list[str | ProgressBar] = []
        line = Table.grid(padding=(0, 2, 0, 0), expand=True)
        elapsed_s = status.elapsed_s if running else time.perf_counter() - self._began_s
        line.add_column(no_wrap=True)
        row.append(f"{elapsed_s:6.0f} s")
        if status.share:
            if self._console.width >= NARROW_COLUMNS:
                line.add_column(no_wrap=True)
                row.append(
                    ProgressBar(1.0, status.share, width=BAR_COLUMNS, complete_style="cyan", finished_style="cyan")
                )
            line.add_column(no_wrap=True)
            row.append(f"{100 * status.share:3.0f} %")
        line.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        row.append(self._load_text() if running else self._activity_text())
        line.add_row(*row)
        return line

    def _load_text(self) -> str:
        status = self._status
        means = {letter: sum(rates) / len(rates) for letter, rates in self._rates.items()}
        # Rates come last, so that a narrow terminal truncates them instead of the remaining time.
        parts = (f"{status.remaining_s:.0f} s left", f"{status.text:8}", self._ratio, self._progress.rates_text(means))
        return visible("  ".join(filter(None, parts)))

    def _activity_text(self) -> str:
        status = self._status
        text = " · ".join(self._tasks.values()) if status.stage == "preparing" else status.text
        return visible(f"{status.pace}  {text}" if status.pace else text)


class _Ratios:
    """Headline of a session being recorded, computed rarely enough not to affect the run."""

    def __init__(self, session: Path) -> None:
        self._session = session
        self._reader: SessionReader | None = None
        self._text = ""
        self._next_s = 0.0

    def text(self) -> str:
        """Return a recent headline."""
        begin_s = time.perf_counter()
        if begin_s >= self._next_s:
            with contextlib.suppress(SessionError):
                self._text = self._read()
            end_s = time.perf_counter()
            self._next_s = end_s + SHARE_OF_TIME * (end_s - begin_s)
        return self._text

    def close(self) -> None:
        """Close the session."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self._next_s = math.inf

    def _read(self) -> str:
        if self._reader is None:
            self._reader = SessionReader.open(self._session)
        try:
            self._reader.poll()
            headline = session_headline(self._reader)
        finally:
            # If a reader were still open at the end of the run, the session would stay split into two files.
            self._reader.close()
        early = (
            headline.stage == "measuring"
            and headline.to_s - headline.from_s < headline.ratio_after_s
            and not headline.stopped
        )
        if headline.stage not in ("measuring", "one run", "race", "stopped") or early:
            return ""
        return headline_text(headline, names={letter: letter for letter in headline.names}).main


class _EndlessOutput:
    """Text output that tolerates the loss of its reader, such as a closed terminal or a pipe to `head`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __getattr__(self, name: str) -> object:
        return getattr(self._out, name)

    def write(self, text: str) -> int:
        """Write a text, ignoring OSError."""
        try:
            return self._out.write(text)
        except OSError:
            self._silence()
        return len(text)

    def flush(self) -> None:
        """Flush the output, ignoring OSError."""
        try:
            self._out.flush()
        except OSError:
            self._silence()

    def _silence(self) -> None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), self._out.fileno())


def print_line(text: str, out: TextIO) -> None:
    """Print a line to an output that its reader may have closed."""
    print(text, file=_EndlessOutput(out), flush=True)


def _line_kind(status: Status) -> str:
    """Return the kind of a line: a stage, one of its steps under load, or all targets being prepared."""
    return status.stage if status.target else f"{status.stage} {status.text}"
