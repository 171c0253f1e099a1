# SPDX-License-Identifier: Apache-2.0
"""Records of a study: the figures of several runs next to each other. Missing figures are NaN."""

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
from app.model.workloads import Pacing, WorkloadParameters, WorkUnit
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
    """Figure that runs are compared by.

    Attributes:
        name: Name, used as label and key.
        unit: As in collectors.series.Series.
        layer: Layer of all its figures if it must be named; otherwise "".
        defined: Whether it is user-defined, from imported counters.
    """

    name: str
    unit: str
    better: Better
    layer: str = ""
    defined: bool = False


@dataclass(frozen=True, slots=True)
class SystemRun:
    """One system in one run.

    Attributes:
        span: Window of the figures; None for imported totals.
        figures: Values by metric name.
        layers: Layer of a figure by metric name, if it matters.
        targets: Figures of each target.
        result: Everything counted in the window of a recorded run.
        cumulative_opm: The driver's cumulative counter at the window's end.
        published_opm: Mean of that counter over a fixed window, as some labs publish it.
        batches: Batch means of orders per second.
        users: Requested users per target; NaN if unknown.
        step: Step of the plan.
        file_calls: Figures that count file calls; the operating system's cache can serve these, so the figures do not
            describe disks.
        decimals: Precision of an imported figure, by target ("" for the system) and metric.
        at_least: Metrics that are lower bounds, because calls in flight at the window's end could raise them, or
            because a search or sweep ended before it found their maximum.
        power: Power, if metered.
        stopped: Stop of the system before the window's end, which excludes its figures from comparison.
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
    """One repeat of one session.

    Attributes:
        number: Number in the study, from 1.
        session: Index of its session.
        repeat: Number in the session.
        systems: Systems by letter; absent ones are missing.
        steady: Outcome of the steady-state rule for the window.
        reasons: Why it is invalid and excluded from comparisons.
        cut_short: Whether it was stopped early, so that it does not count as a repeat although its figures are
            reliable.
        not_steady: How much it changed during the measurement, if more than the rule allows (app.results.steadiness).
        at_top: Systems whose best step is at the highest load that a sweep tried.
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
        """True if the measurements are reliable."""
        return not self.reasons

    @property
    def counts(self) -> bool:
        """True if the run is compared as a repeat."""
        return self.valid and not self.cut_short


class MedianRun(msgspec.Struct, frozen=True):
    """Run that represents a system: all figures shown for the system alone are taken from it.

    Attributes:
        number: Number of the run in the study.
        basis: Why this run was chosen; an even number of valid runs has no median run, so the lower middle run is used.
        step_basis: How `own` was chosen from the run's steps; "" if the plan has no steps.
    """

    number: int
    basis: Basis
    step_basis: StepBasis
    own: SystemRun


@dataclass(frozen=True, slots=True)
class LoadPoint:
    """Step of a sweep or search, and each system's figures.

    Attributes:
        rate: Orders per second and target.
        held: Whether the step met the plan's limit; None if there is no limit.
        broken: Why it did not meet the limit.
        kind: Kind of I/O of a storage workload, "8 KiB reads"; steps of different kinds are not comparable.
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
    """System under test, the same in all sessions; `facts` are the scenario's disclosure lines."""

    letter: str
    name: str
    role: str
    color: str
    facts: Mapping[str, object]
    targets: tuple[str, ...]


class StudySession(msgspec.Struct, frozen=True):
    """Session of a study.

    Attributes:
        origins: Sources of its rows that were not recorded with it.
        letters: Mapping from the letters of its systems to the study's letters.
        cut_short: Notice that it was stopped early, and how much of it was measured.
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
        """True if the databases existed before the run; they are never restored."""
        return isinstance(self.workload, WorkloadParameters) and self.workload.existing


PRICE_OF = "Price of one "
"""Prefix of the name of a price."""


def quotient_label(metric: str, basis: str) -> str:
    """Return the label of a normalized figure: "OPM per watt under load", "Price of one IOPS"."""
    return f"{PRICE_OF}{_one_of(metric)}" if basis == "price" else f"{metric} per {basis}"


def _one_of(metric: str) -> str:
    """Return the singular form of a figure: "user within the limit"."""
    head, space, rest = metric.partition(" ")
    return f"user{space}{rest}" if head == "Users" else metric


class NormalisedRow(msgspec.Struct, frozen=True):
    """Figure per unit of a basis, or the price of one unit of the figure.

    Attributes:
        metric: Name of the figure; "MB/s" for bytes per second.
        raw_unit: Unit of `raw`.
        better: more, or less for a price; "" if the figure has no direction.
        divisors: Divisors in each system's median run, by letter; `raw` and `quotients` are similar. The interval of a
            quotient is that of the geometric mean of the valid runs' quotients.
        values: Quotient of each run; NaN if the run does not count.
        comparisons: Comparisons of `values`, by challenger's letter; empty if `reason` is set.
        reason: Why systems must not be compared.
        bounds: Systems with a run whose figure is a lower bound, by letter; the value is true if the median run's
            figure is one. The quotient is then a lower bound, too; a price is an upper bound.
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
        """Return the unit of a system's quotient as text: "OPM per W", "MB/s per disk"; for a price, "$ per IOPS"."""
        divisor = self.divisors[letter].unit
        if self.basis == "price":
            return f"{divisor or 'price'} per {_one_of(self.metric).rpartition(': ')[2]}"
        return f"{self.metric.rpartition(': ')[2]} per {divisor or self.basis}"


