# SPDX-License-Identifier: Apache-2.0
"""The user's scenario files: their folder, recent files, and temporary copies."""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import platformdirs

from app.databases.registry import ENGINES
from app.model.bounds import SCENARIO_BYTES, SCENARIO_LOGO_BYTES
from app.model.mistakes import KeyPath
from app.model.regular_file import bytes_of, opened_regular
from app.scenario import drafting
from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.scenario.writing import Writing
from app.session.paths import sessions_folder, slug
from app.ui.editor.scenario_draft import DraftOrigin
from app.ui.window.state import StateStore

SUFFIX = ".toml"
MOST_RECENT = 8
RECENT = "recent scenarios"


def scenarios_folder() -> Path:
    """Return the folder of the user's scenarios, inside the sessions folder. It may not exist yet."""
    return sessions_folder() / "Scenarios"


def usual_path(title: str) -> Path:
    """Return an unused path for a new scenario."""
    stem = slug(title) or "scenario"
    names = (scenarios_folder() / f"{stem}{number}{SUFFIX}" for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(path for path in names if not os.path.lexists(path))


def source_of(reference: str) -> DraftOrigin:
    """Return what to open: a new scenario for "", a copy of a built-in scenario, or a file. Raises ScenarioError."""
    if not reference:
        return DraftOrigin(drafting.NEW, scenarios_folder())
    if reference in BUILT_IN:
        return DraftOrigin(read_scenario(reference).text, scenarios_folder())
    path = Path(reference)
    try:
        content = bytes_of(path, SCENARIO_BYTES)
        if content is None:
            raise ScenarioError("{path} is larger than 64 KiB: this is not a scenario", path=path)
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise ScenarioError("{path} is not UTF-8 text", path=path) from None
    except OSError as error:
        raise ScenarioError("{path} can't be read: {reason}", path=path, reason=error) from None
    return DraftOrigin(text, path.resolve().parent, path)


def recent_scenarios(store: StateStore) -> list[Path]:
    """Return recent files that still exist, followed by other scenario files in the default folder."""
    found: list[Path] = []
    with contextlib.suppress(ValueError):
        listed = json.loads(store.text(RECENT, "[]"))
        found = [Path(entry) for entry in listed if isinstance(entry, str)] if isinstance(listed, list) else []
    with contextlib.suppress(OSError):
        found += sorted(scenarios_folder().glob(f"*{SUFFIX}"))
    return [path for path in dict.fromkeys(found) if path.is_file()][:MOST_RECENT]


def remember_scenario(store: StateStore, path: Path) -> None:
    """Move a file to the front of the recent ones."""
    recent = [path, *(other for other in recent_scenarios(store) if other != path)]
    store.put(RECENT, json.dumps([str(one) for one in recent[:MOST_RECENT]]))


def changed_elsewhere(path: Path, saved: str) -> bool:
    """Return whether a file's contents differ from what was last read or written here."""
    try:
        return path.read_bytes() != saved.encode("utf-8")
    except OSError:
        return False


@contextlib.contextmanager
def _draft_folder() -> Iterator[Path]:
    folder = Path(platformdirs.user_cache_dir("Outpace", appauthor=False)) / "drafts"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder, prefix="draft-", ignore_cleanup_errors=True) as folder_name:
        yield Path(folder_name)


def _copy_plain_file(path: Path, copy: Path) -> None:
    """Copy a regular file; links are skipped. If it is too large, copy only enough for the size check to fail."""
    if not path.is_symlink():
        with opened_regular(path) as file:
            copy.write_bytes(file.read(SCENARIO_LOGO_BYTES + 1))


class Copy:
    """A draft as a file in the user's cache, with copies of the files that it refers to; deleted by `close`.

    Relative paths are resolved against the scenario's own folder. Raises OSError, WritingError.
    """

    def __init__(self, text: str, folder: Path, needed: Sequence[str] = ()) -> None:
        """Write the copy.

        Args:
            text: Text of the scenario.
            folder: Folder of the scenario.
            needed: Names of the files in `folder` that the scenario refers to.
        """
        self._stack = contextlib.ExitStack()
        self.path = self._stack.enter_context(_draft_folder()) / "scenario.toml"
        try:
            for name in needed:
                with contextlib.suppress(OSError):  # the check reports the unreadable file
                    _copy_plain_file(folder / name, self.path.with_name(name))
            self.path.write_text(_with_absolute_paths(text, folder), encoding="utf-8", newline="")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Delete the copy."""
        self._stack.close()


def _with_absolute_paths(text: str, folder: Path) -> str:
    writing = Writing(text)
    systems = writing.value(("systems",), [])
    for index, system in enumerate(systems):
        for number, target in enumerate(system.get("targets", [])):
            key: KeyPath = ("systems", index, "targets", number)
            engine = target.get("engine", "sqlite")
            name = ENGINES[engine].place if engine in ENGINES else ""
            place = target.get(name, "") if name else ""
            there = target.get("from") or system.get("from")  # a path on an agent is already absolute
            if name and isinstance(place, str) and place and not there:
                writing.put((*key, name), str(folder / Path(place).expanduser()))
    return writing.text
