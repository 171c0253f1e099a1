"""What the form asks: of each value its name, a line that explains it, its unit, its choices. The texts are translated
where they are shown."""

from collections.abc import Mapping

from app.databases.registry import ENGINES
from app.model.form import Choices, FormField, marked

PLACEMENT = (
    FormField("data", "Data folder", "As the server sees it.", empty="the server's own", more=True),
    FormField("log", "Log folder", "", empty="the server's own", more=True),
    FormField("index", "Index folder", "", empty="the server's own", more=True),
    FormField("backup", "Backup folder", "", empty="the server's own", more=True),
    FormField("temporary", "Temporary folder", "", empty="the server's own", more=True),
    FormField("data_files", "Files a filegroup", "SQL Server only.", more=True),
    FormField("tables", "Folders of single tables", "A table's name, and the folder it lies in.", kind="pairs",
              more=True,
          wide=True),
)  # fmt: skip


def engines() -> Choices:
    """What a target can be."""
    return tuple((name, engine.choice) for name, engine in ENGINES.all.items())


DVD_STORE = (
    FormField("users", "Users", "Of each target, all at work at once."),
    FormField("think_time_s", "Think time", "Between two orders of a user. 0 is as fast as it goes.", "s"),
    FormField("db_size", "Size of the data", "Above the server's memory it tests the disks. “10MB”, “250GB”."),
    FormField("new_customers_percent", "New customers", "The others log in.", "%", more=True),
    FormField("searches", "Searches an order", "", more=True),
    FormField("search_batch_size", "Results a search", "", more=True),
    FormField("line_items", "Lines an order", "", more=True),
    FormField("data_seed", "Seed of the data", "Another number makes other rows, the same on all systems.", more=True),
)

STORAGE_IO = (
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
    FormField("precondition_fills", "Fill first", "The file is overwritten before a load that writes.", marked("times"),
          more=True),
    FormField("precondition_steady", "Write until steady", "Random writes follow until they hold steady.", more=True),
    FormField("precondition_round_s", "Round", "Of that writing; five rounds have to agree.", "s", more=True,
          when=("precondition_steady", (True,))),
    FormField("keep_file", "Keep the file", "For the next run.", more=True),
)  # fmt: skip

WORKLOADS: Mapping[str, tuple[FormField, ...]] = {"dvdstore": DVD_STORE, "storage-io": STORAGE_IO}
WORKLOAD_KINDS: Choices = (
    ("dvdstore", "DVD Store: users place orders in a database"),
    ("storage-io", "Storage I/O: blocks are read and written on drives"),
)

PACING = (
    FormField("loop", "Arrivals", "When orders begin.", more=True,
          choices=(("closed", "When the last one is done"), ("open", "At a rate, whether or not it is done"))),
    FormField("rate", "Rate", "On each target.", "orders/s", more=True, when=("loop", ("open",))),
    FormField("max_lag_s", "Missed after", "An arrival that no user could begin by then.", "s", more=True,
          when=("loop", ("open",))),
)  # fmt: skip

ORDER = (
    FormField("order", "Order", "Systems on one host or drive disturb each other: let them take turns.",
          choices=(("auto", "Chosen by what they share"), ("together", "All at once"), ("alternating", "In turns"),
                   ("one at a time", "One a session"))),
    FormField("present", "In this session", "The others run in sessions of their own.", kind="system",
          when=("order", ("one at a time",))),
)  # fmt: skip
START = (
    FormField("state", "Begins", "After the databases were restored.", more=True,
          choices=(("warm", "As the warm-up leaves it"), ("cold", "With empty caches"))),
    FormField("command", "Command before each run",
              "On this machine. It runs only after you confirm exactly this text.",
          kind="lines", empty=marked("none"), more=True, wide=True),
    FormField("answer_s", "Answers within", "Of the databases, after that command.", "s", more=True),
)  # fmt: skip

TOP = (
    FormField("title", "Title", "It names the sessions, too."),
    FormField("description", "Question", "What is to be found out, in a sentence.", empty=marked("optional")),
)
NAME = FormField("name", "Name", "", wide=True)
SYSTEM = (
    FormField("facts", "Facts", "“Disks”, “Price”, “Power under load”, “Capacity”: the report divides by them.",
          kind="pairs", wide=True),
    FormField("notes", "Notes", "What a reader of the result should know.", kind="lines", empty=marked("none"),
              wide=True),
    FormField("color", "Colour", "", kind="color"),
)  # fmt: skip
MACHINE = (
    FormField("collectors", "Watched on this machine", "",
          choices=(("processor", "Processor"), ("memory", "Memory"), ("disks", "Disks")), more=True),
)  # fmt: skip
WATCH_KINDS: Choices = (
    ("prometheus", "node_exporter or windows_exporter"),
    ("typeperf", "Performance Monitor (on Windows)"),
)
WATCHES: Mapping[str, tuple[FormField, ...]] = {
    "prometheus": (
        FormField("url", "Address", "Such as http://db1:9100/metrics.", wide=True),
        FormField("devices", "Disks", "Their names, separated by commas.", empty=marked("all"), wide=True),
    ),
    "typeperf": (
        FormField("host", "Machine", "", empty="this one", wide=True),
        FormField("counters", "Counters", "One a line.", kind="rows", wide=True),
    ),
}
FACT_NAMES = ("Disks", "Price", "Power under load", "Power idle", "Capacity", "Rack units", "Processor", "Memory")
