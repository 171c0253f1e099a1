# SPDX-License-Identifier: Apache-2.0
"""Every registered plan is supported everywhere, including a plan from another package, which is a single module."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.model.plans import OF_EVERY_PLAN, Plan
from app.model.registry import UnknownNameError
from app.model.steps import Latency, StepOutcome, StepSystemResult, TurnLoad
from app.plans.registry import PLANS
from app.plans.unknown import UnknownPlan
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.results.session_headline import session_headline
from app.scenario import drafting
from app.scenario.estimate import run_time
from app.scenario.overrides import with_run_seconds
from app.scenario.reading import ScenarioError, checked, parse_scenario
from app.scenario.writing import Writing
from app.session.reader import SessionReader
from app.ui.editor.scenario_draft import Draft, DraftOrigin
from app.ui.editor.scenario_form import plan_form
from app.ui.levels.load_levels import Levels, level_results
from app.ui.library.library_results import came_of
from app.ui.start.start_dialog import StartDialog, plan_summary
from app.ui.window.state import StateStore
from app.ui.workbench.sidebar import plan_text
from app.ui.workbench.workbench_page import LEVELS
from tests.support.added_package import added_package
from tests.support.booth_looks import booth, texts
from tests.support.engine_runs import outpace, plan_file
from tests.support.storage_runs import disk, scenario_file
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
__all__ = ["disk"]

STAIRCASE = '''
"""The staircase: more and more users, and down again."""

import math
from typing import ClassVar

from app.model.form import FormField
from app.model.plans import Results, Users
from app.model.steps import PlanSteps, SystemLoad, TurnLoad
from app.plans.sweep import DWELL, SETTLE, Sweep


class Staircase(Sweep, frozen=True, tag="staircase"):
    """One user more on each step up to `top`, then one less on each step down."""

    title: ClassVar[str] = "staircase"
    choice: ClassVar[str] = "Up and down again"
    results: ClassVar[Results] = Results("levels", "users")
    form: ClassVar[tuple[FormField, ...]] = (FormField("top", "Top", "Of each target.", "users"), SETTLE, DWELL)

    top: Users = 3

    @property
    def levels(self) -> list[int]:
        return [*range(1, self.top + 1), *range(self.top - 1, 0, -1)]

    def steps(self, turn: TurnLoad) -> PlanSteps:
        return self.steps_of([SystemLoad(level) for level in self.levels], turn.systems)

    def load_s(self, users: int) -> float:
        return len(self.levels) * (math.ceil(self.settle_s) + math.ceil(self.dwell_s))
'''
NAMES = [
    "timed", "user-sweep", "latency-limit", "rate-sweep", "race", "queue-depth-sweep", "access-patterns",
    "load-profile",
]  # fmt: skip
SHORT = {
    "timed": "warmup_s = 0\nrun_s = 2",
    "user-sweep": "from_users = 1\nto_users = 2\nstep_users = 1\nsettle_s = 0\ndwell_s = 1",
    "latency-limit": "limit_ms = 60000\nfrom_users = 1\nto_users = 2\nstep_users = 1\nsettle_s = 1\ndwell_s = 2",
    "rate-sweep": "from_rate = 20\nto_rate = 40\nstep_rate = 20\nsettle_s = 0\ndwell_s = 1",
    "race": "orders = 60\ntimeout_s = 30",
    "load-profile": "low = 1\nhigh = 2\nlow_s = 1\nhigh_s = 1\npulses = 1\nwarmup_s = 0",
    "queue-depth-sweep": "depths = [1, 2]\npasses = ['read']\nsettle_s = 0\ndwell_s = 1",
    "access-patterns": "patterns = ['SEQ64K Q2T1', 'RND4K Q1T2']\npasses = ['read']\nsettle_s = 0\ndwell_s = 1",
    "staircase": "top = 2\nsettle_s = 0\ndwell_s = 1",
}
"""Parameters of the shortest run of each plan; a new plan needs a line here."""
EVERY = pytest.mark.parametrize("name", [*NAMES, "staircase"])


@pytest.fixture(scope="module", autouse=True)
def staircase(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Plan]]:
    """Register a plan from another package."""
    points = "[outpace.plans]\nstaircase = outpace_staircase:Staircase\n"
    files = {"outpace_staircase.py": STAIRCASE}
    folder = tmp_path_factory.mktemp("added")
    with (
        pytest.MonkeyPatch.context() as patch,
        added_package(folder, patch, files=files, entry_points=points, registries=(PLANS,)),
    ):
        yield PLANS["staircase"]


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the runs' databases, which are built once."""
    return tmp_path_factory.mktemp("plans")


