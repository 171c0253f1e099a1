# SPDX-License-Identifier: Apache-2.0
"""Headline of a session at a given time: who is ahead, in which figure, by how much, and how certain that is.

One function serves all views (workbench, booth, library, card, table, JSON, report), during and after a run, for one
run and for several:

    found = session_headline(reader, at_s)  # at_s: seconds since the common start; if omitted, everything recorded
    text = headline_text(found, WINDOW_LANGUAGE)  # app.results.headline_text; English by default, as in files

    text.main         "Write-ahead log 2.80× Rollback journal, so far"; several challengers are joined
    text.statements   one statement per challenger, in parts: a part that is a system's name can be shortened to fit,
                      and `leader` is the system whose color it can have, "" while nothing is firm
    text.firmness     small print: "so far", "no clear difference so far", "firm", "one run (3 needed for a
                      verdict)", "3 paired repeats", "not valid"
    text.basis        what was compared, and the range: "orders per minute · over 10 s: 2.46 – 3.41"
    text.small        basis and firmness in one line
    text.details      the full text for a tooltip, one line per challenger or reason; "" if there is nothing to add

`reads_all(reader, at_s)` returns whether the call is too slow for the UI thread.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

import msgspec

from app.analysis.comparison import Comparison, compare
from app.analysis.headline import TEN_SECONDS, State, headline
from app.analysis.normalise import Divisor, divisor_of_facts, divisor_of_value, quotient_of
from app.model.documents import PhaseDetail
from app.model.events import DriverLimits, Incomplete, NotSimultaneous, PartsOfOneRun, SharedClient, kind_of
from app.model.headline_figure import HeadlineFigure
from app.model.messages import Message
from app.model.plans import Results
from app.model.workloads import WorkUnit, per_s_factor
from app.results.measurings import (
    MEASURE,
    ORDERS,
    Span,
    alternated,
    by_second,
    known,
    last_measured,
    loads_of,
    main_operation,
    measurings,
    spans_of,
    taking_turns,
    windowed,
    work_unit,
)
from app.results.race_progress import RaceProgress, race_progress
from app.results.run_figures import (
    DEVICE_IOPS,
    FINISHED,
    OPM,
    USERS,
    WATTS,
    at_least_at,
    figure_at,
    is_of_file_calls,
    latency_name,
    live_metrics,
)
from app.results.steadiness import is_checked, not_steady
from app.results.storage_results import StorageStep, storage_steps, storage_work
from app.results.study import headline_choice, is_lower_bound, study_of
from app.results.study_records import Metric, Study, quotient_label
from app.session.reader import SessionReader
from app.session.recorded_stops import StoppedSystem, stopped_at, stopped_until
from app.session.records import Counter, SystemInfo
from collectors.series import Better

if TYPE_CHECKING:
    from app.model.fact_amounts import Basis

Stage = Literal[
    "did not start", "before measuring", "ended before measuring", "one system", "nothing compared", "taking turns",
    "measuring", "one run", "repeats", "race", "stopped", "not valid",
]  # fmt: skip
"""Stages of a session's headline.

- measuring: figures so far.
- one run: the whole of a single run.
- repeats: the verdict over repeats, or why there is none yet.
- stopped: every comparison involves a stopped system, so that there is no ratio.
- race: a system has finished.
- not valid: figures as measured, excluded from comparisons.
"""
Firmness = (
    State
    | Literal["one run", "too few repeats", "verdict", "no significant difference", "no figure", "stopped", "at least"]
)
"""Firmness of one challenger's ratio: the rule's state for a run, the comparison's for repeats.

