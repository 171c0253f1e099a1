# SPDX-License-Identifier: Apache-2.0
"""Comparison of systems in one or more sessions, with each other and with limits: `outpace compare`.

A study of several sessions (app.results.study) treats equal names as one system. Here, the systems of each session are
separate: last month's and today's run of the same server are two systems. The first session is A, the next one is B.
Within a single session, systems keep their letters. With several sessions, they are A1, A2 (of A), B1, B2 (of B), in
file order; "A" alone stands for all of A's systems, each paired with the system of the same name in the other session.
A name in quotes is accepted wherever it is unique.

Within a session, the repeats of systems that ran simultaneously or alternately are paired; systems of different
sessions are independent (Welch). Invalid runs are excluded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from pathlib import Path
from typing import Literal

import msgspec

from app.analysis.comparison import CONFIDENCE, METHODS, REPEATS_FOR_A_VERDICT, Comparison, compare
from app.analysis.limit import Limit, LimitError, Outcome, Side, figure_key, repeats_missing
from app.analysis.normalise import comparable
from app.model.messages import letter_of
from app.results.disclosure import drivers_of
from app.results.run_figures import MACHINE_CPU
from app.results.session_result import Figure, figure_of
from app.results.study import layers_of, study_of
from app.results.study_records import Metric, NormalisedRow, Study, StudySystem, SystemRun
from app.scenario.recorded import differing_parts
from app.session.reader import SessionReader
from app.session.session_error import SessionError

FORMAT = 1
LATENCIES = ("mean", "p50", "p95", "p99", "max")
OWN_FIGURES = (
    "orders",
    "worst_10_s_opm",
    "rollback_percent",
    "errors",
    "implied_users",
    "busiest_worker_percent",
    "imbalance_percent",
)
"""Figures of a system's result that a limit can name, in addition to those that runs are compared by."""
MOST_NAMED = 40
"""Maximum number of figures listed in a message."""

Status = Literal["met", "not met", "undecided", "no limit"]


class GateSystem(msgspec.Struct, frozen=True):
    """System in a comparison.

    Attributes:
        address: Identifier of the system in limits.
        session: Letter of the session.
        repeats: Number of valid runs.
    """

    address: str
    name: str
    role: str
    session: str
    repeats: int


class GateSession(msgspec.Struct, frozen=True):
    """Session in a comparison.

    Attributes:
        started: Start time, ISO 8601.
        reasons: Why it is not valid.
        cut_short: Notice that the session was stopped early and does not count as a repeat; "" if it is complete.
    """

    letter: str
    file: str
    title: str
    uuid: str
    started: str
    valid: bool
    reasons: list[str]
    cut_short: str = ""


class GateFigure(msgspec.Struct, frozen=True):
    """Figure of two systems over their valid runs: geometric means, challenger / baseline, and the verdict.

    Attributes:
        name: Name of the figure in limits, in lower case.
        layer: Layer in which it was counted, if that matters.
        better: "more", "less" or "".
        degrees_of_freedom: Degrees of freedom of the interval and of `t`.
        p: Probability of a difference this large between equal systems.
        verdict: "challenger higher", "baseline higher", "no significant difference" or "no verdict".
        reason: Why there is no verdict.
        at_least: Addresses of the systems whose figure is a lower bound; if there are any, there is no ratio.
    """

    name: str
    label: str
    layer: str
    unit: str
    better: str
    baseline: Figure
    challenger: Figure
    ratio: Figure
    low: Figure
    high: Figure
    baseline_repeats: int
    challenger_repeats: int
    degrees_of_freedom: Figure
    t: Figure
    p: Figure
    verdict: str
    reason: str
    at_least: list[str] = []


class GatePair(msgspec.Struct, frozen=True):
    """Comparison of two systems, given by their addresses.

    Attributes:
        method: Method of the intervals (app.analysis.comparison.METHODS).
    """

    baseline: str
    challenger: str
    method: str
    figures: list[GateFigure]


class GateLimit(msgspec.Struct, frozen=True):
    """Outcome of a limit for two systems.

    Attributes:
        limit: Limit as typed.
        ratio: left / right, with its interval `low` to `high`.
        repeats_missing: Minimum number of additional valid repeats needed.
        reason: Why it is undecided.
        at_least: As in `GateFigure`.
    """

    limit: str
    left: str
    right: str
    figure: str
    operator: str
    factor: float
    outcome: Outcome
    ratio: Figure
    low: Figure
    high: Figure
    left_value: Figure
    right_value: Figure
    left_repeats: int
    right_repeats: int
    repeats_missing: int
    reason: str
    at_least: list[str] = []


