# SPDX-License-Identifier: Apache-2.0
"""The library: the sessions of the usual folder and of those that a person added, with titles and tags of their own.

No session file is ever altered: what a person calls it lies in the library's own index.
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
from app.session.library_index import Known, LibraryIndex, Own
from app.session.paths import SUFFIX, sessions_folder
from app.session.seal import verify
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

Stamp = tuple[int, int]
"""By which a file is known again: bytes with its write-ahead log, and when either was written last (ns)."""
State = Literal["whole", "growing", "cut off", "changed", "damaged"]
SAME, CHANGED = "same", "changed"
AT_ONCE = 50
"""So many new files are read before the list is shown with them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A session in the library.

    uuid: of the recording, of a snapshot its own; "" where the file can't be read. title: the person's own, else the
    recorded one. systems: letter, name, role. colors: theirs, "" where none was given. kind: "run", "snapshot",
    "import", "join", "job". checked: whether its recorded tables were compared with their seal. problem: why it can't
    be read. metered: logs of power meters were taken in. result: short words, a line each: what came of it, what that
    rests on, who is ahead. picture: PNG. size: bytes, with the write-ahead log. began: the systems were started.
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
    """The index file of this user; it need not exist."""
    return data_folder() / "library.sqlite"


def own_titles(index: Path | None = None) -> dict[str, str]:
    """The titles that a person gave to sessions, by uuid; None: those of the usual index."""
    path = index or usual_index()
    if not path.exists():
        return {}
    opened = LibraryIndex(path)
    try:
        return _titles(opened.own())
    finally:
        opened.close()