It is "stopped", without a ratio, if one of the two systems has stopped, and "at least" if one of the two values is a
lower bound.
"""
Names = Mapping[str, str]
THROUGHPUT = ("orders", "most", "IOPS", "peak IOPS", "TPS", "most TPS")
"""Compared figures that are rates of completed work."""
FROM_ELSEWHERE = ("import", "join", "compare")
LEAST_S = 3
"""Seconds after which a ratio appears in steps that are too short for `TEN_SECONDS`."""


@dataclass(frozen=True, slots=True)
class ChallengerLine:
    """Comparison of one challenger with the baseline, given by letter; unknown figures are NaN.

    Attributes:
        ratio: Challenger / baseline of the compared figure, with its interval `low` to `high`.
        ten_second_low: Lower extreme of the ratio over 10 s intervals, including the ratio itself; `ten_second_high` is
            the upper extreme.
        baseline_value: Value of the compared figure (orders per minute, I/Os per second, seconds, users); same for
            `challenger_value`.
        repeats: Number of compared valid repeats.
        only: Letter of the only system with a figure if the other has none.
        at_least: Whether the baseline's and the challenger's values are lower bounds; if either is, there is no ratio.
        no_longer_firm: Whether a system was firmly ahead earlier in this run.
    """

    challenger: str
    baseline: str
    ratio: float
    firmness: Firmness
    low: float = math.nan
    high: float = math.nan
    ten_second_low: float = math.nan
    ten_second_high: float = math.nan
    baseline_value: float = math.nan
    challenger_value: float = math.nan
    repeats: int = 1
    comparison: Comparison | None = None
    only: str = ""
    at_least: tuple[bool, bool] = (False, False)
    no_longer_firm: bool = False

    @property
    def firm(self) -> bool:
        """True if a system is ahead by a rule that is valid at any time, or by a verdict."""
        return self.firmness in ("challenger ahead", "baseline ahead", "verdict")

    def leader(self, better: Better) -> str:
        """Return the system with the better figure, firm or not; the challenger if the figure has no direction."""
        if better == "" or not math.isfinite(self.ratio):
            return self.challenger
        return self.challenger if (self.ratio >= 1) == (better == "more") else self.baseline


class Pass(msgspec.Struct, frozen=True):
    """Pass of a sweep of queue depths.

    Attributes:
        ratios: Ratio of the highest IOPS, by challenger's letter.
        pattern: Name of the access pattern, if the plan has patterns.
    """

    read_percent: float
    ratios: Mapping[str, float]
    pattern: str = ""


class ComparedIo(msgspec.Struct, frozen=True):
    """I/Os to which a ratio applies.

    Attributes:
        blocks: Block size, for example "8 KiB".
        access: For example "random"; for a named pattern, "SEQ1M Q8T1".
        detail: Description of an uneven access.
        outstanding: Outstanding I/Os per target, by system's letter; empty if the number changes, or if the pattern's
            name contains it.
        trim_percent: Percentage of trims among all I/Os.
        verified: Whether reads were compared with the written data.
        cached: Whether the operating system cached the I/Os.
    """

    blocks: str
    access: str
    read_percent: float
    detail: str = ""
    outstanding: Mapping[str, int] = {}
    trim_percent: float = 0.0
    verified: bool = False
    cached: bool = False


@dataclass(frozen=True, slots=True)
class SessionHeadline:
    """Headline of a session at a given time.

    Attributes:
        names: Names of all systems by letter, in order.
        compared: Key of headline_text.COMPARED, or the name of a metric.
        better: Direction of the compared figure.
        metric: Figure requested by the scenario; None for the default.
        unit: What is counted.
        io: The compared I/Os of a storage workload.
        step: Whether one of several steps is being measured.
        from_s: Start of the interval of the figures, which ends at `to_s`; both are NaN if there is no single interval.
        over: Whether nothing more was measured afterwards.
        repeats: Number of valid repeats.
        reasons: Why the session is not valid, or did not start.
        labels: Origin of the data.
        phase: Current phase while there is no ratio yet, to which `at_work` and `ratio_after_s` also refer.
        runs: Number of runs.
        not_steady: Number of runs that changed more than the steady-state rule allows.
        race: Progress of the race.
        passes: Passes of a sweep of queue depths, the compared one first.
        separate: Whether the systems did not run together, so that there is no interval.
        stopped: Systems that have stopped and not returned.
        cut_short: How much was measured of a run that was stopped early.
        decimals: Precision of an imported figure.
        limited: Letters of the systems whose speed was limited by the driver machine, in a run that is still valid.
    """

    stage: Stage
    title: str
    names: Names
    baseline: str
    compared: str
    better: Better = "more"
    unit: WorkUnit = "order"
    metric: Metric | None = None
    io: ComparedIo | None = None
    step: bool = False
    lines: tuple[ChallengerLine, ...] = ()
    from_s: float = math.nan
    to_s: float = math.nan
    over: bool = False
    repeats: int = 1
    reasons: tuple[Message | str, ...] = ()
    labels: tuple[str, ...] = ()
    phase: str = ""
    at_work: tuple[str, ...] = ()
    ratio_after_s: int = TEN_SECONDS
    runs: int = 1
    not_steady: int = 0
    race: RaceProgress | None = None
    passes: tuple[Pass, ...] = ()
    separate: bool = False
    stopped: tuple[StoppedSystem, ...] = ()
    cut_short: Incomplete | None = None
    decimals: int | None = None
    limited: tuple[str, ...] = ()

    @property
    def throughput(self) -> bool:
        """True if the compared figure is a rate of completed work."""
        usual: Mapping[WorkUnit, str] = {"order": OPM.name, "I/O": "IOPS", "transaction": "TPS"}
        return self.compared in THROUGHPUT and (self.metric is None or self.metric.name == usual[self.unit])

    @property
    def storage(self) -> bool:
        """True if I/Os are counted."""
        return self.unit == "I/O"

    @property
    def leader(self) -> str:
        """Letter of the system that is firmly ahead of all others; "" if absent."""
        if self.stage == "race" and self.race is not None:
            return self.race.first.letter if self.race.first is not None else ""
        if self.stage == "not valid" or self.better == "" or not self.lines:
            return ""
        leaders = {line.leader(self.better) if line.firm else "" for line in self.lines}
        return leaders.pop() if len(leaders) == 1 else ""


def session_headline(reader: SessionReader, at_s: float = math.inf) -> SessionHeadline:
    """Return the headline of a session at a given time.

    Raises:
        SessionError: If the file turns out to be damaged.
    """
    at_s = min(at_s, reader.length_s)
    start = _start(reader)
    if reader.end is not None and not reader.started and reader.info.kind != "import":
        return replace(start, stage="did not start", reasons=tuple(reader.end.reasons), over=True)
    if len(reader.systems) < 2:
        return _without_stopped(replace(start, stage="one system", over=_over(reader, at_s)), reader, at_s)
    if _over(reader, at_s) and _has_several_measurements(reader):
        return study_headline(study_of([reader]), [reader])
    return replace(_single_run_headline(reader, at_s, start), limited=_limited([reader]) if _over(reader, at_s) else ())


def reads_all(reader: SessionReader, at_s: float) -> bool:
    """Return whether the headline requires reading all runs of a session, which is too slow for the UI thread."""
    if len(reader.systems) < 2 or not _over(reader, at_s):
        return False
    return _has_several_measurements(reader) or any(one.window == "steady" for one in measurings(reader))


def study_headline(study: Study, readers: Sequence[SessionReader]) -> SessionHeadline:
    """Return the headline of a study; for a single session with a single run, the headline of that run.

    Args:
        study: Study of the sessions.
        readers: Sessions of the study.
    """
    reader = readers[0] if len(readers) == 1 else None
    if reader is not None and not (_over(reader, math.inf) and _has_several_measurements(reader)):
        return session_headline(reader)
    results, metric = _results(study), _metric_of(study, readers)
    names = {system.letter: system.name for system in study.systems}
    result = SessionHeadline(
        stage="repeats",
        title=study.title,
        names=names,
        baseline=study.baseline,
        compared=_compared(study, metric, results),
        better=metric.better,
        unit="I/O" if metric.name == "IOPS" and study.unit == "order" else study.unit,
        metric=metric if headline_choice(readers) is not None else None,
        over=True,
        repeats=sum(run.counts for run in study.runs),
        runs=len(study.runs),
        not_steady=sum(bool(run.not_steady) for run in study.runs),
        labels=_labels(reader) if reader is not None else _design_labels(study),
        limited=_limited(readers),
        decimals=max(
            (
                digits
                for one in study.systems
                if (digits := study.decimals(one.letter, metric.name, math.nan)) is not None
            ),
            default=None,
        ),
    )
    if not study.challengers:
        return replace(result, stage="one system")
    invalid = bool(study.runs) and not any(run.valid for run in study.runs)
    uncounted = bool(study.runs) and not any(run.counts for run in study.runs)
    result = replace(result, lines=tuple(_lines_of_study(study, metric, invalid=uncounted)))
    if uncounted and reader is not None and reader.end is not None:
        result = replace(result, cut_short=reader.end.cut_short)
    if reader is not None and len(study.runs) == 1:
        result = _race_headline(result, reader)
    if reader is not None and result.unit == "I/O" and (io := _io_of_steps(reader, results)) is not None:
        result = replace(result, io=io)
    if reader is not None and results.page == "depths":
        result = replace(result, passes=tuple(_passes(reader, study)))
    if reader is not None and results.page == "patterns" and (steps := storage_steps(reader)):
        result = replace(result, passes=(Pass(steps[0].read_percent, {}, steps[0].pattern),))
    if not invalid:
        return result
    reasons: tuple[Message | str, ...] = ()
    if reader is not None and reader.end is not None:
        reasons = tuple(reader.end.reasons)
    if not reasons:
        reasons = tuple(dict.fromkeys(reason for run in study.runs for reason in run.reasons))
    return replace(result, stage="not valid", reasons=reasons, repeats=0)


def _limited(readers: Sequence[SessionReader]) -> tuple[str, ...]:
    """Return the systems whose speed was limited by the driver's machine, from the ends of the sessions.

    With several sessions, the common letters are unknown; "" stands for any system.
    """
    letters: set[str] = set()
    for reader in readers:
        for message in reader.end.warnings if reader.end is not None else ():
            if isinstance(message, DriverLimits):
                letters.add(message.system)
            elif isinstance(message, SharedClient):
                letters |= set(message.systems)
    return tuple(sorted(letters)) if len(readers) == 1 or not letters else ("",)


def _start(reader: SessionReader) -> SessionHeadline:
    baseline = _baseline(reader)
    unit = work_unit(reader)
    choice = headline_choice([reader])
    usual = {"I/O": "IOPS", "transaction": "TPS"}.get(unit, "orders")
    metric = _chosen_metric(reader, choice) if choice is not None else None
    chosen = "" if metric is None else "orders" if metric.name == OPM.name else metric.name
    return SessionHeadline(
        stage="before measuring",
        title=reader.info.title,
        names={system.letter: system.name for system in reader.systems},
        baseline=baseline.letter if baseline is not None else "",
        compared=chosen or ("response" if _compares_responses(reader) else usual),
        better=metric.better if metric is not None else "less" if _compares_responses(reader) else "more",
        unit=unit,
        metric=metric,
        io=_io_of_work(reader) if unit == "I/O" else None,
        step=reader.scenario.results.by_steps,
        labels=_labels(reader),
    )


def _chosen_metric(reader: SessionReader, choice: HeadlineFigure) -> Metric:
    """Return the figure requested by a scenario, in the form used by a study."""
    if not choice.basis:
        plain = (metric for metric in live_metrics([reader]) if metric.name == choice.metric)
        return next(plain, Metric(choice.metric, "", ""))
    if choice.metric == "IOPS" and any(is_of_file_calls(reader, one, choice.metric) for one in reader.systems):
        choice = msgspec.structs.replace(choice, metric=DEVICE_IOPS.name)
    price = choice.basis == "price"
    currency = next((_divisor(one, choice).unit for one in reader.systems), "") if price else ""
    return Metric(quotient_label(choice.metric, choice.basis), currency, "less" if price else "more")


def _divisor(system: SystemInfo, choice: HeadlineFigure) -> Divisor:
    return divisor_of_facts(cast("Basis", choice.basis), system.facts)


def _io_of_work(reader: SessionReader) -> ComparedIo | None:
    """Return the I/Os of a storage run, or of its current step."""
    work, plan = storage_work(reader), reader.scenario.plan
    if work is None:
        return None
    phase = next((phase for phase in reversed(reader.phases) if phase.name == MEASURE), None)
    detail = phase.detail if phase is not None else PhaseDetail()
    percent = {"read": 100.0, "write": 0.0}.get(detail.io_pass, work.read_percent)
    blocks = f"{detail.block_kb:g} KiB" if detail.block_kb else work.block_label(percent)
    changes = plan is not None and plan.changes_load
    depth = (detail.outstanding or work.outstanding) * (detail.threads or work.threads)
    skew = work.access_label.removeprefix(work.access).strip() if not detail.access else ""
    outstanding = {} if changes else {system.letter: round(depth) for system in reader.systems}
    access = detail.access or work.access
    return ComparedIo(blocks, access, percent, skew, outstanding, work.trim_percent, work.verify, work.cached)


def _io_of_steps(reader: SessionReader, results: Results) -> ComparedIo | None:
    """Return the I/Os of the first kind, at the depth of each system's highest figure."""
    work, steps = storage_work(reader), storage_steps(reader)
    if work is None or not steps:
        return _io_of_work(reader)
    first = steps[0]
    if results.page == "patterns":
        return ComparedIo("", first.pattern, first.read_percent, cached=first.cached)
    same_kind = [step for step in steps if step.io_label == first.io_label]
    best: dict[str, tuple[float, int]] = {}
    for step in same_kind:
        for letter, figures in step.systems.items():
            figure = (known(figures.iops), step.outstanding * step.threads)
            best[letter] = max(best.get(letter, figure), figure)
    skew = first.skew.removeprefix(first.access).strip()
    outstanding = {} if reader.scenario.plan is not None and reader.scenario.plan.changes_load else {
        letter: depth for letter, (_, depth) in best.items()
    }  # fmt: skip
    return ComparedIo(
        first.mix or f"{first.block_kb} KiB", first.access, first.read_percent, skew, outstanding, first.trim_percent,
        first.verified, first.cached,
    )  # fmt: skip


