# SPDX-License-Identifier: Apache-2.0
"""Power of a system in a run, per meter and in total, under load and idle, with energy and work per energy."""

from collections.abc import Iterable, Sequence
from math import floor, fsum, isfinite

import msgspec

from app.model.documents import JoinedMeter, LiveMeter
from app.results.measurings import Span, idle_spans
from app.results.session_result import COVERED, Figure, figure_of
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo
from collectors.power import HOLD_S as LIVE_STEP_S
from collectors.power import PACKAGES

SECONDS_AN_HOUR = 3600.0
METER = "\\Power Meter("
WINDOW, IDLE = "measured window", "idle phase"
NO_IDLE = "no idle phase ran (idle_s of the plan), so there is no idle power"


class MeterPower(msgspec.Struct, frozen=True):
    """One meter of a system in a run; the idle figures are null without an idle phase.

    Attributes:
        name: Device that the meter feeds.
        watts: Mean over the measured window.
        idle_watts: Mean over the run's idle phase.
        energy_wh: Energy of the window.
        covered: Share of the window's seconds with readings.
        idle_covered: Share of the idle phase's seconds with readings.
    """

    name: str
    watts: Figure
    idle_watts: Figure
    energy_wh: Figure
    covered: Figure
    idle_covered: Figure


class PowerResult(msgspec.Struct, frozen=True):
    """Power of a system in a run, the sum of its meters; see `MeterPower` for the figures.

    A figure is null if readings cover less than 95 % of its time; `reason` and `idle_reason` contain the explanation.

    Attributes:
        orders_per_wh: Orders (I/Os for storage) of the window divided by its energy.
        files: Names of the logs.
        uncertainty_s: Possible offset between readings and the run's phases, in addition to the clocks' difference.
        meters: The individual meters, if a system has several or they have names.
    """

    watts: Figure
    idle_watts: Figure
    energy_wh: Figure
    orders_per_wh: Figure
    covered: Figure
    idle_covered: Figure
    reason: str
    idle_reason: str
    files: list[str]
    uncertainty_s: float
    meters: list[MeterPower]


class _Mean(msgspec.Struct, frozen=True):
    """Mean of one counter over an interval.

    Attributes:
        covered: Share of the interval with readings.
    """

    watts: Figure
    covered: Figure


def power_of(
    reader: SessionReader, system: SystemInfo, span: Span, repeat: int, orders: float | None
) -> PowerResult | None:
    """Return the power in the measured window of a run; None if the system has no joined meter.

    Args:
        reader: Session that contains the readings.
        system: System whose power is computed.
        span: Measured window of the run.
        repeat: Number of the run.
        orders: Orders completed in the window.
    """
    joined = [one.data for one in reader.documents_of(JoinedMeter) if one.system == system.id]
    live = [one.data for one in reader.documents_of(LiveMeter) if one.system == system.id]
    counters = meters_of(reader, system)
    total_paths = added_meters(one.path for one in counters)
    total = next((one for one in counters if one.path in total_paths), None)
    if not (joined or live) or total is None:
        return None
    idle = max(idle_spans(reader, system.letter, repeat), key=lambda one: one.seconds, default=None)
    added = _expected(counters, live) if live else [total]
    under_load, at_rest = (_sum(reader, added, one) for one in (span, idle))
    energy_wh = _energy_wh(under_load.watts, span)
    return PowerResult(
        watts=under_load.watts,
        idle_watts=at_rest.watts,
        energy_wh=energy_wh,
        orders_per_wh=orders / energy_wh if orders is not None and energy_wh else None,
        covered=under_load.covered,
        idle_covered=at_rest.covered,
        reason=_coverage_reason(WINDOW, under_load),
        idle_reason=_coverage_reason(IDLE, at_rest),
        files=[*(one.file for one in joined), *(f"{one.source} ({one.measures})" for one in live)],
        uncertainty_s=max([LIVE_STEP_S, *(max(one.step_s, one.resolution_s) for one in joined)][bool(joined) :]),
        meters=[_meter(reader, one, span, idle) for one in counters if one.path not in total_paths],
    )


def watts_of(reader: SessionReader, system: SystemInfo, span: Span) -> Figure:
    """Return the mean power of a system from imported meters; None if they have no data."""
    counters = meters_of(reader, system)
    total_paths = added_meters(one.path for one in counters)
    means = [reader.average(one, span.from_s, span.to_s) for one in counters if one.path in total_paths]
    return sum(mean for mean in means if isfinite(mean)) if any(map(isfinite, means)) else None


def meters_of(reader: SessionReader, system: SystemInfo) -> list[Counter]:
    """Return the counters of a system's power meters, which are not all that count watts."""
    return [one for one in reader.counters if one.system == system.id and one.path.startswith(METER)]


def added_meters(meters: Iterable[str]) -> set[str]:
    """Return the paths of the meters that add up to a system's power; only the path of the total if there is one."""
    paths = set(meters)
    return {path for path in paths if "(_Total)" in path} or paths


def _meter(reader: SessionReader, counter: Counter, span: Span, idle: Span | None) -> MeterPower:
    under_load, at_rest = (_mean(reader, counter, one) for one in (span, idle))
    name = counter.path.partition("(")[2].rpartition(")")[0]
    return MeterPower(
        name, under_load.watts, at_rest.watts, _energy_wh(under_load.watts, span), under_load.covered, at_rest.covered
    )


def _mean(reader: SessionReader, counter: Counter, span: Span | None) -> _Mean:
    """Return the mean of a counter that has a value for each covered second."""
    if span is None or span.seconds <= 0:
        return _Mean(None, None)
    window = reader.window(counter, span.from_s, span.to_s)
    covered = min(1.0, window.samples / max(round(span.seconds), 1))
    return _Mean(figure_of(window.average) if covered >= COVERED else None, covered)


def _expected(counters: list[Counter], live: list[LiveMeter]) -> list[Counter | None]:
    """Return the counters that add up to a system's power, None for a meter without one.

    Those of processors count only where nothing measures the machine.
    """
    by_path = {one.path: one for one in counters}
    meters = [one for one in live if one.name != PACKAGES] or live
    return [by_path.get(f"\\Power Meter({one.name or '_Total'})\\Power") for one in meters]


def _sum(reader: SessionReader, counters: Sequence[Counter | None], span: Span | None) -> _Mean:
    """Return the sum of the means of several counters; none, not even a partial one, while one lacks readings."""
    means = [_mean(reader, one, span) if one is not None else _Mean(None, 0.0) for one in counters]
    covered = [one.covered for one in means if one.covered is not None]
    watts = [one.watts for one in means if one.watts is not None]
    return _Mean(fsum(watts) if len(watts) == len(means) else None, min(covered) if covered else None)


def _energy_wh(watts: Figure, span: Span) -> Figure:
    return watts * span.seconds / SECONDS_AN_HOUR if watts is not None else None


def _coverage_reason(what: str, mean: _Mean) -> str:
    if mean.covered is None or mean.covered >= COVERED:
        return ""
    return f"the meters' readings cover {share_text(mean.covered)} of the {what}; a figure takes {share_text(COVERED)}"


def share_text(share: float) -> str:
    """Format a share as a percentage, rounded down so that it never appears to reach a limit: "94.9 %"."""
    return f"{floor(1000 * share + 1e-9) / 10:g} %"
