# SPDX-License-Identifier: Apache-2.0
"""Result of a session: the object that tables print and `outpace export --json` writes, derived from its study.

The JSON is an interface, format 3 (docs/results.md); docs/result.schema.json is its JSON Schema. Missing figures are
null. A `run` is the number of a repeat; the runs are those of the report.
"""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, nan
from typing import Any, TypeVar

import msgspec

from app.analysis.comparison import Comparison
from app.model.documents import LoadDriver, Outcome, PlanResult
from app.model.messages import sentence
from app.model.thresholds import Threshold
from app.model.workloads import WorkloadParameters, WorkUnit
from app.results.agents import AgentResult, agent_results
from app.results.crossings import ThresholdResult, own_thresholds, threshold_outcomes, threshold_results
from app.results.headline_text import headline_result, stop_result
from app.results.load_parts import LoadPartResult, RecoveryResult, load_parts, recoveries
from app.results.measurings import Span, work_unit
from app.results.power import PowerResult
from app.results.rankings import RankingResult, ranking_results
from app.results.searches import SearchResult, search_results
from app.results.session_headline import session_headline, study_headline
from app.results.session_result import (
    CounterResult,
    Figure,
    HeadlineResult,
    PhaseResult,
    StopResult,
    SystemResult,
    counter_results,
    figure_of,
    session_verdict,
    shared_fields,
    system_result,
)
from app.results.storage_results import StorageStep, storage_steps
from app.results.study import counter_comparisons, has_results, study_of
from app.results.study_records import NormalisedRow, Study, StudyRun, StudySystem, SystemRun
from app.results.system_sheets import ChangedResult, FileResult, HardwareResult, PriceListResult
from app.results.target_results import TargetResult
from app.results.top_statements import ServerWorkResult, work_results
from app.session.reader import SessionReader

FORMAT = 3


class FigureResult(msgspec.Struct, frozen=True):
    """Figure that runs are compared by.

    Attributes:
        better: "more", "less", or "" if neither.
    """

    name: str
    unit: str
    better: str


class RunSystem(SystemResult, frozen=True, kw_only=True):
    """One system in one run, or in one step of a run; for imported totals, the figures of the totals.

    Attributes:
        from_s: Start of its window since the common start (for totals, since its run began); null if unknown. `to_s`
            is the end.
        step: Step of the plan.
        users: Requested users per target.
        held: Whether the step met the plan's limit; null if there is no limit.
        figures: All figures that runs are compared by, by name; `opm` is the figure named OPM.
        layers: Layer in which a figure was counted, by figure.
        at_least: Figures that are lower bounds, because calls in flight at the window's end could raise them, or a
            search or sweep ended before it found more.
        cumulative_opm: The driver's cumulative counter at the window's end.
        published_opm: Mean of that counter over a fixed window.
        mean_low: Lower end of the 95 % interval of this run's mean of orders per minute (for storage I/O, of IOPS);
            `mean_high` is the upper end.
        power: Power of its meters; null if it has no meters.
        stopped: Stop of the system before the window's end, which excludes its figures from comparison; null if it had
            not stopped.
    """

    from_s: Figure
    to_s: Figure
    step: int
    users: Figure
    held: bool | None
    figures: dict[str, Figure]
    decimals: dict[str, int]
    layers: dict[str, str]
    at_least: list[str]
    cumulative_opm: Figure
    published_opm: Figure
    mean_low: Figure
    mean_high: Figure
    power: PowerResult | None
    stopped: StopResult | None = None


class MedianSystem(RunSystem, frozen=True, kw_only=True):
    """Median run of a system: every figure is from exactly that run.

    Attributes:
        number: Number of the run, as in `runs`; 0 if there is no run, in which case the figures cover the whole
            recording. `run` is similar.
        basis: "median run", "lower middle run" (an even number of runs has no median run), "only run", "only valid
            run", "first run, none is valid" or "".
        step_basis: How the run's step was chosen in a plan with steps: "most orders", "most IOPS", "most users within
            the limit" or "first access pattern"; otherwise "".
    """

    number: int
    run: int
    basis: str
    step_basis: str


