# SPDX-License-Identifier: Apache-2.0
"""What a session keeps beside its time series: its documents, and the details of its phases, targets, sources and
origins. A struct's fields are those of the JSON object that is stored; facts that nobody computes with are mappings."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from app.model.hardware import Hardware, PriceItem
from app.model.messages import Sentence

Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | float
Facts = dict[str, Any]
"""Labels with their texts and numbers, for the disclosure sheet."""


class Detail(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """others: the name of the field that holds whatever the JSON object has beside the other fields."""

    others: ClassVar[str] = ""

    def facts(self) -> Facts:
        """What is known, by the names that it is stored under."""
        found: Facts = {}
        for name, value in msgspec.to_builtins(self).items():
            found |= value if name == self.others else {name: value}
        return found


class Document(Detail, frozen=True, kw_only=True, omit_defaults=True):
    """What belongs to the record and is no time series. kind: as the session's file has it."""

    kind: ClassVar[str] = ""


class UnknownDocument(Document, frozen=True, kw_only=True):
    """Of a later version, or damaged: kept as it is, and interpreted by nobody."""

    others: ClassVar[str] = "data"
    stored_kind: str
    data: Facts = {}


class DriverFacts(Document, frozen=True, kw_only=True):
    """The machine that drives the load."""

    kind: ClassVar[str] = "driver"
    others: ClassVar[str] = "lines"
    lines: Facts = {}


class TargetFacts(Document, frozen=True, kw_only=True):
    """What a target says of itself, captured before a run."""

    kind: ClassVar[str] = "facts"
    others: ClassVar[str] = "lines"
    lines: Facts = {}

    def line(self, label: str) -> str:
        """One of them as text; "" where it does not say."""
        return str(self.lines.get(label, ""))


class LoadDriver(Document, frozen=True, kw_only=True, omit_defaults=True):
    """What drove the load on a target, as its workers tell. calls: who makes the calls: "python", or the native library
    with the number of its interface, "native 1". transport: what they go through ("pyodbc", "ODBC", "APSW", "libaio").
    chosen: it is another than ODBC, which every server's load went through before version 1.1 unless its scenario said
    otherwise. counting: who counts the file calls of an engine in the workers, as `calls`; "" where none are counted.
    reason: why there is no native library."""

    kind: ClassVar[str] = "load driver"
    calls: str = ""
    transport: str = ""
    chosen: bool = False
    counting: str = ""
    reason: Sentence | None = None

    @property
    def name(self) -> str:
        """Who makes the calls, and through what where that is not ODBC: "native 1", "native 1 (libpq)"."""
        return f"{self.calls} ({self.transport})" if self.chosen else self.calls


class DisclosureSheet(Document, frozen=True, kw_only=True):
    """What is disclosed of a system, captured elsewhere."""

    kind: ClassVar[str] = "disclosure"
    others: ClassVar[str] = "lines"
    lines: Facts = {}


class HardwareSheet(Document, frozen=True, kw_only=True):
    """The machine of a system; of no system: the driver's own. stated: by hand, in the scenario; else it was captured
    before the run, on the machine that drives the load."""

    kind: ClassVar[str] = "hardware"
    hardware: Hardware = Hardware()
    stated: bool = False


class AgentSheet(Document, frozen=True, kw_only=True):
    """An agent as a run found it; the document's name is the agent's. One a run, before the load.

    host: as the scenario has it, for nobody else than the run's own people: reports that are to be anonymous, and the
    booth, leave it out. outpace, python, system: versions and operating system there. cores: as programs see them.
    hardware: of its machine, as far as it tells. drives, watches: letters of the systems whose load it drives, whose
    machine it is. offset_s: its clock minus the engine's, ± uncertainty_s, and the shortest way there and back,
    round_trip_s, when it was opened; how these go on is in the counters of its own source
    (`\\Outpace Agent(NAME)\\Clock Offset`, ...). same_machine: names of other agents on the same machine, "" is the
    engine's own."""

    kind: ClassVar[str] = "agent"
    host: str = ""
    outpace: str = ""
    python: str = ""
    system: str = ""
    cores: int = 0
    hardware: Hardware = Hardware()
    drives: list[str] = []
    watches: list[str] = []
    offset_s: float = 0.0
    uncertainty_s: float = 0.0
    round_trip_s: float = 0.0
    same_machine: list[str] = []


