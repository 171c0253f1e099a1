# SPDX-License-Identifier: Apache-2.0
"""Agents: cost, simultaneity of the start, accuracy of clocks, detection of faults, and a thousand workers.

    python -m tests.benchmarks.agents                          all five, in about seven minutes
    python -m tests.benchmarks.agents --point faults --times 4 one of them, for a quick look

As root on Linux the agents run in a lab (tests/support/agent_lab.py): each with a real sshd, a separate network, and a
separate clock that is ahead by exactly 1000, 2000, ... s, so that the true offset is known to the nanosecond. Elsewhere
they are processes behind pipes that use this machine's clock, as the output mentions. All machines of the lab are on
this computer, which excludes the effects of a physical network and of other processors.

overhead  processor time of the engine's process, of the local ssh clients, and of an agent's and its sshd's processes,
          in percent of a core, with only the heartbeat, and under load without the workers; bytes per second on the
          network; delay of the frames after the end of their second.
start     first calls of one worker on each agent, and of as many local workers.
clock     largest true error, stated uncertainty, and how often it held: idle; with busy cores on the agents; with
          delays of 5 ms there and 0.5 ms back; with 10 ms each way and jitter; with a clock that is 50 ppm fast.
faults    time from a fault to its detection: an agent killed, stopped, or cut off; time from the engine's being killed
          or stopped to the end of all processes of the agents.
thousand  a thousand simulated workers on 8 agents, each with a frame per second, in one session.

Exit status 1 if a limit is exceeded (reference: docs/agents.md).
"""

import argparse
import contextlib
import math
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import wait
from pathlib import Path
from time import perf_counter_ns

import psutil

from app.agents import machine
from app.agents.machine import Agent
from app.driver.load import Load
from app.driver.place import Place
from app.driver.target_load import TargetLoad
from app.engine.recording import Recording
from app.model.documents import TargetDetail
from app.session.connection import open_for_reading
from app.session.writer import SessionWriter
from tests.benchmarks.kept import add_option, keep
from tests.support.agent_lab import Delay, Lab, carrier, laboratory, pythons
from tests.support.driver_run import CONNECT_S
from tests.support.fake_workload import FakeWorkload
from tests.support.simulated_workers import FAR_SIDE, SevenOperations

NS = 1_000_000_000
USERS = 8
WORKERS = 1000
SILENT_S = 3.0
"""Seconds without a message after which an agent is reported as unresponsive."""
PPM = 50
FAST = f"import time\nreal = time.perf_counter_ns\ntime.perf_counter_ns = lambda: real() + real() * {PPM} // 1000000\n"
ROOT = Path(__file__).resolve().parents[2]
LIMITS_S = {"killed": 0.1, "stopped": 3.5, "cut off": 4.5, "engine killed": 0.1, "engine stopped": 4.0}
passed: list[str] = []
"""Limits that were exceeded."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--point", choices=POINTS, action="append", help="all of them if not given")
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each part; of the drifting clock three times")
    parser.add_argument("--times", type=int, default=20, help="each fault")
    parser.add_argument("--pipes", action="store_true", help="no laboratory, as where there is no root")
    add_option(parser)  # used by two of the measurements
    given = parser.parse_args()
    real = False if given.pipes else None
    for point in given.point or POINTS:
        began_s = time.perf_counter()
        print(f"{point}", flush=True)
        POINTS[point](given, real)
        print(f"  {time.perf_counter() - began_s:.0f} s\n", flush=True)
    for what in passed:
        print(f"LIMIT PASSED: {what}")
    return 1 if passed else 0


def require(what: str, value: float, most: float, unit: str) -> None:
    if not value <= most:
        passed.append(f"{what}: {value:.3g} {unit}, at most {most:g}")


@contextlib.contextmanager
def opened(lab: Lab) -> Iterator[list[Agent]]:
    with lab.on_path():
        agents = lab.agents()
        try:
            yield agents
        finally:
            with ThreadPoolExecutor(len(agents)) as pool:
                list(pool.map(Agent.close, agents))


# Overhead


class CpuShare:
    """Processor time of groups of processes since this object was created, in percent of a core."""

    def __init__(self, processes: Sequence[Sequence[psutil.Process]]) -> None:
        self._processes = processes
        self._began_s, self._spent_s = time.perf_counter(), self._spent()

    def _spent(self) -> list[float]:
        return [sum(map(spent_s, every)) for every in self._processes]

    def percent(self) -> list[float]:
        passed_s = time.perf_counter() - self._began_s
        return [100 * (now - before) / passed_s for before, now in zip(self._spent_s, self._spent(), strict=True)]


def spent_s(process: psutil.Process) -> float:
    """Return the processor time so far; for other processes the operating system's resolution is 10 ms."""
    return time.process_time() if process.pid == os.getpid() else float(sum(process.cpu_times()[:2]))


