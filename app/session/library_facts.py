# SPDX-License-Identifier: Apache-2.0
"""Facts about a session for the library, read with a few queries regardless of the session's length."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated

import apsw
import msgspec

from app.model.bounds import ROW_TEXT_BYTES, SYSTEMS
from app.model.errors import phrase
from app.model.messages import Sentence, letter_of
from app.model.visible_text import visible
from app.scenario.recorded import scenario_key
from app.session import tables
from app.session.connection import open_for_reading, row_bytes
from app.session.records import End
from app.session.session_error import SessionError, damage_named

STILL_RECORDED_S = 15.0
"""Age in seconds of the last row below which a recording without an end is considered to be running."""

_HEAD = "SELECT uuid, kind, title, scenario_toml, created_utc, utc_offset_s FROM session"
_TIMES = """
    SELECT (SELECT t_ns FROM start),
        (SELECT t_ns FROM finish),
        (SELECT valid FROM finish),
        (SELECT reasons FROM finish),
        (SELECT t_ns FROM sample ORDER BY id DESC LIMIT 1),
        (SELECT t_ns FROM event ORDER BY id DESC LIMIT 1),
        (SELECT t_ns FROM progress ORDER BY id DESC LIMIT 1)
"""
_VIEW = "SELECT uuid, name FROM view"
_METERED = "SELECT EXISTS (SELECT 1 FROM origin WHERE kind = 'power meter')"
_HAS_VIEW = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'view'"

Nanoseconds = Annotated[int, msgspec.Meta(ge=-(2**60), le=2**60)]
System = tuple[str, str, str]
"""Letter, name and role of a system."""


class Facts(msgspec.Struct, frozen=True):
    """Facts about a session file.

    Attributes:
        kind: "run", "snapshot", "import", "join" or "job".
        title: Recorded title; a snapshot's name is appended.
        colors: Colors of the systems; "" if none was set.
        ended: Whether nothing more will be added.
        began: Whether the systems were started.
        valid: Validity as determined by the engine; None if the recording has no end.
        last_s: Unix time of the last row.
        metered: Whether logs of power meters were imported.
        problem: Why the file cannot be read, in which case the other facts are empty.
    """

    uuid: str = ""
    kind: str = ""
    title: str = ""
    systems: tuple[System, ...] = ()
    colors: tuple[str, ...] = ()
    started: datetime | None = None
    length_s: float = 0.0
    ended: bool = True
    began: bool = False
    valid: bool | None = None
    last_s: float = 0.0
    scenario_key: str = ""
    metered: bool = False
    problem: Sentence | None = None


def facts_of(path: Path) -> Facts:
    """Read the facts of a session; for an unreadable file, only the problem.

    Raises:
        SessionError: If the file is locked.
    """
    try:
        connection = open_for_reading(path)
        try:
            with damage_named(path):
                return _facts(connection, path)
        finally:
            connection.close()
    except SessionError as error:
        if isinstance(error.__cause__, apsw.BusyError):
            raise
        return Facts(problem=error.message)


def _facts(connection: apsw.Connection, path: Path) -> Facts:
    with connection, row_bytes(connection, ROW_TEXT_BYTES):
        head = connection.execute(_HEAD).fetchone()
        if head is None:
            return Facts(
                problem=phrase("{path} is empty: its recording was cut off before it started. Delete it.", path=path)
            )
        times = connection.execute(_TIMES).fetchone()
        systems = connection.execute("SELECT name, role, color FROM system ORDER BY id LIMIT ?", (SYSTEMS,)).fetchall()
        metered = connection.execute(_METERED).fetchone()
        view = connection.execute(_VIEW).fetchone() if connection.execute(_HAS_VIEW).fetchone() else None
    uuid, kind, title, toml, created, offset_s = msgspec.convert(head, tuple[str, str, str, str, datetime, int])
    start, finish, valid, reasons, *others = msgspec.convert(
        times,
        tuple[
            Nanoseconds | None, Nanoseconds | None, int | None, str | None,
            Nanoseconds | None, Nanoseconds | None, Nanoseconds | None,
        ],
    )  # fmt: skip
    rows = msgspec.convert(systems, list[tuple[str, str, str]])
    last = finish if finish is not None else max((t for t in others if t is not None), default=0)
    created = created if created.tzinfo else created.replace(tzinfo=UTC)
    began = created + timedelta(microseconds=(start or 0) / 1e3)
    if view is not None:
        seen_uuid, name = msgspec.convert(view, tuple[str, str])
        uuid, kind, title = seen_uuid, "snapshot", f"{title} — {name}"
    return Facts(
        uuid=uuid,
        kind=kind,
        title=visible(title),
        systems=tuple((letter_of(index), visible(name), visible(role)) for index, (name, role, _) in enumerate(rows)),
        colors=tuple(visible(color) for _, _, color in rows),
        started=began.astimezone(timezone(timedelta(seconds=offset_s))),
        length_s=max(0.0, (last - start) / 1e9) if start is not None else 0.0,
        ended=finish is not None or view is not None,
        began=start is not None,
        valid=None if valid is None else End.of(0, bool(valid), tables.messages(reasons or "[]"), (), "").valid,
        last_s=created.timestamp() + last / 1e9,
        scenario_key=scenario_key(toml),
        metered=metered == (1,),
    )