class Gate(msgspec.Struct, frozen=True):
    """Whole comparison, as printed by `outpace compare --json`.

    Attributes:
        status: Worst outcome of the limits.
        notes: Excluded runs and other notices.
    """

    format: int
    confidence: float
    sessions: list[GateSession]
    systems: list[GateSystem]
    pairs: list[GatePair]
    limits: list[GateLimit]
    notes: list[str]
    status: Status


def gate_of(readers: Sequence[SessionReader], limits: Sequence[Limit] = ()) -> Gate:
    """Compare sessions, using the first session's systems as the baseline, and check limits.

    Raises:
        SessionError: If a session contains nothing to compare.
        LimitError: If a limit names an unknown system or figure.
    """
    return _Gate(readers)._evaluate(limits)


def limits_status(limits: Sequence[GateLimit]) -> Status:
    """Return the worst outcome: "not met", then "undecided", then "met"."""
    outcomes = {one.outcome for one in limits}
    worst: tuple[Outcome, ...] = ("not met", "undecided", "met")
    return next((outcome for outcome in worst if outcome in outcomes), "no limit")


@dataclass(frozen=True, eq=False)
class _System:
    """System of one session.

    Attributes:
        own: The system in its study.
    """

    address: str
    session: int
    study: Study
    own: StudySystem

    @cached_property
    def valid_runs(self) -> list[SystemRun]:
        letter = self.own.letter
        return [run.systems[letter] for run in self.study.runs if run.counts and letter in run.systems]

    @cached_property
    def normalised(self) -> Mapping[str, NormalisedRow]:
        """Normalized figures (per disk, watt, price and so on), by the figure's key."""
        return {figure_key(row.label): row for row in self.study.normalised}

    @cached_property
    def all_figures(self) -> list[Mapping[str, float]]:
        """Figures of each run of the session, in order; empty for a run that does not count."""
        letter = self.own.letter
        return [
            run_figures(run.systems[letter]) if run.counts and letter in run.systems else {} for run in self.study.runs
        ]

    @cached_property
    def names(self) -> list[str]:
        """Names of the figures in any run that counts, starting with those that runs are compared by."""
        first = [figure_key(metric.name) for metric in self.study.metrics]
        all_names = dict.fromkeys(
            [*first, *self.normalised, *(name for figures in self.all_figures for name in figures)]
        )
        return [name for name in all_names if any(map(isfinite, self.values(name)))]

    def values(self, figure: str) -> list[float]:
        """Return a figure of each run; NaN if the run does not count or lacks the figure."""
        if figure in self.normalised:
            return list(self.normalised[figure].values.get(self.own.letter, ()))
        return [figures.get(figure, nan) for figures in self.all_figures]

    @cached_property
    def metrics(self) -> list[Metric]:
        """Figures listed in tables: those of the study, and the normalized ones."""
        per = [Metric(row.label, row.unit(self.own.letter), row.better) for row in self.normalised.values()]
        return [*self.study.metrics, *per]

    def layers(self, figure: str) -> set[str]:
        """Return the layers in which a figure was counted."""
        name = next((metric.name for metric in self.study.metrics if figure_key(metric.name) == figure), "")
        return {layer for layer in layers_of(self.study.runs, self.own.letter, name) if layer} if name else set()

    def is_lower_bound(self, figure: str) -> bool:
        """Return whether a figure is a lower bound in any run that counts, and therefore has no ratio."""
        if figure in self.normalised:
            return self.own.letter in self.normalised[figure].bounds
        return any(figure in lower_bounds(run) for run in self.valid_runs)

    @property
    def label(self) -> str:
        return f"{self.address} ({self.own.name})"


