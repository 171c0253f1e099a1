"""The workloads that there are: ours, and those of other packages (entry points "outpace.workloads", each naming a
`WorkloadDescription`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from app.model.form import FormField, marked
from app.model.registry import Registry, struct_faults
from app.model.workloads import DvdStore, StorageIo


@dataclass(frozen=True, slots=True)
class WorkloadDescription:
    """name: in scenarios. choice: in a list to choose from. parameters: the struct of its table, whose tag is the name.

    form: what is asked of them. targets: "module:function" that makes the targets of a run, loaded by the engine:
    (scenario file, passwords, places of the systems present) to a list of app.engine.target.Target.
    """

    name: str
    choice: str
    parameters: type[msgspec.Struct]
    form: Sequence[FormField]
    targets: str


DVD_STORE = WorkloadDescription(
    "dvdstore",
    marked("DVD Store: users place orders in a database"),
    DvdStore,
    (
        FormField("users", "Users", "Of each target, all at work at once."),
        FormField("think_time_s", "Think time", "Between two orders of a user. 0 is as fast as it goes.", "s"),
        FormField("db_size", "Size of the data", "Above the server's memory it tests the disks. “10MB”, “250GB”."),
        FormField("new_customers_percent", "New customers", "The others log in.", "%", more=True),
        FormField("searches", "Searches an order", "", more=True),
        FormField("search_batch_size", "Results a search", "", more=True),
        FormField("line_items", "Lines an order", "", more=True),
        FormField(
            "data_seed", "Seed of the data", "Another number makes other rows, the same on all systems.", more=True
        ),
    ),
    "app.engine.roster:database_targets",
)  # fmt: skip
STORAGE_IO = WorkloadDescription(
    "storage-io",
    marked("Storage I/O: blocks are read and written on drives"),
    StorageIo,
    (
        FormField("block_kb", "Block", "Of one I/O.", "KiB"),
        FormField("read_percent", "Reads", "The others are writes. A sweep's passes set it themselves.", "%"),
        FormField("access", "Access", "", choices=(("random", "Random"), ("sequential", "Sequential"))),
        FormField("file_size", "Size of the file", "Of each target. At least twice the drive's cache. “1GB”."),
        FormField("threads", "Threads", "Of each target."),
        FormField("outstanding", "Outstanding", "I/Os under way, of each thread. A sweep sets it itself."),
        FormField("write_through", "Write through", "A write ends when it is on the medium.", more=True),
        FormField("cached", "Use the system's cache", "Every figure then says CACHED.", more=True),
        FormField("write_pattern", "What is written", "", more=True,
                  choices=(("incompressible", "Random data"), ("repeated", "One page, repeated"), ("zeros", "Zeros"))),
        FormField("precondition_fills", "Fill first", "The file is overwritten before a load that writes.",
                  marked("times"), more=True),
        FormField("precondition_steady", "Write until steady", "Random writes follow until they hold steady.",
                  more=True),
        FormField("precondition_round_s", "Round", "Of that writing; five rounds have to agree.", "s", more=True,
                  when=("precondition_steady", (True,))),
        FormField("keep_file", "Keep the file", "For the next run.", more=True),
    ),
    "app.engine.roster:storage_targets",
)  # fmt: skip

WORKLOADS = Registry(
    "workload",
    "outpace.workloads",
    [f"{__name__}:{name}" for name in ("DVD_STORE", "STORAGE_IO")],
    WorkloadDescription,
    lambda workload: struct_faults(workload.parameters, workload.name, "name"),
)


def parameter_structs() -> Mapping[str, type[msgspec.Struct]]:
    """What a scenario's workload may be, by its name."""
    return {name: one.parameters for name, one in WORKLOADS.all.items()}
