# SPDX-License-Identifier: Apache-2.0
"""One synthetic session of each kind, written by the real SessionWriter. Nothing here was measured."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.joining.join import join_sessions
from app.model.documents import MeasuredPart, MeasuredStep, MeasuredSystem
from app.scenario.reading import read_scenario
from app.ui.compare.compared_systems import Candidate, candidate_of, chosen_columns
from app.ui.compare.comparison_session import CompareRequest, make_comparison
from app.ui.compare.differences import differences_of
from tests.support.recorded import PAIR, SECOND, TRIO, SyntheticRun, SyntheticSystem, race_run, recorded
from tests.support.repeated import RepeatedRun


def compared(
    sessions: Sequence[Candidate], marked: Sequence[tuple[int, str]], folder: Path, alignment: str = "start"
) -> Path:
    """Return a comparison of these systems, the first of which is the baseline."""
    columns = chosen_columns(sessions, marked)
    request = CompareRequest(
        tuple(columns), "A", alignment, "Compared", overlay=False, differences=differences_of(columns), keep_in=folder
    )  # type: ignore[arg-type]
    return make_comparison(request, lambda _share: None).path


DEPTHS = """title = "Two drives"

[workload]
name = "storage-io"
read_percent = 100

[plan]
name = "queue-depth-sweep"
depths = [1, 4]
passes = ["read"]
"""


def ended(path: Path) -> Path:
    return recorded(path, seconds=90)


def growing(path: Path) -> Path:
    SyntheticRun(path).seconds(40)
    return path


def repeats(path: Path) -> Path:
    run = RepeatedRun(path)
    run.repeats(3, seconds=12)
    return run.finish()


def alike(path: Path) -> Path:
    twin = type(PAIR[0])("Write-ahead log", "challenger", PAIR[0].orders_per_s, dip_every_s=29)
    run = RepeatedRun(path, (PAIR[0], twin), seed=5)
    run.repeats(3, seconds=58)
    return run.finish()


def sweep(path: Path) -> Path:
    run = RepeatedRun(path, plan='name = "user-sweep"\nusers = [2, 8]')
    run.sweep([2, 8], seconds=12)
    return run.finish()


def invalid_sweep(path: Path) -> Path:
    run = RepeatedRun(path, plan='name = "user-sweep"\nusers = [2, 8]')
    run.sweep([2, 8], seconds=12)
    return run.finish(valid=False, reasons=["B: 5 users were lost"])


def depths(path: Path) -> Path:
    run = SyntheticRun(path, warm_up_s=1_000, scenario_toml=DEPTHS)
    run.seconds(3)
    for number, depth in enumerate((1, 4)):
        run.writer.phase(run.start_ns + run.tick * SECOND, "measure", run=1, step=number)
        run.seconds(12)
        systems = {letter: MeasuredSystem(users=depth) for letter in "AB"}
        step = MeasuredStep(
            from_s=run.tick - 12, to_s=run.tick, io_pass="read", block_kb=8, outstanding=depth, systems=systems
        )
        run.writer.document(run.start_ns + run.tick * SECOND, step, name=f"depth {depth}", run=1, step=number)
    return run.finish()


def race(path: Path) -> Path:
    return race_run(path, {"A": 12.0, "B": 7.5}).finish()


def invalid(path: Path) -> Path:
    run = SyntheticRun(path)
    run.seconds(60)
    return run.finish(valid=False, reasons=["7 of 8 users are at work"])


def imported(path: Path) -> Path:
    rows = ["system,run,metric,value"]
    for number, (one, other) in enumerate(((146_413, 283_211), (149_141, 281_741), (146_931, 280_464)), 1):
        rows += [f"Disks,{number},OPM,{one}", f"Flash,{number},OPM,{other}"]
    totals = path.with_suffix(".csv")
    totals.write_text("\n".join(rows), encoding="utf-8")
    import_results(ImportRequest((FileToImport(totals),)), path)
    return path


def of_two_sessions(path: Path) -> Path:
    one = recorded(path.with_name("one.outpace"), PAIR[:1], seconds=60)
    other = recorded(path.with_name("other.outpace"), PAIR[1:], seconds=60)
    found = [candidate_of(session) for session in (one, other)]
    return compared(found, [(0, "A"), (1, "A")], path.parent / "made")


def three(path: Path) -> Path:
    return recorded(path, TRIO, seconds=60)


def two_repeats(path: Path, system: SyntheticSystem, second_at: int) -> Path:
    """Record two repeats; the start of the second depends on the duration of the restore."""
    run = SyntheticRun(path, (system,))
    run.seconds(second_at)
    run.writer.phase(run.start_ns + second_at * 1_000_000_000, "measure", run=2)
    run.writer.document(
        0,
        MeasuredStep(
            users=8, rate=0, from_s=second_at, to_s=second_at + 20, systems={"A": MeasuredSystem(orders=second_at)}
        ),
        run=2,
    )
    run.seconds(20)
    return run.finish()


def pulses(path: Path) -> Path:
    """Record two pulses in one measurement."""
    run = RepeatedRun(path, plan='name = "load-profile"\nlow = 2\nhigh = 8\nlow_s = 8\nhigh_s = 4\npulses = 2')
    run.seconds(40)
    edges = (4, 12, 16, 24, 28, 36)
    parts = [
        MeasuredPart(name=name, from_s=begin, to_s=end, users=(users, users))
        for (name, users), (begin, end) in zip([("low", 2), ("high", 8)] * 3, itertools.pairwise(edges), strict=False)
    ]
    systems = {letter: MeasuredSystem(users=3.5) for letter in "AB"}
    step = MeasuredStep(from_s=4, to_s=36, users=3.5, systems=systems, parts=parts)
    run.writer.document(run.start_ns + run.tick * SECOND, step, name="3.5 users", run=1, step=0)
    return run.finish()


def limit(path: Path) -> Path:
    """Record a search by mean latency in which the limit of each system is found."""
    return searched(path, ((8, True), (12, False), (9, False)), ((8, True), (16, True), (17, False)))


def ceiling(path: Path) -> Path:
    """Record a search in which A's limit is found and B reaches its highest level."""
    return searched(path, ((8, True), (12, False), (9, False)), ((8, True), (16, True), (24, True)))


