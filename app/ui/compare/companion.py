"""The session that one is most likely to be compared with. No Qt."""

from pathlib import Path

from app.session.library import Entry, Library

KINDS = ("run", "snapshot", "import", "join")


def companion_of(library: Library, path: Path | None) -> list[Path]:
    """The newest other session of the same scenario, in a list; of none in the window the newest two of one scenario.
    An empty list where there is none."""
    library.refresh()
    entries = [entry for entry in library.entries if entry.kind in KINDS and entry.began and not entry.problem]
    shown = library.entry(path) if path is not None else None
    if shown is not None:
        return [entry.path for entry in entries if _alike(entry, shown)][:1]
    for entry in entries if path is None else ():
        others = [other for other in entries if _alike(other, entry)]
        if others:
            return [entry.path, others[0].path]
    return []


def _alike(entry: Entry, other: Entry) -> bool:
    return entry.path != other.path and entry.scenario_key == other.scenario_key != ""
