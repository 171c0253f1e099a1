"""Sessions of systems that were run one at a time become one session, in which their common starts coincide.

Every row is taken over as it is, but for its time: each repeat of each part is shifted by whole seconds so that the
same repeats begin together. The new session is labelled "not simultaneous"; its parts are origin rows with their
hashes.
"""

import heapq
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from app.imports.errors import ImportedFileError
from app.imports.joined_documents import LetterMap, moved_documents, moved_phases
from app.imports.joined_part import Part, align
from app.imports.paths import with_instance
from app.imports.recording import since_creation_ns
from app.scenario.model import Scenario
from app.scenario.reading import ScenarioError, parse_scenario
from app.session import tables
from app.session.parts import StoredLatencies, StoredSample, StoredSession
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

ROWS_A_COMMIT = 5_000
MOST_SYSTEMS = 3


def join_sessions(paths: Sequence[Path], session: Path, *, title: str = "") -> tuple[str, ...]:
    """Makes the joined session. Returns what its reader must be warned of.

    Raises ImportedFileError where the sessions can't be one comparison, SessionError where one can't be read or the new
    one can't be made; then there is no new session.
    """
    if len(paths) < 2:
        raise ImportedFileError("a join takes at least two sessions")
    with ExitStack() as opened:
        parts = [Part(opened.enter_context(StoredSession(path))) for path in paths]
        names = _systems(parts)
        align(parts)
        reasons, warnings = _soundness(parts)
        first = parts[0].stored.session
        writer = SessionWriter.create(
            session, title=title or first.title, scenario_toml=first.scenario_toml, clock_origin_ns=0, kind="join"
        )
        try:
            end_ns = _Joined(writer, parts, names).write()
            writer.finish(end_ns, valid=not reasons, reasons=reasons, warnings=warnings)
        except BaseException:
            writer.close()
            for ending in ("", "-wal", "-shm", "-journal"):
                session.with_name(session.name + ending).unlink(missing_ok=True)
            raise
    return (*reasons, *warnings)


def _systems(parts: Sequence[Part]) -> list[str]:
    """The systems of all parts, in the order of their scenarios. Raises ImportedFileError where they can't be one."""
    names = list(dict.fromkeys(name for part in parts for name in part.names.values()))
    holders: dict[str, str] = {}
    for part in parts:
        if not part.measured:
            raise ImportedFileError(f"{part.stored.path.name}: no system was measured in it")
        for system in part.measured:
            name, file = part.names[system], part.stored.path.name
            if name in holders:
                raise ImportedFileError(f'"{name}" was measured in {holders[name]} and in {file}: join one of them')
            holders[name] = file
    if len(names) > MOST_SYSTEMS:
        raise ImportedFileError(f"{len(names)} systems ({', '.join(names)}): a comparison has at most {MOST_SYSTEMS}")
    return names


