"""`outpace run` and `outpace export`: runs and exports without a window, with progress lines, the result table, clear
errors and an exit status; passwords are asked for where a terminal or a window is there to answer."""

import getpass
import logging
import os
import re
import signal
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TextIO

import platformdirs

from app.cli.progress import LiveLine
from app.control.listener import CommandListener, sent_passwords, standard_input
from app.engine.consents import allow, consents_of, require
from app.engine.devices import device_of
from app.engine.passwords import Account, PasswordError, Passwords, gathered
from app.engine.run import Run
from app.engine.status import RunCancelledError, RunError, Status
from app.engine.storage_target import PRECONDITIONING, WRITING
from app.model.workloads import StorageIo
from app.report.session_export import export_csv, export_json, export_pdh, new_text_file
from app.report.sqlio_layout import sqlio_text
from app.report.text_table import result_table, storage_table
from app.results.storage_results import is_storage
from app.scenario.overrides import with_folders, with_only, with_run_seconds
from app.scenario.reading import ScenarioError, ScenarioFile, read_scenario
from app.session.paths import default_session_path
from app.session.reader import SessionReader
from app.session.seal import settle
from app.session.session_error import SessionError


def passwords_for(file: ScenarioFile, *, controlled: bool) -> Passwords:
    """All that a scenario needs. controlled: a window started us and sends what it asked for. Raises PasswordError."""
    if controlled:
        return gathered(file.scenario, ask=None, given=lambda: sent_passwords(standard_input()))
    return gathered(file.scenario, ask=typed_password if sys.stdin.isatty() else None)


def typed_password(account: Account) -> str:
    """A password typed in the terminal, unseen. Raises PasswordError where the user gives up."""
    try:
        return getpass.getpass(f"Password of {account.name} ({', '.join(account.systems)}): ")
    except EOFError:
        raise PasswordError(f"No password was given for {account.name}.") from None


log = logging.getLogger(__name__)

VALID, INVALID, FAILED = 0, 1, 2
PROGRESS_EVERY_S = 10.0
STORAGE_TASKS = (WRITING, PRECONDITIONING)


class ProgressLines:
    """Prints a line every ten seconds, and one for each new stage or task."""

    def __init__(self, out: TextIO, *, iops: bool = False) -> None:
        """iops: an order is an I/O, and is told by the second."""
        self._out = out
        self._unit, self._per_min = ("IOPS", 60.0) if iops else ("orders/min", 1.0)
        self._last_text = ""
        self._told: set[str] = set()
        self._last_s = 0.0
        self._sums: dict[str, list[float]] = {}

    def __call__(self, status: Status) -> None:
        """Takes a status, and prints what is due."""
        if status.stage != "running":
            text = _prepared(status.text) if status.stage == "preparing" else status.text
            if text not in self._told:
                _show(text, self._out)
            self._told.add(text)
            self._last_text = text
            return
        self._told.clear()
        for letter, rate in status.orders_per_min.items():
            self._sums.setdefault(letter, []).append(rate)
        if status.elapsed_s - self._last_s < PROGRESS_EVERY_S and status.text == self._last_text:
            return
        means = {letter: sum(sums) / len(sums) / self._per_min for letter, sums in self._sums.items()}
        rates = "   ".join(f"{letter} {mean:9,.0f} {self._unit}" for letter, mean in means.items())
        _show(f"{status.elapsed_s:6.0f} s  {status.text:8}  {rates}   {status.remaining_s:.0f} s left", self._out)
        self._last_s, self._last_text = status.elapsed_s, status.text
        self._sums.clear()

    def end(self) -> None:
        """Nothing to do: every line has its end."""


def _show(text: str, out: TextIO) -> None:
    """Prints a line. Where nobody reads any more (a closed terminal, a pipe to `head`) the run goes on in silence."""
    try:
        print(text, file=out, flush=True)
    except OSError:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), out.fileno())


def _prepared(text: str) -> str:
    """One line for building a database or file and one for restoring it, instead of one for each table."""
    system, _, task = text.rpartition(": ")
    if not system:
        return text
    if task.startswith(STORAGE_TASKS):
        return f"{system}: {re.sub(r' [0-9]+ %$', '', task)}"
    return f"{system}: {'restoring' if task.startswith('restor') else 'building'} its database"


