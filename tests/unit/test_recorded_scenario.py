# SPDX-License-Identifier: Apache-2.0
"""The scenario in a recorded session: current, from another version, or untrusted."""

import time

import pytest

from app.model.workloads import DvdStore, StorageIo
from app.plans.race import Race
from app.plans.timed_run import TimedRun
from app.plans.unknown import UnknownPlan
from app.scenario.reading import ScenarioError, may_be_scenario, parse_scenario, read_scenario
from app.scenario.recorded import recorded_scenario, scenario_key
from app.scenario.workload_registry import WORKLOADS

DEMO = read_scenario("embedded-demo").text


def test_current_scenario_is_read_completely() -> None:
    recorded = recorded_scenario(DEMO)
    assert (recorded.whole, recorded.problem) == (parse_scenario(DEMO), "")
    assert recorded.plan == parse_scenario(DEMO).plan
    assert recorded.plan_name == "timed"


@pytest.mark.parametrize("name", list(WORKLOADS.all))
def test_workload_with_only_its_name_is_read(name: str) -> None:
    recorded = recorded_scenario(f'title = "Damaged"\n[workload]\nname = "{name}"')
    assert recorded.title == "Damaged"
    assert recorded.workload is not None


def test_known_parts_of_another_version_are_read() -> None:
    recorded = recorded_scenario(
        """
        title = "From elsewhere"
        description = "of a later version"
        colour_of_money = "green"
        [workload]
        name = "storage-io"
        block_kb = 64
        threads = "many"
        heads = 3
        [pacing]
        loop = "open"
        rate = 25
        [plan]
        name = "race"
        orders = 5_000_000_000
        """
    )
    assert recorded.whole is None
    assert recorded.problem.startswith("colour_of_money: unknown key")
    assert (recorded.title, recorded.description) == ("From elsewhere", "of a later version")
    # A value that is not a number is replaced by the current default; a number beyond the current limits is kept.
    assert recorded.workload == StorageIo(block_kb=64)
    assert recorded.pacing.rate == 25
    assert recorded.plan == Race(orders=5_000_000_000)


def test_unknown_plan_keeps_its_name() -> None:
    recorded = recorded_scenario('[plan]\nname = "tide"\nwaves = 3\n[workload]\nusers = 7\n')
    assert (recorded.plan, recorded.plan_name) == (UnknownPlan(called="tide"), "tide")
    assert recorded.workload == DvdStore(users=7)
    assert recorded_scenario("[plan]\nrun_s = 20").plan == TimedRun(run_s=20)


@pytest.mark.parametrize("text", ["", "# nothing", "no [ toml"])
def test_text_without_a_scenario_has_neither_plan_nor_workload(text: str) -> None:
    recorded = recorded_scenario(text)
    assert (recorded.whole, recorded.plan, recorded.workload, recorded.plan_name) == (None, None, None, "")
    assert recorded.problem


HOSTILE = {
    "thousands of keys": DEMO.replace("[workload]", "[workload]\n" + "\n".join(f"k{i} = 1" for i in range(5000))),
    "thousands of tables": DEMO + "".join(f"\n[t{i}]" for i in range(5500)),
    "thousands of systems": DEMO + "\n[[systems]]" * 4800,
    "a key of thousands of parts": ".".join("a" * 30_000) + " = 1",
    "a key of parts in quotes": ".".join(['"a b"'] * 9000) + " = 1",
    "a deep list": "a = " + "[" * 60_000,
    "deep tables": "a = " + "{a=" * 5000,
    "a number of 5,000 digits": "a = " + "9" * 5000,
    "quotes": '"' * 60_000,
    "letters": "a" * 60_000,
    "larger than 64 KiB": "#" * 70_000,
    "a list for an engine": DEMO.replace('engine = "sqlite"', 'engine = ["sqlite"]', 1),
    "a list for a plan": DEMO.replace('name = "timed"', "name = [{}]"),
    "a key of the program's own": DEMO.replace("[plan]", '[plan]\ntitle = "y"'),
    "a file of 10^400 GB": f'title = "x"\n[workload]\nname = "storage-io"\nfile_size = "{"9" * 400}GB"',
    "a name of 50,000 letters": DEMO.replace('name = "timed"', f'name = "{"t" * 50_000}"'),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_untrusted_text_is_rejected_quickly_with_a_short_message(text: str) -> None:
    begin = time.process_time()  # independent of the load on the machine
    with pytest.raises(ScenarioError) as refused:
        parse_scenario(text)
    assert recorded_scenario(text).whole is None
    scenario_key(text)
    assert time.process_time() - begin < 2  # it takes a few hundredths of a second
    lines = str(refused.value).splitlines()
    assert len(lines) <= 21
    assert max(map(len, lines)) < 500


def test_only_the_first_20_mistakes_are_listed() -> None:
    with pytest.raises(ScenarioError, match="these are the first 20 mistakes"):
        parse_scenario(HOSTILE["thousands of keys"])


def test_quoted_sentences_are_not_treated_as_a_long_key() -> None:
    sentences = "One. Two. Three. " * 30 + "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z"
    text = f'description = "{sentences}"\n' + DEMO.replace("description =", "# description =")
    assert parse_scenario(text).description == sentences


def test_large_file_is_rejected_as_a_scenario(tmp_path) -> None:
    path = tmp_path / "large.toml"
    path.write_text(DEMO + "#" * 70_000, encoding="utf-8")
    assert not may_be_scenario(path)
    with pytest.raises(ScenarioError, match="larger than 64 KiB"):
        read_scenario(str(path))