def _baseline(reader: SessionReader) -> SystemInfo | None:
    systems = reader.systems
    return next((system for system in systems if system.role == "baseline"), systems[0] if systems else None)


def _compares_responses(reader: SessionReader) -> bool:
    """Return whether the headline compares response times because arrivals determine the throughput of all systems."""
    plan = reader.scenario.plan
    paced = reader.scenario.pacing.rate > 0 or (plan is not None and plan.arrivals)
    return paced and reader.scenario.results.page == "run" and bool(main_operation(reader))


def _over(reader: SessionReader, at_s: float) -> bool:
    """Return whether nothing more was measured after a given time."""
    if reader.end is None:
        return False
    if reader.info.kind == "import":
        return True
    last_s = max((phase.to_s for phase in reader.phases if phase.name == MEASURE), default=reader.end.t_s)
    return at_s >= min(reader.end.t_s - 1, last_s)


def _has_several_measurements(reader: SessionReader) -> bool:
    """Return whether a finished session has more than one measurement: repeats, steps, turns, or imported results."""
    if reader.end is None or reader.view is not None:
        return False
    if reader.info.kind in FROM_ELSEWHERE or reader.scenario.results.page != "run":
        return bool(reader.started or reader.info.kind == "import")
    windows = measurings(reader)
    return len(windows) > 1 or alternated(windows)


