# SPDX-License-Identifier: Apache-2.0
"""`outpace export`, `import`, `join` and `report`: write outputs of sessions, and create sessions from other files."""

import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.imports.counter_figure import CounterFigure, counter_figures, figures_of
from app.imports.decimal_mark import mark_of
from app.imports.field_values import number_of, start_of
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results, recognized
from app.imports.joining.join import join_sessions
from app.imports.joining.meters import MeterFile, join_meters, utc_offset_of
from app.imports.manifest import manifest_text, read_manifest
from app.imports.meter import MeterColumns
from app.imports.source import ImportedFileError
from app.imports.storage_outputs import outstanding_of
from app.imports.totals import Order, window_of
from app.model.logo import LogoError
from app.model.messages import Sentence, sentence
from app.model.report_text import LONGEST_TEXT, ReportDetails
from app.report.outputs import Outputs, write_reports
from app.report.session_export import export_csv, export_json, export_parquet, export_pdh, new_text_file
from app.scenario.logo_file import logo_from
from app.scenario.reading import ScenarioError
from app.scenario.threshold_sets import thresholds_of
from app.session.paths import default_session_path
from app.session.reader import SessionReader
from app.session.seal import settle
from app.session.session_error import SessionError
from collectors.series import Better

T = TypeVar("T")
log = logging.getLogger(__name__)
EVERY_S = 3.0
"""Seconds between progress lines of an import."""


class ImportOptions(msgspec.Struct, frozen=True):
    """Options of `outpace import`, as typed.

    Options for single files have the form VALUE=FILE; for starts, offsets and outstanding I/Os, a plain VALUE applies
    to files.

    Attributes:
        higher: Names of figures for which higher values are better.
        lower: Names of figures for which lower values are better.
    """

    files: Sequence[Path]
    manifest: Path | None = None
    systems: Sequence[str] = ()
    runs: Sequence[str] = ()
    targets: Sequence[str] = ()
    offsets: Sequence[str] = ()
    starts: Sequence[str] = ()
    outstanding: Sequence[str] = ()
    time_column: str = ""
    watts_column: str = ""
    title: str = ""
    baseline: str = ""
    order: Order | None = None
    window: str = ""
    figures: Sequence[str] = ()
    higher: Sequence[str] = ()
    lower: Sequence[str] = ()
    decimals: Sequence[str] = ()
    counters: Sequence[str] = ()


def request_of(typed: ImportOptions) -> ImportRequest:
    """Return the import request specified by the manifest and the options.

    Raises:
        ImportedFileError: If an option is invalid; the message names it.
    """
    if typed.manifest is not None:
        base = read_manifest(typed.manifest, typed.files)
    else:
        base = ImportRequest(tuple(FileToImport(path) for path in typed.files))
    files = {file.path: _with_columns(file, typed) for file in base.files}
    options_for_all: Mapping[str, object] = {
        "window": typed.window, "figure": typed.figures, "time": typed.time_column, "watts": typed.watts_column
    }  # fmt: skip
    for_all = {option for option, value in options_for_all.items() if value}
    for option, texts, apply_value in (
        ("--system", typed.systems, lambda file, text: replace(file, system=text)),
        ("--target", typed.targets, lambda file, text: replace(file, target=text)),
        ("--run", typed.runs, lambda file, text: replace(file, run=_run(text))),
        ("--offset", typed.offsets, lambda file, text: replace(file, offset_s=_seconds(text))),
        ("--start", typed.starts, lambda file, text: replace(file, start=start_of(text))),
        ("--outstanding", typed.outstanding, lambda file, text: replace(file, outstanding=outstanding_of(text))),
        ("--decimal", typed.decimals, lambda file, text: replace(file, decimal=mark_of(text))),
        ("--counters", typed.counters, lambda file, text: replace(file, counters=(*file.counters, text))),
    ):
        _apply_option(files, option, texts, apply_value, for_all=option not in ("--system", "--target", "--run"))
        for text in texts:
            path, _ = _split_option(files, text)
            if path is None:
                for_all.add(option[2:])
            else:
                files[path] = replace(files[path], given=files[path].given | {option[2:]})
    return replace(
        base,
        files=tuple(files.values()),
        title=typed.title[:80] or base.title,
        baseline=typed.baseline or base.baseline,
        order=typed.order or base.order,
        systems=tuple(dict.fromkeys([*base.systems, *(_split_option(files, text)[1] for text in typed.systems)])),
        window=window_of(typed.window) if typed.window else base.window,
        figures=_with_directions(counter_figures([*base.figures, *figures_of(typed.figures)]), typed),
        for_all=frozenset(for_all),
    )


