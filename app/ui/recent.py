"""The sessions recorded last, each in a line: what, when, how long."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import apsw

from app.session.connection import open_for_reading
from app.session.errors import SessionError, damage_named
from app.session.paths import sessions_folder
from app.ui.figures import duration_text, moment_text
from app.ui.texts import tr

MOST = 4
LONGEST_TITLE = 60
_QUESTION = """
    SELECT title, created_utc, utc_offset_s, (SELECT t_ns FROM start),
        coalesce((SELECT t_ns FROM finish), (SELECT t_ns FROM sample ORDER BY id DESC LIMIT 1))
    FROM session
"""


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
    return [Recent(path, told(path)) for _, path in sorted(found, reverse=True)[:most]]


def told(path: Path) -> str:
    """Title, date and length of a session; its file's name where it can't be read."""
    try:
        connection = open_for_reading(path)
        try:
            with damage_named(path):
                row = connection.execute(_QUESTION).fetchone()
        finally:
            connection.close()
        if row is None:
            return short(path.stem)
        title, created, offset_s, start_ns, last_ns = row
        began = datetime.fromisoformat(str(created)).replace(tzinfo=UTC) + timedelta(seconds=(start_ns or 0) / 1e9)
        when = began.astimezone(timezone(timedelta(seconds=int(offset_s))))
        length = tr("did not start") if start_ns is None else duration_text(((last_ns or start_ns) - start_ns) / 1e9)
    except (SessionError, apsw.Error, ValueError, TypeError, OverflowError):
        return short(path.stem)
    return f"{short(str(title))} · {moment_text(when)} · {length}"


def short(title: str) -> str:
    """A title in one line that fits the page."""
    words = " ".join(title.split())
    return words if len(words) <= LONGEST_TITLE else f"{words[: LONGEST_TITLE - 1]}…"
