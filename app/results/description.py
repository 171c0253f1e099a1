"""What a report says in words: what was tested, how it was decided, and what a reader must know."""

import tomllib
from collections.abc import Mapping

from app.analysis.comparison import Comparison
from app.analysis.format import duration_words, label_text
from app.results.measurings import number_of
from app.results.storage_results import DATA_NOTES
from app.results.study_records import Metric, Study

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
STORAGE = "storage-io"
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
    scenario = _scenario(study)
    workload, plan = _table(scenario, "workload"), _table(scenario, "plan")
    rows = []
    if workload:
        name = {"dvdstore": "DVD Store"}.get(str(workload.get("name")), str(workload.get("name", "")))
        # A sweep's or search's users are those of its steps, whatever the workload's table says.
        stepped = plan.get("name") in ("user-sweep", "latency-limit")
        users = "" if stepped else f", {_number_words(workload.get('users', 1), 'user')} a target"
        think = number_of(workload.get("think_time_s", 0))
        thinking = f", {label_text(think, 's')} think time" if think > 0 else ", no think time"
        storage = workload.get("name") == STORAGE
        words = f"{name} {workload.get('db_size', '')}".strip() + users + thinking
        rows.append(("Workload", _storage_words(workload, plan) if storage else words))
        pacing = _table(scenario, "pacing")
        loop = f"open loop, {pacing.get('rate')} orders/s a target" if pacing.get("loop") == "open" else "closed loop"
        if plan.get("name") == "rate-sweep":
            loop = "open loop"
        rows.append(("Pacing", loop))
    repeats = len(study.runs)
    window = _window_words(study) if plan.get("name") != "race" else ""
    told = [part for part in (_protocol_words(plan), _number_words(repeats, "run"), window) if part]
    if unsteady := unsteady_text(study):
        told.append(unsteady)
    rows.append(("Protocol", ", ".join(told)))
    rows.append(("Order", DESIGNS[study.design]))
    return rows


def unsteady_text(study: Study) -> str:
    """Where a plan wanted steady windows: how many runs have none; empty where all have, or none was wanted."""
    if _table(_scenario(study), "plan").get("window") != "steady":
        return ""
    unsteady = sum(run.steady is None or not run.steady.steady for run in study.runs)
    return f"{unsteady} of {_number_words(len(study.runs), 'run')} not steady" if unsteady else ""


def ahead_of(study: Study, letter: str, found: Comparison) -> str:
    """The letter of the system that the headline's comparison finds better; empty if none."""
    winner = found.ahead(study.headline.better)
    return {"challenger": letter, "baseline": study.baseline}.get(winner, "")


def _storage_words(workload: Mapping[str, object], plan: Mapping[str, object]) -> str:
    """What storage I/O does, with what must be said beside every figure of it."""
    swept = plan.get("name") == "queue-depth-sweep"
    blocks = plan.get("blocks_kb") if swept else None
    sizes = blocks if isinstance(blocks, list) and blocks else [workload.get("block_kb", 8)]
    reads = number_of(workload.get("read_percent", 100))
    kinds = {100.0: "reads", 0.0: "writes"}.get(reads, f"I/Os, {reads:g} % reads")
    kinds = "I/Os" if swept else kinds
    threads = _number_words(workload.get("threads", 2), "thread")
    depth = "" if swept else f" x {workload.get('outstanding', 1)} outstanding"
    through = "on" if workload.get("write_through") is True else "off"
    data = DATA_NOTES.get(str(workload.get("write_pattern")), "")
    cache = "CACHED by the operating system" if workload.get("cached") is True else "direct"
    return (
        f"Storage I/O: {', '.join(map(str, sizes))} KiB {workload.get('access', 'random')} {kinds}, {cache}, "
        f"write-through {through}{data}, {threads}{depth} a target, files of {workload.get('file_size', '1GB')}"
    )


def _protocol_words(plan: Mapping[str, object]) -> str:
    """The plan's kind with what is its own."""
    match plan.get("name"):
        case "timed":
            window = {"fixed": ", fixed window", "steady": ", steady window"}.get(str(plan.get("window")), "")
            return f"timed run{window}"
        case "user-sweep":
            return f"user sweep, {plan.get('from_users', 25)} to {plan.get('to_users', 200)} users a target"
        case "rate-sweep":
            return f"rate sweep, {plan.get('from_rate', 10)} to {plan.get('to_rate', 100)} orders/s a target"
        case "latency-limit":
            operation, limit = plan.get("operation", "order"), plan.get("limit_ms", 100)
            return f"most users with a {plan.get('figure', 'p95')} of {operation} of at most {limit} ms"
        case "race":
            return f"race of {plan.get('orders', 10_000)} orders a system"
    return _depths_words(plan) if plan.get("name") == "queue-depth-sweep" else ""


def _depths_words(plan: Mapping[str, object]) -> str:
    depths, passes = plan.get("depths", [1, 2, 4, 8, 16, 32]), plan.get("passes", ["read", "write"])
    listed = ", ".join(map(str, depths)) if isinstance(depths, list) else ""
    order = " then ".join(map(str, passes)) if isinstance(passes, list) else ""
    return f"queue-depth sweep, {listed} outstanding a thread, {order}"


def _window_words(study: Study) -> str:
    spans = [own.span for run in study.runs for own in run.systems.values() if own.span is not None]
    if not spans:
        return ""
    seconds = sorted({round(span.seconds) for span in spans})
    if len(seconds) == 1:
        return f"{duration_words(seconds[0])} measured in each"
    return f"{duration_words(seconds[0])} to {duration_words(seconds[-1])} measured in each"


def _scenario(study: Study) -> Mapping[str, object]:
    try:
        return tomllib.loads(study.sessions[0].scenario_toml)
    except tomllib.TOMLDecodeError:
        return {}


def _table(scenario: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = scenario.get(key)
    return found if isinstance(found, Mapping) else {}


def _number_words(number: object, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