class RunResult(msgspec.Struct, frozen=True):
    """One run.

    Attributes:
        number: Number of the run, from 1.
        run: Repeat as recorded.
        reasons: Why the run is not valid.
        cut_short: Whether the run was stopped early and does not count as a repeat.
        steady: Whether the window is steady by the rule; null if that was not checked.
        not_steady: How much the run changed during the measurement, if more than the rule allows.
        systems: Systems by letter; in a plan with steps, the step that represents the run for each system.
        driver_machine: Counters of the driver's machine, by path.
    """

    number: int
    run: int
    valid: bool
    reasons: list[str]
    steady: bool | None
    systems: dict[str, RunSystem]
    driver_machine: dict[str, CounterResult]
    cut_short: bool = False
    not_steady: list[str] = []


class StepResult(msgspec.Struct, frozen=True):
    """One step of a sweep or search.

    Attributes:
        number: Number in its run, from 0.
        rate: Requested per target in an open loop.
    """

    run: int
    number: int
    rate: Figure
    systems: dict[str, RunSystem]
    driver_machine: dict[str, CounterResult]


class ComparisonResult(msgspec.Struct, frozen=True):
    """Comparison of a challenger's figure, or average of a counter, with the baseline's over the valid runs.

    Only the first figure's verdict is the session's verdict.

    Attributes:
        ratio: Ratio of the geometric means, challenger / baseline, with its 95 % interval `low` to `high`.
        method: Method of the interval, to which `degrees_of_freedom`, `t` and `p` (two-sided, for a ratio of 1) belong.
        raw_method: The same test on raw values, which does not affect the verdict; same for all `raw_` attributes.
        verdict: "challenger higher", "baseline higher", "no significant difference" or "no verdict".
        reason: Why there is no verdict.
        at_least: Letters of the systems whose figure is a lower bound, so that there is no ratio.
    """

    figure: str
    challenger: str
    baseline: str
    verdict: str
    reason: str
    ratio: Figure
    low: Figure
    high: Figure
    method: str
    baseline_repeats: int
    challenger_repeats: int
    degrees_of_freedom: Figure
    t: Figure
    p: Figure
    baseline_geometric_mean: Figure
    challenger_geometric_mean: Figure
    raw_method: str = ""
    raw_difference: Figure = None
    raw_low: Figure = None
    raw_high: Figure = None
    raw_degrees_of_freedom: Figure = None
    raw_t: Figure = None
    raw_p: Figure = None
    at_least: list[str] = []


class SpreadResult(msgspec.Struct, frozen=True):
    """Figure of a system over the valid runs.

    Attributes:
        mean: Arithmetic mean.
        geometric_mean: Geometric mean, with its 95 % interval on logarithms, `low` to `high`.
        variation: Sample standard deviation / mean.
        median: Median of this figure, possibly of another run than the median run; of an even number of runs, the mean
            of the middle two.
        at_least: Whether a run's figure is a lower bound, which makes mean and median lower bounds too.
    """

    figure: str
    system: str
    repeats: int
    mean: Figure
    geometric_mean: Figure
    low: Figure
    high: Figure
    minimum: Figure
    maximum: Figure
    variation: Figure
    median: Figure
    at_least: bool = False


class NormalisedSystem(msgspec.Struct, frozen=True):
    """Figure of a system's median run per unit of a basis.

    Attributes:
        raw: The figure itself.
        divisor: Divisor, in `divisor_unit`.
        source: Origin of the divisor.
        value: Quotient, in `unit`.
        low: Lower end of the 95 % interval of the geometric mean over the valid runs; `high` is the upper end.
        reason: Why there is no value.
    """

    raw: Figure
    divisor: Figure
    divisor_unit: str
    source: str
    value: Figure
    unit: str
    low: Figure
    high: Figure
    reason: str


