# SPDX-License-Identifier: Apache-2.0
"""Import of results in the window: choosing or dropping files, mapping them, labels; and joining of sessions."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.model.documents import ImportedTotals
from app.results.result import result_of
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.ui.importing.import_dialog import (
    DECIMAL,
    KIND,
    OFFSET,
    OUTSTANDING,
    RUN,
    START,
    SYSTEM,
    TARGET,
    WATTS,
    ImportDialog,
)
from app.ui.importing.join_dialog import JoinDialog
from app.ui.importing.meters_dialog import OFFSET as OFFSET_OF_METER
from app.ui.importing.meters_dialog import MetersDialog
from app.ui.window.commands import ResultCommands
from app.ui.window.session_controller import SessionController
from tests.support.foreign_logs import perfmon
from tests.support.power_logs import SERVER, STORAGE, Wall, log
from tests.support.recorded import SyntheticRun, SyntheticSystem
from tests.support.repeated import RepeatedRun
from tests.support.storage_outputs import SQLIO

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 60_000
DISKS = (146_413, 149_141, 146_931)
FLASH = (283_211, 281_741, 280_464)


def results(controller: SessionController) -> ResultCommands:
    """Return the part of the window that imports, joins and reports results."""
    found = controller.shell.findChild(ResultCommands)
    assert isinstance(found, ResultCommands)
    return found


def totals(folder: Path) -> Path:
    """Write the totals of the published example with eight virtual machines."""
    rows = ["system,run,metric,value", 'Disks,,Price,"$8,478"']
    for run, (one, other) in enumerate(zip(DISKS, FLASH, strict=True), 1):
        rows += [f"Disks,{run},OPM,{one}", f"Flash,{run},OPM,{other}"]
    path = folder / "eight.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def meter(folder: Path) -> Path:
    """Write the log of a power strip with two outlets, one row per second from 10:00."""
    path = folder / "strip.csv"
    lines = [f"2026-11-22 10:00:{second:02d},{300 + second},100,230" for second in range(60)]
    path.write_text("\n".join(["Time,Left Watts,Right Watts,Volt", *lines]), encoding="utf-8")
    return path


def accepted(dialog: ImportDialog | JoinDialog, controller: SessionController, qtbot: QtBot) -> SessionReader:
    """Accept the dialog and return the created session, which the window shows."""
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.imported_session is not None or bool(dialog.problem), timeout=LONG_MS)
    assert dialog.imported_session is not None, dialog.problem
    assert controller.follower is not None
    assert controller.follower.path == dialog.imported_session.session
    return controller.follower.reader


def headline_of(controller: SessionController, qtbot: QtBot) -> tuple[str, str]:
    """Return the statement and its basis after the results have been read."""
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "Reading the results" not in headline.accessibleName(), timeout=LONG_MS)
    return headline.accessibleName(), headline.accessibleDescription()


def test_imported_totals_show_a_verdict_and_are_labeled(opened, qtbot, tmp_path):
    controller = opened()
    controller.shell.actions_["import"].trigger()
    dialog = controller.shell.findChild(ImportDialog)
    assert not dialog.import_button.isEnabled()
    dialog.add([totals(tmp_path)])
    assert dialog.table.cells.item(0, KIND).text() == "totals"
    assert dialog.table.cells.item(0, SYSTEM).text() == "Disks, Flash"
    assert not dialog.table.cells.item(0, RUN).flags() & Qt.ItemFlag.ItemIsEditable
    accepted(dialog, controller, qtbot)
    main, sub = headline_of(controller, qtbot)
    assert main.startswith("Flash 1.91× Disks")
    assert "146,931" in main  # the median run of each system
    assert "281,741" in main
    assert sub.startswith("imported · not simultaneous · orders per minute · +91.1 %")
    assert "Ended before measuring" not in main
    qtbot.waitUntil(
        lambda: "(OPM): A\u00a0146,931 · B\u00a0281,741" in controller.workbench.sidebar.results, timeout=LONG_MS
    )
    assert controller.shell.badge.text().startswith("IMPORTED")
    assert "not simultaneous" in controller.shell.notice.text.lower()
    assert controller.workbench.charts.charts == []


def test_charts_do_not_overlap_the_table_at_minimum_window_size(opened, qtbot, tmp_path):
    perfmon(tmp_path / "a.csv", {"C:": 100.0, "D:": 50.0}, 6000)
    controller = opened(size=(960, 600))
    dialog = results(controller).ask_import([tmp_path / "a.csv"])
    dialog.table.set_text(0, SYSTEM, "A")
    accepted(dialog, controller, qtbot)
    workbench = controller.workbench
    assert controller.shell.notice.isVisible(), "the bar of warnings takes its room too"
    qtbot.waitUntil(lambda: len(workbench.charts.rows) > 1, timeout=LONG_MS)
    qtbot.wait(50)
    assert workbench.charts.geometry().bottom() < workbench.counters.geometry().top()


def test_power_meter_log_is_mapped_shifted_and_charted(opened, qtbot, tmp_path):
    controller = opened()
    dialog = results(controller).ask_import([totals(tmp_path), meter(tmp_path)])
    assert dialog.table.cells.item(1, KIND).text() == "power meter"
    for column, text in ((SYSTEM, "Disks"), (OFFSET, "-2"), (START, "10:00:08"), (WATTS, "Left Watts+Right Watts")):
        dialog.table.set_text(1, column, text)
    reader = accepted(dialog, controller, qtbot)
    counter = next(one for one in reader.counters if one.unit == "W")
    time_s, watts = reader.samples(counter)
    # The meter's clock is 2 s ahead: its reading at 10:00:10 was taken at 10:00:08, when the load started.
    assert watts[time_s == 0.0] == pytest.approx([410.0])
    assert [row.path for row in controller.workbench.charts.rows] == [counter.path]


def test_import_dialog_edits_and_saves_a_manifest(opened, qtbot, tmp_path):
    controller = opened()
    texts = [f"et= {at}.0 n_overall={at * 50} opm=3000\n" for at in range(10, 61, 10)]
    for name in ("vm1", "vm2"):
        (tmp_path / f"{name}.txt").write_text("".join(texts) + f"Final {texts[-1]}", encoding="utf-8")
    dialog = results(controller).ask_import([tmp_path / "vm1.txt", tmp_path / "vm2.txt"])
    for row in (0, 1):
        dialog.table.set_text(row, SYSTEM, "Disks")
    dialog.begin()
    qtbot.waitUntil(lambda: "Are these repeats, or targets" in dialog.problem, timeout=LONG_MS)
    assert "--run" not in dialog.problem
    assert "in the column Target" in dialog.problem
    for row, name in ((0, "VM 1"), (1, "VM 2")):
        dialog.table.set_text(row, TARGET, name)
    dialog.title.setText("Two machines")
    dialog.save_manifest(tmp_path / "lab.toml")
    dialog.reject()
    again = results(controller).ask_import([tmp_path / "lab.toml"])
    assert [again.table.text(row, TARGET) for row in (0, 1)] == ["VM 1", "VM 2"]
    assert again.title.text() == "Two machines"
    accepted(again, controller, qtbot)
    main, _ = headline_of(controller, qtbot)
    assert "6,000" in main, "both machines together"


def test_missing_or_invalid_input_is_reported_in_the_dialog(opened, qtbot, tmp_path):
    controller = opened()
    stranger = tmp_path / "letter.txt"
    stranger.write_text("Dear Sir or Madam,\n", encoding="utf-8")
    dialog = results(controller).ask_import([stranger, meter(tmp_path)])
    assert dialog.problem.startswith("letter.txt: its format can't be imported")
    assert dialog.baseline.itemData(1) == "strip", "without a name it is called like the file"
    dialog.table.set_text(0, OFFSET, "soon")
    dialog.begin()
    assert 'clock offset "soon"' in dialog.problem
    dialog.table.set_text(0, OFFSET, "")
    dialog.begin()
    qtbot.waitUntil(lambda: "which is the watts column?" in dialog.problem, timeout=LONG_MS)
    assert "--watts" not in dialog.problem  # only on the command line
    assert dialog.import_button.isEnabled()
    assert controller.follower is None
    dialog.reject()


def test_decimal_sign_is_requested_for_ambiguous_numbers(opened, qtbot, tmp_path):
    controller = opened()
    unclear = tmp_path / "t.csv"
    unclear.write_text("system;run;metric;value\nOld;1;IOPS;5,500\nNew;1;IOPS;76,270\n", encoding="utf-8")
    dialog = results(controller).ask_import([unclear])
    assert dialog.table.text(0, SYSTEM) == "Old, New"
    assert not dialog.table.cells.isColumnHidden(DECIMAL)
    dialog.begin()
    qtbot.waitUntil(lambda: "can be read in two ways" in dialog.problem, timeout=LONG_MS)
    assert "--decimal" not in dialog.problem
    assert "the column Decimal sign" in dialog.problem
    dialog.table.set_text(0, DECIMAL, "dot")
    dialog.begin()
    assert 'decimal sign "dot"' in dialog.problem
    dialog.table.set_text(0, DECIMAL, ".")
    dialog.save_manifest(tmp_path / "lab.toml")
    assert 'decimal = "point"' in (tmp_path / "lab.toml").read_text(encoding="utf-8")
    reader = accepted(dialog, controller, qtbot)
    figures = next(one.data for one in reader.documents if isinstance(one.data, ImportedTotals)).figures
    assert figures["IOPS"].value == 5500
    again = results(controller).ask_import([tmp_path / "lab.toml"])
    assert again.table.text(0, DECIMAL) == "."
    again.reject()


def test_systems_without_a_name_are_named_after_their_files(opened, qtbot, tmp_path):
    controller = opened()
    for name, watts in (("before", 500), ("after", 400)):
        rows = "".join(f"2026-11-22 10:00:{second:02d},{watts}\n" for second in range(30))
        (tmp_path / f"{name}.csv").write_text(f"Time,Watts\n{rows}", encoding="utf-8")
    dialog = results(controller).ask_import([tmp_path / "before.csv", tmp_path / "after.csv"])
    assert [dialog.baseline.itemData(index) for index in (1, 2)] == ["before", "after"]
    reader = accepted(dialog, controller, qtbot)
    assert [system.name for system in reader.systems] == ["before", "after"]


@pytest.mark.usefixtures("german")
def test_german_window_names_file_kinds_and_figures_in_german(opened, qtbot, tmp_path):
    controller = opened()
    text = "system,run,metric,value\nA,1,IOPS,100\nA,1,Latency ms,2.50\nA,1,Latency ms p95,3.0\nA,1,Watts,300\n"
    (tmp_path / "t.csv").write_text(text + text.partition("\n")[2].replace("A,", "B,"), encoding="utf-8")
    dialog = results(controller).ask_import([tmp_path / "t.csv", meter(tmp_path)])
    assert [dialog.table.text(row, KIND) for row in (0, 1)] == ["Gesamtwerte", "Leistungsmesser"]
    dialog.table.removed.emit(1)
    dialog.table.cells.removeRow(1)
    accepted(dialog, controller, qtbot)
    qtbot.waitUntil(lambda: "Latenz" in controller.workbench.sidebar.results, timeout=LONG_MS)
    assert "Latenz, ms: A\u00a02,50" in controller.workbench.sidebar.results
    assert "Latency" not in controller.workbench.sidebar.results


def test_long_import_shows_progress_and_can_be_canceled(opened, qtbot, tmp_path, own_home):
    controller = opened()
    long = tmp_path / "long.csv"
    with long.open("w", encoding="utf-8") as file:
        file.write("Time,Watts\n" + "".join(f"{second},{second % 7}\n" for second in range(300_000)))
    dialog = results(controller).ask_import([long])
    dialog.table.set_text(0, SYSTEM, "Disks")
    dialog.begin()
    qtbot.waitUntil(lambda: "rows" in dialog.work.step.text() or bool(dialog.problem), timeout=LONG_MS)
    assert dialog.problem == ""
    begun = list(sessions_folder().glob("*.outpace*"))
    assert begun, "it is being written"
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert not dialog.isVisible(), "at once"
    qtbot.waitUntil(lambda: not list(sessions_folder().glob("*.outpace*")), timeout=LONG_MS)
    assert controller.follower is None


def test_baseline_can_be_chosen_from_the_systems(opened, qtbot, tmp_path):
    controller = opened()
    dialog = results(controller).ask_import([totals(tmp_path)])
    dialog.baseline.setCurrentText("Flash")
    dialog.title.setText("The other way round")
    reader = accepted(dialog, controller, qtbot)
    assert (reader.systems[0].name, reader.systems[0].role) == ("Flash", "baseline")
    assert reader.info.title == "The other way round"
    assert headline_of(controller, qtbot)[0].startswith("Flash 1.91× Disks")


def dropped(controller: SessionController, *paths: Path) -> None:
    """Drag files onto the window and drop them."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, mime, left, none)
    QApplication.sendEvent(controller.shell, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(controller.shell, QDropEvent(QPointF(50, 50), copy, mime, left, none))


def alone(path: Path, name: str, role: str, rate: float) -> Path:
    """Write a session with a single system."""
    run = SyntheticRun(path, (SyntheticSystem(name, role, rate),))
    run.seconds(40)
    return run.finish()


def test_files_dropped_on_the_window_are_imported_or_opened(opened, qtbot, tmp_path):
    controller = opened()
    dropped(controller, totals(tmp_path))
    qtbot.waitUntil(lambda: controller.shell.findChild(ImportDialog) is not None, timeout=LONG_MS)
    dialog = controller.shell.findChild(ImportDialog)
    assert dialog.table.cells.item(0, KIND).text() == "totals"
    dialog.reject()
    session = alone(tmp_path / "a.outpace", "15K SAS", "baseline", 50.0)
    dropped(controller, session)
    qtbot.waitUntil(lambda: controller.follower is not None and controller.follower.path == session, timeout=LONG_MS)


def test_single_system_sessions_are_joined(opened, qtbot, tmp_path):
    one = alone(tmp_path / "a.outpace", "15K SAS", "baseline", 50.0)
    other = alone(tmp_path / "b.outpace", "NVMe", "challenger", 150.0)
    controller = opened(one)
    controller.shell.actions_["join"].trigger()
    dialog = controller.shell.findChild(JoinDialog)
    assert dialog.sessions.paths == (one,)  # the displayed session
    assert not dialog.join_button.isEnabled()
    assert dialog.problem == "Add at least two sessions."
    dialog.sessions.add(other)
    reader = accepted(dialog, controller, qtbot)
    assert [system.name for system in reader.systems] == ["15K SAS", "NVMe"]
    main, sub = headline_of(controller, qtbot)
    assert sub.startswith("not simultaneous")
    assert main.startswith("NVMe 3.")
    assert sub.endswith("one run (3 needed for a verdict)")
    assert controller.shell.badge.text().startswith("JOINED")


def test_sessions_that_cannot_be_joined_are_reported(opened, qtbot, tmp_path):
    one = alone(tmp_path / "a.outpace", "15K SAS", "baseline", 50.0)
    same = alone(tmp_path / "b.outpace", "15K SAS", "baseline", 50.0)
    dialog = results(opened()).ask_join([one, same])
    dialog.begin()
    qtbot.waitUntil(lambda: "was measured in a.outpace and in b.outpace" in dialog.problem, timeout=LONG_MS)
    assert dialog.join_button.isEnabled()
    dialog.reject()


def test_queue_depth_missing_from_the_output_can_be_entered(opened, tmp_path, qtbot):
    controller = opened()
    path = tmp_path / "sqlio.txt"
    path.write_text(SQLIO, encoding="utf-8")
    dialog = results(controller).ask_import([path])
    assert not dialog.table.cells.isColumnHidden(OUTSTANDING)
    dialog.table.set_text(0, SYSTEM, "Disks")
    dialog.table.set_text(0, OUTSTANDING, "two")
    dialog.begin()
    assert dialog.problem == 'sqlio.txt: "two" outstanding: threads x outstanding I/Os per thread, such as 2x1'
    dialog.table.set_text(0, OUTSTANDING, "2x1")
    reader = accepted(dialog, controller, qtbot)
    figures = reader.documents_of(ImportedTotals)[0].data.figures
    assert figures["Latency ms, derived"].value == pytest.approx(0.74, abs=0.005)
    # Totals have no queue depth.
    other = results(controller).ask_import([totals(tmp_path)])
    assert other.table.cells.isColumnHidden(OUTSTANDING)
    other.reject()


def test_log_counters_are_chosen_and_compared(opened, qtbot, tmp_path):
    controller = opened()
    logs = [perfmon(tmp_path / f"{name}.csv", {"D:": reads, "E:": 50}, 600) for name, reads in (("a", 100), ("b", 300))]
    dialog = results(controller).ask_import([*logs, totals(tmp_path)])
    for row, system in ((0, "Disks"), (1, "Flash")):
        dialog.table.set_text(row, SYSTEM, system)
    dialog.counters.text.setPlainText(
        "Both = [\\LogicalDisk(D:)\\Disk Reads/sec] + [\\LogicalDisk(E:)\\Disk Reads/sec]"
    )
    dialog.counters.button.click()
    qtbot.waitUntil(lambda: dialog.counters.choice is not None, timeout=LONG_MS)
    choice = dialog.counters.choice
    path = "\\LogicalDisk(D:)\\Disk Reads/sec"
    choice.search.setText("d: reads")
    assert [row for row in range(choice.list.count()) if not choice.list.item(row).isHidden()] == [
        choice.list.row(choice.list.findItems(path, Qt.MatchFlag.MatchExactly)[0])
    ]
    choice.search.setText("nothing like it")
    assert choice.nothing.isVisible()
    choice.mark(path)
    choice.accept()
    assert dialog.counters.lines[0] == path
    reader = accepted(dialog, controller, qtbot)
    found = {name: figure.value for one in reader.documents_of(ImportedTotals) if one.system == 2 and one.run == 1
             for name, figure in one.data.figures.items()}  # fmt: skip
    assert found["Both, derived"] - found[path] == pytest.approx(37.5, rel=0.02)


def test_invalid_formula_is_reported_in_the_dialog(opened, qtbot, tmp_path):
    dialog = results(opened()).ask_import([totals(tmp_path)])
    assert not dialog.counters.button.isEnabled()
    dialog.counters.text.setPlainText("[a] +")
    dialog.begin()
    assert dialog.problem == 'figure "[a] +": the formula ends too soon'
    dialog.reject()


def test_power_meter_logs_are_added_to_a_run(opened, qtbot, tmp_path):
    """The menu adds logs to the displayed session; the new session has power charts and each system's power."""
    run = RepeatedRun(tmp_path / "run.outpace", facts=[{"Power": "500 W"}, {}])
    run.seconds(16)
    run.phase("idle", run=2)
    run.seconds(5)
    run.phase("measure", run=2)
    run.seconds(12)
    wall = Wall.of(run.finish())
    logs = [log(tmp_path / f"{name}.csv", wall, watts) for name, watts in (("server", SERVER), ("array", STORAGE))]
    controller = opened(run.path)
    controller.shell.actions_["meters"].trigger()
    dialog = controller.shell.findChild(MetersDialog)
    assert dialog.session == run.path
    assert not dialog.join_button.isEnabled()
    assert dialog.problem == "Add the logs of the meters: tables with a time and a watts column."
    damaged = tmp_path / "damaged.outpace"
    damaged.write_bytes(b"not a session")
    dialog.add([totals(tmp_path), damaged])
    wrong = dialog.problem.splitlines()
    assert wrong[0] == "eight.csv: it is no power meter's log (totals)"
    assert wrong[1].startswith(f"{damaged} ")
    assert dialog.session == run.path
    dialog.add(logs)
    dialog.begin()
    assert dialog.problem == "server.csv: choose the system that it feeds"
    for row in range(2):
        dialog.choose_system(row, "A")
    dialog.table.set_text(0, OFFSET_OF_METER, "soon")
    dialog.begin()
    assert dialog.problem == 'server.csv: clock offset "soon": seconds, such as -2.5'
    dialog.table.set_text(0, OFFSET_OF_METER, "86400")
    dialog.begin()
    qtbot.waitUntil(lambda: "they do not overlap" in dialog.problem, timeout=LONG_MS)
    dialog.table.set_text(0, OFFSET_OF_METER, "")
    dialog.choose_system(1, "A", "B")
    dialog.begin()
    qtbot.waitUntil(lambda: "one meter can't tell apart what A and B took" in dialog.problem, timeout=LONG_MS)
    dialog.choose_system(1, "A")
    reader = accepted(dialog, controller, qtbot)
    meters = [counter.path for counter in reader.counters if counter.unit == "W"]
    assert sorted(meters) == [f"\\Power Meter({name})\\Power" for name in ("_Total", "array", "server")]
    assert "A: power is from server.csv, joined after the run" in controller.shell.notice.text
    assert "\\Power Meter(_Total)\\Power" in controller.workbench.view.layout.charted
    sidebar = controller.workbench.sidebar
    qtbot.waitUntil(lambda: "OPM per watt" in sidebar.power, timeout=LONG_MS)
    with SessionReader.open(reader.path) as own:
        (system, _) = result_of(own).systems
    assert system.power is not None
    told = re.match(rf"A: ([\d.]+) W under load \(run {system.number}\)", sidebar.power)
    assert told is not None, sidebar.power
    assert float(told[1]) == pytest.approx(system.power.watts, rel=0.002)
