# SPDX-License-Identifier: Apache-2.0
"""A file to import, with the values that the user entered in a dialog."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.imports.counter_figure import figures_of
from app.imports.decimal_mark import DecimalMark
from app.imports.field_values import number_of, start_of
from app.imports.formats import POWER_METER, TOTALS, WITH_DECIMALS, kind_of, log_format, storage_reader
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.joining.meters import MeterFile, utc_offset_of
from app.imports.manifest import MOST_USERS, file_values
from app.imports.meter import MeterColumns, meter_layout
from app.imports.source import ImportedFileError
from app.imports.storage_outputs import outstanding_of
from app.imports.totals import Order, systems_of_totals, window_of
from app.model.visible_text import shortened
from app.ui.importing.imported_session import LONGEST_TITLE
from widgets.translation import marked, tr

EMPTY = ImportRequest(())
MOST_OFFSET_S = 1e8
MOST_RUN = 1000
_SIGNS: Mapping[DecimalMark | None, str] = {"comma": ",", "point": "."}
_NAMES = (marked("comma"), marked("point"))
_OPTIONS = re.compile(r" \((?:or )?(?:add )?--[^)]*\)")
FIELDS: Mapping[str, str] = {
    "system": "System", "run": "Repeat", "target": "Target", "offset": "Clock offset, s", "start": "Load began",
    "outstanding": "Outstanding", "decimal": "Decimal sign", "figure": "Compared counters", "window": "Window",
    "baseline": "Baseline",
}  # fmt: skip
"""Dialog field by the corresponding command-line option."""
_OPTION = re.compile(rf'--({"|".join(FIELDS)})\b(?: "\w+=[^"]*")?')


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file whose type was detected.

    Attributes:
        systems: Systems that the file itself names.
        columns: Columns of a power meter's table.
    """

    path: Path
    kind: str
    systems: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def of_storage(self) -> bool:
        """True for the output of a storage benchmark, in which the queue depth may be missing."""
        return storage_reader(self.kind) is not None

    @property
    def of_decimals(self) -> bool:
        """True if the decimal separator depends on a locale, so that the user may have to specify it."""
        return self.kind in WITH_DECIMALS or (self.kind == TOTALS and self.path.suffix.lower() != ".toml")

    @property
    def of_counters(self) -> bool:
        """True for a log with counters that can be compared."""
        return log_format(self.kind) is not None


@dataclass(frozen=True, slots=True)
class TypedFile:
    """The user's entries for one file, as text."""

    found: FoundFile
    system: str = ""
    run: str = ""
    target: str = ""
    users: str = ""
    offset: str = ""
    start: str = ""
    time_column: str = ""
    watts_column: str = ""
    outstanding: str = ""
    decimal: str = ""


def found_file(path: Path) -> FoundFile:
    """Detect a file's type. Raises ImportedFileError, OSError."""
    kind = kind_of(path)
    if kind == TOTALS:
        return FoundFile(path, kind, systems=systems_of_totals(path))
    if kind == POWER_METER:
        return FoundFile(path, kind, columns=meter_layout(path, MeterColumns()).header)
    return FoundFile(path, kind)


def request_of(
    files: Sequence[TypedFile],
    base: ImportRequest = EMPTY,
    *,
    title: str,
    baseline: str,
    order: Order | None,
    window: str,
    figures: Sequence[str] = (),
) -> ImportRequest:
    """Build an import request from the fields.

    Args:
        files: Files with the entries for each.
        base: Request read from a manifest; supplies the values without a field.
        title: Title of the session.
        baseline: Name of the baseline system.
        order: Order in which the systems ran.
        window: Time window of the results.
        figures: Compared counters.

    Raises:
        ImportedFileError: If an entry is invalid; names the file and the field.
    """
    known = {file.path: file for file in base.files}
    described = {figure.metric: figure for figure in base.figures}
    return replace(
        base,
        files=tuple(_file(typed, known.get(typed.found.path)) for typed in files),
        title=shortened(title.strip(), LONGEST_TITLE, ""),
        baseline=baseline.strip(),
        order=order,
        window=window_of(window) if window.strip() else None,
        figures=tuple(
            figure.described(own.unit, own.better, own.decimals, headline=own.headline)
            if (own := described.get(figure.metric)) is not None
            else figure
            for figure in figures_of([text for text in figures if text.strip()])
        ),
    )


def typed_texts(file: FileToImport) -> list[str]:
    """Return a file's values from a manifest, in the order of TypedFile's fields."""
    values = dict(file_values(file, file.path.parent))
    names = ("system", "run", "target", "users", "offset", "start", "time", "watts", "outstanding")
    texts = [*(str(values.get(name, "")) for name in names), _SIGNS.get(file.decimal, "")]
    texts[2] = texts[2] or file.part
    return texts


