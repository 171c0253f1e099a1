"""Latency-limited users: the highest number of users at which a latency keeps its limit, searched on each system; up in
equal steps until one breaks, then bisected."""

from app.plans.step import MEASURE, Limit, Outcome, PlanSteps, Step, SystemLoad, SystemResult, holds


class Search:
    """Among the whole numbers 1 ... highest, where what breaks at one number breaks at all above.

    Begins at `lowest`; where that breaks it is searched below. Ask `next`, try it, `judge`, until `next` is None.
    """

    def __init__(self, lowest: int, highest: int, step: int) -> None:
        """Raises ValueError unless 1 <= lowest <= highest and step >= 1."""
        if not 1 <= lowest <= highest or step < 1:
            raise ValueError(f"a search from {lowest} to {highest} by {step}")
        self._highest = highest
        self._step = step
        self._held = 0
        self._broke: int | None = None
        self._next: int | None = lowest

    @property
    def next(self) -> int | None:
        """The number to try now; None: it is found."""
        return self._next

    @property
    def held(self) -> int:
        """The highest that held so far; 0: none."""
        return self._held

    @property
    def broke(self) -> int | None:
        """The lowest that broke so far; None: none, so the highest that holds may be above the search."""
        return self._broke

    def judge(self, held: bool) -> None:
        """Whether `next` held."""
        if self._next is None:
            raise ValueError("nothing is being tried")
        if held:
            self._held = self._next
        else:
            self._broke = self._next
        if self._broke is None:
            self._next = min(self._held + self._step, self._highest) if self._held < self._highest else None
        else:
            self._next = (self._held + self._broke) // 2 if self._broke - self._held > 1 else None


def latency_limited(
    limit: Limit,
    *,
    lowest: int,
    highest: int,
    step: int,
    systems: int,
    ramp_users_per_s: float,
    settle_s: float,
    dwell_s: float,
) -> PlanSteps:
    """Steps at the same time on all systems, each with the number of users that its own search asks for; a system whose
    search is over is idle. Outcome: the highest users that held, and what they gave."""
    searches = [Search(lowest, highest, step) for _ in range(systems)]
    best: list[SystemResult | None] = [None] * systems
    steps: list[int | None] = [None] * systems
    at_work = [0] * systems
    number = 0
    while any(search.next is not None for search in searches):
        loads = tuple(SystemLoad(s.next) if s.next is not None else None for s in searches)
        users = [load.users if load else 0 for load in loads]
        added = max(now - before for now, before in zip(users, at_work, strict=True))
        settling_s = max(added - 1, 0) / ramp_users_per_s + settle_s
        at_work = users
        if settling_s > 0:
            yield Step("settle", settling_s, loads, number)
        result = yield Step(MEASURE, dwell_s, loads, number, limit=limit)
        for index, one in enumerate(result.systems):
            if one is None:
                continue
            held = holds(limit, one)
            searches[index].judge(held)
            if held:
                best[index], steps[index] = one, number
        number += 1
    return tuple(_found(limit, search, one, step) for search, one, step in zip(searches, best, steps, strict=True))


def _found(limit: Limit, search: Search, best: SystemResult | None, step: int | None) -> Outcome:
    """step: the number of the step that it was found in."""
    latency = best.operations[limit.operation] if best else None
    return {
        "users": search.held,
        "next_users": search.broke,
        "step": step,
        "orders_per_s": best.orders_per_s if best else None,
        "figure": limit.figure,
        "operation": limit.operation,
        "limit_s": limit.limit_s,
        "latency_s": latency.figure_s(limit.figure) if latency else None,
    }
