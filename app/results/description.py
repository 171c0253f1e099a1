# SPDX-License-Identifier: Apache-2.0
"""Text of a report: the tested plan, how the verdict was reached, and required notices."""

import re
from collections.abc import Sequence
from math import isfinite

from app.analysis.format import duration_in_units, given_text, label_text, money_text, row_texts
from app.model.form import marked
from app.model.language import Language
from app.model.messages import sentence
from app.model.plans import Plan, Results
from app.model.work_wording import COUNTED, wording_of
from app.model.workloads import StorageIo, WorkloadParameters, pass_label, pattern_label
from app.results.study_records import PRICE_OF, Metric, Study
from app.scenario.recorded import Unknown

LICENCES = (
    "Before you share this report: the licence terms of several databases and storage products (among them "
    "commercial database servers) do not allow benchmark results to be published without the vendor's consent. Check "
    "the terms of every product named here. `outpace report --anonymous` leaves out the names of systems, hosts and "
    "files; facts that were written into the scenario and the names of database engines stay."
)
ANONYMOUS = (
    "The systems' names, their hosts and the names of files were replaced; findings, events and markers are left out. "
    "Facts that were written into the scenario and the names of database engines are still there: read them before you "
    "share this."
)
LABELS = {
    "OPM": "Orders per minute (OPM)",
    "TPS": "Transactions per second",
    "Bytes/s": "Throughput of I/O",
    "CPU %": "Processor busy",
    "Watts": "Power under load",
    "Idle watts": "Power idle",
}
DESIGNS = {
    "simultaneous": "all systems at the same time",
    "alternating": "systems alternating, repeat by repeat",
    "not simultaneous": "not simultaneous: the systems ran one after the other",
}


LAYERS = {
    "engine file": "file calls of the engine",
    "operating-system file": "file calls through the operating system's cache",
    "engine process": "processes of the engine",
}
"""Layers that are named next to every figure counted in them.

Calls in such a layer need not have reached a disk, and an engine's processes are not the whole load of its machine.
"""


def label_of_metric(name: str) -> str:
    """Return the label of a figure in tables."""
    return LABELS.get(name, name)


METRICS = (
    marked("Latency ms"), marked("Read latency ms"), marked("Write latency ms"), marked("Rollback %"),
    marked("Users"), marked("Queries/s"), marked("Events/s"), marked("Errors/s"), marked("Reconnects/s"),
    marked("Syncs/s"), marked("Read IOPS"), marked("Write IOPS"), marked("Read MiB/s"), marked("Write MiB/s"),
    marked("Read MB/s"), marked("Write MB/s"), marked("Failed %"), marked("Skipped %"), marked("Above the limit %"),
    marked("Lag ms"), marked("Transactions"), marked("CPU % of one core"), marked("{name} latency ms"),
    marked("{name} calls"), marked("{metric}, derived"), marked("Achieved outstanding"),
    marked("{metric} per disk"), marked("{metric} per watt under load"), marked("{metric} per gigabyte"),
    marked("{metric} per core"), marked("{metric} per rack unit"), marked("Price of one {metric}"),
)  # fmt: skip
"""Names of imported figures, and templates of composite names; all other names are labels or user-defined."""
_METRIC = re.compile(r"(?P<test>.+: )?(?P<name>.+?)(?P<rank> (?:p\d[\d.]*|min|max|stddev))?(?P<part> \([^()]*\))?")
_COMPOSED = re.compile(
    r"(?P<metric>.+)(?P<derived>, derived)|"
    r"(?P<divided>.+)(?P<per> per (?:disk|watt under load|gigabyte|core|rack unit))|"
    rf"{PRICE_OF}(?P<one>.+)|(?P<name>[\w.]+)(?P<of> latency ms| calls)"
)