@dataclass(frozen=True, slots=True)
class TypedMeter:
    """The user's entries for one meter log, as text."""

    path: Path
    systems: tuple[str, ...]
    part: str = ""
    offset: str = ""
    zone: str = ""
    start: str = ""
    time_column: str = ""
    watts_column: str = ""
    decimal: str = ""


def meter_of(typed: TypedMeter) -> MeterFile:
    """Return the meter to join. Raises ImportedFileError, which names the log and the field."""
    path = typed.path
    if not typed.systems:
        raise ImportedFileError("{name}: choose the system that it feeds", name=path.name)
    meter = MeterFile(
        path,
        typed.systems,
        typed.part.strip(),
        offset_of(path, typed.offset.strip()),
        columns=MeterColumns(typed.time_column.strip(), typed.watts_column.strip()),
        decimal=decimal_of(path, typed.decimal),
    )
    try:
        if typed.zone.strip():
            meter = replace(meter, utc_offset_s=utc_offset_of(typed.zone))
        if typed.start.strip():
            meter = replace(meter, start=start_of(typed.start.strip()))
    except ImportedFileError as error:
        raise ImportedFileError("{file}: {reason}", file=path.name, reason=error) from None
    return meter


def without_options(text: str) -> str:
    """Adapt an error message to the dialog: remove hints about options, and name fields instead of options."""
    lines = [line for line in _OPTIONS.sub("", text).splitlines() if not re.search(r": --(?:run|target|system) ", line)]
    if len(lines) < len(text.splitlines()):
        lines.append(tr("Number them in the column Repeat, or name them in the column Target."))
    if "--decimal comma" in text:
        lines.append(tr("Type the sign, a comma or a point, into the column Decimal sign."))
    return _OPTION.sub(lambda found: tr("“{name}”").format(name=tr(FIELDS[found[1]])), "\n".join(lines))


def _file(typed: TypedFile, base: FileToImport | None) -> FileToImport:
    path = typed.found.path
    base = base or FileToImport(path)
    if typed.found.kind == TOTALS:
        return replace(base, decimal=decimal_of(path, typed.decimal))
    run = typed.run.strip()
    if run and (not run.isdecimal() or not 1 <= int(run) <= MOST_RUN):
        raise ImportedFileError(
            '{name}: run "{run}": a whole number from 1 to {most_run}', name=path.name, run=run, most_run=MOST_RUN
        )
    try:
        start = start_of(typed.start.strip()) if typed.start.strip() else None
    except ImportedFileError as error:
        raise ImportedFileError("{file}: {reason}", file=path.name, reason=error) from None
    meter = typed.found.kind == POWER_METER
    return replace(
        base,
        system=typed.system.strip(),
        run=int(run) if run else None,
        target="" if meter else typed.target.strip(),
        part=typed.target.strip() if meter else "",
        users=_users(path, typed.users.strip()),
        offset_s=offset_of(path, typed.offset.strip()),
        start=start,
        outstanding=_parse_outstanding(path, typed.outstanding.strip()),
        columns=MeterColumns(typed.time_column.strip(), typed.watts_column.strip()),
        decimal=decimal_of(path, typed.decimal),
    )


def _users(path: Path, text: str) -> float | None:
    if not text:
        return None
    try:
        value = number_of(text)
    except ValueError:
        value = float("nan")
    if not 0 < value <= MOST_USERS:
        raise ImportedFileError('{name}: "{text}" users: a number above 0', name=path.name, text=text)
    return value


def _parse_outstanding(path: Path, text: str) -> tuple[int, int] | None:
    if not text:
        return None
    try:
        return outstanding_of(text)
    except ImportedFileError:
        raise ImportedFileError(
            '{name}: "{text}" outstanding: threads x outstanding I/Os per thread, such as 2x1',
            name=path.name,
            text=text,
        ) from None


def decimal_of(path: Path, text: str) -> DecimalMark | None:
    """Parse the decimal separator; return None to detect it automatically. Raises ImportedFileError."""
    plain = text.strip().casefold()
    if not plain:
        return None
    for mark, sign in _SIGNS.items():
        if mark and plain in (sign, mark, tr(mark).casefold()):
            return mark
    raise ImportedFileError('{name}: decimal sign "{text}": a comma or a point', name=path.name, text=text.strip())


def offset_of(path: Path, text: str) -> float:
    """Parse a clock offset in seconds. Raises ImportedFileError."""
    if not text:
        return 0.0
    try:
        value = number_of(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < MOST_OFFSET_S:
        raise ImportedFileError('{name}: clock offset "{text}": seconds, such as -2.5', name=path.name, text=text)
    return value
