# SPDX-License-Identifier: Apache-2.0
"""Plans and the order of systems in a scenario."""

import pytest

from app.model.events import Shared, SharedDevice, SharedHost
from app.model.messages import sentence
from app.model.plans import length_s
from app.plans.latency_limit import LatencyLimit
from app.plans.race import Race
from app.plans.rate_sweep import RateSweep
from app.plans.timed_run import TimedRun
from app.plans.user_sweep import UserSweep
from app.scenario.order import chosen_order, shared_hosts, shared_hosts_of
from app.scenario.overrides import adjusted, with_only, with_run_seconds
from app.scenario.reading import ScenarioError, ScenarioFile, parse_scenario, read_scenario

SYSTEMS = """
[[systems]]
name = "One"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
[[systems]]
name = "Two"
role = "challenger"
[[systems.targets]]
{target}
"""


def text(plan: str, top: str = "", target: str = 'engine = "sqlite"') -> str:
    return f'title = "x"\n{top}\n[plan]\n{plan}\n{SYSTEMS.format(target=target)}'


def complaint(plan: str, top: str = "") -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text(plan, top), "mine.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("plan", "kind"),
    [
        ("run_s = 5", TimedRun),
        ('name = "timed"', TimedRun),
        ('name = "user-sweep"', UserSweep),
        ('name = "latency-limit"', LatencyLimit),
        ('name = "rate-sweep"', RateSweep),
        ('name = "race"', Race),
    ],
)
def test_every_plan_has_defaults(plan: str, kind: type) -> None:
    scenario = parse_scenario(text(plan))
    assert type(scenario.plan) is kind
    assert scenario.plan.repeats == 1
    assert scenario.order == "auto"
    assert length_s(scenario.plan, 8) > 0


def test_sweep_levels_rise_by_the_step_within_the_limits() -> None:
    assert UserSweep().levels == (25, 50, 75, 100, 125, 150, 175, 200)
    assert UserSweep(from_users=1, to_users=10, step_users=4).levels == (1, 5, 9)
    assert RateSweep(from_rate=0.1, to_rate=0.3, step_rate=0.1).levels == (0.1, 0.2, 0.3)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ('name = "user-swep"', 'mine.toml:4: plan.name: "user-swep" is not known; did you mean "user-sweep"?'),
        ('name = "timed"\nrepeats = 0', "mine.toml:5: plan.repeats: expected a whole number from 1 to 100, found 0"),
        ('name = "timed"\ndwell_s = 5', "mine.toml:5: plan.dwell_s: unknown key"),
        (
            'name = "user-sweep"\nfrom_users = 9\nto_users = 3',
            "mine.toml:6: plan.to_users: expected from_users to to_users to rise, found 9 to 3",
        ),
        ('name = "latency-limit"\nfigure = "p9"', 'mine.toml:5: plan.figure: expected "mean" or "p90"'),
        (
            'name = "rate-sweep"\nfrom_rate = 9\nto_rate = 3',
            "mine.toml:6: plan.to_rate: expected from_rate to to_rate to rise, found 9 to 3",
        ),
        ('name = "rate-sweep"\nto_rate = 900000\nstep_rate = 0.001', "mine.toml:6: plan.step_rate: expected at most"),
        ("window_to_s = 9", 'mine.toml:3: plan.window: window_from_s and window_to_s need window = "fixed"'),
        (
            'warmup_s = 10\nrun_s = 20\nwindow = "fixed"\nwindow_from_s = 5\nwindow_to_s = 15',
            "mine.toml:6: plan.window: a fixed window lies in the run time, 10 to 30 s after the load began, "
            "found 5 to 15 s",
        ),
    ],
)
def test_invalid_plan_is_reported_with_its_line(plan: str, words: str) -> None:
    assert words in complaint(plan)