class NormalisedResult(msgspec.Struct, frozen=True):
    """Figure per disk, watt, gigabyte, core or rack unit, or the price of one.

    Attributes:
        label: For example "OPM per watt under load".
        raw_unit: Unit of the figure itself.
        better: "more", or "less" for a price; "" if the figure has no direction.
        comparisons: Comparisons of the quotients over the valid runs.
        reason: Why systems must not be compared.
    """

    figure: str
    basis: str
    label: str
    raw_unit: str
    better: str
    systems: dict[str, NormalisedSystem]
    comparisons: list[ComparisonResult]
    reason: str


class OutcomeResult(msgspec.Struct, frozen=True):
    """Outcome of a plan in one run, by letter; its contents depend on the plan."""

    run: int
    plan: str
    systems: dict[str, Outcome]


class DriverResult(msgspec.Struct, frozen=True):
    """Driver of the load on a system.

    Attributes:
        calls: "python", or the native library: "native 1".
        transport: Library or protocol of the calls.
        counting: What counted the file calls of an engine in the workers.
        reason: Why the native library was not used.
    """

    system: str
    calls: str
    transport: str
    counting: str
    reason: str


class Result(msgspec.Struct, frozen=True):
    """Result of a session.

    Attributes:
        started: Wall-clock time of the common start, ISO 8601.
        seconds: Recorded duration since the start.
        hash: Hash of the sealed recording.
        design: "simultaneous", "alternating" or "not simultaneous".
        figures: Figures that runs are compared by, starting with the headline's.
        latency: Latency figure that accompanies throughput; in a search, the figure that was searched.
        verdict: Comparisons of the first figure.
        systems: Median run of each system.
        comparisons: Comparisons of every figure over the runs; same for `repeats` and `normalised`.
        counters: Comparisons of every counter.
        storage: Each step of storage I/O.
        left_out: Excluded runs, with the reasons.
        thresholds: Thresholds of the scenario and additional ones, with their crossings.
        load_parts: Parts of a load that changed during the measurement; `recoveries` lists the recoveries after pulses.
        hardware: Appendix of the report; same for `files`, `prices`, `changed_settings` and `procedure`.
        drivers: Driver of the load on each system.
        agents: Other machines that drove the load or were observed.
        rankings: I/O of tables and indexes.
        server_work: Statements and waits.
        disclaimer: Text that must accompany the figures; "" for most workloads.
        cut_short: Notice that the run was stopped early, and how much of it was measured; "" for a complete run.
        unit: What `orders` of a system counts: "order", "I/O" or "transaction".
        searches: Steps of searches, with the outcome of each and the reason.
    """

    format: int
    title: str
    description: str
    kind: str
    uuid: str
    hash: str
    outpace_version: str
    started: str
    seconds: float
    valid: bool
    reasons: list[str]
    warnings: list[str]
    left_out: list[str]
    headline: HeadlineResult
    design: str
    baseline: str
    figures: list[FigureResult]
    latency: str
    verdict: list[ComparisonResult]
    systems: list[MedianSystem]
    comparisons: list[ComparisonResult]
    repeats: list[SpreadResult]
    normalised: list[NormalisedResult]
    runs: list[RunResult]
    steps: list[StepResult]
    outcomes: list[OutcomeResult]
    storage: list[StorageStep]
    counters: list[ComparisonResult]
    phases: list[PhaseResult]
    thresholds: list[ThresholdResult] = []
    load_parts: list[LoadPartResult] = []
    recoveries: list[RecoveryResult] = []
    hardware: list[HardwareResult] = []
    files: list[FileResult] = []
    prices: list[PriceListResult] = []
    changed_settings: list[ChangedResult] = []
    procedure: list[str] = []
    drivers: list[DriverResult] = []
    agents: list[AgentResult] = []
    rankings: list[RankingResult] = []
    server_work: list[ServerWorkResult] = []
    disclaimer: str = ""
    cut_short: str = ""
    unit: WorkUnit = "order"
    searches: list[SearchResult] = []