@pytest.fixture(scope="module", params=[*NAMES, "staircase"])
def session(request: pytest.FixtureRequest, databases: Path, disk: Path, staircase: type[Plan]) -> Path:
    """Run each plan for the shortest possible time."""
    assert staircase.name in PLANS
    name = str(request.param)
    table = f'name = "{name}"\nramp_users_per_s = 100\n{SHORT[name]}'
    path = databases / f"{name}.outpace"
    if PLANS[name].workloads:
        file = scenario_file(disk, 'threads = 1\nfile_size = "4MB"', table)
    else:
        # A busy machine completes few orders in a second, and a latency limit does not hold without any.
        file = plan_file(databases, name, table, top='order = "together"', think_s=0.01)
    answer = outpace("run", file, "--session", path)
    # A busy machine may make the run invalid, but the session is complete.
    assert path.exists(), answer.stdout + answer.stderr
    return path


def drafted(name: str) -> Writing:
    """Return a new scenario of the editor with this plan."""
    writing, memory = Writing(drafting.NEW), drafting.Memory()
    for workload in PLANS[name].workloads:
        drafting.choose_workload(writing, workload, memory)
    drafting.choose_plan(writing, name, memory)
    return writing


def test_built_in_and_added_plans_are_registered() -> None:
    assert list(PLANS.all) == [*NAMES, "staircase"]
    assert set(SHORT) == set(PLANS.all)


@EVERY
def test_new_scenario_with_any_plan_is_valid_and_decodes_to_its_struct(name: str) -> None:
    scenario, mistakes = checked(drafted(name).document)
    assert scenario is not None, mistakes
    assert mistakes == []
    assert isinstance(scenario.plan, PLANS[name])
    assert scenario.plan.name == name
    time = run_time(scenario)
    assert time.total_s >= time.load_s > 0
    assert with_run_seconds(scenario, 7).plan.each_s == 7


@EVERY
def test_every_plan_completes_its_steps_in_the_stated_time(name: str) -> None:
    scenario, _ = checked(drafted(name).document)
    assert scenario is not None
    plan, work = scenario.plan, scenario.workload
    passes = plan.io_passes(work) if PLANS[name].workloads else ()  # type: ignore[arg-type]
    seconds, measured = 0.0, 0
    for io_pass in passes or (None,):
        steps = plan.steps(TurnLoad(2, work.users, threads=2, io_pass=io_pass))
        step, outcome = next(steps), None
        while outcome is None:
            seconds += step.seconds
            measured += step.measured
            results = tuple(
                StepSystemResult(
                    load, step.seconds, 1000, operations={"order": Latency(1000, *[0.01] * 6)}, finished_s=1.0
                )
                if load is not None and step.measured
                else None
                for load in step.loads
            )
            try:
                step = steps.send(StepOutcome(step.seconds, results))
            except StopIteration as end:
                outcome = end.value
        assert len(outcome) == 2
    assert measured > (1 if plan.results.by_steps else 0)
    assert seconds <= plan.load_s(work.users) + measured
    assert plan.at_most or seconds >= plan.load_s(work.users) - 2 * measured


