# SPDX-License-Identifier: Apache-2.0
"""Library of the sessions in the default folder and in added folders, with user-defined titles and tags.

Session files are never modified: titles and tags are stored in the library's own index.
"""

import contextlib
import datetime
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import apsw
import msgspec

from app.model.bounds import LIBRARY_FILES
from app.model.data_folder import data_folder
from app.model.messages import Sentence
from app.model.visible_text import visible
from app.session.library_facts import STILL_RECORDED_S, Facts, System, facts_of
from app.session.library_index import CachedFacts, LibraryIndex, Own
from app.session.paths import SUFFIX, sessions_folder
from app.session.seal import verify
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

Stamp = tuple[int, int]
"""Version of a file: size in bytes, including the write-ahead log, and latest modification time of both (ns)."""
State = Literal["whole", "growing", "cut off", "changed", "damaged"]
SAME, CHANGED = "same", "changed"
AT_ONCE = 50
"""Number of new files to read before they are added to the list."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Session in the library.

    Attributes:
        uuid: UUID of the recording or snapshot; "" if the file cannot be read.
        title: User-defined title, or else the recorded title.
        systems: Letter, name and role of each system.
        colors: Colors of the systems; "" if none was set.
        kind: "run", "snapshot", "import", "join" or "job".
        began: Whether the systems were started.
        checked: Whether the recorded tables were compared with their seal.
        metered: Whether logs of power meters were imported.
        problem: Why the file cannot be read.
        result: Short text of the result in several lines: the outcome, its basis, and the leader.
        picture: Thumbnail as PNG.
        size: Size in bytes, including the write-ahead log.
    """

    path: Path
    uuid: str
    title: str
    recorded_title: str
    systems: tuple[System, ...]
    colors: tuple[str, ...]
    started: datetime.datetime
    length_s: float
    kind: str
    state: State
    valid: bool | None
    tags: tuple[str, ...]
    scenario_key: str
    result: str
    picture: bytes
    began: bool
    checked: bool
    metered: bool
    problem: Sentence | None
    size: int
    result_version: str
    picture_version: str


def usual_index() -> Path:
    """Return the path of the user's index file, which may not exist."""
    return data_folder() / "library.sqlite"


def own_titles(index: Path | None = None) -> dict[str, str]:
    """Return the user-defined titles of sessions, by UUID; `index` None stands for the default index."""
    path = index or usual_index()
    if not path.exists():
        return {}
    opened = LibraryIndex(path)
    try:
        return _titles(opened.own())
    finally:
        opened.close()