class PriceList(Document, frozen=True, kw_only=True):
    """What a system costs, in one currency."""

    kind: ClassVar[str] = "price list"
    items: list[PriceItem] = []


class PlacedFile(Detail, frozen=True, kw_only=True):
    """A file, or files of one purpose, of a target. what: "database", "write-ahead log", "tablespace"; name: which one
    of several. place: its folder, or the device itself, as its own machine sees it; "" where that is not told. files:
    how many. size_bytes: of all of them, None where that is not told. mounted, file_system, options: where it lies on
    this machine; device: the block device below, disks: the whole ones."""

    what: str = ""
    name: str = ""
    place: str = ""
    files: int | None = None
    size_bytes: Number | None = None
    mounted: str = ""
    file_system: str = ""
    options: str = ""
    device: str = ""
    disks: list[str] = []


class FileLayout(Document, frozen=True, kw_only=True):
    """Where a target's data lie, once they were restored before the first run."""

    kind: ClassVar[str] = "file layout"
    files: list[PlacedFile] = []


class ChangedSetting(Detail, frozen=True, kw_only=True):
    """A setting of an engine that is not as the engine comes. default: "" where the engine does not tell."""

    name: str
    value: str = ""
    default: str = ""


class ChangedSettings(Document, frozen=True, kw_only=True):
    """All settings of a target's engine that are not as it comes, as far as its user may see them."""

    kind: ClassVar[str] = "changed settings"
    settings: list[ChangedSetting] = []


class SystemOrder(Document, frozen=True, kw_only=True):
    """How the systems took their turns. present: their letters. stints: who was at work together, one stint after the
    other."""

    kind: ClassVar[str] = "order"
    order: str
    reason: str = ""
    present: list[str] = []
    stints: list[list[str]] = []


class ImportOrder(Document, frozen=True, kw_only=True):
    """How the systems took their turns, as whoever imported their results says."""

    kind: ClassVar[str] = "import"
    order: str


class CheckFinding(Document, frozen=True, kw_only=True):
    """What a check before the run found. target: whose; remedy: what to do, "" where nothing needs doing. Plain texts:
    of a session of format 1."""

    kind: ClassVar[str] = "finding"
    check: str
    result: str
    target: str = ""
    text: str | Sentence = ""
    remedy: str | Sentence = ""


class StepIo(Detail, frozen=True, kw_only=True):
    """The storage I/O of a step. outstanding: of each thread."""

    io_pass: str = msgspec.field(default="", name="pass")
    block_kb: Number | None = None
    access: str = ""
    outstanding: Number | None = None
    threads: Number | None = None


class MeasuredSystem(Detail, frozen=True, kw_only=True):
    """What a system did in a step. users, rate (orders a second): asked for on each target. held: whether it kept the
    plan's limit, whose figure is limited_s, and None of a step that was ended early; broken: why it did not
    (app.model.steps.LimitBroken). finished_s: when its orders of a race were done, since the step began.
    censored, oldest_s, at_least: of the orders, as app.model.steps.Latency."""

    users: Number | None = None
    rate: Number | None = None
    seconds: float | None = None
    orders: Number | None = None
    rollbacks: Number | None = None
    errors: Number | None = None
    orders_per_s: float | None = None
    mean_s: float | None = None
    p50_s: float | None = None
    p90_s: float | None = None
    p95_s: float | None = None
    p99_s: float | None = None
    max_s: float | None = None
    held: bool | None = None
    broken: str = ""
    limited_s: float | None = None
    finished_s: float | None = None
    censored: int = 0
    oldest_s: float | None = None
    at_least: list[str] = []