def _soundness(parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    """Why the joined session is not valid, and what else its reader must know."""
    reasons, warnings = [], ["not simultaneous: the systems were run one at a time"]
    for part in parts:
        told = " and ".join(part.names[system] for system in sorted(part.measured))
        end = part.stored.end
        if end is None:
            reasons.append(f"{told}: the recording has no end: it was cut off")
            continue
        reasons += [f"{told}: {reason}" for reason in tables.texts(end.reasons)]
        warnings += [f"{told}: {warning}" for warning in tables.texts(end.warnings)]
    scenarios = [scenario for part in parts if (scenario := _scenario(part)) is not None]
    reasons += _different(scenarios)
    if len({scenario.plan.seed for scenario in scenarios}) > 1:
        warnings.append(
            "the sessions drew different seeds: their users made other choices; a seed in the plan fits all"
        )
    lengths = {tuple(part.runs) for part in parts}
    if len(lengths) > 1:
        warnings.append("the sessions hold different numbers of repeats")
    return reasons, warnings


def _scenario(part: Part) -> Scenario | None:
    text = part.stored.session.scenario_toml
    try:
        return parse_scenario(text) if text else None
    except ScenarioError:
        return None  # of another version: nothing can be said


def _different(scenarios: Sequence[Scenario]) -> Iterator[str]:
    alike = [
        {"workload": one.workload, "pacing": one.pacing, "plan": msgspec.structs.replace(one.plan, seed=0)}
        for one in scenarios
    ]
    for name in ("workload", "pacing", "plan"):
        if any(one[name] != alike[0][name] for one in alike):
            yield f"the sessions were run with another {name}: their figures can't be compared"


class _Joined:
    """Writes the rows of all parts into the new session."""

    def __init__(self, writer: SessionWriter, parts: Sequence[Part], names: Sequence[str]) -> None:
        self._writer = writer
        self._parts = parts
        # The joined recording is as old as the first of its parts.
        ago_ns = since_creation_ns(writer, min(part.started for part in parts))
        self._start_ns = ago_ns if ago_ns is not None else max(part.stored.start_ns or 0 for part in parts)
        self._end_ns = self._start_ns
        self._systems: dict[str, int] = {}
        self._targets: list[dict[int, int]] = []
        self._sources: list[dict[int, int]] = []
        self._operations: list[dict[int, int]] = []
        self._letters = {name: chr(ord("A") + index) for index, name in enumerate(names)}
        self._maps = [
            LetterMap(
                {
                    chr(ord("A") + index): self._letters[name]
                    for index, (system, name) in enumerate(part.names.items())
                    if system in part.measured
                },
                part.shift_of_run_s,
            )
            for part in parts
        ]

    def write(self) -> int:
        """All rows. Returns the time of the end, ns since creation."""
        origins = [self._origin(part) for part in self._parts]
        self._add_systems(origins)
        for part, origin in zip(self._parts, origins, strict=True):
            self._add_targets(part)
            self._add_sources(part, origin)
        self._writer.start(self._start_ns)
        self._phases()
        self._events()
        self._documents()
        self._rows()
        return self._end_ns

    def _ns(self, part: Part, t_ns: int) -> int:
        moved = part.since_start_ns(t_ns) + self._start_ns
        self._end_ns = max(self._end_ns, moved)
        return moved

    def _origin(self, part: Part) -> int:
        row, end = part.stored.session, part.stored.end
        return self._writer.add_origin(
            "session",
            row.title,
            uuid=row.uuid,
            digest=end.hash if end else None,
            recorded=part.started,
            shift_ns=self._start_ns - (part.stored.start_ns or 0),
            detail={
                "file": part.stored.path.name,
                "kind": row.kind,
                "systems": [part.names[system] for system in sorted(part.measured)],
                "shifts_of_runs_s": [shift / 1e9 for shift in part.shifts_ns],
            },
        )

    def _add_systems(self, origins: Sequence[int]) -> None:
        """Each once, as the part that measured it tells. The first baseline found is the baseline."""
        rows: dict[str, tuple[tables.SystemRow, int | None]] = {}
        for part, origin in zip(self._parts, origins, strict=True):
            for row in part.stored.rows(tables.SystemRow):
                if row.id in part.measured or row.name not in rows:
                    rows[row.name] = (row, origin if row.id in part.measured else None)
        baseline = next((name for name in self._letters if rows[name][0].role == "baseline"), next(iter(self._letters)))
        for name in self._letters:
            row, measured_in = rows[name]
            role = "baseline" if name == baseline else "challenger"
            facts = tables.data(row.facts)
            self._systems[name] = self._writer.add_system(name, role, row.color, facts, origin=measured_in)

    def _add_targets(self, part: Part) -> None:
        self._targets.append(
            {
                row.id: self._writer.add_target(
                    self._systems[part.names[row.system]], row.name, tables.data(row.detail)
                )
                for row in part.stored.rows(tables.TargetRow)
                if row.system in part.measured
            }
        )
        self._operations.append(
            {
                row.id: self._writer.add_operation(row.key, bool(row.timed))
                for row in part.stored.rows(tables.OperationRow)
            }
        )

    def _add_sources(self, part: Part, origin: int) -> None:
        series: dict[int, list[Series]] = {}
        sources = [one for one in part.stored.sources() if one.system is None or one.system in part.measured]
        machines = {source.id for source in sources if source.system is None}
        whose = " and ".join(part.names[system] for system in sorted(part.measured))
        for row in part.stored.rows(tables.SeriesRow):
            # The driver's machine was watched once a part: equal paths would be added up.
            path = with_instance(row.path, whose) if row.source in machines else row.path
            layer: Any = row.layer
            one = Series(path, row.unit, row.kind, layer, row.value, row.base, row.scale, row.better)
            series.setdefault(row.source, []).append(one)
        targets = self._targets[-1]
        self._sources.append(
            {
                source.id: self._writer.add_source(
                    source.name,
                    series.get(source.id, []),
                    source.columns,
                    system=self._systems[part.names[source.system]] if source.system is not None else None,
                    target=targets[source.target] if source.target is not None else None,
                    offset_ns=source.offset_ns,
                    uncertainty_ns=source.uncertainty_ns,
                    from_zero=source.from_zero,
                    origin=origin,
                    detail=source.detail,
                )
                for source in sources
            }
        )

    def _phases(self) -> None:
        rows = [part.stored.rows(tables.PhaseRow) for part in self._parts]
        for number, row, detail in moved_phases(rows, self._maps):
            at_ns = self._ns(self._parts[number], row.t_ns)
            self._writer.phase(at_ns, row.name, run=row.run, step=row.step, detail=detail)

    def _events(self) -> None:
        self._writer.event(self._start_ns, "not simultaneous", "the systems were run one at a time", severity="warning")
        moved = [
            (self._ns(part, row.t_ns), number, row)
            for number, part in enumerate(self._parts)
            for row in part.stored.rows(tables.EventRow)
        ]
        for at_ns, number, row in sorted(moved, key=lambda each: each[0]):
            system = self._systems[self._parts[number].names[row.system]] if row.system is not None else None
            severity: Any = row.severity
            self._writer.event(at_ns, row.kind, row.text, severity=severity, system=system, data=tables.data(row.data))

    def _documents(self) -> None:
        rows = [part.stored.rows(tables.DocumentRow) for part in self._parts]
        order = {
            "order": "one at a time",
            "reason": "joined from sessions of systems that were run one at a time",
            "present": sorted({letter for letters in self._maps for letter in letters.letters.values()}),
            "stints": [stint for own, letters in zip(rows, self._maps, strict=True) for stint in letters.stints(own)],
        }
        self._writer.document(self._start_ns, "order", "one at a time", order)
        for number, row, data in moved_documents(rows, self._maps):
            part = self._parts[number]
            if row.system is not None and row.system not in part.measured:
                continue
            self._writer.document(
                self._ns(part, row.t_ns),
                row.kind,
                row.name,
                data,
                system=self._systems[part.names[row.system]] if row.system is not None else None,
                target=self._targets[number].get(row.target) if row.target is not None else None,
                run=row.run,
                step=row.step,
            )

    def _rows(self) -> None:
        written = 0
        for number, part in enumerate(self._parts):
            for sample in part.stored.samples():
                self._sample(number, sample)
                written += 1
                if written % ROWS_A_COMMIT == 0:
                    self._writer.commit()
        streams = [self._moved(number, part) for number, part in enumerate(self._parts)]
        tick = -1
        for at, number, row in heapq.merge(*streams, key=lambda each: (each[0], each[1])):
            if at // 60 > tick // 60:
                self._writer.commit()
            tick = at
            self._latencies(number, at, row)
        self._writer.commit()

    def _moved(self, number: int, part: Part) -> Iterator[tuple[int, int, StoredLatencies]]:
        return ((part.tick(row.tick), number, row) for row in part.stored.latencies())

    def _sample(self, number: int, sample: StoredSample) -> None:
        if sample.source not in self._sources[number]:
            return  # of a system that was not run in this part
        at_ns = self._ns(self._parts[number], sample.t_ns)
        self._writer.sample(self._sources[number][sample.source], at_ns, Reading(sample.source_s, sample.values))

    def _latencies(self, number: int, tick: int, row: StoredLatencies) -> None:
        part = self._parts[number]
        self._writer.latencies(
            self._targets[number][row.target],
            self._operations[number][row.operation],
            tick,
            self._ns(part, row.from_ns),
            self._ns(part, row.to_ns),
            row.histogram,
        )