def _with_columns(file: FileToImport, typed: ImportOptions) -> FileToImport:
    columns = file.columns
    return replace(file, columns=MeterColumns(typed.time_column or columns.time, typed.watts_column or columns.watts))


def _with_directions(figures: Sequence[CounterFigure], typed: ImportOptions) -> tuple[CounterFigure, ...]:
    """Apply --higher and --lower to figures.

    Raises:
        ImportedFileError: If a named figure does not exist.
    """
    figures_by_metric = {figure.metric: figure for figure in figures}
    directions: tuple[tuple[str, Sequence[str], Better], ...] = (
        ("--higher", typed.higher, "more"), ("--lower", typed.lower, "less")
    )  # fmt: skip
    for option, names, better in directions:
        for name in names:
            metric = next((one.metric for one in figures if name in (one.label, one.metric)), "")
            if not metric:
                raise ImportedFileError(
                    '{option} "{name}": the figures are {figures}',
                    option=option,
                    name=name,
                    figures=", ".join(one.label for one in figures) or "–",
                )
            figures_by_metric[metric] = replace(figures_by_metric[metric], better=better)
    return tuple(figures_by_metric.values())


def write_manifest(typed: ImportOptions, manifest: Path, say: Callable[[str], None]) -> ExitStatus:
    """Run `outpace import --write-manifest`; `say` prints a line."""

    def work() -> Path:
        request, comments = recognized(request_of(typed))
        text = manifest_text(request, manifest.resolve().parent, comments)
        try:
            with manifest.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise ImportedFileError("{file} is there already; give another name", file=manifest) from None
        return manifest

    return _create_session(work, say)


def import_files(typed: ImportOptions, session: Path | None, say: Callable[[str], None]) -> ExitStatus:
    """Run `outpace import`; `say` prints a line."""

    def work() -> Path:
        request = request_of(typed)
        path = session or _new_path(request.title or request.files[0].path.stem)
        for warning in import_results(request, path, _ActivityReporter(say)):
            say(f"Note: {sentence(warning)}.")
        with SessionReader.open(path) as reader:
            if len(reader.systems) > 1 and not request.baseline:
                say(f"Baseline: {reader.systems[0].name}, the first system (--baseline chooses another).")
        return path

    return _create_session(work, say)


