# SPDX-License-Identifier: Apache-2.0
"""Tests of a report's appendix: hardware, files, price list, changed settings and procedure.

The facts of real runs are checked against independent sources.
"""

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import psutil
import pytest

from app.databases.server_disclosure import disclosed_by
from app.model.events import Incomplete, Stopped
from app.report.outputs import Outputs, write_reports
from app.report.systems_appendix import size_text
from app.results.procedure import procedure_of
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.engine_runs import at_rest, outpace, scenario_file
from tests.support.repeated import RepeatedRun
from tests.support.report_rendering import clipped, overlapping, pages_of
from tests.support.server_runs import Server, dropped_after, execute, passwords, written
from tests.support.servers import address_of
from tests.support.session_kinds import pulses

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

PRICES = (("Server", 1, 4321.5), ("Disk, 960 GB", 8, 312.05))
ITEMS = "".join(
    f'[[systems.price]]\nitem = "{item}"\nquantity = {quantity}\nunit_price = {price}\ncurrency = "$"\n'
    for item, quantity, price in PRICES
)
STATED = '[systems.hardware.firmware]\nvendor = "Dell"\nversion = "2.19.1"\n'
TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"

SMALLEST_TABLE = 4 * 16 * 1024
"""Bytes of a new InnoDB file: four pages."""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run two short, cold repeats of the embedded pair in turn, with an idle phase, and with a price list for B."""
    folder = tmp_path_factory.mktemp("appendix")
    scenario = scenario_file(folder, users=2, warmup_s=0, run_s=2)
    text = scenario.read_text(encoding="utf-8").replace("[plan]", "[plan]\nrepeats = 2\nidle_s = 1\nrest_s = 1")
    text = text.replace("[[systems]]", '[start]\nstate = "cold"\n[[systems]]', 1)
    scenario.write_text(text + ITEMS + STATED, encoding="utf-8")
    session = folder / "embedded.outpace"
    answer = outpace("run", scenario, "--session", session)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    return session


@pytest.fixture(scope="module")
def result(embedded: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(outpace("export", embedded, "--json", "-").stdout)
    return found


@pytest.fixture(scope="module")
def text(embedded: Path) -> str:
    """Return the text of the report's PDF without line breaks."""
    pdf = embedded.with_suffix(".pdf")
    answer = outpace("report", embedded, "--pdf", pdf)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    pages = pages_of(pdf)
    assert not clipped(pages)
    assert not overlapping(pages)
    return " ".join(page.text for page in pages)


def told(result: dict[str, Any], group: str, label: str) -> dict[str, str]:
    return next(
        (row["texts"] for row in result["hardware"] if (row["group"], row["label"]) == (group, label)),
        {"A": "", "B": ""},
    )


def test_reported_hardware_matches_this_machine(result: dict[str, Any], text: str) -> None:
    assert told(result, "Processor", "Threads") == dict.fromkeys("AB", str(psutil.cpu_count()))
    memory = f"{round(psutil.virtual_memory().total / 2**30, 1):.10g} GiB"
    assert told(result, "Memory", "Size") == dict.fromkeys("AB", memory)
    assert memory in text
    assert "A and B ran on the machine that drove the load" in text
    (files,) = [row for row in result["hardware"] if row["group"] == "File systems of the data"]
    assert files["texts"]["A"] == files["texts"]["B"]


def test_values_stated_by_the_scenario_are_marked(result: dict[str, Any], text: str) -> None:
    (version,) = [row for row in result["hardware"] if row["label"] == "Version"]
    assert (version["texts"]["B"], version["stated"]) == ("2.19.1", ["B"])
    assert "2.19.1 *" in text
    assert "As the scenario states it" in text


def test_file_sizes_match_those_of_the_file_system(embedded: Path, result: dict[str, Any], text: str) -> None:
    assert {one["system"] for one in result["files"]} == {"A", "B"}
    for one in result["files"]:
        path = Path(one["place"]) / one["name"]
        if one["what"] == "pristine database":  # unchanged since
            assert one["size_bytes"] == path.stat().st_size
            assert size_text(path.stat().st_size) in text
        assert one["mounted"] == str(mount_point(path))
    working = [one for one in result["files"] if one["what"] == "database"]
    assert [one["size_bytes"] for one in working] == [
        one["size_bytes"] for one in result["files"] if one["what"] == "pristine database"
    ]
    with SessionReader.open(embedded) as reader:
        rows = {row.label: row for row in study_of([reader]).disclosure.systems}
    assert not rows["Storage, database"].differs  # different folders on one device are not a difference


def mount_point(path: Path) -> Path:
    """Return the closest mount point above a path."""
    return next(parent for parent in (path, *path.parents) if os.path.ismount(parent))