def run_figures(run: SystemRun) -> dict[str, float]:
    """Return every figure of a run by its key (app.analysis.limit.figure_key), in base units.

    These are the figures that runs are compared by, the latencies of each operation ("purchase p95"; "p95" alone is
    that of the main operation), and counters by path.
    """
    figures: dict[str, float] = {}
    result = run.result
    if result is not None:
        for name, operation in result.operations.items():
            for latency in LATENCIES:
                value = getattr(operation, f"{latency}_ms")
                figures[figure_key(f"{name} {latency}")] = nan if value is None else value / 1e3
        for name in OWN_FIGURES:
            value = getattr(result, name)
            figures[figure_key(name)] = nan if value is None else float(value)
        for path, counter in result.counters.items():
            figures[figure_key(path)] = nan if counter.average is None else counter.average
    figures |= {figure_key(name): value for name, value in run.figures.items()}
    main = _main_operation(run)
    for latency in LATENCIES:
        if f"{main} {latency}" in figures:
            figures.setdefault(latency, figures[f"{main} {latency}"])
    return figures


def lower_bounds(run: SystemRun) -> set[str]:
    """Return the keys of a run's figures that are lower bounds."""
    keys = {figure_key(name) for name in run.at_least}
    for name, operation in run.result.operations.items() if run.result is not None else ():
        keys |= {figure_key(f"{name} {latency}") for latency in operation.at_least}
    main = _main_operation(run)
    return keys | {latency for latency in LATENCIES if f"{main} {latency}" in keys}


def _main_operation(run: SystemRun) -> str:
    """Return the operation that "p95" alone refers to."""
    return next((key.removesuffix(" p95") for key in map(figure_key, run.figures) if key.endswith(" p95")), "")