def result_of(reader: SessionReader, thresholds: Sequence[Threshold] = (), study: Study | None = None) -> Result:
    """Return the result as far as recorded.

    Args:
        reader: Session to evaluate.
        thresholds: Thresholds to check in addition to those of the scenario.
        study: Study of this session alone, if the caller has it.

    Raises:
        SessionError: If the file turns out to be damaged.
    """
    study = study_of([reader]) if study is None and has_results(reader) else study
    headline = session_headline(reader) if study is None else study_headline(study, [reader])
    valid, reasons = session_verdict(reader)
    info, whole, work = reader.info, Span(0.0, reader.length_s), reader.scenario.workload
    without_study = Result(
        format=FORMAT,
        title=info.title,
        description=reader.scenario.description,
        disclaimer=work.disclaimer if isinstance(work, WorkloadParameters) else "",
        unit=work_unit(reader),
        kind=info.kind,
        uuid=info.uuid,
        hash=reader.end.hash if reader.end else "",
        outpace_version=info.outpace_version,
        started=info.started.isoformat(),
        seconds=reader.length_s,
        valid=valid,
        reasons=reasons,
        warnings=[reader.sentence(warning) for warning in reader.end.warnings] if reader.end else [],
        left_out=[],
        headline=headline_result(headline),
        design="",
        baseline=headline.baseline,
        figures=[],
        latency="",
        verdict=[],
        systems=[_without_run(system_result(reader, system, whole), whole) for system in reader.systems],
        comparisons=[],
        repeats=[],
        normalised=[],
        runs=[],
        steps=[],
        outcomes=[
            OutcomeResult(document.run, document.data.plan, document.data.systems)
            for document in reader.documents_of(PlanResult)
        ],
        storage=storage_steps(reader),
        counters=[],
        phases=[
            PhaseResult(phase.name, phase.run, phase.step, phase.from_s, min(phase.to_s, reader.length_s))
            for phase in reader.phases
        ],
        thresholds=threshold_results(threshold_outcomes(reader, (*own_thresholds(reader), *thresholds))),
        load_parts=load_parts(reader),
        recoveries=recoveries(reader),
        drivers=_drivers(reader),
        agents=agent_results(reader),
        rankings=ranking_results(reader),
        server_work=work_results(reader),
        cut_short=reader.sentence(reader.end.cut_short) if reader.end is not None and reader.end.cut_short else "",
    )
    result = without_study if study is None else _with_study(without_study, study, reader)
    return _without_opm(result) if result.unit == "transaction" else result


def _without_opm(result: Result) -> Result:
    """Return the result without orders per minute, because not every transaction of custom SQL is an order."""

    def of_system(own: _System) -> _System:
        worst = None if own.worst_10_s_opm is None else own.worst_10_s_opm / 60
        targets = [msgspec.structs.replace(target, opm=None) for target in own.targets]
        counted = {"opm": None, "worst_10_s_opm": None, "worst_10_s_tps": worst, "targets": targets}
        changed = {"cumulative_opm": None, "published_opm": None} if isinstance(own, RunSystem) else {}
        return msgspec.structs.replace(own, **counted, **changed)

    def of_all(rows: Sequence[_Row]) -> list[_Row]:
        return [
            msgspec.structs.replace(row, systems={letter: of_system(own) for letter, own in row.systems.items()})
            for row in rows
        ]

    systems = [of_system(own) for own in result.systems]
    return msgspec.structs.replace(result, systems=systems, runs=of_all(result.runs), steps=of_all(result.steps))


_System = TypeVar("_System", bound=SystemResult)
_Row = TypeVar("_Row", RunResult, StepResult)


def _drivers(reader: SessionReader) -> list[DriverResult]:
    letters = {system.id: system.letter for system in reader.systems}
    drivers = [
        DriverResult(
            letters[document.system],
            document.data.calls,
            document.data.transport,
            document.data.counting,
            reader.sentence(document.data.reason) if document.data.reason is not None else "",
        )
        for document in reader.documents_of(LoadDriver)
        if document.system in letters
    ]
    return sorted(dict.fromkeys(drivers), key=lambda one: one.system)


