# SPDX-License-Identifier: Apache-2.0
"""Storage sessions have the same units in JSON, HTML, workbook, text table and window.

No output counts orders, and the headline names the kind of I/O.
"""

import html
import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.analysis.format import label_text
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.description import figure_text, metric_label
from app.results.headline_text import headline_text, io_label
from app.results.session_headline import ChallengerLine, Pass, session_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace
from tests.support.recorded import race_run
from tests.support.session_kinds import depths
from tests.support.storage_runs import TIMED, scenario_file
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ORDERS = re.compile(r"\borders?\b|\bOPM\b", re.IGNORECASE)
UNITS = {"IOPS": "/s", "I/O latency": "s", "I/O p95": "s", "Bytes/s": "B/s"}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run reads and writes in two folders, without direct I/O if it is unavailable."""
    work = 'threads = 1\noutstanding = 4\nfile_size = "4MB"\nread_percent = 70\ncached = true'
    folder = tmp_path_factory.mktemp("units")
    for name in "ab":
        (folder / name).mkdir()
    scenario = scenario_file(folder, work, TIMED)
    session = folder / "drives.outpace"
    answer = outpace("run", scenario, "--session", session)
    assert session.exists(), answer.stderr
    return session


def test_every_figure_has_the_same_unit_on_every_surface(
    mixed: Path, tmp_path: Path, opened: Opener, qtbot: QtBot
) -> None:
    page, book = tmp_path / "r.html", tmp_path / "r.xlsx"
    write_reports([mixed], Outputs(html=page, xlsx=book))
    shown = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8"))))
    with zipfile.ZipFile(io.BytesIO(book.read_bytes())) as archive:
        cells = html.unescape(" ".join(archive.read(name).decode() for name in archive.namelist() if "xml" in name))
    workbench = opened(mixed).workbench
    qtbot.waitUntil(lambda: "IOPS, 8 KiB" in workbench.headline.accessibleDescription(), timeout=60_000)
    model = workbench.counters.table.model()
    columns = [str(model.headerData(place, Qt.Orientation.Horizontal)) for place in range(model.columnCount())]
    rows = [
        dict(zip(columns, (str(model.index(row, place).data() or "") for place in range(len(columns))), strict=True))
        for row in range(model.rowCount())
    ]
    averages = {row["Counter"]: row["Average"] for row in rows if row["System"] == "A"}
    with SessionReader.open(mixed) as reader:
        exported = json.loads(export_json(reader))
        table = session_text(reader)
        study = study_of([reader])
    units = {figure["name"]: figure["unit"] for figure in exported["figures"]}
    (own,) = exported["storage"]
    measured = own["systems"]["A"]
    for name, unit in UNITS.items():
        assert units[name] == unit, name
        metric = study.metric(name)
        assert metric is not None
        assert metric.unit == unit
        value = study.median_run("A").figures[name]
        if name != "Bytes/s":
            assert metric_label(metric) in cells
            assert f"{metric_label(metric)} {figure_text(value, metric)}" in shown, name
    for metric in study.metrics:  # every figure has the same name and unit
        assert units[metric.name] == metric.unit, metric.name
        assert metric_label(metric) in cells or metric.name in cells, metric.name  # a column of raw values
        assert metric_label(metric) in shown, metric.name
    assert measured["iops"] == pytest.approx(study.median_run("A").figures["IOPS"])
    assert measured["mb_per_s"] == pytest.approx(study.median_run("A").figures["Bytes/s"] / 1e6, rel=0.01)
    p95_s = measured["latency"]["order"]["p95_ms"] / 1e3
    assert p95_s == pytest.approx(study.median_run("A").figures["I/O p95"])
    assert label_text(p95_s, "s") in shown
    assert "MB/s" in table
    assert re.fullmatch(r"[\d,.]+", averages["IOPS"]), "a rate of I/Os stands alone, as in reports"
    assert re.fullmatch(r"[\d,.]+ [kMG]?B/s", averages["Throughput"])
    assert all(re.fullmatch(r"[\d,.]+ [nµm]?s", text) for name, text in averages.items() if name.startswith("Latency"))
    for text in (table, "\n".join(averages)):
        assert not [line for line in text.splitlines() if ORDERS.search(line)]


def test_headline_describes_its_ios(mixed: Path, tmp_path: Path) -> None:
    with SessionReader.open(mixed) as reader:
        found = session_headline(reader)
    assert io_label(found) == "8 KiB random I/Os (70 % reads), CACHED, 4 outstanding"
    assert found.io is not None
    further = replace(found, io=msgspec.structs.replace(found.io, trim_percent=10.0, verified=True))
    assert io_label(further) == "8 KiB random I/Os (70 % reads), 10 % trims, verified, CACHED, 4 outstanding"
    assert io_label(further) in headline_text(further).basis


@pytest.mark.parametrize(
    ("ratio", "of_writes", "said"),
    [
        (1.25, 1.1, "writes 1.10×"), (0.8, 0.8, "writes 1.25×"),
        (0.8, 1.1, "writes Write-ahead log 1.10× Rollback journal"),
        (1.25, 0.8, "writes Rollback journal 1.25× Write-ahead log"),
    ],
)  # fmt: skip
def test_further_pass_follows_the_direction_of_the_headline(
    tmp_path: Path, ratio: float, of_writes: float, said: str
) -> None:
    with SessionReader.open(depths(tmp_path / "depths.outpace")) as reader:
        found = session_headline(reader)
    line = ChallengerLine("B", "A", ratio, "one run")
    passes = (Pass(100.0, {"B": ratio}), Pass(0.0, {"B": of_writes}))
    assert said in headline_text(replace(found, lines=(line,), passes=passes)).basis.split(" · ")


def test_race_of_drives_describes_its_ios(mixed: Path, tmp_path: Path) -> None:
    path = race_run(tmp_path / "race.outpace", {"A": 20.0, "B": 10.0}).finish()
    with SessionReader.open(mixed) as reader:
        io_of_run = session_headline(reader).io
    with SessionReader.open(path) as reader:
        found = session_headline(reader)
    assert found.stage == "race"
    raced = headline_text(replace(found, unit="I/O", io=io_of_run))
    assert raced.basis.endswith("8 KiB random I/Os (70 % reads), CACHED, 4 outstanding")
    assert "orders" not in raced.basis