def _labels(reader: SessionReader) -> tuple[str, ...]:
    """Return labels for the origin of the data; empty for an ordinary run."""
    kinds = {event.kind for event in reader.events}
    labels = ["imported"] if reader.info.kind == "import" else []
    labels += ["parts of one run"] if kind_of(PartsOfOneRun) in kinds else []
    separate = reader.info.kind == "join" or kind_of(NotSimultaneous) in kinds
    return (*labels, *(["not simultaneous"] if separate else []))


def _design_labels(study: Study) -> tuple[str, ...]:
    imported = all(session.kind == "import" for session in study.sessions)
    return (*(["imported"] if imported else []), *(["not simultaneous"] if study.design == "not simultaneous" else []))


def _single_run_headline(reader: SessionReader, at_s: float, start: SessionHeadline) -> SessionHeadline:
    """Return the headline during the measurement, or of a single finished run."""
    over = _over(reader, at_s)
    phase = next((phase for phase in reversed(reader.phases) if phase.from_s <= at_s), None)
    start = replace(start, over=over, phase=phase.name if phase is not None and reader.started else "")
    window = last_measured(reader.phases, at_s)
    if window is None:
        before = replace(start, stage="ended before measuring" if over else "before measuring")
        return _without_stopped(before, reader, at_s)
    race = race_progress(reader, at_s)
    if race is not None and math.isfinite(race.fair_to_s):
        window = Span(window.from_s, max(min(window.to_s, race.fair_to_s), window.from_s))
    start = replace(start, race=race)
    if taking_turns(reader, at_s):
        at_work = tuple(loads_of(phase)) if phase is not None else ()
        return _without_stopped(replace(start, stage="taking turns", at_work=at_work), reader, at_s)
    if over:
        last = measurings(reader)[-1]
        window = next(iter(spans_of(reader, last).values()), window)
        if is_checked(reader):
            start = replace(start, not_steady=int(bool(not_steady(reader, windowed(reader, last)[1], last))))
    planned_s = next((p.detail.seconds for p in reversed(reader.phases) if p.from_s <= window.from_s), None) or 0.0
    ratio_after_s = TEN_SECONDS
    if start.step and 0 < planned_s < 3 * TEN_SECONDS:
        ratio_after_s = min(TEN_SECONDS, max(LEAST_S, math.ceil(planned_s / 3)))
    separate = reader.info.kind in ("join", "compare")
    factor, choice = per_s_factor(start.unit), headline_choice([reader])
    lines = tuple(
        _line_of_figure(reader, start.baseline, system, window, choice)
        if choice is not None and not start.throughput
        else _line_of_separate_runs(reader, start.baseline, system, at_s, factor, race)
        if separate
        else _line_of_responses(reader, start.baseline, system, window, over=over)
        if start.compared == "response"
        else _line_of_orders(reader, start.baseline, system, window, factor)
        for system in reader.systems
        if system.letter != start.baseline
    )
    result = replace(
        start, stage="one run" if over else "measuring", lines=lines, from_s=window.from_s, to_s=window.to_s,
        ratio_after_s=ratio_after_s,
        separate=separate,
    )  # fmt: skip
    if race is not None and race.first is not None:
        result = replace(result, stage="race", lines=tuple(_as_finished(line, race, factor) for line in lines))
    else:
        result = _without_stopped(result, reader, at_s)
    if over and reader.end is not None:
        result = replace(result, cut_short=reader.end.cut_short)
    if over and reader.end is not None and not reader.end.valid:
        return replace(result, stage="not valid", reasons=tuple(reader.end.reasons), repeats=0)
    return result


