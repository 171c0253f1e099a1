# SPDX-License-Identifier: Apache-2.0
"""Thresholds of counters: definition of a crossing, selection of counters, and the same result in every output."""

import json
from math import nan
from pathlib import Path

import numpy as np
import pytest

from app.analysis.stretches import SampleStretch, stretches
from app.model.thresholds import SETS, Threshold
from app.report.charts import LIMIT
from app.results.crossings import condition_text, own_thresholds, threshold_events, threshold_outcomes
from app.scenario.reading import ScenarioError, parse_scenario
from app.scenario.threshold_sets import parse_thresholds, thresholds_of
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace, scenario_file

READ = r"\PhysicalDisk(*)\Avg. Disk sec/Read"


def found(values: list[float], *, beyond: float = 25.0, above: bool = True, for_s: float = 3.0) -> list[SampleStretch]:
    """Return the intervals for samples one second apart, the first at 1 s."""
    return stretches(np.arange(1.0, len(values) + 1), np.array(values), beyond, above=above, for_s=for_s)


def test_crossing_requires_an_unbroken_stretch_of_its_length() -> None:
    assert found([]) == []
    assert found([30, 30, 10, 30, 30]) == []
    assert found([10, 30, 40, 30, 10, 30]) == [SampleStretch(1.0, 4.0, 40.0)]
    assert found([30, 30, 30]) == [SampleStretch(0.0, 3.0, 30.0)], "the first sample stands for a second, too"
    assert found([25.0] * 9) == [], "what equals the threshold is not beyond it"
    assert found([30, 30, nan, 30, 30]) == [], "nobody knows what was between"
    assert found([5, 4, 3, 9], beyond=6, above=False) == [SampleStretch(0.0, 3.0, 3.0)]
    assert found([30], for_s=0) == [SampleStretch(0.0, 1.0, 30.0)]


def test_a_gap_between_samples_ends_a_stretch() -> None:
    time_s = np.array([1.0, 2, 3, 8, 9, 10, 11])
    value = np.full(7, 30.0)
    assert [(one.from_s, one.to_s) for one in stretches(time_s, value, 25, above=True, for_s=4)] == [(7.0, 11.0)]


def test_sample_interval_is_the_median_of_uneven_steps() -> None:
    """Steps of 1 and 3 s have a median of 2 s: 3 s are not a gap, and the first sample covers 2 s."""
    time_s, value = np.array([1.0, 2.0, 5.0]), np.full(3, 30.0)
    assert stretches(time_s, value, 25, above=True, for_s=0) == [SampleStretch(-1.0, 5.0, 30.0)]


def test_duration_is_met_within_half_a_sample_interval() -> None:
    assert found([10, 30, 30, 10], for_s=2.5) == [SampleStretch(1.0, 3.0, 30.0)]
    assert found([10, 30, 30, 10], for_s=2.51) == []


def test_log_sampled_every_15_s_is_evaluated_at_its_own_interval() -> None:
    time_s = np.arange(15.0, 151.0, 15.0)
    value = np.array([10, 30, 31, 10, 30, 10, 10, 32, 33, 34.0])
    assert [one.seconds for one in stretches(time_s, value, 25, above=True, for_s=30)] == [30.0, 45.0]
    assert len(stretches(time_s, value, 25, above=True, for_s=10)) == 3


def test_values_are_converted_and_incompatible_units_yield_none() -> None:
    assert Threshold("x", above="25 ms").value_in("s") == pytest.approx(0.025)
    assert Threshold("x", above="25ms").value_in("%") is None
    assert Threshold("x", below="100 MiB").value_in("MB") == 100.0
    assert Threshold("x", above="200 MB/s").value_in("B/s") == 2e8
    assert Threshold("x", above="2").value_in("") == 2.0
    assert condition_text(Threshold(READ, above="25 ms")) == "Avg. Disk sec/Read above 25 ms for 10 s"


