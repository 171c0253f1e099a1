# SPDX-License-Identifier: Apache-2.0
"""Servers in the window: cards, reasons, outages, findings, rankings. The sessions are synthetic."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.model.documents import (
    CheckFinding,
    Document,
    MissingCounters,
    RankedObject,
    RunStatement,
    RunWait,
    ServerWork,
    TableRanking,
    TargetDetail,
    TargetFacts,
)
from app.model.events import ServerBack, ServerLost, TargetPlace
from app.model.messages import Message, Sentence
from app.session.records import Severity, SystemInfo, TargetInfo
from app.ui.workbench.ranking_panel import NONE_RECORDED
from app.ui.workbench.run_status import outages_at
from app.ui.workbench.sidebar import database_texts
from app.ui.workbench.view import CHARTED, curve_key
from collectors.series import Series
from tests.support import recorded
from tests.support.recorded import SECOND, SyntheticRun, SyntheticSystem
from widgets.tables.counter_table import LAST
from widgets.tables.finding_table import FindingRow, FindingTable
from widgets.theme import DARK, LIGHT

LONG = "PostgreSQL on the new all-flash array of the second computing centre, behind two switches"
PAIR = (
    SyntheticSystem(LONG, "baseline", 95.0, layer="operating-system file"),
    SyntheticSystem("MariaDB", "challenger", 60.0),
)
IOPS = CHARTED[0]
LATENCY, QUEUE = "\\Engine File(_Total)\\Avg. sec/Transfer", "\\Engine File(_Total)\\Avg. Queue Length"
WHY = "track_io_timing is off. Set track_io_timing = on for the server (a reload is enough); it costs little."
P95 = "\\Outpace Driver(purchase)\\Latency p95"


class ServerRun(SyntheticRun):
    """Synthetic run on servers that report no latency."""

    def tell(self, document: Document, name: str = "", *, system: int = 0, target: bool = False) -> None:
        """Record a document about one system."""
        owner = self._targets[system] if target else None
        self.writer.document(self._ns(0), document, name=name, system=self._ids[system], target=owner, run=1)
        self.writer.commit()

    def event(self, message: Message, severity: Severity = "error", *, system: int = 0) -> None:
        """Record an event for one system at the current time."""
        self.writer.event(self._ns(self.tick), message, severity=severity, system=self._ids[system])
        self.writer.commit()


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server count calls without their durations, and writes to the log."""
    series: Callable[..., list[Series]] = recorded.io_series

    def counted(layer: str) -> list[Series]:
        kept = [one for one in series(layer) if "Avg." not in one.path and one.path != IOPS]
        return [*kept, Series("\\Engine File(log)\\Writes/sec", "/s", "rate", layer, 4)]

    monkeypatch.setattr(recorded, "io_series", counted)


def served(path: Path) -> ServerRun:
    """Record a run whose servers report their properties and the reason for the missing latency."""
    run = ServerRun(path, PAIR)
    for number, (product, version) in enumerate((("PostgreSQL", "15.18 (Debian)"), ("MariaDB", "10.11.19-MariaDB-0"))):
        facts = TargetFacts(lines={"Product": product, "Version": version})
        run.tell(facts, "target 1", system=number, target=True)
        run.tell(MissingCounters(reasons={IOPS: WHY, LATENCY: WHY, QUEUE: WHY}), "files", system=number)
    return run


def row_texts(controller, key: str) -> list[str]:
    """Return the cell text of a row of the counter table."""
    table = controller.workbench.counters.table
    position = table.rows.position(key)
    return [table.rows.text(position, column) for column in range(table.rows.columnCount())]


@pytest.mark.usefixtures("timeless")
def test_counter_without_data_is_replaced_and_the_reason_is_shown(opened, tmp_path, qtbot):
    run = served(tmp_path / "s.outpace")
    run.seconds(12)
    controller = opened(run.finish())
    assert controller.view.layout.charted == ("\\Engine File(database)\\Transfers/sec", *CHARTED[1:])
    # The user's earlier choice applies to the next session too.
    assert controller._own.layout.charted == CHARTED
    controller.view.change(charted=(LATENCY,))
    row = controller.workbench.charts.rows[0]
    assert [len(cell) for cell in row.cells] == [0, 0]
    assert all(chart.accessibleDescription() == f"No data: {WHY}" for chart in row.charts)
    for letter in "AB":
        texts = row_texts(controller, curve_key(letter, QUEUE))
        assert texts[LAST] == "no data"
        assert "–" not in texts
    table = controller.workbench.counters.table
    position = table.rows.position(curve_key("A", LATENCY))
    assert WHY in table.rows.row(position).tooltip


@pytest.mark.usefixtures("timeless")
def test_counter_chosen_by_the_user_stays_without_data(opened, tmp_path):
    run = served(tmp_path / "s.outpace")
    run.seconds(12)
    controller = opened(run.finish())
    controller.view.change(charted=(P95, LATENCY), listed=(P95, LATENCY))
    assert [row.path for row in controller.workbench.charts.rows] == [P95, LATENCY]
    controller.workbench.refresh()
    assert controller.view.layout.charted == (P95, LATENCY)


