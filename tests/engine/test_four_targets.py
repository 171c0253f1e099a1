# SPDX-License-Identifier: Apache-2.0
"""A system of four databases: its totals, the figures of each database, and the imbalance of the load."""

import csv
import json
from pathlib import Path

import pytest

from app.driver.series import COLUMNS, driver_series
from app.model.documents import TargetDetail
from app.report.session_blocks import session_text
from app.report.session_export import export_csv, export_json, export_pdh
from app.session.reader import SessionReader
from app.session.writer import SessionWriter
from collectors.series import Reading

SECOND = 1_000_000_000
RATES = (100, 100, 100, 140)
"""Orders per second on each target."""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "four.outpace"
    with SessionWriter.create(path, title="Four", scenario_toml="", clock_origin_ns=0) as writer:
        systems = [
            writer.add_system(name, role, "", {}) for name, role in (("One", "baseline"), ("Many", "challenger"))
        ]
        targets = [(systems[0], None, writer.add_target(systems[0], "target 1", TargetDetail()), 200)]
        for number, rate in enumerate(RATES):
            detail = TargetDetail(engine="PostgreSQL", database="DVD Store 1MB")
            targets.append((systems[1], number, writer.add_target(systems[1], f"target {number + 1}", detail), rate))
        writer.start(0)
        writer.phase(0, "measure")
        for system, number, target, rate in targets:
            source = writer.add_source(
                "worker 0", driver_series(0, number), len(COLUMNS), system=system, target=target, from_zero=True
            )
            for second in range(1, 11):
                raw = dict.fromkeys(COLUMNS, 0.0)
                raw |= {"orders": rate * second, "response_s": 0.004 * rate * second, "users_alive": 2.0}
                writer.sample(source, second * SECOND, Reading(float(second), tuple(raw[c] for c in COLUMNS)))
        writer.finish(10 * SECOND, valid=True, reasons=[], warnings=[])
    return path


def test_result_contains_each_target_and_the_imbalance(session: Path) -> None:
    with SessionReader.open(session) as reader:
        one, many = json.loads(export_json(reader))["systems"]
    assert one["imbalance_percent"] is None
    assert many["orders"] == 10 * sum(RATES)
    assert [target["orders"] for target in many["targets"]] == [10 * rate for rate in RATES]
    assert [target["opm"] for target in many["targets"]] == pytest.approx([60 * rate for rate in RATES])
    assert [target["response_ms"] for target in many["targets"]] == pytest.approx([4.0] * 4)
    assert [target["users_alive"] for target in many["targets"]] == [2] * 4
    assert many["targets"][0]["database"] == "PostgreSQL DVD Store 1MB"
    assert many["imbalance_percent"] == pytest.approx(100 * 40 / 110)


def test_table_shows_each_target_and_the_imbalance(session: Path) -> None:
    with SessionReader.open(session) as reader:
        table = session_text(reader)
    rows = {line[:28].strip(): line for line in table.splitlines()}
    assert "26,400" in rows["Orders per minute (OPM)"]
    assert "8,400" in rows["target 4, OPM"]
    assert "36.4" in next(line for line in table.splitlines() if "imbalance of targets" in line)


def test_exports_contain_each_target(session: Path, tmp_path: Path) -> None:
    with SessionReader.open(session) as reader:
        export_csv(reader, tmp_path / "csv")
        export_pdh(reader, tmp_path / "log.csv")
    with (tmp_path / "csv" / "targets.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["counter"].endswith("Orders/sec")]
    fourth = [float(row["value"]) for row in rows if (row["system"], row["target"]) == ("Many", "target 4")]
    assert fourth == pytest.approx([140.0] * len(fourth))
    assert len(fourth) == 10
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = list(csv.reader(file))
    column = header.index(r"\\many\Outpace Driver(target 4)\Orders/sec")
    assert [float(line[column]) for line in lines] == pytest.approx([140.0] * 10)
    assert not [name for name in header if name.startswith(r"\\one\Outpace Driver(target 1)\Orders/sec")]
