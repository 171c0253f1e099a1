# SPDX-License-Identifier: Apache-2.0
"""Documents of a session, and the details of its phases, targets, sources and origins.

A struct's fields are those of the stored JSON object; facts that are only displayed are mappings.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from app.model.hardware import Hardware, PriceItem
from app.model.messages import Sentence

Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | float
Facts = dict[str, Any]
"""Labels with their strings and numbers, for the disclosure sheet."""


class Detail(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of stored JSON objects.

    Attributes:
        others: Name of the field for the JSON object's remaining entries.
    """

    others: ClassVar[str] = ""

    def facts(self) -> Facts:
        """Return the set fields by their stored names."""
        found: Facts = {}
        for name, value in msgspec.to_builtins(self).items():
            found |= value if name == self.others else {name: value}
        return found


class Document(Detail, frozen=True, kw_only=True, omit_defaults=True):
    """Base of recorded data that is not a time series.

    Attributes:
        kind: Kind of the document in the session file.
    """

    kind: ClassVar[str] = ""


class UnknownDocument(Document, frozen=True, kw_only=True):
    """Document that is damaged or from a later version; it is stored unchanged and not interpreted."""

    others: ClassVar[str] = "data"
    stored_kind: str
    data: Facts = {}


class DriverFacts(Document, frozen=True, kw_only=True):
    """Facts about the machine that drives the load."""

    kind: ClassVar[str] = "driver"
    others: ClassVar[str] = "lines"
    lines: Facts = {}


class TargetFacts(Document, frozen=True, kw_only=True):
    """Self-description of a target, captured before a run."""

    kind: ClassVar[str] = "facts"
    others: ClassVar[str] = "lines"
    lines: Facts = {}

    def line(self, label: str) -> str:
        """Return the text of one line, or "" if it is missing."""
        return str(self.lines.get(label, ""))


class LoadDriver(Document, frozen=True, kw_only=True, omit_defaults=True):
    """Driver of the load on a target, as reported by its workers.

    Attributes:
        calls: Caller: "python", or "native 1", the native library with its interface version.
        transport: Interface through which the calls are made ("pyodbc", "ODBC", "APSW", "libaio").
        chosen: Whether the transport is not ODBC. Before version 1.1 every server's load used ODBC unless its scenario
            chose another.
        counting: Counter of an engine's file calls in the workers, as `calls`; "" if none are counted.
        reason: Why the native library was not used.
    """

    kind: ClassVar[str] = "load driver"
    calls: str = ""
    transport: str = ""
    chosen: bool = False
    counting: str = ""
    reason: Sentence | None = None

    @property
    def name(self) -> str:
        """Caller, with the transport if it is not ODBC: "native 1", "native 1 (libpq)"."""
        return f"{self.calls} ({self.transport})" if self.chosen else self.calls


class DisclosureSheet(Document, frozen=True, kw_only=True):
    """Disclosure sheet of a system, captured elsewhere."""

    kind: ClassVar[str] = "disclosure"
    others: ClassVar[str] = "lines"
    lines: Facts = {}


class HardwareSheet(Document, frozen=True, kw_only=True):
    """Hardware of a system; without a system, of the driver's machine.

    Attributes:
        stated: Whether it was entered by hand in the scenario; otherwise it was captured before the run on the driver's
            machine.
    """

    kind: ClassVar[str] = "hardware"
    hardware: Hardware = Hardware()
    stated: bool = False


class AgentSheet(Document, frozen=True, kw_only=True):
    r"""State of an agent before the load; the document's name is the agent's.

    Attributes:
        host: Host as in the scenario; internal, so anonymous reports and the booth omit it.
        outpace: Version of Outpace on the agent; `python` and `system` are those of Python and the operating system.
        cores: Number of logical cores.
        hardware: Hardware of its machine, as far as known.
        drives: Letters of the systems that it drives.
        watches: Letters of the systems whose machine it monitors.
        offset_s: Its clock minus the engine's, ± uncertainty_s, when it was connected. Later values are counters of the
            agent's source (`\Outpace Agent(NAME)\Clock Offset`, ...).
        round_trip_s: Shortest round trip when it was connected.
        same_machine: Names of other agents on the same machine; "" is the engine's machine.
    """

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
    """Price of a system, in one currency."""

    kind: ClassVar[str] = "price list"
    items: list[PriceItem] = []