class UnderWay(Document, frozen=True, kw_only=True):
    """Calls of a target that were under way for more than a second at the document's moment, which is the end of a
    measured window, or of a load: there they never returned. ages_s: how long, by operation."""

    kind: ClassVar[str] = "under way"
    ages_s: dict[str, list[float]] = {}
    returned: bool = True


class SteadyState(Detail, frozen=True, kw_only=True):
    """What the steady-state rule said of a step."""

    holds: bool = False
    reasons: list[str] = []
    flags: list[str] = []


class MeasuredPart(Detail, frozen=True, kw_only=True):
    """A part of a step whose load changed, seconds after the common start. users, rate: of each target, at its begin
    and at its end."""

    name: str = ""
    from_s: float = 0.0
    to_s: float = 0.0
    users: tuple[Number, Number] | None = None
    rate: tuple[Number, Number] | None = None


class MeasuredStep(Document, frozen=True, kw_only=True):
    """A step whose results count, from from_s to to_s after the common start. users, rate: where all systems had the
    same, the mean where the load changed. io_pass, block_kb, outstanding, threads: of storage I/O. systems: by letter.
    parts: where the load changed."""

    kind: ClassVar[str] = "step"
    users: Number | None = None
    rate: Number | None = None
    io_pass: str = msgspec.field(default="", name="pass")
    block_kb: Number | None = None
    access: str = ""
    outstanding: Number | None = None
    threads: Number | None = None
    from_s: float
    to_s: float
    complete: bool = True
    systems: dict[str, MeasuredSystem] = {}
    steady: SteadyState | None = None
    parts: list[MeasuredPart] = []


Outcome = dict[str, int | float | str | bool | None]
"""What a plan found out of one system, each plan its own."""


class PlanResult(Document, frozen=True, kw_only=True):
    """What a whole plan found out, by letter."""

    kind: ClassVar[str] = "plan result"
    plan: str
    systems: dict[str, Outcome] = {}


class MissingCounters(Document, frozen=True, kw_only=True):
    """Why a source has no data of counters, by their paths."""

    kind: ClassVar[str] = "no data"
    others: ClassVar[str] = "reasons"
    reasons: dict[str, str | Sentence] = {}


class RankedObject(Detail, frozen=True):
    """A table or index ("table", "index") and its I/O. table: the one that an index belongs to, a table's own name.

    reads, writes: operations or pages, as the engine counts them; read_s, write_s: seconds; rows_changed: inserted,
    updated and deleted. None: not counted.
    """

    name: str = ""
    table: str = ""
    kind: str = ""
    reads: float | None = None
    read_s: float | None = None
    writes: float | None = None
    write_s: float | None = None
    rows_changed: float | None = None


class TableRanking(Document, frozen=True, kw_only=True):
    """Which tables and indexes were read and written since their engine began to count. missing: why a figure (a
    field of the objects) is not counted."""

    kind: ClassVar[str] = "table ranking"
    objects: list[RankedObject] = []
    missing: dict[str, str | Sentence] = {}


class RunStatement(Detail, frozen=True):
    """A kind of statement that a server executed. text: its server's normalised one, without values, cut. total_s: of
    all calls. rows: sent or changed, None where not counted."""

    text: str = ""
    calls: float = 0.0
    total_s: float = 0.0
    rows: float | None = None


class RunWait(Detail, frozen=True):
    """What sessions of a server waited for. waits, total_s: counted and timed by the server; samples: how many sessions
    were found in it, over all samplings. None: not so."""

    name: str = ""
    waits: float | None = None
    total_s: float | None = None
    samples: int | None = None


class ServerWork(Document, frozen=True, kw_only=True):
    """What a target's server worked on and waited for in a measured step, for `seconds`: the most time first.

    calls, total_s: of all statements of the database, of which `statements` are the first. nested: statements in a
    procedure count beside its own call. wait_s: of all waits. samplings: how often sessions were looked at.
    no_statements, no_waits: why there are none, or not all.
    """

    kind: ClassVar[str] = "statements and waits"
    seconds: float = 0.0
    statements: list[RunStatement] = []
    calls: float = 0.0
    total_s: float = 0.0
    nested: bool = False
    no_statements: Sentence | None = None
    waits: list[RunWait] = []
    wait_s: float | None = None
    samplings: int | None = None
    no_waits: Sentence | None = None