class Library:
    """Thread-safe list of sessions; `entries` is the result of the latest `refresh`.

    `recorded_now` returns whether an engine is recording the session with a given UUID; by default, this is inferred
    from the age of the last row.
    """

    def __init__(
        self,
        folder: Path | None = None,
        index: Path | None = None,
        *,
        recorded_now: Callable[[str], bool] = lambda uuid: False,
    ) -> None:
        self.folder = folder or sessions_folder()
        self._index = LibraryIndex(index or usual_index())
        self._recorded_now = recorded_now
        self._lock = threading.RLock()
        self._refresh_lock = threading.Lock()
        self._known = self._index.known()
        self._own = self._index.own()
        self._added = self._index.folders()
        self._entries: dict[str, Entry] = {}
        self._unsaved: dict[str, None] = {}
        self._moved_away: set[str] = set()
        """Paths of files that were moved away since the folders were last scanned."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Sessions, newest first."""
        with self._lock:
            return tuple(self._entries.values())

    def entry(self, path: Path) -> Entry | None:
        """Return the session in a file; None if it is not in the library."""
        return self._entries.get(str(path))

    @property
    def titles(self) -> dict[str, str]:
        """User-defined titles of sessions, by UUID."""
        return _titles(self._own)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Default folder and added folders."""
        return (self.folder, *(path for path in self._added if path != self.folder))

    @property
    def tags(self) -> tuple[str, ...]:
        """All tags in use, in alphabetical order."""
        return tuple(sorted({tag for entry in self.entries for tag in entry.tags}, key=str.casefold))

    def refresh(self, changed: Callable[[], None] = lambda: None) -> None:
        """Scan the folders, fast if nothing changed; `changed` is called whenever there are more entries to show."""
        with self._refresh_lock:
            self._moved_away.clear()
            # Another process may have changed titles and tags; if it is writing now, they are read the next time.
            with self._lock, contextlib.suppress(apsw.Error):
                self._own = self._index.own()
            stamps = {path: stamp for folder in self.folders for path, stamp in _files(folder)}
            current, outdated = self._partition(stamps)
            current += [path for path in outdated if path in self._known]  # keep the old facts until then
            self._publish(current)
            if current and outdated:
                changed()
            for number in range(0, len(outdated), AT_ONCE):
                part = outdated[number : number + AT_ONCE]
                read = [file for path in part if (file := _read_facts(path, stamps[path])) is not None]
                with self._lock:
                    self._store_facts(read)
                self._publish(current := [*current, *part])
                changed()

    def rename(self, path: Path, title: str) -> None:
        """Set the title of a session; "" restores the recorded title.

        Raises:
            SessionError: If the title cannot be stored.
        """
        with self._lock:
            identity, own = self._identity_and_own(path)
            title = " ".join(title.split())
            self._put_own(identity, msgspec.structs.replace(own, title="" if title == self._title(path) else title))

    def set_tags(self, path: Path, tags: Iterable[str]) -> None:
        """Set the tags of a session, without duplicates.

        Raises:
            SessionError: If the tags cannot be stored.
        """
        with self._lock:
            identity, own = self._identity_and_own(path)
            cleaned = {" ".join(tag.split()): None for tag in tags}
            self._put_own(identity, msgspec.structs.replace(own, tags=tuple(word for word in cleaned if word)))

    def add_folder(self, folder: Path) -> None:
        """Add a folder, which takes effect with the next `refresh`.

        Raises:
            SessionError: If the folder cannot be stored.
        """
        with self._lock:
            if folder not in self.folders:
                self._index.put_folder(folder, wanted=True)
                self._added.append(folder)

    def remove_folder(self, folder: Path) -> None:
        """Remove a folder from the library; its sessions remain in place.

        Raises:
            SessionError: If the change cannot be stored.
        """
        with self._lock:
            if folder in self._added:
                self._index.put_folder(folder, wanted=False)
                self._added.remove(folder)

    def check(self, path: Path) -> None:
        """Compare the recorded tables of a finished session with their seal, and store the outcome.

        This takes as long as reading the whole file.
        """
        entry = self.entry(path)
        if entry is None:
            return
        if entry.valid is None:  # a snapshot of a session being recorded has no seal
            self._update_known(path, checked=SAME)
            return
        try:
            self._update_known(path, checked=SAME if verify(path) else CHANGED)
        except SessionError as error:
            if isinstance(error.__cause__, apsw.BusyError | apsw.CantOpenError | OSError):
                return  # retried later
            self._update_known(path, checked=msgspec.json.encode(error.message).decode())

    def keep_result(self, path: Path, result: str, version: str) -> None:
        """Store the short result of a session; `version` identifies its generator (program version, language)."""
        self._update_known(path, result=result, result_version=version)

    def keep_picture(self, path: Path, picture: bytes, version: str) -> None:
        """Store a small PNG picture of a session; `version` identifies its generator."""
        self._update_known(path, picture=picture, picture_version=version)

    def forget(self, paths: Iterable[Path]) -> None:
        """Remove files that were moved away from the list."""
        with self._lock:
            self._moved_away.update(map(str, paths))
            self._publish(self._entries)

    def save(self) -> None:
        """Write facts that have not been saved yet; they are written together because each write waits for the disk."""
        with self._lock:
            unsaved = [self._known[path] for path in self._unsaved if path in self._known]
            self._unsaved.clear()
        self._index.put_known(unsaved)

    def close(self) -> None:
        """Save and close the index."""
        self.save()
        self._index.close()

    def _partition(self, stamps: Mapping[str, Stamp]) -> tuple[list[str], list[str]]:
        """Return the files with up-to-date facts, and the other files, newest first.

        Unreadable and growing files are always read again.
        """
        with self._lock:
            current = []
            for path, stamp in stamps.items():
                known = self._known.get(path)
                if known is None or (known.size, known.mtime_ns) != stamp or known.facts.problem:
                    continue
                if known.facts.ended or self._state(known) == "cut off":
                    current.append(path)
            inside = {str(folder) for folder in self.folders}
            missing = [path for path in self._known if path not in stamps and str(Path(path).parent) in inside]
            for path in missing:
                del self._known[path]
        self._index.forget(missing)
        outdated = set(stamps) - set(current)
        return current, sorted(outdated, key=lambda path: stamps[path][1], reverse=True)

    def _store_facts(self, read: list[CachedFacts]) -> None:
        """Store the facts of files, and save those of finished sessions."""
        for known in read:
            before = self._known.get(known.path)
            self._known[known.path] = known if before is None else _with_retained(known, before)
        self._index.put_known(self._known[known.path] for known in read if known.facts.ended)

    def _publish(self, paths: Iterable[str]) -> None:
        with self._lock:
            entries = [
                self._entry(self._known[path]) for path in paths if path in self._known and path not in self._moved_away
            ]
            entries.sort(key=lambda entry: (entry.started, str(entry.path)), reverse=True)
            before, by_path = self._entries, {}
            for entry in entries:
                known = before.get(path := str(entry.path))
                by_path[path] = known if known == entry else entry  # unchanged entries keep their identity
            self._entries = by_path  # a single assignment, because other threads read it

    def _entry(self, known: CachedFacts) -> Entry:
        facts, path = known.facts, Path(known.path)
        own = self._own.get(_identity(known), Own())
        recorded = " ".join(facts.title.split()) or visible(path.stem)
        return Entry(
            path=path,
            uuid=facts.uuid,
            title=own.title or recorded,
            recorded_title=recorded,
            systems=facts.systems,
            colors=facts.colors,
            started=facts.started or _local_time(known.mtime_ns / 1e9),
            length_s=facts.length_s,
            kind=facts.kind,
            state=self._state(known),
            valid=facts.valid,
            tags=own.tags,
            scenario_key=facts.scenario_key,
            result=known.result,
            picture=known.picture,
            began=facts.began,
            checked=bool(known.checked),
            metered=facts.metered,
            problem=_problem(known),
            size=known.size,
            result_version=known.result_version,
            picture_version=known.picture_version,
        )

    def _state(self, known: CachedFacts) -> State:
        facts = known.facts
        if _problem(known) is not None:
            return "damaged"
        if not facts.ended:
            young = time.time() - facts.last_s < STILL_RECORDED_S
            return "growing" if young or self._recorded_now(facts.uuid) else "cut off"
        return "changed" if known.checked == CHANGED else "whole"

    def _update_known(self, path: Path, **new: str | bytes) -> None:
        """Store a fact of a file, and update its entry."""
        with self._lock:
            known = self._known.get(str(path))
            if known is None:
                return
            known = self._known[known.path] = msgspec.structs.replace(known, **new)
            self._update_entries([known])
            self._unsaved[known.path] = None
            full = len(self._unsaved) >= AT_ONCE
        if full:
            self.save()

    def _identity_and_own(self, path: Path) -> tuple[str, Own]:
        known = self._known.get(str(path))
        if known is None:
            raise SessionError("{path} is not in the library any more.", path=path)
        return _identity(known), self._own.get(_identity(known), Own())

    def _title(self, path: Path) -> str:
        entry = self.entry(path)
        return entry.recorded_title if entry is not None else ""

    def _put_own(self, identity: str, own: Own) -> None:
        self._index.put_own(identity, own)
        self._own[identity] = own
        self._update_entries([known for known in self._known.values() if _identity(known) == identity])

    def _update_entries(self, changed: Iterable[CachedFacts]) -> None:
        for known in changed:
            if known.path in self._entries:
                self._entries[known.path] = self._entry(known)


def _files(folder: Path) -> list[tuple[str, Stamp]]:
    """Return the session files of a folder; empty if it cannot be listed."""
    try:
        with os.scandir(folder) as listed:
            candidates = (item for item in listed if _may_be_session(item.name) and item.is_file())
            stats = {item.name: item.stat() for item in islice(candidates, LIBRARY_FILES)}
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            log.warning("%s can't be listed: %s", folder, error)
        return []
    if len(stats) == LIBRARY_FILES:
        log.warning("%s holds more than %s sessions: the others are left out", folder, f"{LIBRARY_FILES:,}")
    stamps = []
    for name, stat in stats.items():
        if name.endswith(SUFFIX):
            log_stat = stats.get(f"{name}-wal")
            stats_of_session = (stat, log_stat) if log_stat is not None else (stat,)
            stamp = sum(one.st_size for one in stats_of_session), max(one.st_mtime_ns for one in stats_of_session)
            stamps.append((str(folder / name), stamp))
    return stamps


def _may_be_session(name: str) -> bool:
    return name.endswith((SUFFIX, f"{SUFFIX}-wal")) and not name.startswith(".")


def _read_facts(path: str, stamp: Stamp) -> CachedFacts | None:
    """Return the facts of a file; None if it is locked."""
    try:
        return CachedFacts(path, *stamp, facts_of(Path(path)))
    except SessionError:
        return None


def _with_retained(known: CachedFacts, before: CachedFacts) -> CachedFacts:
    """Retain the name of a file that has become unreadable, and the picture of a growing file."""
    facts = known.facts
    if facts.problem and before.facts.uuid:
        facts = msgspec.structs.replace(before.facts, problem=facts.problem, ended=True)
        return msgspec.structs.replace(known, facts=facts, picture=before.picture)
    if not facts.ended:
        return msgspec.structs.replace(known, picture=before.picture, picture_version=before.picture_version)
    return known


def _problem(known: CachedFacts) -> Sentence | None:
    """Return why a file cannot be read; None if it can."""
    if known.facts.problem is not None or known.checked in ("", SAME, CHANGED):
        return known.facts.problem
    try:
        return msgspec.json.decode(known.checked, type=Sentence)
    except msgspec.MsgspecError:
        return Sentence(text=known.checked)


def _titles(own: Mapping[str, Own]) -> dict[str, str]:
    return {uuid: one.title for uuid, one in own.items() if one.title}


def _identity(known: CachedFacts) -> str:
    return known.facts.uuid or f"path:{known.path}"


def _local_time(unix_s: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(unix_s, datetime.UTC).astimezone()


__all__ = ["Entry", "Facts", "Library", "State", "usual_index"]
