# SPDX-License-Identifier: Apache-2.0
"""Scenario editor: new comparisons, every error next to its field, no loss of data."""

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.control.engine_commands import PasswordsCommand
from app.control.link import start_engine
from app.databases.postgresql.description import PostgreSqlTarget
from app.databases.registry import ENGINES
from app.model.form import FormField
from app.model.hardware import GROUPS, Disk
from app.model.plans import OF_EVERY_PLAN
from app.model.report_text import ReportText
from app.model.scenario import Scenario, StartState, System
from app.model.sql_workload import Sql
from app.model.targets import Placement
from app.model.workloads import Pacing
from app.plans.registry import PLANS
from app.scenario import drafting
from app.scenario.collectors import COLLECTORS
from app.scenario.reading import read_scenario
from app.scenario.workload_registry import WORKLOADS
from app.session.paths import sessions_folder
from app.ui.editor import editor_window, form_entries
from app.ui.editor.choice_fields import PasswordField
from app.ui.editor.editor_window import EditorWindow, Leaving
from app.ui.editor.field_form import Block
from app.ui.editor.parts_field import PartsField
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import recent_scenarios, source_of
from app.ui.editor.target_box import KindChoice
from app.ui.start.questions import Listed, PasswordsDialog, RequiredAccount
from app.ui.start.start_dialog import StartDialog
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from tests.support.ui_window import FakeEngine, Opener
from widgets.theme import LIGHT

# Without a window manager, Qt warns about minimum sizes and about the list that opens below a name field.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)|grabbing the keyboard")

WITHIN_MS = 60_000
ENGINE = ("systems", 0, "targets", 0, "engine")
DATABASE = ("systems", 0, "targets", 0, "database")


