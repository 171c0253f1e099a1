# SPDX-License-Identifier: Apache-2.0
"""Registry of workloads: Outpace's own, and those of other packages.

Each entry point "outpace.workloads" names a `WorkloadDescription`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.model.form import FormField, marked
from app.model.mistakes import Mistake
from app.model.registry import Registry, struct_faults
from app.model.scenario import Scenario
from app.model.sql_workload import Sql
from app.model.workloads import Brokerage, DvdStore, OrderEntry, StorageIo, WorkloadParameters
from app.scenario.sql_scenario import sql_mistakes


@dataclass(frozen=True, slots=True)
class WorkloadDescription:
    """Description of a workload.

    Attributes:
        name: Name in scenarios.
        choice: Name in the list of workloads.
        parameters: Struct of its table, tagged with the name.
        form: Form of the parameters.
        targets: "module:function" that creates a run's targets, loaded by the engine; takes the scenario file,
            passwords, and indexes of the systems present; returns a list of app.engine.target.Target.
        engines: Engines that it supports, "storage" for files and devices; empty for all databases.
        mistakes: Function that yields the mistakes in a scenario with this workload.
        begins_with: Initial values of a new table.
    """

    name: str
    choice: str
    parameters: type[msgspec.Struct]
    form: Sequence[FormField]
    targets: str
    engines: Sequence[str] = ()
    mistakes: Callable[[Scenario], Iterable[Mistake]] | None = None
    begins_with: Mapping[str, Any] = field(default_factory=dict)


DVD_STORE = WorkloadDescription(
    "dvdstore",
    marked("DVD Store: users place orders in a database"),
    DvdStore,
    (
        FormField("users", "Users", "Concurrent users per target."),
        FormField("think_time_s", "Think time", "Pause between a user's orders. 0 = no pause.", "s"),
        FormField("db_size", "Size of the data", "Larger than the server's memory tests the disks. “10MB”, “250GB”."),
        FormField("version", "Version", "2, or 3: with members and reviews.", more=True),
        FormField("new_customers_percent", "New customers", "The remaining customers log in.", "%", more=True),
        FormField("searches", "Searches per order", "", more=True),
        FormField("search_batch_size", "Results per search", "", more=True),
        FormField("line_items", "Lines per order", "", more=True),
        FormField("new_members_percent", "New members", "Share of orders.", "%", more=True, when=("version", (3,))),
        FormField("reviews", "Review searches", "Per order.", more=True, when=("version", (3,))),
        FormField("new_reviews_percent", "New reviews", "Share of orders.", "%", more=True, when=("version", (3,))),
        FormField("ratings_percent", "Ratings of reviews", "Share of orders.", "%", more=True, when=("version", (3,))),
        FormField(
            "data_seed", "Seed of the data", "Another number gives different rows, the same on all systems.", more=True
        ),
    ),
    "app.engine.roster:database_targets",
)  # fmt: skip
BROKERAGE = WorkloadDescription(
    "brokerage",
    marked("Brokerage: customers trade, brokers and markets answer"),
    Brokerage,
    (
        FormField("users", "Users", "Concurrent users per target."),
        FormField("think_time_s", "Think time", "Pause between a user's operations. 0 = no pause.", "s"),
        FormField("db_size", "Size of the data", "2,000 trades a MB. “10MB”, “250GB”."),
        FormField(
            "history_days", "Trading days", "More days mean fewer customers. 0 = the size's own number.", more=True
        ),
        FormField(
            "data_seed", "Seed of the data", "Another number gives different rows, the same on all systems.", more=True
        ),
    ),
    "app.engine.roster:database_targets",
)  # fmt: skip
DECK_OR_WEIGHTS = (("deck", marked("Dealt from a shuffled deck")), ("weights", marked("Drawn by weight")))
ORDER_ENTRY = WorkloadDescription(
    "order-entry",
    marked("Order entry: clerks enter, pay and deliver orders"),
    OrderEntry,
    (
        FormField("users", "Users", "Concurrent users per target."),
        FormField("times", "Pauses", "", choices=(("think", marked("Think time")),
                                                  ("terminal", marked("Keying and think times of a terminal")))),
        FormField("think_time_s", "Think time", "Pause between a user's transactions. 0 = no pause.", "s",
                  when=("times", ("think",))),
        FormField("db_size", "Size of the data", "Warehouses, “8W”, or a size of 100 MB each: “10MB”, “250GB”."),
        FormField("choice", "Choice", "How a user chooses its transactions.", more=True, choices=DECK_OR_WEIGHTS),
        FormField("homes", "Warehouse", "Where a user's transactions are.", more=True,
                  choices=(("own", marked("One of its own")), ("all", marked("Another one each time")))),
        FormField("hot_percent", "Hot spot", "Transactions at the first warehouse.", "%", more=True),
        FormField(
            "data_seed", "Seed of the data", "Another number gives different rows, the same on all systems.", more=True
        ),
    ),
    "app.engine.roster:database_targets",
)  # fmt: skip
STORAGE_IO = WorkloadDescription(
    "storage-io",
    marked("Storage I/O: blocks are read and written on drives"),
    StorageIo,
    (
        FormField("block_kb", "Block", "Size of one I/O.", "KiB"),
        FormField("blocks_kb", "Block sizes", "A mix in place of one block: KiB and the percentage of I/Os.",
                  kind="pairs", more=True, wide=True),
        FormField("write_blocks_kb", "Block sizes of writes", "Where writes have another mix than reads.",
                  kind="pairs", more=True, wide=True),
        FormField("read_percent", "Reads", "The rest are writes. A sweep sets this itself.", "%"),
        FormField("access", "Access", "", choices=(("random", "Random"), ("sequential", "Sequential"))),
        FormField("skew", "Skew", "Of random places: are some used more often?", more=True,
                  choices=(("even", marked("Even")), ("zipf", marked("Zipf")), ("hot", marked("A hot part")))),
        FormField("zipf_theta", "Theta", "0.99 is usual; more is more skewed.", more=True, when=("skew", ("zipf",))),
        FormField("hot_percent", "Hot part", "Of the file.", "%", more=True, when=("skew", ("hot",))),
        FormField("hot_io_percent", "I/Os on it", "", "%", more=True, when=("skew", ("hot",))),
        FormField("file_size", "Size of the file", "Per target. At least twice the drive's cache. “1GB”."),
        FormField("threads", "Threads", "Per target."),
        FormField("outstanding", "Outstanding", "Outstanding I/Os per thread. A sweep sets this itself."),
        FormField("write_through", "Write through", "A write completes only on stable media.", more=True),
        FormField("cached", "Use the system's cache", "Every figure then says CACHED.", more=True),
        FormField("trim_percent", "Trims", "Of all I/Os. Linux only; they destroy what was there.", "%", more=True),
        FormField("verify", "Verify", "What was written is compared when it is read again.", more=True),
        FormField("write_pattern", "Contents", "", more=True,
                  choices=(("incompressible", "Random data"), ("repeated", "One page, repeated"), ("zeros", "Zeros"))),
        FormField("precondition_fills", "Fill first", "The file is overwritten before a writing load.",
                  marked("times"), more=True),
        FormField("precondition_steady", "Write until steady", "Then random writes until steady state.",
                  more=True),
        FormField("precondition_round_s", "Round", "Length of one round; five rounds must agree.", "s", more=True,
                  when=("precondition_steady", (True,))),
        FormField("keep_file", "Keep the file", "For reuse by the next run.", more=True),
    ),
    "app.engine.roster:storage_targets",
    ("storage",),
)  # fmt: skip
_LOOK_UP = "\\set id random(1, 5)\nSELECT amount FROM account WHERE id = :id;\n"
_CHANGE = "\\set id random(1, 5)\nBEGIN;\nUPDATE account SET amount = amount + 1 WHERE id = :id;\nCOMMIT;\n"
_ACCOUNTS = (
    "CREATE TABLE account (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)",
    "INSERT INTO account (id, amount) VALUES (1, 100), (2, 100), (3, 100), (4, 100), (5, 100)",
)
_ENGINES = FormField("engines", "Engines", "Whose it is: sqlite, postgresql, mysql, sqlserver.", empty=marked("all"))
_STATEMENT = (FormField("statement", "Statement", kind="script", wide=True), _ENGINES)
SQL = WorkloadDescription(
    "sql",
    marked("Own SQL: your transactions, in pgbench's script language"),
    Sql,
    (
        FormField("users", "Users", "Concurrent users per target."),
        FormField("think_time_s", "Think time", "Pause between a user's transactions. 0 = no pause.", "s"),
        FormField("database", "Database", "An existing one is never dropped; only your statements change it.",
                  choices=(("own", marked("Made by the set-up")), ("existing", marked("An existing one")))),
        FormField("transactions", "Transactions", "Statements end with a semicolon; :name is a variable.",
                  kind="parts", wide=True,
                  parts=(FormField("name", "Name"), FormField("weight", "Weight", "Its share of all, by the sum."),
                         FormField("think_time_s", "Think time", "After it. Empty: as above.", "s"),
                         FormField("file", "Script file", "Beside the scenario, instead of the script.",
                                   kind="beside"),
                         _ENGINES, FormField("script", "Script", kind="script", wide=True))),
        FormField("choice", "Choice", "How a user chooses its transactions.", more=True, choices=DECK_OR_WEIGHTS),
        FormField("setup", "Set-up", "Before each run. One statement each.", kind="parts", wide=True, parts=_STATEMENT),
        FormField("variables", "Variables", "Drawn before each transaction.", kind="parts", more=True, wide=True,
                  parts=(FormField("name", "Name"),
                         FormField("draw", "Draw", choices=(("uniform", marked("Uniform")), ("zipf", marked("Zipf")),
                                                            ("gaussian", marked("Gaussian")),
                                                            ("exponential", marked("Exponential")))),
                         FormField("low", "From"), FormField("high", "To"),
                         FormField("shape", "Shape", "Of zipf theta; of the others as pgbench's parameter."),
                         FormField("file", "File", "Its lines, beside the scenario.", kind="beside"),
                         FormField("values", "Values", "One a line, instead of a range.", kind="rows", wide=True))),
        FormField("define", "Constants", "A variable's name and its value.", kind="pairs", more=True, wide=True),
        FormField("checks", "Checks", "After the run: a query and the row it must give.", kind="parts", more=True,
                  wide=True, parts=(FormField("name", "Name"), _ENGINES,
                                    FormField("query", "Query", kind="script", wide=True),
                                    FormField("gives", "Gives", "The columns of its row, one a line.", kind="rows",
                                              wide=True))),
        FormField("cleanup", "Clean-up", "After the run and the checks.", kind="parts", more=True, wide=True,
                  parts=_STATEMENT),
        FormField("read_only", "Read only", "The transactions change nothing.", more=True),
        FormField("connect_per_transaction", "Connect each time", "A new connection for each transaction.", more=True),
    ),
    "app.engine.roster:sql_targets",
    mistakes=sql_mistakes,
    begins_with={
        "transactions": [
            {"name": "look up", "weight": 9, "script": _LOOK_UP},
            {"name": "change", "weight": 1, "script": _CHANGE},
        ],
        "setup": [{"statement": statement} for statement in _ACCOUNTS],
    },
)  # fmt: skip

WORKLOADS = Registry(
    "workload",
    "outpace.workloads",
    [f"{__name__}:{name}" for name in ("DVD_STORE", "STORAGE_IO", "BROKERAGE", "ORDER_ENTRY", "SQL")],
    WorkloadDescription,
    lambda workload: struct_faults(workload.parameters, workload.name, "name"),
)


def description_of(workload: WorkloadParameters) -> WorkloadDescription:
    """Return the description of a scenario's workload."""
    assert isinstance(workload, msgspec.Struct)
    return WORKLOADS[str(workload.__struct_config__.tag)]


def parameter_structs() -> Mapping[str, type[msgspec.Struct]]:
    """Return the structs of workloads, by name."""
    return {name: one.parameters for name, one in WORKLOADS.all.items()}
