# SPDX-License-Identifier: Apache-2.0
"""Collect the window's texts into the translation catalogs, resources/translations/outpace_*.ts, and compile them.

    .venv/bin/python packaging/texts.py          adds new texts, drops obsolete ones, compiles
    .venv/bin/pyside6-linguist FILE.ts           translate (with this or any editor), then compile again

The compiled catalogs (.qm) are not in the repository: start.py, test.py and build.py compile those that are out of
date.

A text is a literal in tr("…"), words.say("…") or marked("…"), one in a FormField(…), the template of an error, a
mistake or another sentence (see SENTENCES), a message's template (see MESSAGES), or an entry in a table of texts (see
TABLES).
"""

import ast
import functools
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from environment import ROOT, SetupError, own_environment, program, run_shown

TRANSLATIONS = ROOT / "resources" / "translations"
CONTEXT = "Outpace"
CALLS = ("tr", "say", "marked")
"""Functions that take a text as an argument."""
SAYERS = ("words", "language")
"""Names of a Language whose `say` translates."""
FORM_FIELD = "FormField"
"""Class of form fields; its literals that look like texts are treated as texts."""
SENTENCES: dict[str, int | str] = {
    "phrase": 0,
    "Sentence": "text",
    "Mistake": 1,
    "wrong": 1,
    "damaged": 1,
    "foreign": 2,
    "_foreign": 1,
    "_no_direct_io": 1,
    "PdhError": 0,
    "SourceError": 0,
    "Missing": 2,
    "Meta": "description",
}
"""Callables that take an English template, with the position or name of that argument.

Every error class derived from ERROR also takes it as the first argument.
"""
VALUED = ("Sentence", "Meta", "Missing")
"""Callables of SENTENCES whose placeholder values are not keyword arguments."""
ERROR = "OutpaceError"
PLACE = re.compile(r"\{(\w{1,40})(?::[^{}]*)?\}")
"""Placeholder, as filled by app.model.messages."""
MESSAGES = "app/model/events.py"
"""Module of the message classes, whose class variables are templates."""
FOLDERS = ("app", "widgets", "collectors")
SCENARIOS = "resources/scenarios"
"""Built-in scenarios: their titles, descriptions and notes on systems are texts, but names of systems are not."""
THRESHOLDS = "resources/thresholds"
"""Sets of thresholds: the reason for each is a text; sources are cited unchanged."""

TABLES = (
    "app/ui/window/actions.py",
    "app/ui/presentation/presentation_keys.py",
    "app/ui/editor/form_entries.py",
    "app/model/storage_wording.py:STORAGE_WORDING",
    "app/model/work_wording.py:TRANSACTION_WORDING",
    "app/results/description.py:LABELS",
    "app/results/disclosure.py:LABELS",
    "app/results/disclosure.py:TEXTS",
    "app/results/headline_text.py:COMPARED",
    "app/report/page/page_content.py:PAGE_TEXTS",
    "app/analysis/comparison.py:NO_FIGURE",
    "app/analysis/comparison.py:NO_RATIO",
    *(
        f"app/databases/postgresql/statistics.py:{name}"
        for name in ("ROLE", "IO_TIMING", "WAL_TIMING", "BEFORE_14", "BEFORE_16", "BEFORE_18")
    ),
    *(
        f"app/databases/mysql/statistics.py:{name}"
        for name in (
            "GRANT",
            "SCHEMA_ON",
            "INSTRUMENTS_ON",
            "DISKS_TELL",
            "NO_SCHEMA",
            "NO_RIGHT",
            "NOT_TIMED",
            "TOGETHER_OFF",
            "TOGETHER_REFUSED",
            "TOGETHER_NOT_TIMED",
            "ASYNCHRONOUS",
            "SYNC_TIMES",
            "SYNCS_TOGETHER",
            "NO_LOG_READS",
            "NO_LOG_TIMES",
        )
    ),
)
"""Files, or single constants in a file, whose literals are texts if they contain a blank or start with a capital
letter.
"""

KEYS = re.compile(r"(Ctrl|Shift|Alt)\+|F\d+$|(Del|Space|[A-Z])$")
"""Pattern of shortcuts, which are not texts, because Qt translates the names of keys."""