def stopped_systems(reader: SessionReader, at_s: float = math.inf) -> list[StoppedSystem]:
    """Return the systems that are stopped at a given time; after the measurement, those that never returned."""
    at_s = min(at_s, reader.length_s)
    if not _over(reader, at_s):
        return stopped_at(reader, at_s)
    window = last_measured(reader.phases, at_s)
    return stopped_until(reader, window.to_s) if window is not None else []


def _without_stopped(found: SessionHeadline, reader: SessionReader, at_s: float) -> SessionHeadline:
    """Return the headline without comparisons of stopped systems."""
    stopped = stopped_systems(reader, at_s)
    if not stopped:
        return found
    stopped_letters = {one.letter for one in stopped}
    lines = tuple(
        ChallengerLine(line.challenger, line.baseline, math.nan, "stopped")
        if stopped_letters & {line.challenger, line.baseline}
        else line
        for line in found.lines
    )
    compared = any(line.firmness != "stopped" for line in lines)
    return replace(found, stage=found.stage if compared else "stopped", lines=lines, stopped=tuple(stopped))


def _as_finished(line: ChallengerLine, race: RaceProgress, unit: float) -> ChallengerLine:
    """Return the line based on the work completed when the first system finished.

    Args:
        line: Line with the figures so far.
        race: Progress of the race.
        unit: Factor from orders per second to the figure's unit.
    """
    done = race.done_when_first_finished
    baseline, challenger = done.get(line.baseline, math.nan), done.get(line.challenger, math.nan)
    ratio = challenger / baseline if baseline > 0 else math.nan
    per_s = unit / race.first.finished_s if race.first is not None else math.nan
    line = replace(
        line, ratio=ratio, firmness="so far", low=math.nan, high=math.nan,
        baseline_value=baseline * per_s, challenger_value=challenger * per_s,
    )  # fmt: skip
    if not (math.isfinite(ratio) and math.isfinite(line.ten_second_low)):
        return line
    low, high = min(line.ten_second_low, ratio), max(line.ten_second_high, ratio)
    return replace(line, ten_second_low=low, ten_second_high=high)


