"""What a session says of itself and its systems, made from the rows of its file."""

import datetime

from app.session import tables
from app.session.connection import FORMAT
from app.session.recording import Recording
from app.session.records import SessionInfo, SystemInfo, TargetInfo, letter_of


def info_of(recording: Recording) -> SessionInfo:
    """Title, scenario, versions, and when the session began in its own time zone."""
    row = recording.session
    versions = {key: str(value) for key, value in tables.data(row.versions).items()}
    zone = datetime.timezone(datetime.timedelta(seconds=row.utc_offset_s))
    started = aware(row.created_utc) + datetime.timedelta(microseconds=(recording.start_ns or 0) / 1e3)
    return SessionInfo(
        uuid=row.uuid,
        kind=row.kind,
        title=row.title,
        scenario_toml=row.scenario_toml,
        started=started.astimezone(zone),
        zone=row.zone,
        outpace_version=versions.get("outpace", ""),
        versions=versions,
        format=FORMAT,
        clock_origin_ns=row.clock_origin_ns,
    )


def aware(time: datetime.datetime) -> datetime.datetime:
    """A stored time with its zone, which is UTC."""
    return time if time.tzinfo else time.replace(tzinfo=datetime.UTC)


def systems_of(recording: Recording) -> tuple[SystemInfo, ...]:
    """The systems in their order, each with its targets."""
    return tuple(
        SystemInfo(
            id=row.id,
            letter=letter_of(index),
            name=row.name,
            role=row.role,
            color=row.color,
            facts=tables.data(row.facts),
            targets=tuple(
                TargetInfo(target.id, target.name, tables.data(target.detail))
                for target in recording.rows(tables.TargetRow)
                if target.system == row.id
            ),
            origin=row.origin,
        )
        for index, row in enumerate(recording.rows(tables.SystemRow))
    )
