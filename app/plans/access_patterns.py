# SPDX-License-Identifier: Apache-2.0
"""Access patterns: the four that are common in drive benchmarks, or others, each measured for reads and writes."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from app.model.documents import StepIo
from app.model.errors import phrase
from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import IoSweep, Results, Seconds
from app.model.steps import MEASURE, IoPass, Outcome, PlanSteps, Step, SystemLoad, TurnLoad
from app.model.workloads import StorageIo, pass_label, pattern_label, pattern_name
from app.plans.queue_depth_sweep import READ_PERCENT, PassName
from app.plans.sweep import DWELL, SETTLE, Sweep, closed_loop_mistakes

if TYPE_CHECKING:
    from app.model.scenario import Scenario

_PATTERN = r"^(SEQ|RND)([1-9][0-9]{0,4})(K|M) Q([1-9][0-9]{0,3})T([1-9][0-9]?)$"
PatternName = Annotated[
    str, Meta(pattern=_PATTERN, description='an access pattern such as "SEQ1M Q8T1" or "RND4K Q32T16"')
]
MOST_BLOCK_KB = 16_384
MOST_THREADS = 64


class AccessPattern(msgspec.Struct, frozen=True):
    """Access pattern with a name such as "RND4K Q32T1".

    Attributes:
        access: Order of the offsets.
        block_kb: KiB per I/O.
        outstanding: I/Os in flight per thread.
        threads: Number of threads.
    """

    access: Literal["random", "sequential"]
    block_kb: int
    outstanding: int
    threads: int

    @classmethod
    def named(cls, name: str) -> Self:
        """Parse a name.

        Raises:
            ValueError: If it is not the name of an access pattern.
        """
        found = re.fullmatch(_PATTERN, name)
        if found is None:
            raise ValueError(f'"{name}" names no access pattern')
        kind, size, unit, outstanding, threads = found.groups()
        block_kb = int(size) * (1024 if unit == "M" else 1)
        return cls("sequential" if kind == "SEQ" else "random", block_kb, int(outstanding), int(threads))

    @property
    def name(self) -> str:
        """Conventional name."""
        return pattern_name(self.access, self.block_kb, self.outstanding, self.threads)


class AccessPatterns(Sweep, frozen=True, tag="access-patterns"):
    """Storage I/O with several patterns, one after another on all systems at once, each for the dwell time.

    Each pass runs all patterns. The block size, access, threads and outstanding I/Os of the workload are not used.

    Attributes:
        patterns: Names: SEQ or RND with the block size, Q with the I/Os in flight per thread, T with the number of
            threads.
        passes: "reads" and "writes", in the order in which to run them.
    """

    title: ClassVar[str] = marked("access patterns")
    choice: ClassVar[str] = marked("Access patterns (SEQ1M, RND4K)")
    results: ClassVar[Results] = Results("patterns")
    workloads: ClassVar[tuple[str, ...]] = ("storage-io",)
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("patterns", "Patterns", "SEQ or RND, block, I/Os under way (Q), threads (T).", wide=True),
        FormField(
            "passes",
            "Passes",
            "All patterns are gone through in each.",
            choices=(("read", "Reads"), ("write", "Writes")),
        ),
        SETTLE,
        DWELL,
    )

    patterns: Annotated[tuple[PatternName, ...], Meta(min_length=1, max_length=50)] = (
        "SEQ1M Q8T1",
        "SEQ1M Q1T1",
        "RND4K Q32T1",
        "RND4K Q1T1",
    )
    passes: Annotated[tuple[PassName, ...], Meta(min_length=1, max_length=10)] = ("read", "write")
    settle_s: Seconds = 1.0
    dwell_s: Annotated[float, Meta(ge=1, le=86_400)] = 5.0

    @property
    def _parsed_patterns(self) -> list[AccessPattern]:
        return [AccessPattern.named(name) for name in self.patterns]

    @property
    def io_sweep(self) -> IoSweep:
        known = self._parsed_patterns
        at_once = tuple(one.threads * one.outstanding for one in known)
        return IoSweep(at_once, self.passes, tuple(one.block_kb for one in known), 1, self.patterns)

    @property
    def users_begin_per_s(self) -> float:
        """Zero: all I/Os of a pattern start at once."""
        return 0.0

    def io_passes(self, work: StorageIo) -> Sequence[IoPass]:
        """Return reads of all patterns first, so that they are not affected by written data."""
        both = [(name, pattern) for name in self.passes for pattern in self._parsed_patterns]
        return [
            IoPass(
                number,
                name,
                pattern.block_kb,
                READ_PERCENT[name],
                f"{pattern.name} {pass_label(READ_PERCENT[name])}{pattern_label(work.write_pattern)}",
                access=pattern.access,
                threads=pattern.threads,
                outstanding=pattern.outstanding,
            )
            for number, (name, pattern) in enumerate(both)
        ]

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run the turn's pattern on all systems at once: settle, then measure. The outcome is I/Os per second."""
        one = turn.io_pass
        assert one is not None, "its turns have passes"
        loads = (SystemLoad(one.threads * one.outstanding),) * turn.systems
        io = StepIo(
            io_pass=one.name, block_kb=one.block_kb, access=one.access, outstanding=one.outstanding, threads=one.threads
        )
        if self.settle_s > 0:
            yield Step("settle", self.settle_s, loads, one.number, name=one.label, io=io)
        result = yield Step(MEASURE, self.dwell_s, loads, one.number, name=one.label, io=io)
        pattern = pattern_name(one.access, one.block_kb, one.outstanding, one.threads)
        found: list[Outcome] = []
        for own in result.systems:
            rate = own.orders_per_s if own is not None else None
            found.append({"pass": one.name, "pattern": pattern, "orders_per_s": rate})
        return tuple(found)

    def load_s(self, users: int) -> float:
        return len(self.passes) * len(self.patterns) * (math.ceil(self.settle_s) + math.ceil(self.dwell_s))

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        if not isinstance(scenario.workload, StorageIo):
            yield Mistake(("plan", "name"), 'access patterns need the workload "storage-io"')
        yield from closed_loop_mistakes(scenario, phrase("patterns"))
        if len(set(self.patterns)) < len(self.patterns):
            yield Mistake(("plan", "patterns"), "a pattern is named twice; use repeats to run it again")
        for one in self._parsed_patterns:
            if one.block_kb > MOST_BLOCK_KB or one.threads > MOST_THREADS:
                yield Mistake(
                    ("plan", "patterns"), "{name}: expected a block of at most 16 MiB and 64 threads", name=one.name
                )

    def description(self) -> Sentence:
        patterns, passes = ", ".join(self.patterns), " then ".join(self.passes)
        text = "access patterns {patterns}, {passes}"
        return Sentence(text=text, values={"patterns": patterns, "passes": passes})
