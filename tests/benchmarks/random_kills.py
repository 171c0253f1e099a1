# SPDX-License-Identifier: Apache-2.0
"""Random kills and freezes: lost data and leftovers of a run when any of its processes dies at any moment.

    nice python -m tests.benchmarks.random_kills [--rounds 200] [--seed N] [--at-once 1] [--folder EMPTY]

A round is a short run of the program itself on an embedded pair, in a private home folder. At a random time a random
process of it (engine, worker, collector, ...), or its whole tree, gets SIGKILL, or SIGSTOP for a random time and then
SIGCONT or SIGKILL. Afterward, each round is checked for:

- opens: whether the session can be read (a run that never began has no session);
- lost: seconds between the signal and the last second recorded from each source and target; the worst of them. The
  signal's time is this program's own clock reading and counts between the common start and the end of the load. A
  process that was frozen and continued loses nothing, but its data may be late (`gap`, without the frozen time);
- processes: processes of the round that are still running 8 s after the engine ended;
- files: files in its folders other than the session, the databases, and the log, after the session was read and the
  next engine would have started.

Expected: every session opens, at most 2 s are lost, and no process or file is left. `--seed S --rounds 1` repeats the
round with seed S. Rounds identify their processes only by a mark in the environment, so that several can run at once.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import psutil

from app.control.link import own_program
from app.control.rendezvous import sweep
from app.session.connection import open_for_reading
from app.session.reader import SessionReader
from app.session.seal import settle, verify
from app.session.session_error import SessionError
from tests.support.engine_runs import outpace, scenario_file

MARK = "OUTPACE_RANDOM_KILLS"
VICTIMS = {"engine": 36, "worker": 26, "collector": 12, "preparation": 10, "command": 6, "tracker": 4, "tree": 6}
"""Probabilities of the processes in percent.

