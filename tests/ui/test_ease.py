# SPDX-License-Identifier: Apache-2.0
"""Usability: search, help, settings, shortcuts and accessible names."""

import getpass
import platform
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QTabBar,
    QWidget,
)

from app.control.link import start_engine
from app.ui.compare.compare_dialog import CompareDialog
from app.ui.editor.editor_window import EditorWindow
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import source_of
from app.ui.importing.import_dialog import ImportDialog
from app.ui.importing.join_dialog import JoinDialog
from app.ui.presentation.board import VisitorBoard
from app.ui.presentation.playlist import Playlist
from app.ui.presentation.playlist_dialog import AttractDialog
from app.ui.reports.export_dialog import ExportDialog
from app.ui.reports.report_dialog import ReportDialog
from app.ui.reports.snapshot_dialog import SnapshotDialog
from app.ui.start.drives import DrivesDialog
from app.ui.start.start_dialog import StartDialog
from app.ui.window.about_dialog import AboutDialog, ShortcutsDialog
from app.ui.window.actions import ENTRIES, ActionEntry
from app.ui.window.command_search import Found, SearchDialog, ranked
from app.ui.window.commands import counter_choices
from app.ui.window.help_window import HELP, HelpDialog, help_pages
from app.ui.window.settings import SettingsDialog
from app.ui.window.state import StateStore
from app.ui.window.theme import chosen_theme
from app.ui.workbench.counters_dialog import CountersDialog
from tests.support.booth_looks import booth
from tests.support.recorded import recorded
from widgets.theme import DARK, LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

TYPED_INTO = (QLineEdit, QComboBox, QAbstractSpinBox, QAbstractScrollArea, QAbstractButton, QTabBar)


def nameless(root: QWidget) -> list[str]:
    """Return a window's focusable widgets that have no name for a screen reader."""
    found = []
    for widget in [root, *root.findChildren(QWidget)]:
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and isinstance(widget, TYPED_INTO)
        inside = isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox) or type(widget) is QScrollArea
        if not takes or inside or not widget.isVisibleTo(root):
            continue
        about = QAccessible.queryAccessibleInterface(widget)
        if not about.text(QAccessible.Text.Name).strip():
            found.append(f"{type(root).__name__}: {type(widget).__name__} {widget.objectName()}")
    return found


def test_every_focusable_widget_has_an_accessible_name(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))
    path, store, shell = controller.follower.path, StateStore(tmp_path / "s.json"), controller.shell
    layout = controller.view.layout
    choices = counter_choices(controller.workbench.catalogue)
    dialogs = [
        AboutDialog("", shell), ShortcutsDialog(shell), AttractDialog(Playlist(), shell), DrivesDialog(store, shell),
        CountersDialog(choices, layout.listed, layout.charted, shell), ExportDialog(path, "", shell), HelpDialog(shell),
        ImportDialog([], store, shell), JoinDialog([path], shell), ReportDialog([path], store, shell),
        SearchDialog([*controller.search.things()], shell), SettingsDialog(store, shell),
        SnapshotDialog(path, "now", shell), StartDialog(store, shell), CompareDialog([path], DARK, tmp_path, shell),
    ]  # fmt: skip
    wrong = [name for dialog in dialogs for name in nameless(dialog)]
    for page in ("checks", "ranking", "levels", "charts"):
        controller.workbench.show_page(page)
        wrong += nameless(shell)
    controller.shell.actions_["library"].trigger()
    wrong += nameless(shell)
    controller.close_session()
    wrong += nameless(shell)
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    for dialog in dialogs:
        dialog.deleteLater()


def unspoken(root: QWidget) -> list[str]:
    """Return the visible custom-painted widgets and progress bars without an accessible name.

    Widgets inside a widget with a name are excluded.
    """
    found = []
    for widget in root.findChildren(QWidget):
        ours = type(widget).__module__.startswith(("app.", "widgets.")) and "paintEvent" in vars(type(widget))
        text = isinstance(widget, QLabel)  # its text serves as its name
        if text or not widget.isVisibleTo(root) or not (ours or isinstance(widget, QProgressBar)):
            continue
        named: QWidget | None = widget
        # A card's name covers its contents, and the name of the booth's board covers the whole board.
        while named is not None and not named.accessibleName().strip():
            named = named.parentWidget()
            if named is root or isinstance(named, VisitorBoard):
                named = None
        if named is None:
            found.append(f"{type(root).__name__}: {type(widget).__name__} {widget.objectName()}")
    return found


