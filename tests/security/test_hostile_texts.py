# SPDX-License-Identifier: Apache-2.0
"""Untrusted text is displayed but cannot control a terminal, page or spreadsheet."""

import csv
import json
import shutil
import zipfile
from pathlib import Path

import apsw
import pytest

from app.imports.totals import read_totals
from app.model.visible_text import FORMULA, cell, cell_text, controls_of, visible, visible_json
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from tests.support.hostile import CONTROLS, only_linux, outpace
from tests.support.recorded import recorded

HIDING = "\x1b[2K\r\x1b]0;title\x07\x9b31m\u202etxt\u2066\u200f\u061c"
"""Text that clears the line, sets the terminal's title and colors, and changes the text direction."""


def test_control_characters_are_shown_as_escapes() -> None:
    assert visible("a\x1b[2Kb\u202ec\x9b\td\ne") == "a\\x1b[2Kb\\u202ec\\x9b\td\ne"
    assert visible("Grüße, 中文, 🙂, עברית") == "Grüße, 中文, 🙂, עברית"
    assert visible("one\r\ntwo") == "one\r\ntwo".replace("\r", "")
    assert json.loads(visible_json(json.dumps(HIDING, ensure_ascii=False))) == HIDING
    assert controls_of("\x1b\x1b\u202e") == ["\\x1b", "\\u202e"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a session in which every text contains control characters."""
    path = recorded(tmp_path_factory.mktemp("texts") / "s.outpace", seconds=5)
    connection = apsw.Connection(str(path))
    in_json = json.dumps({"engine": HIDING, HIDING: HIDING, "name": f"https://x:{HIDING}@y/"}, ensure_ascii=False)
    message = json.dumps({"kind": "sentence", "text": HIDING + "{a}", "values": {"a": HIDING}})
    with connection:
        connection.execute(
            "UPDATE session SET title = ?, scenario_toml = ?", (HIDING, f'title = "{HIDING[3:4]}x"\n#{HIDING}')
        )
        connection.execute("UPDATE system SET name = name || ?, facts = ?", (HIDING, in_json))
        connection.execute("UPDATE target SET name = ?, detail = ?", (HIDING, in_json))
        connection.execute("UPDATE event SET message = ?", (message,))
        connection.execute("INSERT INTO event VALUES (9000, 2000000000, 'warning', 'sentence', NULL, ?)", (message,))
        connection.execute("UPDATE finish SET valid = 0, reasons = ?", (f"[{message}]",))
        connection.execute("UPDATE series SET unit = ?, path = path || ?", (HIDING, HIDING))
    connection.close()
    return path


def test_reader_returns_no_control_characters(hostile: Path) -> None:
    with SessionReader.open(hostile) as reader:
        texts = [reader.info.title, *(reader.sentence(event.message) for event in reader.events)]
        for system in reader.systems:
            texts += [system.name, str(system.facts), *(str(target) for target in system.targets)]
        texts += [f"{counter.path} {counter.unit}" for counter in reader.counters]
    assert not [text for text in texts if CONTROLS.search(text)]
    assert any("\\x1b[2K" in text for text in texts), "they are shown"


def without_newlines(text: str) -> str:
    return CONTROLS.sub(lambda found: f"<{ord(found[0]):x}>", text)


@only_linux
def test_command_output_contains_no_control_characters(hostile: Path, own_home: Path, tmp_path: Path) -> None:
    sessions_folder().mkdir(parents=True)
    named = sessions_folder() / f"x{HIDING[:4]}\u202e.outpace"
    shutil.copyfile(hostile, named)
    report = tmp_path / "r.html"
    commands = (
        ("library", "list"),
        ("library", "show", named),
        ("export", named, "--json", "-"),
        ("report", named, "--html", report, "--xlsx", tmp_path / "r.xlsx"),
        ("compare", named, named),
        ("export", tmp_path / f"none{HIDING[:4]}.outpace", "--json", "-"),
        ("check", tmp_path / f"none{HIDING[:4]}.toml"),
        ("library", "list", "--json"),
    )
    said = ""
    for arguments in commands:
        ended = outpace(*arguments)
        assert "Traceback" not in ended.said, ended.said[-2000:]
        found = CONTROLS.search(ended.said)
        assert not found, f"{arguments[0]}: {without_newlines(ended.said[max(found.start() - 80, 0) :][:160])}"
        said += ended.said
    assert "\\x1b[2K" in said
    html = report.read_text("utf-8")
    assert not CONTROLS.search(html)
    assert "\\x1b[2K" in html
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        for part in book.namelist():
            assert not CONTROLS.search(book.read(part).decode("utf-8", "replace").replace("\r", "")), part


SCENARIO = """
title = "x"
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
"""


@pytest.mark.parametrize("control", ["\\u001b", "\\u009b", "\\u202e", "\\u007f", "\\r"])
def test_scenario_text_with_control_characters_is_rejected(control: str) -> None:
    for text in (SCENARIO + f'[start]\ncommand = "rm x {control}"\n', SCENARIO.replace('"x"', f'"x{control}"')):
        with pytest.raises(ScenarioError, match="control characters") as caught:
            parse_scenario(text)
        assert not CONTROLS.search(str(caught.value))


def test_multiline_command_is_accepted() -> None:
    parse_scenario(SCENARIO + '[start]\ncommand = """\n\techo one\necho two\n"""\n')


NAMES = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "'=quoted", "plain", "'plain", "it's")


def test_formula_like_cell_is_quoted_and_read_back() -> None:
    for name in (*NAMES, "\tx", "\rx"):
        assert not cell(name).startswith(FORMULA)
        assert cell_text(cell(name)) == name
    assert cell("plain") == "plain"
    assert cell("'plain") == "'plain"


@only_linux
def test_formula_like_names_are_quoted_in_csv(tmp_path: Path) -> None:
    totals = tmp_path / "totals.csv"
    rows = [[cell(name), "1", cell(f"{name} t"), "OPM", "5"] for name in NAMES[:3]]
    with totals.open("w", newline="") as file:
        csv.writer(file).writerows([["system", "run", "target", "metric", "value"], *rows])
    assert read_totals(totals).systems == NAMES[:3], "our own reader takes the mark away"
    session = tmp_path / "s.outpace"
    assert outpace("import", totals, "--session", session).status == 0
    assert outpace("export", session, "--csv", tmp_path / "out").status == 0
    seen = set()
    for path in (tmp_path / "out").iterdir():
        with path.open(newline="") as file:
            for row in list(csv.reader(file))[1:]:
                for text in row:
                    seen.add(cell_text(text))
                    try:
                        float(text)
                    except ValueError:
                        assert not text.startswith(FORMULA), (path.name, text)
    assert set(NAMES[:3]) <= seen