def _with_study(result: Result, study: Study, reader: SessionReader) -> Result:
    comparisons = [_comparison(study, *key, comparison) for key, comparison in study.comparisons.items()]
    return msgspec.structs.replace(
        result,
        warnings=list(study.sessions[0].warnings),
        left_out=list(study.left_out),
        design=study.design,
        baseline=study.baseline,
        figures=[FigureResult(metric.name, metric.unit, metric.better) for metric in study.metrics],
        latency=study.latency.name if study.latency is not None else "",
        verdict=[one for one in comparisons if one.figure == study.headline.name],
        systems=[_median(study, system) for system in study.systems],
        comparisons=comparisons,
        repeats=[
            SpreadResult(figure=name, system=letter, **shared_fields(spread, SpreadResult))
            for (letter, name), spread in study.spreads.items()
        ],
        normalised=[_normalised(study, row) for row in study.normalised],
        runs=[
            RunResult(
                number=run.number,
                run=run.repeat,
                valid=run.valid,
                reasons=list(run.reasons),
                steady=run.steady.steady if run.steady is not None and run.steady.checks else None,
                systems={
                    letter: _run_system(study, own, _held(study, run, letter)) for letter, own in run.systems.items()
                },
                driver_machine=_driver_machine(reader, run.systems.values()),
                cut_short=run.cut_short,
                not_steady=[sentence(reason) for reason in run.not_steady],
            )
            for run in study.runs
        ],
        steps=[
            StepResult(
                run=point.repeat,
                number=point.step,
                rate=figure_of(point.rate),
                systems={letter: _run_system(study, own, point.held[letter]) for letter, own in point.systems.items()},
                driver_machine=_driver_machine(reader, point.systems.values()),
            )
            for point in study.points
        ],
        counters=[_comparison(study, *key, comparison) for key, comparison in counter_comparisons(study).items()],
        searches=search_results(study),
        **_appendix(study),
    )


def _appendix(study: Study) -> dict[str, Any]:
    appendix = study.appendix
    return {
        "hardware": list(appendix.hardware),
        "files": list(appendix.files),
        "prices": list(appendix.prices),
        "changed_settings": list(appendix.changed),
        "procedure": [step for one in appendix.procedures for step in one.steps],
    }


def _driver_machine(reader: SessionReader, systems: Iterable[SystemRun]) -> dict[str, CounterResult]:
    """Return the driver machine's counters for the time when systems were measured; empty if none were recorded."""
    spans = [own.span for own in systems if own.span is not None and own.result is not None]
    if not spans:
        return {}
    return counter_results(reader, None, Span(min(s.from_s for s in spans), max(s.to_s for s in spans)))


def _median(study: Study, system: StudySystem) -> MedianSystem:
    median = study.median(system.letter)
    if median is None:
        return _without_run(_unrecorded(study, SystemRun(system.letter, None, {})), None)
    run = study.runs[median.number - 1]
    return MedianSystem(
        **shared_fields(_run_system(study, median.own, _held(study, run, system.letter)), RunSystem),
        number=median.number,
        run=run.repeat,
        basis=median.basis,
        step_basis=median.step_basis,
    )


def _held(study: Study, run: StudyRun, letter: str) -> bool | None:
    """Return whether the step that represents the run met the plan's limit."""
    step = run.systems[letter].step
    for point in study.points:
        own = point.systems.get(letter)
        if own is not None and (point.session, point.repeat, own.step) == (run.session, run.repeat, step):
            return point.held.get(letter)
    return None


def _without_run(system: SystemResult, span: Span | None) -> MedianSystem:
    own = SystemRun(system.letter, span, {})
    return MedianSystem(
        **shared_fields(_run_of(own, system, None, {}), RunSystem), number=0, run=0, basis="", step_basis=""
    )


def _run_system(study: Study, own: SystemRun, held: bool | None) -> RunSystem:
    system = own.result if own.result is not None else _unrecorded(study, own)
    opm = own.figures.get("OPM", nan)
    targets = [_target(target, own.targets.get(target.name, {})) for target in system.targets]
    system = msgspec.structs.replace(system, opm=opm if isfinite(opm) else system.opm, targets=targets)
    return _run_of(own, system, held, {metric.name: _known(own.figures, metric.name) for metric in study.metrics})