@pytest.mark.parametrize("name", ["embedded-demo", "drives-patterns", "postgresql-mariadb"])
def test_every_editor_widget_has_an_accessible_name(name, tmp_path, qtbot):
    draft = Draft(source_of(name))
    editor = EditorWindow(draft, StateStore(tmp_path / "window.json"), start_engine, LIGHT)
    editor.show()
    wrong = [*nameless(editor), *unspoken(editor)]
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    with qtbot.waitSignal(editor.destroyed):
        editor.close()


def test_every_booth_widget_has_an_accessible_name(tmp_path, qtbot):
    with booth(qtbot, recorded(tmp_path / "pair.outpace", seconds=30), (1280, 720)) as window:
        qtbot.waitUntil(lambda: len(window.findChildren(QWidget)) > 5, timeout=60_000)
        wrong = [*nameless(window), *unspoken(window)]
        assert not wrong, "\n".join(dict.fromkeys(wrong))


def test_shortcuts_are_listed_by_menu_and_searchable(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ShortcutsDialog(parent)
    assert list(dialog.listed)[:3] == ["File", "Edit", "Run"]
    listed = [name for names in dialog.listed.values() for name in names]
    assert len(listed) == sum(isinstance(entry, ActionEntry) for entry in ENTRIES)
    dialog.line.setText("drives")
    assert dialog.listed == {"Run": ["Compare Two Drives"]}
    dialog.line.setText("ctrl+k")
    assert dialog.listed["Edit"] == ["Search Commands"]
    dialog.line.setText("xyzzy")
    assert not dialog.listed
    dialog.line.clear()
    assert len([name for names in dialog.listed.values() for name in names]) == len(listed)


def test_every_action_has_a_menu_entry_unique_shortcut_and_search_result(opened, tmp_path):
    controller = opened()
    controller.shell.actions_["help"].trigger()
    assert "Run the Demo" in controller.helping.dialog.text.toPlainText(), "help opens at what is shown"
    controller.open(recorded(tmp_path / "pair.outpace", seconds=30))
    controller.shell.actions_["help"].trigger()
    assert "Reading a chart" in controller.helping.dialog.text.toPlainText()
    entries = [entry for entry in ENTRIES if isinstance(entry, ActionEntry)]
    keys = [QKeySequence(entry.shortcut).toString() for entry in entries]
    assert all(keys)
    assert len(set(keys)) == len(keys)
    in_menus = {action.objectName() for menu in controller.shell.actions_.menus.values() for action in menu.actions()}
    assert {entry.key for entry in entries} <= in_menus
    names = [found.text for found in controller.search.things()]
    assert len(names) > len(entries), "scenarios and help pages are found too"
    assert {entry.text.replace("&", "").rstrip("…") for entry in entries} - {"Search Commands"} <= set(names)


def test_first_paint_imports_no_heavy_modules():
    heavy = ("numpy", "apsw", "msgspec", "app.session.reader", "app.ui.window.session_controller")
    code = f"import sys, app.ui.window.application; print([name for name in {heavy} if name in sys.modules])"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_action_names_an_existing_command(opened):
    controller = opened()
    for entry in ENTRIES:
        if isinstance(entry, ActionEntry):
            assert callable(attrgetter(entry.command)(controller)), entry.key


def test_search_matches_word_parts_and_enter_chooses_available_commands(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))
    dialog = SearchDialog([*controller.search.things()], controller.shell)
    qtbot.keyClicks(dialog.line, "log scale")
    assert dialog.found[0].text == "Logarithmic Scale"
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.chosen is not None
    dialog.chosen.do()
    assert controller.view.layout.log
    told = SearchDialog([*controller.search.things()], controller.shell)
    qtbot.keyClicks(told.line, "more users")
    assert told.found[0].missing == "this window has not started a run"
    qtbot.keyClick(told.line, Qt.Key.Key_Return)
    assert told.chosen is None, "what can't be done says why and stays"


