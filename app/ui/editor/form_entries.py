"""What the form asks: of each value its name, a line that explains it, its unit, its choices. The texts are translated
where they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from widgets.translation import marked

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One value. kind: how it is asked where its type does not tell ("folder", "file", "lines", "password", "pairs").
    choices: value and words. empty: what an empty field stands for. more: asked only on demand. when: only where that
    value of the same table is one of these. wide: takes a row of its own."""

    name: str
    label: str
    hint: str = ""
    unit: str = ""
    kind: str = ""
    choices: Choices = ()
    empty: str = ""
    more: bool = False
    when: tuple[str, tuple[Any, ...]] | None = None
    wide: bool = False


_FOLDER = Entry(
    "folder", "Folder", "Where its database lies. Choose a folder on each drive to compare two drives.", kind="folder",
    empty="Outpace's own data folder", wide=True,
)  # fmt: skip

SQLITE = (
    Entry(
        "journal", "Journal", "How a commit survives a power failure.",
        choices=(("rollback", "Rollback journal"), ("wal", "Write-ahead log")),
    ),
    Entry(
        "synchronous", "Waits for the disk", "Only “at every commit” loses nothing in a power failure.",
        choices=(("full", "At every commit"), ("normal", "At checkpoints"), ("off", "Never")),
    ),
    _FOLDER,
    Entry("cache_mb", "Page cache", "Memory of each connection.", "MB", more=True),
)  # fmt: skip

TLS = (
    ("prefer", "Where the server offers it"),
    ("require", "Always"),
    ("verify", "Always, and check the certificate"),
    ("off", "Never"),
)

SERVER = (
    Entry("host", "Host", "The server's name or address."),
    Entry("port", "Port", "", empty="the usual one"),
    Entry("user", "User", "It creates databases, and reads statistics."),
    Entry("database", "Database", "Made by Outpace, with a copy beside it."),
    Entry("password", "Password", "It is never written to this file.", kind="password", wide=True),
    Entry("tls", "Encryption", "", choices=TLS, more=True),
    Entry("tls_ca", "Authority's certificate", "A file that the certificate is checked against.", kind="file",
          empty="the system's", more=True, when=("tls", ("verify",)), wide=True),
    Entry("driver", "ODBC driver", "", empty="a fitting one is found", more=True),
    Entry("data_connections", "Connections to build with", "So many chunks of the data are made at once.", more=True),
    Entry("settings", "Settings of each user's session", "Such as synchronous_commit = off.", kind="pairs",
          more=True, wide=True),
    Entry("odbc", "ODBC string", "Instead of host, port, user and encryption. Without a password.", more=True,
          empty=marked("none"), wide=True),
)  # fmt: skip

SQLSERVER = (
    *(entry for entry in SERVER if entry.name not in {"settings", "odbc"}),
    Entry("recovery", "Recovery model", "Of the database during a run.", more=True,
          choices=(("full", "Full"), ("simple", "Simple"))),
    *(entry for entry in SERVER if entry.name in {"settings", "odbc"}),
)  # fmt: skip

PLACEMENT = (
    Entry("data", "Data folder", "As the server sees it.", empty="the server's own", more=True),
    Entry("log", "Log folder", "", empty="the server's own", more=True),
    Entry("index", "Index folder", "", empty="the server's own", more=True),
    Entry("backup", "Backup folder", "", empty="the server's own", more=True),
    Entry("temporary", "Temporary folder", "", empty="the server's own", more=True),
    Entry("data_files", "Files a filegroup", "SQL Server only.", more=True),
    Entry("tables", "Folders of single tables", "A table's name, and the folder it lies in.", kind="pairs", more=True,
          wide=True),
)  # fmt: skip

STORAGE = (
    Entry("path", "Folder or file", "On the drive to be measured. Outpace makes a file of its own in it.",
          kind="folder", empty="Outpace's own data folder", wide=True),
    Entry("cache_mb", "Cache of the drive", "What it keeps in memory, where you know it.", "MB", empty="not known",
          more=True),
    Entry("device", "It is a block device", "Such as /dev/nvme1n1. It is only read, unless writing is allowed.",
          more=True),
    Entry("force_write", "Destroy what it holds", "Allows a run that writes over everything on the device.", more=True,
          when=("device", (True,))),
)  # fmt: skip

TARGETS: Mapping[str, tuple[Entry, ...]] = {
    "sqlite": SQLITE,
    "postgresql": SERVER,
    "mysql": SERVER,
    "sqlserver": SQLSERVER,
    "storage": STORAGE,
}
ENGINES: Choices = (
    ("sqlite", "SQLite, embedded"),
    ("postgresql", "PostgreSQL"),
    ("mysql", "MySQL or MariaDB"),
    ("sqlserver", "SQL Server"),
    ("storage", "Folder or drive"),
)

