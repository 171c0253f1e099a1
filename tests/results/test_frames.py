# SPDX-License-Identifier: Apache-2.0
"""Sessions as DataFrames: every figure in the JSON export is recomputed from them, for sessions of all kinds."""

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from app.analysis.comparison import compare
from app.analysis.intervals import batch_means
from app.analysis.repeats import spread_of
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.report.session_export import export_json
from app.results.frames import DRIVER_MACHINE, RECORDED, SessionFrames, open_session
from app.results.study import counter_comparisons, study_of
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.session.writer import SessionWriter
from tests.support.recorded import TRIO, SyntheticRun, race_run, recorded
from tests.support.repeated import RepeatedRun

ROOT = Path(__file__).resolve().parents[2]
SESSIONS = sorted((ROOT / "tests" / "sessions_format_1").glob("*.outpace"))
"""Real sessions: timed, sweep, race, storage, joined, compared, imported, and one in which a worker was lost."""
FRAMES = (
    "systems", "counter_list", "counters", "samples", "latencies", "histograms", "phases", "events", "steps", "results",
    "repeats", "comparisons", "storage",
)  # fmt: skip
SPREAD = ("repeats", "mean", "geometric_mean", "low", "high", "minimum", "maximum", "variation", "median")
RECORDED_ONLY = {metric.name for metric in RECORDED}
Floats = NDArray[np.float64]
DRIVER = "\\Outpace Driver(_Total)\\"
CLASSES_MS = 25