class _ActivityReporter:
    """Prints the current activity every few seconds."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._next_s = time.monotonic() + EVERY_S

    def __call__(self, what: Sentence) -> None:
        if time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + EVERY_S
            self._say(sentence(what))


def join(sessions: Sequence[Path], title: str, session: Path | None, say: Callable[[str], None]) -> ExitStatus:
    """Run `outpace join`; `say` prints a line."""

    def work() -> Path:
        path = session or _new_path(title or "joined")
        for warning in join_sessions(sessions, path, title=title):
            say(f"Note: {sentence(warning)}.")
        return path

    return _create_session(work, say)


class JoinOptions(msgspec.Struct, frozen=True):
    """Options of `outpace join` with power meters, as typed.

    Options for single logs have the form VALUE=LOG; for offsets, zones and starts, a plain VALUE applies to all logs.
    """

    sessions: Sequence[Path]
    logs: Sequence[Path]
    systems: Sequence[str] = ()
    parts: Sequence[str] = ()
    offsets: Sequence[str] = ()
    zones: Sequence[str] = ()
    starts: Sequence[str] = ()
    decimals: Sequence[str] = ()
    time_column: str = ""
    watts_column: str = ""
    title: str = ""


def meters_of(typed: JoinOptions) -> tuple[MeterFile, ...]:
    """Return the logs, each with its options.

    Raises:
        ImportedFileError: If an option is invalid; the message names it.
    """
    columns = MeterColumns(typed.time_column, typed.watts_column)
    files = {path: MeterFile(path, columns=columns) for path in typed.logs}
    for option, texts, apply_value in (
        ("--system", typed.systems, lambda file, text: replace(file, systems=(*file.systems, text))),
        ("--part", typed.parts, lambda file, text: replace(file, name=text)),
        ("--offset", typed.offsets, lambda file, text: replace(file, offset_s=_seconds(text))),
        ("--zone", typed.zones, lambda file, text: replace(file, utc_offset_s=utc_offset_of(text))),
        ("--start", typed.starts, lambda file, text: replace(file, start=start_of(text))),
        ("--decimal", typed.decimals, lambda file, text: replace(file, decimal=mark_of(text))),
    ):
        _apply_option(
            files, option, texts, apply_value, for_all=option in ("--offset", "--zone", "--start", "--decimal")
        )
    return tuple(files.values())


def join_power(typed: JoinOptions, session: Path | None, say: Callable[[str], None]) -> ExitStatus:
    """Run `outpace join` with power meters' logs; `say` prints a line."""

    def work() -> Path:
        if len(typed.sessions) != 1:
            raise ImportedFileError(
                "power meters are joined to one session: name it, and the logs ({logs})",
                logs=", ".join(path.name for path in typed.logs),
            )
        path = session or _new_path(typed.title or f"{typed.sessions[0].stem} power")
        for note in join_meters(typed.sessions[0], meters_of(typed), path, title=typed.title[:80]):
            say(f"Note: {sentence(note)}.")
        return path

    return _create_session(work, say)


def _create_session(work: Callable[[], Path], say: Callable[[str], None]) -> ExitStatus:
    log_path = engine_log()
    try:
        path = work()
    except (ImportedFileError, SessionError) as error:
        say(str(error))
        return ExitStatus.FAILED
    except OSError as error:
        say(f"{error.filename or 'The session'}: {error.strerror or error}")
        return ExitStatus.FAILED
    except Exception as error:
        log.exception("the import ends")
        say(
            f"An error of Outpace's own ({type(error).__name__}) ended this, and no session was made. "
            f"The details are in {log_path}."
        )
        return ExitStatus.FAILED
    say(f"Made {path}")
    return ExitStatus.DONE


def _new_path(title: str) -> Path:
    return default_session_path(title, datetime.now().astimezone())


def _apply_option(
    files: dict[Path, T],
    option: str,
    texts: Sequence[str],
    apply_value: Callable[[T, str], T],
    *,
    for_all: bool,
) -> None:
    """Apply the values of an option to the files that they name; a value without a file applies to all files."""
    for text in texts:
        path, value = _split_option(files, text)
        if path is None and not for_all:
            names = ", ".join(file.name for file in files)
            raise ImportedFileError(
                '{option} "{text}": expected VALUE=FILE with one of the files {names}',
                option=option,
                text=text,
                names=names,
            )
        for each in [path] if path is not None else list(files):
            files[each] = apply_value(files[each], value)


def _split_option(files: Mapping[Path, T], text: str) -> tuple[Path | None, str]:
    """Split VALUE=FILE into file and value. The file is given as typed or by its name, either of which can contain "=".

    If there is no file, return None and the whole text.
    """
    for position in (index for index, letter in enumerate(text) if letter == "="):
        name = text[position + 1 :]
        matches = [path for path in files if name in (str(path), path.name) or Path(name) == path]
        if len(matches) > 1:
            raise ImportedFileError(
                '"{text}": several files are named {name}; write its folder too', text=text, name=name
            )
        if matches:
            return matches[0], text[:position]
    return None, text


