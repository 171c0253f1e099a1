# SPDX-License-Identifier: Apache-2.0
"""`outpace compare`, compared runs and baselines: the exit status that a pipeline needs."""

import json
import os
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from app import __main__
from app.cli import compare_command
from app.results.gate import gate_of
from app.results.study import study_of
from app.session.baselines import baselines
from app.session.library import usual_index
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace, scenario_file
from tests.support.recorded import PAIR, SyntheticRun, SyntheticSystem, recorded
from tests.support.repeated import RepeatedRun

MET, NOT_MET, UNDECIDED, FAILED = range(4)
STORE = SyntheticSystem("Store", "baseline", 95.0)
ONE = (STORE,)


def repeated(
    path: Path,
    systems: Sequence[SyntheticSystem] = PAIR,
    *,
    repeats: int = 4,
    seed: int = 1,
    valid: bool = True,
    title: str = "Rollback journal against write-ahead log",
) -> Path:
    run = RepeatedRun(path, systems, seed=seed, title=title)
    run.repeats(repeats, seconds=8)
    return run.finish(valid=valid, reasons=() if valid else ["incomplete: stopped by the user"])


def compared(*arguments: object) -> int:
    return __main__.main(["compare", *map(str, arguments)])


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    capsys.readouterr()
    compared(*arguments, "--json")
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """Write one session of two systems, 95 and 182 orders per second, four repeats."""
    return repeated(tmp_path / "pair.outpace")


