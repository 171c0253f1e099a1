"""The queue-depth sweep: so many I/Os outstanding a thread, then more, of one kind of I/O."""

from collections.abc import Mapping, Sequence

from app.plans.repeated import PlanPart
from app.plans.step import MEASURE, ORDER, Outcome, PlanSteps, Step, SystemLoad, SystemResult


def depth_sweep(
    depths: Sequence[int],
    part: PlanPart,
    *,
    threads: int,
    systems: int,
    settle_s: float,
    dwell_s: float,
) -> PlanSteps:
    """Each depth on all systems at once: settled, then measured. depths: outstanding per thread.

    Steps are numbered over all parts of a repeat. Outcome: the depth with the most I/Os.
    """
    best: list[tuple[int, SystemResult] | None] = [None] * systems
    for place, depth in enumerate(depths):
        loads = (SystemLoad(threads * depth),) * systems
        number = part.number * len(depths) + place
        detail: Mapping[str, object] = {
            "pass": part.name,
            "block_kb": part.block_kb,
            "outstanding": depth,
            "threads": threads,
        }
        name = f"{part.words} · {depth} outstanding a thread"
        if settle_s > 0:
            yield Step("settle", settle_s, loads, number, name=name, detail=detail)
        result = yield Step(MEASURE, dwell_s, loads, number, name=name, detail=detail)
        for index, one in enumerate(result.systems):
            before = best[index]
            if one is not None and (before is None or one.orders_per_s > before[1].orders_per_s):
                best[index] = depth, one
    return tuple(_peak(part, one) for one in best)


def _peak(part: PlanPart, best: tuple[int, SystemResult] | None) -> Outcome:
    found: Outcome = {"pass": part.name, "block_kb": part.block_kb}
    if best is None:
        return {**found, "outstanding": None, "orders_per_s": None, "mean_s": None}
    depth, one = best
    latency = one.operations.get(ORDER)
    mean_s = latency.mean_s if latency is not None and latency.count else None
    return {**found, "outstanding": depth, "orders_per_s": one.orders_per_s, "mean_s": mean_s}