def _run(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise ImportedFileError('--run "{text}": a whole number from 1 to 1000', text=text)
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = number_of(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e8:
        raise ImportedFileError('--offset "{text}": seconds, added to the clock of the file, such as -2.5', text=text)
    return value


def export(
    path: Path,
    *,
    json: str | None,
    csv: Path | None,
    parquet: Path | None,
    pdh: Path | None,
    thresholds: Sequence[str] = (),
) -> ExitStatus:
    """Run `outpace export` in the given format.

    Args:
        path: Session to export.
        json: Output file, or "-" for standard output.
        csv: Output folder.
        parquet: Output folder.
        pdh: Output file.
        thresholds: Files and sets of thresholds, for the JSON export.
    """
    engine_log()
    try:
        added = [one for reference in thresholds for one in thresholds_of(reference)]
        # Merge the -wal file of a killed engine into the session, unless it is still being recorded.
        settle(path)
        with SessionReader.open(path) as reader:
            if json == "-":
                # JSON is UTF-8, regardless of the terminal's encoding.
                sys.stdout.buffer.write(export_json(reader, added).encode() + b"\n")
                sys.stdout.buffer.flush()
            elif json is not None:
                with new_text_file(Path(json)) as file:
                    file.write(export_json(reader, added) + "\n")
            elif csv is not None:
                export_csv(reader, csv)
            elif parquet is not None:
                export_parquet(reader, parquet)
            elif pdh is not None:
                export_pdh(reader, pdh)
    except (ScenarioError, SessionError) as error:
        return failure(str(error))
    except OSError as error:
        return failure(f"{error.filename or 'The output'}: {error.strerror or error}")
    return ExitStatus.DONE


@dataclass(frozen=True, slots=True)
class AuthorOptions:
    """Author's text as typed; None if not given. Summary and conclusion are text files, the logo is an image file."""

    author: str | None = None
    company: str | None = None
    date: str | None = None
    summary: Path | None = None
    conclusion: Path | None = None
    logo: Path | None = None

    def read(self) -> ReportDetails:
        """Read the files.

        Raises:
            LogoError: If the logo is invalid.
            SessionError: If a text file is invalid.
            OSError: If a file cannot be read.
        """
        return ReportDetails(
            author=self.author,
            company=self.company,
            date=self.date,
            summary=None if self.summary is None else _text_of(self.summary),
            conclusion=None if self.conclusion is None else _text_of(self.conclusion),
            logo=None if self.logo is None else logo_from(self.logo).data,
        )


def _text_of(path: Path) -> str:
    """Read a text file.

    Raises:
        SessionError: If the text is not UTF-8 or too long.
        OSError: If the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST_TEXT + 1)
    except UnicodeDecodeError as error:
        raise SessionError("{path} is not UTF-8 text. Save it as such.", path=path) from error
    if len(text.strip()) > LONGEST_TEXT:
        raise SessionError("{path} has more than {most:,} characters. Shorten it.", path=path, most=LONGEST_TEXT)
    return text


def report(
    sessions: Sequence[Path],
    outputs: Outputs,
    author: AuthorOptions = AuthorOptions(),
    *,
    anonymous: bool,
    thresholds: Sequence[str] = (),
) -> ExitStatus:
    """Run `outpace report`; `thresholds` are files and sets of thresholds."""
    engine_log()
    application: object = None
    try:
        details = author.read()
        added = [one for reference in thresholds for one in thresholds_of(reference)]
        if outputs.pdf is not None or outputs.png is not None:
            application = _qt_application()
        write_reports(
            sessions, outputs, details=details, anonymous=anonymous, progress=_print_progress, thresholds=added
        )
    except (ScenarioError, SessionError, LogoError) as error:
        return failure(str(error))
    except OSError as error:
        return failure(f"{error.filename or 'The report'}: {error.strerror or error}")
    finally:
        del application
    return ExitStatus.DONE


def _print_progress(what: Sentence, done: int, total: int) -> None:
    print(f"[{done}/{total}] {sentence(what)}", file=sys.stderr, flush=True)


def _qt_application() -> object:
    """Return the Qt application required for painting text; keep a reference to it. On Linux, it needs no display."""
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 - only for painting pages

    platform = ["-platform", "offscreen"] if sys.platform.startswith("linux") else []
    return QGuiApplication.instance() or QGuiApplication(["outpace", *platform])