def test_price_list_is_totaled_and_used_for_price_per_figure(result: dict[str, Any], text: str) -> None:
    total = sum(quantity * price for _, quantity, price in PRICES)
    (sheet,) = result["prices"]
    assert sheet["total"] == pytest.approx(total)
    assert "6,817.90 $" in text
    row = next(one for one in result["normalised"] if one["basis"] == "price" and one["figure"] == "OPM")
    own = row["systems"]["B"]
    assert own["divisor"] == pytest.approx(total)
    assert own["value"] == pytest.approx(total / own["raw"])
    assert row["comparisons"] == []  # A's price has no currency


def test_settings_that_differ_from_defaults_are_listed(result: dict[str, Any], text: str) -> None:
    rows = {(row["group"], row["name"]): row for row in result["changed_settings"]}
    assert rows["Scenario", "plan.repeats"]["texts"] == {"A": "2", "B": "2"}
    assert rows["Scenario", "plan.repeats"]["same"]
    journal = rows["Scenario", "sqlite.journal"]
    assert (journal["default"], journal["texts"], journal["same"]) == ("wal", {"A": "rollback", "B": "wal"}, False)
    mode = rows["SQLite", "journal_mode"]
    assert (mode["default"], mode["texts"]) == ("delete", {"A": "delete", "B": "wal"})
    swappiness = Path("/proc/sys/vm/swappiness")
    if swappiness.exists():
        assert (("Kernel", "vm.swappiness") in rows) == (swappiness.read_text(encoding="utf-8").strip() != "60")
    assert "What differs from the defaults" in text


def test_procedure_matches_the_recorded_session(embedded: Path, result: dict[str, Any], text: str) -> None:
    steps = result["procedure"]
    with SessionReader.open(embedded) as reader:
        phases = [phase for phase in reader.phases if phase.name == "measure"]
        order = ", ".join(next(iter(phase.detail.systems or {})) for phase in phases)
        rows = sum(event.kind == "rows" for event in reader.events)
        (idle,) = {round(phase.to_s - phase.from_s) for phase in reader.phases if phase.name == "idle"}
    assert f"The systems were loaded in turns: {order}." in steps
    assert f"The systems were ready and idle for {idle} s." in steps
    assert any("as were counted by the driver" in step and f"{rows} of {rows} counts" in step for step in steps)
    assert any(step.startswith("The pristine databases were built: A (") for step in steps)
    assert any("Caches were emptied (written to the disk" in step for step in steps)
    assert any("measured with 2 users on each target for 2 s" in step for step in steps)
    flat = re.sub(r"\s+", " ", text)
    assert all(step.split(" (")[0] in flat for step in steps[:3])


def test_workbook_matches_the_exported_appendix(embedded: Path, result: dict[str, Any]) -> None:
    path = embedded.with_suffix(".xlsx")
    write_reports([embedded], Outputs(xlsx=path))
    book = openpyxl.load_workbook(path, read_only=True)
    prices = [[cell.value for cell in row] for row in book["Price list"].iter_rows()]
    assert prices[-1] == ["B", "Sum", None, None, result["prices"][0]["total"], "$"]
    assert book["Files"].max_row == len(result["files"]) + 1
    assert book["Hardware"].max_row == len(result["hardware"]) + 1
    assert [row[2].value for row in book["Procedure"].iter_rows(min_row=2)] == result["procedure"]


def test_anonymous_report_contains_no_folder_names(embedded: Path) -> None:
    html = embedded.with_name("anonymous.html")
    answer = outpace("report", embedded, "--anonymous", "--html", html)
    assert answer.returncode == 0, answer.stderr
    words = html.read_text(encoding="utf-8")
    assert str(embedded.parent) not in words
    assert "Storage layout" in words


def test_report_of_an_old_session_omits_empty_sections(tmp_path: Path) -> None:
    old = next((Path(__file__).parents[1] / "sessions_format_1").glob("*.outpace"))
    html = tmp_path / "old.html"
    write_reports([old], Outputs(html=html))
    words = html.read_text(encoding="utf-8")
    assert not [title for title in ("Hardware", "Storage layout", "Price list") if f">{title}" in words]


