# SPDX-License-Identifier: Apache-2.0
"""Entries of the form: the name, hint, unit and choices of each value.

Texts are translated when they are displayed.
"""

from app.databases.registry import ENGINES
from app.model.agent_machine import DEFAULT_PYTHON
from app.model.form import Choices, FormField, marked
from app.model.hardware import PRICE
from app.scenario.collectors import COLLECTORS, of_this_machine, watches
from app.scenario.workload_registry import WORKLOADS

PLACEMENT = (
    FormField("data", "Data folder", "Path on the server; on PostgreSQL also the name of a tablespace.",
              empty="the server's own", more=True),
    FormField("log", "Log folder", "", empty="the server's own", more=True),
    FormField("index", "Index folder", "", empty=marked("with their tables"), more=True),
    FormField("backup", "Backup folder", "", empty="the server's own", more=True),
    FormField("temporary", "Temporary folder", "", empty="the server's own", more=True),
    FormField("data_files", "Files per filegroup", "SQL Server only.", more=True),
    FormField("tables", "Folders of individual tables", "A table's name and its folder. Its indexes lie with it.",
              kind="pairs", more=True, wide=True),
    FormField("indexes", "Folders of individual indexes", "An index's name and its folder.", kind="pairs", more=True,
              wide=True),
)  # fmt: skip


def engines() -> Choices:
    """Return the engines of targets."""
    return tuple((name, engine.choice) for name, engine in ENGINES.all.items())


PACING = (
    FormField("loop", "Arrivals", "When a user's next order starts.", more=True,
          choices=(("closed", "After the previous order (closed loop)"), ("open", "At a fixed rate (open loop)"))),
    FormField("rate", "Rate", "Per target.", "orders/s", more=True, when=("loop", ("open",))),
    FormField("max_lag_s", "Missed after", "Arrivals that no user could start by then.", "s", more=True,
          when=("loop", ("open",))),
)  # fmt: skip

ORDER = (
    FormField("order", "Order", "Systems that share a host or drive slow each other down: let them alternate.",
          choices=(("auto", "Automatic (by shared hardware)"), ("together", "Together"), ("alternating", "Alternating"),
                   ("one at a time", "One per session"))),
    FormField("present", "In this session", "The others get their own sessions.", kind="system",
          when=("order", ("one at a time",))),
)  # fmt: skip
START = (
    FormField("state", "Initial state", "State of the caches after restoring.", more=True,
          choices=(("warm", "Warm (after warm-up)"), ("cold", "Cold (empty caches)"))),
    FormField("command", "Command before each run",
              "On this machine. It runs only after you confirm exactly this text.",
          kind="lines", empty=marked("none"), more=True, wide=True),
    FormField("answer_s", "Ready within", "Time limit for the databases after that command.", "s", more=True),
)  # fmt: skip

TOP = (
    FormField("title", "Title", "Also names the sessions."),
    FormField(
        "description", "Question", "What the comparison is to answer, in one sentence.", empty=marked("optional")
    ),
    FormField("headline", "Headline", "The figure that the systems are compared by: IOPS, price per IOPS, order p95, …",
              empty=marked("the usual one")),
)  # fmt: skip
AGENT = (
    FormField("name", "Name"),
    FormField("host", "Host", empty=marked("as ssh knows it")),
    FormField("python", "Outpace there", "Path of its Python.", empty=DEFAULT_PYTHON,
              more=True, wide=True),
)  # fmt: skip
DRIVEN = FormField("from", "Driven from", "", kind="agents", wide=True)
DRIVEN_TARGET = FormField(
    "from", "Driven from", "Instead of what the system says.", kind="agents", more=True, wide=True
)

NAME = FormField("name", "Name", "", wide=True)
SYSTEM = (
    FormField("facts", "Facts", "“Disks”, “Price”, “Power under load”, “Capacity”: the report gives results per unit "
"of each.",
          kind="pairs", wide=True),
    FormField("price", "Price list", "Its sum is the price that results are divided by.", kind="parts", wide=True,
              parts=PRICE),
    FormField("notes", "Notes", "For the readers of the results.", kind="lines", empty=marked("none"),
              wide=True),
    FormField("color", "Colour", "", kind="color"),
)  # fmt: skip


REPORT = (
    FormField("author", "Author", "", empty=marked("optional"), more=True),
    FormField("company", "Company", "", empty=marked("optional"), more=True),
    FormField("date", "Date of test", "Where it is not that of the recording.", empty=marked("as recorded"), more=True),
    FormField("logo", "Logo", "Name of a PNG or JPEG beside the scenario.", kind="beside", empty=marked("none"),
              more=True),
    FormField("summary", "Executive summary", "Lines that begin with “- ” become a list.", kind="lines",
              empty=marked("optional"), more=True, wide=True),
    FormField("conclusion", "Conclusion", "Can still be written in the report dialog after the run.", kind="lines",
              empty=marked("optional"), more=True, wide=True),
)  # fmt: skip


def machine() -> tuple[FormField, ...]:
    """Return the field for the collectors of the machine that Outpace runs on."""
    choices = tuple((name, one.title) for name, one in of_this_machine().items())
    return (FormField("collectors", "Monitored on this machine", "", choices=choices, more=True),)


def watch_choices() -> Choices:
    """Return the counter sources of a system."""
    return tuple((name, COLLECTORS[name].title) for name in watches())


def workload_choices() -> Choices:
    """Return the workloads."""
    return tuple((name, one.choice) for name, one in WORKLOADS.all.items())


FACT_NAMES = ("Disks", "Price", "Power under load", "Power idle", "Capacity", "Rack units", "Processor", "Memory")
