# SPDX-License-Identifier: Apache-2.0
"""The workloads: DVD Store and brokerage, and storage I/O, which reads and writes blocks without any database; and
their pacing."""

import abc
import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from app.model.brokerage_size import BrokerageRows, brokerage_rows
from app.model.dvdstore_size import Rows, rows_of, size_name
from app.model.form import marked
from app.model.plans import Seed

MOST_OUTSTANDING = 1000
"""I/Os under way at once on one target, its threads together."""
MIB = 2**20
Size = Annotated[
    str,
    Meta(
        pattern=r"^([1-9][0-9]{0,5} ?[Mm][Bb]|([1-9][0-9]{0,2}|1000) ?[Gg][Bb])$",
        description='a whole number of MB or GB such as "10MB", "500MB" or "250GB"',
    ),
]
FileSize = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{1,9}(\.[0-9]{1,9})? ?([Mm][Bb]|[Gg][Bb]|[Tt][Bb])$",
        description='a size such as "512MB" or "24GB"',
    ),
]
WritePattern = Literal["incompressible", "repeated", "zeros"]
MixedBlocks = dict[
    Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,4}$", description='the KiB of a block such as "4" or "64"')],
    Annotated[float, Meta(gt=0, le=100)],
]
"""The percentage of I/Os of each block size, by its KiB."""


class Rate(NamedTuple):
    """A workload's own figure a second. operation: the one that is counted; "" is every order. better: as
    collectors.series.Series has it."""

    operation: str = ""
    better: Literal["more", "less", ""] = "more"


MOST_BLOCK_KB = 16_384
Skew = Literal["even", "zipf", "hot"]
ZIPF_THETA, HOT_PERCENT, HOT_IO_PERCENT = 0.99, 20.0, 80.0
PATTERN_LABELS: dict[str, str] = {"repeated": "data: one page repeated", "zeros": "data: zeros"}
"""What is said beside every figure of a pattern that drives can compress, or find again."""
_FACTORS = {"mb": 2**20, "gb": 2**30, "tb": 2**40}


WorkUnit = Literal["order", "I/O", "transaction"]
"""A completed cycle of a user; orders are counted by the minute, the others by the second."""


def per_s_factor(unit: WorkUnit) -> float:
    """Return what cycles a second are multiplied by for the figure that people know: 60, orders per minute."""
    return 60.0 if unit == "order" else 1.0


class Workload:
    """What is done to each target: those that there are, are registered in app.scenario.workload_registry."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def users(self) -> int:
        """At work on each target at once."""

    @property
    @abc.abstractmethod
    def think_time_s(self) -> float:
        """Between two orders of a user."""

    @property
    @abc.abstractmethod
    def description(self) -> str:
        """What it does, for people."""

    @property
    def disclaimer(self) -> str:
        """What must be said wherever its figures stand; "" of most."""
        return ""

    @property
    def caveat(self) -> str:
        """The disclaimer in a few words, for where a sentence finds no room; "" of most."""
        return ""

    @property
    def cumulative_as(self) -> str:
        """The program that prints its orders per minute since the load began; "" of most."""
        return ""

    @property
    def rates_note(self) -> str:
        """What its own rates count, where their names do not say it: sentences for a report; "" of most."""
        return ""

    @property
    def existing(self) -> bool:
        """Whether it works on databases that exist, each where its target names it."""
        return False

    @property
    def statements(self) -> str:
        """Every statement that the scenario itself brings, and to what kind of database it goes, as a person reads it;
        "" of most."""
        return ""

    @property
    def rates(self) -> Mapping[str, Rate]:
        """Figures of its own, a second, by their names. Of most none."""
        return {}

    @property
    def unit(self) -> WorkUnit:
        """What a completed cycle of a user is."""
        return "order"


class DatabaseWorkload(Workload):
    """One on databases that Outpace builds."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def size(self) -> str:
        """The data's size by its canonical name."""

    @property
    @abc.abstractmethod
    def data_seed(self) -> int:
        """Another number gives other rows."""