class PlacedFile(Detail, frozen=True, kw_only=True):
    """File of a target, or its files for one purpose.

    Attributes:
        what: Purpose, such as "database", "write-ahead log" or "tablespace".
        name: Name that distinguishes several files for one purpose.
        place: Folder or device, as seen by its own machine; "" if unknown.
        files: Number of files.
        size_bytes: Total size; None if unknown.
        mounted: Mount point on this machine; same for `file_system` and `options`.
        device: Block device below the files.
        disks: Whole disks below the files.
    """

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
    """Location of a target's data after restoring and before the first run."""

    kind: ClassVar[str] = "file layout"
    files: list[PlacedFile] = []


class ChangedSetting(Detail, frozen=True, kw_only=True):
    """Setting of an engine that differs from its default.

    Attributes:
        default: Default value; "" if the engine does not report it.
    """

    name: str
    value: str = ""
    default: str = ""


class ChangedSettings(Document, frozen=True, kw_only=True):
    """All settings of a target's engine that differ from the defaults, as far as the user may see them."""

    kind: ClassVar[str] = "changed settings"
    settings: list[ChangedSetting] = []


class SystemOrder(Document, frozen=True, kw_only=True):
    """Order in which the systems were loaded.

    Attributes:
        present: Letters of the systems.
        stints: Systems loaded together, one group after the other.
    """

    kind: ClassVar[str] = "order"
    order: str
    reason: str = ""
    present: list[str] = []
    stints: list[list[str]] = []


class ImportOrder(Document, frozen=True, kw_only=True):
    """Order in which the systems were loaded, as stated by the person who imported their results."""

    kind: ClassVar[str] = "import"
    order: str


class CheckFinding(Document, frozen=True, kw_only=True):
    """Result of one check before the run.

    Attributes:
        target: Target that was checked.
        remedy: Remedy; "" if absent.
        text: Text of the finding; in sessions of format 1 a plain string, as is `remedy`.
    """

    kind: ClassVar[str] = "finding"
    check: str
    result: str
    target: str = ""
    text: str | Sentence = ""
    remedy: str | Sentence = ""


class StepIo(Detail, frozen=True, kw_only=True):
    """Storage I/O parameters of a step.

    Attributes:
        outstanding: I/Os in flight per thread.
    """

    io_pass: str = msgspec.field(default="", name="pass")
    block_kb: Number | None = None
    access: str = ""
    outstanding: Number | None = None
    threads: Number | None = None


class MeasuredSystem(Detail, frozen=True, kw_only=True):
    """Results of a system in a step.

    Attributes:
        users: Requested number of users of each target; `rate` is the requested number of orders per second.
        held: Whether the plan's limit was met; None if the step ended early.
        broken: Reason why it was not met (see app.model.steps.LimitBroken).
        limited_s: Value of the figure to which the limit applies.
        finished_s: Time at which its orders in a race were completed, in seconds since the step began.
        censored: Censored orders, as in app.model.steps.Latency; the same applies to `oldest_s` and `at_least`.
    """

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
    """Calls of a target that were in flight for more than a second at the document's time.

    That time is the end of a measured window, or of a load; in the latter case the calls never returned.

    Attributes:
        ages_s: Ages by operation.
    """

    kind: ClassVar[str] = "under way"
    ages_s: dict[str, list[float]] = {}
    returned: bool = True


class SteadyState(Detail, frozen=True, kw_only=True):
    """Result of the steady-state rule for a step."""

    holds: bool = False
    reasons: list[str] = []
    flags: list[str] = []


class MeasuredPart(Detail, frozen=True, kw_only=True):
    """Part of a step whose load changed, in seconds after the common start.

    Attributes:
        users: Users of each target at the part's start and end; the same applies to `rate`.
    """

    name: str = ""
    from_s: float = 0.0
    to_s: float = 0.0
    users: tuple[Number, Number] | None = None
    rate: tuple[Number, Number] | None = None


class MeasuredStep(Document, frozen=True, kw_only=True):
    """Measured step, from from_s to to_s after the common start.

    Attributes:
        users: Number of users, if it was the same on all systems; the mean if the load changed. The same applies to
            `rate`.
        io_pass: Pass of storage I/O; `block_kb`, `outstanding` and `threads` are also set only for storage I/O.
        systems: Results by letter.
        parts: Parts of a step whose load changed.
    """

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
"""Result of a plan for one system; its keys depend on the plan."""


class PlanResult(Document, frozen=True, kw_only=True):
    """Result of a whole plan, by system letter."""

    kind: ClassVar[str] = "plan result"
    plan: str
    systems: dict[str, Outcome] = {}


