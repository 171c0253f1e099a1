# SPDX-License-Identifier: Apache-2.0
"""Formats that can be imported: a table with the test that recognizes each one and the function that reads it.

The format is detected from the file's contents, not from its name, except for TOML, which contains totals.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from app.imports.benchbase import benchbase_summary, is_benchbase
from app.imports.counter_log import counter_log, is_counter_log
from app.imports.counter_pattern import chosen, too_many
from app.imports.driver_output import driver_log, is_driver_output
from app.imports.dstat import dstat_log, is_dstat
from app.imports.fio_log import fio_family, fio_log, is_fio_log
from app.imports.hammerdb import (
    hammerdb_output,
    is_hammerdb,
    is_job_report,
    is_time_profile,
    is_transaction_counter,
    job_report,
    time_profile,
    transaction_counter,
)
from app.imports.import_request import FileToImport
from app.imports.meter import MeterColumns, has_columns, is_meter_log, meter_log
from app.imports.pgbench import is_pgbench, is_pgbench_log, pgbench_family, pgbench_log, pgbench_output
from app.imports.source import ImportedFileError, Log, layout_of, lines_of, wrong
from app.imports.storage_outputs import READERS, Reader, StorageKind, storage_kind
from app.imports.sysbench import is_sysbench, sysbench_output
from app.imports.sysstat import iostat_log, is_iostat, is_sadf, sadf_log
from app.imports.totals import is_totals_csv
from app.imports.unsupported import unsupported_file, unsupported_line
from app.model.bounds import COLUMNS, IMPORT_HEADER
from app.model.form import marked
from app.model.messages import Sentence
from app.session.paths import SUFFIX

LINES_LOOKED_AT = 200
LETTERS_LOOKED_AT = 500
"""Number of characters examined in each line: a tool's output is recognized by the starts of lines."""
LETTERS_OF_JSON = 20_000
"""Number of characters examined in a line that begins a JSON document, which may be the whole document."""
TOTALS = marked("totals")
POWER_METER = marked("power meter")
PDH = marked("PDH log")
DSTAT = "dstat CSV"
WITH_DECIMALS = (PDH, DSTAT, POWER_METER)
"""Logs whose numbers may have decimal commas."""
_BY_SUFFIX: dict[str, StorageKind] = {".json": "fio JSON", ".xml": "diskspd XML"}
"""Format assumed for a file that no test recognizes; its reader reports the error."""


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A tool's log or output that becomes a Log.

    Attributes:
        is_line: whether a line is typical of the format.
        from_first_line: whether only a file's first line is tested, because the format has no header.
        family: name that the files of one process share, from the tool's own file names; "" if users name the files.
    """

    kind: str
    is_line: Callable[[str], bool]
    read: Callable[[FileToImport], Log]
    from_first_line: bool = False
    family: Callable[[Path], str] = lambda path: ""

    def open(self, file: FileToImport) -> Log:
        """Open the log with the selected counters.

        Raises:
            ImportedFileError: the file cannot be read, or an option does not apply to it.
        """
        if file.decimal is not None and self.kind not in WITH_DECIMALS:
            raise _no_option(file, "--decimal", self.kind)
        log = self.read(file)
        if file.counters and not log.series:
            raise _no_option(file, "--counters", self.kind)
        if file.counters and self.kind != PDH:
            log = chosen(file.path, log, file.counters)
        if log.columns > COLUMNS:
            raise too_many(file.path, [one.path for one in log.series])
        return log


def _no_option(file: FileToImport, option: str, kind: str) -> ImportedFileError:
    return wrong(
        file.path,
        "{option} does not apply to this file ({kind}); name the files that it is for: {option} VALUE=FILE",
        option=option,
        kind=Sentence(text=kind),
    )


def check_options(file: FileToImport, kind: str) -> None:
    """Check the options of a file that is not a log.

    Raises:
        ImportedFileError: an option does not apply to the file.
    """
    if file.counters:
        raise _no_option(file, "--counters", kind)
    if file.decimal is not None and (kind != TOTALS or file.path.suffix.lower() == ".toml"):
        raise _no_option(file, "--decimal", kind)


LOG_FORMATS = (
    LogFormat(PDH, is_counter_log, lambda file: counter_log(file.path, file.decimal, file.counters)),
    LogFormat(marked("DVD Store output"), is_driver_output, lambda file: driver_log(file.path)),
    LogFormat(marked("fio log"), is_fio_log, lambda file: fio_log(file.path), True, fio_family),
    LogFormat(marked("pgbench log"), is_pgbench_log, lambda file: pgbench_log(file.path), True, pgbench_family),
    LogFormat(marked("pgbench output"), is_pgbench, lambda file: pgbench_output(file.path)),
    LogFormat(marked("sysbench output"), is_sysbench, lambda file: sysbench_output(file.path)),
    LogFormat(marked("HammerDB job report"), is_job_report, lambda file: job_report(file.path)),
    LogFormat(marked("BenchBase summary"), is_benchbase, lambda file: benchbase_summary(file.path)),
    LogFormat(
        marked("HammerDB transaction counter"), is_transaction_counter, lambda file: transaction_counter(file.path)
    ),
    LogFormat(marked("HammerDB time profile"), is_time_profile, lambda file: time_profile(file.path)),
    LogFormat(marked("HammerDB output"), is_hammerdb, lambda file: hammerdb_output(file.path)),
    LogFormat("iostat JSON", is_iostat, lambda file: iostat_log(file.path)),
    LogFormat("sar JSON", is_sadf, lambda file: sadf_log(file.path)),
    LogFormat(DSTAT, is_dstat, lambda file: dstat_log(file.path, file.decimal)),
)
METER = LogFormat(POWER_METER, lambda line: False, lambda file: meter_log(file.path, file.columns, file.decimal))
"""Format recognized by the names of its columns, after all other formats."""
_BY_KIND = {one.kind: one for one in (*LOG_FORMATS, METER)}


def log_format(kind: str) -> LogFormat | None:
    """Return the log format of that kind, or None if the kind is not a log."""
    return _BY_KIND.get(kind)


def storage_reader(kind: str) -> Reader | None:
    """Return the reader for that kind of storage tool output, or None for any other kind."""
    return next((reader for known, reader in READERS.items() if known == kind), None)


_FIO_WORDS = ('"jobs"', '"client_stats"', '"jobname"', '"fio')
UNNAMED = MeterColumns()


def kind_of(path: Path, columns: MeterColumns = UNNAMED) -> str:
    """Detect the kind of a file from its beginning.

    Args:
        path: the file.
        columns: columns that the user named; a table with them is a power meter's.

    Raises:
        ImportedFileError: the file cannot be imported.
    """
    if path.suffix.lower() == ".toml":
        return TOTALS
    if path.suffix.lower() == SUFFIX:
        raise wrong(path, "this is already a session: open it, or combine several with outpace join")
    if refusal := unsupported_file(path):
        raise refusal
    if kind := _kind_of_lines(path):
        if kind == "diskspd XML" and (refusal := _refusal_of_lines(path)):
            raise refusal
        return kind
    if is_totals_csv(layout_of(path, is_totals_csv).header):
        return TOTALS
    layout = layout_of(path, lambda names: has_columns(names, columns) or is_meter_log(names))
    if is_meter_log(layout.header) or has_columns(layout.header, columns):
        return POWER_METER
    if refusal := _refusal_of_lines(path):
        raise refusal
    kind = _BY_SUFFIX.get(path.suffix.lower())
    if kind and not (kind == "fio JSON" and _is_other_json(path)):
        return kind
    known = "; ".join((*READERS, *_BY_KIND, "run totals (columns system, run, metric, value)"))
    raise wrong(path, "its format can't be imported; supported are {known}", known=known)


def _is_other_json(path: Path) -> bool:
    """Return whether a file begins as JSON and contains nothing typical of fio."""
    lines = [line for _, line in _beginning(path)]
    return lines[0].lstrip()[:1] in "{[" and not any(word in line for line in lines for word in _FIO_WORDS)


def _refusal_of_lines(path: Path) -> ImportedFileError | None:
    return next(
        (error for _, line in _beginning(path) if (error := unsupported_line(path, line[:LETTERS_LOOKED_AT]))), None
    )


def _beginning(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the start of each of the first lines; for a line that may contain a whole JSON document, yield more."""
    for number, (_, line) in enumerate(islice(lines_of(path, IMPORT_HEADER), LINES_LOOKED_AT)):
        yield number, line[: LETTERS_OF_JSON if line.lstrip()[:1] in "{[" else LETTERS_LOOKED_AT]


def _kind_of_lines(path: Path) -> str | None:
    """Return the kind of the first line that is typical of a format, or None if no line is."""
    for number, line in _beginning(path):
        for one in LOG_FORMATS:
            if (number == 0 or not one.from_first_line) and one.is_line(line):
                return one.kind
        if kind := storage_kind(line):
            return kind
    return None
