# SPDX-License-Identifier: Apache-2.0
"""A session's figures are the same everywhere: alone, compared with others, joined, or in a report."""

import html
import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app.imports.joining.join import join_sessions
from app.model.documents import MeasuredStep, MeasuredSystem, PhaseDetail, PhaseLoad
from app.report.outputs import Outputs, write_reports
from app.results.description import figure_text
from app.results.headline_text import headline_text
from app.results.race_progress import race_progress
from app.results.session_headline import session_headline
from app.results.study import study_of
from app.results.study_records import SystemRun
from app.session.reader import SessionReader
from app.ui.compare.compared_systems import candidate_of
from tests.support.recorded import PAIR, SECOND, SyntheticRun, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.session_kinds import (
    compared,
    depths,
    ended,
    imported,
    joined,
    limit,
    patterns,
    pulses,
    race,
    repeats,
    sweep,
)

STORAGE_RACE = '[workload]\nname = "storage-io"\nblock_kb = 8\n[plan]\nname = "race"\norders = 1000\n'
DATABASE_RACE = '[workload]\nname = "dvdstore"\n[plan]\nname = "race"\norders = 1000\n'
KINDS: Mapping[str, Callable[[Path], Path]] = {
    "timed": ended,
    "repeats": repeats,
    "race": race,
    "storage race": lambda path: raced(path, STORAGE_RACE),
    "race in turns": lambda path: raced(path, DATABASE_RACE, turns=True),
    "sweep": sweep,
    "queue depth": depths,
    "search": limit,
    "access patterns": patterns,
    "load profile": pulses,
    "imported": imported,
    "joined": joined,
}
OF_THE_MACHINE = ("Driver CPU %",)
"""Figures of the driver machine, reported per session if there are several sessions."""


def raced(
    path: Path,
    scenario: str,
    systems: tuple[SyntheticSystem, ...] = PAIR,
    finished: tuple[float, ...] = (10.5, 5.49),
    *,
    turns: bool = False,
) -> Path:
    """Write a race of 1,000 orders that ends when the last system finishes."""
    run = SyntheticRun(path, systems, warm_up_s=10_000, scenario_toml=scenario)
    run.seconds(3)
    letters = "ABC"[: len(systems)]
    took_s = dict(zip(letters, finished, strict=True))
    for group in letters if turns else (letters,):
        begin_s = run.tick
        loads = {letter: PhaseLoad(users=8, rate=0) for letter in group}
        detail = PhaseDetail(users=8, systems=loads, orders=1000)
        run.writer.phase(run.start_ns + begin_s * SECOND, "measure", detail=detail)
        run.seconds(math.ceil(max(took_s[letter] for letter in group)) + 2)
        told = {letter: MeasuredSystem(users=8, rate=0, orders=1000, finished_s=took_s[letter]) for letter in group}
        step = MeasuredStep(from_s=begin_s, to_s=run.tick, systems=told)
        run.writer.document(run.start_ns + run.tick * SECOND, step, name="8 users", run=1)
        run.writer.phase(run.start_ns + run.tick * SECOND, "stop", detail=PhaseDetail(systems=loads))
        run.seconds(2)
    return run.finish()


def figures(path: Path) -> dict[tuple[int, str], dict[str, float]]:
    """Return every figure of every run, by its repeat and the system's letter."""
    with SessionReader.open(path) as reader:
        return {(run.repeat, letter): own_figures(own) for run in study_of([reader]).runs
                for letter, own in run.systems.items()}  # fmt: skip


