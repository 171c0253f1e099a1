"""What was tested, in words for a visitor: no hosts, no paths."""

import tomllib
from collections.abc import Mapping

from app.report.measured import number_of, plan_of
from app.report.storage import is_storage
from app.report.study_records import StudySystem
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.figures import number_text
from app.ui.shown import baseline_of
from app.ui.texts import tr
from widgets.booth_measure import one_line


def tested_words(reader: SessionReader) -> tuple[str, ...]:
    """The systems, and their work; a line each."""
    baseline = baseline_of(reader)
    others = [name_of(system) for system in reader.systems if baseline is not None and system.id != baseline.id]
    systems = ""
    if baseline is not None and others:
        form = tr("{names} against {baseline}")
        systems = form.format(names=", ".join(others), baseline=name_of(baseline))
    return tuple(line for line in (systems, work_words(reader)) if line)


def work_words(reader: SessionReader) -> str:
    """The workload in a line; "" where the session does not tell it."""
    work = _table(reader, "workload")
    if is_storage(reader):
        size, access = number_of(work.get("block_kb", 8)), str(work.get("access", "random"))
        return tr("{size} KiB {access} I/Os").format(size=number_text(size), access=access)
    users = number_of(work.get("users", 1))
    rate = rate_of(reader)
    if rate > 0:
        return tr("DVD Store: {rate} orders a second on each side").format(rate=number_text(rate))
    stepped = plan_of(reader).get("name") in ("user-sweep", "latency-limit")
    if not users > 0 or not work or stepped:
        return tr("DVD Store") if work else ""
    return tr("DVD Store: {users} users on each side").format(users=number_text(users))


def rate_of(reader: SessionReader) -> float:
    """Orders a second that arrive on each target; 0 where users set the pace."""
    rate = number_of(_table(reader, "pacing").get("rate", 0.0))
    return rate if rate > 0 else 0.0


def name_of(system: SystemInfo | StudySystem) -> str:
    """A system's name in one line."""
    return one_line(system.name)


def _table(reader: SessionReader, name: str) -> Mapping[str, object]:
    try:
        table = tomllib.loads(reader.info.scenario_toml).get(name)
    except tomllib.TOMLDecodeError:
        return {}
    return table if isinstance(table, dict) else {}
