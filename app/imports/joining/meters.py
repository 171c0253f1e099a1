# SPDX-License-Identifier: Apache-2.0
"""Join of power meters' logs to a measured run: a new session with every row of the run, and watts per second.

A log is placed on the run's time axis by wall-clock time, relative to the creation of the run's file: by its times with
their time zone, or in the run's local time. If its times do not suffice (seconds since it was switched on), the user
gives the start. Several meters of one system are added up; there is no sum while one of them has no reading.
"""

import datetime
import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.imports.decimal_mark import DecimalMark
from app.imports.field_values import DAY_S, HOUR_S, Moment
from app.imports.formats import POWER_METER, kind_of
from app.imports.import_request import FilePlace, FileToImport, placed
from app.imports.meter import MeterColumns, meter_log, on_seconds, power_series, usual_step_s
from app.imports.source import ImportedFileError, Log, digest_of, wrong
from app.model.documents import JoinedMeter, OriginDetail, SourceDetail
from app.model.events import MeterJoined
from app.model.messages import Message, letter_of
from app.session import tables
from app.session.stored_session import StoredSession
from app.session.writer import SessionWriter
from collectors.series import Reading

Floats = NDArray[np.float64]

SECOND_NS = 1_000_000_000
MEASURE = "measure"
_ZONE = re.compile(r"(?:Z|UTC|(?P<sign>[+-])(?P<h>\d{2}):?(?P<m>\d{2}))", re.IGNORECASE)
SUM = "power meters together"


@dataclass(frozen=True, slots=True)
class MeterFile:
    """A meter's log.

    Attributes:
        systems: names or letters of the systems that the meter feeds; empty for the only system.
        name: device that the meter feeds ("server"); "" for the file's name.
        offset_s: seconds to add to its clock.
        utc_offset_s: offset of its clock from UTC at its first row; None for that in its times, or the run's.
        start: time on its clock when the load began, or seconds after its first row; None to align by wall-clock time.
        decimal: the decimal sign; None to detect it.
    """

    path: Path
    systems: tuple[str, ...] = ()
    name: str = ""
    offset_s: float = 0.0
    utc_offset_s: float | None = None
    start: Moment | None = None
    columns: MeterColumns = field(default_factory=MeterColumns)
    decimal: DecimalMark | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """Facts about the measured session.

    Attributes:
        systems: letter and name, by ID.
        started_s: common start, in seconds since 1970 in UTC.
        from_s: start of the recording, in seconds since the common start.
        to_s: end of the recording, in seconds since the common start.
        together: letters that were under load at the same time.
    """

    path: Path
    title: str
    uuid: str
    systems: dict[int, tuple[str, str]]
    start_ns: int
    end: tables.EndRow
    started_s: float
    created_s: float
    utc_offset_s: float
    from_s: float
    to_s: float
    together: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class _PlacedMeter:
    """Log on the run's time axis.

    Attributes:
        times: seconds since the common start, rising, (n,).
        watts: (n,); NaN means no data.
    """

    meter: MeterFile
    log: Log
    systems: tuple[int, ...]
    times: Floats
    watts: Floats
    step_s: float
    resolution_s: float
    utc_offset_s: float | None

    @property
    def uncertainty_s(self) -> float:
        """Possible misalignment with the run's phases in seconds, if the clocks agree."""
        return max(self.step_s, self.resolution_s)


def join_meters(
    session: Path,
    meters: Sequence[MeterFile],
    new: Path,
    *,
    title: str = "",
    progress: Callable[[float], None] = lambda _share: None,
) -> tuple[Message, ...]:
    """Create the new session.

    Args:
        session: the measured run.
        meters: the logs.
        new: the file to create.
        title: title of the new session; "" for that of the run.
        progress: receives the completed share.

    Returns:
        Messages for readers about the precision of the alignment and about missing data.

    Raises:
        ImportedFileError: a log cannot be placed on the run's time axis; no new session is left behind.
        SessionError: a session cannot be read or written; no new session is left behind.
    """
    run = _run(session)
    placed_meters = []
    for number, meter in enumerate(meters):
        placed_meters.append(_placed_meter(run, meter))
        progress((number + 1) / (len(meters) + 2))
    _check_names(placed_meters)
    notes: list[Message] = [warning for one in placed_meters for warning in one.log.warnings]
    writer = SessionWriter.continuing(session, new, title=title)
    try:
        joined = _write(writer, run, placed_meters)
        progress((len(meters) + 1) / (len(meters) + 2))
        writer.finish(
            run.end.t_ns,
            valid=bool(run.end.valid),
            reasons=tables.messages(run.end.reasons),
            warnings=[*tables.messages(run.end.warnings), *notes],
        )
    except BaseException:
        writer.close()
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                new.with_name(new.name + ending).unlink(missing_ok=True)
        raise
    progress(1.0)
    return (*joined, *notes)


