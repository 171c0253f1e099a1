"""What is done to a scenario's databases without a run: `outpace build`, `outpace password`."""

import json
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from app.cli.run_command import FAILED, INVALID, VALID, chosen_scenario, engine_log, passwords_for, typed_password
from app.control.listener import CommandListener, sent_passwords, standard_input
from app.databases.failures import DatabaseError
from app.engine.consents import allow, consents_of, is_confirmed, require
from app.engine.job import Job
from app.engine.passwords import accounts_of, forget_password, missing_accounts, require_keyring, store_password
from app.engine.preparation import Built
from app.engine.status import RunCancelledError, RunError, Status
from app.model.findings import Finding
from app.scenario.reading import ScenarioError
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

BAR = 30
STEP_PERCENT = 10
"""Where nobody watches a terminal, a line is printed this often."""


class ProgressBar:
    """A bar in a terminal; lines elsewhere."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._terminal = out.isatty()
        self._told = -1

    def __call__(self, status: Status) -> None:
        """Takes a status, and shows what is new."""
        percent = int(100 * status.share)
        if self._terminal:
            filled = round(BAR * status.share)
            bar = f"[{'#' * filled}{'.' * (BAR - filled)}] {percent:3} %  {status.pace}  " if status.share else ""
            text = bar + status.text
            print(f"\r{text[:110]:110}", end="", file=self._out, flush=True)
        elif percent // STEP_PERCENT > self._told:
            self._told = percent // STEP_PERCENT
            amount = f"{percent:3} %  " if status.share else ""
            print(f"{amount}{status.text}  {status.pace}".rstrip(), file=self._out, flush=True)

    def end(self) -> None:
        """Nothing more comes."""
        if self._terminal:
            print(file=self._out)


def build(
    scenario: str, *, session: Path | None, folders: Sequence[str], controlled: bool, allowed: Sequence[str] = ()
) -> int:
    """`outpace build`: 0, 1 where it was cancelled, 2 where it could not be done."""

    def work(job: Job) -> Iterator[str]:
        yield from built_lines(job, job.build())

    return _job(scenario, work, session=session, folders=folders, controlled=controlled, allowed=allowed)


def check(
    scenario: str, *, session: Path | None, folders: Sequence[str], controlled: bool, allowed: Sequence[str] = ()
) -> int:
    """`outpace check`: 0, 1 where a check failed, 2 where it could not be done."""
    failed = False

    def work(job: Job) -> Iterator[str]:
        nonlocal failed
        found = job.check()
        failed = any(finding.result == "failed" for finding in found)
        yield from finding_lines(job, found)

    status = _job(scenario, work, session=session, folders=folders, controlled=controlled, allowed=allowed)
    return status or (INVALID if failed else VALID)


def _job(
    scenario: str,
    work: Callable[[Job], Iterable[str]],
    *,
    session: Path | None,
    folders: Sequence[str],
    controlled: bool,
    allowed: Sequence[str],
) -> int:
    bar = ProgressBar(sys.stdout)
    try:
        file = chosen_scenario(scenario, None, folders)
        allow(file.scenario, allowed)
        require(consents_of(file.scenario, runs=False))
        passwords = passwords_for(file, controlled=controlled)
        with tempfile.TemporaryDirectory(prefix="outpace-job-") as folder:
            job = Job(
                file,
                session or Path(folder) / "job.outpace",
                passwords=passwords,
                listen=lambda uuid: CommandListener(uuid, standard_input() if controlled else None),
                observer=bar,
                log_path=engine_log(),
            )
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: job.stop())
            if sys.platform != "win32":
                signal.signal(signal.SIGHUP, lambda *_: job.stop("stopped: its terminal was closed"))
            lines = list(work(job))
        bar.end()
        for line in lines:
            print(line)
    except RunCancelledError as error:
        bar.end()
        return _said(f"{error} What was built on a server stays: the next build goes on from there.", INVALID)
    except (ScenarioError, RunError, SessionError, DatabaseError) as error:
        bar.end()
        return _said(str(error), FAILED)
    except OSError as error:
        return _said(f"{error.filename or 'The job'}: {error.strerror or error}", FAILED)
    return VALID


def built_lines(job: Job, built: Sequence[Built]) -> list[str]:
    """What each target holds now, and whether that is the same."""
    width = max(len(target.label) for target in job.targets)
    if not any(one.contents.rows for one in built):
        pairs = zip(job.targets, built, strict=True)
        return [f"{target.label:{width}}  {one.contents.size}  {one.seconds:,.1f} s" for target, one in pairs]
    lines = [
        f"{target.label:{width}}  DVD Store {one.contents.size}  {one.contents.rows:>14,} rows  "
        f"checksum {one.contents.checksum}  {one.seconds:,.1f} s"
        for target, one in zip(job.targets, built, strict=True)
    ]
    if len(built) > 1:
        lines.append("Identical: all databases hold the same data.")
    return lines


def finding_lines(job: Job, found: Sequence[Finding]) -> list[str]:
    """A table: what failed first, then the warnings, then what passed; each with its remedy on a line of its own."""
    order = {"failed": 0, "warning": 1, "passed": 2}
    found = sorted(found, key=lambda finding: order[finding.result])
    rows = [(finding.result, job.preflight.where(finding) or "all", finding.check) for finding in found]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = []
    for (result, where, name), finding in zip(rows, found, strict=True):
        lines.append(f"{result:{widths[0]}}  {where:{widths[1]}}  {name:{widths[2]}}  {finding.text}")
        if finding.remedy:
            lines.append(f"{'':{widths[0]}}  {'':{widths[1]}}  {'':{widths[2]}}  -> {finding.remedy}")
    counts = {result: sum(row[0] == result for row in rows) for result in order}
    lines.append(f"{counts['passed']} passed, {counts['warning']} warnings, {counts['failed']} failed")
    return lines


def password(scenario: str, *, remove: bool, list_accounts: bool, controlled: bool) -> int:
    """`outpace password`: stores each account's password in the keyring, or removes it. 0, or 2 with the reason."""
    try:
        wanted = chosen_scenario(scenario, None, ()).scenario
        accounts = list(dict.fromkeys(account for account in accounts_of(wanted) if not account.variable))
        if list_accounts:
            missing = missing_accounts(wanted)
            for account in accounts_of(wanted):
                known = account not in missing
                print(json.dumps({"account": account.name, "systems": account.systems, "known": known}))
            for consent in consents_of(wanted, runs=False):
                entry = {"consent": consent.kind, "what": consent.what, "text": consent.text}
                print(json.dumps({**entry, "confirmed": is_confirmed(consent)}))
            return VALID
        if not accounts:
            print("This scenario needs no password from a keyring or a prompt.")
        elif not remove:
            require_keyring(accounts[0])
        given = sent_passwords(standard_input()) if controlled else {}
        for account in accounts:
            if remove:
                gone = forget_password(account)
                print(f"{account.name}: {'removed from the keyring' if gone else 'was not in the keyring'}")
                continue
            if controlled and account.name not in given:
                continue
            secret = given[account.name] if controlled else _typed(account.name) or typed_password(account)
            store_password(account, secret)
            print(f"{account.name}: stored in the keyring")
            if account.source == "prompt":
                print('  (the scenario asks each time; with password = "keyring" it takes the stored one)')
    except (ScenarioError, RunError, DatabaseError) as error:
        return _said(str(error), FAILED)
    return VALID


def _typed(account: str) -> str:
    """A line of standard input where that is no terminal: a script's."""
    if sys.stdin.isatty():
        return ""
    line = sys.stdin.readline()
    if not line:
        raise RunError(f"{account}: its password is expected as a line of standard input.")
    return line.rstrip("\r\n")


def _said(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status