class Library:
    """For any thread. `entries` is what was found last; `refresh` looks again.

    recorded_now: whether an engine is recording the session of this uuid; without it the age of the last row tells.
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
        self._looking = threading.Lock()
        self._known = self._index.known()
        self._own = self._index.own()
        self._added = self._index.folders()
        self._entries: dict[str, Entry] = {}
        self._unsaved: dict[str, None] = {}
        self._gone: set[str] = set()
        """Moved away since the folders were looked at."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The sessions, the newest first."""
        with self._lock:
            return tuple(self._entries.values())

    def entry(self, path: Path) -> Entry | None:
        """The session of this file."""
        return self._entries.get(str(path))

    @property
    def titles(self) -> dict[str, str]:
        """The titles that a person gave to sessions, by uuid."""
        return _titles(self._own)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The usual folder, and those that were added."""
        return (self.folder, *(path for path in self._added if path != self.folder))

    @property
    def tags(self) -> tuple[str, ...]:
        """Every tag in use, in the order of the alphabet."""
        return tuple(sorted({tag for entry in self.entries for tag in entry.tags}, key=str.casefold))

    def refresh(self, changed: Callable[[], None] = lambda: None) -> None:
        """Looks at the folders; quick where nothing changed. changed: called when there are more entries to show."""
        with self._looking:
            self._gone.clear()
            # Another window, or the command line, may have given titles and tags; if it writes just now, next time.
            with self._lock, contextlib.suppress(apsw.Error):
                self._own = self._index.own()
            found = {path: stamp for folder in self.folders for path, stamp in _files(folder)}
            listed, new = self._sorted_out(found)
            listed += [path for path in new if path in self._known]  # as last seen, until it is looked at again
            self._publish(listed)
            if listed and new:
                changed()
            for number in range(0, len(new), AT_ONCE):
                part = new[number : number + AT_ONCE]
                read = [known for path in part if (known := _looked_at(path, found[path])) is not None]
                with self._lock:
                    self._take(read)
                self._publish(listed := [*listed, *part])
                changed()

    def rename(self, path: Path, title: str) -> None:
        """Gives a session a title of one's own; "" is that of the session again. Raises SessionError."""
        with self._lock:
            identity, own = self._of(path)
            title = " ".join(title.split())
            self._put_own(identity, msgspec.structs.replace(own, title="" if title == self._title(path) else title))

    def set_tags(self, path: Path, tags: Iterable[str]) -> None:
        """Gives a session these tags, each once. Raises SessionError."""
        with self._lock:
            identity, own = self._of(path)
            cleaned = {" ".join(tag.split()): None for tag in tags}
            self._put_own(identity, msgspec.structs.replace(own, tags=tuple(word for word in cleaned if word)))

    def add_folder(self, folder: Path) -> None:
        """Looks for sessions there too, from the next `refresh` on. Raises SessionError."""
        with self._lock:
            if folder not in self.folders:
                self._index.put_folder(folder, wanted=True)
                self._added.append(folder)

    def remove_folder(self, folder: Path) -> None:
        """Looks there no more. The sessions stay where they are. Raises SessionError."""
        with self._lock:
            if folder in self._added:
                self._index.put_folder(folder, wanted=False)
                self._added.remove(folder)

    def check(self, path: Path) -> None:
        """Compares a finished session's recorded tables with its seal, and keeps what came of it. Takes as long as
        reading the whole file."""
        entry = self.entry(path)
        if entry is None:
            return
        if entry.valid is None:  # a snapshot of a run under way: it never had a seal
            self._keep(path, checked=SAME)
            return
        try:
            self._keep(path, checked=SAME if verify(path) else CHANGED)
        except SessionError as error:
            if isinstance(error.__cause__, apsw.BusyError | apsw.CantOpenError | OSError):
                return  # another time
            self._keep(path, checked=msgspec.json.encode(error.message).decode())

    def keep_result(self, path: Path, result: str, version: str) -> None:
        """Keeps the short words of what came of a session. version: of what made them (a version, a language)."""
        self._keep(path, result=result, result_version=version)

    def keep_picture(self, path: Path, picture: bytes, version: str) -> None:
        """Keeps a small picture of a session, a PNG. version: of what made it."""
        self._keep(path, picture=picture, picture_version=version)

    def forget(self, paths: Iterable[Path]) -> None:
        """Takes files out of the list that were moved away."""
        with self._lock:
            self._gone.update(map(str, paths))
            self._publish(self._entries)

    def save(self) -> None:
        """Writes what was kept of files and is not written yet: not each by itself, because a disk takes its time."""
        with self._lock:
            unsaved = [self._known[path] for path in self._unsaved if path in self._known]
            self._unsaved.clear()
        self._index.put_known(unsaved)

    def close(self) -> None:
        """Lets go of the index."""
        self.save()
        self._index.close()

    def _sorted_out(self, found: Mapping[str, Stamp]) -> tuple[list[str], list[str]]:
        """The files whose facts are known, and the others, the newest first. What can't be read, and what grows, is
        looked at each time."""
        with self._lock:
            listed = []
            for path, stamp in found.items():
                known = self._known.get(path)
                if known is None or (known.size, known.mtime_ns) != stamp or known.facts.problem:
                    continue
                if known.facts.ended or self._state(known) == "cut off":
                    listed.append(path)
            inside = {str(folder) for folder in self.folders}
            gone = [path for path in self._known if path not in found and str(Path(path).parent) in inside]
            for path in gone:
                del self._known[path]
        self._index.forget(gone)
        new = set(found) - set(listed)
        return listed, sorted(new, key=lambda path: found[path][1], reverse=True)

    def _take(self, read: list[Known]) -> None:
        """Takes in what files say of themselves now."""
        for known in read:
            before = self._known.get(known.path)
            self._known[known.path] = known if before is None else _with_what_stays(known, before)
        self._index.put_known(self._known[known.path] for known in read if known.facts.ended)

    def _publish(self, paths: Iterable[str]) -> None:
        with self._lock:
            entries = [
                self._entry(self._known[path]) for path in paths if path in self._known and path not in self._gone
            ]
            entries.sort(key=lambda entry: (entry.started, str(entry.path)), reverse=True)
            before, by_path = self._entries, {}
            for entry in entries:
                known = before.get(path := str(entry.path))
                by_path[path] = known if known == entry else entry  # who shows it sees at a glance what is new
            self._entries = by_path  # at once: other threads read it meanwhile

    def _entry(self, known: Known) -> Entry:
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
            started=facts.started or _local(known.mtime_ns / 1e9),
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

    def _state(self, known: Known) -> State:
        facts = known.facts
        if _problem(known) is not None:
            return "damaged"
        if not facts.ended:
            young = time.time() - facts.last_s < STILL_RECORDED_S
            return "growing" if young or self._recorded_now(facts.uuid) else "cut off"
        return "changed" if known.checked == CHANGED else "whole"

    def _keep(self, path: Path, **new: str | bytes) -> None:
        """Keeps something of a file, and shows it."""
        with self._lock:
            known = self._known.get(str(path))
            if known is None:
                return
            known = self._known[known.path] = msgspec.structs.replace(known, **new)
            self._show([known])
            self._unsaved[known.path] = None
            full = len(self._unsaved) >= AT_ONCE
        if full:
            self.save()

    def _of(self, path: Path) -> tuple[str, Own]:
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
        self._show([known for known in self._known.values() if _identity(known) == identity])

    def _show(self, changed: Iterable[Known]) -> None:
        for known in changed:
            if known.path in self._entries:
                self._entries[known.path] = self._entry(known)