def _line_of_orders(
    reader: SessionReader, baseline: str, other: SystemInfo, window: Span, unit: float
) -> ChallengerLine:
    """Compare the orders of two systems; `unit` is the factor from orders per second, 60 for orders per minute."""
    orders = []
    for letter in (baseline, other.letter):
        counter = _orders_of(reader, letter)
        if counter is None:
            return ChallengerLine(other.letter, baseline, math.nan, "no figure")
        orders.append(by_second(*reader.samples(counter, window.from_s, window.to_s + 0.5), window))
    result = headline(orders[0], orders[1])
    return ChallengerLine(
        challenger=other.letter,
        baseline=baseline,
        ratio=result.ratio,
        firmness=result.state,
        low=result.low,
        high=result.high,
        ten_second_low=result.ten_second_low,
        ten_second_high=result.ten_second_high,
        baseline_value=result.baseline_mean * unit,
        challenger_value=result.challenger_mean * unit,
        no_longer_firm=result.no_longer_firm,
    )


def _line_of_separate_runs(  # noqa: PLR0917
    reader: SessionReader, baseline: str, other: SystemInfo, at_s: float, unit: float, race: RaceProgress | None
) -> ChallengerLine:
    """Compare systems that did not run together by each one's last measurement, without an interval.

    In a race, a system is measured until its finish.
    """
    finished = {one.letter: one.orders_per_s for one in race.racers if one.finished} if race is not None else {}
    means = []
    for letter in (baseline, other.letter):
        if letter in finished:
            means.append(finished[letter])
            continue
        phases = [phase for phase in reader.phases if letter in (loads_of(phase) or letter)]
        window = last_measured(phases, at_s)
        counter = _orders_of(reader, letter)
        means.append(
            reader.window(counter, window.from_s, window.to_s).average
            if counter is not None and window is not None
            else math.nan
        )
    baseline_mean, challenger_mean = means
    ratio = challenger_mean / baseline_mean if baseline_mean > 0 else math.nan
    return ChallengerLine(
        other.letter,
        baseline,
        ratio,
        "so far",
        baseline_value=baseline_mean * unit,
        challenger_value=challenger_mean * unit,
    )