def share(lab: Lab, agents: Sequence[Agent]) -> CpuShare:
    """Measure the engine, all ssh clients, all agents, and all sshd processes."""
    clients = [psutil.Process(carrier(agent).pid) for agent in agents] if lab.real else []
    there = [lab.processes(agent.name)[0] for agent in agents]
    servers = [parent for one in there if lab.real and (parent := one.parent()) is not None]
    return CpuShare([[psutil.Process()], clients, there, servers])


def tell_share(what: str, percent: Sequence[float], agents: int) -> None:
    engine, clients, there, servers = percent
    print(
        f"  {what}: engine {engine:.2f} % of a core, all ssh clients {clients:.2f} %, an agent {there / agents:.2f} %, "
        f"its sshd {servers / agents:.2f} %"
    )


def bytes_on(lab: Lab) -> tuple[int, int]:
    """Return the numbers of bytes sent by and to the machines so far."""
    names = [machine.wire for machine in lab.machines if machine.wire]
    counts = [
        [int(Path(f"/sys/class/net/{name}/statistics/{way}_bytes").read_text("ascii")) for name in names]
        for way in ("rx", "tx")
    ]
    return sum(counts[0]), sum(counts[1])


def overhead(given: argparse.Namespace, real: bool | None) -> None:
    """Measure the overhead of agents."""
    with laboratory(given.agents, real=real) as lab:
        began_s = time.perf_counter()
        with opened(lab) as agents:
            count = len(agents)
            way = "OpenSSH" if lab.real else "pipes"
            print(f"  {count} agents over {way}, all open after {time.perf_counter() - began_s:.1f} s")
            spent, before = share(lab, agents), bytes_on(lab)
            time.sleep(given.seconds)
            percent, after = spent.percent(), bytes_on(lab)
            tell_share("heartbeat", percent, count)
            tell_bytes(before, after, given.seconds)
            require("idle engine", percent[0], 1.0, "% of a core")
            require("idle agent", percent[2] / count, 0.2, "% of a core")
            late_ms: list[float] = []
            wanted = Load(users=USERS * count, seed=1, think_time_s=0.02, workers=count, max_workers=count)
            with TargetLoad(FakeWorkload(delay_s=0.002), wanted, places=agents) as pool:
                start_ns = released(pool)
                follow(pool, 1.0)
                spent, before = share(lab, agents), bytes_on(lab)
                late_ms += follow(pool, given.seconds, start_ns)
                tell_share(f"load, {USERS} users an agent", spent.percent(), count)
                tell_bytes(before, bytes_on(lab), given.seconds)
                pool.stop(CONNECT_S)
            print(f"  frames after their second: {spread(late_ms)} ms")


def tell_bytes(before: tuple[int, int], after: tuple[int, int], seconds: float) -> None:
    here, there = ((now - then) / seconds / 1e3 for then, now in zip(before, after, strict=True))
    print(f"    on the wires {here:.1f} KB/s to the engine, {there:.1f} KB/s from it")


def released(pool: TargetLoad) -> int:
    """Connect all users, release them shortly afterward, and return the start as a value of perf_counter_ns."""
    pool.start()
    if not pool.wait_ready(CONNECT_S):
        raise RuntimeError(f"no load came about: {pool.facts()}")
    start_ns = perf_counter_ns() + NS // 2
    pool.release(start_ns)
    time.sleep(0.5)
    return start_ns


def follow(pool: TargetLoad, seconds: float, start_ns: int = 0) -> list[float]:
    """Receive frames; return the milliseconds from the end of each frame's second to its arrival."""
    late_ms, until_s = [], time.perf_counter() + seconds
    while (left_s := until_s - time.perf_counter()) > 0:
        wait(pool.connections, min(left_s, 0.2))
        late_ms += [(perf_counter_ns() - start_ns - frame.to_ns) / 1e6 for frame in pool.frames()]
    return late_ms


def spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    p99 = ordered[math.ceil(0.99 * len(ordered)) - 1]
    return f"p50 {statistics.median(ordered):.1f}, p99 {p99:.1f}, max {ordered[-1]:.1f}"