def localized_metric(label: str, language: Language) -> str:
    """Translate a figure's name or label; in "8 KiB reads: Latency ms p95", test and percentile are kept."""
    found = _METRIC.fullmatch(label)
    if found is None:
        return language.say(label)
    name = found["name"]
    composed = _COMPOSED.fullmatch(name)
    if (text := language.say(name)) != name or composed is None:
        pass
    elif composed["derived"] or composed["per"]:
        template = "{metric}" + (composed["derived"] or composed["per"])
        text = language.say(template).format(
            metric=localized_metric(composed["metric"] or composed["divided"], language)
        )
    elif composed["one"]:
        text = language.say(PRICE_OF + "{metric}").format(metric=localized_metric(composed["one"], language))
    else:
        text = language.say("{name}" + composed["of"]).format(name=composed["name"])
    return "".join((found["test"] or "", text, found["rank"] or "", found["part"] or ""))


def metric_label(metric: Metric) -> str:
    """Return the label of a figure, with its layer if that must be named: "IOPS (file calls of the engine)"."""
    return with_layer(label_of_metric(metric.name), metric)


def with_layer(label: str, metric: Metric) -> str:
    """Add a figure's layer to its label if the layer must be named."""
    return f"{label} ({LAYERS[metric.layer]})" if metric.layer in LAYERS else label


def figure_text(value: float, metric: Metric, decimals: int | None = None) -> str:
    """Return a value with its unit; rates and counts have none. `decimals`: precision of an imported figure."""
    if metric.name.startswith(PRICE_OF):
        return money_text(value, metric.unit)
    unit = {"/min": "", "/s": "", "orders/min": ""}.get(metric.unit, metric.unit)
    if decimals is not None:
        return given_text(value, unit, decimals)
    return label_text(value, unit) if unit else label_text(round(value) if abs(value) >= 100 else value, "")


def figure_texts(values: Sequence[float], metric: Metric, decimals: Sequence[int | None] = ()) -> list[str]:
    """Return the values of one row, all in the same unit.

    Args:
        values: One value per system or run.
        metric: Metric of the values.
        decimals: Precision of each imported value; empty for recorded values.
    """
    given = decimals or [None] * len(values)
    if metric.unit in ("s", "B", "B/s") and all(one is None for one in given):
        return row_texts(values, metric.unit)
    return [figure_text(value, metric, one) for value, one in zip(values, given, strict=True)]


def run_label(study: Study) -> str:
    """Name the run from which a system's figures are taken."""
    if not any(run.valid for run in study.runs):
        return "first run (none is valid)"
    return "lower middle run" if study.between_runs else "median run"


def median_text(basis: str, step_basis: str, number: int, users: float | None) -> str:
    """Name the run, and the step in it, from which a system's figures are taken.

    Examples: "median run (run 2)"; "step with the most orders (16 users) in the median run (run 2)".

    Args:
        basis: How the run was chosen.
        step_basis: How the step was chosen; empty if the run has no steps.
        number: Number of the run; 0 if there is no run.
        users: Users in the step, if known.
    """
    if not number:
        return "recording: it has no run"
    run = basis if basis == "only run" else f"{basis} (run {number})"
    if not step_basis:
        return run
    load = f" ({_count_text(round(users), 'user')})" if users is not None and isfinite(users) else ""
    load = "" if step_basis in ("most IOPS", "first access pattern") else load
    step = step_basis if step_basis == "first access pattern" else f"step with the {step_basis}"
    return f"{step}{load}" + ("" if basis == "only run" else f" in the {run}")