class PlacedPart(Detail, frozen=True, kw_only=True):
    """A part of a database and where it lies. kind: "table", "index" or "file". name, table (whose index it is, a
    table's own name): in capital letters. space: its tablespace or filegroup, "" where the engine has none. folder: as
    the server sees it, "" is the server's own. size_bytes: None where the server does not tell."""

    kind: str
    name: str
    table: str = ""
    space: str = ""
    folder: str = ""
    size_bytes: Number | None = None


class DatabasePlacement(Document, frozen=True, kw_only=True):
    """Where the parts of a target's database were found to lie, in its pristine state. indexes_inside: a table's file
    holds its indexes, which are no parts of their own then. reason: why it is not known."""

    kind: ClassVar[str] = "placement"
    parts: list[PlacedPart] = []
    indexes_inside: bool = False
    reason: Sentence | None = None


class ImportedFigure(Detail, frozen=True, kw_only=True):
    """A figure from elsewhere. better: "more", "less", or neither. from_s, to_s: of which seconds since its run began.
    derived: how it was computed, where the file does not have it. decimals: that the file gives it with; None where the
    file was written for programs, or the session is of a version that did not keep them. defined: a person's own, of
    counters. headline: what the verdict is about."""

    value: float | None = None
    unit: str = ""
    better: Literal["more", "less", ""] = ""
    from_s: float | None = None
    to_s: float | None = None
    derived: str = ""
    decimals: int | None = None
    defined: bool = False
    headline: bool = False


class ImportedTotals(Document, frozen=True, kw_only=True):
    """Figures of a system, or of one target, in a run, by metric. users: of a step of a sweep of loads."""

    kind: ClassVar[str] = "totals"
    figures: dict[str, ImportedFigure] = {}
    users: float | None = None


class LatencyShares(Detail, frozen=True, kw_only=True):
    """The percentage of I/Os in each class of latency. begins: of the classes."""

    unit: str = "ms"
    begins: list[int] = msgspec.field(default_factory=list, name="from")
    percent: list[float] = []


class ImportedStorageRun(Document, frozen=True, kw_only=True):
    """What was done in a run of a storage exerciser. label: what its metrics' names begin with. outstanding: of each
    thread. lines: what else its output says."""

    kind: ClassVar[str] = "storage run"
    others: ClassVar[str] = "lines"
    tool: str = ""
    file: str = ""
    line: int = 0
    label: str = ""
    test: str = ""
    block_bytes: int | None = None
    access: str = ""
    read_percent: float | None = None
    threads: int | None = None
    outstanding: int | None = None
    lines: Facts = {}
    histogram: LatencyShares | None = None


class ComparedColumn(Detail, frozen=True, kw_only=True):
    """A system of a comparison. recording: the uuid of the run that it is of. piece_s: the only part that was taken."""

    letter: str
    name: str
    file: str = ""
    title: str = ""
    recording: str = ""
    piece_s: tuple[float, float] | None = None


class ComparedDifference(Detail, frozen=True, kw_only=True):
    """Something in which the columns differ, a text for each. unfair: it makes the comparison unfair."""

    group: str
    label: str
    texts: list[str]
    unfair: bool = False


class ComparisonRemarks(Document, frozen=True, kw_only=True):
    """What a comparison says of its sessions. impossible: why it can have no result."""

    kind: ClassVar[str] = "compare"
    columns: list[ComparedColumn] = []
    differences: list[ComparedDifference] = []
    unfair: list[str | Sentence] = []
    impossible: list[str | Sentence] = []
    notes: list[str | Sentence] = []

    @property
    def sentences(self) -> list[str | Sentence]:
        """What must be known beside the figures, the worst first."""
        return [*self.impossible, *self.unfair, *self.notes]