def test_cards_show_engine_version_without_claiming_identical_data(opened, tmp_path):
    run = served(tmp_path / "s.outpace")
    run.seconds(3)
    controller = opened(run.finish(), size=(1600, 900))
    first, second = controller.workbench.sidebar._cards
    assert "PostgreSQL 15.18" in first.accessibleDescription()
    assert "MariaDB 10.11.19" in second.accessibleDescription()
    assert "identical" not in first.accessibleDescription()
    assert LONG in first.accessibleName()
    assert first.visibleRegion().boundingRect().width() == first.width()


@pytest.mark.parametrize(
    ("checksums", "words"),
    [
        (("c0ffee", "c0ffee"), "DVD Store 10MB ✓ identical"),
        (("c0ffee", "badcafe"), "DVD Store 10MB ✗ not identical"),
        (("c0ffee", ""), "DVD Store 10MB"),
    ],
)
def test_data_is_called_identical_only_if_checksums_match(checksums, words):
    systems = []
    for number, letter, name, checksum in zip((1, 2), "AB", ("one", "two"), checksums, strict=True):
        detail = TargetDetail(engine="PostgreSQL", database="DVD Store 10MB", checksum=checksum)
        systems.append(SystemInfo(number, letter, name, "", "", {}, (TargetInfo(number, "", detail),)))
    shown, tip = database_texts(systems, systems[0])
    assert shown == words
    assert "c0ffee" in tip


def test_unreachable_server_is_reported_until_it_is_back(opened, tmp_path):
    path = tmp_path / "s.outpace"
    run = served(path)
    run.seconds(4)
    controller = opened(path)
    controller.follower.go_live()
    run.event(ServerLost(place=TargetPlace(system="B"), from_s=3, error=Sentence(text="gone")), system=1)
    run.second()
    controller.follower.tick()
    assert controller.shell.notice.text.startswith("B (MariaDB) is unreachable since 3 s")
    first, second = controller.workbench.sidebar._cards
    assert (first.alert, second.alert) == ("", "Unreachable since 3 s")
    controller.shell.notice.hide()
    run.second()
    controller.follower.tick()
    assert not controller.shell.notice.text  # a dismissed notice stays dismissed
    run.event(ServerBack(place=TargetPlace(system="B"), seconds=4), "warning", system=1)
    run.second()
    controller.follower.tick()
    assert "is back after 4 s" in controller.shell.notice.text
    assert second.alert == ""
    assert outages_at(controller.follower.reader, 5.5) == {2: "Unreachable since 3 s"}


def test_findings_replace_the_charts_of_a_rejected_run(opened, tmp_path, qtbot):
    run = ServerRun(tmp_path / "s.outpace", PAIR, started=False)
    for result, text, remedy in (("passed", "answers", ""), ("failed", "no rights", "GRANT pg_monitor")):
        run.tell(CheckFinding(check="rights", result=result, target=LONG, text=text, remedy=remedy), "rights")
    run.writer.finish(SECOND, valid=False, reasons=[Sentence(text="no rights. GRANT pg_monitor")], warnings=[])
    controller = opened(run.path, size=(1280, 720))
    workbench = controller.workbench
    assert workbench.checks.isVisible()
    assert controller.shell.actions_["checks"].isChecked()
    assert [row.result for row in workbench.checks.visible_rows] == ["failed", "passed"]
    assert workbench.checks.visible_rows[0].remedy == "GRANT pg_monitor"
    workbench.checks.table.setFocus()
    qtbot.keyClick(workbench.checks.table, Qt.Key.Key_Escape)
    assert not workbench.checks.isVisible()
    assert not controller.shell.actions_["checks"].isChecked()
    controller.shell.actions_["checks"].trigger()
    assert workbench.checks.isVisible()


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_findings_are_filtered_and_copied(qtbot):
    table = FindingTable(DARK)
    qtbot.addWidget(table)
    table.resize(900, 400)
    table.show()
    table.set_rows(
        [
            FindingRow("passed", "A · one", "version", "15.18"),
            FindingRow("warning", "A · one", "timing", "off", "Set track_io_timing = on"),
            FindingRow("failed", "B · two", "rights", "none", "GRANT pg_monitor TO outpace"),
        ]
    )
    assert [row.result for row in table.visible_rows] == ["failed", "warning", "passed"]
    assert table.results["failed"].text() == "1 failed"
    assert not any(texts[4].endswith("…") for texts in table.table.texts())
    table.results["passed"].setChecked(False)
    qtbot.keyClicks(table.filter, "grant two")
    assert [row.system for row in table.visible_rows] == ["B · two"]
    table.copy_button.click()
    assert QGuiApplication.clipboard().text() == "failed\tB · two\trights\tnone\tGRANT pg_monitor TO outpace"
    table.set_theme(LIGHT)
    assert [row.system for row in table.visible_rows] == ["B · two"]


