# SPDX-License-Identifier: Apache-2.0
"""The result of a session: the one object that the table prints and `outpace export --json` writes, made of its study.

Its JSON is an interface, format 3 (docs/results.md; docs/result.schema.json is its JSON Schema). Figures that are
missing are null. What has a `run` is of the repeat of that number; the runs are those of the report.
"""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, nan
from typing import Any, TypeVar

import msgspec

from app.analysis.comparison import Comparison
from app.analysis.repeats import Spread
from app.model.documents import LoadDriver, Outcome, PlanResult
from app.model.hardware import PriceItem
from app.model.messages import sentence
from app.model.thresholds import Threshold
from app.model.workloads import Workload, WorkUnit
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
    StopResult,
    SystemResult,
    counter_results,
    figure_of,
    session_verdict,
    system_result,
)
from app.results.storage_results import StorageStep, storage_steps
from app.results.study import counter_comparisons, has_results, study_of
from app.results.study_records import NormalisedRow, Study, StudyRun, StudySystem, SystemRun
from app.results.target_results import TargetResult
from app.results.top_statements import ServerWorkResult, work_results
from app.session.reader import SessionReader

FORMAT = 3


class FigureResult(msgspec.Struct, frozen=True):
    """A figure that runs are compared by. unit: of its values. better: more, less or "": neither."""

    name: str
    unit: str
    better: str


class RunSystem(SystemResult, frozen=True, kw_only=True):
    """One system in one run, or in one step of it; of imported totals what they hold.

    from_s, to_s: its window, since the common start (of totals: since its run began); null where no single one is
    known. step: of the plan. users: asked for on each target. held: whether the step kept the plan's limit, null where
    there is none. figures: by name, everything that runs are compared by; opm is the one called OPM. layers: where a
    figure was counted. at_least: the figures that are lower bounds, since calls still under way at the window's end
    could raise them, or a search or sweep ended before it found more.
    cumulative_opm: the driver's own cumulative counter at the window's end; published_opm: its mean over a fixed one.
    mean_low, mean_high: 95 % interval of this run's own mean of orders per minute, of storage I/O of its IOPS.
    power: of its meters, null where it has none. stopped: how it had stopped when the window ended, null where it had
    not; its figures are compared with nothing.
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
    """A system's median run: every figure of exactly that run.

    number, run: which one, as in `runs`; 0: there is none, and its figures are of all that was recorded. basis: "median
    run", "lower middle run" (of an even number, which has no median run), "only run", "only valid run", "first run,
    none is valid", "". step_basis: of a plan with steps, which of the run's steps it is: "most orders", "most IOPS",
    "most users within the limit", "first access pattern"; else "".
    """

    number: int
    run: int
    basis: str
    step_basis: str


class RunResult(msgspec.Struct, frozen=True):
    """One run. number: from 1; run: the repeat as it was recorded. reasons: why it is not valid. cut_short: it was
    stopped before its end, and is no repeat. steady: whether the window is steady by the rule; null where that was not
    looked at. not_steady: by how much the run changed while it was measured, where that is more than the rule allows.
    systems: by letter; of a plan with steps each one's step that stands for the run. driver_machine: counters of the
    machine that the driver ran on, by path."""

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
    """One step of a sweep or search. number: in its run, from 0. rate: asked for on each target, an open loop's."""

    run: int
    number: int
    rate: Figure
    systems: dict[str, RunSystem]
    driver_machine: dict[str, CounterResult]