# Start


def start(given: argparse.Namespace, real: bool | None) -> None:
    """Measure the simultaneity of the start."""
    with laboratory(given.agents, real=real) as lab, opened(lab) as agents:
        for name, places in (("agents", agents), ("workers here", ())):
            found = [first_calls(given.agents, places, lab) for _ in range(3)]
            whole = ", ".join(f"{max(late) - min(late):.0f}" for late in found)
            every = [late for late_us in found for late in late_us]
            print(
                f"  {given.agents} {name}: first calls {min(every):.0f} to {max(every):.0f} us after the start, "
                f"spread {whole} us"
            )


def first_calls(count: int, places: Sequence[Place], lab: Lab) -> list[float]:
    """Return the time of each worker's first call, in microseconds after the common start."""
    with tempfile.TemporaryDirectory() as folder:
        diary = Path(folder) / "diary"
        load = Load(users=USERS * count, seed=1, think_time_s=0.02, workers=count, max_workers=count)
        with TargetLoad(FakeWorkload(delay_s=0.002, diary=str(diary)), load, places=places) as pool:
            start_ns = released(pool)
            follow(pool, 1.5)
            pool.stop(CONNECT_S)
        begun = [int(line.split()[1]) for line in diary.read_text("utf-8").splitlines() if line.startswith("begin")]
    # Clocks in the lab are ahead by whole multiples of this many nanoseconds.
    whole = 1000 * NS if lab.real and places else 1 << 62
    return [(moment - start_ns + NS) % whole / 1e3 - 1e6 for moment in begun]


# Clock


class Truth:
    """Stated and true offsets of an agent's clock."""

    def __init__(self, case: str, agent: Agent, ahead_ns: int, *, ppm: int = 0) -> None:
        self.case, self.agent, self._ahead_ns, self._ppm = case, agent, ahead_ns, ppm
        self.error_us: list[float] = []
        self.stated_us: list[float] = []

    def look(self) -> None:
        clock, now_ns = self.agent.clock, perf_counter_ns()
        true_ns = self._ahead_ns + (now_ns + self._ahead_ns) * self._ppm // 1_000_000
        self.error_us.append(abs(clock.ns - true_ns) / 1e3)
        self.stated_us.append(clock.uncertainty_ns / 1e3)

    def tell(self) -> None:
        held = sum(error <= stated for error, stated in zip(self.error_us, self.stated_us, strict=True))
        print(
            f"  {self.case}: error {statistics.median(self.error_us):.0f} us, most {max(self.error_us):.0f}; "
            f"stated ± {statistics.median(self.stated_us):.0f}, {max(self.stated_us):.0f}; held {held} of "
            f"{len(self.error_us)}; changed its pace {self.agent.uneven} times"
        )
        require(f"clock, {self.case}: not held", len(self.error_us) - held, 0, "times")

    def shares(self) -> list[float]:
        """Return each error as a share of the stated uncertainty."""
        return [error / stated for error, stated in zip(self.error_us, self.stated_us, strict=True)]


def clock(given: argparse.Namespace, real: bool | None) -> None:
    """Measure the accuracy of the clocks."""
    delays = {"asymmetric": Delay(0.005, 0.0005), "far": Delay(0.01, 0.01, 0.003)}
    names = ["calm", "asymmetric", "far", "fast"]
    with laboratory(0, names=names, delays=delays, real=real) as lab, lab.on_path():
        agents = [lab.agent(name) for name in names[:-1]]
        plain = machine.FAR_SIDE
        machine.FAR_SIDE = FAST + plain
        try:
            agents.append(lab.agent("fast"))
        finally:
            machine.FAR_SIDE = plain
        cases = ("calm", "5 ms there, 0.5 ms back", "10 + 10 ms, jitter 3 ms", f"{PPM} ppm fast")
        if not lab.real:
            cases = ("calm, over pipes", "again", "again", cases[-1])
        ahead_ns = [lab[name].ahead_ns for name in names]
        truths = [
            Truth(case, agent, ahead, ppm=PPM if agent.name == "fast" else 0)
            for case, agent, ahead in zip(cases, agents, ahead_ns, strict=True)
        ]
        watch(truths, 3 * given.seconds)
        busy = [
            Truth("every core busy", agents[0], ahead_ns[0]),
            Truth("busy and fast", agents[3], ahead_ns[3], ppm=PPM),
        ]
        burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(psutil.cpu_count() or 1)]
        try:
            watch(busy, given.seconds)
        finally:
            for burner in burners:
                burner.kill()
        for truth in [*truths, *busy]:
            truth.tell()
        if given.keep:
            keep("agents", {f"error of the clock / its ±, {one.case}": one.shares() for one in [*truths, *busy]})
        for agent in agents:
            agent.close()


