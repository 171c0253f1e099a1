# SPDX-License-Identifier: Apache-2.0
"""Workloads (DVD Store, brokerage, and storage I/O, which uses blocks without a database) and their pacing."""

import abc
import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from app.model.brokerage_size import BrokerageRows, brokerage_rows
from app.model.dvdstore_size import DvdStoreRows, rows_of, size_name
from app.model.errors import phrase
from app.model.form import marked
from app.model.messages import Sentence
from app.model.order_entry_mix import MIX, TERMINAL, TERMINAL_MEAN_S, MixedTransaction
from app.model.order_entry_size import OrderEntryRows, canonical_size, order_entry_rows
from app.model.pause import Pause
from app.model.plans import Seed

MOST_OUTSTANDING = 1000
"""Maximum number of outstanding I/Os on one target, all threads together."""
MIB = 2**20
Size = Annotated[
    str,
    Meta(
        pattern=r"^([1-9][0-9]{0,5} ?[Mm][Bb]|([1-9][0-9]{0,2}|1000) ?[Gg][Bb])$",
        description='a whole number of MB or GB such as "10MB", "500MB" or "250GB"',
    ),
]
WarehouseSize = Annotated[
    str,
    Meta(
        pattern=r"^([1-9][0-9]{0,4} ?[Ww]|[1-9][0-9]{0,5} ?[Mm][Bb]|([1-9][0-9]{0,2}|1000) ?[Gg][Bb])$",
        description='a number of warehouses such as "8W", or of MB or GB such as "10MB" or "250GB"',
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
"""Percentages of I/Os by block size in KiB."""


class Rate(NamedTuple):
    """A workload's own figure, per second or per minute.

    Attributes:
        operation: Operation that is counted; "" for every order.
        better: Better direction; see collectors.series.Series.
        per_minute: Whether it is counted per minute.
    """

    operation: str = ""
    better: Literal["more", "less", ""] = "more"
    per_minute: bool = False


MOST_BLOCK_KB = 16_384
Skew = Literal["even", "zipf", "hot"]
ZIPF_THETA, HOT_PERCENT, HOT_IO_PERCENT = 0.99, 20.0, 80.0
PATTERN_LABELS: dict[str, str] = {"repeated": "data: one page repeated", "zeros": "data: zeros"}
"""Labels shown with every figure of a pattern that drives can compress or deduplicate."""
_FACTORS = {"mb": 2**20, "gb": 2**30, "tb": 2**40}


WorkUnit = Literal["order", "I/O", "transaction"]
"""Completed cycle of a user; orders are counted per minute, the other units per second."""


def per_s_factor(unit: WorkUnit) -> float:
    """Return the factor from cycles per second to the usual figure: 60 for orders per minute."""
    return 60.0 if unit == "order" else 1.0


class WorkloadParameters:
    """Base of workloads, which app.scenario.workload_registry registers."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def users(self) -> int:
        """Active users on each target."""

    @property
    @abc.abstractmethod
    def think_time_s(self) -> float:
        """Think time between two orders of a user."""

    @property
    def pauses(self) -> Mapping[str, Pause]:
        """Pause after each operation, by its key; empty if `think_time_s` applies to all."""
        return {}

    @property
    def bounded_mix(self) -> Mapping[str, MixedTransaction]:
        """Mix of the operations with the bounds of their response times; empty for most workloads."""
        return {}

    @property
    def mean_pause_s(self) -> float:
        """Mean pause between two orders of a user."""
        return self.think_time_s

    @property
    @abc.abstractmethod
    def description(self) -> str:
        """Display text of the workload, with its number of users."""

    @property
    def label(self) -> Sentence | None:
        """Translatable name and size without the number of users; None if the description is shown instead."""
        return None

    @property
    def setting(self) -> Sentence | None:
        """Additional parameter that is always shown; None for most workloads."""
        return None

    @property
    def seen_as(self) -> str:
        """Display text for visitors about the users' work, such as customers of a shop; "" for most workloads."""
        return ""

    @property
    def disclaimer(self) -> str:
        """Text required next to the workload's figures; "" for most workloads."""
        return ""

    @property
    def caveat(self) -> str:
        """Short form of the disclaimer for small spaces; "" for most workloads."""
        return ""

    @property
    def cumulative_as(self) -> str:
        """Name of the program that prints its orders per minute since the load began; "" for most workloads."""
        return ""

    @property
    def rates_note(self) -> str:
        """Sentences for a report that explain the workload's own rates if their names do not; "" for most workloads."""
        return ""

    @property
    def existing(self) -> bool:
        """True if it uses existing databases, each named by its target."""
        return False

    @property
    def statements(self) -> str:
        """Text of every statement in the scenario itself, with its kind of database; "" for most workloads."""
        return ""

    @property
    def rates(self) -> Mapping[str, Rate]:
        """Workload-specific figures by name; empty for most workloads."""
        return {}

    @property
    def unit(self) -> WorkUnit:
        """Completed cycle of a user."""
        return "order"


class DatabaseWorkload(WorkloadParameters):
    """Base of workloads on databases that Outpace builds."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def size(self) -> str:
        """Canonical name of the data's size."""

    @property
    @abc.abstractmethod
    def data_seed(self) -> int:
        """Seed of the generated rows."""

    @property
    def package(self) -> str:
        """Package, or module, that holds the workload's data, definition and engines."""
        assert isinstance(self, msgspec.Struct)
        return f"app.workloads.{str(self.__struct_config__.tag).replace('-', '_')}"


class DvdStore(
    DatabaseWorkload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="dvdstore"
):
    """DVD Store with the original's parameters and defaults, for each target.

    Attributes:
        version: Version of DVD Store: 2, or 3, which also has reviews and members.
        new_customers_percent: Share of cycles that begin with a new customer instead of a login.
        searches: Mean n of uniform numbers from 1 to 2n - 1, as are `search_batch_size` and `line_items`.
        new_members_percent: Share of cycles with a new member, version 3 only; `new_reviews_percent` and
            `ratings_percent` are similar.
        reviews: Mean number of review look-ups, like `searches`, version 3 only.
        data_seed: Seed of the generated data, which is a pure function of the seed and the size.
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
        return f"{self.db_size}{self._version}, {self.users} users each"

    @property
    def label(self) -> Sentence:
        return phrase("DVD Store {size}", size=self.db_size)

    @property
    def setting(self) -> Sentence:
        """Share of cycles with a new customer."""
        return phrase("{percent:g}\u00a0% new\u00a0customers", percent=self.new_customers_percent)

    @property
    def seen_as(self) -> str:
        """Display text of a shop's work."""
        return marked("A shop's orders")

    @property
    def size(self) -> str:
        """Canonical name of the size, with the version if it is 3. Raises ValueError for an invalid size."""
        return f"{size_name(self.db_size)}{self._version}"

    @property
    def cumulative_as(self) -> str:
        """Name of the original driver."""
        return "the DVD Store driver"

    @property
    def _version(self) -> str:
        return "" if self.version == 2 else f" of version {self.version}"

    @property
    def rows(self) -> DvdStoreRows:
        """Row counts of the size."""
        return rows_of(self.db_size)


class Brokerage(
    DatabaseWorkload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="brokerage"
):
    """Operations of a brokerage's customers, for each target (docs/brokerage.md).

    Attributes:
        history_days: Days over which the trades of db_size are split: more days mean fewer customers; 0 for the size's
            default.
        data_seed: Seed of the generated data, which is a pure function of the seed, the size and the days.
    """

    db_size: Size = "10MB"
    history_days: Annotated[int, Meta(ge=0, le=1000, multiple_of=4)] = 0
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    data_seed: Seed = 1

    @property
    def description(self) -> str:
        return f"Brokerage {self.size}, {self.users} users each"

    @property
    def label(self) -> Sentence:
        return phrase("Brokerage {size}", size=self.size)

    @property
    def seen_as(self) -> str:
        """Display text of a brokerage's work."""
        return marked("A brokerage's trades")

    @property
    def disclaimer(self) -> str:
        """Statement that the workload is not TPC-E."""
        return (
            "Brokerage is Outpace's own workload in the manner of a brokerage benchmark. It is not TPC-E, uses no "
            "TPC code or data, was not audited, and its results are not comparable with published TPC-E results or "
            "with Benchmark Factory's; only the systems of one study are compared. TPC-E is a trademark of the "
            "Transaction Processing Performance Council; Benchmark Factory of Quest Software."
        )

    @property
    def caveat(self) -> str:
        return marked("not comparable with TPC-E results")

    @property
    def rates_note(self) -> str:
        """Explanation of swaps."""
        return (
            "Swaps: brokerage users who were to complete a trade and had none under way placed an order instead, which "
            "is counted as trade_order too; a later order completes a trade for each, so swaps are neither good nor "
            "bad."
        )

    @property
    def rates(self) -> Mapping[str, Rate]:
        """All operations, completed trades, and orders placed when a trade result found none to complete."""
        return {"TPS": Rate(), "Trades/s": Rate("trade_result"), "Swaps/s": Rate("swap", better="")}

    @property
    def size(self) -> str:
        """Canonical name of the size, with the days if they are set. Raises ValueError for an invalid size."""
        days = f" of {self.history_days} days" if self.history_days else ""
        return f"{size_name(self.db_size)}{days}"

    @property
    def rows(self) -> BrokerageRows:
        """Row counts of the size."""
        return brokerage_rows(self.db_size, self.history_days)


class OrderEntry(
    DatabaseWorkload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="order-entry"
):
    """Transactions of a wholesale supplier's clerks, for each target (docs/order-entry.md).

    Attributes:
        think_time_s: Mean think time, unless `times` is "terminal".
        times: "terminal": keying and think times of a terminal, which depend on the transaction.
        choice: "deck": each user deals its transactions from a shuffled deck; "weights": it draws them.
        homes: "own": each user has a fixed warehouse; "all": each transaction picks one of all warehouses.
        hot_percent: Percentage of transactions at the first warehouse.
        data_seed: Seed of the generated data, which is a pure function of the seed and the size.
    """

    db_size: WarehouseSize = "1W"
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    times: Literal["think", "terminal"] = "think"
    choice: Literal["deck", "weights"] = "deck"
    homes: Literal["own", "all"] = "own"
    hot_percent: Annotated[float, Meta(ge=0, le=100)] = 0.0
    data_seed: Seed = 1

    @property
    def description(self) -> str:
        return f"Order entry {self.size}, {self.users} users each"

    @property
    def label(self) -> Sentence:
        return phrase("Order entry {size}", size=self.size)

    @property
    def bounded_mix(self) -> Mapping[str, MixedTransaction]:
        return MIX

    @property
    def pauses(self) -> Mapping[str, Pause]:
        return TERMINAL if self.times == "terminal" else {}

    @property
    def mean_pause_s(self) -> float:
        return TERMINAL_MEAN_S if self.times == "terminal" else self.think_time_s

    @property
    def disclaimer(self) -> str:
        """Statement that the workload is not TPC-C."""
        return (
            "Order entry is Outpace's own workload in the manner of an order-entry benchmark. It is not TPC-C, uses no "
            "TPC or HammerDB code or data, was not audited, and its results are not comparable with published TPC-C "
            "results nor with HammerDB's TPROC-C; only the systems of one study are compared. TPC-C and tpmC are "
            "trademarks of the Transaction Processing Performance Council."
        )

    @property
    def caveat(self) -> str:
        return marked("not comparable with TPC-C results")

    @property
    def rates(self) -> Mapping[str, Rate]:
        """All transactions, and new orders per minute."""
        return {"TPS": Rate(), "NO/min": Rate("new_order", per_minute=True)}

    @property
    def size(self) -> str:
        """Canonical name of the size. Raises ValueError for an invalid size."""
        return canonical_size(self.db_size)

    @property
    def rows(self) -> OrderEntryRows:
        """Row counts of the size."""
        return order_entry_rows(self.db_size)


class Pacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pacing: when users start their orders.

    Attributes:
        loop: "closed": a user starts its next order when the previous one is done. "open": Poisson arrivals.
        rate: Orders per second and target in the open loop.
        max_lag_s: Time within which a user must start an arrival, which otherwise is counted as missed.
    """

    loop: Literal["closed", "open"] = "closed"
    rate: Annotated[float, Meta(ge=0, le=1_000_000)] = 0.0
    max_lag_s: Annotated[float, Meta(gt=0, le=3600)] = 10.0


class StorageIo(
    WorkloadParameters, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="storage-io"
):
    """I/Os on each target, of which threads x outstanding are in flight at any time.

    Attributes:
        block_kb: Size of one I/O in KiB.
        blocks_kb: Mix of sizes to use instead: percentages of I/Os by size in KiB, with each I/O drawn independently.
        write_blocks_kb: Mix of the writes, if it differs.
        read_percent: Share of reads among reads and writes, with each I/O drawn independently.
        skew: Distribution of random offsets. zipf: the k-th most used block has a probability proportional to
            k^-zipf_theta. hot: hot_percent of the file take hot_io_percent of the I/Os.
        file_size: Size of each target's file, in binary units.
        write_through: Whether a write completes only when it is on the medium, not in the drive's cache.
        cached: Whether the operating system's cache may be used, which every figure then mentions.
        verify: Whether reads are compared with the data that the run has written.
        trim_percent: Share of trims among all I/Os.
        write_pattern: Data written; every figure names one that drives can compress.
        precondition_fills: Number of times that the file is overwritten from end to end before each load that writes.
        precondition_steady: Whether random writes follow, in rounds of precondition_round_s, until five consecutive
            rounds are steady.
        keep_file: Whether the file is kept for the next run.
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
        return "I/O"

    @property
    def think_time_s(self) -> float:
        """Always 0, because the next I/O begins when the previous one has ended."""
        return 0.0

    @property
    def users(self) -> int:
        """Number of outstanding I/Os on each target."""
        return self.threads * self.outstanding

    @property
    def mixed(self) -> bool:
        """True if its I/Os have several sizes."""
        return bool(self.blocks_kb or self.write_blocks_kb)

    def mix(self, operation: Literal["read", "write"]) -> dict[int, float]:
        """Return the percentages of reads, or of writes, by block size in KiB, in ascending order."""
        own = (self.write_blocks_kb if operation == "write" else {}) or self.blocks_kb or {str(self.block_kb): 100.0}
        return {size: own[str(size)] for size in sorted(map(int, own))}

    @property
    def largest_kb(self) -> int:
        """Largest block that is read or written, in KiB."""
        return max(*self.mix("read"), *self.mix("write"))

    @property
    def size_bytes(self) -> int:
        """Size of each target's file in bytes."""
        found = re.fullmatch(r"([0-9.]+) ?([A-Za-z]+)", self.file_size)
        assert found is not None, "the scenario's check has seen it"
        return int(float(found[1]) * _FACTORS[found[2].lower()]) // 4096 * 4096

    @property
    def description(self) -> str:
        return f"{self.io_label} on {self.file_size}, {self.thread_label} x {self.outstanding} outstanding each"

    @property
    def thread_label(self) -> str:
        """Threads with their number: "2 threads"."""
        return f"{self.threads} thread{'s' * (self.threads > 1)}"

    @property
    def io_label(self) -> str:
        """Label of only the I/Os: "8 KiB random reads"."""
        blocks = self.block_label(self.read_percent)
        trims = trim_label(self.trim_percent)
        return f"{blocks} {self.access_label} {pass_label(self.read_percent)}{trims}{pattern_label(self.write_pattern)}"

    @property
    def access_label(self) -> str:
        """Access with its skew: "random", "random (zipf 0.99)", "random (20 % take 80 %)"."""
        skews = {"zipf": f"zipf {self.zipf_theta:g}", "hot": f"{self.hot_percent:g} % take {self.hot_io_percent:g} %"}
        return f"{self.access} ({skews[self.skew]})" if self.skew in skews else self.access

    def block_label(self, read_percent: float) -> str:
        """Return the size of its I/Os, or the sizes with their percentages: "8 KiB", "4/8/64 KiB (60/30/10 %)"."""
        if not self.mixed:
            return f"{self.block_kb} KiB"
        reads, writes = mix_label(self.mix("read")), mix_label(self.mix("write"))
        if read_percent in {0, 100} or reads == writes:
            return reads if read_percent else writes
        return f"{reads} read, {writes} written,"


def mix_label(mix: Mapping[int, float]) -> str:
    """Return the label of a mix given as percentages by KiB: "4/8/64 KiB (60/30/10 %)", or "64 KiB" for one size."""
    sizes = "/".join(map(str, mix))
    return f"{sizes} KiB ({'/'.join(f'{share:g}' for share in mix.values())} %)" if len(mix) > 1 else f"{sizes} KiB"


def part_key(operation: str, block_kb: int) -> str:
    """Return the key of the reads, or writes, of one block size of a mix as a separate operation: "read 4 KiB"."""
    return f"{operation} {block_kb} KiB"


def pattern_name(access: str, block_kb: int, outstanding: int, threads: int) -> str:
    """Return the name that drive benchmarks use, "SEQ1M Q8T1": access, block size, outstanding I/Os, threads."""
    size = f"{block_kb // 1024}M" if block_kb % 1024 == 0 else f"{block_kb}K"
    return f"{'SEQ' if access == 'sequential' else 'RND'}{size} Q{outstanding}T{threads}"


def pass_label(read_percent: float) -> str:
    """Return "reads", "writes", or the share of both."""
    if read_percent in {0, 100}:
        return "reads" if read_percent else "writes"
    return f"I/Os ({read_percent:g} % reads)"


def trim_label(trim_percent: float) -> str:
    """Return the label of trims (", 10 % trims"), or "" if there are none."""
    return f", {trim_percent:g} % trims" if trim_percent else ""


def pattern_label(pattern: str) -> str:
    """Return a suffix that labels the written data, such as ", data: zeros"; "" if it is incompressible."""
    return f", {PATTERN_LABELS[pattern]}" if pattern in PATTERN_LABELS else ""