"tracker" is multiprocessing's resource tracker or fork server; "tree" is all processes of the run, frozen together.
"""
MOST_LOST_S = 2.0
RUN_S = 3.0
LOAD_S = RUN_S + 1.5
"""Approximate seconds from the common start to the end of the load."""
COMMAND_S = 0.8
ENDS_S = 150.0
ORPHANS_S = 8.0
CLEAN = {"session.outpace", "scenario.toml", "said.txt", "outcome"}
LOGS = {"engine.log", "confirmations.jsonl"}


class Outcome(msgspec.Struct):
    """Outcome of one round.

    Attributes:
        at_s: time of the signal in seconds since the common start; NaN if it was sent before.
    """

    seed: int
    victim: str
    action: str
    frozen_s: float = 0.0
    phase: str = ""
    at_s: float = float("nan")
    opens: bool = True
    lost_s: float = float("nan")
    gap_s: float = float("nan")
    end: str = ""
    processes: int = 0
    files: list[str] = []
    left_at_once: list[str] = []
    trouble: str = ""
    starved_s: float = 0.0
    took_s: float = 0.0

    @property
    def failed(self) -> bool:
        """True if the outcome is not the expected one."""
        lost = self.lost_s > MOST_LOST_S
        return bool(not self.opens or lost or self.processes or self.files or self.trouble)


class Round:
    """One run and its fault, in a process with a private home folder (see `environment`)."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        (self.victim,) = self.random.choices(list(VICTIMS), list(VICTIMS.values()))
        actions = ("freeze",) if self.victim == "tree" else ("kill", "kill", "freeze", "freeze, kill")
        self.outcome = Outcome(seed, self.victim, self.random.choice(actions))
        if self.outcome.action != "kill":
            self.outcome.frozen_s = round(10 ** self.random.uniform(-1, 0.8), 2)
        self.folder = folder
        self.session = folder / "session.outpace"
        self.mark = os.environ[MARK]
        self.signalled_ns = 0

    def go(self) -> Outcome:
        """Run the round and return its outcome."""
        began = time.monotonic()
        outcome = self.outcome
        scenario = scenario_file(self.folder, users=2, warmup_s=1, run_s=RUN_S)
        text = scenario.read_text(encoding="utf-8")
        scenario.write_text(text.replace("[plan]", f'[start]\ncommand = "sleep {COMMAND_S}; true"\n[plan]'), "utf-8")
        with (self.folder / "said.txt").open("wb") as said:
            engine = subprocess.Popen(
                [*own_program(), "run", str(scenario), "--session", str(self.session), "--allow-command"],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        try:
            self._strike(psutil.Process(engine.pid))
            try:
                engine.wait(ENDS_S)
            except subprocess.TimeoutExpired:
                outcome.trouble = f"the engine still runs after {ENDS_S:g} s"
        finally:
            engine.kill()
            engine.wait()
            left = self._processes_left()
            outcome.processes = len(left)
            for process in left:
                with contextlib.suppress(psutil.Error):
                    process.kill()
        outcome.left_at_once = self._files()
        self._judge()
        sweep()
        if any("unfinished" in name for name in self._files()):
            outpace("build", scenario, timeout_s=ENDS_S)  # as at the next start of this scenario
        outcome.files = self._files()
        outcome.took_s = round(time.monotonic() - began, 1)
        return outcome

    # Fault

    def _strike(self, engine: psutil.Process) -> None:
        """Send the signal at a random time once the process exists; usually after the common start."""
        from_start = self.victim in {"engine", "worker", "collector", "tracker", "tree"} and self.random.random() < 0.75
        wait_s = {"command": COMMAND_S, "preparation": 1.5}.get(self.victim, LOAD_S if from_start else 5.0)
        after_s = self.random.uniform(0, wait_s)
        until = None
        while engine.is_running() and engine.status() != psutil.STATUS_ZOMBIE:
            before = time.monotonic()
            processes = self._victims(engine)
            if processes and until is None and (not from_start or self._is_loaded()):
                until = time.monotonic() + after_s
            if processes and until is not None and time.monotonic() >= until:
                self._signal(processes)
                return
            time.sleep(0.02)
            self.outcome.starved_s = round(max(self.outcome.starved_s, time.monotonic() - before - 0.02), 2)
        self.outcome.action = "came too late"

    def _is_loaded(self) -> bool:
        """Return whether the common start has passed, according to the session."""
        try:
            with SessionReader.open(self.session) as reader:
                return reader.start_ns is not None and reader.start_ns <= time.perf_counter_ns()
        except SessionError:
            return False

    def _victims(self, engine: psutil.Process) -> list[psutil.Process]:
        if self.victim == "engine":
            return [engine]
        children = sorted(self._children(engine), key=lambda child: child.pid)
        if self.victim == "tree":
            return [engine, *children]
        kinds = self._kinds(children)
        found = [child for child in children if kinds.get(child.pid) == self.victim]
        return [self.random.choice(found)] if found else []

    def _children(self, engine: psutil.Process) -> list[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            return engine.children(recursive=True)
        return []

    def _kinds(self, children: Sequence[psutil.Process]) -> dict[int, str]:
        """Return each child's kind, determined from its command, open files, and start time."""
        kinds: dict[int, str] = {}
        for child in children:
            with contextlib.suppress(psutil.Error, OSError):
                command = " ".join(child.cmdline())
                if "resource_tracker" in command or child.name() == "fork server":
                    kinds[child.pid] = "tracker"
                elif "multiprocessing" not in command and " -m app " not in command:
                    kinds[child.pid] = "command"
                    self.commanded = True
                else:
                    first = getattr(self, "first", child.pid)
                    self.first = first
                    opened = any(name.endswith("dvdstore.db") for name in _open_files(child.pid))
                    working = opened and getattr(self, "commanded", False)
                    kinds[child.pid] = "collector" if child.pid == first else "worker" if working else "preparation"
        return kinds

    def _signal(self, processes: Sequence[psutil.Process]) -> None:
        frozen = self.outcome.action != "kill"
        self.signalled_ns = time.perf_counter_ns()
        for process in processes:
            with contextlib.suppress(psutil.Error):
                process.send_signal(signal.SIGSTOP if frozen else signal.SIGKILL)
        if frozen:
            time.sleep(self.outcome.frozen_s)
            for process in processes:
                with contextlib.suppress(psutil.Error):
                    if self.outcome.action == "freeze":
                        process.send_signal(signal.SIGCONT)
                    else:
                        process.send_signal(signal.SIGKILL)

    # Leftovers

    def _processes_left(self) -> list[psutil.Process]:
        """Return the processes of this round, identified by their mark, that still run after some seconds."""
        until = time.monotonic() + ORPHANS_S
        while True:
            found = [process for process in psutil.process_iter() if self._is_ours(process)]
            if not found or time.monotonic() > until:
                return found
            time.sleep(0.1)

    def _is_ours(self, process: psutil.Process) -> bool:
        if process.pid == os.getpid():
            return False
        try:
            return process.status() != psutil.STATUS_ZOMBIE and process.environ().get(MARK) == self.mark
        except (psutil.Error, OSError):
            return False

    def _files(self) -> list[str]:
        """Return unexpected files in the round's folders."""
        found = []
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            # SQLite's files are expected: a killed worker's journals stay with its databases until a restore.
            database = name.startswith("databases/") and path.name.startswith("dvdstore.")
            database = database and "unfinished" not in path.name
            if not path.is_dir() and not database and name not in CLEAN and path.name not in LOGS:
                found.append(name)
        return found

    def _judge(self) -> None:
        outcome = self.outcome
        if not self.session.exists():
            outcome.end = "never begun"
            return
        try:
            settle(self.session)
            with SessionReader.open(self.session) as reader:
                outcome.end = "cut off" if reader.end is None else "valid" if reader.end.valid else "invalid"
                origin_ns = reader.info.clock_origin_ns
                start_ns = reader.start_ns
                measured = [phase.from_s for phase in reader.phases if phase.name == "measure"]
                at_s = (self.signalled_ns - start_ns) / 1e9 if start_ns is not None and self.signalled_ns else -1.0
                phases = [phase.name for phase in reader.phases if start_ns is None or phase.from_s <= at_s]
                outcome.phase = phases[-1] if phases else ""
            if outcome.end in ("valid", "invalid") and not verify(self.session):
                outcome.trouble = "the seal is broken"
        except SessionError as error:
            outcome.opens = False
            outcome.trouble = str(error)
            return
        if at_s >= 1 and start_ns is not None:
            outcome.at_s = round(at_s, 2)
            end_s = measured[0] + RUN_S if measured else at_s
            # On a busy machine the signal may come after the end of the load but before the engine ends.
            self._measure(start_ns - origin_ns, min(at_s, end_s), end_s)

    def _measure(self, start_ns: int, at_s: float, end_s: float) -> None:
        """Measure the loss of each recorded source and target.

        That is how long before the signal its last recorded second ended, and how long after the signal the next one
        arrived. Seconds count from the common start.
        """
        outcome = self.outcome
        at_ns, end_ns = (start_ns + round(moment * 1e9) for moment in (at_s, end_s))
        connection = open_for_reading(self.session)
        try:
            times: dict[str, list[int]] = {}
            # Sources that are read only occasionally cannot show a loss.
            rows = "SELECT source, t_ns FROM sample WHERE source IN (SELECT id FROM source WHERE name <> 'cumulative')"
            for source, t_ns in connection.execute(f"{rows} ORDER BY t_ns"):
                times.setdefault(f"source {source}", []).append(int(t_ns))
            rows = "SELECT DISTINCT target, latency.to_ns + start.t_ns FROM latency, start"
            for target, to_ns in connection.execute(f"{rows} ORDER BY 2"):
                times.setdefault(f"target {target}", []).append(int(to_ns))
        finally:
            connection.close()
        before = {name: [t for t in found if t <= at_ns] for name, found in times.items()}
        outcome.lost_s = round(max((at_ns - max(found[-1], start_ns)) / 1e9 for found in before.values() if found), 2)
        if outcome.action == "freeze":
            after = {name: [t for t in found if t > at_ns] for name, found in times.items() if before[name]}
            gaps = [((found[0] if found else end_ns) - before[name][-1]) / 1e9 for name, found in after.items()]
            outcome.gap_s = round(max(gaps) - outcome.frozen_s, 2)


def _open_files(pid: int) -> Iterator[str]:
    folder = Path(f"/proc/{pid}/fd")
    for one in folder.iterdir():
        with contextlib.suppress(OSError):
            yield os.readlink(one)


# Rounds


def environment(folder: Path) -> dict[str, str]:
    """Return an environment with a private home folder and a mark that every process of the round inherits."""
    (runtime := folder / "r").mkdir(mode=0o700)
    (temporary := folder / "t").mkdir()
    own = {"HOME": folder / "h", "TMPDIR": temporary, "XDG_RUNTIME_DIR": runtime}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**kept, **{name: str(path) for name, path in own.items()}, MARK: uuid.uuid4().hex}


def played(seed: int, root: Path, built: Path) -> Outcome:
    """Run a round in a separate process; return its outcome. Three of four begin with the databases in `built`."""
    folder = root / str(seed)
    folder.mkdir()
    if random.Random(-seed).random() < 0.75:
        shutil.copytree(built, folder / "databases")
    command = [
        sys.executable,
        "-P",
        "-m",
        "tests.benchmarks.random_kills",
        "--round",
        str(seed),
        "--folder",
        str(folder),
    ]
    here = Path(__file__).parent.parent.parent
    done = subprocess.run(command, env=environment(folder), cwd=here, capture_output=True, text=True, check=False)
    try:
        outcome = msgspec.msgpack.decode((folder / "outcome").read_bytes(), type=Outcome)
    except (OSError, ValueError):
        return Outcome(seed, "?", "?", trouble=f"the round itself failed: {done.stderr[-2000:]}")
    if not outcome.failed:
        shutil.rmtree(folder)
    return outcome


def built_databases(root: Path) -> Path:
    """Build the pristine databases of the pair."""
    folder = root / "built"
    folder.mkdir()
    done = outpace("build", scenario_file(folder), timeout_s=600)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return folder / "databases"


def line_of(one: Outcome) -> str:
    """Return the outcome of a round as one line."""
    told = f"{one.seed:>8}  {one.victim:11} {one.action:13} {one.frozen_s:5.2f}  {one.phase:9} at {one.at_s:6.2f}"
    told += f"  {one.end:11} lost {one.lost_s:5.2f}  gap {one.gap_s:5.2f}  processes {one.processes}"
    told += f"  files {len(one.files)} (at once {len(one.left_at_once)})  starved {one.starved_s:4.2f}"
    return told + f"  {one.took_s:5.1f} s" + (f"  FAILED {one.trouble} {' '.join(one.files)}" if one.failed else "")


def table(outcomes: Sequence[Outcome]) -> str:
    """Return counts by victim and action, and the worst round."""
    lines = [
        "victim       action         rounds  no open  worst lost  worst gap  processes  files  at once  "
        "valid  invalid  cut off  never begun"
    ]
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault((one.victim, one.action), []).append(one)
    for (victim, action), found in [*sorted(groups.items()), (("all", ""), list(outcomes))]:
        ends: Mapping[str, int] = Counter(one.end for one in found)
        lines.append(
            f"{victim:12} {action:13} {len(found):7} {sum(not one.opens for one in found):8} "
            f"{_worst([one.lost_s for one in found]):>11} {_worst([one.gap_s for one in found]):>10} "
            f"{sum(one.processes for one in found):10} {sum(len(one.files) for one in found):6} "
            f"{sum(len(one.left_at_once) for one in found):8} {ends['valid']:6} {ends['invalid']:8} "
            f"{ends['cut off']:8} {ends['never begun']:12}"
        )
    return "\n".join(lines)


def _worst(values: Sequence[float]) -> str:
    known = [value for value in values if value == value]
    return f"{max(known):.2f} s" if known else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="that hit a process")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each has the next")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where failed rounds are kept")
    parser.add_argument("--round", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.round is not None:
        outcome = Round(options.round, options.folder).go()
        (options.folder / "outcome").write_bytes(msgspec.msgpack.encode(outcome))
        return
    root = Path(tempfile.mkdtemp(prefix="kills-", dir=options.folder))
    built = built_databases(root)
    outcomes: list[Outcome] = []
    late = 0
    seed = options.seed
    with ThreadPoolExecutor(options.at_once) as pool:
        while len(outcomes) < options.rounds and late < max(20, options.rounds):
            wanted = min(options.at_once, options.rounds - len(outcomes))
            for one in pool.map(lambda number: played(number, root, built), range(seed, seed + wanted)):
                print(line_of(one), flush=True)
                if one.action == "came too late":
                    late += 1
                else:
                    outcomes.append(one)
            seed += wanted
    print(f"\n{table(outcomes)}\n\n{late} rounds more ended before their signal.")
    worst = sorted((one for one in outcomes if one.lost_s == one.lost_s), key=lambda one: -one.lost_s)[:5]
    print("\nThe worst losses:\n" + "\n".join(map(line_of, worst)))
    failed = [one for one in outcomes if one.failed]
    print(f"\n{len(failed)} of {len(outcomes)} rounds failed" + "".join(f"\n{line_of(one)}" for one in failed))
    if failed:
        print(f"Their folders: {root}\nTheir seeds: {json.dumps([one.seed for one in failed])}")
        sys.exit(1)
    shutil.rmtree(root)


if __name__ == "__main__":
    main()