@pytest.mark.parametrize(
    ("plan", "top", "words"),
    [
        ('name = "user-sweep"', 'pacing = { loop = "open", rate = 5 }', 'for the open one there is "rate-sweep"'),
        ('name = "rate-sweep"', 'pacing = { loop = "open", rate = 5 }', "the plan sets the rates"),
        ("run_s = 5", 'order = "one at a time"', 'needs the name of the system present: "One", "Two"'),
        ("run_s = 5", 'order = "one at a time"\npresent = "Three"', "needs the name of the system present"),
        ("run_s = 5", 'present = "One"', 'needs order = "one at a time"'),
        ("run_s = 5", 'order = "alternatng"', 'did you mean "alternating"?'),
    ],
)
def test_settings_that_contradict_the_plan_are_reported(plan: str, top: str, words: str) -> None:
    assert words in complaint(plan, top)


@pytest.mark.parametrize(
    ("plan", "key", "value"),
    [
        ("warmup_s = 60\nrun_s = 300", "run_s", 8),
        ('name = "user-sweep"', "dwell_s", 8),
        ('name = "latency-limit"', "dwell_s", 8),
        ('name = "rate-sweep"', "dwell_s", 8),
        ('name = "race"', "timeout_s", 8),
    ],
)
def test_command_line_seconds_apply_to_every_plan(plan: str, key: str, value: float) -> None:
    source = text(plan)
    changed = adjusted(
        file := ScenarioFile(parse_scenario(source), source, read_scenario("embedded-demo").folder),
        with_run_seconds(file.scenario, 8),
    )
    assert parse_scenario(changed.text) == changed.scenario
    assert getattr(changed.scenario.plan, key) == value
    assert changed.scenario.plan.each_s == value
    assert getattr(changed.scenario.plan, "settle_s", 2) == 2


def test_single_system_of_a_scenario_can_be_selected() -> None:
    file = read_scenario("embedded-demo")
    only = adjusted(file, with_only(file.scenario, "B"))
    assert (only.scenario.order, only.scenario.present) == ("one at a time", "Write-ahead log")
    assert with_only(only.scenario, "Rollback journal").present == "Rollback journal"
    assert "# The embedded demo" in only.text
    assert parse_scenario(only.text) == only.scenario
    assert chosen_order(only.scenario, []).present == (1,)
    with pytest.raises(ScenarioError, match=r'no system is named "C"; the systems are A \(Rollback'):
        with_only(file.scenario, "C")


@pytest.mark.parametrize(
    ("top", "repeats", "shared", "order"),
    [
        ("", 1, [], "together"),
        ("", 3, [], "together"),
        ("", 1, [SharedDevice(systems=("A", "B"))], "together"),
        ("", 3, [SharedDevice(systems=("A", "B"))], "alternating"),
        ('order = "together"', 3, [SharedDevice(systems=("A", "B"))], "together"),
        ('order = "alternating"', 1, [], "alternating"),
    ],
)
def test_repeats_alternate_by_default_if_systems_share_a_resource(
    top: str, repeats: int, shared: list[Shared], order: str
) -> None:
    chosen = chosen_order(parse_scenario(text(f"repeats = {repeats}", top)), shared)
    assert (chosen.order, chosen.present) == (order, (0, 1))
    assert all(sentence(one) in sentence(chosen.reason) for one in shared)


def test_shared_host_is_detected() -> None:
    assert shared_hosts({"A": ["db1", "DB2"], "B": ["db2"], "C": ["db3", ""]}) == [
        SharedHost(systems=("A", "B"), host="db2")
    ]
    assert shared_hosts({"A": ["x", "x"], "B": [""], "C": [""]}) == []
    here = SharedHost(systems=("A", "B"))
    assert sentence(here) == "A and B run on one host, this machine"
    assert shared_hosts_of(parse_scenario(text("run_s = 5")).systems) == [here]
    postgresql = 'engine = "postgresql"\nuser = "u"\nhost = "{}"'
    assert shared_hosts_of(parse_scenario(text("run_s = 5", target=postgresql.format("localhost"))).systems) == [here]
    assert shared_hosts_of(parse_scenario(text("run_s = 5", target=postgresql.format("db.example"))).systems) == []
    odbc = 'engine = "sqlserver"\nodbc = "Driver={x};Server=tcp:127.0.0.1,1433"'
    assert shared_hosts_of(parse_scenario(text("run_s = 5", target=odbc)).systems) == [here]