class ComparisonResult(msgspec.Struct, frozen=True):
    """A figure, or a counter's average, of a challenger against the baseline, over the valid runs.

    ratio: of the geometric means, challenger / baseline, with its 95 % interval. method: what the interval comes of;
    degrees_of_freedom, t, p (two-sided, that the ratio is 1): of it. raw_...: of the same test on raw values, which
    decides nothing. verdict: "challenger higher", "baseline higher", "no significant difference", "no verdict"; reason:
    why none. at_least: letters of the systems whose figure is a lower bound, so that there is no ratio. Only the first
    figure's is the session's verdict.
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
    """A figure of a system over the valid runs. mean: arithmetic; geometric_mean, low, high: with its 95 % interval, on
    logarithms. variation: sample standard deviation / mean. median: the middle value of this figure, which may be of
    another run than the median run's; of an even number the mean of the two in the middle. at_least: a run's figure is
    a lower bound, so that mean and median are too."""

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
    """A system's figure for each unit of a basis, of its median run. value: in `unit`; raw: the figure itself; divisor:
    what it is divided by, in divisor_unit, and where that is from. low, high: 95 % interval over the valid runs, of
    their geometric mean. reason: why there is none."""

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
    """A figure per disk, watt, gigabyte, core or rack unit, or the price of one. label: "OPM per watt under load".
    raw_unit: of the figure itself. better: more, or less of a price; "" where the figure has no direction. comparisons:
    of the quotients over the valid runs. reason: why systems must not be compared."""

    figure: str
    basis: str
    label: str
    raw_unit: str
    better: str
    systems: dict[str, NormalisedSystem]
    comparisons: list[ComparisonResult]
    reason: str


class PhaseResult(msgspec.Struct, frozen=True):
    """A phase, as far as it was recorded."""

    name: str
    run: int
    step: int
    from_s: float
    to_s: float


class OutcomeResult(msgspec.Struct, frozen=True):
    """What a plan found in one run, by letter; each plan its own."""

    run: int
    plan: str
    systems: dict[str, Outcome]


class HardwareResult(msgspec.Struct, frozen=True):
    """A line of the hardware sheet. texts: by letter; "driver" is the machine that drove the load, where not all
    systems ran on it. stated: letters of those whose text the scenario states; the others were captured."""

    group: str
    label: str
    texts: dict[str, str]
    stated: list[str]


class FileResult(msgspec.Struct, frozen=True):
    """Files of a system, once their data were restored. target: "" where there is one only. place: their folder as
    their machine sees it; mounted, file_system, options, device, disks: what that lies on, "" where it is not known."""

    system: str
    target: str
    what: str
    name: str
    place: str
    files: int | None
    size_bytes: float | None
    mounted: str
    file_system: str
    options: str
    device: str
    disks: list[str]


class DriverResult(msgspec.Struct, frozen=True):
    """What drove the load on a system. calls: "python" or the native library, "native 1"; transport: what they went
    through; counting: who counted the file calls of an engine in the workers; reason: why there was no native library.
    """

    system: str
    calls: str
    transport: str
    counting: str
    reason: str


class PriceListResult(msgspec.Struct, frozen=True):
    """A system's price list. total: the sum of its items."""

    system: str
    items: list[PriceItem]
    total: float
    currency: str


class ChangedResult(msgspec.Struct, frozen=True):
    """A setting that is not as it comes. group: "Scenario", the engine, "Kernel", "Mount options". default: "" where it
    is not known. texts: by letter. same: whether all that have it are set alike; null where only one has it."""

    group: str
    name: str
    default: str
    texts: dict[str, str]
    same: bool | None