def plan_description(study: Study) -> list[tuple[str, str]]:
    """Return labels and text that describe the tested plan, from the scenario of the first session."""
    session = study.sessions[0]
    work, plan, rows = session.workload, session.plan, []
    results = plan.results if plan is not None else Results()
    if work is not None:
        rows.append(("Workload", _workload_text(work, plan)))
        if isinstance(work, WorkloadParameters) and work.disclaimer:
            rows.append(("Comparability", work.disclaimer))
        is_open = session.pacing.loop == "open"
        loop = f"open loop, {session.pacing.rate:.10g} {COUNTED[study.unit]}/s per target" if is_open else "closed loop"
        paced = results.load == "rate" or (plan is not None and plan.arrivals)
        rows.append(("Pacing", "open loop" if paced else loop))
    repeats = len(study.runs)
    window = "" if results.page == "race" else _window_text(study)
    wording = wording_of(study.unit)
    protocol = sentence(plan.description(), wording=wording) if plan is not None else ""
    parts = [part for part in (protocol, _count_text(repeats, "run"), window) if part]
    if unsteady := unsteady_text(study):
        parts.append(unsteady)
    rows.append(("Protocol", ", ".join(parts)))
    rows.append(("Order", DESIGNS[study.design]))
    return rows


def unsteady_text(study: Study) -> str:
    """Return how many runs are not steady; empty if all are, or if the plan did not ask for steady windows."""
    plan = study.sessions[0].plan
    if plan is None or plan.window != "steady":
        return ""
    unsteady = sum(run.steady is None or not run.steady.steady for run in study.runs)
    return f"{unsteady} of {_count_text(len(study.runs), 'run')} not steady" if unsteady else ""


def _workload_text(work: WorkloadParameters | Unknown, plan: Plan | None) -> str:
    """Describe the workload, with the conditions that must accompany every storage figure."""
    if isinstance(work, Unknown):
        return f"{work.name} (not known to this version of Outpace)"
    if isinstance(work, StorageIo):
        sweep = plan.io_sweep if plan is not None else None
        if sweep is not None and sweep.patterns:
            return f"Storage I/O: {', '.join(sweep.patterns)}, {_conditions(work)}, files of {work.file_size}"
        return _storage_text(work, sweep.blocks_kb if sweep is not None else None)
    if work.label is None:
        return work.description
    users = "" if plan is not None and plan.sets_users else f", {_count_text(work.users, 'user')} per target"
    if work.pauses:
        mean = label_text(work.mean_pause_s, "s")
        return f"{sentence(work.label)}{users}, think times by transaction, {mean} on average"
    thinking = f"{label_text(work.think_time_s, 's')} think time" if work.think_time_s > 0 else "no think time"
    return f"{sentence(work.label)}{users}, {thinking}"


def _storage_text(work: StorageIo, swept_kb: tuple[int, ...] | None) -> str:
    """Describe a storage workload.

    Args:
        work: Storage workload.
        swept_kb: Block sizes of a sweep of queue depths, empty for the workload's block sizes; None without such a
            sweep.
    """
    sizes = f"{', '.join(map(str, swept_kb))} KiB" if swept_kb else work.block_label(_reads(work, swept_kb))
    kind = "I/Os" if swept_kb is not None else pass_label(work.read_percent)
    depth = "" if swept_kb is not None else f" x {work.outstanding} outstanding"
    return (
        f"Storage I/O: {sizes} {work.access_label} {kind}, {_conditions(work)}, {work.thread_label}{depth} per target, "
        f"files of {work.file_size}"
    )


def _reads(work: StorageIo, swept_kb: tuple[int, ...] | None) -> float:
    """Return the percentage of reads; 50 for a sweep, whose passes set it themselves."""
    return work.read_percent if swept_kb is None else 50


def _conditions(work: StorageIo) -> str:
    through = "on" if work.write_through else "off"
    cache = "CACHED by the operating system" if work.cached else "direct"
    return f"{cache}, write-through {through}{pattern_label(work.write_pattern)}{', verified' if work.verify else ''}"


def _window_text(study: Study) -> str:
    spans = [
        run_of_system.span
        for run in study.runs
        for run_of_system in run.systems.values()
        if run_of_system.span is not None
    ]
    if not spans:
        return ""
    seconds = sorted({round(span.seconds) for span in spans})
    if len(seconds) == 1:
        return f"{duration_in_units(seconds[0])} measured in each"
    return f"{duration_in_units(seconds[0])} to {duration_in_units(seconds[-1])} measured in each"


def _count_text(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
