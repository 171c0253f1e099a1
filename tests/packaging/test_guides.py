# SPDX-License-Identifier: Apache-2.0
"""Guides in docs/: their examples, extracted from the text, are installed as extensions and run."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.model.documents import LoadDriver
from app.native.native_library import INTERFACE
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.support.guide_examples import BLOCK, DOCS, example
from tests.support.recorded import SyntheticRun


def test_example_engine_can_be_installed_and_compared_with_another(tmp_path: Path) -> None:
    twin = example("add-an-engine.md", tmp_path)
    assert twin.added == {"outpace_twin.py", "pyproject.toml"}
    assert twin.rooms == {"app.databases.engine", "app.databases.sqlite.description", "app.model.targets"}
    session = twin.recorded()
    assert all(system["orders"] > 0 for system in twin.result(session)["systems"])
    report = tmp_path / "report.html"
    done = twin.run("report", session, "--html", report)
    assert done.returncode == 0, done.stderr
    assert "Twin of SQLite" in report.read_text(encoding="utf-8")
    result = twin.result(session)
    twin.uninstall()
    assert twin.result(session) == result, "a session whose engine is gone opens with its figures"


def test_example_plan_can_be_installed_and_its_steps_run(tmp_path: Path) -> None:
    plan = example("add-a-plan.md", tmp_path)
    assert plan.added == {"outpace_half_and_full.py", "pyproject.toml"}
    assert plan.rooms == {"app.model.form", "app.model.plans", "app.model.steps"}
    session = plan.recorded()
    result = plan.result(session)
    assert [[one["users"] for one in step["systems"].values()] for step in result["steps"]] == [[2, 2], [4, 4]]
    with closing(sqlite3.connect(session)) as file:
        ((found,),) = file.execute("SELECT data FROM document WHERE kind = 'plan result'").fetchall()
    assert found.count('"full_by_half":') == 2, "one of each system"
    plan.uninstall()
    assert plan.result(session) == result, "a session whose plan is gone opens with its figures"
    report = tmp_path / "report.html"
    assert plan.run("report", session, "--html", report).returncode == 0
    assert "half-and-full (a plan not known to this version of Outpace)" in report.read_text(encoding="utf-8")


def test_example_collector_can_be_installed_and_read(tmp_path: Path) -> None:
    collector = example("add-a-collector.md", tmp_path)
    assert collector.added == {"outpace_free_space.py", "pyproject.toml"}
    assert collector.rooms == {"app.model.form", "app.model.watch", "app.scenario.collectors", "collectors.series"}
    session = collector.recorded()
    result = collector.result(session)
    usage = shutil.disk_usage("/")
    for system in result["systems"]:
        free = system["counters"][r"\LogicalDisk(/)\% Free Space"]
        assert free["samples"] >= 4
        assert free["average"] == pytest.approx(100 * usage.free / usage.total, abs=5)
    collector.uninstall()
    assert collector.result(session) == result, "a session whose collector is gone opens with its figures"


def test_example_database_workload_can_be_installed_checked_and_run_natively(tmp_path: Path) -> None:
    workload = example("add-a-workload.md", tmp_path)
    assert workload.added == {"outpace_tickets.py", "pyproject.toml"}
    assert workload.files["outpace_tickets.py"].count("\n") < 150
    checked = workload.run("check-workload", "tickets", "--cycles", "1000")
    equal = [f"{engine}: 1,000 cycles are equal" for engine in ("sqlite", "postgresql", "mysql")]
    assert (checked.returncode, sorted(checked.stdout.splitlines())) == (0, sorted(equal)), checked.stderr
    session = workload.recorded()
    with SessionReader.open(session) as reader:
        assert {one.data.calls for one in reader.documents_of(LoadDriver)} == {f"native {INTERFACE}"}
        assert reader.end is not None
        assert not [reason for reason in reader.end.reasons if "seats" in reader.sentence(reason)]
    result = workload.result(session)
    for system in result["systems"]:
        assert system["orders"] > 0
        assert 0 < system["operations"]["book"]["p50_ms"] <= system["operations"]["book"]["p99_ms"]
    wrong = workload.folder / "outpace_tickets.py"
    whole = wrong.read_text("utf-8")
    wrong.write_text(whole.replace('    "change_free": ', '    "change_seats": ', 1), encoding="utf-8")
    refused = workload.run("check-workload", "tickets")
    assert (refused.returncode, "has no SQL of the statement change_free for sqlite" in refused.stderr) == (2, True)
    wrong.write_text(whole, encoding="utf-8")
    wrong.write_text(wrong.read_text("utf-8").replace("my.date())", 'f"{my.draw(9):>5}")', 1), encoding="utf-8")
    refused = workload.run("check-workload", "tickets")
    assert refused.returncode == 2
    assert "outpace_tickets.py:" in refused.stderr
    assert "write {number:0WIDTH}" in refused.stderr


def test_example_non_database_workload_can_be_installed_and_run(tmp_path: Path) -> None:
    workload = example("add-other-work.md", tmp_path)
    assert workload.added == {"outpace_commit_log.py", "pyproject.toml"}
    session = workload.recorded()
    result = workload.result(session)
    for system in result["systems"]:
        assert system["orders"] > 0
        assert 0 < system["operations"]["append"]["p50_ms"] <= system["operations"]["append"]["p99_ms"]
    assert not list(tmp_path.glob("*/logs-*/*")), "each user has removed its log"
    report = tmp_path / "report.html"
    assert workload.run("report", session, "--html", report).returncode == 0
    assert "Records of 512 bytes" in report.read_text(encoding="utf-8")
    workload.uninstall()
    assert workload.result(session) == result, "a session whose workload is gone opens with its figures"


def test_broken_extension_package_is_reported_without_a_traceback(tmp_path: Path) -> None:
    plan = example("add-a-plan.md", tmp_path)
    (tmp_path / "outpace_half_and_full.py").write_text("import nothing_like_this\n", encoding="utf-8")
    listed = plan.run("scenarios")
    assert (listed.returncode, listed.stderr) == (0, "")
    refused = plan.run("run", plan.scenario)
    assert refused.returncode == 2
    assert '"half-and-full"' in refused.stderr
    assert "timed" in refused.stderr, "what there is, is listed"
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_documented_session_format_can_be_read_with_plain_python(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "run.outpace")
    run.seconds(12)
    run.finish()
    scope: dict[str, Any] = {}
    ((_, _, code),) = BLOCK.findall((DOCS / "session-format.md").read_text(encoding="utf-8"))
    exec(compile(code, "session-format.md", "exec"), scope)
    with SessionReader.open(tmp_path / "run.outpace") as reader:
        expected = {system.name: system.opm for system in result_of(reader).systems}
    assert scope["orders_per_minute"](tmp_path / "run.outpace") == pytest.approx(expected, rel=0.05)
