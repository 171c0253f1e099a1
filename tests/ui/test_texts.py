# SPDX-License-Identifier: Apache-2.0
"""German window: nothing is left in English, and figures and dates have the German format."""

import importlib.util
import re
import string
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QDialogButtonBox

from app.analysis import format as plain
from app.databases.failures import DatabaseError
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.connection import open_for_reading
from app.session.session_error import SessionError
from app.ui.window.actions import ENTRIES, ActionEntry
from app.ui.window.application import application
from app.ui.window.languages import chosen_locale, speak
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import count_text, error_text, figure_text, local, moment_text, ratio_text
from tests.support.recorded import recorded
from widgets.translation import tr

ROOT = Path(__file__).resolve().parents[2]
GERMAN = ROOT / "resources" / "translations" / "outpace_de.ts"


@pytest.fixture(scope="module")
def catalogue() -> ModuleType:
    """Load packaging/texts.py, which collects the texts to translate."""
    spec = importlib.util.spec_from_file_location("packaging_texts", ROOT / "packaging" / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def german() -> Iterator[None]:
    """Switch the application to German while a test runs."""
    app = application()
    translators = speak(app, QLocale("de_DE"))
    assert len(translators) == 2, "Qt's own texts and ours"
    yield
    for translator in translators:
        app.removeTranslator(translator)
    speak(app, QLocale.c())


def fields(text: str) -> set[str]:
    return {f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name is not None}


def optional(text: str) -> list[set[str]]:
    """Return the fields of each optional phrase of a message's template, in any order."""
    phrases = re.findall(r"\[([^\[\]|]*\{[^\[\]|]*)(?:\|[^\[\]]*)?\]", text)
    return sorted((fields(one) for one in phrases), key=sorted)


def test_every_text_has_a_german_translation_with_the_same_fields(catalogue: ModuleType) -> None:
    german, texts = catalogue.read_catalogue(GERMAN), catalogue.texts()
    missing = [f"{place}: {text!r}" for text, place in texts.items() if not german.get(text)]
    assert not missing, "without German; packaging/texts.py adds them to outpace_de.ts:\n" + "\n".join(missing)
    different = [text for text, said in german.items() if fields(text) != fields(said)]
    assert not different, different
    uneven = [text for text, said in german.items() if optional(text) != optional(said)]
    assert not uneven, uneven
    assert not catalogue.not_literal(), "tr() takes a literal, where the language is known already"


def test_every_error_is_a_literal_template_with_named_values(catalogue: ModuleType) -> None:
    wrong = catalogue.wrong_sentences()
    assert not wrong, "an error's text is a literal with its values' names in braces:\n" + "\n".join(wrong)


def test_compiled_catalog_matches_the_source_texts(catalogue: ModuleType) -> None:
    compiled = QTranslator()
    assert compiled.load(str(GERMAN.with_suffix(".qm")))
    told = {text: compiled.translate("Outpace", text) or text for text in catalogue.texts()}
    german = catalogue.read_catalogue(GERMAN)
    other = [text for text, said in told.items() if said != german.get(text)]
    assert not other, f"run packaging/texts.py: {other}"


@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_access_keys_are_unique_within_a_menu(language: str, request: pytest.FixtureRequest) -> None:
    if language == "Deutsch":
        request.getfixturevalue("german")
    used: dict[tuple[str, str], str] = {}
    entries = [entry for entry in ENTRIES if isinstance(entry, ActionEntry)]
    named = [(entry.menu, tr(entry.text)) for entry in entries] + [("", tr(menu)) for menu in {e.menu for e in entries}]
    for menu, text in named:
        if (found := re.search("&(.)", text)) is not None:
            letter = found[1].casefold()
            assert (menu, letter) not in used, f"{text} and {used[menu, letter]}"
            used[menu, letter] = text


@pytest.mark.usefixtures("german")
def test_german_window_has_german_text_and_number_formats(opened, tmp_path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=120))
    shell = controller.shell
    assert [action.text() for action in shell.menuBar().actions()][:2] == ["&Datei", "&Bearbeiten"]
    assert shell.actions_["start"].toolTip().endswith("(Strg+N)")
    said = controller.workbench.headline_panel.content(
        controller.follower.reader, controller.workbench.catalogue, controller.workbench.time_window
    )
    assert re.fullmatch(r"Write-ahead log \d,\d\d× Rollback journal", said.text.main)
    assert "Bestellungen pro Minute · über 10 s: " in said.text.basis
    assert said.text.firmness == "gesichert · ein Lauf (für ein Urteil nötig: 3)"
    assert re.search(r"\d\.\d\d\d$", said.sides[0].number)
    assert shell.badge.text().startswith("AUFZEICHNUNG ")
    assert re.search(r"\d\d\.\d\d\.\d{4} \d\d:\d\d$", shell.badge.text())
    model = controller.workbench.counters.table.model()
    assert model.headerData(0, controller.workbench.counters.table.horizontalHeader().orientation()) == "Zeigen"
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert buttons.button(QDialogButtonBox.StandardButton.Cancel).text().replace("&", "") == "Abbrechen"