def _line_of_figure(
    reader: SessionReader, baseline: str, other: SystemInfo, window: Span, choice: HeadlineFigure
) -> ChallengerLine:
    """Compare a figure requested by the scenario, which has no interval within a run."""
    systems = {system.letter: system for system in reader.systems}
    baseline_value, challenger_value = (
        _figure_value(reader, systems[letter], window, choice) for letter in (baseline, other.letter)
    )
    ratio = challenger_value / baseline_value if baseline_value > 0 else math.nan
    line = ChallengerLine(
        other.letter, baseline, ratio, "so far", baseline_value=baseline_value, challenger_value=challenger_value
    )
    return _without_uncertain_ratio(line, reader, systems, window, choice.metric)


def _without_uncertain_ratio(
    line: ChallengerLine, reader: SessionReader, systems: Mapping[str, SystemInfo], window: Span, metric: str
) -> ChallengerLine:
    """Return the line without its ratio if calls in flight could raise one of its figures."""
    baseline_bound, challenger_bound = (
        metric in at_least_at(reader, systems[letter], window) for letter in (line.baseline, line.challenger)
    )
    if not (baseline_bound or challenger_bound) or not math.isfinite(line.ratio):
        return line
    return ChallengerLine(
        line.challenger, line.baseline, math.nan, "at least", baseline_value=line.baseline_value,
        challenger_value=line.challenger_value, at_least=(baseline_bound, challenger_bound),
    )  # fmt: skip


def _figure_value(reader: SessionReader, system: SystemInfo, window: Span, choice: HeadlineFigure) -> float:
    """Return a figure requested by the scenario; NaN if the system lacks it."""
    if not choice.basis:
        return figure_at(reader, system, window, choice.metric)
    name, divisor = choice.metric, _divisor(system, choice)
    if name == "IOPS" and is_of_file_calls(reader, system, name):
        name = DEVICE_IOPS.name
    elif is_of_file_calls(reader, system, name):
        return math.nan
    watts = figure_at(reader, system, window, WATTS.name) if choice.basis == "watt under load" else math.nan
    if math.isfinite(watts):
        divisor = divisor_of_value("watt under load", watts, source="measured")
    if name == "MB/s":
        return quotient_of(figure_at(reader, system, window, "Bytes/s") / 1e6, divisor).value
    return quotient_of(figure_at(reader, system, window, name), divisor).value


def _orders_of(reader: SessionReader, letter: str) -> Counter | None:
    system = next(system for system in reader.systems if system.letter == letter)
    return next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)


def _line_of_responses(
    reader: SessionReader, baseline: str, other: SystemInfo, window: Span, *, over: bool
) -> ChallengerLine:
    """Compare the 95th percentiles of all orders; extremes over 10 s are computed only after the end."""
    key = main_operation(reader)
    base = next(system for system in reader.systems if system.letter == baseline)

    def p95_s(system: SystemInfo, from_s: float, to_s: float) -> float:
        histogram = reader.histogram(system.id, key, from_s, to_s)
        return histogram.percentile_ns(95) / 1e9 if histogram.count else math.nan

    def ratio(from_s: float, to_s: float) -> float:
        baseline_s, challenger_s = p95_s(base, from_s, to_s), p95_s(other, from_s, to_s)
        return challenger_s / baseline_s if baseline_s > 0 else math.nan

    begins = range(0, int(window.seconds) - TEN_SECONDS + 1, TEN_SECONDS) if over else ()
    tens = [ratio(window.from_s + second, window.from_s + second + TEN_SECONDS) for second in begins]
    whole = ratio(window.from_s, window.to_s)
    known = [value for value in (*tens, whole) if math.isfinite(value)] if tens else []
    line = ChallengerLine(
        challenger=other.letter,
        baseline=baseline,
        ratio=whole,
        firmness="so far",
        ten_second_low=min(known, default=math.nan),
        ten_second_high=max(known, default=math.nan),
        baseline_value=p95_s(base, window.from_s, window.to_s),
        challenger_value=p95_s(other, window.from_s, window.to_s),
    )
    systems = {baseline: base, other.letter: other}
    return _without_uncertain_ratio(line, reader, systems, window, f"{latency_name(reader)} p95")


def _results(study: Study) -> Results:
    plan = study.sessions[0].plan
    return plan.results if plan is not None else Results()


def _metric_of(study: Study, readers: Sequence[SessionReader]) -> Metric:
    """Return the figure that a study compares: its first metric, or response times if arrivals determined every run."""
    if readers and all(_compares_responses(reader) for reader in readers) and headline_choice(readers) is None:
        return study.metric(f"{latency_name(readers[0])} p95") or study.headline
    return study.headline


