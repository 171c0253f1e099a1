# SPDX-License-Identifier: Apache-2.0
"""Queue-depth sweep: increasing numbers of outstanding I/Os per thread, for one kind of I/O after another."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta

from app.model.documents import StepIo
from app.model.errors import phrase
from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import IoSweep, Results, Seconds
from app.model.steps import MEASURE, ORDER, IoPass, Outcome, PlanSteps, Step, StepSystemResult, SystemLoad, TurnLoad
from app.model.workloads import StorageIo, pass_label, pattern_label
from app.plans.sweep import DWELL, MOST_STEPS, SETTLE, Sweep, closed_loop_mistakes

if TYPE_CHECKING:
    from app.model.scenario import Scenario

Depth = Annotated[int, Meta(ge=1, le=1000)]
BlockKb = Annotated[int, Meta(ge=1, le=16_384)]
PassName = Literal["read", "write"]
READ_PERCENT: dict[PassName, float] = {"read": 100.0, "write": 0.0}


class QueueDepthSweep(Sweep, frozen=True, tag="queue-depth-sweep"):
    """Storage I/O with an increasing number of outstanding I/Os per thread, each for the dwell time.

    Each pass runs all depths, and each block size runs all passes.

    Attributes:
        depths: Outstanding I/Os per thread.
        passes: "reads" and "writes", in the order in which to run them.
        blocks_kb: KiB per I/O; empty for the workload's block size.
    """

    title: ClassVar[str] = marked("queue-depth sweep")
    choice: ClassVar[str] = marked("Rising queue depth")
    results: ClassVar[Results] = Results("depths", "depth")
    workloads: ClassVar[tuple[str, ...]] = ("storage-io",)
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("depths", "Queue depths", "Outstanding I/Os per thread, one step each.", wide=True),
        FormField("passes", "Passes", "Every pass runs all depths.", choices=(("read", "Reads"), ("write", "Writes"))),
        SETTLE,
        DWELL,
        FormField(
            "blocks_kb", "Block sizes", "Every size runs all depths.", "KiB", empty="the workload's own", more=True
        ),
    )

    depths: Annotated[tuple[Depth, ...], Meta(min_length=1, max_length=100)] = (1, 2, 4, 8, 16, 32)
    passes: Annotated[tuple[PassName, ...], Meta(min_length=1, max_length=10)] = ("read", "write")
    blocks_kb: Annotated[tuple[BlockKb, ...], Meta(max_length=20)] = ()
    settle_s: Seconds = 2.0

    @property
    def io_sweep(self) -> IoSweep:
        return IoSweep(self.depths, self.passes, self.blocks_kb)

    @property
    def users_begin_per_s(self) -> float:
        """Zero: all I/Os of a depth start at once."""
        return 0.0

    def io_passes(self, work: StorageIo) -> Sequence[IoPass]:
        own_kb = 0 if work.mixed else work.block_kb
        io_passes = [(block_kb, name) for block_kb in self.blocks_kb or (own_kb,) for name in self.passes]
        passes = []
        for number, (block_kb, name) in enumerate(io_passes):
            reads = READ_PERCENT[name]
            blocks = f"{block_kb} KiB" if block_kb else work.block_label(reads)
            label = f"{blocks} {work.access_label} {pass_label(reads)}{pattern_label(work.write_pattern)}"
            passes.append(IoPass(number, name, block_kb, reads, label))
        return passes

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run each depth on all systems at once: settle, then measure. The outcome is the depth with the most I/Os.

        Steps are numbered across all passes of a repeat.
        """
        assert turn.io_pass is not None, "its turns have passes"
        io_pass = turn.io_pass
        best: list[tuple[int, StepSystemResult] | None] = [None] * turn.systems
        for place, depth in enumerate(self.depths):
            loads = (SystemLoad(turn.threads * depth),) * turn.systems
            number = io_pass.number * len(self.depths) + place
            block_kb = io_pass.block_kb or None
            io = StepIo(io_pass=io_pass.name, block_kb=block_kb, outstanding=depth, threads=turn.threads)
            name = f"{io_pass.label} · {depth} outstanding a thread"
            if self.settle_s > 0:
                yield Step("settle", self.settle_s, loads, number, name=name, io=io)
            result = yield Step(MEASURE, self.dwell_s, loads, number, name=name, io=io)
            for index, one in enumerate(result.systems):
                before = best[index]
                if one is not None and (before is None or one.orders_per_s > before[1].orders_per_s):
                    best[index] = depth, one
        return tuple(_peak(io_pass, one) for one in best)

    def load_s(self, users: int) -> float:
        return self._number * (math.ceil(self.settle_s) + math.ceil(self.dwell_s))

    @property
    def _number(self) -> int:
        """Number of steps in a repeat."""
        return len(self.passes) * max(len(self.blocks_kb), 1) * len(self.depths)

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        if not isinstance(scenario.workload, StorageIo):
            yield Mistake(("plan", "name"), 'a queue-depth sweep needs the workload "storage-io"')
        yield from closed_loop_mistakes(scenario, phrase("depths"))
        if self._number > MOST_STEPS:
            yield Mistake(("plan", "depths"), "expected at most {most:,} steps", most=MOST_STEPS)
        if len(set(self.depths)) < len(self.depths):
            yield Mistake(("plan", "depths"), "a depth is named twice; use repeats to run it again")

    def description(self) -> Sentence:
        depths, passes = ", ".join(map(str, self.depths)), " then ".join(self.passes)
        text = "queue-depth sweep, {depths} outstanding a thread, {passes}"
        return Sentence(text=text, values={"depths": depths, "passes": passes})


def _peak(io_pass: IoPass, best: tuple[int, StepSystemResult] | None) -> Outcome:
    found: Outcome = {"pass": io_pass.name, "block_kb": io_pass.block_kb or None}
    if best is None:
        return {**found, "outstanding": None, "orders_per_s": None, "mean_s": None}
    depth, one = best
    latency = one.operations.get(ORDER)
    mean_s = latency.mean_s if latency is not None and latency.count else None
    return {**found, "outstanding": depth, "orders_per_s": one.orders_per_s, "mean_s": mean_s}
