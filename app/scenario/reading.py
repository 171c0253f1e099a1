"""Reading scenarios: from a TOML text, a file, or by the name of a built-in one."""

import difflib
import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from app.model.mistakes import Mistake
from app.model.scenario import Scenario
from app.scenario.contradictions import contradictions
from app.scenario.document_check import line_of, mistakes

LARGEST_BYTES = 1 << 20
BUILT_IN = (
    "embedded-demo",
    "stand",
    "race",
    "embedded-durability",
    "embedded-sweep",
    "embedded-latency-limit",
    "postgresql-mariadb",
    "synchronous-commit",
    "drives-sweep",
)
"""Names of the built-in scenarios, the demo first. Those on servers are to be copied and given hosts and users."""


class ScenarioError(Exception):
    """A scenario that can't be read; the message lists every mistake, one a line, each with file, line and key."""


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A scenario as read, with its text (stored in the session) and the folder that relative paths start from."""

    scenario: Scenario
    text: str
    folder: Path


def read_scenario(reference: str) -> ScenarioFile:
    """Reads a file, or the built-in scenario of that name. Raises ScenarioError."""
    if reference in BUILT_IN:
        text = (resources.files("resources") / "scenarios" / f"{reference}.toml").read_text("utf-8")
        return ScenarioFile(parse_scenario(text, reference), text, Path())
    path = Path(reference)
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise ScenarioError(f"{path}: larger than 1 MiB: this is not a scenario")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        close = difflib.get_close_matches(reference, BUILT_IN, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"built in are {', '.join(BUILT_IN)}"
        raise ScenarioError(
            f"{reference}: there is no such file, and no built-in scenario of that name; {hint}"
        ) from None
    except (OSError, ValueError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
        raise ScenarioError(f"{path}: can't be read: {reason}") from None
    return ScenarioFile(parse_scenario(text, str(path)), text, path.resolve().parent)


def looks_like_scenario(path: Path) -> bool:
    """Whether a file is meant as a scenario, with mistakes in it or not: TOML with systems and a workload or plan."""
    try:
        with path.open("rb") as file:
            document = tomllib.loads(file.read(LARGEST_BYTES + 1).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return "systems" in document and ("workload" in document or "plan" in document)


def parse_scenario(text: str, where: str = "scenario") -> Scenario:
    """Checks a TOML text and makes the scenario of it. Raises ScenarioError that names every mistake."""
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"{where}: not valid TOML: {error}") from None
    scenario, found = checked(document)
    if scenario is not None and not found:
        return scenario
    found.sort(key=lambda mistake: line_of(text, mistake.key) or 0)
    raise ScenarioError("\n".join(_mistake_line(mistake, text, where) for mistake in found))


def checked(document: dict[str, Any]) -> tuple[Scenario | None, list[Mistake]]:
    """The scenario of a parsed document, and every mistake in it; None where it can't be made at all. What a table does
    not say of its kind is put into the document."""
    _name_defaults(document)
    found = list(mistakes(document, Scenario))
    if found:
        return None, found
    scenario = msgspec.convert(document, Scenario)
    return scenario, list(contradictions(scenario))


def _mistake_line(mistake: Mistake, text: str, where: str) -> str:
    line = line_of(text, mistake.key)
    place = f"{where}:{line}" if line else where
    return f"{place}: {mistake.key_text}: {mistake.text}" if mistake.key else f"{place}: {mistake.text}"


def _name_defaults(document: dict[str, Any]) -> None:
    """What a table that does not say its kind is: a timed run, DVD Store, an embedded database."""
    if isinstance(plan := document.get("plan"), dict):
        plan.setdefault("name", "timed")
    if isinstance(work := document.get("workload"), dict):
        work.setdefault("name", "dvdstore")
    systems = document.get("systems")
    for system in systems if isinstance(systems, list) else ():
        targets = system.get("targets") if isinstance(system, dict) else None
        for target in targets if isinstance(targets, list) else ():
            if isinstance(target, dict):
                target.setdefault("engine", "sqlite")