class FactRow(msgspec.Struct, frozen=True):
    """Line of the disclosure sheet.

    Attributes:
        texts: Texts by letter of the system.
        differs: Whether the systems differ.
    """

    label: str
    texts: Mapping[str, str]
    differs: bool
    captured: bool


class Disclosure(msgspec.Struct, frozen=True):
    """Disclosure sheet of the systems and the driver's machine, with the unavailable counters by letter."""

    systems: tuple[FactRow, ...]
    driver: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Study:
    """Contents of a report; the first metric is the headline's.

    Attributes:
        comparisons: Comparisons over the valid runs, by challenger's letter and metric name.
        spreads: Spreads by letter and metric name.
        left_out: Excluded runs and figures, with the reasons.
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
        """Metric of the verdict."""
        return self.metrics[0]

    @property
    def challengers(self) -> tuple[StudySystem, ...]:
        """Systems except the baseline."""
        return tuple(system for system in self.systems if system.letter != self.baseline)

    def recorded(self, run: StudyRun) -> bool:
        """Return whether Outpace itself recorded a run; otherwise, its figures were imported."""
        imported = self.sessions[run.session].kind == "import"
        return not imported and any(own.result for own in run.systems.values())

    @property
    def storage(self) -> bool:
        """True if all sessions are storage I/O driven by Outpace; users are outstanding I/Os, orders are I/Os."""
        return self.unit == "I/O"

    @property
    def unit(self) -> WorkUnit:
        """Unit of a user's completed cycle, common to all sessions."""
        units = {
            one.workload.unit if isinstance(one.workload, WorkloadParameters) and one.kind != "import" else "order"
            for one in self.sessions
        }
        return units.pop() if len(units) == 1 else "order"

    @property
    def rate_name(self) -> str:
        """Name of the figure that counts completed work."""
        return "TPS" if self.unit == "transaction" else "OPM"

    def system(self, letter: str) -> StudySystem:
        """Return a system by its letter."""
        return next(system for system in self.systems if system.letter == letter)

    def metric(self, name: str) -> Metric | None:
        """Return a metric by its name; None if no run has it."""
        return next((metric for metric in self.metrics if metric.name == name), None)

    @property
    def latency(self) -> Metric | None:
        """Latency that accompanies throughput: in a search the searched one, otherwise a 95th percentile."""
        plan = self.sessions[0].plan
        searched = plan.limit.metric if plan is not None and plan.limit is not None else ""
        fallback = next((metric for metric in self.metrics if metric.name.endswith(" p95")), None)
        names = (searched, searched.replace("order ", "transaction ", 1), searched.replace("order ", "I/O ", 1))
        return next((metric for name in names if (metric := self.metric(name)) is not None), fallback)

    @property
    def between_runs(self) -> bool:
        """True if a system's median lies between two runs because the number of valid runs is even."""
        spreads = [self.spreads[system.letter, self.headline.name] for system in self.systems]
        return any(spread.repeats and not spread.exact for spread in spreads)

    def decimals(self, letter: str, name: str, value: float) -> int | None:
        """Return the precision of a system's imported figure; None if it was not imported.

        It is the precision in the run with this value, or else the highest of all runs.
        """
        digits_by_value = {
            run_of_system.figures.get(name, nan): run_of_system.decimals["", name]
            for run in self.runs
            for run_of_system in (run.systems.get(letter),)
            if run_of_system is not None and ("", name) in run_of_system.decimals
        }
        return digits_by_value.get(value, max(digits_by_value.values(), default=None))

    def median(self, letter: str) -> MedianRun | None:
        """Return the run whose headline figure is the median of the system's valid runs.

        Without valid runs, it is the first run that has figures; None if absent.
        """
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
        """Return the system's figures in its median run; see `median`."""
        median = self.median(letter)
        return median.own if median is not None else None

    def compared(self, letter: str) -> bool:
        """Return whether a challenger's median run can be compared with the baseline's (neither had stopped)."""
        runs = (self.median_run(letter), self.median_run(self.baseline))
        return not any(run is not None and run.stopped for run in runs)

    def _step_basis(self, run: StudyRun) -> StepBasis:
        """Return how the step that represents a run was chosen."""
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