class JoinedMeter(Document, frozen=True, kw_only=True):
    """A power meter's log that was joined to a run, of the document's system. name: of what it feeds, the counter's
    instance; "" where it is the system's only one. digest: SHA-256 of the file. step_s: between its readings, usually.
    resolution_s: of its time stamps; 0 is finer than a second. clock: dated, clock (of day), number or told (the
    person said when the load began). utc_offset_s: how far its clock was taken to be ahead of UTC. offset_s: what was
    added to it. systems: all that it feeds, by letter."""

    kind: ClassVar[str] = "joined meter"
    file: str
    name: str = ""
    digest: str = ""
    columns: str = ""
    readings: int = 0
    step_s: float = 0.0
    resolution_s: float = 0.0
    clock: str = ""
    utc_offset_s: float | None = None
    offset_s: float = 0.0
    systems: list[str] = []


class ReportLogo(Document, frozen=True, kw_only=True):
    """The logo of the scenario's report. image: a PNG or JPEG, whose content is checked where it is shown."""

    kind: ClassVar[str] = "logo"
    image: bytes


DOCUMENTS: dict[str, type[Document]] = {
    one.kind: one
    for one in (
        DriverFacts, LoadDriver, TargetFacts, DisclosureSheet, HardwareSheet, AgentSheet, PriceList, FileLayout,
        ChangedSettings, SystemOrder,
        ImportOrder, CheckFinding, MeasuredStep, PlanResult, UnderWay, MissingCounters, TableRanking, ServerWork,
        DatabasePlacement, ImportedTotals, ImportedStorageRun, ComparisonRemarks, JoinedMeter, ReportLogo,
    )
}  # fmt: skip
"""Every kind of document, by its name in the session's file."""


class PhaseLoad(Detail, frozen=True, kw_only=True):
    """What is asked for of each target of a system; rate: orders a second, 0 in a closed loop."""

    users: Number | None = None
    rate: Number | None = None


class PhaseDetail(Detail, frozen=True, kw_only=True):
    """What is planned for a phase. seconds: how long it lasts. users, rate: where all systems have the same. orders: of
    each system, of a race. window: what of the phase results are made of, seconds since it began. systems: those under
    load, by letter; None where the session does not tell."""

    users: Number | None = None
    rate: Number | None = None
    io_pass: str = msgspec.field(default="", name="pass")
    block_kb: Number | None = None
    access: str = ""
    outstanding: Number | None = None
    threads: Number | None = None
    seconds: float | None = None
    seed: int | None = None
    systems: dict[str, PhaseLoad] | None = None
    orders: Number | None = None
    window: Literal["steady"] | tuple[float, float] | None = None


class TargetDetail(Detail, frozen=True, kw_only=True):
    """A database, or a file for storage I/O. settings: of its engine. users: asked for at most. data: the pattern that
    storage I/O writes. checksum: of the data."""

    others: ClassVar[str] = "settings"
    engine: str = ""
    database: str = ""
    cache: str = ""
    write_through: str = ""
    threads: int | None = None
    outstanding: int | None = None
    settings: Facts = {}
    users: int | None = None
    data: str = ""
    size_bytes: Number | None = None
    checksum: str = ""
    rollback_expected_percent: Number | None = None


class SourceDetail(Detail, frozen=True, kw_only=True):
    """Where the samples of an imported source come from. agent: the machine that tells them, by its name, where it is
    another one than the engine's."""

    agent: str = ""
    run: int | None = None
    file: str = ""
    files: list[str] = []


class OriginDetail(Detail, frozen=True, kw_only=True):
    """What is known of an imported file (its run, system and clock, what its log says of itself), or of a session that
    was joined or compared (its file and kind, the systems taken, how far each of its runs was moved, the only piece
    that was taken)."""

    hosts: list[str] = []
    zone: str = ""
    bias_min: int | None = None
    date_order: str = ""
    watts: str = ""
    run: int | None = None
    clock: str = ""
    system: str = ""
    began_local: str = ""
    file: str = ""
    kind: str = ""
    systems: list[str] = []
    shifts_of_runs_s: list[float] = []
    piece_s: tuple[float, float] | None = None