@EVERY
def test_editor_form_has_every_field_of_the_plan(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    form = plan_form(Draft(DraftOrigin(drafted(name).text, tmp_path)))
    qtbot.addWidget(form)
    form.refresh({})
    assert form.kind is not None
    assert form.form is not None
    assert form.kind.field.box.currentText() == PLANS[name].choice
    shown = {block.entry.name for block in form.form.blocks if block.table == drafting.PLAN}
    assert shown == {field.name for field in msgspec.structs.fields(PLANS[name])}
    assert shown == {entry.name for entry in (*PLANS[name].form, *OF_EVERY_PLAN)}


@EVERY
def test_start_dialog_shows_the_duration_of_every_plan(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(drafted(name).text, encoding="utf-8")
    dialog = StartDialog(StateStore(tmp_path / "window.json"), scenario=str(file))
    qtbot.addWidget(dialog)
    plan = parse_scenario(file.read_text(encoding="utf-8")).plan
    assert dialog.seconds.value() == round(plan.each_s)
    assert PLANS[name].title in plan_summary(plan, 8) or "warm-up" in plan_summary(plan, 8)
    assert plan_text(plan, 8)


def test_session_of_every_plan_is_shown_in_the_window(session: Path, opened: Opener) -> None:
    controller = opened(session)
    controller.shell.actions_["levels"].trigger()
    assert controller.workbench.page == LEVELS
    with SessionReader.open(session) as reader:
        results, levels = reader.scenario.results, Levels(reader)
        match results.page:
            case "levels":
                assert len({level.load for level in levels.until(reader.length_s)}) == 2
                assert level_results(levels, reader.length_s, reader)
            case "race":
                race = levels.race(reader.length_s)
                assert race is not None
                assert [racer.letter for racer in race.racers] == ["A", "B"]
            case "depths":
                assert session_headline(reader).passes
            case "run":
                assert not results.by_steps
        assert came_of(reader).statement


def test_session_of_every_plan_is_shown_in_the_booth(
    session: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    with booth(qtbot, session) as window:
        window.refresh()
        assert texts(window)


def test_session_of_every_plan_has_a_report(session: Path, tmp_path: Path) -> None:
    html = tmp_path / "report.html"
    write_reports([session], Outputs(html=html))
    with SessionReader.open(session) as reader:
        plan = reader.scenario.plan
        assert plan is not None
        assert PLANS[plan.name].title.split(" with", maxsplit=1)[0].split()[0] in html.read_text(encoding="utf-8")
        assert str(session) in session_text(reader)


def test_unknown_plan_error_lists_the_known_ones() -> None:
    text = drafted("timed").text
    with pytest.raises(ScenarioError, match=r'"zzz" is not known; known are timed, .*, staircase'):
        parse_scenario(text.replace('name = "timed"', 'name = "zzz"'))
    with pytest.raises(ScenarioError, match=r'did you mean "staircase"'):
        parse_scenario(text.replace('name = "timed"', 'name = "starcase"'))
    with pytest.raises(UnknownNameError, match=r'no plan "zzz"'):
        PLANS["zzz"]


@pytest.mark.parametrize("session", ["staircase"], indirect=True)
def test_session_with_an_uninstalled_plan_opens_with_a_note(
    session: Path, opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lost.outpace"
    path.write_bytes(session.read_bytes())
    monkeypatch.setitem(PLANS.__dict__, "all", {name: PLANS[name] for name in NAMES})
    with SessionReader.open(path) as reader:
        assert reader.scenario.plan == UnknownPlan(called="staircase")
        assert level_results(Levels(reader), reader.length_s, reader)
        assert session_text(reader)
    controller = opened(path)
    controller.workbench.refresh()
    words = "The plan “staircase” of this session is not installed here; all figures are complete."
    assert controller.workbench.sidebar.plan == words
    html = tmp_path / "report.html"
    write_reports([path], Outputs(html=html))
    assert "staircase (a plan not known to this version of Outpace)" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("Plan = 1", "no plan"),
        ("class Plan: pass", "no plan"),
        ("from app.plans.race import Race\nclass Plan(Race, frozen=True, tag='race'): pass", "is there already"),
        ("from app.plans.race import Race\nclass Plan(Race, frozen=True, tag='x'):\n    y: int = 1", "no field for y"),
        ("raise OSError('broken')", "can't be loaded"),
    ],
)
def test_invalid_plan_package_is_logged_and_ignored(
    module: str, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    points = "[outpace.plans]\nother = outpace_other:Plan\n"
    with (
        pytest.MonkeyPatch.context() as patch,
        added_package(tmp_path, patch, files={"outpace_other.py": module}, entry_points=points, registries=(PLANS,)),
    ):
        assert list(PLANS.all) == NAMES
    assert why in caplog.text
