"""Snapshots: a session's file as recorded so far, with what was looked at, in a new file that stands alone."""

import datetime
import uuid
from pathlib import Path

import apsw

from app.session.connection import open_for_reading, schema_sql
from app.session.errors import SessionError, damage_named
from app.session.storage import check_folder, publish


def snapshot(session: Path, new: Path, *, name: str, note: str, layout_json: str, png: bytes) -> None:
    """Copies `session`, which may still be recorded and is not altered, to the new file `new`, and adds the view.

    The copy has an end row only if the session had one; it is over all the same (SessionReader.over). Raises
    SessionError where `new` exists or can't be made, or `session` can't be read.
    """
    check_folder(new)
    unfinished = new.with_name(f".{new.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        source = open_for_reading(session)
        try:
            with damage_named(session):
                source.execute("VACUUM INTO ?", (str(unfinished.absolute()),))
        finally:
            source.close()
        copy = apsw.Connection(str(unfinished.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            copy.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            copy.execute("BEGIN; " + schema_sql("view.sql"))
            now = datetime.datetime.now(datetime.UTC).isoformat()
            row = (1, str(uuid.uuid4()), now, name, note, layout_json, png)
            copy.execute("INSERT OR REPLACE INTO view VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            copy.execute("COMMIT")
        finally:
            copy.close()
        publish(unfinished, new)
    except (apsw.Error, OSError) as error:
        raise SessionError(f"The snapshot {new} can't be made ({error}). The session is unharmed.") from error
    finally:
        unfinished.unlink(missing_ok=True)
        unfinished.with_name(unfinished.name + "-journal").unlink(missing_ok=True)