def _run(path: Path) -> _Run:
    with StoredSession(path) as stored:
        row, end = stored.session, stored.end
        if row.kind != "run":
            raise _other_kind(path, row.kind)
        if end is None:
            raise ImportedFileError(
                "{file}: it is still being recorded, or was cut off; a meter is joined to a run that is over",
                file=path.name,
            )
        if stored.start_ns is None:
            raise ImportedFileError("{file}: its load never started; there is nothing to join", file=path.name)
        if any(isinstance(document, JoinedMeter) for _, document in stored.documents()):
            raise ImportedFileError(
                "{file}: power meters are joined to it already: join all of them at once, to the session that was "
                "measured",
                file=path.name,
            )
        created = row.created_utc
        created_s = (created if created.tzinfo else created.replace(tzinfo=datetime.UTC)).timestamp()
        together = []
        letters = {one.id: letter_of(index) for index, one in enumerate(stored.rows(tables.SystemRow))}
        for phase, detail in stored.phases():
            if phase.name == MEASURE:
                together.append(frozenset(detail.systems if detail.systems is not None else letters.values()))
        return _Run(
            path=path,
            title=row.title,
            uuid=row.uuid,
            systems={one.id: (letters[one.id], one.name) for one in stored.rows(tables.SystemRow)},
            start_ns=stored.start_ns,
            end=end,
            started_s=created_s + stored.start_ns / 1e9,
            created_s=created_s,
            utc_offset_s=row.utc_offset_s,
            from_s=-stored.start_ns / 1e9,
            to_s=(end.t_ns - stored.start_ns) / 1e9,
            together=tuple(together),
        )


def _other_kind(path: Path, kind: str) -> ImportedFileError:
    if kind == "import":
        return ImportedFileError(
            "{file}: its results are from elsewhere; import the meter's log together with them (outpace import)",
            file=path.name,
        )
    if kind in ("join", "compare"):
        return ImportedFileError(
            "{file}: it is made of several sessions; join the meters to each of these, then those", file=path.name
        )
    return ImportedFileError("{file}: a power meter's log is joined to a measured run", file=path.name)


def _placed_meter(run: _Run, meter: MeterFile) -> _PlacedMeter:
    """Place a log on the run's time axis.

    Raises:
        ImportedFileError: the log does not fit the run.
    """
    path = meter.path
    kind = kind_of(path, meter.columns)
    if kind != POWER_METER:
        raise wrong(path, "it is no power meter's log ({kind}); outpace import takes other results", kind=kind)
    systems = _systems_of(run, meter)
    log = meter_log(path, meter.columns, decimal=meter.decimal)
    rows = [(row.seconds, row.values[0]) for row in log.rows()]
    seconds, watts = np.array([at for at, _ in rows]), np.array([value for _, value in rows])
    times, zone_s = _since_start(run, meter, log, seconds)
    if times[-1] <= run.from_s or times[0] >= run.to_s:
        raise wrong(
            path,
            "its readings are from {log_from} to {log_to}, the run was from {run_from} to {run_to} ({zone}): they do "
            "not overlap. For a wrong clock give the seconds to add (--offset), for another time zone its distance "
            "from UTC (--zone +01:00)",
            log_from=_clock_text(run, float(times[0])),
            log_to=_clock_text(run, float(times[-1])),
            run_from=_clock_text(run, 0.0),
            run_to=_clock_text(run, run.to_s),
            zone=zone_text(run.utc_offset_s),
        )
    return _PlacedMeter(meter, log, systems, times, watts, usual_step_s(times), _resolution_s(seconds), zone_s)