DVD_STORE = (
    Entry("users", "Users", "Of each target, all at work at once."),
    Entry("think_time_s", "Think time", "Between two orders of a user. 0 is as fast as it goes.", "s"),
    Entry("db_size", "Size of the data", "Above the server's memory it tests the disks. “10MB”, “250GB”."),
    Entry("new_customers_percent", "New customers", "The others log in.", "%", more=True),
    Entry("searches", "Searches an order", "", more=True),
    Entry("search_batch_size", "Results a search", "", more=True),
    Entry("line_items", "Lines an order", "", more=True),
    Entry("data_seed", "Seed of the data", "Another number makes other rows, the same on all systems.", more=True),
)

STORAGE_IO = (
    Entry("block_kb", "Block", "Of one I/O.", "KiB"),
    Entry("read_percent", "Reads", "The others are writes. A sweep's passes set it themselves.", "%"),
    Entry("access", "Access", "", choices=(("random", "Random"), ("sequential", "Sequential"))),
    Entry("file_size", "Size of the file", "Of each target. At least twice the drive's cache. “1GB”."),
    Entry("threads", "Threads", "Of each target."),
    Entry("outstanding", "Outstanding", "I/Os under way, of each thread. A sweep sets it itself."),
    Entry("write_through", "Write through", "A write ends when it is on the medium.", more=True),
    Entry("cached", "Use the system's cache", "Every figure then says CACHED.", more=True),
    Entry("write_pattern", "What is written", "", more=True,
          choices=(("incompressible", "Random data"), ("repeated", "One page, repeated"), ("zeros", "Zeros"))),
    Entry("precondition_fills", "Fill first", "The file is overwritten before a load that writes.", marked("times"),
          more=True),
    Entry("precondition_steady", "Write until steady", "Random writes follow until they hold steady.", more=True),
    Entry("precondition_round_s", "Round", "Of that writing; five rounds have to agree.", "s", more=True,
          when=("precondition_steady", (True,))),
    Entry("keep_file", "Keep the file", "For the next run.", more=True),
)  # fmt: skip

WORKLOADS: Mapping[str, tuple[Entry, ...]] = {"dvdstore": DVD_STORE, "storage-io": STORAGE_IO}
WORKLOAD_KINDS: Choices = (
    ("dvdstore", "DVD Store: users place orders in a database"),
    ("storage-io", "Storage I/O: blocks are read and written on drives"),
)

PACING = (
    Entry("loop", "Arrivals", "When orders begin.", more=True,
          choices=(("closed", "When the last one is done"), ("open", "At a rate, whether or not it is done"))),
    Entry("rate", "Rate", "On each target.", "orders/s", more=True, when=("loop", ("open",))),
    Entry("max_lag_s", "Missed after", "An arrival that no user could begin by then.", "s", more=True,
          when=("loop", ("open",))),
)  # fmt: skip

_SETTLE = Entry("settle_s", "Settle", "At work on each step, before it is measured.", "s")
_DWELL = Entry("dwell_s", "Measure", "Each step for so long.", "s")