def test_postgresql_data_location_and_settings_are_reported(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = (Server("One", postgresql, ("outpace_shared",)), Server("Other", postgresql, ("outpace_other",)))
    passwords(monkeypatch, pair)
    session = tmp_path / "pg.outpace"
    with dropped_after(postgresql, "outpace_other"):
        answer = outpace("run", written(tmp_path, pair, run_s=2), "--session", session)
        assert answer.returncode in (0, 1), answer.stdout + answer.stderr
        sizes = execute(postgresql, "SELECT pg_database_size('outpace_other_pristine')")
        changed = {
            str(name): str(value)
            for name, value in execute(
                postgresql, "SELECT name, current_setting(name) FROM pg_settings WHERE source = 'configuration file'"
            )
        }
    found = json.loads(outpace("export", session, "--json", "-").stdout)
    (database,) = [one for one in found["files"] if (one["what"], one["system"]) == ("database", "B")]
    assert database["size_bytes"] == pytest.approx(sizes[0][0], rel=0.1)
    assert database["place"] == str(postgresql.data)
    logs = [one for one in found["files"] if one["what"] == "write-ahead log"]
    assert len(logs) == 2
    assert all(one["size_bytes"] % 2**20 == 0 and one["files"] >= 1 for one in logs)
    own = {row["name"]: row for row in found["changed_settings"] if row["group"] == "PostgreSQL"}
    assert all(row["same"] for row in own.values())
    for name in own.keys() & changed.keys():
        assert own[name]["texts"]["A"] == changed[name]
    assert not {"data_directory", "hba_file", "listen_addresses", "port"} & own.keys()


def test_mariadb_data_location_and_settings_are_reported(
    mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (Server("One", mariadb),)
    passwords(monkeypatch, systems)
    session = tmp_path / "maria.outpace"
    answer = outpace("run", written(tmp_path, systems, run_s=2), "--session", session)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    found = json.loads(outpace("export", session, "--json", "-").stdout)
    (tables,) = [one for one in found["files"] if one["what"] == "tables and indexes"]
    place = mariadb.data / "outpace_shared"
    assert Path(tables["place"]) == place
    held, (now, _) = at_rest(
        lambda: {path: path.stat().st_size for path in place.glob("*.ibd")},
        lambda: disclosed_by(address_of(mariadb, "outpace_shared"), mariadb.password)[0],
    )
    assert (now.what, now.place) == ("tables and indexes", str(place))
    assert (now.files, now.size_bytes) == (len(held), sum(held.values()))
    assert tables["files"] == len(held)
    # The sizes were recorded before the load: the files grow with every run on the database and never shrink.
    assert len(held) * SMALLEST_TABLE <= tables["size_bytes"] <= sum(held.values())
    (redo,) = [one for one in found["files"] if one["what"] == "redo log"]
    assert redo["size_bytes"] == sum(path.stat().st_size for path in mariadb.data.glob("ib_logfile*"))
    own = {row["name"].lower(): row for row in found["changed_settings"] if row["group"] == "MySQL/MariaDB"}
    for name, row in own.items():
        (value,) = execute(mariadb, f"SELECT @@global.{name}")[0]
        assert row["texts"]["A"] in (str(value), {"1": "ON", "0": "OFF"}.get(str(value)))
        assert row["texts"]["A"] != row["default"]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        (
            "timed",
            ["A and B were loaded at the same time, from one common start.", "with 3 users on each target for 3 s."],
        ),
        (
            "sweep",
            ["2 steps were measured for 2 s each, each after 1 s of settling: 1 user on each target; 2 users on"],
        ),
        ("race", ["with 150 orders to be done"]),
        ("storage", ["8 KiB read, 1 thread, 1 outstanding; 8 KiB read, 1 thread, 2 outstanding."]),
        ("imported", ["The results were measured elsewhere and imported from totals.csv (totals)."]),
        ("joined", ["Sessions were joined: Two journals, shortly (Rollback journal; recorded 2026-11-22 19:27 UTC)"]),
        ("compared", ["Runs of several sessions were put side by side", "It does not count"]),
        ("killed_worker", ["It does not count: B (Write-ahead log): worker 0 died"]),
    ],
)
def test_every_kind_of_session_describes_its_procedure(name: str, steps: list[str]) -> None:
    with SessionReader.open(Path(__file__).parents[1] / "sessions_format_1" / f"{name}.outpace") as reader:
        told_steps = procedure_of(reader)
    for step in steps:
        assert any(step in one for one in told_steps), told_steps


def test_changing_load_is_described_part_by_part(tmp_path: Path) -> None:
    with SessionReader.open(pulses(tmp_path / "pulses.outpace")) as reader:
        steps = procedure_of(reader)
    (changes,) = [step for step in steps if step.startswith("Meanwhile it changed")]
    assert changes.startswith("Meanwhile it changed: 2 users for 8 s; 8 users for 4 s; 2 users for 8 s")


def test_procedure_of_a_stopped_run_reports_the_stop(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "stopped.outpace")
    run.repeats(1, seconds=12)
    path = run.finish(valid=False, reasons=[Incomplete(stopped=Stopped(), measured_s=12, planned_s=60)])
    with SessionReader.open(path) as reader:
        assert any(
            "It was ended before its time: incomplete: stopped by the user" in one for one in procedure_of(reader)
        )
