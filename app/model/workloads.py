"""Storage I/O: reads and writes of blocks on files and devices themselves, without any database."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Protocol

import msgspec
from msgspec import Meta

from app.model.mistakes import Mistake
from app.model.plans import DepthSweep, Passes

MOST_OUTSTANDING = 1000
"""I/Os under way at once on one target, its threads together."""
MIB = 2**20
FileSize = Annotated[
    str,
    Meta(pattern=r"^[0-9]+(\.[0-9]+)? ?([Mm][Bb]|[Gg][Bb]|[Tt][Bb])$", description='a size such as "512MB" or "24GB"'),
]
WritePattern = Literal["incompressible", "repeated", "zeros"]
PATTERN_LABELS: dict[str, str] = {"repeated": "data: one page repeated", "zeros": "data: zeros"}
"""What is said beside every figure of a pattern that drives can compress, or find again."""
_FACTORS = {"mb": 2**20, "gb": 2**30, "tb": 2**40}


class Storage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="storage"):
    """A target of storage I/O.

    path: a folder, in which a file of Outpace's own is made, or the file to be made; "" is the program's own data
    folder. Relative to the scenario file. device: it is a block device, which is only read, unless force_write allows
    to destroy what it holds. cache_mb: what its controller or drive keeps in memory, where that is known.
    """

    path: Annotated[str, Meta(max_length=4000)] = ""
    device: bool = False
    force_write: bool = False
    cache_mb: Annotated[float, Meta(ge=0, le=10_000_000)] = 0.0

    @property
    def folder(self) -> str:
        """Where its file lies, as chosen."""
        return self.path


class StorageIo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="storage-io"):
    """I/Os of one size on each target: threads x outstanding are under way at any time.

    block_kb: KiB of one I/O. read_percent: share of reads, each I/O drawn by itself. file_size: of each target's file,
    in binary units. write_through: a write is answered when it is on the medium, not in the drive's cache. cached: the
    operating system's cache may answer; every figure then says so. precondition_fills: how often the file is
    overwritten from end to end before each load that writes. precondition_steady: then random writes follow, in rounds
    of precondition_round_s, until five rounds in a row hold steady. write_pattern: what is written; every figure names
    one that drives can compress. keep_file: the file stays for the next run.
    """

    think_time_s: ClassVar[float] = 0.0

    block_kb: Annotated[int, Meta(ge=1, le=16_384)] = 8
    read_percent: Annotated[float, Meta(ge=0, le=100)] = 100.0
    access: Literal["random", "sequential"] = "random"
    threads: Annotated[int, Meta(ge=1, le=64)] = 2
    outstanding: Annotated[int, Meta(ge=1, le=MOST_OUTSTANDING)] = 1
    file_size: FileSize = "1GB"
    write_through: bool = False
    cached: bool = False
    write_pattern: WritePattern = "incompressible"
    precondition_fills: Annotated[int, Meta(ge=0, le=100)] = 0
    precondition_steady: bool = False
    precondition_round_s: Annotated[float, Meta(ge=0.1, le=3600)] = 60.0
    keep_file: bool = True

    @property
    def users(self) -> int:
        """I/Os under way at once on each target."""
        return self.threads * self.outstanding

    @property
    def size_bytes(self) -> int:
        """Of each target's file."""
        found = re.fullmatch(r"([0-9.]+) ?([A-Za-z]+)", self.file_size)
        assert found is not None, "the scenario's check has seen it"
        return int(float(found[1]) * _FACTORS[found[2].lower()]) // 4096 * 4096

    @property
    def words(self) -> str:
        """What it does, for people."""
        return f"{self.io_words} on {self.file_size}, {self.threads_words} x {self.outstanding} outstanding each"

    @property
    def threads_words(self) -> str:
        """ "2 threads"."""
        return f"{self.threads} thread{'s' * (self.threads > 1)}"

    @property
    def io_words(self) -> str:
        """The I/Os alone: "8 KiB random reads"."""
        return f"{self.block_kb} KiB {self.access} {pass_label(self.read_percent)}{pattern_label(self.write_pattern)}"


def pass_label(read_percent: float) -> str:
    """ "reads", "writes", or the share of both."""
    if read_percent in {0, 100}:
        return "reads" if read_percent else "writes"
    return f"I/Os ({read_percent:g} % reads)"


def pattern_label(pattern: str) -> str:
    """ ", data: zeros": to be put behind what is read and written; "" of what can't be compressed."""
    return f", {PATTERN_LABELS[pattern]}" if pattern in PATTERN_LABELS else ""


READ_PERCENT: dict[Passes, float] = {"read": 100.0, "write": 0.0}
"""Of a pass of the queue-depth sweep."""


class _System(Protocol):
    @property
    def targets(self) -> Sequence[object]: ...


def storage_mistakes(systems: Sequence[_System], workload: object, plan: object) -> Iterator[Mistake]:
    """What contradicts itself in a scenario with storage targets, or with the storage workload."""
    work = workload if isinstance(workload, StorageIo) else None
    for index, system in enumerate(systems):
        for number, target in enumerate(system.targets):
            key = ("systems", index, "targets", number)
            if work is None:
                if isinstance(target, Storage):
                    text = 'a storage target needs the workload "storage-io": [workload] name = "storage-io"'
                    yield Mistake((*key, "engine"), text)
            elif not isinstance(target, Storage):
                text = (
                    'the workload "storage-io" needs storage targets (engine = "storage"), and this one is a database'
                )
                yield Mistake((*key, "engine"), text)
            else:
                yield from _target_mistakes(target, key, writes=_writes(work, plan))
    if work is None:
        if isinstance(plan, DepthSweep):
            yield Mistake(("plan", "name"), 'a queue-depth sweep needs the workload "storage-io"')
        return
    yield from _work_mistakes(work, plan)


def _writes(work: StorageIo, plan: object) -> bool:
    return "write" in plan.passes if isinstance(plan, DepthSweep) else work.read_percent < 100


def _target_mistakes(target: Storage, key: tuple[str | int, ...], *, writes: bool) -> Iterator[Mistake]:
    if target.device and not target.path:
        yield Mistake((*key, "path"), 'a device needs its path, such as "/dev/nvme1n1"')
    if target.force_write and not target.device:
        yield Mistake((*key, "force_write"), "needs device = true; files that are not Outpace's are never overwritten")
    if target.device and writes and not target.force_write:
        text = (
            "this run writes, which destroys what the device holds: use read_percent = 100 (of a sweep "
            'passes = ["read"]), or allow it with force_write = true'
        )
        yield Mistake((*key, "device"), text)


def _work_mistakes(work: StorageIo, plan: object) -> Iterator[Mistake]:
    place = ("workload",)
    deepest, largest_kb = work.outstanding, work.block_kb
    if isinstance(plan, DepthSweep):
        deepest, largest_kb = max(plan.depths), max(plan.blocks_kb, default=largest_kb)
        place = ("plan",)
    name = "depths" if isinstance(plan, DepthSweep) else "outstanding"
    if work.threads * deepest > MOST_OUTSTANDING:
        text = f"{work.threads} threads x {deepest:,} outstanding are more than {MOST_OUTSTANDING:,} I/Os at once"
        yield Mistake((*place, name), text)
    if work.size_bytes < max(MIB, largest_kb * 1024 * work.threads):
        text = f"{work.file_size} has no room for a block of {largest_kb:,} KiB a thread"
        yield Mistake(("workload", "file_size"), text)