class _Gate:
    def __init__(self, readers: Sequence[SessionReader]) -> None:
        self._readers = readers
        self._refuse_twice()
        self._studies = [study_of([reader]) for reader in readers]
        self._systems = [
            _System(self._address(number, place), number, study, own)
            for number, study in enumerate(self._studies)
            for place, own in enumerate(study.systems)
        ]

    def _evaluate(self, limits: Sequence[Limit]) -> Gate:
        pairs = list(self._pairs())
        outcomes = [one for limit in limits for one in self._outcomes(limit)]
        return Gate(
            format=FORMAT,
            confidence=CONFIDENCE,
            sessions=[self._session(number) for number in range(len(self._studies))],
            systems=[
                GateSystem(one.address, one.own.name, one.own.role, letter_of(one.session), len(one.valid_runs))
                for one in self._systems
            ],
            pairs=[self._pair(baseline, challenger) for baseline, challenger in pairs],
            limits=outcomes,
            notes=[*self._notes(pairs)],
            status=limits_status(outcomes),
        )

    def _refuse_twice(self) -> None:
        seen: dict[str, Path] = {}
        for reader in self._readers:
            if (before := seen.setdefault(reader.info.uuid, reader.path)) is not reader.path:
                raise SessionError("{paths} are the same recording. Name it once.", paths=f"{before} and {reader.path}")

    @property
    def _single(self) -> bool:
        return len(self._studies) == 1

    def _address(self, session: int, place: int) -> str:
        own = self._studies[session].systems[place]
        if self._single:
            return own.letter
        several = len(self._studies[session].systems) > 1
        return f"{letter_of(session)}{place + 1}" if several else letter_of(session)

    def _session(self, number: int) -> GateSession:
        session = self._studies[number].sessions[0]
        return GateSession(
            letter=letter_of(number),
            file=session.file,
            title=session.title,
            uuid=session.uuid,
            started=session.started.isoformat(),
            valid=session.valid,
            reasons=list(session.reasons),
            cut_short=session.cut_short,
        )

    # Selection of systems

    def _of_session(self, number: int) -> list[_System]:
        return [one for one in self._systems if one.session == number]

    def _pairs(self) -> Iterator[tuple[_System, _System]]:
        """Yield the baseline and the challenger of each pair.

        Within a session, these are its systems. With several sessions, each system of the first one is paired with the
        system of the same name in every other session; if each has only one system, these are paired.
        """
        if self._single:
            study = self._studies[0]
            base = next(one for one in self._systems if one.own.letter == study.baseline)
            yield from ((base, one) for one in self._systems if one is not base)
            return
        for number in range(1, len(self._studies)):
            yield from _paired(self._of_session(0), self._of_session(number))

    def _addressed(self, limit: Limit, side: Side) -> list[_System]:
        """Return the systems to which a side of a limit refers: a single one, or all systems of a session."""
        if side.quoted:
            systems = [one for one in self._systems if one.own.name.casefold() == side.system.casefold()]
            if len(systems) > 1:
                raise LimitError(
                    '--limit "{limit}": several systems are named "{name}": write {addresses}',
                    limit=limit.text,
                    name=side.system,
                    addresses=" or ".join(one.address for one in systems),
                )
        else:
            systems = [one for one in self._systems if one.address == side.system]
            if not systems and not self._single:
                systems = [one for one in self._systems if letter_of(one.session) == side.system]
        if not systems:
            raise LimitError(
                '--limit "{limit}": there is no system "{name}"; the systems are {known}',
                limit=limit.text,
                name=side.system,
                known=", ".join(one.label for one in self._systems),
            )
        return systems

    def _sides(self, limit: Limit) -> list[tuple[_System, _System]]:
        """Return the left and the right system of each pair to which a limit applies."""
        left, right = self._addressed(limit, limit.left), self._addressed(limit, limit.right)
        pairs = [(one, other) for other, one in _paired(right, left)]
        if not pairs or any(one is other for one, other in pairs):
            raise LimitError(
                '--limit "{limit}": nothing on its left side has a counterpart on its right side; write one of {known}',
                limit=limit.text,
                known=", ".join(one.label for one in self._systems),
            )
        return pairs

    # Evaluation

    def _outcomes(self, limit: Limit) -> Iterator[GateLimit]:
        for left, right in self._sides(limit):
            figure = limit.left.figure
            for system in (left, right):
                self._require(limit, system, figure)
            if reason := self._incomparable(right, left, figure):
                raise LimitError(
                    '--limit "{limit}": {figure} has no ratio: {reason}',
                    limit=limit.text,
                    figure=figure,
                    reason=reason,
                )
            comparison = self._compared(right, left, figure)
            outcome = limit.outcome(comparison)
            yield GateLimit(
                limit=limit.text,
                left=left.address,
                right=right.address,
                figure=figure,
                operator=limit.operator,
                factor=limit.factor,
                outcome=outcome,
                ratio=figure_of(comparison.ratio),
                low=figure_of(comparison.low),
                high=figure_of(comparison.high),
                left_value=_mean(comparison.challenger_mean, left.values(figure)),
                right_value=_mean(comparison.baseline_mean, right.values(figure)),
                left_repeats=comparison.challenger_repeats,
                right_repeats=comparison.baseline_repeats,
                repeats_missing=repeats_missing(comparison),
                reason=_undecided(left, right, comparison) if outcome == "undecided" else "",
                at_least=_bounded(right, left, comparison),
            )

    def _require(self, limit: Limit, system: _System, figure: str) -> None:
        if not system.valid_runs or figure in system.names:
            return
        names = system.names
        known = [name for name in names if "\\" not in name]
        raise LimitError(
            '--limit "{limit}": {system} has no figure "{figure}"; it has {known}',
            limit=limit.text,
            system=system.label,
            figure=figure,
            known=", ".join(known[:MOST_NAMED]) or "none",
        )

    @staticmethod
    def _incomparable(baseline: _System, challenger: _System, figure: str) -> str:
        """Return why two systems have no ratio for a figure; "" if they have one."""
        together = baseline.session == challenger.session and baseline.study.design == "simultaneous"
        if together and figure == figure_key(MACHINE_CPU.name):
            return "it is of the one machine that both ran on"
        rows = [system.normalised[figure] for system in (baseline, challenger) if figure in system.normalised]
        if len(rows) == 2:
            return comparable(rows[0].divisors[baseline.own.letter], rows[1].divisors[challenger.own.letter])
        layers = baseline.layers(figure), challenger.layers(figure)
        if all(layers) and layers[0] != layers[1]:
            return f"counted in different layers ({', '.join(sorted(layers[0] | layers[1]))})"
        return ""

    def _compared(self, baseline: _System, challenger: _System, figure: str) -> Comparison:
        bounds = baseline.is_lower_bound(figure), challenger.is_lower_bound(figure)
        return compare(
            baseline.values(figure), challenger.values(figure), _design(baseline, challenger), at_least=bounds
        )

    def _pair(self, baseline: _System, challenger: _System) -> GatePair:
        figures = []
        for metric in baseline.metrics:
            key = figure_key(metric.name)
            known = key in baseline.names or key in challenger.names
            if not known or self._incomparable(baseline, challenger, key):
                continue
            comparison = self._compared(baseline, challenger, key)
            figures.append(
                GateFigure(
                    name=key,
                    label=metric.name,
                    layer=metric.layer,
                    unit=metric.unit,
                    better=metric.better,
                    baseline=_mean(comparison.baseline_mean, baseline.values(key)),
                    challenger=_mean(comparison.challenger_mean, challenger.values(key)),
                    ratio=figure_of(comparison.ratio),
                    low=figure_of(comparison.low),
                    high=figure_of(comparison.high),
                    baseline_repeats=comparison.baseline_repeats,
                    challenger_repeats=comparison.challenger_repeats,
                    degrees_of_freedom=figure_of(comparison.degrees_of_freedom),
                    t=figure_of(comparison.t),
                    p=figure_of(comparison.p),
                    verdict=comparison.verdict,
                    reason=comparison.reason,
                    at_least=_bounded(baseline, challenger, comparison),
                )
            )
        return GatePair(baseline.address, challenger.address, METHODS[_design(baseline, challenger)], figures)

    def _notes(self, pairs: Sequence[tuple[_System, _System]]) -> Iterator[str]:
        for number, study in enumerate(self._studies):
            prefix = "" if self._single else f"{letter_of(number)}: "
            yield from (f"{prefix}{note}" for note in study.left_out)
        if self._single:
            return
        taken = {id(one) for pair in pairs for one in pair}
        for system in self._systems:
            if id(system) not in taken:
                yield f"{system.label} has no counterpart of its name in the other session: it is not compared."
        for number in range(1, len(self._readers)):
            parts = differing_parts(self._readers[0].info.scenario_toml, self._readers[number].info.scenario_toml)
            if parts:
                named = " and ".join(", ".join(parts).rsplit(", ", 1))
                yield (
                    f"A and {letter_of(number)} were run with scenarios that differ in {named}: their figures compare "
                    "only as far as that allows."
                )
            drivers = drivers_of(self._readers[0]), drivers_of(self._readers[number])
            if all(drivers) and drivers[0] != drivers[1]:
                each = " and ".join(" with ".join(sorted(one)) for one in drivers)
                yield (
                    f"A and {letter_of(number)} were driven by different drivers ({each}): their figures compare the "
                    "drivers too."
                )


