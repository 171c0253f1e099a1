# SPDX-License-Identifier: Apache-2.0
"""Reading of scenarios from a TOML text, from a file, or by built-in name."""

import difflib
from collections.abc import Mapping
from functools import cache, reduce
from importlib import resources
from itertools import islice
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

from app.model.bounds import SCENARIO_BYTES, SHOWN_MISTAKES
from app.model.errors import OutpaceError, joined, phrase
from app.model.messages import Sentence
from app.model.mistakes import KeyPath, Mistake
from app.model.plans import Plan
from app.model.regular_file import bytes_of
from app.model.scenario import Scenario
from app.plans.registry import PLANS
from app.scenario.contradictions import contradictions
from app.scenario.document_check import converted, line_of, lines_of, mistakes
from app.scenario.sql_scenario import SqlFileError, SqlScriptError, file_mistakes, named_files, with_files
from app.scenario.toml_document import TomlError, toml_document
from app.scenario.writing import WritingError, text_with_changes

LONGEST_KEY = 200
BUILT_IN = (
    "embedded-demo",
    "stand",
    "race",
    "embedded-durability",
    "embedded-sweep",
    "embedded-latency-limit",
    "embedded-pulse",
    "embedded-brokerage",
    "embedded-brokerage-tiering",
    "embedded-order-entry",
    "order-entry-race",
    "own-sql",
    "postgresql-mariadb",
    "synchronous-commit",
    "brokerage-limit",
    "brokerage-tiering",
    "order-entry",
    "order-entry-limit",
    "order-entry-hot",
    "sql-tpcb-like",
    "sql-oltp-read-write",
    "sql-oltp-point-select",
    "sql-oltp-update-index",
    "drives-sweep",
    "drives-patterns",
    "drives-pulse",
    "eight-clients",
    "two-hosts",
)
"""Names of the built-in scenarios, starting with the demo. Those for servers are templates without hosts and users."""


class ScenarioError(OutpaceError):
    """A scenario cannot be read; the message lists every mistake on a separate line, with file, line and key."""


class ScenarioFile(msgspec.Struct, frozen=True):
    """A scenario as read, with its text (stored in the session) and the folder to which paths are relative."""

    scenario: Scenario
    text: str
    folder: Path


def read_scenario(reference: str) -> ScenarioFile:
    """Read a file, or the built-in scenario with this name. Raises ScenarioError."""
    if reference in BUILT_IN:
        text = (resources.files("resources") / "scenarios" / f"{reference}.toml").read_text("utf-8")
        return ScenarioFile(parse_scenario(text, reference), text, Path())
    path = Path(reference)
    try:
        content = bytes_of(path, SCENARIO_BYTES)
        if content is None:
            raise ScenarioError("{path}: larger than 64 KiB: this is not a scenario", path=path)
        text = content.decode("utf-8-sig")
    except FileNotFoundError:
        close = difflib.get_close_matches(reference, BUILT_IN, n=1)
        hint = (
            phrase('did you mean "{name}"?', name=close[0])
            if close
            else phrase("built in are {names}", names=", ".join(BUILT_IN))
        )
        raise ScenarioError(
            "{reference}: there is no such file, and no built-in scenario of that name; {hint}",
            reference=reference,
            hint=hint,
        ) from None
    except (OSError, ValueError) as error:
        reason = phrase("it is not UTF-8 text") if isinstance(error, UnicodeDecodeError) else error
        raise ScenarioError("{path}: can't be read: {reason}", path=path, reason=reason) from None
    return _with_files(ScenarioFile(parse_scenario(text, str(path)), text, path.resolve().parent), str(path))


def _with_files(file: ScenarioFile, where: str) -> ScenarioFile:
    """Return the scenario with the text of the files that its workload needs, which are next to it."""
    try:
        scenario = with_files(file.scenario, file.folder)
        if scenario is file.scenario:
            return file
        text = text_with_changes(file.text, file.scenario, scenario)
    except SqlScriptError as error:
        raise ScenarioError(error.message) from None
    except SqlFileError as error:
        raise ScenarioError("{where}: {what}", where=where, what=error.message) from None
    except WritingError:  # this layout fails only if the text is too large
        raise ScenarioError("{where}: with the files beside it, it is larger than 64 KiB", where=where) from None
    return ScenarioFile(parse_scenario(text, where), text, file.folder)