def test_threshold_matches_counter_names_and_paths() -> None:
    assert Threshold("avg. disk sec/read", above="1").fits(r"\PhysicalDisk(0 C:)\Avg. Disk sec/Read")
    assert Threshold(READ, above="1").fits(r"\PhysicalDisk(0 C:)\Avg. Disk sec/Read")
    assert not Threshold(READ, above="1").fits(r"\LogicalDisk(C:)\Avg. Disk sec/Read")
    assert not Threshold("sec/Read", above="1").fits(r"\PhysicalDisk(0 C:)\Avg. Disk sec/Read")


@pytest.mark.parametrize("name", SETS)
def test_every_builtin_threshold_cites_its_source(name: str) -> None:
    for one in thresholds_of(name):
        assert one.why
        assert one.source
    printed = outpace("thresholds", name).stdout
    assert parse_thresholds(printed, name) == thresholds_of(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[thresholds]]\ncounter = "a"\nabove = "25 parsecs"', "f.toml:3: thresholds[1].above: expected a value with"),
        ('[[thresholds]]\ncounter = "a"\n', "f.toml:1: thresholds[1]: expected either above or below"),
        ('[[thresholds]]\ncounter = "a"\nabove = "1"\nbelow = "2"', "expected either above or below"),
        ('[[thresholds]]\nabove = "1"', 'the key "counter" is missing'),
        (
            '[[thresholds]]\ncounter = "a"\nabove = "1"\nlevl = "x"',
            "f.toml:4: thresholds[1].levl: unknown key; did you",
        ),
        ('[[thresholds]]\ncounter = "a"\nabove = "1"\nfor_s = -1', "f.toml:4: thresholds[1].for_s: expected a number"),
        ("[[thresholds]", "f.toml: invalid TOML"),
        ('title = "none"', 'the key "thresholds" is missing'),
    ],
)
def test_invalid_threshold_is_reported_with_its_line(text: str, words: str) -> None:
    with pytest.raises(ScenarioError) as told:
        parse_thresholds(text, "f.toml")
    assert words in str(told.value)


def test_threshold_for_an_unknown_system_is_rejected(tmp_path: Path) -> None:
    text = scenario_file(tmp_path).read_text("utf-8")
    good = text + f'[[thresholds]]\ncounter = \'{READ}\'\nabove = "25 ms"\nsystems = ["Write-ahead log"]\n'
    assert parse_scenario(good).thresholds[0].systems == ("Write-ahead log",)
    with pytest.raises(ScenarioError, match='there is no system "Nobody"'):
        parse_scenario(good.replace('["Write-ahead log"]', '["Nobody"]'))


def test_unknown_threshold_file_or_set_is_reported() -> None:
    refused = outpace("run", "embedded-demo", "--thresholds", "discs")
    assert refused.returncode == 2
    assert "discs: there is no such file of thresholds" in refused.stderr
    assert "disks, processor, databases" in refused.stderr


def perfmon_log(path: Path) -> Path:
    """Write a log of two disks for a minute: the second takes 30 ms from second 21 to 40, and sample 31 is missing."""
    disks = ("0 C:", "1 E:", "_Total")
    names = [rf"\\HOST\PhysicalDisk({disk})\Avg. Disk sec/Read" for disk in disks]
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"{name}"' for name in names)]
    for second in range(60):
        slow = 0.030 if 20 <= second < 40 else 0.004
        text = " " if second == 30 else f"{slow + second * 1e-5:.6f}"
        lines.append(f'"11/23/2026 10:00:{second:02d}.000","0.004","{text}","0.030"')
    path.write_text("\r\n".join(lines) + "\r\n", "utf-8")
    return path


@pytest.fixture
def imported(tmp_path: Path) -> Path:
    session = tmp_path / "log.outpace"
    made = outpace("import", perfmon_log(tmp_path / "log.csv"), "--system", "HOST=log.csv", "--session", session)
    assert made.returncode == 0, made.stderr
    return session