class DvdStore(
    DatabaseWorkload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="dvdstore"
):
    """DVD Store with the original's parameters and defaults, for each target.

    new_customers_percent: share of cycles that begin with a new customer instead of a login. searches,
    search_batch_size, line_items: means of uniform numbers from 1 to 2n - 1. data_seed: the generated data are a pure
    function of it and of the size. version: 2, or 3, which has reviews and members too. Of version 3 alone:
    new_members_percent, new_reviews_percent, ratings_percent: share of cycles with one; reviews: mean number of
    look-ups of reviews, as searches.
    """

    db_size: Size = "10MB"
    version: Annotated[int, Meta(ge=2, le=3)] = 2
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    new_customers_percent: Annotated[float, Meta(ge=0, le=100)] = 20.0
    searches: Annotated[int, Meta(ge=1, le=100)] = 3
    search_batch_size: Annotated[int, Meta(ge=1, le=1000)] = 5
    line_items: Annotated[int, Meta(ge=1, le=100)] = 5
    new_members_percent: Annotated[float, Meta(ge=0, le=100)] = 1.0
    reviews: Annotated[int, Meta(ge=1, le=100)] = 3
    new_reviews_percent: Annotated[float, Meta(ge=0, le=100)] = 5.0
    ratings_percent: Annotated[float, Meta(ge=0, le=100)] = 10.0
    data_seed: Seed = 1

    @property
    def description(self) -> str:
        """What it does, for people."""
        return f"{self.db_size}{self._version}, {self.users} users each"

    @property
    def size(self) -> str:
        """The size's canonical name, with the version where it is 3. Raises ValueError for one that there is not."""
        return f"{size_name(self.db_size)}{self._version}"

    @property
    def cumulative_as(self) -> str:
        """The original driver's."""
        return "the DVD Store driver"

    @property
    def _version(self) -> str:
        return "" if self.version == 2 else f" of version {self.version}"

    @property
    def rows(self) -> Rows:
        """The row counts of the size."""
        return rows_of(self.db_size)


class Brokerage(
    DatabaseWorkload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="brokerage"
):
    """Operations of a brokerage's customers, for each target (docs/brokerage.md).

    history_days: how the trades that db_size fixes are split: more days mean fewer customers; 0 is the size's own
    number.
    data_seed: the generated data are a pure function of it, of the size and of the days.
    """

    db_size: Size = "10MB"
    history_days: Annotated[int, Meta(ge=0, le=1000, multiple_of=4)] = 0
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    data_seed: Seed = 1

    @property
    def description(self) -> str:
        """What it does, for people."""
        return f"Brokerage {self.size}, {self.users} users each"

    @property
    def disclaimer(self) -> str:
        """Of whom it is not."""
        return (
            "Brokerage is Outpace's own workload in the manner of a brokerage benchmark. It is not TPC-E, uses no "
            "TPC code or data, was not audited, and its results are not comparable with published TPC-E results or "
            "with Benchmark Factory's; only the systems of one study are compared. TPC-E is a trademark of the "
            "Transaction Processing Performance Council; Benchmark Factory of Quest Software."
        )

    @property
    def caveat(self) -> str:
        """As the disclaimer begins."""
        return marked("not comparable with TPC-E results")

    @property
    def rates_note(self) -> str:
        """What a swap is."""
        return (
            "Swaps: brokerage users who were to complete a trade and had none under way placed an order instead, which "
            "is counted as trade_order too; a later order completes a trade for each, so swaps are neither good nor "
            "bad."
        )

    @property
    def rates(self) -> Mapping[str, Rate]:
        """All operations, the trades that were completed, and the orders in place of results that found none to
        complete."""
        return {"TPS": Rate(), "Trades/s": Rate("trade_result"), "Swaps/s": Rate("swap", better="")}

    @property
    def size(self) -> str:
        """The size's canonical name, with the days where they are chosen. Raises ValueError as DVD Store's."""
        days = f" of {self.history_days} days" if self.history_days else ""
        return f"{size_name(self.db_size)}{days}"

    @property
    def rows(self) -> BrokerageRows:
        """The row counts of the size."""
        return brokerage_rows(self.db_size, self.history_days)


class Pacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """closed: a user starts its next order when it is done. open: Poisson arrivals, `rate` orders a second a target.

    max_lag_s: an arrival that no user could begin within this time is counted as missed.
    """

    loop: Literal["closed", "open"] = "closed"
    rate: Annotated[float, Meta(ge=0, le=1_000_000)] = 0.0
    max_lag_s: Annotated[float, Meta(gt=0, le=3600)] = 10.0


class StorageIo(Workload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="storage-io"):
    """I/Os on each target: threads x outstanding are under way at any time.

    block_kb: KiB of one I/O. blocks_kb: a mix of sizes in its place, the percentage of I/Os by their KiB, each I/O
    drawn by itself; write_blocks_kb: the writes' own, where they have another one than the reads.
    read_percent: share of reads, each I/O drawn by itself. skew: of random places; zipf: the one that is used k-th most
    with a probability proportional to k^-zipf_theta; hot: hot_percent of the file take hot_io_percent of the I/Os.
    file_size: of each target's file,
    in binary units. write_through: a write is answered when it is on the medium, not in the drive's cache. cached: the
    operating system's cache may answer; every figure then says so. trim_percent: share of trims among all
    I/Os; read_percent is of the others. verify: what the run reads is compared with what it
    wrote there. precondition_fills: how often the file is
    overwritten from end to end before each load that writes. precondition_steady: then random writes follow, in rounds
    of precondition_round_s, until five rounds in a row hold steady. write_pattern: what is written; every figure names
    one that drives can compress. keep_file: the file stays for the next run.
    """

    block_kb: Annotated[int, Meta(ge=1, le=MOST_BLOCK_KB)] = 8
    blocks_kb: MixedBlocks = {}
    write_blocks_kb: MixedBlocks = {}
    read_percent: Annotated[float, Meta(ge=0, le=100)] = 100.0
    access: Literal["random", "sequential"] = "random"
    skew: Skew = "even"
    zipf_theta: Annotated[float, Meta(ge=0.01, le=5)] = ZIPF_THETA
    hot_percent: Annotated[float, Meta(gt=0, lt=100)] = HOT_PERCENT
    hot_io_percent: Annotated[float, Meta(gt=0, le=100)] = HOT_IO_PERCENT
    threads: Annotated[int, Meta(ge=1, le=64)] = 2
    outstanding: Annotated[int, Meta(ge=1, le=MOST_OUTSTANDING)] = 1
    file_size: FileSize = "1GB"
    write_through: bool = False
    cached: bool = False
    verify: bool = False
    trim_percent: Annotated[float, Meta(ge=0, le=99)] = 0.0
    write_pattern: WritePattern = "incompressible"
    precondition_fills: Annotated[int, Meta(ge=0, le=100)] = 0
    precondition_steady: bool = False
    precondition_round_s: Annotated[float, Meta(ge=0.1, le=3600)] = 60.0
    keep_file: bool = True

    @property
    def unit(self) -> WorkUnit:
        """As Workload."""
        return "I/O"

    @property
    def think_time_s(self) -> float:
        """None: the next I/O begins when the one before has ended."""
        return 0.0

    @property
    def users(self) -> int:
        """I/Os under way at once on each target."""
        return self.threads * self.outstanding

    @property
    def mixed(self) -> bool:
        """Whether its I/Os are of several sizes."""
        return bool(self.blocks_kb or self.write_blocks_kb)

    def mix(self, operation: Literal["read", "write"]) -> dict[int, float]:
        """The percentage of reads, or of writes, of each block size, by its KiB; the smallest first."""
        own = (self.write_blocks_kb if operation == "write" else {}) or self.blocks_kb or {str(self.block_kb): 100.0}
        return {size: own[str(size)] for size in sorted(map(int, own))}

    @property
    def largest_kb(self) -> int:
        """The largest block that is read or written."""
        return max(*self.mix("read"), *self.mix("write"))

    @property
    def size_bytes(self) -> int:
        """Of each target's file."""
        found = re.fullmatch(r"([0-9.]+) ?([A-Za-z]+)", self.file_size)
        assert found is not None, "the scenario's check has seen it"
        return int(float(found[1]) * _FACTORS[found[2].lower()]) // 4096 * 4096

    @property
    def description(self) -> str:
        """What it does, for people."""
        return f"{self.io_label} on {self.file_size}, {self.thread_label} x {self.outstanding} outstanding each"

    @property
    def thread_label(self) -> str:
        """ "2 threads"."""
        return f"{self.threads} thread{'s' * (self.threads > 1)}"

    @property
    def io_label(self) -> str:
        """The I/Os alone: "8 KiB random reads"."""
        blocks = self.block_label(self.read_percent)
        trims = trim_label(self.trim_percent)
        return f"{blocks} {self.access_label} {pass_label(self.read_percent)}{trims}{pattern_label(self.write_pattern)}"

    @property
    def access_label(self) -> str:
        """ "random", "random (zipf 0.99)", "random (20 % take 80 %)"."""
        skews = {"zipf": f"zipf {self.zipf_theta:g}", "hot": f"{self.hot_percent:g} % take {self.hot_io_percent:g} %"}
        return f"{self.access} ({skews[self.skew]})" if self.skew in skews else self.access

    def block_label(self, read_percent: float) -> str:
        """The size of its I/Os, or the sizes with their percentages: "8 KiB", "4/8/64 KiB (60/30/10 %)"."""
        if not self.mixed:
            return f"{self.block_kb} KiB"
        reads, writes = mix_label(self.mix("read")), mix_label(self.mix("write"))
        if read_percent in {0, 100} or reads == writes:
            return reads if read_percent else writes
        return f"{reads} read, {writes} written,"