@pytest.fixture
def discarding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer every prompt about unsaved changes with Discard."""
    monkeypatch.setattr(editor_window, "ask_leaving", lambda _parent, _title: Leaving.DISCARD)


def edited(controller: SessionController, qtbot: QtBot, reference: str = "") -> EditorWindow:
    """Open a scenario in the editor and return the editor window."""
    editor = controller.starting.editing.edit(reference)
    assert editor is not None, controller.shell.notice.text
    qtbot.waitUntil(editor.isActiveWindow, timeout=60_000)
    return editor


def field(editor: EditorWindow, *key: str | int) -> QWidget:
    """Return the input widget of one value."""
    found = editor.form._fields()[key]
    return found.field.input


def chosen(qtbot: QtBot, editor: EditorWindow, value: str, *key: str | int) -> None:
    """Choose a value in a combo box."""
    box = field(editor, *key)
    assert isinstance(box, QComboBox)
    box.setFocus()
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    editor._refresh()


def typed(qtbot: QtBot, editor: EditorWindow, text: str, *key: str | int) -> None:
    """Replace the text of a field."""
    line = field(editor, *key)
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(line, text)
    editor._refresh()


def block(editor: EditorWindow, *key: str | int) -> Block:
    """Return the block of one value in the form."""
    found = editor.form._fields()[key]
    assert isinstance(found, Block)
    return found


def test_new_comparison_of_two_servers_is_edited_saved_and_run(
    opened: Opener, engine: FakeEngine, qtbot: QtBot
) -> None:
    controller = opened()
    controller.shell.actions_["new"].trigger()
    (editor,) = controller.starting.editing.windows
    qtbot.waitUntil(editor.isActiveWindow, timeout=60_000)
    assert "About 2 min 11 s" in editor._estimate.text()
    chosen(qtbot, editor, "postgresql", *ENGINE)
    chosen(qtbot, editor, "mysql", "systems", 1, "targets", 0, "engine")
    typed(qtbot, editor, "db1", "systems", 0, "targets", 0, "host")
    chosen(qtbot, editor, "none", "systems", 0, "targets", 0, "password")
    chosen(qtbot, editor, "none", "systems", 1, "targets", 0, "password")
    typed(qtbot, editor, "16", "workload", "users")
    chosen(qtbot, editor, "user-sweep", "plan", "name")
    typed(qtbot, editor, "3", "plan", "repeats")
    facts = block(editor, "systems", 0, "facts").field
    qtbot.keyClicks(facts.rows[0][0], "Price")
    qtbot.keyClicks(facts.rows[0][1], "$8,478")
    editor.run_button.click()
    path = sessions_folder() / "Scenarios" / "postgresql-vs-mysql-mariadb.toml"
    qtbot.waitUntil(lambda: bool(engine.arguments), timeout=WITHIN_MS)
    assert engine.arguments[:2] == ["run", str(path)]
    assert controller.starting.editing.windows == []
    saved = read_scenario(str(path)).scenario
    assert saved == editor.draft.scenario
    assert saved.systems[0].facts == {"Price": "$8,478"}
    first = saved.systems[0].targets[0]
    assert isinstance(first, PostgreSqlTarget)
    assert (saved.title, first.host, saved.workload.users) == ("PostgreSQL vs. MySQL/MariaDB", "db1", 16)
    assert (saved.plan.title, saved.plan.repeats) == ("user sweep", 3)


@pytest.mark.parametrize("name", ["synchronous-commit", "drives-sweep"])
def test_built_in_scenario_saved_unchanged_is_the_same_file(
    name: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = EditorWindow(Draft(source_of(name)), StateStore(tmp_path / "window.json"), start_engine, LIGHT)
    assert editor.form.unknown.texts == []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "mine"), ""))
    assert editor.save()
    assert (tmp_path / "mine.toml").read_bytes() == read_scenario(name).text.encode()
    assert not editor.draft.dirty
    with qtbot.waitSignal(editor.destroyed):
        editor.close()


def test_mistake_is_shown_at_its_field_and_blocks_the_run(
    opened: Opener, engine: FakeEngine, qtbot: QtBot, discarding: None
) -> None:
    editor = edited(opened(), qtbot)
    typed(qtbot, editor, "8x", "workload", "users")
    users = block(editor, "workload", "users")
    assert users.hint.text() == 'Expected a whole number from 1 to 1,000, found "8x"'
    assert editor._problem.text() == "1 error to fix"
    field(editor, "title").setFocus()
    editor.run_button.click()
    assert editor.isVisible()
    assert engine.arguments == []
    assert field(editor, "workload", "users").hasFocus()
    typed(qtbot, editor, "12", "workload", "users")
    assert editor._problem.isHidden()
    assert users.hint.text() == "Concurrent users per target."
    chosen(qtbot, editor, "postgresql", *ENGINE)
    typed(qtbot, editor, "1st", *DATABASE)
    assert block(editor, *DATABASE).mistake.startswith("expected a name of up to 54 letters")


def test_changes_and_removals_are_undone_step_by_step(opened: Opener, qtbot: QtBot) -> None:
    editor = edited(opened(), qtbot, "postgresql-mariadb")
    text = editor.draft.text
    typed(qtbot, editor, "db1", "systems", 0, "targets", 0, "host")
    field(editor, "title").setFocus()
    editor.form.systems.cards[1]._remove.click()
    editor._refresh()
    assert len(editor.form.systems.cards) == 1
    assert "“MariaDB” was removed." in editor.notice.text
    editor.notice.offers[0].click()
    editor._refresh()
    assert [card.name.given for card in editor.form.systems.cards] == ["PostgreSQL", "MariaDB"]
    assert block(editor, "systems", 0, "targets", 0, "host").given == "db1"
    editor.actions_["undo"].trigger()
    assert editor.draft.text == text
    assert not editor.draft.dirty
    editor.actions_["redo"].trigger()
    assert editor.draft.value(("systems", 0, "targets", 0, "host")) == "db1"
    editor.actions_["undo"].trigger()
    editor.close()


def test_unknown_keys_are_kept_and_syntax_errors_are_reported_with_the_line(
    opened: Opener, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    text = read_scenario("embedded-demo").text.replace("users = 8", "users = 8\nusres = 9  # of old")
    path.write_text(text, encoding="utf-8")
    controller = opened()
    editor = edited(controller, qtbot, str(path))
    assert editor.form.unknown.texts == ["workload.usres = 9"]
    typed(qtbot, editor, "Mine", "title")
    assert editor.save()
    assert "To run it, first fix" in editor.notice.text
    assert path.read_text("utf-8") == text.replace(read_scenario("embedded-demo").scenario.title, "Mine")
    assert recent_scenarios(StateStore(controller._store.path)) == []
    assert recent_scenarios(controller._store) == [path]
    editor.close()
    path.write_text(f"{text}[[systems\n", encoding="utf-8")
    assert controller.starting.editing.edit(str(path)) is None
    assert f"line {text.count(chr(10)) + 1}" in controller.shell.notice.text
    assert [offer.text() for offer in controller.shell.notice.offers] == ["Open in Text Editor"]


def test_closing_with_unsaved_changes_asks_before_quitting(
    opened: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = opened()
    editor = edited(controller, qtbot)
    typed(qtbot, editor, "Mine", "title")
    monkeypatch.setattr(editor_window, "ask_leaving", lambda _parent, _title: Leaving.STAY)
    assert not controller.shell.close()
    assert editor.isVisible()
    monkeypatch.setattr(editor_window, "ask_leaving", lambda _parent, _title: Leaving.DISCARD)
    assert controller.shell.close()
    assert not (sessions_folder() / "Scenarios" / "mine.toml").exists()


def test_test_button_runs_the_real_check_on_a_copy_and_shows_findings(
    qtbot: QtBot, tmp_path: Path, own_home: Path
) -> None:
    draft = Draft(source_of(""))
    draft.put(("systems", 0, "targets", 0, "folder"), "data")
    editor = EditorWindow(draft, StateStore(tmp_path / "window.json"), start_engine, LIGHT)
    qtbot.addWidget(editor, before_close_func=lambda one: one.testing.leave())
    editor.show()
    editor.test_button.click()
    assert editor.panel.state.text() == "Testing…"
    qtbot.waitUntil(lambda: not editor.testing.underway, timeout=WITHIN_MS)
    assert editor.panel.state.text() in {"Ready to run", "Not ready to run"}
    assert any(row.check == "disk space" or row.result == "passed" for row in editor.panel.rows)
    assert not editor.side.isHidden()
    assert list(own_home.rglob("draft-*")) == []
    assert not (tmp_path / "data").exists()
    draft.put(("title",), "Another")
    assert "changed since" in editor.panel._text.text()
    draft.undo()
    draft.undo()


def test_password_is_stored_in_the_keyring_and_not_in_the_file(
    opened: Opener, engine: FakeEngine, qtbot: QtBot, discarding: None
) -> None:
    editor = edited(opened(), qtbot)
    chosen(qtbot, editor, "postgresql", *ENGINE)
    chosen(qtbot, editor, "keyring", "systems", 0, "targets", 0, "password")
    account = RequiredAccount("postgresql://outpace@127.0.0.1:5432", ("PostgreSQL",), known=False)
    editor.testing.questions._lister = lambda _scenario: Listed((account,))
    passwords = block(editor, "systems", 0, "targets", 0, "password").field
    assert isinstance(passwords, PasswordField)

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, PasswordsDialog):
            assert dialog.remember.isChecked()
            qtbot.keyClicks(dialog.fields[account.name], "s3cret")
            dialog.go_button.click()
        else:
            QTimer.singleShot(20, answer)

    answer()
    passwords.button.click()
    qtbot.waitUntil(lambda: bool(engine.commands), timeout=WITHIN_MS)
    assert engine.commands == [PasswordsCommand({account.name: "s3cret"})]
    assert engine.arguments[0] == "password"
    assert "s3cret" not in editor.draft.text
    engine.ended_with = ""
    qtbot.waitUntil(lambda: "in this machine's keyring" in editor.notice.text, timeout=WITHIN_MS)


def test_start_dialog_lists_user_scenarios_and_opens_the_editor(qtbot: QtBot, tmp_path: Path) -> None:
    folder = sessions_folder() / "Scenarios"
    folder.mkdir(parents=True)
    text = drafting.NEW.replace('journal = "rollback"', f'journal = "rollback"\nfolder = "{tmp_path.as_posix()}"')
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    store = StateStore(tmp_path / "window.json")
    store.put("folder A", str(tmp_path / "elsewhere"))
    dialog = StartDialog(store, scenario=str(folder / "mine.toml"))
    qtbot.addWidget(dialog)
    assert dialog.scenarios.currentText() == "Rollback journal vs. Write-ahead log · mine.toml"
    # The file specifies where its databases are: the folder chosen for the demo does not apply.
    assert dialog.request.folders == ()
    dialog.edit_button.click()
    assert dialog.to_edit == str(folder / "mine.toml")
    dialog.new_button.click()
    assert dialog.to_edit == ""


@pytest.mark.parametrize(
    ("struct", "asked", "elsewhere"),
    [
        *((engine.target, engine.form, {"placement", "driven_from"}) for engine in ENGINES.all.values()),
        *((one.parameters, one.form, set()) for one in WORKLOADS.all.values()),
        *((plan, plan.form + OF_EVERY_PLAN, set()) for plan in PLANS.all.values()),
        *((one.settings, one.form, set()) for one in COLLECTORS.all.values() if one.settings is not None),
        (Placement, form_entries.PLACEMENT, set()),
        (Pacing, form_entries.PACING, set()),
        (StartState, form_entries.START, set()),
        (ReportText, form_entries.REPORT, set()),
        (System, (*form_entries.SYSTEM, form_entries.NAME), {"role", "targets", "watch", "hardware", "driven_from"}),
        *((group.struct, tuple(group.form), set()) for group in GROUPS),
        (
            Scenario,
            form_entries.TOP + form_entries.ORDER + form_entries.machine(),
            {"systems", "workload", "pacing", "plan", "start", "report", "thresholds", "agents"},
        ),
    ],
)
def test_every_scenario_key_has_a_form_field(
    struct: type[msgspec.Struct], asked: tuple[FormField, ...], elsewhere: set[str]
) -> None:
    names = {field.name for field in msgspec.structs.fields(struct)} - elsewhere
    assert {entry.name for entry in asked} == names


def test_tab_moves_through_the_form_from_top_to_bottom(opened: Opener, qtbot: QtBot, discarding: None) -> None:
    editor = edited(opened(), qtbot)
    chosen(qtbot, editor, "postgresql", *ENGINE)
    assert field(editor, *ENGINE).hasFocus()
    seen: list[object] = []
    while seen[-1:] != [("plan", "run_s")] and len(seen) < 200:
        qtbot.keyClick(editor.focusWidget(), Qt.Key.Key_Tab)
        widget: QWidget | None = editor.focusWidget()
        while widget is not None and not isinstance(widget, Block | KindChoice):
            widget = widget.parentWidget()
        seen.append(widget.key if widget is not None else None)
    order = [("systems", 0, "targets", 0, "host"), ("systems", 1, "name"), ("workload", "users"), ("plan", "run_s")]
    assert [key for key in seen if key in order] == order


def test_unsaved_editor_does_not_block_the_end_of_a_test(opened: Opener, qtbot: QtBot) -> None:
    editor = edited(opened(), qtbot)
    editor.draft.put(("title",), "Never saved")
    assert editor.draft.dirty
    # Closing the window and its editor after this line must not open a prompt, which would block the test run.


def test_save_prompt_after_a_test_does_not_block(qtbot: QtBot) -> None:
    draft = Draft(source_of(""))
    draft.put(("title",), "Never saved")
    editor = EditorWindow(draft, StateStore(Path("none.json")), start_engine, LIGHT)
    qtbot.addWidget(editor)  # closing it prompts to save changes
    assert draft.dirty


def test_editor_fits_the_screen_and_focuses_the_title(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    editor = edited(opened(), qtbot)
    assert field(editor, "title").hasFocus()
    room = editor.screen().availableGeometry()
    assert (editor.width(), editor.height()) == (min(room.width(), 1240), min(room.height(), 860))
    editor.resize(640, 400)
    qtbot.wait(50)
    assert editor.height() == 400
    for button in (editor.test_button, editor.save_button, editor.run_button):
        assert button.visibleRegion().boundingRect() == button.rect(), button.text()
    assert editor._write(tmp_path / "mine.toml")
    assert str(tmp_path / "mine.toml") in editor.notice.text


def test_generated_title_omits_empty_system_names(opened: Opener, qtbot: QtBot, discarding: None) -> None:
    editor = edited(opened(), qtbot)
    editor.draft.put(("systems", 0, "name"), "Old")
    editor.draft.put(("systems", 1, "name"), "")
    assert not str(editor.draft.value(("title",), "")).endswith(" vs. ")


def test_error_message_does_not_move_any_field(qtbot: QtBot, tmp_path: Path) -> None:
    """Even a long message replaces only the hint; the tooltip has the full text."""
    draft = Draft(source_of("postgresql-mariadb"))
    editor = EditorWindow(draft, StateStore(tmp_path / "window.json"), start_engine, LIGHT)
    editor.resize(1280, 720)
    editor.show()
    blocks = [block for block in editor.findChildren(Block) if block.isVisibleTo(editor)]
    host = next(block for block in blocks if block.key[-1] == "host")
    QApplication.processEvents()
    before = [block.mapTo(editor, QPoint()).y() for block in blocks]
    host.refresh("expected a host's name or address, without blanks, quotes, braces, semicolons, commas or slashes")
    QApplication.processEvents()
    assert host.hint.toolTip() == host.hint.text()
    assert host.hint.isVisible()
    assert [block.mapTo(editor, QPoint()).y() for block in blocks] == before
    with qtbot.waitSignal(editor.destroyed):
        editor.close()


def test_price_list_and_hardware_are_entered_in_the_form(opened: Opener, qtbot: QtBot, discarding: None) -> None:
    editor = edited(opened(), qtbot)
    card = editor.form.systems.cards[0]
    card.about_fold.button.click()
    price = next(block.field for block in card.about.blocks if block.key[-1] == "price")
    assert isinstance(price, PartsField)
    for item, amount in (("Server", "4321.5"), ("Disk", "100")):
        price.add_button.click()
        lines = {name: field.input for name, field in price.boxes[-1].fields.items()}
        qtbot.keyClicks(lines["item"], item)
        qtbot.keyClicks(lines["unit_price"], amount)
        qtbot.keyClicks(lines["currency"], "$")
    qtbot.keyClicks(price.boxes[1].fields["quantity"].input, "8")
    card.hardware_fold.button.click()
    blocks = {block.key[-2:]: block for form in card.hardware.forms for block in form.blocks}
    qtbot.keyClicks(blocks["processor", "cores"].field.input, "40")
    disks = blocks["hardware", "disks"].field
    assert isinstance(disks, PartsField)
    disks.add_button.click()
    qtbot.keyClicks(disks.boxes[0].fields["model"].input, "ST600")
    qtbot.keyClicks(disks.boxes[0].fields["count"].input, "24x")
    count = disks.boxes[0].hints["count"]
    qtbot.waitUntil(
        lambda: count.isVisible() and count.text().startswith("Count: expected a whole number"), timeout=60_000
    )
    qtbot.keyClick(disks.boxes[0].fields["count"].input, Qt.Key.Key_Backspace)
    scenario = editor.draft.scenario
    assert scenario is not None
    system = scenario.systems[0]
    assert [(one.item, one.price, one.currency) for one in system.price] == [
        ("Server", 4321.5, "$"), ("Disk", 800, "$"),
    ]  # fmt: skip
    assert (system.hardware.processor.cores, system.hardware.disks) == (40, (Disk(model="ST600", count=24),))
    assert card.hardware_fold.button.text().endswith("(2)")
    qtbot.keyClicks(price.boxes[1].fields["currency"].input, "x")
    told = price.boxes[1].hints["currency"]
    qtbot.waitUntil(lambda: told.text().startswith("Currency: ") and "one currency" in told.text(), timeout=60_000)
    assert editor.form.unknown.texts == []
    price.boxes[1].remove.click()
    disks.boxes[0].remove.click()
    scenario = editor.draft.scenario
    assert scenario is not None
    assert (len(scenario.systems[0].price), scenario.systems[0].hardware.disks) == (1, ())
    assert editor.draft.mistakes == []


def test_hardware_in_the_file_is_recognized_before_its_section_is_opened(
    tmp_path: Path, qtbot: QtBot, discarding: None
) -> None:
    text = source_of("embedded-demo").text + "\n[systems.hardware.memory]\nsize_gib = 256\n"
    (tmp_path / "stated.toml").write_text(text, encoding="utf-8")
    draft = Draft(source_of(str(tmp_path / "stated.toml")))
    editor = EditorWindow(draft, StateStore(tmp_path / "window.json"), start_engine, LIGHT)
    assert editor.form.unknown.texts == []
    assert editor.form.systems.cards[1].hardware_fold.button.text().endswith("(1)")
    with qtbot.waitSignal(editor.destroyed):
        editor.close()


def test_custom_transactions_are_entered_in_the_form(opened: Opener, qtbot: QtBot, discarding: None) -> None:
    editor = edited(opened(), qtbot)
    chosen(qtbot, editor, "sql", "workload", "name")
    assert editor.draft.scenario is not None, "a new one can be run as it is"
    scripts = field_of_parts(editor, "transactions")
    area = scripts.boxes[1].fields["script"].input
    area.selectAll()
    qtbot.keyClicks(area, "UPDATE account SET amount = :much;")
    told = scripts.boxes[1].hints["script"]
    qtbot.waitUntil(
        lambda: told.text().startswith("Script: line 1: the variable much has no value; give"), timeout=60_000
    )
    assert area.property("wrong")
    constants = field(editor, "workload", "define")
    qtbot.keyClicks(constants, "much")
    qtbot.keyClicks(editor.form._fields()["workload", "define"].field.rows[0][1], "5")
    qtbot.waitUntil(lambda: editor.draft.scenario is not None, timeout=60_000)
    checks = field_of_parts(editor, "checks")
    checks.add_button.click()
    boxes = {name: one.input for name, one in checks.boxes[0].fields.items()}
    qtbot.keyClicks(boxes["name"], "five")
    qtbot.keyClicks(boxes["query"], "SELECT amount, 'a' FROM account")
    qtbot.keyClicks(boxes["gives"], "5")
    qtbot.keyClick(boxes["gives"], Qt.Key.Key_Return)
    qtbot.keyClicks(boxes["gives"], "a")
    work = editor.draft.scenario.workload
    assert isinstance(work, Sql)
    assert work.transactions[1].script == "UPDATE account SET amount = :much;"
    assert (work.define, work.checks[0].gives) == ({"much": 5}, (5, "a"))
    assert "script = '''\n\\set id random(1, 5)\nSELECT amount" in editor.draft.text


def field_of_parts(editor: EditorWindow, name: str) -> PartsField:
    """Return the field for a list of workload parts."""
    found = block(editor, "workload", name).field
    assert isinstance(found, PartsField)
    return found