def test_imported_log_is_checked_against_thresholds_afterwards(imported: Path, tmp_path: Path) -> None:
    thresholds = parse_thresholds(
        f'[[thresholds]]\ncounter = \'{READ}\'\nabove = "25 ms"\nfor_s = 8\nlevel = "critical"\n', "f"
    )
    with SessionReader.open(imported) as reader:
        assert own_thresholds(reader) == ()
        (one,) = threshold_outcomes(reader, thresholds)
        assert [counter.counter.path for counter in one.watched] == [
            r"\PhysicalDisk(0 C:)\Avg. Disk sec/Read", r"\PhysicalDisk(1 E:)\Avg. Disk sec/Read"
        ], "a total of disks says nothing that they don't"  # fmt: skip
        assert [(c.seconds, round(c.worst, 6)) for c in one.crossings] == [(10.0, 0.03029), (9.0, 0.03039)]
        alone = parse_thresholds('[[thresholds]]\ncounter = "Avg. Disk sec/Read"\nabove = "25 ms"', "f")
        assert len(threshold_outcomes(reader, alone)[0].watched) == 3, "a name alone is every counter of that name"
        before, first, over, second, end = (0, *(event for event in threshold_events(one.crossings, 1e9)))
        assert before == 0
        assert [first.severity, over.severity, second.severity, end.severity] == ["error", "info", "error", "info"]
        said = reader.sentence(first.message), reader.sentence(over.message)
    assert said[0].endswith(r"\PhysicalDisk(1 E:)\Avg. Disk sec/Read has been above 25 ms for 8 s")
    assert said[1].endswith(r"was above 25 ms for 10 s, at worst 30.3 ms")

    rules = tmp_path / "rules.toml"
    rules.write_text(f'[[thresholds]]\ncounter = \'{READ}\'\nabove = "25 ms"\nfor_s = 8\nlevel = "critical"\n')
    exported = outpace("export", imported, "--json", "-", "--thresholds", rules, "--thresholds", "databases")
    result = json.loads(exported.stdout)["thresholds"]
    assert [len(one["crossings"]) for one in result] == [2, 0, 0, 0, 0, 0]
    assert result[0]["crossings"][0]["seconds"] == 10.0
    assert result[0]["counters"] == 2
    assert result[1]["counters"] == 0

    html = tmp_path / "report.html"
    written = outpace("report", imported, "--html", html, "--thresholds", rules, "--thresholds", "databases")
    assert written.returncode == 0, written.stderr
    text = html.read_text("utf-8")
    assert "<h2>Thresholds</h2>" in text
    assert "Avg. Disk sec/Read above 25 ms for 8 s (critical)" in text
    assert "30.4 ms" in text
    assert "Nothing was recorded for: Avg. sec/Read above 20 ms for 10 s" in text
    quiet = tmp_path / "quiet.html"
    rules.write_text(rules.read_text().replace("25 ms", "2500 ms"))
    assert outpace("report", imported, "--html", quiet, "--thresholds", rules).returncode == 0
    assert "No threshold was passed (1 of them, on 2 counters)." in quiet.read_text("utf-8")


def test_run_stores_its_thresholds_and_prints_crossings(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        "[[thresholds]]\ncounter = '\\Outpace Driver(order)\\Latency p95'\nabove = \"1 us\"\nfor_s = 1\n"
        'systems = ["Write-ahead log"]\nwhy = "a try"\n'
    )
    session = tmp_path / "run.outpace"
    ran = outpace("run", scenario_file(tmp_path, run_s=4), "--thresholds", rules, "--session", session)
    assert ran.returncode in (0, 1), ran.stderr
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("Threshold")]
    assert line.startswith(r"Threshold (warning): B \Outpace Driver(order)\Latency p95 above 1 us")
    with SessionReader.open(session) as reader:
        assert own_thresholds(reader) == parse_thresholds(rules.read_text(), "rules")
        (one,) = threshold_outcomes(reader, own_thresholds(reader))
        assert {crossing.letter for crossing in one.crossings} == {"B"}
    html = tmp_path / "run.html"
    assert outpace("report", session, "--html", html).returncode == 0
    assert LIMIT in html.read_text("utf-8"), "the value is drawn in the chart of its counter"