def run_headless(
    scenario: str,
    *,
    seconds: float | None,
    session: Path | None,
    folders: Sequence[str],
    controlled: bool,
    allow_command: bool = False,
    allowed: Sequence[str] = (),
    only: str | None = None,
    sqlio: bool = False,
    hold: bool = False,
) -> int:
    """`outpace run`: 0 for a valid run, 1 for one that is not, 2 where it could not be run.

    folders: SYSTEM=FOLDER. controlled: a window started us, sends commands over standard input and reads the session.
    allow_command, allowed: consents given on the command line, as app.engine.consents words them.
    only: the one system that is present in this session, by its name or letter. sqlio: the result in SQLIO's layout.
    hold: it waits for the command to start, once its users are connected; only where it is controlled.
    """
    try:
        file = chosen_scenario(scenario, seconds, folders)
        if sqlio and not isinstance(file.scenario.workload, StorageIo):
            raise ScenarioError(f'{scenario}: --sqlio needs the workload "storage-io", which alone has SQLIO\'s layout')
        if only is not None:
            file = with_only(file, only)
        allow(file.scenario, allowed, command=allow_command)
        require(consents_of(file.scenario, runs=True))
        path = session
        if path is None:
            path = default_session_path(file.scenario.title, datetime.now().astimezone())
            path.parent.mkdir(parents=True, exist_ok=True)
        iops = isinstance(file.scenario.workload, StorageIo)
        watched = sys.stdout.isatty() and not controlled
        progress = LiveLine(sys.stdout, iops=iops) if watched else ProgressLines(sys.stdout, iops=iops)
        run = Run(
            file,
            path,
            passwords=passwords_for(file, controlled=controlled),
            listen=lambda uuid: CommandListener(uuid, standard_input() if controlled else None),
            observer=progress,
            log_path=engine_log(),
            hold=hold and controlled,
        )
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: run.stop())
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, lambda *_: run.stop("stopped: its terminal was closed"))
        try:
            valid = run.go()
        finally:
            progress.end()
    except RunCancelledError as error:
        return _said(str(error), INVALID)
    except (ScenarioError, RunError, SessionError) as error:
        return _said(str(error), FAILED)
    except OSError as error:
        return _said(f"{error.filename or 'The run'}: {error.strerror or error}", FAILED)
    except Exception as error:
        log.exception("the run ends")
        text = f"The run ended by an error of Outpace's own ({type(error).__name__}); what it recorded is kept."
        return _said(f"{text} The details are in {engine_log()}.", FAILED)
    if not controlled:
        with SessionReader.open(path) as reader:
            _show(printed(reader, sqlio=sqlio), sys.stdout)
    return VALID if valid else INVALID


def check_drives(first: Path, second: Path) -> int:
    """Before two drives are compared: says where both folders lie on one. 0, or 2 where a folder is missing."""
    for folder in (first, second):
        if not folder.is_dir():
            return _said(f"There is no folder {folder}. Make it first, or name another one.", FAILED)
    devices = [device_of(folder) for folder in (first, second)]
    if devices[0] is not None and devices[1] is not None and (disks := devices[0].disks & devices[1].disks):
        text = f"Both folders lie on one device, {', '.join(sorted(disks))}: the two systems slow each other down."
        _show(f"{text} To compare two drives, name a folder on each.", sys.stdout)
    return 0


def printed(reader: SessionReader, *, sqlio: bool = False) -> str:
    """The result of a session as text."""
    if sqlio:
        try:
            return sqlio_text(reader)
        except SessionError as error:
            return str(error)
    return storage_table(reader) if is_storage(reader) else result_table(reader)


def chosen_scenario(reference: str, seconds: float | None, folders: Sequence[str]) -> ScenarioFile:
    """The scenario with what was chosen for this run put in. Raises ScenarioError."""
    file = read_scenario(reference)
    if seconds is not None:
        if not 1 <= seconds <= 604_800:
            raise ScenarioError(f"--seconds: expected a number from 1 to 604,800, found {seconds:g}")
        file = with_run_seconds(file, seconds)
    if folders:
        pairs = [folder.partition("=") for folder in folders]
        if wrong := [name for name, equals, _ in pairs if not equals]:
            raise ScenarioError(f'--folder: expected SYSTEM=FOLDER, found "{wrong[0]}"')
        file = with_folders(file, {name: Path(folder) for name, _, folder in pairs})
    return file


def engine_log() -> Path:
    """Where the engine and its children write what no user should have to read."""
    path = platformdirs.user_log_path("Outpace", appauthor=False) / "engine.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=path, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    except OSError:
        return Path(os.devnull)
    return path


def export(path: Path, *, json: str | None, csv: Path | None, pdh: Path | None) -> int:
    """`outpace export`: 0, or 2 with the reason."""
    try:
        # What a killed engine left in the -wal file belongs into the session, if nobody records it any more.
        settle(path)
        with SessionReader.open(path) as reader:
            if json == "-":
                # JSON is UTF-8, whatever the terminal's encoding.
                sys.stdout.buffer.write(export_json(reader).encode() + b"\n")
                sys.stdout.buffer.flush()
            elif json is not None:
                with new_text_file(Path(json)) as file:
                    file.write(export_json(reader) + "\n")
            elif csv is not None:
                export_csv(reader, csv)
            elif pdh is not None:
                export_pdh(reader, pdh)
    except SessionError as error:
        return _said(str(error), FAILED)
    except OSError as error:
        return _said(f"{error.filename or 'The output'}: {error.strerror or error}", FAILED)
    return 0


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status
