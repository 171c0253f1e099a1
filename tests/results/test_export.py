# SPDX-License-Identifier: Apache-2.0
"""Exports: the same numbers live, in a replay and in the table, in formats that other tools read."""

import csv
import datetime
import json
import math
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from app.model.documents import TargetDetail
from app.model.histogram import Histogram
from app.model.messages import Sentence
from app.report.session_blocks import session_text
from app.report.session_export import export_csv, export_json, export_parquet, export_pdh, new_text_file
from app.results.result import result_of
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.session.writer import SessionWriter
from collectors.series import Layer, Reading, Series
from tests.support.recorded import OPERATIONS, PAIR, TRIO, SyntheticRun, SyntheticSystem, recorded

SECOND = 1_000_000_000
ORDERS = "\\Outpace Driver(_Total)\\Orders/sec"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("export") / "s.outpace", seconds=75)


@pytest.fixture
def reader(path: Path) -> Iterator[SessionReader]:
    with SessionReader.open(path) as reader:
        yield reader


def test_json_export_has_the_documented_structure(reader: SessionReader) -> None:
    result = json.loads(export_json(reader))
    assert set(result) >= {"format", "title", "started", "seconds", "systems", "runs", "valid", "reasons"}
    assert result["format"] == 3
    assert datetime.datetime.fromisoformat(result["started"]).tzinfo is not None
    assert result["seconds"] == 75
    assert (result["valid"], result["reasons"]) == (True, [])
    assert [system["name"] for system in result["systems"]] == [system.name for system in PAIR]
    for system in result["systems"]:
        assert set(system) >= {
            "name", "role", "orders", "opm", "rollback_percent", "rollback_expected_percent", "errors",
            "users_requested", "users_alive", "operations", "counters",
        }  # fmt: skip
        assert set(system["operations"]) == set(OPERATIONS)
        for operation in system["operations"].values():
            assert set(operation) == {"count", "mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"}
            assert 0 < operation["p50_ms"] <= operation["p95_ms"] <= operation["p99_ms"] <= operation["max_ms"]
        assert ORDERS in system["counters"]
        for counter in system["counters"].values():
            assert set(counter) >= {
                "unit", "layer", "samples", "last", "average", "minimum", "maximum", "p95_of_samples",
            }  # fmt: skip
        assert system["orders"] == system["operations"]["purchase"]["count"]
        assert system["opm"] == pytest.approx(system["orders"] / 69 * 60)
    assert [(system["from_s"], system["to_s"]) for system in result["systems"]] == [(6, 75), (6, 75)]
    assert [phase["name"] for phase in result["phases"]] == ["ramp", "warm-up", "measure"]
    assert "\\Processor(_Total)\\% Processor Time" in result["runs"][0]["driver_machine"]


