# SPDX-License-Identifier: Apache-2.0
"""Comparison of recorded sessions: figures equal to those of one session, differences, parts of a run."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.analysis.comparison import compare
from app.imports.source import ImportedFileError
from app.model.documents import MeasuredStep
from app.model.messages import Sentence, sentence
from app.results.study import study_of
from app.results.study_records import Study
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.seal import verify
from app.session.session_error import SessionError
from app.ui.compare.compared_systems import candidate_of, chosen_columns, same_times
from app.ui.compare.differences import differences_of, stored_comparison, stored_rows
from app.ui.workbench.view import ViewLayout, layout_to_json
from tests.support.recorded import PAIR, SECOND, SyntheticRun, SyntheticSystem
from tests.support.repeated import RepeatedRun, scenario_text
from tests.support.session_kinds import compared

DISKS, FLASH = PAIR
ORDERS = "\\Outpace Driver(_Total)\\Orders/sec"


class Alike(RepeatedRun):
    """Run whose systems use separate seeds, so that their figures are the same alone and together."""

    def __init__(self, path: Path, systems: Sequence[SyntheticSystem], plan: str = 'name = "timed"') -> None:
        super().__init__(path, systems, plan=plan)
        self._seeds = {system.name: np.random.default_rng(number) for number, system in enumerate(PAIR)}

    def _second_of(self, number: int, system: SyntheticSystem, tick: int) -> None:
        self._rng = self._seeds[system.name]
        super()._second_of(number, system, tick)
        self._rng = np.random.default_rng(9)


def studied(path: Path) -> Study:
    with SessionReader.open(path) as reader:
        return study_of([reader])


def test_compared_sessions_have_the_figures_of_one_joint_session(tmp_path: Path) -> None:
    for name, systems in (("both", PAIR), ("disks", (DISKS,)), ("flash", (FLASH,))):
        run = Alike(tmp_path / f"{name}.outpace", systems)
        run.repeats(3, seconds=12)
        run.finish()
    parts = [candidate_of(tmp_path / f"{name}.outpace") for name in ("disks", "flash")]
    made = compared(parts, [(0, "A"), (1, "A")], tmp_path)
    assert verify(made)
    together, apart = studied(tmp_path / "both.outpace"), studied(made)
    assert [system.name for system in apart.systems] == [f"{one.systems[0].name} · {one.when}" for one in parts]
    assert (together.design, apart.design) == ("simultaneous", "not simultaneous")
    assert [run.valid for run in apart.runs] == [True] * 3
    for metric in (metric.name for metric in together.metrics if "CPU" not in metric.name):
        values = []
        for letter in "AB":
            assert apart.spreads[letter, metric] == together.spreads[letter, metric], metric
            values.append([run.systems[letter].figures[metric] for run in apart.runs])
        found = apart.comparisons["B", metric]
        assert found.ratio == together.comparisons["B", metric].ratio
        assert found == compare(*values, "independent"), "never a paired interval"
    for letter in "AB":
        before, after = together.median_run(letter), apart.median_run(letter)
        assert before is not None
        assert after is not None
        assert after.figures.keys() == before.figures.keys()
        assert after.result is not None
        assert before.result is not None
        assert after.result.operations == before.result.operations


def test_differences_are_marked_and_unfair_ones_reported(tmp_path: Path) -> None:
    paths = []
    for name, users, disks in (("before", 8, "24 x SAS"), ("after", 16, "4 x SSD")):
        text = scenario_text("Load", 'name = "timed"', PAIR).replace("users = 8", f"users = {users}")
        run = SyntheticRun(tmp_path / f"{name}.outpace", PAIR, scenario_toml=text, facts=[{"Disks": disks}] * 2)
        run.seconds(12)
        paths.append(run.finish())
    columns = chosen_columns([candidate_of(path) for path in paths], [(0, "A"), (1, "A")])
    found = differences_of(columns)
    assert [sentence(line) for line in found.unfair] == ["different load: 8 and 16 users"]
    assert found.impossible == ()
    assert "not simultaneous: the sessions were recorded at different times" in map(sentence, found.notes)
    rows = {(row.group, row.label): row for row in found.rows}
    assert rows["workload", "users"].texts == ("8", "16")
    assert rows["workload", "users"].unfair
    assert rows["system", "Disks"].differs
    assert not rows["system", "Disks"].unfair, "what is tested may differ"
    assert not rows["workload", "db_size"].differs
    storage = text.replace('name = "timed"', 'name = "race"')
    run = SyntheticRun(tmp_path / "race.outpace", PAIR, scenario_toml=storage)
    run.seconds(12)
    sessions = [candidate_of(path) for path in (paths[0], run.finish())]
    other = differences_of(chosen_columns(sessions, [(0, "A"), (1, "A")]))
    assert [sentence(line) for line in other.impossible] == ["different plans: timed and race"]
    with SessionReader.open(compared(sessions, [(0, "A"), (1, "A")], tmp_path)) as reader:
        assert reader.end is not None
        assert list(reader.end.reasons) == list(other.impossible), "there is no result"
        stored = stored_comparison(reader)
        assert stored is not None
        assert stored.impossible == list(other.impossible)
        assert any(row.label == "name" and row.texts == ("timed", "race") for row in stored_rows(stored))


def test_snapshot_of_a_whole_run_is_recognized_as_the_same_time(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "run.outpace", PAIR)
    run.seconds(60)
    early = tmp_path / "early.outpace"
    snapshot(run.path, early, name="early", note="", layout_json=layout_to_json(ViewLayout(span_s=None)), png=b"")
    run.seconds(60)
    whole = tmp_path / "whole.outpace"
    snapshot(run.path, whole, name="whole", note="", layout_json=layout_to_json(ViewLayout(span_s=None)), png=b"")
    sessions = [candidate_of(path) for path in (early, whole, run.finish())]
    marked = [(0, "B"), (1, "B"), (2, "A"), (2, "B")]
    same = same_times(chosen_columns(sessions[1:], [(0, "B"), (1, "A"), (1, "B")]))
    assert same is not None
    assert [column.letter for column in same] == ["A", "C"]
    assert same_times(chosen_columns(sessions, [one for one in marked if one[0] != 1])) is None
    assert same_times(chosen_columns(sessions, [(1, "A"), (2, "B")])) is None, "two systems of one run"


def test_two_snapshots_of_one_run_are_compared_as_its_parts(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "run.outpace", PAIR)
    for number, until in (("one", 30), ("two", 60)):
        run.seconds(30)
        layout = layout_to_json(ViewLayout(span_s=40.0, end_s=float(until)))
        snapshot(run.path, tmp_path / f"{number}.outpace", name=f"at {until} s", note="", layout_json=layout, png=b"")
    sessions = [candidate_of(tmp_path / f"{number}.outpace") for number in ("one", "two")]
    columns = chosen_columns(sessions, [(0, "A"), (1, "A"), (0, "B"), (1, "B")])
    assert [column.piece_s for column in columns] == [(0, 30), (0, 30), (30, 60), (30, 60)]
    found = differences_of(columns)
    (note,) = found.notes
    assert sentence(note) == "parts of one run, not repeats: 0:00 – 0:30 (at 30 s) and 0:30 – 1:00 (at 60 s)"
    made = compared(sessions, [(0, "A"), (0, "B"), (1, "A"), (1, "B")], tmp_path)
    with SessionReader.open(made) as reader, SessionReader.open(run.path) as whole:
        assert [system.name.split(" · ")[::2] for system in reader.systems] == [
            [DISKS.name, "at 30 s"], [FLASH.name, "at 30 s"], [DISKS.name, "at 60 s"], [FLASH.name, "at 60 s"],
        ]  # fmt: skip
        assert reader.length_s == 30
        for column, (system, from_s) in enumerate([(1, 6), (2, 6), (1, 30), (2, 30)], 1):
            of = [next(c for c in r.counters if c.path == ORDERS and c.system == s) for r, s in
                  ((reader, column), (whole, system))]  # fmt: skip
            begin, end = from_s % 30, 30
            assert reader.total(of[0], begin, end) == whole.total(of[1], from_s, from_s + end - begin)
            key = "purchase"
            assert (
                reader.histogram(column, key, begin, end).count
                == whole.histogram(system, key, from_s, from_s + end - begin).count
            )
        study = study_of([reader])
        assert [(run.systems["A"].span, run.systems["C"].span) for run in study.runs] == [
            (study.runs[0].systems["B"].span, study.runs[0].systems["D"].span)
        ]
        assert study.comparisons["C", "OPM"].verdict == "no verdict"
        assert any(event.kind == "parts of one run" for event in reader.events)
    run.writer.close()


def test_equal_systems_are_numbered_and_more_than_six_rejected(tmp_path: Path) -> None:
    sessions = []
    for number in range(4):
        run = SyntheticRun(tmp_path / f"{number}.outpace", PAIR, seed=number)
        run.seconds(10)
        sessions.append(candidate_of(run.finish()))
    made = compared(sessions[:3], [(0, "B"), (1, "B"), (2, "B")], tmp_path)
    with SessionReader.open(made) as reader:
        assert [(system.letter, system.role) for system in reader.systems] == [
            ("A", "baseline"), ("B", "challenger"), ("C", "challenger"),
        ]  # fmt: skip
        assert len({system.name for system in reader.systems}) == 3, "of one minute: they are numbered"
        assert not any(system.color for system in reader.systems), "the same colour thrice would tell nothing"
    with pytest.raises(ImportedFileError, match="8 systems selected: a comparison shows 2 to 6"):
        compared(sessions, [(number, letter) for number in range(4) for letter in "AB"], tmp_path)


@pytest.mark.parametrize(("alignment", "measured"), [("start", 4), ("measure", 9), ("step", 9)])
def test_sessions_are_aligned_at_start_measurement_or_each_step(tmp_path: Path, alignment: str, measured: int) -> None:
    """The second sweep has a longer warm-up, and a longer settling time before its second step."""
    sessions = []
    for name, warm_up, settle in (("a", 3, 2), ("b", 8, 6)):
        run = RepeatedRun(tmp_path / f"{name}.outpace", (DISKS,), plan='name = "user-sweep"')
        run._warm_up_s = warm_up
        run.seconds(1 + warm_up + 6)
        run.phase("settle", step=1, users=16)
        run.seconds(settle)
        run.phase("measure", step=1, users=16)
        run.seconds(6)
        sessions.append(candidate_of(run.finish()))
    made = compared(sessions, [(0, "A"), (1, "A")], tmp_path, alignment)
    with SessionReader.open(made) as reader:
        begins = {
            letter: [d.data.from_s for d in reader.documents_of(MeasuredStep) if letter in d.data.systems]
            for letter in "AB"
        }
        assert begins["A"][0] == measured
        assert begins["B"][0] == 9
        if alignment == "step":
            assert begins["A"] == begins["B"] == [9, 21]
        study = study_of([reader])
        assert [sorted(point.systems) for point in study.points] == [["A", "B"], ["A", "B"]]


@pytest.mark.parametrize("alignment", ["start", "measure"])
def test_alternating_systems_keep_their_figures_in_every_alignment(tmp_path: Path, alignment: str) -> None:
    for number in (0, 1):
        run = RepeatedRun(tmp_path / f"{number}.outpace", seed=number)
        run.turns(2, seconds=6)
        run.finish()
    sessions = [candidate_of(tmp_path / f"{number}.outpace") for number in (0, 1)]
    assert all(session.turns for session in sessions)
    apart = studied(compared(sessions, [(0, "A"), (0, "B"), (1, "B")], tmp_path, alignment))
    for letter, number, own in (("A", 0, "A"), ("B", 0, "B"), ("C", 1, "B")):
        before = [run.systems[own] for run in studied(tmp_path / f"{number}.outpace").runs]
        after = [run.systems[letter] for run in apart.runs]
        assert [run.figures["OPM"] for run in after] == [run.figures["OPM"] for run in before]
        if alignment == "measure":
            assert [run.span for run in after] == [run.systems["A"].span for run in apart.runs], "side by side at last"


def test_damaged_or_empty_session_is_rejected_by_name(tmp_path: Path) -> None:
    (tmp_path / "torn.outpace").write_bytes(b"SQLite format 3\x00" + b"\x7f" * 5000)
    with pytest.raises(SessionError, match=r"torn\.outpace"):
        candidate_of(tmp_path / "torn.outpace")
    never = SyntheticRun(tmp_path / "never.outpace", PAIR, started=False)
    never.writer.finish(SECOND, valid=False, reasons=[Sentence(text="stopped")], warnings=[])
    with pytest.raises(ImportedFileError, match=r"never\.outpace: its systems never started together"):
        candidate_of(tmp_path / "never.outpace")
