# SPDX-License-Identifier: Apache-2.0
"""What a study tells: the figures of several runs side by side, plain records. Figures that are missing are NaN."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Literal

import msgspec

from app.analysis.comparison import Comparison
from app.analysis.intervals import BatchMeans
from app.analysis.normalise import Divisor, Quotient
from app.analysis.repeats import Spread
from app.analysis.steady import SteadyWindow
from app.model.documents import PlanResult
from app.model.fact_amounts import Basis as NormalisedBasis
from app.model.messages import Sentence
from app.model.workloads import Pacing, Workload, WorkUnit
from app.results.measurings import Span
from app.results.power import PowerResult
from app.results.session_result import SystemResult
from app.results.system_sheets import Appendix
from app.scenario.recorded import RecordedPlan, RecordedWorkload
from app.session.recorded_stops import StoppedSystem
from collectors.series import Better

Design = Literal["simultaneous", "alternating", "not simultaneous"]
Basis = Literal["only run", "only valid run", "median run", "lower middle run", "first run, none is valid"]
StepBasis = Literal[
    "", "most orders", "most transactions", "most IOPS", "most users within the limit", "first access pattern"
]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that runs are compared by. name: for people, and its key. unit: as collectors.series.Series has it.
    layer: where all of its figures were counted, where that must stand beside them; "" otherwise. defined: a person's
    own, of imported counters."""

    name: str
    unit: str
    better: Better
    layer: str = ""
    defined: bool = False


@dataclass(frozen=True, slots=True)
class SystemRun:
    """One system in one run.

    span: the window that the figures are of; None of results that came as totals. figures: by the metric's name.
    layers: where a figure was counted, by the metric's name, where it matters. file_calls: figures of calls on files
    that the operating system's cache may serve, so that they say nothing of disks. targets: each target's own figures.
    decimals: those that an imported figure was given with, by target ("" for the system) and metric.
    result: everything that was counted in the window, of a run that was recorded. cumulative_opm: the driver's own
    cumulative counter at the window's end; published_opm: its mean over a fixed window, as some labs publish it.
    batches: of the orders a second. users: asked for on each target, NaN where not known. step: of the plan.
    at_least: the metrics that are lower bounds: calls still under way at the window's end could raise them, or a search
    or sweep ended before it found their end. power: where it was metered. stopped: the system had stopped when the
    window ended; its figures are compared with nothing.
    """

    letter: str
    span: Span | None
    figures: Mapping[str, float]
    layers: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    result: SystemResult | None = None
    cumulative_opm: float = nan
    published_opm: float = nan
    batches: BatchMeans | None = None
    users: float = nan
    step: int = 0
    file_calls: frozenset[str] = frozenset()
    decimals: Mapping[tuple[str, str], int] = field(default_factory=dict)
    at_least: frozenset[str] = frozenset()
    power: PowerResult | None = None
    stopped: StoppedSystem | None = None


class StudyRun(msgspec.Struct, frozen=True):
    """One repeat of one session. number: in the study, from 1. session: index of its session. repeat: in the session.

    systems: by letter; a system that was not present is missing. steady: the rule's answer on the window.
    reasons: why it is not valid, and so left out of comparisons. cut_short: it was stopped before its end: what was
    measured may be trusted, and it is no repeat. not_steady: by how much it changed while it was measured, where that
    is more than the rule allows (app.results.steadiness). at_top: the systems whose best step is at the highest load
    that a sweep tried.
    """

    number: int
    session: int
    repeat: int
    systems: Mapping[str, SystemRun]
    steady: SteadyWindow | None
    reasons: tuple[str, ...]
    cut_short: bool = False
    not_steady: tuple[Sentence, ...] = ()
    at_top: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether what was measured may be trusted."""
        return not self.reasons

    @property
    def counts(self) -> bool:
        """Whether it is a repeat that is compared."""
        return self.valid and not self.cut_short


class MedianRun(msgspec.Struct, frozen=True):
    """The one run that stands for a system: every figure that is shown of the system alone is of it.

    number: of the run in the study. basis: why this one; of an even number of valid runs, which has no median run, it
    is the lower one of the two in the middle. step_basis: which of its steps `own` is of; "": its plan has none.
    """

    number: int
    basis: Basis
    step_basis: StepBasis
    own: SystemRun


@dataclass(frozen=True, slots=True)
class LoadPoint:
    """A step of a sweep or search: so many users (of each target) or orders a second, and each system's figures.

    held: whether the step kept the plan's limit; None where the plan has none. broken: why it did not. kind: of storage
    I/O which I/Os, "8 KiB reads"; steps of another kind are another thing.
    """

    session: int
    repeat: int
    step: int
    systems: Mapping[str, SystemRun]
    rate: float
    held: Mapping[str, bool | None]
    kind: str = ""
    broken: Mapping[str, str] = field(default_factory=dict)


class StudySystem(msgspec.Struct, frozen=True):
    """A system under test, the same in all sessions. facts: the scenario's disclosure lines."""

    letter: str
    name: str
    role: str
    color: str
    facts: Mapping[str, object]
    targets: tuple[str, ...]