class Recomputed:
    """Every figure in the JSON export, by its path in the document, computed only from the frames."""

    def __init__(self, session: SessionFrames) -> None:
        self.session = session
        self.names = list(session.systems.index.unique("system"))
        columns = ("time_s", "begin_s", "value", "numerator", "denominator")
        arrays = {name: session.samples[name].to_numpy() for name in columns}
        groups = session.samples.groupby(level=["system", "target", "counter"]).indices
        self.samples = {key: {name: own[rows] for name, own in arrays.items()} for key, rows in groups.items()}
        self.steps = session.steps.reset_index()
        self.counted: dict[tuple[str, float, float], dict[str, float]] = {}
        self.chosen: dict[tuple[str, int], dict[str, Any] | None] = {}

    def figures(self) -> Iterator[tuple[str, float]]:
        yield "format", 3
        yield "seconds", self.seconds()
        for number, phase in enumerate(self.session.phases.reset_index().itertuples()):
            for name in ("run", "step", "from_s", "to_s"):
                yield f"phases/{number}/{name}", getattr(phase, name)
        for number, run in enumerate(self.runs):
            yield f"runs/{number}/number", number + 1
            yield f"runs/{number}/run", run
            yield from self.measured(f"runs/{number}", run, {name: self.best(name, run) for name in self.names})
        for number, ((run, place), rows) in enumerate(self.stepped().items()):
            yield f"steps/{number}/run", run
            yield f"steps/{number}/number", place
            yield f"steps/{number}/rate", rows[0]["rate"]
            yield from self.measured(f"steps/{number}", run, {row["system"]: row for row in rows})
        for number, name in enumerate(self.names):
            yield from ((f"systems/{number}/{key}", value) for key, value in self.median(name))
        yield from self.over_the_runs()
        yield from self.storage()

    @cached_property
    def runs(self) -> list[int]:
        return sorted(self.session.results.index.unique("run"))

    def best(self, system: str, run: int) -> dict[str, Any] | None:
        """Return the step that represents a system's run; cached, because every comparison needs all."""
        if (system, run) not in self.chosen:
            self.chosen[system, run] = self._best(system, run)
        return self.chosen[system, run]

    def _best(self, system: str, run: int) -> dict[str, Any] | None:
        """Return the step with the highest rate of the first pass."""
        rows = self.steps[(self.steps["system"] == system) & (self.steps["run"] == run)]
        rows = rows[rows["pass"] == rows["pass"].iloc[0]] if len(rows) else rows
        if not len(rows):
            return None
        rates = [self.value(system, run, step, "IOPS" if self.storage_io else "OPM") for step in rows["step"]]
        return dict(rows.iloc[int(np.argmax(np.nan_to_num(rates, nan=-1.0)))])

    def stepped(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Return the steps of a multi-step plan in chronological order."""
        several = self.session.reader.scenario.results.by_steps or self.steps["number"].max() > 0
        found: dict[tuple[int, int], list[dict[str, Any]]] = {}
        for row in self.steps.sort_values(["run", "number"], kind="stable").to_dict("records") if several else ():
            found.setdefault((row["run"], row["number"]), []).append(row)
        return found

    def value(self, system: str, run: int, step: int, figure: str) -> float:
        return float(self.told.get((system, "", run, step, figure), math.nan))

    @cached_property
    def told(self) -> dict[tuple[object, ...], float]:
        """Return the figures used to compare runs, by system, target, run, step and name."""
        return dict(self.session.results["value"].items())

    def measured(self, path: str, run: int, steps: dict[str, dict[str, Any] | None]) -> Iterator[tuple[str, float]]:
        windows = []
        for system, step in steps.items():
            for key, value in self.run_system(system, run, step):
                yield f"{path}/systems/{self.letter(system)}/{key}", value
            if step is not None and step["from_s"] < step["to_s"]:
                windows.append((step["from_s"], step["to_s"]))
        if windows:
            from_s, to_s = min(low for low, _ in windows), max(high for _, high in windows)
            yield from (
                (f"{path}/driver_machine/{k}", v) for k, v in self.counters(DRIVER_MACHINE, from_s, to_s).items()
            )

    def run_system(self, system: str, run: int, step: dict[str, Any] | None) -> Iterator[tuple[str, float]]:
        """Yield the figures of a system in one run or step; imported totals have no seconds."""
        recorded = step is not None and step["from_s"] < step["to_s"]
        number = step["step"] if step is not None else 0
        names = [name for name in self.session.systems.loc[system].index if name]
        found: dict[str, float] = {"step": number}
        if step is not None and recorded:
            found |= dict(self.system(system, step["from_s"], step["to_s"]))
            found |= dict(self.raced(len(names), step["finished_s"]))
            if step["finished_s"] > 0:
                found["worst_10_s_opm"] = min(found["worst_10_s_opm"], found["opm"])
            found |= {name: step[name] for name in ("from_s", "to_s")}
            asked = step["users"]
            found["users"] = asked if math.isfinite(asked) else found["users_requested"] / max(len(names), 1)
            found["cumulative_opm"] = self.value(system, run, number, "Cumulative OPM")
            per_second = self.rows(system, f"{DRIVER}Orders/sec", step["from_s"], step["to_s"])["value"]
            means = batch_means(per_second * (1 if self.storage_io else 60))
            found |= {"published_opm": math.nan, "mean_low": means.low, "mean_high": means.high}
        key = "I/O" if self.storage_io else "order"
        counted = {f"{key} {name}": found.get(f"operations/order/{name}_ms", math.nan) / 1e3 for name in ("p50", "p99")}
        counted |= {} if self.storage_io else {"OPM": found.get("opm", math.nan)}
        for name, value in counted.items():
            if math.isfinite(value) and not self.imported:
                assert self.value(system, run, number, name) == pytest.approx(value), name
        for (owner, target, of_run, of_step, name), value in self.told.items():
            if (owner, of_run, of_step) == (system, run, number) and name not in RECORDED_ONLY:
                place = f"targets/{names.index(target)}/" if target else ""
                found[f"{place}figures/{name}"] = value
                found |= {f"{place}opm": value} if name == "OPM" and math.isfinite(value) else {}
        yield from found.items()

    def raced(self, targets: int, finished_s: float) -> Iterator[tuple[str, float]]:
        """Yield the figures of a race: the requested orders, excluding calls that ended after the finish."""
        for path in ("", *(f"targets/{place}/" for place in range(targets))) if finished_s > 0 else ():
            asked = self.session.reader.scenario.plan.orders
            yield from ((f"{path}orders", asked), (f"{path}opm", asked * 60 / finished_s))

    @property
    def storage_io(self) -> bool:
        return len(self.session.storage) > 0

    @property
    def imported(self) -> bool:
        return self.session.reader.info.kind == "import"

    def median(self, system: str) -> Iterator[tuple[str, float]]:
        """Yield the figures of the valid run with the median headline figure or, if absent, of the first run."""
        assert self.session.study is not None
        figure, valid = self.session.study.headline.name, self.session.results["valid"].groupby("run").all()
        steps = {run: self.best(system, run) for run in self.runs}
        values = [(self.value(system, run, step["step"] if step else 0, figure), run) for run, step in steps.items()]
        ranked = sorted(one for one in values if math.isfinite(one[0]) and valid[one[1]])
        run = ranked[(len(ranked) - 1) // 2][1] if ranked else self.runs[0]
        yield from (("number", self.runs.index(run) + 1), ("run", run))
        yield from self.run_system(system, run, steps[run])

    def over_the_runs(self) -> Iterator[tuple[str, float]]:
        """Yield comparisons with their intervals, spreads, normalized figures, and the figures of each run."""
        study = self.session.study
        assert study is not None
        names = {self.letter(name): name for name in self.names}
        pairs = [(names[letter], figure) for letter, figure in study.comparisons]
        headlines = [pair for pair in pairs if pair[1] == study.headline.name]
        baseline = names[study.baseline]
        for path, wanted in (("comparisons", pairs), ("verdict", headlines)):
            for number, (system, figure) in enumerate(wanted):
                values = [self.values(name, figure) for name in (baseline, system)]
                yield from compared(f"{path}/{number}", *values, apart=study.design == "not simultaneous")
        for number, (letter, figure) in enumerate(study.spreads):
            spread = spread_of(self.values(names[letter], figure))
            yield from ((f"repeats/{number}/{name}", getattr(spread, name)) for name in SPREAD)
        for number, (letter, counter) in enumerate(counter_comparisons(study)):
            both = [self.averages(name, counter) for name in (baseline, names[letter])]
            yield from compared(f"counters/{number}", *both, apart=study.design == "not simultaneous")
        for number, row in enumerate(study.normalised):
            for letter, quotient in row.quotients.items():
                path, divisor = f"normalised/{number}/systems/{letter}", row.divisors[letter].value
                figures = dict(self.median(names[letter]))
                raw = figures.get(f"figures/{row.metric}", figures.get("figures/Bytes/s", math.nan) / 1e6)
                yield from ((f"{path}/raw", raw), (f"{path}/divisor", divisor))
                quotient_s = divisor / raw if row.basis == "price" else raw / divisor
                assert quotient.reason or quotient.value == pytest.approx(quotient_s)
                yield from ((f"{path}/{name}", getattr(quotient, name)) for name in ("value", "low", "high"))

    def values(self, system: str, figure: str) -> list[float]:
        """Return the figure of each run; no data for an invalid run."""
        steps = ((run, self.best(system, run)) for run in self.runs)
        valid = self.session.results["valid"].groupby("run").all()
        values = [(run, self.value(system, run, step["step"] if step else 0, figure)) for run, step in steps]
        return [value if valid[run] else math.nan for run, value in values]

    def averages(self, system: str, counter: str) -> list[float]:
        valid = self.session.results["valid"].groupby("run").all()
        steps = [self.best(system, run) if valid[run] else None for run in self.runs]
        windows = [(step["from_s"], step["to_s"]) if step else (0.0, 0.0) for step in steps]
        return [self.counters(system, *window).get(f"{counter}/average", math.nan) for window in windows]

    def seconds(self) -> float:
        session = self.session
        ends = [session.samples["time_s"], session.phases["to_s"], session.events["time_s"]]
        ends.append(session.latencies.index.get_level_values("time_s").to_series())
        return max([0.0, *(float(own.max()) for own in ends if len(own))])

    def letter(self, system: str) -> str:
        return self.letters[system]

    @cached_property
    def letters(self) -> dict[str, str]:
        return dict(self.session.systems["letter"].groupby(level="system").first())

    def last_window(self, system: str) -> tuple[float, float]:
        own = self.steps[self.steps["system"] == system]
        return (own["from_s"].iloc[-1], own["to_s"].iloc[-1]) if len(own) else (0.0, self.seconds())

    def rows(self, system: str, counter: str, from_s: float, to_s: float, target: str = "") -> dict[str, Floats]:
        """Return the samples between the readings nearest to the window's edges, column by column."""
        rows = self.samples.get((system, target, counter))
        if rows is None:
            return dict.fromkeys(("value", "numerator", "denominator"), np.empty(0))
        steps_s = np.diff(rows["time_s"][:64])
        slack_s = min(0.5, float(np.median(steps_s)) / 2) if len(steps_s) else 0.5
        middle_s = (rows["begin_s"] + rows["time_s"]) / 2
        near = (rows["begin_s"] >= from_s - slack_s) & (rows["time_s"] <= to_s + slack_s)
        inside = near & (middle_s >= from_s) & (middle_s <= to_s)
        return {name: column[inside] for name, column in rows.items()}

    def total(self, system: str, counter: str, from_s: float, to_s: float, target: str = "") -> float:
        counted = self.rows(system, DRIVER + counter, from_s, to_s, target)["numerator"]
        counted = counted[~np.isnan(counted)]
        return float(counted.sum()) if len(counted) else math.nan

    def average(self, system: str, counter: str, from_s: float, to_s: float, target: str = "") -> float:
        rows = self.rows(system, counter, from_s, to_s, target)
        known = ~np.isnan(rows["numerator"]) & ~np.isnan(rows["denominator"])
        base = float(rows["denominator"][known].sum())
        return float(rows["numerator"][known].sum()) / base if base else math.nan

    def last(self, system: str, counter: str, from_s: float, to_s: float, target: str = "") -> float:
        values = self.rows(system, DRIVER + counter, from_s, to_s, target)["value"]
        return math.nan if np.isnan(values).all() else float(values[-1])

    def counters(self, system: str, from_s: float, to_s: float) -> dict[str, float]:
        """Return the counters over a window, by path; cached, because every comparison needs all."""
        window = (system, from_s, to_s)
        if window not in self.counted:
            self.counted[window] = dict(self.counters_over(*window))
        return self.counted[window]

    def counters_over(self, system: str, from_s: float, to_s: float) -> Iterator[tuple[str, float]]:
        percentiles = self.session.percentiles(["system", "operation"], from_s=from_s, to_s=to_s)
        for owner, target, counter in self.samples:
            if (owner, target) != (system, ""):
                continue
            every = self.rows(system, counter, from_s, to_s)["value"]
            values = np.sort(every[~np.isnan(every)])
            none = math.nan
            rank = math.ceil(0.95 * len(values) - 1e-9) - 1
            yield f"{counter}/samples", len(values)
            yield f"{counter}/last", every[-1] if len(values) else none
            yield f"{counter}/minimum", values[0] if len(values) else none
            yield f"{counter}/maximum", values[-1] if len(values) else none
            yield f"{counter}/p95_of_samples", values[rank] if len(values) else none
            operation, _, figure = counter.removeprefix("\\Outpace Driver(").partition(")\\Latency ")
            if figure:
                known = (system, operation) in percentiles.index
                yield f"{counter}/average", percentiles.at[(system, operation), f"{figure}_s"] if known else none
            else:
                yield f"{counter}/average", self.average(system, counter, from_s, to_s)

    def operations(self, system: str, from_s: float, to_s: float) -> Iterator[tuple[str, float]]:
        found = self.session.percentiles(["system", "operation"], from_s=from_s, to_s=to_s)
        for operation in self.session.histograms.index.levels[2]:
            known = (system, operation) in found.index
            yield f"{operation}/count", found.at[(system, operation), "count"] if known else 0
            for name in ("mean", "p50", "p95", "p99", "max"):
                yield f"{operation}/{name}_ms", found.at[(system, operation), f"{name}_s"] * 1e3 if known else math.nan

    def system(self, system: str, from_s: float, to_s: float) -> Iterator[tuple[str, float]]:
        window = (from_s, to_s)
        counters = self.counters(system, *window)
        averages = {path.removesuffix("/average"): v for path, v in counters.items() if path.endswith("/average")}
        yield from ((f"counters/{path}", value) for path, value in counters.items())
        yield from ((f"operations/{path}", value) for path, value in self.operations(system, *window))
        orders = self.total(system, "Orders/sec", *window)
        yield "orders", orders
        opm = averages.get(f"{DRIVER}Orders/min", math.nan)
        whole = counters.get(f"{DRIVER}Orders/min/samples", 0) >= 0.95 * (to_s - from_s)
        opm = opm if whole else orders * 60 / (to_s - from_s) if to_s > from_s else math.nan
        yield "opm", opm
        no_longer = math.floor(to_s) - math.ceil(from_s) == 10
        yield "worst_10_s_opm", opm if no_longer else self.worst_10_s(system, *window)
        yield "rollback_percent", averages.get(f"{DRIVER}Rollback %", math.nan)
        yield "errors", self.total(system, "Errors/sec", *window)
        yield "retries", self.total(system, "Retries/sec", *window)
        yield "users_requested", self.last(system, "Users Requested", *window)
        yield "users_alive", self.last(system, "Users Alive", *window)
        shares = {path: v for path, v in averages.items() if "worker" in path and path.endswith(")\\% of a Core")}
        own = [v - np.nan_to_num(averages.get(path.replace("\\% of", "\\Embedded Engine % of"), 0.0))
               for path, v in shares.items() if math.isfinite(v)]  # fmt: skip
        yield "busiest_worker_percent", max([*own, 0.0]) if own else math.nan
        rate = averages.get(f"{DRIVER}Orders/sec", math.nan)
        times = [averages.get(f"{DRIVER}{name} Time/sec", math.nan) for name in ("Response", "Untimed", "Think")]
        yield "implied_users", sum(times) if rate else math.nan  # orders per second x seconds per order
        targets = [name for name in self.session.systems.loc[system].index if name]
        expected = self.session.systems.loc[system]["rollback_expected_percent"]
        counts = [self.total(system, "Orders/sec", *window, target=name) for name in targets]
        weights = np.nan_to_num(counts, nan=1.0) if len(counts) > 1 else np.ones(len(expected))
        yield "rollback_expected_percent", float((expected * weights).sum(skipna=False) / weights.sum())
        for number, (name, count) in enumerate(zip(targets, counts, strict=True)):
            response = self.average(system, f"{DRIVER}Response Time/sec", *window, target=name)
            of_target = self.average(system, f"{DRIVER}Orders/sec", *window, target=name)
            yield f"targets/{number}/orders", count
            yield f"targets/{number}/opm", count * 60 / (to_s - from_s) if to_s > from_s else math.nan
            yield f"targets/{number}/response_ms", 1e3 * response / of_target if of_target else math.nan
            yield (
                f"targets/{number}/rollback_percent",
                self.average(system, f"{DRIVER}Rollback %", *window, target=name),
            )
            yield f"targets/{number}/errors", self.total(system, "Errors/sec", *window, target=name)
            yield f"targets/{number}/users_alive", self.last(system, "Users Alive", *window, target=name)
        uneven = len(counts) > 1 and sum(counts) > 0
        yield "imbalance_percent", 100 * (max(counts) - min(counts)) / np.mean(counts) if uneven else math.nan

    def worst_10_s(self, system: str, from_s: float, to_s: float) -> float:
        """Return the lowest mean of ten samples; a sample belongs to the whole second nearest to its end."""
        rows = self.samples.get((system, "", f"{DRIVER}Orders/min"))
        if rows is None:
            return math.nan
        ends = rows["time_s"].round()
        inside = pd.Series(rows["value"][(ends > from_s) & (ends <= to_s)])
        return float(inside.rolling(10).mean().min())

    def storage(self) -> Iterator[tuple[str, float]]:
        table = self.session.storage.reset_index()
        whole = table[table["target"] == ""]
        spans = self.steps.set_index(["system", "run", "step"])
        for number, (_, rows) in enumerate(whole.groupby(["run", "step"])):
            first = rows.iloc[0]
            path = f"storage/{number}"
            yield f"{path}/run", first["run"]
            yield f"{path}/number", spans.loc[(first["system"], first["run"], first["step"]), "number"]
            for name in ("block_kb", "read_percent", "trim_percent", "threads", "outstanding"):
                yield f"{path}/{name}", first[name]
            for row in rows.itertuples():
                own = f"{path}/systems/{self.letter(row.system)}"
                span = spans.loc[(row.system, row.run, row.step)]
                targets = list(self.session.systems.loc[row.system].index)
                yield from self.storage_figures(own, row.system, "", span, row.block_kb, len(targets))
                for place, target in enumerate(targets):
                    yield from self.storage_figures(f"{own}/targets/{place}", row.system, target, span, row.block_kb, 1)

    def storage_figures(
        self, path: str, system: str, target: str, span: Any, block_kb: int, targets: int
    ) -> Iterator[tuple[str, float]]:
        from_s, to_s = span["from_s"], span["to_s"]
        seconds = to_s - from_s
        of = self.session.histograms.loc[[system]]
        of = of[of.index.get_level_values("target") == target] if target else of
        found = self.session.percentiles(["operation"], from_s=from_s, to_s=to_s, of=of)
        shares = self.session.distribution(["operation"], from_s=from_s, to_s=to_s, of=of).reset_index()
        done = {key: int(found["count"].get(key, 0)) for key in ("read", "write", "order")}
        yield f"{path}/iops", done["order"] / seconds
        yield f"{path}/mb_per_s", done["order"] / seconds * block_kb * 1024 / 1e6
        yield f"{path}/mib_per_s", done["order"] / seconds * block_kb / 1024
        yield f"{path}/requested_outstanding", span["users"] * targets
        busy = self.average(system, f"{DRIVER}Response Time/sec", from_s, to_s, target)
        yield f"{path}/mean_outstanding", busy
        for key in found.index:
            yield f"{path}/latency/{key}/count", found.at[key, "count"]
            for name in ("min", "mean", "p50", "p95", "p99", "max"):
                yield f"{path}/latency/{key}/{name}_ms", found.at[key, f"{name}_s"] * 1e3
            own = shares[shares["operation"] == key]
            classes = np.minimum((own["latency_s"] * 1e3 + 1e-9).astype(int), CLASSES_MS - 1)
            percent = 100 * own["count"].groupby(classes).sum() / own["count"].sum()
            for place in range(CLASSES_MS):
                yield f"{path}/latency/{key}/histogram_percent/{place}", float(percent.get(place, 0.0))
        if not target:
            yield f"{path}/seconds", seconds
            yield f"{path}/reads_per_s", done["read"] / seconds
            yield f"{path}/writes_per_s", done["write"] / seconds
            cores = [
                self.average(system, counter, from_s, to_s)
                for owner, of_target, counter in self.samples
                if (owner, of_target) == (system, "") and "worker" in counter and counter.endswith(")\\% of a Core")
            ]
            yield f"{path}/cpu_s_per_1000", sum(cores) / 100 * seconds * 1000 / done["order"] if cores else math.nan


def compared(path: str, one: list[float], other: list[float], *, apart: bool) -> Iterator[tuple[str, float]]:
    """Yield a comparison of values, one per run. `apart`: the systems did not run together."""
    if apart:
        one, other = [v for v in one if math.isfinite(v)], [v for v in other if math.isfinite(v)]
    found = compare(one, other, "independent" if apart else "paired")
    yield from ((f"{path}/{name}", getattr(found, name)) for name in ("ratio", "low", "high"))
    yield from ((f"{path}/{name}", getattr(found, name)) for name in ("baseline_repeats", "challenger_repeats"))
    yield from ((f"{path}/{name}", getattr(found, name)) for name in ("degrees_of_freedom", "t", "p"))
    yield from (
        (f"{path}/{side}_geometric_mean", getattr(found, f"{side}_mean")) for side in ("baseline", "challenger")
    )
    raw = ("difference", "low", "high", "degrees_of_freedom", "t", "p")
    yield from ((f"{path}/raw_{name}", getattr(found.raw, name)) for name in raw)


def leaves(value: object, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield every figure in a JSON document, with its path; null is no data."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{path}/{key}" if path else key)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from leaves(one, f"{path}/{number}")
    elif value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        yield path, math.nan if value is None else float(value)


def compare_with_json(path: Path) -> dict[str, float]:
    """Assert that every figure in the JSON export is recomputed with the same value, and return the figures."""
    with SessionReader.open(path) as reader:
        written = json.loads(export_json(reader))
        written.pop("headline")  # a rule determines its interval; test_one_result checks its figures
        written.pop("outcomes")  # as the plan recorded them
        written.pop("rankings")  # checked in tests/engine/test_run_result.py and test_report_files.py
        # The number of printed decimals of an imported value is not a figure.
        told = {path: value for path, value in leaves(written) if "/decimals/" not in path}
    with open_session(path) as session:
        found = {key: float(value) for key, value in Recomputed(session).figures()}
    assert not {key for key, value in told.items() if math.isfinite(value)} - set(found), "that nothing recomputes"
    different = {
        key: (value, found[key])
        for key, value in told.items()
        if key in found
        and not (math.isnan(value) and math.isnan(found[key]))
        and found[key] != pytest.approx(value, rel=1e-9, abs=1e-12)
    }
    assert not different
    return told


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_every_json_figure_can_be_recomputed_from_the_frames(path: Path) -> None:
    figures = compare_with_json(path)
    assert sum(map(math.isfinite, figures.values())) > (300 if path.stem != "imported" else 0)


def test_figures_of_all_plans_and_growing_runs_come_from_the_frames(tmp_path: Path) -> None:
    repeats = RepeatedRun(tmp_path / "repeats.outpace", TRIO)
    repeats.repeats(3, seconds=12)
    sweep = RepeatedRun(tmp_path / "sweep.outpace")
    sweep.sweep((8, 16, 32), seconds=11)
    turns = RepeatedRun(tmp_path / "turns.outpace")
    turns.turns(2, seconds=12)
    race = race_run(tmp_path / "race.outpace", {"A": 11.3, "B": 5.6})
    growing = SyntheticRun(tmp_path / "growing.outpace")
    growing.seconds(20)
    for run in (repeats, sweep, turns, race, growing):
        run.writer.commit()
        compare_with_json(run.path)
        if run is not growing:
            compare_with_json(run.finish())


def test_figures_of_imported_logs_come_from_the_frames(tmp_path: Path) -> None:
    rows = "".join(f"{second},{100 + second % 7}\n" for second in range(0, 61, 5))
    (tmp_path / "meter.csv").write_text("Seconds,Watts\n" + rows)
    (tmp_path / "totals.csv").write_text("system,run,target,metric,value\nDisks,1,VM 1,OPM,18301\nDisks,1,VM 2,OPM,1\n")
    files = (FileToImport(tmp_path / "totals.csv"), FileToImport(tmp_path / "meter.csv", system="Disks"))
    import_results(ImportRequest(files), tmp_path / "imported.outpace")
    figures = compare_with_json(tmp_path / "imported.outpace")
    assert figures["systems/0/counters/\\Power Meter(_Total)\\Power/average"] == pytest.approx(103, abs=2)
    with open_session(tmp_path / "imported.outpace") as session:
        opm = session.results.xs("OPM", level="figure")["value"]
        assert dict(opm.droplevel(["run", "step"])) == {
            ("Disks", ""): 18302,
            ("Disks", "VM 1"): 18301,
            ("Disks", "VM 2"): 1,
        }


def test_pandas_is_imported_only_with_the_first_frame() -> None:
    program = (
        "import sys; from app.results.frames import open_session; session = open_session(sys.argv[1]);"
        "before = 'pandas' in sys.modules; session.phases; print(before, 'pandas' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, SESSIONS[0]], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["False", "True"]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionFrames]:
    with open_session(recorded(tmp_path_factory.mktemp("frames") / "s.outpace", seconds=75)) as session:
        yield session


def test_counters_are_a_wide_frame_with_units_and_layers(session: SessionFrames) -> None:
    counters = session.counters
    assert list(counters.index.names) == ["run", "step", "phase", "time_s"]
    assert list(counters.columns.names) == ["system", "target", "counter"]
    assert set(counters.dtypes) == {np.dtype("float64")}
    key = ("Write-ahead log", "", "\\Engine File(_Total)\\Avg. sec/Transfer")
    assert (counters.attrs["units"][key], counters.attrs["layers"][key]) == ("s", "engine file")
    reader = session.reader
    counter = next(c for c in reader.counters if c.system == 2 and c.path == key[2])
    time_s, value = reader.samples(counter)
    np.testing.assert_array_equal(counters[key].droplevel(["run", "step", "phase"]).loc[time_s.astype(int)], value)
    assert len(counters.xs("measure", level="phase")) == 69
    assert (DRIVER_MACHINE, "", "\\Processor(_Total)\\% Processor Time") in counters.columns
    assert np.isnan(counters[key].iloc[0]), "a first reading has no interval: no data, which is not 0"


def test_percentiles_come_from_merged_histograms_for_any_grouping(session: SessionFrames) -> None:
    whole = session.percentiles(["system"], q=[50, 95, 99.9])
    reader = session.reader
    for number, name in ((1, "Rollback journal"), (2, "Write-ahead log")):
        merged = reader.histogram(number, "order", -math.inf, math.inf)
        assert whole.loc[name, "count"] == merged.count
        assert whole.loc[name, "p99.9_s"] == merged.percentile_ns(99.9) / 1e9
        assert whole.loc[name, "mean_s"] == merged.mean_ns / 1e9
    slow = session.percentiles(["system", "time_s"], every_s=10, operation="login", from_s=20, to_s=70)
    assert list(slow.loc["Rollback journal"].index) == [30, 40, 50, 60, 70]
    dip = reader.histogram(1, "login", 50, 60)
    assert slow.loc[("Rollback journal", 60), "p95_s"] == dip.percentile_ns(95) / 1e9
    averaged = session.latencies.loc[("Rollback journal", "login")]["p95_s"].mean()
    assert session.percentiles(operation="login").loc[("Rollback journal", "login"), "p95_s"] != pytest.approx(averaged)
    some = session.histograms.query("phase == 'measure'")
    by_phase = session.percentiles(["phase", "operation"])
    pd.testing.assert_frame_equal(session.percentiles(["operation"], of=some), by_phase.loc["measure"])
    shares = session.distribution(["system"], operation="login")
    assert shares.groupby("system")["count"].sum().to_dict() == {
        name: session.percentiles(operation="login").loc[(name, "login"), "count"]
        for name in session.systems.index.unique(0)
    }
    assert (shares.groupby("system")["share_at_most"].last() == 1).all()


def test_averages_are_computed_from_raw_values(session: SessionFrames) -> None:
    found = session.statistics()
    key = ("Rollback journal", "", "\\Engine File(_Total)\\Avg. sec/Transfer")
    own = session.samples.loc[key].query("phase == 'measure'")
    average = own["numerator"].sum() / own["denominator"].sum()
    assert found.loc[(*key, 1, 0), "average"] == pytest.approx(average)
    assert average != pytest.approx(own["value"].mean(), rel=0.001), "slow seconds do fewer transfers"
    whole = session.statistics(6, 75)
    pd.testing.assert_frame_equal(whole, found.droplevel(["run", "step"]))


def test_results_repeats_and_comparisons_match_the_report(tmp_path: Path) -> None:
    run = RepeatedRun(tmp_path / "repeats.outpace")
    run.repeats(3, seconds=12)
    with open_session(run.finish()) as session, SessionReader.open(run.path) as reader:
        study = study_of([reader])
        opm = session.results.xs("OPM", level="figure").xs("", level="target")["value"]
        for one in study.runs:
            for letter, name in (("A", "Rollback journal"), ("B", "Write-ahead log")):
                assert opm[name, one.repeat, 0] == one.systems[letter].figures["OPM"]
        assert session.repeats.loc[("OPM", "Write-ahead log"), "low"] == study.spreads["B", "OPM"].low
        assert session.comparisons.loc[("OPM", "Write-ahead log"), "ratio"] == study.comparisons["B", "OPM"].ratio
        assert list(session.steps.loc["Rollback journal"].index) == [(1, 0), (2, 0), (3, 0)]
        assert list(session.phases.loc[2]["phase"]) == ["rest", "warm-up", "measure"]


def test_job_has_empty_frames_with_the_same_columns(tmp_path: Path, session: SessionFrames) -> None:
    path = tmp_path / "job.outpace"
    with SessionWriter.create(path, title="a job", scenario_toml="", clock_origin_ns=0, kind="job") as writer:
        writer.finish(1_000_000_000, valid=True, reasons=[], warnings=[])
    with open_session(path) as job:
        for name in FRAMES:
            empty, filled = getattr(job, name), getattr(session, name)
            assert len(empty) == 0, name
            assert list(empty.index.names) == list(filled.index.names), name
            if name not in ("counters", "storage"):
                assert [dtype.name for dtype in empty.dtypes] == [dtype.name for dtype in filled.dtypes], name
        assert len(job.percentiles(["system", "time_s"], every_s=10)) == 0
        assert len(job.statistics()) == len(job.statistics(0, 1)) == 0


def test_damaged_session_is_rejected_by_name(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match=r"nowhere\.outpace"):
        open_session(tmp_path / "nowhere.outpace")
    path = recorded(tmp_path / "s.outpace", seconds=12)
    connection = apsw.Connection(str(path))
    connection.execute("UPDATE latency SET packed = x'ffffffffffff' WHERE id = 9")
    connection.close()
    with open_session(path) as session, pytest.raises(SessionError, match=r"s\.outpace is damaged"):
        session.percentiles()
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA foreign_keys = OFF; UPDATE latency SET target = 77 WHERE id = 9")
    connection.close()
    with open_session(path) as session, pytest.raises(SessionError, match=r"s\.outpace is damaged"):
        _ = session.histograms
