"""What a report says in words: what was tested, how it was decided, and what a reader must know."""

from app.analysis.comparison import Comparison
from app.analysis.format import duration_words, label_text
from app.model.plans import DepthSweep, LatencyLimit, Race, RateSweep, TimedRun, UserSweep
from app.model.workloads import DvdStore, StorageIo, pass_label, pattern_label
from app.results.study_records import Metric, Study
from app.scenario.recorded import RecordedPlan, Unknown

LICENCES = (
    "Before this report leaves the house: the licence terms of several databases and storage products (among them "
    "commercial database servers) do not allow benchmark results to be published without the vendor's consent. Check "
    "the terms of every product named here. `outpace report --anonymous` leaves out the names of systems, hosts and "
    "files; facts that were written into the scenario and the names of database engines stay."
)
ANONYMOUS = (
    "The systems' names, their hosts and the names of files were replaced. Facts that were written into the scenario "
    "and the names of database engines are still there: read them before this leaves the house."
)
LABELS = {
    "OPM": "Orders a minute (OPM)",
    "TPS": "Transactions a second",
    "Bytes/s": "Throughput of I/O",
    "CPU %": "Processor busy",
    "Watts": "Power under load",
    "Idle watts": "Power idle",
}
WINDOWS = {"whole": "", "fixed": ", fixed window", "steady": ", steady window"}
DESIGNS = {
    "simultaneous": "all systems at the same time",
    "alternating": "systems alternating, repeat by repeat",
    "not simultaneous": "not simultaneous: the systems ran one after the other",
}


def label_of_metric(name: str) -> str:
    """A figure as a table names it."""
    return LABELS.get(name, name)


def figure_text(value: float, metric: Metric) -> str:
    """A value with its unit; rates and counts alone."""
    unit = {"/min": "", "/s": ""}.get(metric.unit, metric.unit)
    return label_text(value, unit) if unit else label_text(round(value) if abs(value) >= 100 else value, "")


def plan_description(study: Study) -> list[tuple[str, str]]:
    """What was tested: label and text, from the scenario of the first session."""
    session = study.sessions[0]
    work, plan, rows = session.workload, session.plan, []
    if work is not None:
        rows.append(("Workload", _workload_text(work, plan)))
        is_open = session.pacing.loop == "open"
        loop = f"open loop, {session.pacing.rate:.10g} orders/s a target" if is_open else "closed loop"
        rows.append(("Pacing", "open loop" if isinstance(plan, RateSweep) else loop))
    repeats = len(study.runs)
    window = "" if isinstance(plan, Race) else _window_words(study)
    parts = [part for part in (_protocol_text(plan), _count_text(repeats, "run"), window) if part]
    if unsteady := unsteady_text(study):
        parts.append(unsteady)
    rows.append(("Protocol", ", ".join(parts)))
    rows.append(("Order", DESIGNS[study.design]))
    return rows


def unsteady_text(study: Study) -> str:
    """Where a plan wanted steady windows: how many runs have none; empty where all have, or none was wanted."""
    plan = study.sessions[0].plan
    if not isinstance(plan, TimedRun) or plan.window != "steady":
        return ""
    unsteady = sum(run.steady is None or not run.steady.steady for run in study.runs)
    return f"{unsteady} of {_count_text(len(study.runs), 'run')} not steady" if unsteady else ""


def ahead_of(study: Study, letter: str, found: Comparison) -> str:
    """The letter of the system that the headline's comparison finds better; empty if none."""
    winner = found.ahead(study.headline.better)
    return {"challenger": letter, "baseline": study.baseline}.get(winner, "")


def _workload_text(work: DvdStore | StorageIo | Unknown, plan: RecordedPlan) -> str:
    """What it does, with what must be said beside every figure of storage I/O."""
    if isinstance(work, Unknown):
        return f"{work.name} (not known to this version of Outpace)"
    if isinstance(work, StorageIo):
        return _storage_text(work, plan.blocks_kb if isinstance(plan, DepthSweep) else None)
    # A sweep's or search's users are those of its steps, whatever the workload's table says.
    stepped = isinstance(plan, UserSweep | LatencyLimit)
    users = "" if stepped else f", {_count_text(work.users, 'user')} a target"
    thinking = f"{label_text(work.think_time_s, 's')} think time" if work.think_time_s > 0 else "no think time"
    return f"DVD Store {work.db_size}{users}, {thinking}"


def _storage_text(work: StorageIo, swept_kb: tuple[int, ...] | None) -> str:
    """swept_kb: the block sizes of a sweep of queue depths, empty for the workload's own; None: no such sweep."""
    sizes = ", ".join(map(str, swept_kb or (work.block_kb,)))
    kind = "I/Os" if swept_kb is not None else pass_label(work.read_percent)
    depth = "" if swept_kb is not None else f" x {work.outstanding} outstanding"
    through = "on" if work.write_through else "off"
    cache = "CACHED by the operating system" if work.cached else "direct"
    return (
        f"Storage I/O: {sizes} KiB {work.access} {kind}, {cache}, write-through {through}"
        f"{pattern_label(work.write_pattern)}, {work.thread_label}{depth} a target, files of {work.file_size}"
    )


def _protocol_text(plan: RecordedPlan) -> str:
    """The plan's kind with what is its own."""
    text = ""
    match plan:
        case TimedRun():
            text = f"timed run{WINDOWS[plan.window]}"
        case UserSweep():
            text = f"user sweep, {plan.from_users} to {plan.to_users} users a target"
        case RateSweep():
            text = f"rate sweep, {plan.from_rate:.10g} to {plan.to_rate:.10g} orders/s a target"
        case LatencyLimit():
            text = f"most users with a {plan.figure} of {plan.operation} of at most {plan.limit_ms:.10g} ms"
        case Race():
            text = f"race of {plan.orders} orders a system"
        case DepthSweep():
            depths, passes = ", ".join(map(str, plan.depths)), " then ".join(plan.passes)
            text = f"queue-depth sweep, {depths} outstanding a thread, {passes}"
        case Unknown():
            text = f"{plan.name} (a plan not known to this version of Outpace)"
    return text


def _window_words(study: Study) -> str:
    spans = [own.span for run in study.runs for own in run.systems.values() if own.span is not None]
    if not spans:
        return ""
    seconds = sorted({round(span.seconds) for span in spans})
    if len(seconds) == 1:
        return f"{duration_words(seconds[0])} measured in each"
    return f"{duration_words(seconds[0])} to {duration_words(seconds[-1])} measured in each"


def _count_text(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