class StudySession(msgspec.Struct, frozen=True):
    """A session that the study was made of. origins: where its rows came from, if not recorded with it.
    letters: of its systems to the study's. cut_short: that it was stopped before its end, and after how much of it.
    """

    file: str
    kind: str
    title: str
    uuid: str
    hash: str
    started: datetime.datetime
    seconds: float
    versions: Mapping[str, str]
    scenario_toml: str
    workload: RecordedWorkload
    pacing: Pacing
    plan: RecordedPlan
    valid: bool
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    origins: tuple[str, ...]
    letters: Mapping[str, str]
    plan_results: tuple[PlanResult, ...] = ()
    snapshot: str = ""
    cut_short: str = ""

    @property
    def existing(self) -> bool:
        """Whether it worked on databases that existed before, which nothing restores."""
        return isinstance(self.workload, Workload) and self.workload.existing


PRICE_OF = "Price of one "
"""What the name of a price begins with."""


def quotient_label(metric: str, basis: str) -> str:
    """Return the name of a normalised figure: "OPM per watt under load", "Price of one IOPS"."""
    return f"{PRICE_OF}{_one_of(metric)}" if basis == "price" else f"{metric} per {basis}"


def _one_of(metric: str) -> str:
    """Return a figure in the singular: "user within the limit"."""
    head, space, rest = metric.partition(" ")
    return f"user{space}{rest}" if head == "Users" else metric


class NormalisedRow(msgspec.Struct, frozen=True):
    """A figure for each unit of a basis; of a price what one of the figure costs.

    metric: the figure's name, "MB/s" for bytes a second. raw_unit: of raw. better: more, or less of a price; "" where
    the figure has no direction. divisors, raw, quotients: of each system's median run, by letter; a quotient's interval
    is of the valid runs' own quotients (their geometric mean). values: the quotient of each run, NaN where it does not
    count. comparisons: of these, by challenger's letter; none where there is a reason against it. bounds: the
    systems of which a run's figure is a lower bound, by letter whether the median run's is: its quotient is one too, of
    a price an upper one.
    """

    metric: str
    basis: NormalisedBasis
    raw_unit: str
    better: Better
    divisors: Mapping[str, Divisor]
    raw: Mapping[str, float]
    quotients: Mapping[str, Quotient]
    values: Mapping[str, Sequence[float]]
    comparisons: Mapping[str, Comparison]
    reason: str
    bounds: Mapping[str, bool] = {}

    @property
    def label(self) -> str:
        """Name of the figure: "OPM per watt under load", "Price of one IOPS"."""
        return quotient_label(self.metric, self.basis)

    def unit(self, letter: str) -> str:
        """Return the unit of a system's quotient in words: "OPM per W", "MB/s per disk"; of a price "$ per IOPS"."""
        divisor = self.divisors[letter].unit
        if self.basis == "price":
            return f"{divisor or 'price'} per {_one_of(self.metric).rpartition(': ')[2]}"
        return f"{self.metric.rpartition(': ')[2]} per {divisor or self.basis}"


class FactRow(msgspec.Struct, frozen=True):
    """A line of the disclosure sheet: what each system says, by letter. differs: the systems are not the same in it."""

    label: str
    texts: Mapping[str, str]
    differs: bool
    captured: bool