def ranked(reads: float, writes: float | None) -> TableRanking:
    """Return a ranking of two objects, of which one is read and the other is not."""
    busy = RankedObject(name="customers", table="customers", kind="table", reads=reads, writes=writes)
    idle = RankedObject(name="ix_idle", table="customers", kind="index", reads=0, writes=0)
    return TableRanking(objects=[busy, idle])


def test_rankings_are_shown_side_by_side_with_shares(opened, tmp_path):
    run = served(tmp_path / "s.outpace")
    for name, reads in (("before", 100), ("after", 400)):
        run.tell(ranked(reads, None), name, target=True)
    run.tell(TableRanking(), "after", system=1, target=True)
    run.seconds(2)
    controller = opened(run.finish())
    controller.shell.actions_["ranking"].trigger()
    first, second = controller.workbench.ranking.tables
    assert first.isVisible()
    assert first.title == f"A · {LONG}"
    assert first.rows == [("customers", "300", "100.0 %", "", "", "", "", "100.0 %", "")]
    assert first.table.isColumnHidden(4)  # this engine does not count writes per table
    assert second.rows == []
    assert "reported no table" in second.note


def test_ranking_groups_tables_with_indexes_and_suggests_what_to_move(opened, tmp_path):
    run = served(tmp_path / "s.outpace")
    objects = [
        RankedObject("ix_orders", "orders", "index", reads=300.0),
        RankedObject("orders", "orders", "table", reads=500.0, rows_changed=40.0),
        RankedObject("customers", "customers", "table", reads=100.0),
        RankedObject("products", "products", "table", reads=60.0),
        RankedObject("inventory", "inventory", "table", reads=40.0, rows_changed=60.0),
    ]
    reason = Sentence(text="it counts none.")
    run.tell(TableRanking(objects=objects, missing={"writes": reason, "write_s": reason}), "after", target=True)
    run.seconds(2)
    controller = opened(run.finish())
    controller.shell.actions_["ranking"].trigger()
    first, _ = controller.workbench.ranking.tables
    assert [(row[0], row[1], row[2], row[7], row[8]) for row in first.rows] == [
        ("orders", "800", "80.0 %", "80.0 %", "40"),
        ("    table alone", "500", "", "", "40"),
        ("    ix_orders", "300", "", "", ""),
        ("customers", "100", "10.0 %", "90.0 %", ""),
        ("products", "60", "6.0 %", "96.0 %", ""),
        ("inventory", "40", "4.0 %", "100.0 %", "60"),
    ]
    assert "moved to another tier: orders, customers, products." in first.summary
    assert "96.0 % of reads, 40.0 % of rows changed." in first.summary
    assert "No writes, write time: it counts none." in first.note


def test_statements_and_waits_are_shown_in_the_ranking_panel(opened, tmp_path):
    run = served(tmp_path / "s.outpace")
    statements = [RunStatement("SELECT LOGIN($1, $2)", 200.0, 3.0, 400.0), RunStatement("COMMIT", 100.0, 1.0, 0.0)]
    sampled = [RunWait("running", samples=30), RunWait("IO: WALSync", samples=10)]
    run.tell(
        ServerWork(seconds=20.0, statements=statements, calls=300.0, total_s=4.0, waits=sampled, samplings=20),
        "work", target=True,
    )  # fmt: skip
    why = Sentence(text="performance_schema is off.")
    run.tell(ServerWork(seconds=20.0, no_statements=why, no_waits=why), "work", system=1, target=True)
    run.seconds(2)
    controller = opened(run.finish())
    controller.shell.actions_["ranking"].trigger()
    panel = controller.workbench.ranking
    assert panel.message == NONE_RECORDED
    panel.show_view("statements")
    first, second = panel.tables
    assert first.rows == [
        ("SELECT LOGIN($1, $2)", "3.0 s", "75.0 %", "200", "15.0 ms", "400"),
        ("COMMIT", "1.0 s", "25.0 %", "100", "10.0 ms", "0"),
    ]
    assert (second.rows, second.note) == ([], "performance_schema is off.")
    panel.show_view("waits")
    first, second = panel.tables
    assert [row[:3] for row in first.rows] == [("running", "75.0 %", "1.50"), ("IO: WALSync", "25.0 %", "0.50")]
    assert first.table.isColumnHidden(3)  # sampling provides no durations
    assert first.note == "Working sessions were looked at 20 times."
    assert second.note == "performance_schema is off."


def test_session_without_a_ranking_shows_a_message(opened, tmp_path):
    controller = opened(recorded.recorded(tmp_path / "s.outpace", seconds=3))
    controller.shell.actions_["ranking"].trigger()
    assert controller.workbench.ranking.message == NONE_RECORDED
    assert controller.workbench.ranking.tables == []