class Result(msgspec.Struct, frozen=True):
    """A session's result.

    started: ISO 8601 wall time of the common start; seconds: recorded since then. hash: of the sealed recording.
    design: "simultaneous", "alternating", "not simultaneous". figures: what runs are compared by, the headline's first;
    latency: the one of them that stands beside throughput (of a search the one that was searched). verdict: the first
    figure's comparisons. systems: each one's median run. comparisons, repeats, normalised: of every figure, over the
    runs; counters: of every counter. storage: each step of storage I/O. left_out: what does not count, and why.
    thresholds: of counters, of the scenario or as they were asked for, with what was beyond them. load_parts,
    recoveries: where the load changed within what was measured. hardware, files, prices, changed_settings, procedure:
    the report's appendix. drivers: what drove the load on each system. agents: other machines that drove it or were
    watched. rankings: the I/O of tables and indexes; server_work: statements and waits. disclaimer: what must stand
    wherever the figures do, "" of most workloads. cut_short: that the run was stopped before its end, and after how
    much of it; "" of a whole one. unit: what is counted ("orders" of a system): "order", "I/O" or "transaction".
    searches: of a search what was tried, what held and why.
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


def result_of(reader: SessionReader, thresholds: Sequence[Threshold] = ()) -> Result:
    """The result as far as it is recorded. thresholds: beside those of its scenario. Raises SessionError where the file
    turns out damaged."""
    study = study_of([reader]) if has_results(reader) else None
    headline = session_headline(reader) if study is None else study_headline(study, [reader])
    valid, reasons = session_verdict(reader)
    info, whole, work = reader.info, Span(0.0, reader.length_s), reader.scenario.workload
    without_study = Result(
        format=FORMAT,
        title=info.title,
        description=reader.scenario.description,
        disclaimer=work.disclaimer if isinstance(work, Workload) else "",
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
    return _of_transactions(result) if result.unit == "transaction" else result


def _of_transactions(result: Result) -> Result:
    """The same result without orders per minute: not every transaction of own SQL is an order."""

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
    found = [
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
    return sorted(dict.fromkeys(found), key=lambda one: one.system)


def _with_study(result: Result, study: Study, reader: SessionReader) -> Result:
    comparisons = [_comparison(study, *key, found) for key, found in study.comparisons.items()]
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
        repeats=[_spread(*key, spread) for key, spread in study.spreads.items()],
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
        counters=[_comparison(study, *key, found) for key, found in counter_comparisons(study).items()],
        searches=search_results(study),
        **_appendix(study),
    )


def _appendix(study: Study) -> dict[str, Any]:
    appendix = study.appendix
    return {
        "hardware": [
            HardwareResult(row.group, row.label, dict(row.texts), list(row.stated)) for row in appendix.hardware
        ],
        "files": [FileResult(row.letter, row.target, **msgspec.structs.asdict(row.file)) for row in appendix.layout],
        "prices": [PriceListResult(one.letter, list(one.items), one.total, one.currency) for one in appendix.prices],
        "changed_settings": [
            ChangedResult(row.group, row.name, row.default, dict(row.texts), row.same) for row in appendix.changed
        ],
        "procedure": [step for one in appendix.procedures for step in one.steps],
    }


def _driver_machine(reader: SessionReader, systems: Iterable[SystemRun]) -> dict[str, CounterResult]:
    """Over the time in which any of the systems was measured; empty where nothing was recorded."""
    spans = [own.span for own in systems if own.span is not None and own.result is not None]
    if not spans:
        return {}
    return counter_results(reader, None, Span(min(s.from_s for s in spans), max(s.to_s for s in spans)))


def _median(study: Study, system: StudySystem) -> MedianSystem:
    found = study.median(system.letter)
    if found is None:
        return _without_run(_unrecorded(study, SystemRun(system.letter, None, {})), None)
    run = study.runs[found.number - 1]
    return MedianSystem(
        **_fields(_run_system(study, found.own, _held(study, run, system.letter))),
        number=found.number,
        run=run.repeat,
        basis=found.basis,
        step_basis=found.step_basis,
    )


def _held(study: Study, run: StudyRun, letter: str) -> bool | None:
    """Whether the step that stands for the run kept the plan's limit."""
    step = run.systems[letter].step
    for point in study.points:
        own = point.systems.get(letter)
        if own is not None and (point.session, point.repeat, own.step) == (run.session, run.repeat, step):
            return point.held.get(letter)
    return None