class Disclosure(msgspec.Struct, frozen=True):
    """The disclosure sheet: of the systems, of the driver's machine, and counters that could not be had (by letter)."""

    systems: tuple[FactRow, ...]
    driver: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Study:
    """Everything that a report says. The first metric is the headline's.

    comparisons: by challenger's letter and metric's name, over the valid runs. spreads: by letter and metric's name.
    left_out: what was not counted, and why.
    """

    title: str
    description: str
    sessions: tuple[StudySession, ...]
    systems: tuple[StudySystem, ...]
    baseline: str
    metrics: tuple[Metric, ...]
    runs: tuple[StudyRun, ...]
    points: tuple[LoadPoint, ...]
    design: Design
    comparisons: Mapping[tuple[str, str], Comparison]
    spreads: Mapping[tuple[str, str], Spread]
    normalised: tuple[NormalisedRow, ...]
    disclosure: Disclosure
    left_out: tuple[str, ...]
    reminders: tuple[str, ...] = ()
    appendix: Appendix = field(default_factory=Appendix)

    @property
    def headline(self) -> Metric:
        """What the verdict is about."""
        return self.metrics[0]

    @property
    def challengers(self) -> tuple[StudySystem, ...]:
        """All but the baseline."""
        return tuple(system for system in self.systems if system.letter != self.baseline)

    def recorded(self, run: StudyRun) -> bool:
        """Whether Outpace itself has watched a run; otherwise its figures are from elsewhere."""
        imported = self.sessions[run.session].kind == "import"
        return not imported and any(own.result for own in run.systems.values())

    @property
    def storage(self) -> bool:
        """Whether all of it is storage I/O that Outpace drove: a user is an I/O outstanding there, an order an I/O."""
        return self.unit == "I/O"

    @property
    def unit(self) -> WorkUnit:
        """What a completed cycle of a user is, in all of its sessions."""
        units = {
            one.workload.unit if isinstance(one.workload, Workload) and one.kind != "import" else "order"
            for one in self.sessions
        }
        return units.pop() if len(units) == 1 else "order"

    @property
    def rate_name(self) -> str:
        """The figure that counts what users complete."""
        return "TPS" if self.unit == "transaction" else "OPM"

    def system(self, letter: str) -> StudySystem:
        """By its letter."""
        return next(system for system in self.systems if system.letter == letter)

    def metric(self, name: str) -> Metric | None:
        """By its name; None where no run has it."""
        return next((metric for metric in self.metrics if metric.name == name), None)

    @property
    def latency(self) -> Metric | None:
        """The latency that stands beside throughput: of a search the one that was searched, else a 95th percentile."""
        plan = self.sessions[0].plan
        searched = plan.limit.metric if plan is not None and plan.limit is not None else ""
        usual = next((metric for metric in self.metrics if metric.name.endswith(" p95")), None)
        called = (searched, searched.replace("order ", "transaction ", 1), searched.replace("order ", "I/O ", 1))
        return next((metric for name in called if (metric := self.metric(name)) is not None), usual)

    @property
    def between_runs(self) -> bool:
        """Whether a system's median lies between two runs: an even number of valid runs has no median run."""
        spreads = [self.spreads[system.letter, self.headline.name] for system in self.systems]
        return any(spread.repeats and not spread.exact for spread in spreads)

    def decimals(self, letter: str, name: str, value: float) -> int | None:
        """Those that a system's figure was given with: of the run that has this value, else the most of any run. None
        of a figure that was not imported."""
        given = {
            own.figures.get(name, nan): own.decimals["", name]
            for run in self.runs
            for own in (run.systems.get(letter),)
            if own is not None and ("", name) in own.decimals
        }
        return given.get(value, max(given.values(), default=None))

    def median(self, letter: str) -> MedianRun | None:
        """The system's run whose headline figure is the median of its valid runs; of no valid run the first that has
        figures, None where none has."""
        present = [run for run in self.runs if letter in run.systems]
        if not present:
            return None
        spread = self.spreads.get((letter, self.headline.name))
        basis: Basis = "first run, none is valid"
        run = present[0]
        if spread is not None and spread.median_repeat:
            run = self.runs[spread.median_repeat - 1]
            basis = "median run" if spread.exact else "lower middle run"
            basis = "only valid run" if spread.repeats == 1 else basis
        if len(present) == 1:
            basis = "only run"
        return MedianRun(run.number, basis, self._step_basis(run), run.systems[letter])

    def median_run(self, letter: str) -> SystemRun | None:
        """What the system did in it; see `median`."""
        found = self.median(letter)
        return found.own if found is not None else None

    def compared(self, letter: str) -> bool:
        """Whether the figures of a challenger's median run may be held against the baseline's: none of both stopped."""
        runs = (self.median_run(letter), self.median_run(self.baseline))
        return not any(run is not None and run.stopped for run in runs)

    def _step_basis(self, run: StudyRun) -> StepBasis:
        """Which step of a run stands for it."""
        steps = [point for point in self.points if (point.session, point.repeat) == (run.session, run.repeat)]
        if not steps:
            return ""
        if any(held is not None for point in steps for held in point.held.values()):
            return "most users within the limit"
        plan = self.sessions[run.session].plan
        if plan is not None and plan.results.page == "patterns":
            return "first access pattern"
        steps_by: Mapping[WorkUnit, StepBasis] = {
            "order": "most orders", "transaction": "most transactions", "I/O": "most IOPS",
        }  # fmt: skip
        return "most IOPS" if self.headline.name == "IOPS" else steps_by[self.unit]
