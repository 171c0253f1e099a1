# SPDX-License-Identifier: Apache-2.0
"""Figures of a study per disk, price, watt, gigabyte, core and rack unit, if facts or meters provide the divisor.

Each run's figure is divided by that run's divisor: facts are the same in every run, but power is measured in each.
Interval and ratio are computed from these quotients over the valid runs, by the rules of all compared figures; if the
divisor is a fact, they are those of the figure, scaled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, nan

import numpy as np

from app.analysis.comparison import Comparison, compare
from app.analysis.normalise import (
    Divisor,
    comparable,
    divisor_of_facts,
    divisor_of_value,
    quotient_of,
)
from app.analysis.repeats import log_interval
from app.model.fact_amounts import NAMES, Basis
from app.model.merging import rule_of
from app.model.workloads import WorkloadParameters
from app.results.run_figures import USERS, WATTS
from app.results.study_records import Metric, NormalisedRow, Study, SystemRun

MEASURED: Mapping[Basis, str] = {"watt under load": WATTS.name}
"""Figure that measures a basis, by basis."""
RATES = ("/s", "/sec", "/min", "/h")
BYTES = "Bytes/s"
MB = Metric("MB/s", "MB/s", "more")
"""Metric that replaces bytes per second in normalized figures, whose price per byte would be unreadable."""


def normalised_rows(study: Study) -> tuple[NormalisedRow, ...]:
    """Return a row for each basis that any system has, and each figure that is normalized."""
    rows = []
    metrics = [metric for metric in study.metrics if is_normalised(metric, study)]
    for basis in NAMES:
        divisors = {system.letter: _divisor(study, system.letter, basis) for system in study.systems}
        if all(divisor.reason and not divisor.source for divisor in divisors.values()):
            continue
        rows += [_row(study, basis, metric, divisors) for metric in metrics]
    return tuple(rows)


def is_normalised(metric: Metric, study: Study) -> bool:
    """Return whether a figure measures completed work: a rate, or the number of users found by a search.

    Excluded are figures for which less is better, a workload's own rates that are neither good nor bad, file calls,
    because they need not have reached a disk, and MiB/s if there is MB/s.
    """
    works = [session.workload for session in study.sessions if isinstance(session.workload, WorkloadParameters)]
    if not metric.better and any(metric.name in work.rates for work in works):
        return False
    if metric.better == "less" or any(metric.name in own.file_calls for own in _all_system_runs(study)):
        return False
    if metric.unit == "MiB/s" and study.metric(metric.name.replace("MiB/s", "MB/s")):
        return False
    if metric.defined and rule_of(metric.name, metric.unit) == "sum":
        return True
    return metric == USERS or (metric.unit or metric.name).endswith(RATES)


def _all_system_runs(study: Study) -> Sequence[SystemRun]:
    return [own for run in study.runs for own in run.systems.values()]


def _row(study: Study, basis: Basis, metric: Metric, divisors: Mapping[str, Divisor]) -> NormalisedRow:
    shown = MB if metric.name == BYTES else metric
    raw, quotients, values = {}, {}, {}
    bounds = {
        letter: median is not None and metric.name in median.at_least
        for letter, median in ((one.letter, study.median_run(one.letter)) for one in study.systems)
        if study.spreads[letter, metric.name].at_least
    }
    for system in study.systems:
        letter, median = system.letter, study.median_run(system.letter)
        raw[letter] = _figure(median, metric)
        values[letter] = [
            quotient_of(_figure(own, metric), _run_divisor(study, own, basis)).value
            if run.counts and own and not own.stopped
            else nan
            for run in study.runs
            for own in (run.systems.get(letter),)
        ]
        finite = np.array([value for value in values[letter] if isfinite(value)])
        _, low, high = log_interval(finite) if letter not in bounds else (nan, nan, nan)
        quotients[letter] = replace(quotient_of(raw[letter], divisors[letter]), low=low, high=high)
    layers = {own.layers.get(metric.name, "") for own in _all_system_runs(study)}
    reasons = [comparable(divisors[study.baseline], divisors[system.letter]) for system in study.challengers]
    reason = next((one for one in reasons if one), "")
    if not reason and len(layers) > 1:
        reason = "counted in different layers"
    if not reason and bounds:
        reason = f"the figure of {' and '.join(bounds)} is a lower bound"
    return NormalisedRow(
        metric=shown.name,
        basis=basis,
        raw_unit=shown.unit,
        better="" if not metric.better else "less" if basis == "price" else "more",
        divisors=divisors,
        raw=raw,
        quotients=quotients,
        values=values,
        comparisons={} if reason else _comparisons(study, values),
        reason=reason,
        bounds=bounds,
    )


def _comparisons(study: Study, values: Mapping[str, Sequence[float]]) -> dict[str, Comparison]:
    comparisons = {}
    for system in study.challengers:
        one, other = list(values[study.baseline]), list(values[system.letter])
        if study.design == "not simultaneous":
            one, other = [v for v in one if isfinite(v)], [v for v in other if isfinite(v)]
            comparisons[system.letter] = compare(one, other, "independent")
        else:
            comparisons[system.letter] = compare(one, other, "paired")
    return comparisons


def _figure(own: SystemRun | None, metric: Metric) -> float:
    value = own.figures.get(metric.name, nan) if own is not None else nan
    return value / 1e6 if metric.name == BYTES else value


def _divisor(study: Study, letter: str, basis: Basis) -> Divisor:
    """Return the divisor in the median run; if no run was measured, the divisor from the facts."""
    median = study.median_run(letter)
    return (
        _run_divisor(study, median, basis)
        if median is not None
        else divisor_of_facts(basis, study.system(letter).facts)
    )


def _run_divisor(study: Study, own: SystemRun, basis: Basis) -> Divisor:
    """Return the measured divisor if any of the system's runs has one, otherwise the divisor from the facts."""
    figure = MEASURED.get(basis, "")
    measured = [
        one for one in _all_system_runs(study) if one.letter == own.letter and isfinite(one.figures.get(figure, nan))
    ]
    if not measured:
        return divisor_of_facts(basis, study.system(own.letter).facts)
    value = own.figures.get(figure, nan)
    median = study.median_run(own.letter)
    return divisor_of_value(
        basis, value, source="measured in the median run" if own is median else "measured in the run"
    )