def test_search_ranks_the_best_match_first():
    things = [Found(text, "", print) for text in ("Export", "Report", "Import Results", "Größe ändern")]
    assert [one.text for one in ranked("port", things)] == ["Export", "Report", "Import Results"]
    assert [one.text for one in ranked("ir", things)] == ["Import Results"]
    assert [one.text for one in ranked("grosse", things)] == ["Größe ändern"]
    assert ranked("xyz", things) == []


def test_settings_take_effect_and_defaults_are_restored(opened, tmp_path):
    controller = opened()
    store = controller._store
    dialog = SettingsDialog(store, controller.shell)
    dialog.choose("theme", "light")
    dialog.choose("sessions folder", str(tmp_path / "elsewhere"))
    dialog.choose("replay speed", "4")
    dialog.choose("language", "de")
    dialog.accept()
    assert [setting.key for setting in dialog.changed if setting.later] == ["language"]
    controller.window.show_chosen_theme()
    assert controller.workbench.theme is LIGHT
    controller.open(recorded(tmp_path / "pair.outpace", seconds=30))
    assert controller.follower.speed == 4.0
    again = SettingsDialog(store, controller.shell)
    assert again.value("sessions folder") == str(tmp_path / "elsewhere")
    again.restore_defaults()
    again.accept()
    assert chosen_theme(store) is DARK
    assert store.text("sessions folder") == ""


def test_every_help_link_leads_to_a_page_and_search_filters_pages(qtbot):
    dialog = HelpDialog()
    qtbot.addWidget(dialog)
    for language in ("en", "de"):
        for page in help_pages(language):
            for target in re.findall(r"\]\(([\w-]+)\.md\)", page.text):
                assert (HELP / f"{target}.md").exists(), f"{page.name} links to {target}"
    dialog.show_page("booth")
    assert "three metres" in dialog.text.toPlainText()
    dialog.search.setText("geometric means")
    shown = [dialog.list.item(row).text() for row in range(dialog.list.count()) if not dialog.list.item(row).isHidden()]
    assert "What the words mean" in shown
    assert "Races" not in shown


def test_support_information_has_versions_but_no_personal_data(qtbot):
    dialog = AboutDialog("", None)
    qtbot.addWidget(dialog)
    dialog.copy_button.click()
    text = QApplication.clipboard().text()
    for word in ("Outpace: ", "Python: ", "Qt: ", "SQLite: ", "ODBC drivers: ", "numpy "):
        assert word in text
    user, host = getpass.getuser(), platform.node()
    for secret in (str(Path.home()), host, *([user] if user not in ("root", "user") else [])):
        assert not secret or secret not in text


def test_update_check_runs_only_when_its_button_is_pressed(qtbot):
    asked, dialogs = [], []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            body = {"/json": b'{"tag_name": "v99.1"}', "/own": b"0.0.1\n"}.get(self.path, b"<h1>Welcome</h1>")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"http://127.0.0.1:{server.server_port}"

        def told(page):
            dialog = AboutDialog(f"{place}/{page}", None)
            qtbot.addWidget(dialog)
            dialogs.append(dialog)
            before = len(asked)
            dialog.show()
            assert len(asked) == before, "to look at it asks nobody"
            assert dialog.newer.isHidden()
            dialog.newer_button.click()
            qtbot.waitUntil(dialog.newer_button.isEnabled, timeout=60_000)
            return dialog.newer.text()

        assert told("json").startswith("Version 99.1 is there")
        assert told("own").startswith("This is the newest version")
        assert "names no version" in told("page")
        server.shutdown()
    assert asked == ["/json", "/own", "/page"]
    assert "can't be reached" in told("json")
    dialog = AboutDialog("", None)
    qtbot.addWidget(dialog)
    dialog.newer_button.click()
    assert "Settings" in dialog.newer.text()
