# SPDX-License-Identifier: Apache-2.0
"""`outpace run`: a run without a window, with progress, a result table and error messages.

Passwords are requested if a terminal or a window is available to enter them.
"""

import getpass
import logging
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from app.broadcast.listen_address import BroadcastError, address_of
from app.cli.broadcast_command import served_on
from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.cli.progress import ProgressDisplay, print_line
from app.cli.terminal import ends_of_terminal
from app.control.listener import CommandListener, sent_passwords, window_input
from app.driver.place import fork_children
from app.engine.consents import allow, consents_of, require
from app.engine.devices import device_of
from app.engine.passwords import Account, PasswordError, Passwords, accounts_of, gathered
from app.engine.run import Run
from app.engine.status import RunCancelledError, RunError
from app.model.errors import file_message, phrase
from app.model.events import Stopped
from app.model.messages import NO_OTHER_WORDING
from app.model.visible_text import visible
from app.model.work_wording import wording_of
from app.model.workloads import StorageIo
from app.report.session_blocks import session_text, validity_text
from app.report.sqlio_layout import sqlio_text
from app.scenario.overrides import adjusted, with_file_size, with_folders, with_only, with_run_seconds, with_thresholds
from app.scenario.reading import ScenarioError, ScenarioFile, read_scenario
from app.scenario.threshold_sets import thresholds_of
from app.session.paths import default_session_path
from app.session.reader import SessionReader
from app.session.session_error import SessionError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Scenario and options of a run, as typed.

    Attributes:
        scenario: File, or name of a built-in scenario.
        seconds: Duration of the run; for a sweep, of each step.
        session: Session file to create.
        folders: Folders of databases, as SYSTEM=FOLDER.
        allow_command: Consent to the scenario's command.
        allowed: Consents, as worded by app.engine.consents.
        only: Name or letter of the only system to load in this session.
        sqlio: Whether to print the result in SQLIO's layout.
        file_size: File size for storage I/O; "" for the scenario's file size.
        thresholds: Files and sets of thresholds, recorded in the session as if they were the scenario's.
        force: Whether to build even if the disks lack the required space.
        show_on: Address and port at which the run is shown live; "" if it is not.
    """

    scenario: str
    seconds: float | None = None
    session: Path | None = None
    folders: Sequence[str] = ()
    allow_command: bool = False
    allowed: Sequence[str] = ()
    only: str | None = None
    sqlio: bool = False
    file_size: str = ""
    thresholds: Sequence[str] = ()
    force: bool = False
    show_on: str = ""


def passwords_for(file: ScenarioFile, window: BinaryIO | None) -> Passwords:
    """Return all passwords that a scenario needs; `window` is the input from the window that started the process.

    Raises:
        PasswordError: If a password is missing.
    """
    if window is not None:
        return gathered(file.scenario, ask=None, given=lambda: sent_passwords(window))
    return gathered(file.scenario, ask=typed_password if sys.stdin.isatty() else None)


def typed_password(account: Account) -> str:
    """Ask for a password in the terminal, without echo.

    Raises:
        PasswordError: If the user cancels the input.
    """
    try:
        return getpass.getpass(visible(f"Password of {account.name} ({', '.join(account.systems)}): "))
    except EOFError:
        raise PasswordError("No password was given for {account}.", account=account.name) from None


def run_headless(
    options: RunOptions, *, controlled: bool = False, hold: bool = False, interruptible: bool = True
) -> ExitStatus:
    """Run `outpace run`.

    Args:
        options: Scenario and options.
        controlled: Whether a window started the process, sends commands over standard input and reads the session.
        hold: Whether to wait for the start command after connecting the users; only if `controlled`.
        interruptible: Whether Ctrl+C stops the run; in a queue, the queue handles Ctrl+C.
    """
    log_path = engine_log()
    wording = NO_OTHER_WORDING
    try:
        file = chosen_scenario(options)
        wording = wording_of(file.scenario.workload.unit)
        if options.sqlio and not isinstance(file.scenario.workload, StorageIo):
            raise ScenarioError(
                '{scenario}: --sqlio needs the workload "storage-io"',
                scenario=options.scenario,
            )
        allow(file.scenario, options.allowed, command=options.allow_command)
        require(consents_of(file.scenario, runs=True))
        fork_children(clean=not any(account.variable for account in accounts_of(file.scenario)))
        path = options.session
        if path is None:
            path = default_session_path(file.scenario.title, datetime.now().astimezone())
            path.parent.mkdir(parents=True, exist_ok=True)
        progress = ProgressDisplay(
            sys.stdout,
            unit=file.scenario.workload.unit,
            live=False if controlled else None,
            session=None if controlled else path,
        )
        window = window_input() if controlled else None
        run = Run(
            file,
            path,
            passwords=passwords_for(file, window),
            listen=lambda uuid: CommandListener(uuid, window),
            observer=progress,
            log_path=log_path,
            hold=hold and controlled,
            force=options.force,
        )
        for number in (signal.SIGINT, signal.SIGTERM) if interruptible else (signal.SIGTERM,):
            signal.signal(number, lambda *_: run.stop())
        for number in ends_of_terminal():
            signal.signal(number, lambda *_: run.stop(Stopped(by="terminal")))
        try:
            with served_on(path, options.show_on):
                is_complete = run.go()
        finally:
            progress.end()
    except RunCancelledError as error:
        return failure(error.message, ExitStatus.INVALID, controlled=controlled, wording=wording)
    except (BroadcastError, ScenarioError, RunError, SessionError) as error:
        return failure(error.message, controlled=controlled, wording=wording)
    except OSError as error:
        log.exception("the run ends")
        return failure(file_message(error), controlled=controlled)
    except Exception as error:
        log.exception("the run ends")
        message = phrase(
            "The run ended by an error of Outpace's own ({error}); what it recorded is kept. The details are in {log}.",
            error=type(error).__name__,
            log=log_path,
        )
        return failure(message, controlled=controlled)
    if not controlled:
        with SessionReader.open(path) as reader:
            if options.sqlio:
                # Standard output is read by a program; additional information for people goes to standard error.
                print_line(validity_text(reader), sys.stderr)
            print_line(printed(reader, sqlio=options.sqlio), sys.stdout)
    return ExitStatus.DONE if is_complete else ExitStatus.INVALID


def check_drives(first: Path, second: Path) -> ExitStatus:
    """Warn before a comparison of two drives if both folders are on one device; return FAILED if one is missing."""
    for folder in (first, second):
        if not folder.is_dir():
            return failure(f"The folder {folder} does not exist. Create it, or name another one.")
    devices = [device_of(folder) for folder in (first, second)]
    if devices[0] is not None and devices[1] is not None and (disks := devices[0].disks & devices[1].disks):
        text = f"Both folders are on one device, {', '.join(sorted(disks))}: the two systems slow each other down."
        print_line(f"{text} To compare two drives, name a folder on each.", sys.stdout)
    return ExitStatus.DONE


def printed(reader: SessionReader, *, sqlio: bool = False) -> str:
    """Return the result of a session as text."""
    if sqlio:
        try:
            return sqlio_text(reader)
        except SessionError as error:
            return str(error)
    return session_text(reader)


def chosen_scenario(options: RunOptions) -> ScenarioFile:
    """Return the scenario with the options of this run applied.

    Raises:
        ScenarioError: If the scenario or an option is invalid.
        BroadcastError: If the address to show the run on is invalid.
    """
    if options.show_on:
        address_of(options.show_on)
    file = read_scenario(options.scenario)
    scenario = file.scenario
    if options.seconds is not None:
        if not 1 <= options.seconds <= 604_800:
            raise ScenarioError(
                "--seconds: expected a number from 1 to 604,800, found {seconds:g}", seconds=options.seconds
            )
        scenario = with_run_seconds(scenario, options.seconds)
    if options.file_size:
        scenario = with_file_size(scenario, options.file_size)
    if options.folders:
        pairs = [folder.partition("=") for folder in options.folders]
        if invalid := [name for name, equals, _ in pairs if not equals]:
            raise ScenarioError('--folder: expected SYSTEM=FOLDER, found "{text}"', text=invalid[0])
        scenario = with_folders(scenario, {name: Path(folder) for name, _, folder in pairs})
    if options.only is not None:
        scenario = with_only(scenario, options.only)
    if options.thresholds:
        scenario = with_thresholds(scenario, [one for name in options.thresholds for one in thresholds_of(name)])
    return file if scenario is file.scenario else adjusted(file, scenario)