def _target(target: TargetResult, figures: Mapping[str, float]) -> TargetResult:
    opm = figures.get("OPM", nan)
    return msgspec.structs.replace(
        target,
        opm=opm if isfinite(opm) else target.opm,
        figures={name: figure_of(value) for name, value in figures.items()},
    )


def _run_of(own: SystemRun, system: SystemResult, held: bool | None, figures: dict[str, Figure]) -> RunSystem:
    batches = own.batches
    found = {
        "from_s": own.span.from_s if own.span is not None else None,
        "to_s": own.span.to_s if own.span is not None else None,
        "held": held,
        "figures": figures,
        "decimals": {name: digits for (target, name), digits in own.decimals.items() if not target and name in figures},
        "layers": dict(own.layers),
        "targets": system.targets,
        "at_least": sorted(own.at_least & figures.keys()),
        "mean_low": figure_of(batches.low) if batches is not None else None,
        "mean_high": figure_of(batches.high) if batches is not None else None,
        "stopped": stop_result(own.stopped) if own.stopped is not None else None,
    }
    return RunSystem(**shared_fields(own, RunSystem) | shared_fields(system, SystemResult) | found)


def _unrecorded(study: Study, own: SystemRun) -> SystemResult:
    """Return an empty result for a run that was not recorded."""
    system = study.system(own.letter)
    targets = [
        TargetResult(name, "", None, figure_of(figures.get("OPM", nan)), None, None, None, None)
        for name, figures in own.targets.items()
    ]
    return SystemResult(
        name=system.name,
        role=system.role,
        letter=system.letter,
        orders=None,
        opm=None,
        rollback_percent=None,
        rollback_expected_percent=None,
        errors=None,
        users_requested=None,
        users_alive=None,
        implied_users=None,
        worst_10_s_opm=None,
        busiest_worker_percent=None,
        operations={},
        counters={},
        targets=targets,
        imbalance_percent=None,
    )


def _known(figures: Mapping[str, float], name: str) -> Figure:
    return figure_of(figures.get(name, nan))


def _comparison(study: Study, letter: str, figure: str, comparison: Comparison) -> ComparisonResult:
    raw: dict[str, Any] = {
        f"raw_{name}": figure_of(getattr(comparison.raw, name)) for name in comparison.raw.__struct_fields__
    }
    bounds = zip((study.baseline, letter), comparison.at_least, strict=True)
    known = shared_fields(comparison, ComparisonResult) | {"at_least": [one for one, bound in bounds if bound]}
    return ComparisonResult(
        figure=figure,
        challenger=letter,
        baseline=study.baseline,
        baseline_geometric_mean=figure_of(comparison.baseline_mean),
        challenger_geometric_mean=figure_of(comparison.challenger_mean),
        **known,
        **raw,
    )


def _normalised(study: Study, row: NormalisedRow) -> NormalisedResult:
    systems = {
        letter: NormalisedSystem(
            **shared_fields(row.quotients[letter], NormalisedSystem)
            | {"raw": figure_of(row.raw[letter]), "divisor": figure_of(divisor.value), "divisor_unit": divisor.unit}
            | {"source": divisor.source, "unit": row.unit(letter)}
        )
        for letter, divisor in row.divisors.items()
    }
    comparisons = [_comparison(study, letter, row.label, comparison) for letter, comparison in row.comparisons.items()]
    shared = shared_fields(row, NormalisedResult)
    return NormalisedResult(**shared | {"figure": row.metric, "systems": systems, "comparisons": comparisons})


def result_json(result: Result) -> str:
    """Return the result as `outpace export --json` writes it."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode()


def result_schema() -> str:
    """Return the JSON Schema of the result, as in docs/result.schema.json."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Result)}
    for described in schema["$defs"].values():
        if "description" in described:  # a docstring, whose indentation Python removes only from 3.13 on
            described["description"] = inspect.cleandoc(described["description"])
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