def _files(folder: Path) -> list[tuple[str, Stamp]]:
    """The session files of a folder; none where it can't be listed."""
    try:
        with os.scandir(folder) as listed:
            ours = (item for item in listed if _may_be_ours(item.name) and item.is_file())
            found = {item.name: item.stat() for item in islice(ours, LIBRARY_FILES)}
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            log.warning("%s can't be listed: %s", folder, error)
        return []
    if len(found) == LIBRARY_FILES:
        log.warning("%s holds more than %s sessions: the others are left out", folder, f"{LIBRARY_FILES:,}")
    stamps = []
    for name, stat in found.items():
        if name.endswith(SUFFIX):
            log_stat = found.get(f"{name}-wal")
            both = (stat, log_stat) if log_stat is not None else (stat,)
            stamp = sum(one.st_size for one in both), max(one.st_mtime_ns for one in both)
            stamps.append((str(folder / name), stamp))
    return stamps


def _may_be_ours(name: str) -> bool:
    return name.endswith((SUFFIX, f"{SUFFIX}-wal")) and not name.startswith(".")


def _looked_at(path: str, stamp: Stamp) -> Known | None:
    """What a file says of itself; None where it is locked just now."""
    try:
        return Known(path, *stamp, facts_of(Path(path)))
    except SessionError:
        return None


def _with_what_stays(known: Known, before: Known) -> Known:
    """A file that can't be read any more keeps the name by which it was known, and a growing one its picture."""
    facts = known.facts
    if facts.problem and before.facts.uuid:
        facts = msgspec.structs.replace(before.facts, problem=facts.problem, ended=True)
        return msgspec.structs.replace(known, facts=facts, picture=before.picture)
    if not facts.ended:
        return msgspec.structs.replace(known, picture=before.picture, picture_version=before.picture_version)
    return known


def _problem(known: Known) -> Sentence | None:
    """Why a file can't be read; None where it can."""
    if known.facts.problem is not None or known.checked in ("", SAME, CHANGED):
        return known.facts.problem
    try:
        return msgspec.json.decode(known.checked, type=Sentence)
    except msgspec.MsgspecError:
        return Sentence(text=known.checked)


def _titles(own: Mapping[str, Own]) -> dict[str, str]:
    return {uuid: one.title for uuid, one in own.items() if one.title}


def _identity(known: Known) -> str:
    return known.facts.uuid or f"path:{known.path}"


def _local(unix_s: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(unix_s, datetime.UTC).astimezone()


__all__ = ["Entry", "Facts", "Library", "State", "usual_index"]
