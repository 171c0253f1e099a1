# SPDX-License-Identifier: Apache-2.0
"""Thresholds in the window: lines and periods in the charts, events, the dialog, the editor, and exports."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.model.thresholds import Threshold
from app.scenario.threshold_sets import thresholds_of
from app.ui.editor import editor_window
from app.ui.editor.editor_window import Leaving
from app.ui.reports.export_dialog import FORMATS, ExportRequest, export
from app.ui.window.session_controller import SessionController
from app.ui.workbench.threshold_marks import chosen_thresholds
from app.ui.workbench.thresholds_dialog import ThresholdsDialog
from app.ui.workbench.view import RESPONSE
from tests.support.recorded import PAIR, SyntheticRun
from tests.support.ui_window import Opener
from widgets.charts.plot import ThresholdLine

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)|grabbing the keyboard")

ALWAYS = Threshold(RESPONSE, above="1 us", for_s=5, level="critical", why="for a test")
NEVER = Threshold(RESPONSE, above="100 s", for_s=5)


@pytest.fixture
def run(tmp_path: Path) -> SyntheticRun:
    made = SyntheticRun(tmp_path / "run.outpace", PAIR)
    for _ in range(30):
        made.second()
    return made


def limits(controller: SessionController, path: str) -> list[tuple[ThresholdLine, ...]]:
    """Return the limits of each chart of a counter."""
    row = next(row for row in controller.workbench.charts.rows if row.path == path)
    return [chart._plot.limits for chart in row.charts]


def listed(controller: SessionController) -> str:
    return controller.workbench.sidebar._events.plain_text()


def test_live_session_is_marked_with_thresholds_as_it_grows(run: SyntheticRun, opened: Opener, qtbot: QtBot) -> None:
    controller = opened(run.path)
    view = controller.workbench.view
    view.mark_thresholds((), (ALWAYS, NEVER), "mine.toml")
    first, second = limits(controller, RESPONSE)
    assert [(one.value, one.severity) for one in first] == [(1e-6, "error"), (100.0, "warning")]
    ((from_s, to_s),) = first[0].spans
    assert to_s - from_s > 20
    assert first[1].spans == ()
    assert second[0].spans
    assert "has been above 1 us for 5 s" in listed(controller)
    for _ in range(5):
        run.second()
    run.writer.commit()
    qtbot.waitUntil(lambda: limits(controller, RESPONSE)[0][0].spans[0][1] > to_s + 3, timeout=60_000)
    tip = controller.workbench.charts.rows[0].charts[0]
    view.mark_thresholds((), (), "")
    assert limits(controller, RESPONSE) == [(), ()]
    assert "has been above" not in listed(controller)
    assert tip is not None


def test_replay_marks_a_period_once_it_is_long_enough(run: SyntheticRun, opened: Opener) -> None:
    run.finish()
    controller = opened(run.path)
    view = controller.workbench.view
    view.mark_thresholds((), (ALWAYS,), "mine.toml")
    marks = controller.workbench.thresholds
    assert marks is not None
    (limit,) = marks.limits(RESPONSE, ["A"], 4.0)
    assert limit.spans == ()
    (limit,) = marks.limits(RESPONSE, ["A"], 12.0)
    assert limit.spans[0][1] == 12.0
    assert len(marks.events(12.0)) == 2


def test_thresholds_dialog_accepts_sets_and_a_file_and_reports_mistakes(
    run: SyntheticRun, opened: Opener, qtbot: QtBot, tmp_path: Path
) -> None:
    controller = opened(run.path)
    dialog = ThresholdsDialog((ALWAYS,), ("disks",), (), "", controller.shell)
    qtbot.addWidget(dialog)
    assert dialog.boxes["disks"].isChecked()
    assert "Avg. Disk sec/Read above 25 ms for 10 s (critical)" in dialog.rules.toPlainText()
    dialog.boxes["databases"].setChecked(True)
    assert dialog.sets == ("disks", "databases")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[thresholds]]\ncounter = "x"\nabove = "25 parsecs"\n')
    dialog.read(str(wrong))
    assert "wrong.toml:3" in dialog.wrong.text()
    assert not dialog.thresholds
    wrong.write_text('[[thresholds]]\ncounter = "x"\nabove = "25 ms"\n')
    dialog.read(str(wrong))
    assert dialog.wrong.isHidden()
    assert [one.counter for one in dialog.thresholds] == ["x"]


def test_marked_thresholds_are_exported(run: SyntheticRun, opened: Opener, tmp_path: Path) -> None:
    run.finish()
    controller = opened(run.path)
    view = controller.workbench.view
    view.mark_thresholds(("disks",), (ALWAYS,), "mine.toml")
    assert chosen_thresholds(view) == (*thresholds_of("disks"), ALWAYS)
    target = tmp_path / "out.json"
    export(ExportRequest(run.path, next(one for one in FORMATS if one.key == "json"), target, chosen_thresholds(view)))
    written = json.loads(target.read_text("utf-8"))["thresholds"]
    assert len(written) == 10
    assert {one["system"] for one in written[-1]["crossings"]} == {"A", "B"}


def test_editor_adds_threshold_sets_to_the_scenario(
    opened: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_window, "ask_leaving", lambda _parent, _title: Leaving.DISCARD)
    editor = opened().starting.editing.edit("")
    assert editor is not None
    fields = editor.form.thresholds
    fields.put_in("disks")
    qtbot.waitUntil(lambda: "Avg. Disk sec/Read above 15 ms for 10 s" in fields.summary.text(), timeout=60_000)
    assert editor.draft.mistakes == []
    assert editor.draft.text.count("[[thresholds]]") == 9
    assert "Microsoft" in editor.draft.text
    assert editor.form.unknown_section.isHidden()
    fields.put_in("disks")
    assert editor.draft.text.count("[[thresholds]]") == 9, "none is doubled"
    editor.draft.put(("thresholds", 0, "above"), "25 parsecs")
    qtbot.waitUntil(lambda: fields.hint.text().startswith("1: "), timeout=60_000)
    assert fields.hint.property("wrong")
    fields.clear.click()
    qtbot.waitUntil(lambda: "[[thresholds]]" not in editor.draft.text, timeout=60_000)
    qtbot.waitUntil(fields.summary.isHidden, timeout=60_000)
