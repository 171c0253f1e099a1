# SPDX-License-Identifier: Apache-2.0
"""Custom SQL in the scenario editor: scripts in files next to the scenario, and existing databases."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.control.link import start_engine
from app.model.bounds import SCENARIO_LOGO_BYTES
from app.scenario.reading import ScenarioError, read_scenario
from app.session.paths import sessions_folder
from app.ui.editor import editor_window
from app.ui.editor.editor_window import EditorWindow, Leaving
from app.ui.editor.parts_field import PartBox, PartsField
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import Copy, source_of
from app.ui.editor.text_fields import PlaceField
from app.ui.window.state import StateStore
from widgets.theme import LIGHT

Editing = Callable[..., EditorWindow]
DATABASE = ("workload", "database")
SCENARIO = """\
title = "Two journals"

[workload]
name = "sql"

[[workload.transactions]]
name = "look up"
file = "look-up.sql{weight}"

[[workload.variables]]
name = "region"
file = "regions.txt"

[[systems]]
name = "A"
role = "baseline"

[[systems.targets]]
engine = "sqlite"
folder = "a"

[[systems]]
name = "B"
role = "challenger"

[[systems.targets]]
engine = "sqlite"
folder = "b"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a scenario and the files to which it refers."""
    found = tmp_path / "mine" / "scenario.toml"
    found.parent.mkdir()
    found.write_text(SCENARIO.format(weight="@7"), encoding="utf-8")
    (found.parent / "look-up.sql").write_text("SELECT :region;\n", encoding="utf-8")
    (found.parent / "regions.txt").write_text("north\nsouth\n", encoding="utf-8")
    return found


@pytest.fixture
def edited(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editing]:
    """Provide a function that shows the editor: `edited(path)` opens a scenario, `edited()` a new one."""
    monkeypatch.setattr(editor_window, "ask_leaving", lambda _parent, _title: Leaving.DISCARD)
    shown: list[EditorWindow] = []

    def edit(path: Path | None = None) -> EditorWindow:
        draft = Draft(source_of(str(path) if path is not None else ""))
        editor = EditorWindow(draft, StateStore(tmp_path / "window.json"), start_engine, LIGHT)
        shown.append(editor)
        with qtbot.waitExposed(editor):
            editor.show()
        return editor

    yield edit
    for editor in shown:
        if isValid(editor):
            with qtbot.waitSignal(editor.destroyed):
                editor.close()


def transaction(editor: EditorWindow, number: int = 0) -> PartBox:
    """Return the widget of one transaction."""
    editor._refresh()
    found = editor.form._fields()["workload", "transactions"].field
    assert isinstance(found, PartsField)
    return found.boxes[number]


def told(box: PartBox, name: str) -> str:
    """Return the error message below a field of a part, or "" if the value is valid."""
    assert bool(box.hints[name].text()) != box.hints[name].isHidden()
    return box.hints[name].text() if box.fields[name].input.property("wrong") else ""


def test_scenario_test_copies_the_files_next_to_the_scenario(
    edited: Editing, path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path.parent / "logo.png").write_bytes(b"no picture")
    editor = edited(path)
    editor.draft.put(("report", "logo"), "logo.png")
    asked: list[str] = []
    monkeypatch.setattr(editor.testing.questions, "ask", lambda path, *_, runs: asked.append(path))
    editor.test_button.click()
    copy = Path(asked[0])
    assert [(copy.parent / name).read_bytes() for name in ("look-up.sql", "regions.txt", "logo.png")] == [
        (path.parent / name).read_bytes() for name in ("look-up.sql", "regions.txt", "logo.png")
    ]
    editor.testing.leave()
    assert list(own_home.rglob("draft-*")) == []


def test_copy_skips_links_and_truncates_oversized_files(own_home: Path, tmp_path: Path) -> None:
    text = SCENARIO.format(weight="")
    (tmp_path / "elsewhere.sql").write_text("SELECT 1;", encoding="utf-8")
    (tmp_path / "large.png").write_bytes(bytes(SCENARIO_LOGO_BYTES * 2))
    names = ["large.png", "gone.sql", *link_to(tmp_path / "elsewhere.sql", tmp_path / "look-up.sql")]
    copy = Copy(text, tmp_path, names)
    beside = {path.name: path.stat().st_size for path in copy.path.parent.iterdir() if path != copy.path}
    copy.close()
    assert own_home in copy.path.parents
    assert beside == {"large.png": SCENARIO_LOGO_BYTES + 1}


def link_to(target: Path, link: Path) -> list[str]:
    """Create a link and return its name; skip the test if links are not permitted (on Windows)."""
    try:
        link.symlink_to(target)
    except OSError:
        return []
    return [link.name]


def test_script_files_are_resolved_only_after_the_scenario_is_saved(
    edited: Editing, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = edited()
    editor.draft.do(lambda writing: writing.put(("workload",), {"name": "sql"}))
    editor.draft.put(("workload", "transactions"), [{"name": "look up", "file": "look-up.sql"}])
    editor.draft.put(("workload", "define"), {"region": 1})
    box = transaction(editor)
    wanted: list[Path] = []
    editor.run_wanted.connect(wanted.append)
    for button in (editor.run_button, editor.test_button):
        button.click()
        assert told(box, "file") == "Script file: save the scenario first: look-up.sql is looked for beside it"
    assert (wanted, editor.draft.path, editor.testing.underway) == ([], None, False)
    assert not (sessions_folder() / "Scenarios").exists()
    new = path.with_name("new.toml")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(new), ""))
    editor.save_button.click()
    assert told(transaction(editor), "file") == ""
    editor.run_button.click()
    assert wanted == [new]


def test_script_file_error_is_shown_at_its_field(edited: Editing, path: Path) -> None:
    script = path.with_name("look-up.sql")
    script.write_text("SELECT :region;\nSELECT :nobody;\n", encoding="utf-8")
    editor = edited(path)
    wanted: list[Path] = []
    editor.run_wanted.connect(wanted.append)
    editor.run_button.click()
    box = transaction(editor)
    assert told(box, "file").startswith("Script file: look-up.sql:2: the variable nobody has no value")
    assert (wanted, editor.isVisible()) == ([], True)
    assert editor.focusWidget() is box.fields["file"].input
    assert not box.hints["file"].visibleRegion().isEmpty()
    script.unlink()
    editor.test_button.click()
    assert told(box, "file").startswith(f"Script file: {script} can't be read")
    assert editor._problem.text() == "1 error to fix"
    path.with_name("regions.txt").unlink()
    editor.draft.look_again()
    editor._refresh()
    assert editor._problem.text() == "2 errors to fix"
    script.write_text("SELECT :region;\n", encoding="utf-8")
    path.with_name("regions.txt").write_text("east\n", encoding="utf-8")
    editor.run_button.click()
    assert wanted == [path]


def test_scripts_exceeding_the_total_size_are_rejected(edited: Editing, path: Path) -> None:
    path.with_name("regions.txt").write_text("ö" * 30_000, encoding="utf-8")
    path.with_name("look-up.sql").write_text(f"SELECT :region; -- {'ö' * 30_000}\n", encoding="utf-8")
    editor = edited(path)
    assert "larger than 64 KiB" in editor.form.hint.text()
    with pytest.raises(ScenarioError, match="larger than 64 KiB"):
        read_scenario(str(path))


def test_duplicate_weight_or_script_is_reported(edited: Editing, path: Path) -> None:
    editor = edited(path)
    box = transaction(editor)
    assert (told(box, "weight"), editor.draft.mistakes) == ("", [])
    editor.draft.put(("workload", "transactions", 0, "weight"), 1)
    box = transaction(editor)
    assert told(box, "weight") == (
        "Weight: the weight stands here and behind the file's name, look-up.sql@7; keep one of the two"
    )
    editor.draft.undo()
    editor.draft.put(("workload", "transactions", 0, "script"), "SELECT 1;")
    box = transaction(editor)
    assert told(box, "file") == (
        "Script file: the transaction has both a script and the file look-up.sql@7; keep one of the two"
    )


def test_script_file_must_be_next_to_the_scenario(edited: Editing, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = edited(path)
    field = transaction(editor).fields["file"]
    assert isinstance(field, PlaceField)
    elsewhere = path.parent.with_name("other.sql")
    elsewhere.write_text("SELECT 1;\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(elsewhere), ""))
    field.button.click()
    assert "does not lie beside the scenario" in editor.notice.text
    beside = path.with_name("other.sql")
    elsewhere.rename(beside)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(beside), ""))
    field.button.click()
    assert editor.draft.value(("workload", "transactions", 0, "file")) == "other.sql"
    assert editor.draft.mistakes == []


def test_choosing_an_existing_database_removes_the_example_setup(edited: Editing) -> None:
    editor = edited()
    draft = editor.draft
    editor.form.workload._choose_kind("sql")
    draft.put(("workload", "transactions", 0, "script"), "SELECT 1;")
    editor._refresh()
    before = draft.text
    editor.form._fields()[DATABASE].field.edited.emit("existing")
    editor._refresh()
    assert draft.value(("workload", "setup")) is None
    assert [one["script"] for one in draft.value(("workload", "transactions"))] == ["SELECT 1;"]
    assert "account" not in draft.text
    assert "The example's tables" in editor.notice.text
    draft.undo()
    assert draft.text == before


def test_hint_does_not_claim_to_create_an_existing_database(edited: Editing) -> None:
    editor = edited()
    draft = editor.draft
    place = ("systems", 0, "targets", 0)
    editor.form.systems.cards[0].targets[0]._choose("postgresql")

    def hint(name: str) -> str:
        editor._refresh()
        return editor.form._fields()[(*place, name)].hint.text()

    assert hint("database") == "Created by Outpace, with a pristine copy."
    editor.form.workload._choose_kind("sql")
    assert hint("database") == "Created by Outpace, and made anew before a run."
    draft.put(DATABASE, "existing")
    assert hint("database") == "The existing one: never dropped, only your statements change it."
    assert "create databases" not in hint("user")
