"""What has been recorded of a scenario: what stands in for a live run, and the repeats that a verdict takes."""

from collections.abc import Callable
from pathlib import Path

from app.scenario.reading import ScenarioError, read_scenario
from app.session.errors import SessionError
from app.session.library import Entry, Library
from app.session.library_facts import scenario_key
from app.session.reader import SessionReader

MOST_REPEATS = 20
"""A verdict is over the newest of them: a stand records the same scenario all day."""

MakeLibrary = Callable[[], Library]


def recorded_runs(key: str, make: MakeLibrary = Library) -> list[Entry]:
    """The valid runs of a comparison in the library, the newest first. key: `scenario_key` of its scenario. It reads
    files: not for the window's thread."""
    if not key:
        return []
    library = make()
    try:
        library.refresh()
        return [
            entry
            for entry in library.entries
            if entry.scenario_key == key and entry.kind == "run" and entry.valid and entry.state == "whole"
        ]
    finally:
        library.close()


def best_recorded(scenario: str, make: MakeLibrary = Library) -> Path | None:
    """The recorded session that tells most of a scenario (a file or a built-in name): the longest, which is that with
    the most repeats; the newest of equal ones."""
    try:
        key = scenario_key(read_scenario(scenario).text)
    except (ScenarioError, OSError):
        return None
    found = recorded_runs(key, make)
    return max(found, key=lambda entry: (round(entry.length_s), entry.started)).path if found else None


def repeats_recorded(session: Path, make: MakeLibrary = Library) -> list[Path]:
    """Other runs of the comparison that a session is of, the newest first. Raises SessionError."""
    with SessionReader.open(session) as reader:
        key, uuid = scenario_key(reader.info.scenario_toml), reader.info.uuid
    try:
        return [entry.path for entry in recorded_runs(key, make) if entry.uuid != uuid][:MOST_REPEATS]
    except SessionError:  # without the library's index the run stands for itself
        return []