def own_figures(own: SystemRun) -> dict[str, float]:
    found = {name: value for name, value in own.figures.items() if name not in OF_THE_MACHINE}
    if own.result is not None:
        counted = own.result
        for name, value in (("worst 10 s", counted.worst_10_s_opm), ("orders", counted.orders), ("opm", counted.opm)):
            found[name] = math.nan if value is None else value
        for key, operation in counted.operations.items():
            found[f"{key} count"], found[f"{key} max"] = operation.count, operation.max_ms or math.nan
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_comparison_keeps_the_figures_of_its_session(kind: str, tmp_path: Path) -> None:
    path = KINDS[kind](tmp_path / "session.outpace")
    own, candidate = figures(path), candidate_of(path)
    marked = [(0, system.letter) for system in candidate.systems]
    for alignment in ("start", "measure", "step"):
        made = compared([candidate], marked, tmp_path / alignment, alignment)  # type: ignore[arg-type]
        assert figures(made) == {key: pytest.approx(values, rel=1e-9, nan_ok=True) for key, values in own.items()}
        with SessionReader.open(made) as reader:
            assert headline_text(session_headline(reader)).main
    page = written(made, tmp_path)
    with SessionReader.open(path) as reader:
        study = study_of([reader])
        for system in study.systems:
            median = study.median_run(system.letter)
            assert median is not None
            value = median.figures[study.headline.name]
            given = study.decimals(system.letter, study.headline.name, value)
            assert figure_text(value, study.headline, given) in page, system.letter


@pytest.mark.parametrize("scenario", [STORAGE_RACE, DATABASE_RACE])
def test_races_of_different_lengths_keep_their_finish_times(scenario: str, tmp_path: Path) -> None:
    """Compare the winner of one race with the winner of a longer one, separately and joined."""
    one, other = (tmp_path / f"{name}.outpace" for name in ("one", "other"))
    raced(one, scenario)
    raced(other, scenario, finished=(14.5, 3.2))
    for marked in ([(0, "B"), (1, "B")], [(0, "B"), (1, "A")], [(0, "A"), (1, "B")]):
        made = compared([candidate_of(one), candidate_of(other)], marked, tmp_path / "".join(str(m) for m in marked))
        expected = [figures(path)[1, letter] for path, (_, letter) in zip((one, other), marked, strict=True)]
        assert [figures(made)[1, letter] for letter in "AB"] == [
            pytest.approx(values, rel=1e-9, nan_ok=True) for values in expected
        ]
        with SessionReader.open(made) as reader:
            progress = race_progress(reader, reader.length_s)
            assert progress is not None
            assert [one.finished_s for one in progress.racers] == [values["Finished after"] for values in expected]
    parts = [raced(tmp_path / f"{n}.outpace", scenario, (system,), (took_s,))
             for n, (system, took_s) in enumerate(zip(PAIR, (10.5, 5.49), strict=True))]  # fmt: skip
    join_sessions(parts, whole := tmp_path / "joined.outpace")
    assert [figures(whole)[1, letter] for letter in "AB"] == [
        pytest.approx(figures(part)[1, "A"], rel=1e-9, nan_ok=True) for part in parts
    ]
    with SessionReader.open(whole) as reader:
        (line,) = session_headline(reader, 14.0).lines  # both have finished, but the load is still applied
    assert line.challenger_value == pytest.approx(1000 / 5.49 * (60 if scenario == DATABASE_RACE else 1))


def test_worst_10_s_never_exceed_the_overall_mean(tmp_path: Path) -> None:
    """No second includes what a system did after it finished a race, or what happened before a window."""
    run = RepeatedRun(tmp_path / "ten.outpace", plan='name = "timed"\nrun_s = 10')
    run.seconds(4)
    run.phase("measure")
    run.seconds(10)
    for own in figures(run.finish()).values():
        assert own["worst 10 s"] == own["opm"]
    values = figures(raced(tmp_path / "race.outpace", DATABASE_RACE, finished=(10.5, 10.0)))
    for own in values.values():
        assert own["worst 10 s"] <= own["opm"]
    assert values[1, "B"]["worst 10 s"] == values[1, "B"]["opm"] == 6000


def written(path: Path, folder: Path) -> str:
    """Return the report's text."""
    file = folder / "report.html"
    file.unlink(missing_ok=True)
    write_reports([path], Outputs(html=file))
    return html.unescape(re.sub(r"<[^>]*>", "\n", file.read_text(encoding="utf-8"))).replace("\N{NO-BREAK SPACE}", " ")
