# SPDX-License-Identifier: Apache-2.0
"""A compressed day at a trade-show stand: the attract loop in the real window, offscreen, with live runs in between.

    python -P -m tests.benchmarks.stand_day [--pieces 1000] [--live 8] [SESSION...]

Prints memory, open files, threads, and child processes at the start, after every tenth of the pieces, and at the end.
SESSION: recorded sessions to play; without any, three short runs are recorded first. A private home folder is used, so
that no file of the current user is read or written.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil
from PySide6.QtCore import QEventLoop, QTimer

SCENARIO = """
title = "A live run of the compressed day"
[workload]
name = "dvdstore"
db_size = "1MB"
users = 4
think_time_s = 0.02
[plan]
name = {plan}
ramp_users_per_s = 1000
[[systems]]
name = "Rollback journal"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
folder = "databases"
[[systems]]
name = "Write-ahead log"
role = "challenger"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "databases"
"""
TIMED = '"timed"\nwarmup_s = 1\nrun_s = 3'
LOOK_MS = 10
RACE = '"race"\norders = 600\ntimeout_s = 60'


@dataclass(frozen=True)
class Held:
    """Resources of the window's process at one time."""

    rss_mb: float
    files: int
    threads: int
    children: int

    @classmethod
    def now(cls) -> "Held":
        """Return the resources that this process uses after garbage collection."""
        gc.collect()
        process = psutil.Process()
        if sys.platform == "win32":
            files = process.num_handles()
        else:
            files = process.num_fds()
        mb = process.memory_info().rss / 1e6
        return cls(mb, files, process.num_threads(), len(process.children(recursive=True)))

    def __str__(self) -> str:
        return f"{self.rss_mb:8.1f} MB {self.files:6d} files {self.threads:4d} threads {self.children:3d} children"


def main() -> int:
    """Return 0 if nothing grew after the first tenths, in which caches fill up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pieces", type=int, default=1000)
    parser.add_argument("--live", type=int, default=8, help="live runs among them")
    parser.add_argument("sessions", type=Path, nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="outpace-day-", ignore_cleanup_errors=True) as home:
        own_home(Path(home))
        return Day(Path(home), options.sessions, options.pieces, options.live).run()


class Day:
    """The window, its attract loop, and the counters."""

    def __init__(self, home: Path, sessions: list[Path], pieces: int, live: int) -> None:
        from app.ui.window.application import WorkbenchWindow, application  # noqa: PLC0415 - after the home is ours
        from app.ui.window.state import StateStore  # noqa: PLC0415

        self._app = application()
        self._pieces, self._live = pieces, live
        self._scenario = home / "live.toml"
        self._scenario.write_text(SCENARIO.format(plan=TIMED), encoding="utf-8")
        self._sessions = [path.absolute() for path in sessions] or _recorded(home)
        self._window = WorkbenchWindow(StateStore(home / "window.json"))
        self._window.shell.resize(1600, 1000)
        self._window.shell.show()
        self._controller = self._window.furnish()
        self._stages: dict[str, int] = {}
        self._notes: list[str] = []
        self._held: list[tuple[int, Held]] = []

    @property
    def _shown(self) -> int:
        return self._stages.get("replay", 0) + self._stages.get("live", 0)

    def run(self) -> int:
        """Play everything."""
        from app.ui.presentation.playlist import Piece, Playlist  # noqa: PLC0415

        each = max(1, self._pieces // max(self._live, 1) - 1)
        replays = tuple(Piece(str(self._sessions[n % len(self._sessions)])) for n in range(each))
        live = (Piece(str(self._scenario), live=True),) if self._live else ()
        playlist = Playlist((*replays, *live), speed=16.0, piece_s=0.2, card_s=0.15, result_s=1.0)
        began = time.perf_counter()
        self._controller.stand.begin(playlist)
        show = self._controller.stand.show
        assert show is not None
        show.staged.connect(self._count)
        show.note.connect(self._notes.append)
        self._count(show.stage)
        for tenth in range(11):
            self._play_until(max(min(20, self._pieces // 10), tenth * self._pieces // 10))
            self._until(lambda: show.stage == "replay" and not psutil.Process().children(recursive=True))
            self._held.append((self._shown, Held.now()))
            print(f"{time.perf_counter() - began:6.0f} s {self._shown:6d} pieces {self._held[-1][1]}", flush=True)
        print(f"stages: {self._stages}; notes to the operator: {len(self._notes)} {self._notes[:3]}")
        self._window.shell.close()
        closed = time.perf_counter()
        self._until(lambda: time.perf_counter() - closed > 2)
        print(f"closed: {Held.now()}")
        return self._judged()

    def _count(self, stage: str) -> None:
        self._stages[stage] = self._stages.get(stage, 0) + 1

    def _play_until(self, pieces: int) -> None:
        self._until(lambda: self._shown >= pieces)

    def _until(self, seen: Callable[[], bool]) -> None:
        """Run the event loop until a condition holds; fail after two minutes without change.

        A real event loop is needed: processing events does not run deferred deletions.
        """
        loop, timer = QEventLoop(), QTimer()
        waited, shown = 0, -1

        def look() -> None:
            nonlocal waited, shown
            waited, shown = (waited + 1, shown) if shown == self._shown else (0, self._shown)
            if seen() or waited > 120_000 // LOOK_MS:
                loop.quit()

        timer.timeout.connect(look)
        timer.start(LOOK_MS)
        loop.exec()
        if not seen():
            raise SystemExit(f"nothing new was shown for two minutes after {shown} pieces: {self._stages}")

    def _judged(self) -> int:
        """Check the second half, in which caches are full, for growth."""
        middle, last = self._held[len(self._held) // 2][1], self._held[-1][1]
        grown = last.rss_mb - middle.rss_mb
        files, threads = last.files - middle.files, last.threads - middle.threads
        print(f"second half: {grown:+.1f} MB, {files:+d} files, {threads:+d} threads")
        return 0 if grown < 20 and files < 10 and threads < 4 else 1


def _recorded(home: Path) -> list[Path]:
    """Record three short real runs."""
    from tests.support.engine_runs import outpace  # noqa: PLC0415

    found = []
    for number, plan in enumerate((TIMED, TIMED, RACE)):
        scenario, session = home / f"s{number}.toml", home / f"s{number}.outpace"
        scenario.write_text(SCENARIO.format(plan=plan), encoding="utf-8")
        done = outpace("run", scenario, "--session", session)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        found.append(session)
    return found


def own_home(home: Path) -> None:
    """Redirect all user files to this folder, and use the offscreen platform."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(home)
    for name, folder in (("CONFIG", ".config"), ("DATA", ".data"), ("STATE", ".state"), ("CACHE", ".cache")):
        os.environ[f"XDG_{name}_HOME"] = str(home / folder)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)


if __name__ == "__main__":
    sys.exit(main())