def searched(path: Path, *systems: Sequence[tuple[int, bool]]) -> Path:
    """Record a search of three steps, given each system's users in a step and whether the limit held."""
    run = RepeatedRun(path, plan='name = "latency-limit"\nfigure = "mean"\nlimit_ms = 100')
    run.seconds(40)
    for step, tried in enumerate(zip(*systems, strict=True)):
        told = {
            letter: MeasuredSystem(users=users, held=held) for letter, (users, held) in zip("AB", tried, strict=True)
        }
        run.told_step(5 + 12 * step, 16 + 12 * step, step, told)
    return run.finish()


def patterns(path: Path) -> Path:
    run = SyntheticRun(path, warm_up_s=1_000, scenario_toml=read_scenario("drives-patterns").text)
    run.seconds(3)
    for number, (access, block_kb, outstanding) in enumerate((("sequential", 1024, 8), ("random", 4, 1))):
        run.writer.phase(run.start_ns + run.tick * SECOND, "measure", run=1, step=number)
        run.seconds(12)
        systems = {letter: MeasuredSystem(users=outstanding) for letter in "AB"}
        step = MeasuredStep(
            from_s=run.tick - 12, to_s=run.tick, io_pass="read", block_kb=block_kb, access=access, threads=1,
            outstanding=outstanding, systems=systems,
        )  # fmt: skip
        run.writer.document(run.start_ns + run.tick * SECOND, step, name=f"step {number}", run=1, step=number)
    return run.finish()


def joined(path: Path) -> Path:
    parts = [two_repeats(path.with_name(f"{number}.outpace"), system, 30) for number, system in enumerate(PAIR)]
    join_sessions(parts, path)
    return path