def watch(truths: Sequence[Truth], seconds: float) -> None:
    until_s = time.perf_counter() + seconds
    while time.perf_counter() < until_s:
        for truth in truths:
            truth.look()
        time.sleep(0.5)


# Fault detection


def faults(given: argparse.Namespace, real: bool | None) -> None:
    """Measure the detection of faults."""
    ratios: dict[str, Sequence[float]] = {}
    with laboratory(given.agents, real=real) as lab, lab.on_path():
        for fault, ways in FAULTS.items():
            found: list[float] = []
            if fault == "cut off" and not lab.real:
                print("  cut off: there is no wire")
                continue
            while len(found) < given.times:
                found += ways(lab)
            ordered = sorted(found[: given.times])
            print(
                f"  {fault}: known after {statistics.median(ordered):.3f} s (median of {len(ordered)}), "
                f"at most {ordered[-1]:.3f} s; limit {LIMITS_S[fault]:g} s"
            )
            require(fault, ordered[-1], LIMITS_S[fault], "s")
            ratios[f"{fault}, until it is known / limit of {LIMITS_S[fault]:g} s"] = [
                one / LIMITS_S[fault] for one in found[: given.times]
            ]
    if given.keep:
        keep("agents", ratios)


def after_fault(
    lab: Lab, fault: Callable[[Agent], object], is_known: Callable[[Agent], bool], mend: Callable[[Agent], object]
) -> list[float]:
    """Cause a fault on all agents of the lab, 50 ms apart; return the seconds until each is detected."""
    with opened(lab) as agents:
        time.sleep(0.5)
        at_ns: dict[str, int] = {}
        known_s: dict[str, float] = {}

        def look() -> None:
            for agent in agents:
                if agent.name in at_ns and agent.name not in known_s and is_known(agent):
                    moment_ns = agent.lost_ns or perf_counter_ns()
                    known_s[agent.name] = (moment_ns - at_ns[agent.name]) / 1e9

        for agent in agents:
            at_ns[agent.name] = perf_counter_ns()
            fault(agent)
            until_s = time.perf_counter() + 0.05
            while time.perf_counter() < until_s:
                look()
                time.sleep(0.002)
        until_s = time.perf_counter() + 15
        while len(known_s) < len(agents) and time.perf_counter() < until_s:
            look()
            time.sleep(0.002)
        for agent in agents:
            mend(agent)
        return [known_s.get(agent.name, math.inf) for agent in agents]


def nothing(agent: Agent) -> None:
    pass


def killed(lab: Lab) -> list[float]:
    return after_fault(lab, lambda agent: lab.processes(agent.name)[0].kill(), lambda agent: agent.lost, nothing)


def stopped(lab: Lab) -> list[float]:
    def wake(agent: Agent) -> None:
        for one in lab.processes(agent.name):
            one.resume()

    return after_fault(
        lab, lambda agent: lab.processes(agent.name)[0].suspend(), lambda agent: agent.silent_s >= SILENT_S, wake
    )


def cut_off(lab: Lab) -> list[float]:
    return after_fault(
        lab, lambda agent: lab[agent.name].cut(), lambda agent: agent.lost, lambda agent: lab[agent.name].mend()
    )