class MissingCounters(Document, frozen=True, kw_only=True):
    """Reasons why a source has no data for certain counters, by the counters' paths."""

    kind: ClassVar[str] = "no data"
    others: ClassVar[str] = "reasons"
    reasons: dict[str, str | Sentence] = {}


class RankedObject(Detail, frozen=True):
    """Table or index ("table", "index") and its I/O, where None means not counted.

    Attributes:
        table: Table to which an index belongs; for a table, its own name.
        reads: Operations or pages, as counted by the engine; the same applies to `writes`.
        read_s: Time of the reads in seconds; `write_s` is that of the writes.
        rows_changed: Rows inserted, updated and deleted.
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
    """Tables and indexes, ranked by I/O since the engine began counting.

    Attributes:
        missing: Reason why a figure is not counted, by the field's name in `RankedObject`.
    """

    kind: ClassVar[str] = "table ranking"
    objects: list[RankedObject] = []
    missing: dict[str, str | Sentence] = {}


class RunStatement(Detail, frozen=True):
    """Kind of statement that a server executed.

    Attributes:
        text: SQL as normalized by the server, without values, and truncated.
        total_s: Time of all calls.
        rows: Rows sent or changed; None if not counted.
    """

    text: str = ""
    calls: float = 0.0
    total_s: float = 0.0
    rows: float | None = None


class RunWait(Detail, frozen=True):
    """Wait event of a server's sessions, where None means not counted.

    Attributes:
        waits: Number of waits counted by the server; `total_s` is their total time.
        samples: Number of sessions found waiting for it, summed over all samplings.
    """

    name: str = ""
    waits: float | None = None
    total_s: float | None = None
    samples: int | None = None


class ServerWork(Document, frozen=True, kw_only=True):
    """Top statements and waits of a target's server in a measured step of `seconds`, by time.

    Attributes:
        calls: Calls of all statements in the database, not only the top `statements`; the same applies to `total_s`.
        nested: Whether statements in a procedure are counted in addition to the procedure's call.
        wait_s: Time of all waits.
        samplings: Number of times that sessions were sampled.
        no_statements: Reason why statements are missing or incomplete; `no_waits` is the same for waits.
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
    """Part of a database, with its location.

    Attributes:
        kind: "table", "index" or "file".
        name: Name in upper case.
        table: Table of an index; for a table, its own name.
        space: Tablespace or filegroup; "" if the engine has none.
        folder: Folder as seen by the server; "" is the server's default.
        size_bytes: Size; None if the server does not report it.
    """

    kind: str
    name: str
    table: str = ""
    space: str = ""
    folder: str = ""
    size_bytes: Number | None = None


class DatabasePlacement(Document, frozen=True, kw_only=True):
    """Locations of the parts of a target's pristine database.

    Attributes:
        indexes_inside: Whether a table's file contains its indexes, which are then not separate parts.
        reason: Reason why the locations are unknown.
    """

    kind: ClassVar[str] = "placement"
    parts: list[PlacedPart] = []
    indexes_inside: bool = False
    reason: Sentence | None = None


class ImportedFigure(Detail, frozen=True, kw_only=True):
    """Imported figure.

    Attributes:
        better: "more", "less", or neither.
        from_s: First second that it covers, counted from the start of its run; `to_s` is the last.
        derived: Computation of the figure, if the file does not contain it.
        decimals: Number of decimals in the file; None if the file was written for programs, or imported by a version
            that did not record them.
        defined: Whether a user defined it from counters.
        headline: Whether the verdict is about it.
    """

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
    """Figures of a system, or of one target, in a run, by metric.

    Attributes:
        users: Users of a step of a load sweep.
    """

    kind: ClassVar[str] = "totals"
    figures: dict[str, ImportedFigure] = {}
    users: float | None = None


class LatencyShares(Detail, frozen=True, kw_only=True):
    """Percentage of I/Os in each latency class.

    Attributes:
        begins: Lower bounds of the classes.
    """

    unit: str = "ms"
    begins: list[int] = msgspec.field(default_factory=list, name="from")
    percent: list[float] = []


class ImportedStorageRun(Document, frozen=True, kw_only=True):
    """Run of a storage benchmark tool.

    Attributes:
        label: Prefix of its metrics' names.
        outstanding: I/Os in flight per thread.
        lines: Other facts in its output.
    """

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
    """System in a comparison.

    Attributes:
        recording: UUID of its run.
        piece_s: Start and end, in seconds, of the part of the run that is compared; None for the whole run.
    """

    letter: str
    name: str
    file: str = ""
    title: str = ""
    recording: str = ""
    piece_s: tuple[float, float] | None = None


