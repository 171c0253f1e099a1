# SPDX-License-Identifier: Apache-2.0
"""What can be imported: one table of the formats, each with what its lines are known by and what reads it.

Which format a file has is told by its lines, never by its name; only TOML, which holds totals, has no line of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.imports.counter_log import counter_log, is_counter_log
from app.imports.driver_output import driver_log, is_driver_output
from app.imports.dstat import dstat_log, is_dstat
from app.imports.fio_log import fio_log, is_fio_log
from app.imports.hammerdb import (
    hammerdb_output,
    is_hammerdb,
    is_time_profile,
    is_transaction_counter,
    time_profile,
    transaction_counter,
)
from app.imports.import_request import FileToImport
from app.imports.meter import is_meter_log, meter_log
from app.imports.pgbench import is_pgbench, is_pgbench_log, pgbench_log, pgbench_output
from app.imports.source import Log, layout_of, lines_of, wrong
from app.imports.storage_outputs import READERS, Reader, StorageKind, storage_kind
from app.imports.sysbench import is_sysbench, sysbench_output
from app.imports.sysstat import iostat_log, is_iostat, is_sadf, sadf_log
from app.imports.totals import is_totals_csv
from app.session.paths import SUFFIX

LINES_LOOKED_AT = 200
LETTERS_LOOKED_AT = 500
"""Of each line: what a tool is known by stands at its begin."""
TOTALS = "totals"
POWER_METER = "power meter"
_BY_SUFFIX: dict[str, StorageKind] = {".json": "fio JSON", ".xml": "diskspd XML"}
"""What a file is that holds no line of any tool: its reader then says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A tool's log or output that becomes a Log.

    is_line: whether a line is one of it. from_first_line: it has no header, so that only a file's first line tells.
    open: alone is False where other files of the format are of the same system and run, with which it adds up.
    one_clock: several of them in a run began with the earliest: the tool wrote them together.
    """

    kind: str
    is_line: Callable[[str], bool]
    open: Callable[[FileToImport, bool], Log]
    from_first_line: bool = False
    one_clock: bool = False


LOG_FORMATS = (
    LogFormat("PDH log", is_counter_log, lambda file, _: counter_log(file.path)),
    LogFormat("DVD Store output", is_driver_output, lambda file, alone: driver_log(file.path, alone=alone)),
    LogFormat("fio log", is_fio_log, lambda file, alone: fio_log(file.path, alone=alone), True, True),
    LogFormat("pgbench log", is_pgbench_log, lambda file, alone: pgbench_log(file.path, alone=alone), True, True),
    LogFormat("pgbench output", is_pgbench, lambda file, _: pgbench_output(file.path)),
    LogFormat("sysbench output", is_sysbench, lambda file, _: sysbench_output(file.path)),
    LogFormat("HammerDB transaction counter", is_transaction_counter, lambda file, _: transaction_counter(file.path)),
    LogFormat("HammerDB time profile", is_time_profile, lambda file, _: time_profile(file.path)),
    LogFormat("HammerDB output", is_hammerdb, lambda file, _: hammerdb_output(file.path)),
    LogFormat("iostat JSON", is_iostat, lambda file, _: iostat_log(file.path), one_clock=True),
    LogFormat("sar JSON", is_sadf, lambda file, _: sadf_log(file.path), one_clock=True),
    LogFormat("dstat CSV", is_dstat, lambda file, _: dstat_log(file.path), one_clock=True),
)
METER = LogFormat(
    POWER_METER,
    lambda line: False,
    lambda file, alone: meter_log(file.path, file.columns, "_Total" if alone else file.path.stem),
)
"""Known by the names of its columns, after all others."""
_BY_KIND = {one.kind: one for one in (*LOG_FORMATS, METER)}


def log_format(kind: str) -> LogFormat | None:
    """The format of that kind; None: it is no log."""
    return _BY_KIND.get(kind)


def storage_reader(kind: str) -> Reader | None:
    """What reads that output of a storage exerciser; None: it is none."""
    return next((reader for known, reader in READERS.items() if known == kind), None)


def kind_of(path: Path) -> str:
    """What a file is, from its beginning. Raises ImportedFileError where it is nothing that can be imported."""
    if path.suffix.lower() == ".toml":
        return TOTALS
    if path.suffix.lower() == SUFFIX:
        raise wrong(path, "this is already a session: open it, or combine several with outpace join")
    if kind := _of_lines(path):
        return kind
    header = layout_of(path).header
    if is_totals_csv(header):
        return TOTALS
    if is_meter_log(header):
        return POWER_METER
    known = "; ".join((*READERS, *_BY_KIND, "run totals (columns system, run, metric, value)"))
    raise wrong(path, "its format can't be imported; supported are {known}", known=known)


def _of_lines(path: Path) -> str | None:
    """What the first lines that a tool is known by tell; None: there is none."""
    for number, (_, line) in enumerate(lines_of(path)):
        text = line[:LETTERS_LOOKED_AT]
        for one in LOG_FORMATS:
            if (number == 0 or not one.from_first_line) and one.is_line(text):
                return one.kind
        if kind := storage_kind(text):
            return kind
        if number >= LINES_LOOKED_AT:
            break
    return _BY_SUFFIX.get(path.suffix.lower())