def _paired(right: Sequence[_System], left: Sequence[_System]) -> list[tuple[_System, _System]]:
    """Pair systems of the same name; if each side has only one system, pair these."""
    if len(right) == len(left) == 1:
        return [(right[0], left[0])]
    by_name = {one.own.name: one for one in reversed(right)}
    return [(by_name[one.own.name], one) for one in left if one.own.name in by_name]


def _design(one: _System, other: _System) -> Literal["paired", "independent"]:
    together = one.session == other.session and one.study.design != "not simultaneous"
    return "paired" if together else "independent"


def _mean(geometric: float, values: Sequence[float]) -> Figure:
    """Return the geometric mean; if it is undefined because a figure is 0, the arithmetic mean of the finite values."""
    if isfinite(geometric):
        return geometric
    finite = [value for value in values if isfinite(value)]
    return sum(finite) / len(finite) if finite else None


def _bounded(baseline: _System, challenger: _System, comparison: Comparison) -> list[str]:
    """Return the addresses of the systems whose figure is a lower bound."""
    return [one.address for one, bound in zip((baseline, challenger), comparison.at_least, strict=True) if bound]


def _undecided(left: _System, right: _System, comparison: Comparison) -> str:
    """Return why a limit is undecided, and what is needed to decide it."""
    if bounded := _bounded(right, left, comparison):
        return f"the figure of {' and '.join(bounded)} is a lower bound: it has no ratio"
    needs = [
        f"{system.address} has {count} valid repeat{'s' * (count != 1)}, "
        f"{REPEATS_FOR_A_VERDICT - count} more {'is' if REPEATS_FOR_A_VERDICT - count == 1 else 'are'} needed"
        for system, count in ((right, comparison.baseline_repeats), (left, comparison.challenger_repeats))
        if count < REPEATS_FOR_A_VERDICT
    ]
    return "; ".join(needs) or comparison.reason or "the limit lies within the 95 % interval: more repeats narrow it"
