"""What the form asks: of each value its name, a line that explains it, its unit, its choices. The texts are translated
where they are shown."""

from app.databases.registry import ENGINES
from app.model.form import Choices, FormField, marked
from app.scenario.collectors import COLLECTORS, of_this_machine, watches
from app.scenario.workload_registry import WORKLOADS

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


def machine() -> tuple[FormField, ...]:
    """What is watched on the machine that Outpace runs on."""
    choices = tuple((name, one.title) for name, one in of_this_machine().items())
    return (FormField("collectors", "Watched on this machine", "", choices=choices, more=True),)


def watch_choices() -> Choices:
    """What can watch a system."""
    return tuple((name, COLLECTORS[name].title) for name in watches())


def workload_choices() -> Choices:
    """What can be done to the systems."""
    return tuple((name, one.choice) for name, one in WORKLOADS.all.items())


FACT_NAMES = ("Disks", "Price", "Power under load", "Power idle", "Capacity", "Rack units", "Processor", "Memory")
