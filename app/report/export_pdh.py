"""A session as a PDH-CSV 4.0 log, as Performance Monitor and relog read it (reference/counters.md)."""

import datetime
import re
from pathlib import Path

import numpy as np

from app.report.new_file import new_text_file
from app.report.result import DRIVER
from app.session.errors import SessionError
from app.session.paths import slug
from app.session.reader import SessionReader

Column = tuple[str, dict[int, float]]
MISSING = " "
DRIVER_HOST = "driver"


def export_pdh(reader: SessionReader, path: Path) -> None:
    r"""Writes the new file `path`: one line a second in the local time of the recording, a column for each counter.

    Systems are told apart by host: the slug of their name, as in ``\\write-ahead-log\Engine File(log)\Writes/sec``;
    the driver's own machine is ``\\driver``. Where a system has several targets, each has the driver's counters as an
    instance of its own, "target 1" and so on. Raises SessionError.
    """
    hosts = host_names(reader)
    columns: list[Column] = []
    for counter in reader.counters:
        time_s, value = reader.samples(counter)
        ticks = np.rint(time_s).astype(np.int64)
        by_second = dict(zip(ticks.tolist(), value.tolist(), strict=True))
        columns.append((f"\\\\{hosts[counter.system]}{counter.path}", by_second))
    columns += _of_targets(reader, hosts)
    seconds = sorted({second for _, values in columns for second in values})
    started = reader.info.started
    with new_text_file(path) as file:
        file.write(_line([_first_header(reader), *(name for name, _ in columns)]))
        for second in seconds:
            at = _moment(started, second, reader.path)
            file.write(_line([at, *(_number(values.get(second)) for _, values in columns)]))


def _of_targets(reader: SessionReader, hosts: dict[int | None, str]) -> list[Column]:
    columns: list[Column] = []
    for system in reader.systems:
        for target in system.targets if len(system.targets) > 1 else ():
            for counter in reader.counters:
                if counter.system != system.id or not counter.path.startswith(DRIVER):
                    continue
                time_s, value = reader.samples(counter, target=target.id)
                ticks = np.rint(time_s).astype(np.int64)
                name = f"\\\\{hosts[system.id]}{counter.path.replace('_Total', target.name)}"
                columns.append((name, dict(zip(ticks.tolist(), value.tolist(), strict=True))))
    return columns


def host_names(reader: SessionReader) -> dict[int | None, str]:
    """A host name for each system and for the driver's machine; all different."""
    hosts: dict[int | None, str] = {None: DRIVER_HOST}
    for system in reader.systems:
        name = slug(system.name) or f"system-{system.letter.lower()}"
        hosts[system.id] = name if name not in hosts.values() else f"{name}-{system.letter.lower()}"
    return hosts


def _first_header(reader: SessionReader) -> str:
    """Version, time zone and bias: UTC = local time + bias minutes."""
    offset = reader.info.started.utcoffset() or datetime.timedelta()
    zone = re.sub(r"[^\w .+:-]", "", reader.info.zone) or "UTC"
    return f"(PDH-CSV 4.0) ({zone})({-round(offset.total_seconds() / 60)})"


def _moment(started: datetime.datetime, second: int, path: Path) -> str:
    try:
        at = started + datetime.timedelta(seconds=second)
    except OverflowError as error:
        raise SessionError(
            f"{path} holds times beyond the calendar: it is damaged. Take another copy of it."
        ) from error
    return f"{at:%m/%d/%Y %H:%M:%S}.{at.microsecond // 1000:03d}"


def _number(value: float | None) -> str:
    return MISSING if value is None or np.isnan(value) else repr(float(value))


def _line(fields: list[str]) -> str:
    return ",".join('"' + field.replace('"', '""') + '"' for field in fields) + "\r\n"