def _without_run(system: SystemResult, span: Span | None) -> MedianSystem:
    own = SystemRun(system.letter, span, {})
    return MedianSystem(**_fields(_run_of(own, system, None, {})), number=0, run=0, basis="", step_basis="")


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
    return RunSystem(
        **_fields(system),
        from_s=own.span.from_s if own.span is not None else None,
        to_s=own.span.to_s if own.span is not None else None,
        step=own.step,
        users=figure_of(own.users),
        held=held,
        figures=figures,
        decimals={name: given for (target, name), given in own.decimals.items() if not target and name in figures},
        layers=dict(own.layers),
        at_least=sorted(own.at_least & figures.keys()),
        cumulative_opm=figure_of(own.cumulative_opm),
        published_opm=figure_of(own.published_opm),
        mean_low=figure_of(batches.low) if batches is not None else None,
        mean_high=figure_of(batches.high) if batches is not None else None,
        power=own.power,
        stopped=stop_result(own.stopped) if own.stopped is not None else None,
    )


def _unrecorded(study: Study, own: SystemRun) -> SystemResult:
    """Of a run that was not recorded: nothing was counted here."""
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


def _fields(struct: SystemResult) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _known(figures: Mapping[str, float], name: str) -> Figure:
    return figure_of(figures.get(name, nan))


def _comparison(study: Study, letter: str, figure: str, found: Comparison) -> ComparisonResult:
    return ComparisonResult(
        figure=figure,
        challenger=letter,
        baseline=study.baseline,
        verdict=found.verdict,
        reason=found.reason,
        ratio=figure_of(found.ratio),
        low=figure_of(found.low),
        high=figure_of(found.high),
        method=found.method,
        baseline_repeats=found.baseline_repeats,
        challenger_repeats=found.challenger_repeats,
        degrees_of_freedom=figure_of(found.degrees_of_freedom),
        t=figure_of(found.t),
        p=figure_of(found.p),
        baseline_geometric_mean=figure_of(found.baseline_mean),
        challenger_geometric_mean=figure_of(found.challenger_mean),
        raw_method=found.raw_method,
        raw_difference=figure_of(found.raw.difference),
        raw_low=figure_of(found.raw.low),
        raw_high=figure_of(found.raw.high),
        raw_degrees_of_freedom=figure_of(found.raw.degrees_of_freedom),
        raw_t=figure_of(found.raw.t),
        raw_p=figure_of(found.raw.p),
        at_least=[one for one, bound in zip((study.baseline, letter), found.at_least, strict=True) if bound],
    )


def _spread(letter: str, figure: str, found: Spread) -> SpreadResult:
    return SpreadResult(
        figure=figure,
        system=letter,
        repeats=found.repeats,
        mean=figure_of(found.mean),
        geometric_mean=figure_of(found.geometric_mean),
        low=figure_of(found.low),
        high=figure_of(found.high),
        minimum=figure_of(found.minimum),
        maximum=figure_of(found.maximum),
        variation=figure_of(found.variation),
        median=figure_of(found.median),
        at_least=found.at_least,
    )


def _normalised(study: Study, row: NormalisedRow) -> NormalisedResult:
    systems = {
        letter: NormalisedSystem(
            raw=figure_of(row.raw[letter]),
            divisor=figure_of(divisor.value),
            divisor_unit=divisor.unit,
            source=divisor.source,
            value=figure_of(row.quotients[letter].value),
            unit=row.unit(letter),
            low=figure_of(row.quotients[letter].low),
            high=figure_of(row.quotients[letter].high),
            reason=row.quotients[letter].reason,
        )
        for letter, divisor in row.divisors.items()
    }
    comparisons = [_comparison(study, letter, row.label, found) for letter, found in row.comparisons.items()]
    return NormalisedResult(
        row.metric, row.basis, row.label, row.raw_unit, row.better, systems, comparisons, row.reason
    )


def result_json(result: Result) -> str:
    """As `outpace export --json` writes it."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode()


def result_schema() -> str:
    """The JSON Schema of the result, as docs/result.schema.json holds it."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Result)}
    for described in schema["$defs"].values():
        if "description" in described:  # a docstring, whose indentation Python drops from 3.13 on
            described["description"] = inspect.cleandoc(described["description"])
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