@functools.cache
def texts(root: Path = ROOT) -> dict[str, str]:
    """Return every text of the window with the location of its first use: "app/ui/window/main_window.py:12"."""
    found: dict[str, str] = {}
    for name, tree in _window_trees(root):
        for line, text in [*_called(tree), *_form_fields(tree), *_table(tree, name)]:
            found.setdefault(text, f"{name}:{line}")
    for name, tree in _trees(root):
        if name == MESSAGES:
            for line, text in _templates(tree):
                found.setdefault(text, f"{name}:{line}")
    for path in sorted((root / SCENARIOS).glob("*.toml")):
        for text in _scenario_texts(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.setdefault(text, f"{SCENARIOS}/{path.name}")
    for path in sorted((root / THRESHOLDS).glob("*.toml")):
        for threshold in tomllib.loads(path.read_text(encoding="utf-8"))["thresholds"]:
            found.setdefault(threshold["why"], f"{THRESHOLDS}/{path.name}")
    for name, call, template in _sentences(root):
        if isinstance(template, ast.Constant) and re.search(r"[^\W\d_]", PLACE.sub("", str(template.value))):
            found.setdefault(str(template.value), f"{name}:{call.lineno}")
    return found


def _scenario_texts(scenario: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of a scenario."""
    notes = [system.get("notes", "") for system in scenario.get("systems", ())]
    yield from (text for text in (scenario.get("title", ""), scenario.get("description", ""), *notes) if text)


def _templates(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the English templates of messages that contain a word."""
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for entry in kind.body:
            if isinstance(entry, ast.AnnAssign) and ast.unparse(entry.annotation) == "ClassVar[str]":
                text = ast.literal_eval(entry.value) if entry.value is not None else ""
                if re.search(r"[^\W\d_]", PLACE.sub("", text)):
                    yield entry.lineno, text


def wrong_sentences(root: Path = ROOT) -> list[str]:
    """Return the sentences that cannot be translated.

    Their templates are composed at run time, or their placeholders differ from the given values.
    """
    wrong = []
    makers = ("str", "repr", "join", "format")
    for name, call, text in _sentences(root):
        if isinstance(text, ast.JoinedStr | ast.BinOp) or (isinstance(text, ast.Call) and _called_name(text) in makers):
            wrong.append(f"{name}:{call.lineno}: {ast.unparse(text)}")
        given = {keyword.arg for keyword in call.keywords}
        if not isinstance(text, ast.Constant) or None in given or _called_name(call) in VALUED:
            continue
        places = set(PLACE.findall(str(text.value)))
        if _called_name(call) == "wrong":
            given.discard("line")
        if places != given and (given or _called_name(call) != "phrase"):
            wrong.append(f"{name}:{call.lineno}: {sorted(places)} are wanted, given are {sorted(map(str, given))}")
    return wrong


@functools.cache
def _sentences(root: Path) -> list[tuple[str, ast.Call, ast.expr]]:
    """Return every call that creates a sentence, with its file and template, or both templates of a conditional one."""
    trees = _trees(root)
    errors = {ERROR}
    classes = [node for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    while more := {one.name for one in classes if one.name not in errors and errors & set(map(ast.unparse, one.bases))}:
        errors |= more
    where: dict[str, int | str] = {**dict.fromkeys(errors, 0), **SENTENCES}
    found = []
    for name, tree in trees:
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and (place := where.get(_called_name(call))) is not None:
                if isinstance(place, int):
                    text = call.args[place] if len(call.args) > place else None
                else:
                    text = next((one.value for one in call.keywords if one.arg == place), None)
                for one in (text.body, text.orelse) if isinstance(text, ast.IfExp) else (text,):
                    if one is not None:
                        found.append((name, call, one))
    return found


def _called_name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def not_literal(root: Path = ROOT) -> list[str]:
    """Return the misuses of the translation functions.

    Misuses are say() or marked() with anything but a literal, tr() with an f-string, and tr() at import time, before
    the language is known.
    """
    wrong = []
    for name, tree in _window_trees(root):
        early = {id(call) for call in _calls(tree, inside_functions=False)}
        for call in _calls(tree):
            text = call.args[0] if call.args else None
            literal = isinstance(text, ast.Constant) and isinstance(text.value, str)
            called = _name(call)
            if (called == "tr" and (isinstance(text, ast.JoinedStr) or id(call) in early)) or (
                called == "marked" and not literal
            ):
                wrong.append(f"{name}:{call.lineno}")
    return wrong


@functools.cache
def _trees(root: Path) -> list[tuple[str, ast.Module]]:
    """Return the syntax trees of all files, with their names below the root."""
    paths = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    names = [path.relative_to(root).as_posix() for path in paths]
    return [(name, ast.parse(path.read_bytes(), name)) for name, path in zip(names, paths, strict=True)]


def _window_trees(root: Path) -> list[tuple[str, ast.Module]]:
    """Return the files that contain texts of the window itself."""
    return [(name, tree) for name, tree in _trees(root) if not name.startswith("collectors/")]


def read_catalogue(path: Path) -> dict[str, str]:
    """Read the translations of a .ts file, including unfinished ones; "" if there is no translation."""
    if not path.exists():
        return {}
    read = {}
    for message in ET.parse(path).iter("message"):  # noqa: S314 - our own file
        source, translation = message.find("source"), message.find("translation")
        if source is not None and translation is not None:
            read[source.text or ""] = translation.text or ""
    return read


def write_catalogue(path: Path, language: str, translations: dict[str, str]) -> None:
    """Write a .ts file, sorted by text, so that additions by different people rarely conflict."""
    document = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(document, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for source, translated in sorted(translations.items()):
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = source
        translation = ET.SubElement(message, "translation")
        translation.text = translated
        if not translated:
            translation.set("type", "unfinished")
    ET.indent(document, "    ")
    text = ET.tostring(document, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8", newline="\n")


def compile_catalogues() -> None:
    """Compile each catalog that is newer than its .qm file, which the window reads.

    Raises:
        SetupError: the compiler failed.
    """
    for source in sorted(TRANSLATIONS.glob("outpace_*.ts")):
        target = source.with_suffix(".qm")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        command = [program("pyside6-lrelease"), "-silent", "-removeidentical", str(source), "-qm", str(target)]
        status, _ = run_shown(command, own_environment())
        if status != 0:
            raise SetupError(f"cannot compile {source.name}: pyside6-lrelease ended with status {status}")


def _called(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for call in _calls(tree):
        if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
            yield call.lineno, call.args[0].value


def _calls(tree: ast.Module, *, inside_functions: bool = True) -> Iterator[ast.Call]:
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Call) and _name(node) in CALLS:
            yield node
        if inside_functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    # notice.say(…) takes translated text, whereas words.say(…) translates.
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id in SAYERS:
        return call.func.attr
    return ""


def _form_fields(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) == FORM_FIELD:
            yield from _literals(node)


def _table(tree: ast.Module, name: str) -> Iterator[tuple[int, str]]:
    """Yield the texts in a file's tables."""
    for statement in tree.body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
        if name in TABLES or f"{name}:{ast.unparse(target)}" in TABLES:
            yield from _literals(statement.value)


def _literals(within: ast.expr) -> Iterator[tuple[int, str]]:
    for node in ast.walk(within):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _looks_like_text(node.value):
            yield node.lineno, node.value


def _looks_like_text(text: str) -> bool:
    words = " " in text or text.lstrip("&")[:1].isupper()
    return words and any(letter.isalpha() for letter in text) and not KEYS.match(text)


def main() -> int:
    """Update every catalog."""
    known = texts()
    for path in sorted(TRANSLATIONS.glob("outpace_*.ts")):
        language = path.stem.removeprefix("outpace_")
        old = read_catalogue(path)
        write_catalogue(path, language, {text: old.get(text, "") for text in known})
        missing = [text for text in known if not old.get(text)]
        print(f"{path.name}: {len(known)} texts, {len(missing)} without a translation")
        for text in missing:
            print(f"  {known[text]}: {text!r}")
    compile_catalogues()
    return 0


if __name__ == "__main__":
    sys.exit(main())