class ComparedDifference(Detail, frozen=True, kw_only=True):
    """Difference between the columns, with one text per column.

    Attributes:
        unfair: Whether it makes the comparison unfair.
    """

    group: str
    label: str
    texts: list[str]
    unfair: bool = False


class ComparisonRemarks(Document, frozen=True, kw_only=True):
    """Remarks on the sessions of a comparison.

    Attributes:
        impossible: Reasons why the comparison cannot have a result.
    """

    kind: ClassVar[str] = "compare"
    columns: list[ComparedColumn] = []
    differences: list[ComparedDifference] = []
    unfair: list[str | Sentence] = []
    impossible: list[str | Sentence] = []
    notes: list[str | Sentence] = []

    @property
    def sentences(self) -> list[str | Sentence]:
        """Remarks to show next to the figures, the most serious first."""
        return [*self.impossible, *self.unfair, *self.notes]


class JoinedMeter(Document, frozen=True, kw_only=True):
    """Power meter log that was joined to a run; it applies to the document's system.

    Attributes:
        name: Device that the meter feeds, which is the counter's instance; "" if it is the system's only meter.
        digest: SHA-256 of the file.
        step_s: Usual interval between its readings, in seconds.
        resolution_s: Resolution of its timestamps; 0 if finer than a second.
        clock: Kind of timestamps: with a date, time of day, number, or relative to a start that the user entered.
        utc_offset_s: Assumed offset of its clock from UTC.
        offset_s: Correction that was added to its clock.
        systems: Letters of all systems that it feeds.
    """

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


class LiveMeter(Document, frozen=True, kw_only=True):
    """Power meter that was read during the run; it applies to the document's system.

    Attributes:
        source: Kind and address of the meter.
        measures: What it measures, such as "what is plugged in".
        name: Device that the meter feeds, which is the counter's instance; "" if it is the system's only meter.
    """

    kind: ClassVar[str] = "live meter"
    source: str
    measures: str = ""
    name: str = ""


class ReportLogo(Document, frozen=True, kw_only=True):
    """Logo of the scenario's report.

    Attributes:
        image: PNG or JPEG data, which is checked where it is shown.
    """

    kind: ClassVar[str] = "logo"
    image: bytes


DOCUMENTS: dict[str, type[Document]] = {
    one.kind: one
    for one in (
        DriverFacts, LoadDriver, TargetFacts, DisclosureSheet, HardwareSheet, AgentSheet, PriceList, FileLayout,
        ChangedSettings, SystemOrder,
        ImportOrder, CheckFinding, MeasuredStep, PlanResult, UnderWay, MissingCounters, TableRanking, ServerWork,
        DatabasePlacement, ImportedTotals, ImportedStorageRun, ComparisonRemarks, JoinedMeter, LiveMeter, ReportLogo,
    )
}  # fmt: skip
"""All kinds of documents, by their names in the session file."""


class PhaseLoad(Detail, frozen=True, kw_only=True):
    """Requested load of each target of a system.

    Attributes:
        rate: Orders per second; 0 in a closed loop.
    """

    users: Number | None = None
    rate: Number | None = None


class PhaseDetail(Detail, frozen=True, kw_only=True):
    """Planned parameters of a phase.

    Attributes:
        users: Number of users, if it is the same on all systems; the same applies to `rate`.
        seconds: Duration of the phase.
        systems: Loads of the systems under load, by letter; None if not recorded.
        orders: Number of orders of each system in a race.
        window: Part of the phase from which results are computed, in seconds since it began.
    """

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
    """Database, or file for storage I/O.

    Attributes:
        settings: Settings of its engine.
        users: Maximum number of requested users.
        data: Pattern that storage I/O writes.
        checksum: Checksum of the data.
    """

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
    """Origin of the samples of a source.

    Attributes:
        agent: Name of the machine that reports them; "" is the engine's machine.
    """

    agent: str = ""
    run: int | None = None
    file: str = ""
    files: list[str] = []


class OriginDetail(Detail, frozen=True, kw_only=True):
    """Facts about an imported file, or a session that was joined or compared.

    For a file, these are its run, system and clock, and facts in its log. For a session, these are its file and kind,
    the selected systems, the time shift of each of its runs, and the selected piece.
    """

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