def mix_label(mix: Mapping[int, float]) -> str:
    """ "4/8/64 KiB (60/30/10 %)", of one size "64 KiB". mix: the percentage of each size, by its KiB."""
    sizes = "/".join(map(str, mix))
    return f"{sizes} KiB ({'/'.join(f'{share:g}' for share in mix.values())} %)" if len(mix) > 1 else f"{sizes} KiB"


def part_key(operation: str, block_kb: int) -> str:
    """The reads, or the writes, of one block size of a mix, as an operation of their own: "read 4 KiB"."""
    return f"{operation} {block_kb} KiB"


def pattern_name(access: str, block_kb: int, outstanding: int, threads: int) -> str:
    """ "SEQ1M Q8T1", as drive benchmarks call it: how the blocks follow, their size, I/Os under way, threads."""
    size = f"{block_kb // 1024}M" if block_kb % 1024 == 0 else f"{block_kb}K"
    return f"{'SEQ' if access == 'sequential' else 'RND'}{size} Q{outstanding}T{threads}"


def pass_label(read_percent: float) -> str:
    """ "reads", "writes", or the share of both."""
    if read_percent in {0, 100}:
        return "reads" if read_percent else "writes"
    return f"I/Os ({read_percent:g} % reads)"


def trim_label(trim_percent: float) -> str:
    """ ", 10 % trims"; "" of none."""
    return f", {trim_percent:g} % trims" if trim_percent else ""


def pattern_label(pattern: str) -> str:
    """ ", data: zeros": to be put behind what is read and written; "" of what can't be compressed."""
    return f", {PATTERN_LABELS[pattern]}" if pattern in PATTERN_LABELS else ""