def _compared(study: Study, metric: Metric, results: Results) -> str:
    name = metric.name
    known = {FINISHED.name: "time", USERS.name: "users"}
    if metric != study.headline:
        return "response"
    if name == OPM.name:
        return "most" if study.points else "orders"
    if name == "TPS" and study.unit == "transaction":
        return "most TPS" if study.points else "TPS"
    if name == "IOPS" and results.page in ("levels", "depths"):
        return "peak IOPS"
    return known.get(name, name)


def _lines_of_study(study: Study, metric: Metric, *, invalid: bool) -> Iterator[ChallengerLine]:
    """Yield the lines of a study; if `invalid` is true, from invalid runs, which are excluded otherwise."""
    for system in study.challengers:
        comparison = study.comparisons.get((system.letter, metric.name))
        if invalid and comparison is not None:
            pair = study.baseline, system.letter
            baseline, challenger = (_all_values(study, letter, metric) for letter in pair)
            bounds = [is_lower_bound(study.runs, letter, metric.name, valid=False) for letter in pair]
            comparison = compare(baseline, challenger, comparison.design, at_least=(bounds[0], bounds[1]))
        if comparison is not None and any(comparison.at_least):
            yield ChallengerLine(
                system.letter, study.baseline, math.nan, "at least", baseline_value=comparison.baseline_mean,
                challenger_value=comparison.challenger_mean, repeats=_repeats(comparison), comparison=comparison,
                at_least=comparison.at_least,
            )  # fmt: skip
            continue
        if comparison is None or not math.isfinite(comparison.ratio):
            firmness: Firmness = "no figure"
        elif comparison.verdict in ("challenger higher", "baseline higher"):
            firmness = "verdict"
        elif comparison.verdict == "no significant difference":
            firmness = "no significant difference"
        else:
            firmness = "one run" if _repeats(comparison) == 1 else "too few repeats"
        if comparison is None or firmness == "no figure":
            only = _only_system(study, metric, system.letter)
            yield ChallengerLine(
                system.letter, study.baseline, math.nan, firmness, repeats=0, comparison=comparison, only=only
            )
        else:
            yield ChallengerLine(
                challenger=system.letter,
                baseline=study.baseline,
                ratio=comparison.ratio,
                firmness=firmness,
                low=comparison.low,
                high=comparison.high,
                baseline_value=comparison.baseline_mean,
                challenger_value=comparison.challenger_mean,
                repeats=_repeats(comparison),
                comparison=comparison,
            )


def _only_system(study: Study, metric: Metric, letter: str) -> str:
    reached = [one for one in (study.baseline, letter) if any(map(math.isfinite, _all_values(study, one, metric)))]
    return reached[0] if len(reached) == 1 else ""


def _repeats(comparison: Comparison) -> int:
    return min(comparison.baseline_repeats, comparison.challenger_repeats)


def _all_values(study: Study, letter: str, metric: Metric) -> list[float]:
    """Return the values of every run, valid or not; NaN if the system had stopped."""
    system_runs = [run.systems[letter] for run in study.runs if letter in run.systems]
    return [math.nan if one.stopped else one.figures.get(metric.name, math.nan) for one in system_runs]


def _passes(reader: SessionReader, study: Study) -> Iterator[Pass]:
    """Yield the passes, grouped by kind of I/O, in chronological order."""
    by_kind: dict[str, list[StorageStep]] = {}
    for step in storage_steps(reader):
        by_kind.setdefault(step.io_label, []).append(step)
    for steps in by_kind.values():
        most = {system.letter: _most_iops(steps, system.letter) for system in study.systems}
        base = most[study.baseline]
        ratios = {one.letter: most[one.letter] / base for one in study.challengers if base > 0 and most[one.letter] > 0}
        yield Pass(steps[0].read_percent, ratios)


def _most_iops(steps: Sequence[StorageStep], letter: str) -> float:
    """Return the IOPS at the best depth, as the mean of its repeats."""
    by_depth: dict[int, list[float]] = {}
    for step in steps:
        figures = step.systems.get(letter)
        if figures is not None and figures.iops is not None:
            by_depth.setdefault(step.outstanding, []).append(figures.iops)
    return max((sum(figures) / len(figures) for figures in by_depth.values()), default=math.nan)


def _race_headline(found: SessionHeadline, reader: SessionReader) -> SessionHeadline:
    """Return the headline of a single race, with the system that finished first."""
    race = race_progress(reader, reader.length_s)
    finished = all(math.isfinite(line.ratio) for line in found.lines)
    if race is None or race.first is None or found.compared != "time" or not finished:
        return found
    return replace(found, stage="race", race=race)
