"""Charts of storage I/O against the queue depth: I/Os a second, latencies on a logarithmic scale, the queue."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.report.charts import Curve, over_load
from app.report.content import Chart
from app.report.study_records import Study
from app.report.svg import DIM
from app.report.timelines import color_of, label_of

LATENCIES = ("mean", "p50", "p99")


@dataclass(frozen=True, slots=True)
class DepthPoint:
    """What a system, or one of its targets, did at a depth in one run; None: not known.

    target: its number from 1; 0: the system as a whole. depth: outstanding per thread. under_way: I/Os on the mean.
    asked: depth times threads, and times targets of a system.
    """

    letter: str
    target: int
    depth: int
    iops: float | None
    mean_s: float | None
    p50_s: float | None
    p99_s: float | None
    under_way: float | None
    asked: int


Of = Callable[[DepthPoint], float | None]


def depth_charts(study: Study, points: Sequence[DepthPoint], axis: str) -> Iterator[Chart]:
    """Of systems, whose letters are the study's. axis: what the depths are."""
    letters = list(dict.fromkeys(point.letter for point in points))
    curves = []
    for number, letter in enumerate(letters):
        label = label_of(study.system(letter).name, letter)
        curves += _curve(label, letter, points, lambda point: point.iops, number)
    yield over_load("IOPS", "/s", axis, curves, log_loads=True)
    curves = []
    for letter in letters:
        for number, name in enumerate(LATENCIES):
            curves += _curve(f"{letter} {name}", letter, points, _latency(name), number)
    if curves:
        yield over_load("Latency of an I/O, logarithmic", "s", axis, curves, log_values=True, log_loads=True)
    curves = []
    for number, letter in enumerate(letters):
        curves += _curve(letter, letter, points, lambda point: point.under_way, number)
    if curves:
        asked = [replace(point, letter="") for point in points]
        drawn = _curve("asked", "", asked, lambda point: float(point.asked), 2, color=DIM)
        title = "Outstanding on the mean, and asked for, logarithmic"
        yield over_load(title, "", axis, [*drawn, *curves], log_values=True, log_loads=True)


def target_charts(points: Sequence[DepthPoint], axis: str) -> Iterator[Chart]:
    """Of targets: a system's have its colour."""
    yield over_load("IOPS of each target", "/s", axis, _of_targets(points, lambda point: point.iops), log_loads=True)
    for name in LATENCIES:
        title, curves = f"Latency of each target, {name}, logarithmic", _of_targets(points, _latency(name))
        yield over_load(title, "s", axis, curves, log_values=True, log_loads=True)


def _of_targets(points: Sequence[DepthPoint], of: Of) -> list[Curve]:
    curves = []
    for letter, target in dict.fromkeys((point.letter, point.target) for point in points):
        own = [point for point in points if point.target == target]
        curves += _curve(f"{letter}{target}", letter, own, of, target - 1)
    return curves


def _latency(name: str) -> Of:
    def of(point: DepthPoint) -> float | None:
        value: float | None = getattr(point, f"{name}_s")
        return value

    return of


def _curve(
    label: str, letter: str, points: Sequence[DepthPoint], of: Of, number: int, *, color: str = ""
) -> list[Curve]:
    """A figure against the depth, of several runs each depth's mean; none where nothing is known."""
    found: dict[int, list[float]] = {}
    for point in points:
        value = of(point)
        if point.letter == letter and value is not None:
            found.setdefault(point.depth, []).append(value)
    if not found:
        return []
    depths = sorted(found)
    x, y = np.array(depths, dtype=float), np.array([np.mean(found[depth]) for depth in depths])
    return [Curve(label, color or color_of(letter), x, y, number)]