def names_beside(scenario: Scenario) -> list[str]:
    """Return the names of the files next to a scenario that it needs, for its workload and as the report's logo."""
    logo = scenario.report.logo
    return [*named_files(scenario), *([logo] if logo else [])]


def mistakes_beside(scenario: Scenario, text: str, folder: Path | None) -> list[Mistake]:
    """Return the mistakes in the files that a scenario's workload needs.

    Args:
        scenario: Scenario to check.
        text: Text of the scenario.
        folder: Folder of the scenario; None if it is not saved yet.
    """
    found = list(islice(file_mistakes(scenario, folder), SHOWN_MISTAKES))
    if not found and folder is not None and named_files(scenario):
        try:
            text_with_changes(text, scenario, with_files(scenario, folder))
        except WritingError:
            found.append(Mistake((), "with the files beside it, the scenario is larger than 64 KiB"))
    return found


def may_be_scenario(path: Path) -> bool:
    """Return whether a file appears to be a scenario, valid or not: TOML with systems and a workload or plan."""
    try:
        content = bytes_of(path, SCENARIO_BYTES)
        document = toml_document(content.decode("utf-8-sig")) if content is not None else {}
    except (OSError, ValueError):
        return False
    return "systems" in document and ("workload" in document or "plan" in document)


def parse_scenario(text: str, where: str = "scenario") -> Scenario:
    """Parse and check a TOML text. Raises ScenarioError with every mistake."""
    try:
        document = toml_document(text)
    except TomlError as error:
        raise ScenarioError("{where}: invalid TOML: {reason}", where=where, reason=error) from None
    scenario, found = checked(document)
    if scenario is not None and not found:
        return scenario
    lines = lines_of(text)
    found.sort(key=lambda mistake: line_of(lines, mistake.key) or 0)
    messages = [mistake_line(mistake, lines, where) for mistake in found]
    if len(found) == SHOWN_MISTAKES:
        messages.append(
            phrase("{place}: these are the first {most} mistakes; there may be more", place=where, most=SHOWN_MISTAKES)
        )
    raise ScenarioError(joined(messages))


def checked(document: Mapping[str, Any]) -> tuple[Scenario | None, list[Mistake]]:
    """Return the scenario in a parsed document (None if it is invalid) and its first SHOWN_MISTAKES mistakes."""
    document, kind = _with_tags(document), document_type()
    found = list(islice(mistakes(document, kind), SHOWN_MISTAKES))
    if found:
        return None, found
    scenario = Scenario(**msgspec.structs.asdict(converted(document, kind)))
    return scenario, list(islice(contradictions(scenario), SHOWN_MISTAKES))


def document_type() -> type[Scenario]:
    """Return the type of a scenario with all plans that its document may name; the first plan is the default."""
    return _document_type(tuple(PLANS.all.values()))


@cache
def _document_type(known: tuple[type[Plan], ...]) -> type[Scenario]:
    fields = [("plan", reduce(or_, known), known[0]())]
    struct = msgspec.defstruct("Scenario", fields, bases=(Scenario,), frozen=True, kw_only=True)
    assert issubclass(struct, Scenario)
    return struct


def mistake_line(mistake: Mistake, lines: Mapping[KeyPath, int], where: str) -> Sentence:
    """Return a mistake with its file, line and key."""
    line = line_of(lines, mistake.key)
    place = f"{where}:{line}" if line else where
    if not mistake.key:
        return phrase("{place}: {what}", place=place, what=mistake.message)
    return phrase("{place}: {key}: {what}", place=place, key=mistake.key_text[:LONGEST_KEY], what=mistake.message)


def _with_tags(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document with the default kind in every table without one.

    The default kinds are the first plan, DVD Store, and an embedded database.
    """
    completed = dict(document)
    for key, kind in (("plan", next(iter(PLANS.all))), ("workload", "dvdstore")):
        if isinstance(table := completed.get(key), dict):
            completed[key] = {"name": kind} | table
    if isinstance(systems := completed.get("systems"), list):
        completed["systems"] = [_with_engines(system) for system in systems]
    return completed


def _with_engines(system: object) -> object:
    if not isinstance(system, dict) or not isinstance(targets := system.get("targets"), list):
        return system
    named = [{"engine": "sqlite"} | target if isinstance(target, dict) else target for target in targets]
    return system | {"targets": named}
