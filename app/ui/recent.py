"""The sessions recorded last, each in a line: what, when, how long."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.session.errors import SessionError
from app.session.library import own_titles
from app.session.library_facts import facts_of
from app.session.paths import sessions_folder
from app.ui.figures import duration_text, moment_text
from app.ui.texts import tr

MOST = 4
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Recent:
    """A session's file, and the line that names it."""

    path: Path
    text: str


def recent_sessions(folder: Path | None = None, most: int = MOST) -> list[Recent]:
    """The sessions in a folder (None: the usual one), the newest first. Only their first rows are read,
    however long they are."""
    try:
        found = [(path.stat().st_mtime, path) for path in (folder or sessions_folder()).glob("*.outpace")]
    except OSError:
        return []
    titles = own_titles()
    return [Recent(path, told(path, titles)) for _, path in sorted(found, reverse=True)[:most]]


def told(path: Path, titles: Mapping[str, str] | None = None) -> str:
    """Title, date and length of a session; its file's name where it can't be read. titles: the person's own, by uuid;
    None: those of the library's index."""
    try:
        facts = facts_of(path)
    except SessionError:  # locked just now
        return short(path.stem)
    if facts.problem or facts.started is None:
        return short(path.stem)
    titles = own_titles() if titles is None else titles
    length = duration_text(facts.length_s) if facts.began else tr("did not start")
    return f"{short(titles.get(facts.uuid) or facts.title)} · {moment_text(facts.started)} · {length}"


def short(title: str) -> str:
    """A title in one line that fits the page."""
    words = " ".join(title.split())
    return words if len(words) <= LONGEST_TITLE else f"{words[: LONGEST_TITLE - 1]}…"