def test_live_replay_snapshot_and_export_have_equal_numbers(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace", seed=3)
    live = SessionReader(run.path)
    for _ in range(70):
        run.second()
        assert live.poll()
        for counter in live.counters:
            live.window(counter, live.length_s - 10, live.length_s)  # as an open window does continuously
    while_running = result_of(live)
    snapshot(run.path, tmp_path / "snap.outpace", name="n", note="", layout_json="{}", png=b"")
    run.finish()
    live.poll()
    with SessionReader.open(run.path) as replayed, SessionReader.open(tmp_path / "snap.outpace") as snapped:
        texts = [export_json(reader) for reader in (live, replayed)]
        assert texts[0] == texts[1]
        for other in (result_of(replayed), result_of(snapped)):
            assert [run.systems for run in other.runs] == [run.systems for run in while_running.runs]
            assert [run.driver_machine for run in other.runs] == [run.driver_machine for run in while_running.runs]
            assert other.phases == while_running.phases
        for counter in replayed.counters:
            for one, two in zip(live.samples(counter), replayed.samples(counter), strict=True):
                np.testing.assert_array_equal(one, two)
        for reader in (live, snapped):
            table, same = session_text(reader).splitlines(), session_text(replayed).splitlines()
            assert table[3] == same[3]  # the headline; its confidence follows, and a note that the run continues
            assert table[5:21] == same[5:21]
    live.close()


def test_the_table_prints_the_exported_numbers(path: Path, reader: SessionReader) -> None:
    text = session_text(reader)
    result = json.loads(export_json(reader))
    one, two = result["systems"]
    lines = {line.split("  ")[0]: line for line in text.splitlines()}
    assert f"{one['orders']:,}" in lines["Orders"]
    assert f"{two['orders']:,}" in lines["Orders"]
    assert f"{two['orders'] / one['orders']:.2f}×" in lines["Orders"]
    assert f"{round(two['opm']):,}" in lines["Orders per minute (OPM)"]
    assert f"{one['operations']['login']['p95_ms']:.1f}" in lines["login p50 / p95 / p99, ms"]
    assert "IOPS (file calls of the engine)" in lines
    assert "8 of 8" in lines["Users alive of requested"]
    assert "Valid run." in text
    assert str(path) in text
    assert max(len(line) for line in text.splitlines() if "Session" not in line) <= 120


def test_three_systems_have_two_ratios(tmp_path: Path) -> None:
    with SessionReader.open(recorded(tmp_path / "s.outpace", TRIO, seconds=12)) as reader:
        text = session_text(reader)
        assert "B / A" in text
        assert "C / A" in text
        assert next(line for line in text.splitlines() if line.startswith("Orders ")).count("×") == 2


def test_counters_of_different_layers_get_no_ratio(tmp_path: Path) -> None:
    device: Layer = "device"
    systems = (PAIR[0], SyntheticSystem("On a device", "challenger", 120.0, layer=device))
    with SessionReader.open(recorded(tmp_path / "s.outpace", systems, seconds=12)) as reader:
        line = next(line for line in session_text(reader).splitlines() if line.startswith("IOPS"))
        assert "×" not in line
        assert "(file calls of the engine)" in line
        assert "(device)" in line


def test_invalid_run_lists_its_reasons(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace")
    run.seconds(10)
    with SessionReader.open(run.path) as reader:
        assert not result_of(reader).valid
        assert "has no end" in session_text(reader)
    run.finish(valid=False, reasons=["A lost 2 users"], warnings=["the driver limits B"])
    with SessionReader.open(run.path) as reader:
        text = session_text(reader)
        assert "NOT a valid run:\n  - A lost 2 users\nWarning: the driver limits B" in text
        assert json.loads(export_json(reader))["reasons"] == ["A lost 2 users"]


def test_unknown_values_are_null_in_json_and_dashes_in_tables(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    with SessionWriter.create(path, title="nothing", scenario_toml="", clock_origin_ns=0) as writer:
        writer.add_system("Idle", "baseline", "", {})
        writer.finish(SECOND, valid=False, reasons=[Sentence(text="nothing ran")], warnings=[])
    with SessionReader.open(path) as reader:
        system = json.loads(export_json(reader))["systems"][0]
        assert (system["orders"], system["opm"], system["errors"], system["users_alive"]) == (None, None, None, None)
        assert "–" in session_text(reader)


def test_session_without_systems_can_be_exported(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    with SessionWriter.create(path, title="a job", scenario_toml="", clock_origin_ns=0, kind="job") as writer:
        writer.finish(SECOND, valid=True, reasons=[], warnings=[])
    with SessionReader.open(path) as reader:
        assert "a job" in session_text(reader)
        export_csv(reader, tmp_path / "csv")
        export_pdh(reader, tmp_path / "log.csv")


def test_expected_rollbacks_are_weighted_by_orders(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    series = Series(ORDERS, "/s", "rate", "application", 0)
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=0) as writer:
        system = writer.add_system("A", "baseline", "", {})
        writer.start(0)
        for expected, rate in ((1.0, 300.0), (5.0, 100.0)):
            target = writer.add_target(system, "t", TargetDetail(rollback_expected_percent=expected))
            source = writer.add_source("w", [series], 1, system=system, target=target, from_zero=True)
            for second in range(1, 11):
                writer.sample(source, second * SECOND, Reading(float(second), (rate * second,)))
        writer.finish(10 * SECOND, valid=True, reasons=[], warnings=[])
    with SessionReader.open(path) as reader:
        result = result_of(reader).systems[0]
        assert result.orders == 4000
        assert result.rollback_expected_percent == pytest.approx((1.0 * 3000 + 5.0 * 1000) / 4000)


def test_csv_holds_every_sample(reader: SessionReader, tmp_path: Path) -> None:
    export_csv(reader, tmp_path / "out")
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with (tmp_path / "out" / "counters.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            value = float(row["value"]) if row["value"] else math.nan
            found.setdefault((row["system"], row["counter"]), []).append((float(row["time_s"]), value))
    names = {system.id: system.name for system in reader.systems} | {None: "driver machine"}
    assert set(found) == {(names[counter.system], counter.path) for counter in reader.counters}
    for counter in reader.counters:
        expected = np.column_stack(reader.samples(counter))
        np.testing.assert_array_equal(np.array(found[names[counter.system], counter.path]), expected)


def test_every_csv_row_contains_run_and_step(reader: SessionReader, tmp_path: Path) -> None:
    export_csv(reader, tmp_path / "out")
    tables = {path.stem for path in (tmp_path / "out").iterdir()}
    of_the_runs = {"comparisons", "repeats"}
    by_run = {"counters", "latencies", "targets", "histograms", "phases", "steps", "events", "results"}
    assert tables == by_run | of_the_runs
    for name in by_run:
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert {(row["run"], row["step"]) for row in csv.DictReader(file)} == {("1", "0")}, name
    with (tmp_path / "out" / "results.csv").open(encoding="utf-8", newline="") as file:
        opm = {
            row["system"]: float(row["value"])
            for row in csv.DictReader(file)
            if (row["figure"], row["target"]) == ("OPM", "")
        }
    assert opm == {system.name: system.opm for system in result_of(reader).systems}


def test_parquet_contains_the_csv_tables_with_types(reader: SessionReader, tmp_path: Path) -> None:
    export_csv(reader, tmp_path / "csv")
    export_parquet(reader, tmp_path / "parquet")
    for path in (tmp_path / "csv").iterdir():
        told, typed = pd.read_csv(path), pd.read_parquet(tmp_path / "parquet" / f"{path.stem}.parquet")
        assert list(told) == list(typed)
        assert len(told) == len(typed) > 0
        for name in told.select_dtypes("number").columns[told.select_dtypes("number").notna().any()]:
            np.testing.assert_array_equal(told[name], typed[name])
    counters = pd.read_parquet(tmp_path / "parquet" / "counters.parquet")
    assert isinstance(counters["counter"].dtype, pd.CategoricalDtype)
    assert counters["value"].dtype == np.float64
    with pytest.raises(SessionError, match="already exists"):
        export_parquet(reader, tmp_path / "parquet")


def test_large_tables_are_written_in_chunks(
    reader: SessionReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_csv(reader, tmp_path / "whole")
    monkeypatch.setattr("app.report.session_export.ROWS_AT_ONCE", 1000)
    export_csv(reader, tmp_path / "pieces")
    export_parquet(reader, tmp_path / "parquet")
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "pieces" / path.name).read_bytes()
    rows = pd.read_csv(tmp_path / "whole" / "counters.csv")["value"]
    np.testing.assert_array_equal(pd.read_parquet(tmp_path / "parquet" / "counters.parquet")["value"], rows)


def test_parquet_without_pyarrow_explains_how_to_install_it(
    reader: SessionReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SessionError, match=r"pyarrow, which is not installed here.*-m pip install pyarrow"):
        export_parquet(reader, tmp_path / "parquet")
    assert not (tmp_path / "parquet").exists()


def test_csv_latencies_and_histograms_agree_with_the_result(reader: SessionReader, tmp_path: Path) -> None:
    export_csv(reader, tmp_path / "out")
    result = result_of(reader)
    counts: dict[tuple[str, str], int] = {}
    with (tmp_path / "out" / "latencies.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if float(row["time_s"]) > (result.systems[0].from_s or 0):
                key = (row["system"], row["operation"])
                counts[key] = counts.get(key, 0) + int(row["count"])
    buckets: dict[tuple[str, str], Histogram] = {}
    with (tmp_path / "out" / "histograms.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            latency_ns = np.full(int(row["count"]), round(float(row["latency_s"]) * 1e9), dtype=np.int64)
            buckets.setdefault((row["system"], row["operation"]), Histogram()).record(latency_ns)
    for system in result.systems:
        for key, operation in system.operations.items():
            assert counts[system.name, key] == operation.count
            assert buckets[system.name, key].count == operation.count
            assert buckets[system.name, key].percentile_ns(95) / 1e6 == pytest.approx(operation.p95_ms, rel=0.01)


def test_pdh_csv_has_the_format_of_performance_monitor(reader: SessionReader, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    export_pdh(reader, path)
    raw = path.read_bytes()
    assert raw.endswith(b"\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    bias = -round((reader.info.started.utcoffset() or datetime.timedelta()).total_seconds() / 60)
    assert header[0] == f"(PDH-CSV 4.0) ({reader.info.zone})({bias})"
    assert "\\\\rollback-journal\\Engine File(log)\\Transfers/sec" in header
    assert "\\\\write-ahead-log\\Outpace Driver(login)\\Latency p99" in header
    assert "\\\\driver\\Processor(_Total)\\% Processor Time" in header
    assert len(set(header)) == len(header) == len(reader.counters) + 1
    times = [datetime.datetime.strptime(row[0], "%m/%d/%Y %H:%M:%S.%f") for row in rows]  # noqa: DTZ007
    assert {later - earlier for earlier, later in pairwise(times)} == {datetime.timedelta(seconds=1)}
    started = reader.info.started.replace(tzinfo=None)
    assert abs(times[0] - started - datetime.timedelta(seconds=1)) < datetime.timedelta(milliseconds=1)
    # The first sample of a rate has no value.
    column = header.index("\\\\rollback-journal\\Engine File(log)\\Transfers/sec")
    assert rows[0][column] == " "
    counter = next(c for c in reader.counters if c.system == 1 and c.path == "\\Engine File(log)\\Transfers/sec")
    np.testing.assert_array_equal([float(row[column]) for row in rows[1:]], reader.samples(counter)[1][1:])


def test_pdh_csv_distinguishes_equal_names_and_states_the_utc_bias(tmp_path: Path) -> None:
    path = tmp_path / "s.outpace"
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=0) as writer:
        for name in ('Same "name"', "Same name", "???", "Driver"):
            system = writer.add_system(name, "baseline", "", {})
            series = Series('\\A("q",1)\\B', "", "gauge", "device", 0)
            writer.sample(writer.add_source("s", [series], 1, system=system), SECOND, Reading(0, (1.5,)))
        # As if recorded in India, five and a half hours east of UTC.
        writer.commit()
        writer._connection.execute("UPDATE session SET utc_offset_s = 19800, zone = 'India (Standard) \"Time\"'")
        writer.finish(SECOND, valid=True, reasons=[], warnings=[])
    with SessionReader.open(path) as reader:
        export_pdh(reader, tmp_path / "log.csv")
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as file:
        header, row = list(csv.reader(file))
    assert header == [
        "(PDH-CSV 4.0) (India Standard Time)(-330)",
        '\\\\same-name\\A("q",1)\\B',
        '\\\\same-name-b\\A("q",1)\\B',
        '\\\\system-c\\A("q",1)\\B',
        '\\\\driver-d\\A("q",1)\\B',
    ]
    assert row[1:] == ["1.5"] * 4


def test_export_never_overwrites_a_file(path: Path, reader: SessionReader, tmp_path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(SessionError, match="already exists"):
        export_pdh(reader, path)
    assert path.read_bytes() == before
    export_csv(reader, tmp_path / "out")
    with pytest.raises(SessionError, match="already exists"):
        export_csv(reader, tmp_path / "out")
    (tmp_path / "file").touch()
    with pytest.raises(SessionError, match="can't be created"):
        export_csv(reader, tmp_path / "file")


def test_unfinished_file_has_a_temporary_name(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    with new_text_file(path) as file:
        file.write("<p>half of it")
        file.flush()
        assert not path.exists(), "whoever kills the program now leaves nothing that looks complete"
        assert [one.suffix for one in tmp_path.iterdir()] == [".unfinished"]
    assert path.read_text("utf-8") == "<p>half of it"
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]


def test_file_created_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    file = new_text_file(path)
    file.__enter__().write("ours")
    path.write_text("somebody else's")
    with pytest.raises(SessionError, match="already exists"):
        file.__exit__(None, None, None)
    assert path.read_text("utf-8") == "somebody else's"
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]