def engine_ends(lab: Lab, how: signal.Signals) -> list[float]:
    """Stop the engine while it has a worker on each agent; return the seconds until each process there has ended."""
    names = [one.name for one in lab.machines]
    command = [sys.executable, "-P", "-m", "tests.support.abandoned_engine", str(len(names)), *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as engine:
        assert engine.stdout is not None
        engine.stdout.readline()
        roots = [one.sshd.pid for one in lab.machines if one.sshd is not None] or [engine.pid]
        there = {one.pid: one for root in roots for one in pythons(root) if one.pid != engine.pid}
        at_ns, ended_s = perf_counter_ns(), []
        engine.send_signal(how)
        try:
            while there and perf_counter_ns() - at_ns < 15 * NS:
                for pid in [pid for pid, one in there.items() if has_ended(one)]:
                    ended_s.append((perf_counter_ns() - at_ns) / 1e9)
                    del there[pid]
                time.sleep(0.002)
        finally:
            engine.kill()
        return [*ended_s, *[math.inf for _ in there]]


def has_ended(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.status() == psutil.STATUS_ZOMBIE
    return True


FAULTS: dict[str, Callable[[Lab], list[float]]] = {
    "killed": killed,
    "stopped": stopped,
    "cut off": cut_off,
    "engine killed": lambda lab: engine_ends(lab, signal.SIGKILL),
    "engine stopped": lambda lab: engine_ends(lab, signal.SIGSTOP),
}


# A thousand workers


def thousand(given: argparse.Namespace, real: bool | None) -> None:
    """Measure a thousand workers."""
    plain = machine.FAR_SIDE
    machine.FAR_SIDE = FAR_SIDE.format(root=str(ROOT))
    try:
        with laboratory(8, real=real) as lab, opened(lab) as agents, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "thousand.outpace"
            origin_ns = perf_counter_ns()
            with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=origin_ns) as writer:
                take_in(agents, Recording(writer, origin_ns), given.seconds)
            tell_size(path, given.seconds)
    finally:
        machine.FAR_SIDE = plain


def tell_size(path: Path, seconds: float) -> None:
    connection = open_for_reading(path)
    try:
        rows = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall()
    finally:
        connection.close()
    sizes = {str(name): int(str(size)) / seconds for name, size in rows}
    latency, sample = (sizes.get(name, 0.0) for name in ("latency", "sample"))
    eight_hours = 8 * 3600 / 2**30
    print(
        f"  session: latencies {latency / 1e3:.0f} KB a second ({latency * eight_hours:.2f} GiB in 8 h), the workers' "
        f"own counters {sample / 1e3:.0f} KB ({sample * eight_hours:.1f} GiB)"
    )


def take_in(agents: Sequence[Agent], recording: Recording, seconds: float) -> None:
    recording.add_system("A", "baseline", "", {})
    (system,) = recording.systems
    recording.add_target(system, TargetDetail())
    load = Load(users=WORKERS, seed=1, workers=WORKERS, max_workers=WORKERS)
    with TargetLoad(SevenOperations(), load, places=agents) as pool:
        target = recording.put_under_load(system, 0, pool, [])
        pool.start()
        if not pool.wait_ready(CONNECT_S):
            raise RuntimeError(f"no load came about: {pool.facts()}")
        start_ns = perf_counter_ns() + NS
        pool.release(start_ns)
        recording.begin(start_ns)
        time.sleep(max((start_ns - perf_counter_ns()) / 1e9, 0.0))
        clients = share_of_clients(agents)
        spent, began_s, late_ms, commit_s = time.process_time(), time.perf_counter(), [], []
        commit_ns = NS + NS // 2
        while perf_counter_ns() - start_ns < (seconds + 0.9) * NS:
            wait(pool.connections, 0.1)
            for frame in pool.frames():
                late_ms.append((perf_counter_ns() - start_ns - frame.to_ns) / 1e6)
                recording.frame(system, target, frame)
            if perf_counter_ns() - start_ns > commit_ns:
                before_s = time.perf_counter()
                recording.warn_of_limits()
                recording.commit()
                commit_s.append(time.perf_counter() - before_s)
                commit_ns += NS
        passed_s = time.perf_counter() - began_s
        percent = 100 * (time.process_time() - spent) / passed_s
        recording.stop_measuring()
        wanted = WORKERS * int(seconds)
        print(
            f"  {WORKERS} workers over {len(agents)} agents, {seconds:.0f} s: {len(late_ms)} frames of {wanted}, told "
            f"late {recording.late_samples}, facts {len(pool.facts())}\n"
            f"  engine {percent:.1f} % of a core, ssh clients {sum(clients.percent()):.1f} %\n"
            f"  frames after their second: {spread(late_ms)} ms; commit {spread([1e3 * one for one in commit_s])} ms"
        )
        require("frames missing", wanted - len(late_ms), 0, "")
        require("told late", recording.late_samples, 0, "")
        require("engine with a thousand workers", percent, 100 / 3, "% of a core")


def share_of_clients(agents: Sequence[Agent]) -> CpuShare:
    return CpuShare([[psutil.Process(carrier(agent).pid)] for agent in agents])


POINTS: dict[str, Callable[[argparse.Namespace, bool | None], None]] = {
    "overhead": overhead,
    "start": start,
    "clock": clock,
    "faults": faults,
    "thousand": thousand,
}

if __name__ == "__main__":
    raise SystemExit(main())