@pytest.mark.usefixtures("german")
def test_errors_are_shown_in_german_with_figures_and_causes(tmp_path: Path) -> None:
    with pytest.raises(SessionError) as missing:
        open_for_reading(tmp_path / "none.outpace")
    assert str(missing.value) == f"{tmp_path / 'none.outpace'} does not exist. Check the name."
    assert error_text(missing.value) == f"{tmp_path / 'none.outpace'} gibt es nicht. Prüfen Sie den Namen."
    with pytest.raises(ScenarioError) as wrong:
        parse_scenario("[[systems]]\nname = 'A'\ncolour = 3\ntargets = 1\n", "x.toml")
    told = error_text(wrong.value)
    assert 'x.toml:3: systems[1].colour: unbekannter Schlüssel; meinten Sie "color"?' in told
    assert "x.toml:4: systems[1].targets: erwartet wird eine Liste, gefunden wurde 1" in told
    assert not re.search("expected|unknown|found", told)
    full = DatabaseError(
        "the folder {folder} has {free_mib:,.0f} MiB free, the database needs {needed_mib:,.0f} MiB; "
        "free some space or name another folder",
        folder="/d",
        free_mib=1234.4,
        needed_mib=56789,
    )
    assert error_text(full).startswith("Im Ordner /d sind 1.234 MiB frei, die Datenbank braucht 56.789 MiB;")


@pytest.mark.usefixtures("german")
def test_displayed_figures_follow_the_locale_and_file_figures_do_not() -> None:
    assert count_text(146931) == "146.931"
    assert ratio_text(1.0, 1.92) == "1,92×"
    assert figure_text(0.0219, "s") == "21,9 ms"
    assert local("1,234.5") == "1.234,5"
    assert moment_text(datetime(2026, 11, 22, 14, 5, tzinfo=UTC)) == "22.11.2026 14:05"
    assert plain.count_text(146931) == "146,931"


def test_system_language_is_used_until_another_is_chosen(tmp_path: Path) -> None:
    store, american, austrian = StateStore(tmp_path / "s.json"), QLocale("en_US"), QLocale("de_AT")
    assert chosen_locale(store, austrian) == austrian
    store.put("language", "de")
    assert chosen_locale(store, austrian) == austrian, "the country's own signs stay"
    assert chosen_locale(store, american).language() == QLocale.Language.German
    store.put("language", "en")
    assert chosen_locale(store, austrian).language() == QLocale.Language.English
    store.put("language", "xx")
    assert chosen_locale(store, american) == american


def test_small_german_window_keeps_every_command_reachable(opened, tmp_path, german, qtbot) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), size=(960, 600))
    shell = controller.shell
    for width in (960, 1100, 1280, 1900):
        shell.resize(width, 600)
        qtbot.wait(200)
        hidden = shell.tools.menu.actions()
        assert shell.tools.more.isVisible()
        for key in ("start", "freeze", "overlay", "snapshot", "library", "report", "booth", "theme"):
            button = shell.tools.more if shell.actions_[key] in hidden else shell.tool_button(key)
            assert button.visibleRegion().boundingRect().width() == button.width(), (width, key)
        if width == 960:
            assert shell.tools.hidden_keys, "not all fit"
            assert shell.tool_button("start").isVisible()
            assert shell.title.width() >= 100
    assert not shell.tools.hidden_keys