TIMED = (
    Entry("warmup_s", "Warm-up", "At work, and not yet counted.", "s"),
    Entry("run_s", "Run time", "What the result is made of.", "s"),
    Entry("window", "Counted", "", more=True,
          choices=(("whole", "The whole run time"), ("steady", "Its steady part"), ("fixed", "From … to …"))),
    Entry("window_from_s", "Counted from", "Since the load began.", "s", more=True, when=("window", ("fixed",))),
    Entry("window_to_s", "Counted to", "Since the load began.", "s", more=True, when=("window", ("fixed",))),
)  # fmt: skip
USER_SWEEP = (
    Entry("from_users", "From", "Of each target.", marked("users")),
    Entry("to_users", "To", "", marked("users")),
    Entry("step_users", "In steps of", "", marked("users")),
    _SETTLE,
    _DWELL,
)
LATENCY_LIMIT = (
    Entry("limit_ms", "Limit", "The most users are sought that keep it.", "ms"),
    Entry("figure", "Of", "Which latency keeps it.",
          choices=(("mean", "Mean"), ("p90", "90th percentile"), ("p95", "95th percentile"),
                   ("p99", "99th percentile"))),
    Entry("from_users", "From", "Of each target.", marked("users")),
    Entry("to_users", "At most", "", marked("users")),
    Entry("step_users", "In steps of", "Then halved until it is exact.", marked("users")),
    _SETTLE,
    _DWELL,
    Entry("operation", "Operation", "“order” is the whole order.", more=True),
)  # fmt: skip
RATE_SWEEP = (
    Entry("from_rate", "From", "On each target.", "orders/s"),
    Entry("to_rate", "To", "", "orders/s"),
    Entry("step_rate", "In steps of", "", "orders/s"),
    _SETTLE,
    _DWELL,
)
RACE = (
    Entry("orders", "Orders", "Who has done them first?"),
    Entry("timeout_s", "At the latest", "The race ends then.", "s"),
)
DEPTH_SWEEP = (
    Entry("depths", "Queue depths", "Outstanding I/Os of each thread, one step each.", wide=True),
    Entry("passes", "Passes", "All depths are gone through in each.",
          choices=(("read", "Reads"), ("write", "Writes"))),
    _SETTLE,
    _DWELL,
    Entry("blocks_kb", "Block sizes", "Each with all depths.", "KiB", empty="the workload's own", more=True),
)  # fmt: skip
PLANS: Mapping[str, tuple[Entry, ...]] = {
    "timed": TIMED,
    "user-sweep": USER_SWEEP,
    "latency-limit": LATENCY_LIMIT,
    "rate-sweep": RATE_SWEEP,
    "race": RACE,
    "queue-depth-sweep": DEPTH_SWEEP,
}
PLAN_KINDS: Choices = (
    ("timed", "For a fixed time"),
    ("user-sweep", "More and more users"),
    ("latency-limit", "The most users within a latency"),
    ("rate-sweep", "More and more orders a second"),
    ("race", "A race: so many orders"),
    ("queue-depth-sweep", "More and more I/Os at once (queue depths)"),
)
OF_EVERY_PLAN = (
    Entry("repeats", "Repeats", "A verdict needs three or more.", marked("times")),
    Entry("rest_s", "Rest", "Idle between two repeats.", "s"),
    Entry("ramp_users_per_s", "Users begin", "One after the other, so many a second.", "/s", more=True),
    Entry("idle_s", "Idle before", "Databases up, users idle, before the load.", "s", more=True),
    Entry("seed", "Seed of the users", "The same number makes the same orders.", empty="a new one each run", more=True),
)
ORDER = (
    Entry("order", "Order", "Systems on one host or drive disturb each other: let them take turns.",
          choices=(("auto", "Chosen by what they share"), ("together", "All at once"), ("alternating", "In turns"),
                   ("one at a time", "One a session"))),
    Entry("present", "In this session", "The others run in sessions of their own.", kind="system",
          when=("order", ("one at a time",))),
)  # fmt: skip
START = (
    Entry("state", "Begins", "After the databases were restored.", more=True,
          choices=(("warm", "As the warm-up leaves it"), ("cold", "With empty caches"))),
    Entry("command", "Command before each run", "On this machine. It runs only after you confirm exactly this text.",
          kind="lines", empty=marked("none"), more=True, wide=True),
    Entry("answer_s", "Answers within", "Of the databases, after that command.", "s", more=True),
)  # fmt: skip

TOP = (
    Entry("title", "Title", "It names the sessions, too."),
    Entry("description", "Question", "What is to be found out, in a sentence.", empty=marked("optional")),
)
NAME = Entry("name", "Name", "", wide=True)
SYSTEM = (
    Entry("facts", "Facts", "“Disks”, “Price”, “Power under load”, “Capacity”: the report divides by them.",
          kind="pairs", wide=True),
    Entry("notes", "Notes", "What a reader of the result should know.", kind="lines", empty=marked("none"), wide=True),
    Entry("color", "Colour", "", kind="color"),
)  # fmt: skip
MACHINE = (
    Entry("collectors", "Watched on this machine", "",
          choices=(("processor", "Processor"), ("memory", "Memory"), ("disks", "Disks")), more=True),
)  # fmt: skip
WATCH_KINDS: Choices = (
    ("prometheus", "node_exporter or windows_exporter"),
    ("typeperf", "Performance Monitor (on Windows)"),
)
WATCHES: Mapping[str, tuple[Entry, ...]] = {
    "prometheus": (
        Entry("url", "Address", "Such as http://db1:9100/metrics.", wide=True),
        Entry("devices", "Disks", "Their names, separated by commas.", empty=marked("all"), wide=True),
    ),
    "typeperf": (
        Entry("host", "Machine", "", empty="this one", wide=True),
        Entry("counters", "Counters", "One a line.", kind="rows", wide=True),
    ),
}
FACT_NAMES = ("Disks", "Price", "Power under load", "Power idle", "Capacity", "Rack units", "Processor", "Memory")