def _systems_of(run: _Run, meter: MeterFile) -> tuple[int, ...]:
    """Return the IDs of the systems that a meter feeds.

    Raises:
        ImportedFileError: the systems are unclear.
    """
    path = meter.path
    known = ", ".join(f"{letter} ({name})" for letter, name in run.systems.values())
    if not meter.systems:
        if len(run.systems) == 1:
            return tuple(run.systems)
        raise wrong(path, 'which system does it belong to: {known}? --system "A={file}"', known=known, file=path.name)
    ids = []
    for wanted in meter.systems:
        matching = [number for number, (letter, name) in run.systems.items() if name == wanted]
        matching = matching or [number for number, (letter, _) in run.systems.items() if letter == wanted.upper()]
        if not matching:
            raise wrong(path, 'no system is called "{name}"; there are {known}', name=wanted, known=known)
        ids.append(matching[0])
    shared = {run.systems[number][0] for number in ids}
    if len(shared) > 1 and any(len(shared & letters) > 1 for letters in run.together):
        raise wrong(
            path,
            "one meter can't tell apart what {systems} took: they were under load at the same time. Meter each, or "
            "let them take turns",
            systems=" and ".join(sorted(shared)),
        )
    return tuple(dict.fromkeys(ids))


def _since_start(run: _Run, meter: MeterFile, log: Log, seconds: Floats) -> tuple[Floats, float | None]:
    """Return the log's times as seconds since the common start, and the assumed UTC offset of its clock."""
    path = meter.path
    if meter.start is not None:
        file = FileToImport(path, offset_s=meter.offset_s, start=meter.start, columns=meter.columns)
        return seconds + placed(file, FilePlace("", 1), log).shift_s, None
    if log.clock == "number":
        raise wrong(
            path,
            "its times are seconds and say no time of day: tell when the load began, in seconds after its first "
            "row (--start 12.5)",
        )
    zone_s = _zone_of(run, meter, log)
    times = seconds - zone_s + meter.offset_s - run.started_s
    if log.clock == "clock":  # without a date, take the day closest to the run
        middle_s = float(times[0] + times[-1]) / 2
        times += round((run.to_s / 2 - middle_s) / DAY_S) * DAY_S
    return times, zone_s


def _zone_of(run: _Run, meter: MeterFile, log: Log) -> float:
    """Return the UTC offset of the log's clock at its first row.

    Raises:
        ImportedFileError: the offset is ambiguous.
    """
    if meter.utc_offset_s is not None:
        return meter.utc_offset_s
    if log.detail.bias_min is not None:
        return -60.0 * log.detail.bias_min
    own_s = run.utc_offset_s
    if not log.set_back_s or log.clock != "dated":
        return own_s
    # The run's UTC offset is that of its start, which may be before or after the end of summer time.
    back_s = log.set_back_s[0]
    before, after = run.created_s < back_s - own_s, run.created_s >= back_s - own_s - HOUR_S
    if before and after:
        raise wrong(
            meter.path,
            "its clock was set back within an hour of the run's start: tell how far it was ahead of UTC at its first "
            "row (--zone +02:00)",
        )
    return own_s if before else own_s + HOUR_S


def _resolution_s(seconds: Floats) -> float:
    """Return the resolution of the times: a minute, a second, or 0 if it is finer."""
    return next((unit for unit in (60.0, 1.0) if not np.any(np.mod(seconds, unit))), 0.0)


def _check_names(placed_meters: Sequence[_PlacedMeter]) -> None:
    known: dict[tuple[int, str], str] = {}
    for one in placed_meters:
        for system in one.systems:
            key = system, _name(one.meter)
            if key in known:
                raise wrong(
                    one.meter.path,
                    '{other} is called "{name}" too: name each meter of a system (--part "storage={file}")',
                    other=known[key],
                    name=key[1],
                    file=one.meter.path.name,
                )
            known[key] = one.meter.path.name


def _name(meter: MeterFile) -> str:
    """Return the counter's instance, which names the device that the meter feeds."""
    return (meter.name or meter.path.stem).replace("\\", "/").replace("_Total", "Total")