def test_exit_status_follows_from_the_confidence_interval(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(pair) == MET
    assert compared(pair, "--limit", "B.opm >= 1.5 A.opm") == MET
    assert compared(pair, "--limit", "B.opm >= 2.5 A.opm") == NOT_MET
    figures = answer(capsys, pair, "--limit", "B.opm >= 1.5 A.opm")
    ratio = figures["limits"][0]["ratio"]  # type: ignore[index]
    assert compared(pair, "--limit", f"B.opm >= {ratio:.6f} A.opm") == UNDECIDED
    said = capsys.readouterr().out
    assert "UNDECIDED" in said
    assert "within the 95 % interval" in said


def test_worst_of_several_limits_sets_the_exit_status(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with SessionReader.open(pair) as reader:
        comparison = study_of([reader]).comparisons["B", "OPM"]
    met, missed, between = "B.opm >= 1.5 A", "B.opm <= 1.5 A", f"B.opm <= {comparison.ratio:.6f} A"
    assert compared(pair, "--limit", met, "--limit", between) == UNDECIDED
    assert compared(pair, "--limit", between, "--limit", missed, "--limit", met) == NOT_MET
    lines = capsys.readouterr().out.splitlines()[-3:]
    assert [line.split("  ")[0].strip() for line in lines] == ["UNDECIDED", "NOT MET", "MET"]


def test_limit_uses_the_interval_of_the_study(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with SessionReader.open(pair) as reader:
        expected = study_of([reader]).comparisons["B", "OPM"]
    found = answer(capsys, pair, "--limit", '"write-ahead log".OPM >= 150 % of "Rollback journal"')
    (limit,) = found["limits"]  # type: ignore[misc]
    assert (limit["low"], limit["ratio"], limit["high"]) == (expected.low, expected.ratio, expected.high)
    assert (limit["left"], limit["right"], limit["left_repeats"], limit["outcome"]) == ("B", "A", 4, "met")
    (figures,) = found["pairs"]  # type: ignore[misc]
    assert figures["method"] == "paired t on log ratios"
    assert {one["label"] for one in figures["figures"]} >= {"OPM", "order p95", "IOPS", "I/O latency"}


def test_same_system_in_two_sessions_is_compared_as_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare a server's run from last month with today's, as a regression test does."""
    before = repeated(tmp_path / "before.outpace", ONE)
    slower = repeated(tmp_path / "today.outpace", (replace(STORE, orders_per_s=80.0),), seed=2)
    assert compared(before, slower, "--limit", "B.opm >= 0.95 A.opm") == NOT_MET
    said = capsys.readouterr().out
    assert "A: Store" in said
    assert "B: Store" in said
    assert "Welch's t" in said
    assert compared(slower, before, "--limit", "B.opm >= 0.95 A.opm") == MET
    assert compared(before, slower, "--limit", "B.opm >= 0.75 A.opm") == MET
    found = answer(capsys, before, slower, "--limit", "B.opm >= 0.95 A.opm")
    assert [one["address"] for one in found["systems"]] == ["A", "B"]  # type: ignore[attr-defined]


def test_systems_of_two_sessions_are_paired_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = repeated(tmp_path / "before.outpace")
    slower = (PAIR[0], replace(PAIR[1], orders_per_s=120.0))
    today = repeated(tmp_path / "today.outpace", slower, seed=2)
    assert compared(before, today, "--limit", "B.opm >= 0.9 A.opm") == NOT_MET
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith("MET") and ": B1 / A1 " in line for line in said)
    assert any(line.startswith("NOT MET") and ": B2 / A2 " in line for line in said)
    assert compared(before, today, "--limit", "B1.opm >= 0.9 A1.opm") == MET
    assert compared(before, today, "--limit", "B2.opm >= 0.9 A2.opm") == NOT_MET
    assert compared(before, today, "--limit", "A2.opm >= 1.5 A1.opm") == MET, "within one session"
    capsys.readouterr()
    assert compared(before, today, "--limit", '"Write-ahead log".opm >= 0.9 A1.opm') == FAILED
    assert "write A2 or B2" in capsys.readouterr().err


def test_system_without_a_counterpart_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = repeated(tmp_path / "before.outpace")
    other = (PAIR[0], SyntheticSystem("NVMe", "challenger", 300.0))
    today = repeated(tmp_path / "today.outpace", other, seed=2)
    assert compared(before, today) == MET
    said = capsys.readouterr().out
    assert "A2 (Write-ahead log) has no counterpart" in said
    assert "B2 (NVMe) has no counterpart" in said
    assert "scenarios that differ in systems" in said
    assert compared(before, today, "--limit", "B2.opm >= 1.2 A2.opm") == MET, "whoever names both may compare them"


@pytest.mark.parametrize(("repeats", "words"), [(1, "2 more are needed"), (2, "1 more is needed")])
def test_too_few_repeats_are_undecided_with_the_number_missing(
    tmp_path: Path, repeats: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    few = repeated(tmp_path / "few.outpace", ONE, repeats=repeats)
    many = repeated(tmp_path / "many.outpace", ONE, seed=2)
    assert compared(few, many, "--limit", "B.opm >= 0.1 A.opm") == UNDECIDED
    said = capsys.readouterr().out
    assert f"A has {repeats} valid repeat" in said
    assert words in said
    assert "B has" not in said


def test_invalid_runs_are_excluded_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = repeated(tmp_path / "stopped.outpace", valid=False)
    assert compared(stopped, "--limit", "B.opm >= 1.5 A.opm") == UNDECIDED
    said = capsys.readouterr().out
    assert "NOT a valid run: incomplete: stopped by the user" in said
    assert "A has 0 valid repeats, 3 more are needed" in said


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("B.opm > A.opm", "expected >= or <="),
        ("C.opm >= A.opm", 'there is no system "C"; the systems are A (Rollback journal), B (Write-ahead log)'),
        ("B.opmm >= A.opmm", 'B (Write-ahead log) has no figure "opmm"; it has opm, order p50'),
        ("A.opm >= A.opm", "counterpart"),
        ("B1.opm >= A1.opm", 'there is no system "B1"'),
    ],
)
def test_malformed_limit_is_rejected_without_a_verdict(
    pair: Path, limit: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(pair, "--limit", limit) == FAILED
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


def test_limits_accept_latencies_and_counters(pair: Path) -> None:
    assert compared(pair, "--limit", "B.p95 <= 0.5 A.p95", "--limit", "B.purchase.mean <= 0.5 A") == MET
    assert compared(pair, "--limit", r'B."\Engine File(_Total)\Transfers/sec" >= 1.5 A') == MET


def test_limits_accept_figures_per_disk_but_not_mixed_currencies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = [{"Disks": 2, "Price": "100 USD"}, {"Disks": 4, "Price": "100 EUR"}]
    run = RepeatedRun(tmp_path / "x.outpace", facts=facts)
    run.repeats(4, seconds=8)
    run.finish()
    found = answer(capsys, run.path, "--limit", 'B."OPM per disk" >= 0.8 A', "--limit", "B.opm >= 1.6 A")
    per_disk, whole = found["limits"]  # type: ignore[misc]
    assert per_disk["outcome"] == whole["outcome"] == "met"
    assert per_disk["ratio"] == pytest.approx(whole["ratio"] / 2)
    assert per_disk["left_value"] == pytest.approx(whole["left_value"] / 4)
    assert compared(run.path, "--limit", 'B."Price of one OPM" <= A') == FAILED
    assert "has no ratio: one price is in USD" in capsys.readouterr().err


def test_usage_errors_and_defects_exit_with_status_3(
    tmp_path: Path, pair: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Statuses 1 and 2 are results about the systems; usage errors and defects have status 3."""
    assert compared(tmp_path / "nowhere.outpace") == FAILED
    assert compared(pair, pair) == FAILED
    for arguments in (["compare"], ["compare", "x", "--limmit"], ["run", "--compare-baseline"], ["run", "--limit"]):
        with pytest.raises(SystemExit) as end:
            __main__.main(arguments)
        assert end.value.code == FAILED
    with pytest.raises(SystemExit) as end:
        __main__.main(["export"])
    assert end.value.code == 2
    for place in (tmp_path / "no" / "folder.xml", tmp_path, *filter(Path.exists, [Path("/dev/full")])):
        capsys.readouterr()
        assert compared(pair, "--junit", place) == FAILED
        assert str(place) in capsys.readouterr().err
        begun = __main__.main(["run", "embedded-demo", "--session", str(tmp_path / "x.outpace"), "--junit", str(place)])
        assert begun == FAILED
    assert not (tmp_path / "x.outpace").exists()
    assert not Path("/dev/full").is_file()

    def defective(*_: object) -> None:
        raise LookupError("a defect of ours")

    monkeypatch.setattr(compare_command, "gate_of", defective)
    capsys.readouterr()
    assert compared(pair) == FAILED
    assert "LookupError" in capsys.readouterr().err


def test_junit_has_a_case_for_each_limit(tmp_path: Path, pair: Path) -> None:
    path = tmp_path / "limits.xml"
    path.write_text("of the run before")
    with SessionReader.open(pair) as reader:
        ratio = study_of([reader]).comparisons["B", "OPM"].ratio
    limits = ["B.opm >= 1.5 A.opm", "B.opm >= 2.5 A.opm", f"B.opm >= {ratio:.6f} A.opm"]
    assert compared(pair, "--junit", path, *(part for limit in limits for part in ("--limit", limit))) == NOT_MET
    root = ET.parse(path).getroot()
    suite = root.find("testsuite")
    assert suite is not None
    assert {key: suite.get(key) for key in ("tests", "failures", "skipped", "errors")} == {
        "tests": "3", "failures": "1", "skipped": "1", "errors": "0",
    }  # fmt: skip
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == limits
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["skipped"]]
    assert "95 % interval" in str(cases[1][0].get("message"))
    assert str(cases[2][0].get("message")).startswith("undecided: ")
    assert [file.name for file in tmp_path.glob("*limits*")] == ["limits.xml"]


def test_junit_file_escapes_characters_invalid_in_xml(tmp_path: Path) -> None:
    session = repeated(tmp_path / "x.outpace")
    connection = apsw.Connection(str(session))
    connection.execute("UPDATE session SET title = ?", ("a\x07b <&> \ud7ff\ufffe 固态",))
    connection.close()
    assert compared(session, "--limit", "B.opm >= 1.5 A", "--junit", tmp_path / "x.xml") == MET
    case = next(ET.parse(tmp_path / "x.xml").getroot().iter("testcase"))
    assert case.get("classname") == "a\\x07b <&> \ud7ff\\ufffe 固态"


# Baselines


def test_baseline_is_compared_and_rejected_after_scenario_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = repeated(tmp_path / "before.outpace", ONE)
    today = repeated(tmp_path / "today.outpace", (replace(STORE, orders_per_s=80.0),), seed=2)
    assert compared(today, "--baseline") == FAILED
    assert "has no baseline" in capsys.readouterr().err
    assert __main__.main(["baseline", "set", str(before)]) == 0
    assert str(before) in capsys.readouterr().out
    assert compared(today, "--baseline", "--limit", "B.opm >= 0.95 A.opm") == NOT_MET
    assert "before.outpace" in capsys.readouterr().out
    assert compared(before, "--baseline") == FAILED
    assert "itself the baseline" in capsys.readouterr().err
    other = RepeatedRun(tmp_path / "other.outpace", ONE, plan='name = "timed"\nrun_s = 90', seed=3)
    other.repeats(3, seconds=8)
    other.finish()
    assert compared(other.path, "--baseline") == FAILED
    assert "has changed since its baseline was set" in (said := capsys.readouterr().err)
    assert "plan.run_s" in said
    moved = before.rename(tmp_path / "moved.outpace")
    assert compared(today, "--baseline") == FAILED
    assert "is gone" in capsys.readouterr().err
    repeated(tmp_path / "before.outpace", ONE, seed=9)
    assert compared(today, "--baseline") == FAILED, "another session under its name is not the baseline"
    moved.replace(before)
    assert compared(today, "--baseline") == MET
    assert __main__.main(["baseline", "remove", str(today)]) == 0
    assert baselines() == []
    assert __main__.main(["baseline", "remove", str(today)]) == 2


def test_invalid_run_is_rejected_as_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = repeated(tmp_path / "stopped.outpace", valid=False)
    assert __main__.main(["baseline", "set", str(stopped)]) == 2
    assert "not a valid run" in capsys.readouterr().err
    single = recorded(tmp_path / "single.outpace", seconds=12)
    assert __main__.main(["baseline", "set", str(single)]) == 0
    assert "valid repeats: 1" in capsys.readouterr().out
    assert __main__.main(["baseline", "list"]) == 0
    assert "single.outpace" in capsys.readouterr().out


def test_older_index_accepts_baselines_and_keeps_its_tags(tmp_path: Path) -> None:
    session = repeated(tmp_path / "x.outpace", ONE)
    __main__.main(["baseline", "set", str(session)])
    connection = apsw.Connection(str(usual_index()))
    connection.execute("DROP TABLE baseline; INSERT INTO own VALUES ('u', 'Mine', '[]')")
    connection.close()
    assert baselines() == []
    assert __main__.main(["baseline", "set", str(session)]) == 0
    assert len(baselines()) == 1
    connection = apsw.Connection(str(usual_index()))
    assert connection.execute("SELECT title FROM own").fetchall() == [("Mine",)]
    connection.close()


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_unwritable_index_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = repeated(tmp_path / "x.outpace", ONE)
    usual_index().parent.parent.mkdir(parents=True, exist_ok=True)
    usual_index().parent.write_text("a file where the folder should be")
    assert __main__.main(["baseline", "set", str(session)]) == 2
    assert "can't be used" in capsys.readouterr().err


# Real runs


def test_run_is_compared_with_its_baseline_when_it_ends(tmp_path: Path) -> None:
    scenario = scenario_file(tmp_path, warmup_s=0, run_s=2, users=2)
    first = outpace("run", scenario, "--compare-baseline")
    assert first.returncode == FAILED
    assert "has no baseline" in first.stderr
    base = tmp_path / "base.outpace"
    assert outpace("run", scenario, "--session", base).returncode == 0
    assert outpace("baseline", "set", base).returncode == 0
    limits = ("--limit", "B.opm >= 0.5 A.opm", "--junit", tmp_path / "x.xml")
    second = outpace("run", scenario, "--compare-baseline", *limits, "--session", tmp_path / "second.outpace")
    assert second.returncode == UNDECIDED, second.stdout + second.stderr
    assert "base.outpace" in second.stdout
    assert "A1 has 1 valid repeat, 2 more are needed" in second.stdout
    assert len(ET.parse(tmp_path / "x.xml").getroot().findall(".//skipped")) == 2
    text = scenario.read_text("utf-8")
    scenario.write_text(text.replace("users = 2", "users = 3"), "utf-8")
    changed = outpace("run", scenario, "--compare-baseline")
    assert changed.returncode == FAILED
    assert "workload.users" in changed.stderr


def test_repeats_of_a_real_run_are_checked_against_a_limit(tmp_path: Path) -> None:
    scenario = scenario_file(tmp_path, warmup_s=0, run_s=2, users=2)
    text = scenario.read_text("utf-8").replace("run_s = 2", "run_s = 2\nrepeats = 3\nrest_s = 1")
    scenario.write_text(f'order = "together"\n{text}', "utf-8")
    session = tmp_path / "three.outpace"
    ran = outpace("run", scenario, "--session", session, "--limit", "B.opm >= 0.01 A.opm")
    assert ran.returncode == MET, ran.stdout + ran.stderr
    assert "MET" in ran.stdout.splitlines()[-1]
    again = outpace("compare", session, "--limit", "B.opm <= 0.01 A.opm")
    assert again.returncode == NOT_MET
    with SessionReader.open(session) as reader:
        assert [system.repeats for system in gate_of([reader]).systems] == [3, 3]


def test_single_system_is_reported_without_a_counterpart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = SyntheticRun(tmp_path / "one.outpace", ONE)
    run.seconds(12)
    run.finish()
    assert compared(run.path) == MET
    assert "counterpart" in capsys.readouterr().out