def _write(writer: SessionWriter, run: _Run, placed_meters: Sequence[_PlacedMeter]) -> tuple[Message, ...]:
    """Write the origins, then each system's meters and their sum, per second."""
    start_ns = run.start_ns
    writer.add_origin(
        "session",
        run.title,
        uuid=run.uuid,
        digest=run.end.hash,
        recorded=_wall(run, 0.0),
        detail=OriginDetail(file=run.path.name, kind="run", systems=[name for _, name in run.systems.values()]),
    )
    origins = [_origin(writer, run, one) for one in placed_meters]
    notes: list[Message] = []
    for system, (letter, _) in run.systems.items():
        feeding = [(one, origin) for one, origin in zip(placed_meters, origins, strict=True) if system in one.systems]
        if not feeding:
            continue
        from_s = max(math.ceil(min(float(one.times[0]) for one, _ in feeding)), math.ceil(run.from_s))
        to_s = min(math.ceil(max(float(one.times[-1]) for one, _ in feeding)), math.floor(run.to_s))
        ticks = np.arange(from_s, to_s + 1, dtype=np.float64)
        total = np.zeros(len(ticks))
        for one, origin in feeding:
            watts = on_seconds(ticks, one.times, one.watts)
            total += watts
            name = _name(one.meter) if len(feeding) > 1 or one.meter.name else ""
            if name:
                _source(writer, run, system, name, ticks, watts, origin=origin, files=[one.meter.path.name])
            document = JoinedMeter(
                file=one.meter.path.name,
                name=name,
                digest=digest_of(one.meter.path),
                columns=one.log.detail.watts,
                readings=len(one.times),
                step_s=one.step_s,
                resolution_s=one.resolution_s,
                clock="told" if one.meter.start is not None else one.log.clock,
                utc_offset_s=one.utc_offset_s,
                offset_s=one.meter.offset_s,
                systems=[run.systems[number][0] for number in one.systems],
            )
            writer.document(start_ns, document, name=name, system=system)
            message = MeterJoined(
                system=letter,
                file=one.meter.path.name,
                step_s=one.step_s,
                uncertainty_s=one.uncertainty_s,
                offset_s=one.meter.offset_s,
                by_wall_clock=one.meter.start is None,
            )
            writer.event(run.end.t_ns, message, system=system)
            notes.append(message)
        files = [one.meter.path.name for one, _ in feeding]
        _source(
            writer,
            run,
            system,
            "_Total",
            ticks,
            total,
            origin=feeding[0][1] if len(feeding) == 1 else None,
            files=files,
        )
    return tuple(notes)


def _origin(writer: SessionWriter, run: _Run, one: _PlacedMeter) -> int:
    detail = msgspec.structs.replace(
        one.log.detail,
        clock=one.log.clock,
        system=" and ".join(run.systems[number][1] for number in one.systems),
        began_local=_clock_text(run, float(one.times[0])),
    )
    return writer.add_origin(
        POWER_METER,
        one.meter.path.name,
        digest=digest_of(one.meter.path),
        recorded=_wall(run, float(one.times[0])),
        shift_ns=round(one.meter.offset_s * 1e9),
        detail=detail,
    )


def _source(  # noqa: PLR0917
    writer: SessionWriter,
    run: _Run,
    system: int,
    instance: str,
    ticks: Floats,
    watts: Floats,
    *,
    origin: int | None,
    files: Sequence[str],
) -> None:
    detail = SourceDetail(file=files[0]) if len(files) == 1 else SourceDetail(files=list(files))
    name = SUM if len(files) > 1 else f"{POWER_METER}: {files[0]}"
    source = writer.add_source(name, [power_series(instance)], 1, system=system, origin=origin, detail=detail)
    for at_s, value in zip(ticks.tolist(), watts.tolist(), strict=True):
        writer.sample(source, run.start_ns + round(at_s) * SECOND_NS, Reading(at_s, (value,)))
    writer.commit()


def _wall(run: _Run, at_s: float) -> datetime.datetime | None:
    """Return the wall-clock time of a time since the common start, in UTC; None outside the calendar."""
    try:
        return datetime.datetime.fromtimestamp(run.started_s + at_s, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _clock_text(run: _Run, at_s: float) -> str:
    """Return the local wall-clock time of a time since the common start."""
    wall = _wall(run, at_s)
    if wall is None:
        return "?"
    return f"{wall + datetime.timedelta(seconds=run.utc_offset_s):%Y-%m-%d %H:%M:%S}"


def utc_offset_of(text: str) -> float:
    """Parse "+01:00", "-0530" or "Z" as seconds ahead of UTC.

    Raises:
        ImportedFileError: the text has another form.
    """
    zone = _ZONE.fullmatch(text.strip())
    if zone is None or (zone["h"] and (int(zone["h"]) > 14 or int(zone["m"]) > 59)):
        raise ImportedFileError('zone "{text}": how far ahead of UTC, such as +01:00', text=text)
    if not zone["h"]:
        return 0.0
    seconds = int(zone["h"]) * HOUR_S + int(zone["m"]) * 60.0
    return -seconds if zone["sign"] == "-" else seconds


def zone_text(utc_offset_s: float) -> str:
    """Return the text of a UTC offset: "UTC+01:00"."""
    sign = "-" if utc_offset_s < 0 else "+"
    minutes = round(abs(utc_offset_s) / 60)
    return f"UTC{sign}{minutes // 60:02}:{minutes % 60:02}"
