# SPDX-License-Identifier: Apache-2.0
"""Jobs for a scenario without a run (`outpace build`, `outpace check`, `outpace password`), and `outpace consents`."""

import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import psutil

from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.cli.progress import ProgressDisplay
from app.cli.run_command import RunOptions, chosen_scenario, passwords_for, typed_password
from app.cli.terminal import ends_of_terminal
from app.control.listener import CommandListener, sent_passwords, window_input
from app.databases.failures import DatabaseError
from app.driver.place import fork_children
from app.engine.consents import allow, consents_of, is_confirmed, require
from app.engine.job import Job
from app.engine.passwords import accounts_of, forget_password, missing_accounts, require_keyring, store_password
from app.engine.preparation import Built, Removed
from app.engine.status import RunCancelledError, RunError
from app.model.errors import file_message, phrase
from app.model.events import Stopped
from app.model.findings import Finding, summary_text
from app.model.messages import sentence
from app.scenario.confirmations import Confirmation, confirmations, revoke
from app.scenario.reading import ScenarioError
from app.session.session_error import SessionError

FOLDER = "outpace-job-"
"""Prefix of the names of temporary folders, followed by the process ID."""


def build(
    scenario: str,
    *,
    session: Path | None,
    folders: Sequence[str],
    controlled: bool,
    allowed: Sequence[str] = (),
    force: bool = False,
    remove: bool = False,
) -> ExitStatus:
    """Run `outpace build`; the status is INVALID if the build was canceled.

    Args:
        scenario: File or built-in name of the scenario.
        session: Session file in which to record the job.
        folders: Folders of databases, as SYSTEM=FOLDER.
        controlled: Whether a window controls the process.
        allowed: Consents, as worded in requests.
        force: Build even if the disks lack the required space.
        remove: Remove what unfinished builds left behind, instead of building.
    """

    def work(job: Job) -> Iterator[str]:
        if remove:
            yield from removed_lines(job, job.remove_unfinished())
        else:
            yield from built_lines(job, job.build(force=force))

    kept = not remove
    return _run_job(scenario, work, session=session, folders=folders, controlled=controlled, allowed=allowed, kept=kept)


def check(
    scenario: str, *, session: Path | None, folders: Sequence[str], controlled: bool, allowed: Sequence[str] = ()
) -> ExitStatus:
    """Run `outpace check`; the status is INVALID if a check failed."""
    failed = False

    def work(job: Job) -> Iterator[str]:
        nonlocal failed
        findings = job.check()
        failed = any(finding.result == "failed" for finding in findings)
        yield from finding_lines(job, findings)

    status = _run_job(scenario, work, session=session, folders=folders, controlled=controlled, allowed=allowed)
    return status or (ExitStatus.INVALID if failed else ExitStatus.DONE)


def _run_job(
    scenario: str,
    work: Callable[[Job], Iterable[str]],
    *,
    session: Path | None,
    folders: Sequence[str],
    controlled: bool,
    allowed: Sequence[str],
    kept: bool = False,
) -> ExitStatus:
    """Run a job and print its result.

    Args:
        scenario: File or built-in name of the scenario.
        work: Runs the job and yields the lines to print.
        session: Session file in which to record the job.
        folders: Folders of databases, as SYSTEM=FOLDER.
        controlled: Whether a window controls the process.
        allowed: Consents, as worded in requests.
        kept: Whether to print, if the job is canceled, that finished parts are kept.
    """
    log_path = engine_log()
    progress = ProgressDisplay(sys.stdout, live=False if controlled else None)
    try:
        file = chosen_scenario(RunOptions(scenario=scenario, folders=folders))
        allow(file.scenario, allowed)
        require(consents_of(file.scenario, runs=False))
        fork_children(clean=not any(account.variable for account in accounts_of(file.scenario)))
        window = window_input() if controlled else None
        passwords = passwords_for(file, window)
        _remove_stale_folders()
        with tempfile.TemporaryDirectory(prefix=f"{FOLDER}{os.getpid()}-") as folder:
            job = Job(
                file,
                session or Path(folder) / "job.outpace",
                passwords=passwords,
                listen=lambda uuid: CommandListener(uuid, window),
                observer=progress,
                log_path=log_path,
            )
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: job.stop())
            for number in ends_of_terminal():
                signal.signal(number, lambda *_: job.stop(Stopped(by="terminal")))
            try:
                lines = list(work(job))
            finally:
                progress.end()
        for line in lines:
            print(line)
    except RunCancelledError as error:
        kept_notice = phrase(
            "{reason} Finished parts on a server are kept; the next build continues from there.", reason=error.message
        )
        return failure(kept_notice if kept else error.message, ExitStatus.INVALID, controlled=controlled)
    except (ScenarioError, RunError, SessionError, DatabaseError) as error:
        return failure(error.message, controlled=controlled)
    except OSError as error:
        return failure(file_message(error), controlled=controlled)
    return ExitStatus.DONE


def _remove_stale_folders() -> None:
    """Remove the folders left by this user's killed jobs, whose processes no longer exist."""
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        pid = path.name.removeprefix(FOLDER).partition("-")[0]
        with contextlib.suppress(OSError):
            ours = sys.platform == "win32" or path.lstat().st_uid == os.getuid()
            if ours and pid.isdecimal() and not path.is_symlink() and not psutil.pid_exists(int(pid)):
                shutil.rmtree(path, ignore_errors=True)


def built_lines(job: Job, built: Sequence[Built]) -> list[str]:
    """Return a line per target with its contents, and whether all contents are identical."""
    width = max(len(target.label) for target in job.targets)
    if not any(one.contents.rows for one in built):
        pairs = zip(job.targets, built, strict=True)
        return [f"{target.label:{width}}  {one.contents.size}  {one.seconds:,.1f} s" for target, one in pairs]
    lines = [
        f"{target.label:{width}}  {one.contents.title} {one.contents.size}  {one.contents.rows:>14,} rows  "
        f"checksum {one.contents.checksum}  {one.seconds:,.1f} s"
        for target, one in zip(job.targets, built, strict=True)
    ]
    if len(built) > 1:
        lines.append("Identical: all databases hold the same data.")
    return lines


def removed_lines(job: Job, removed: Sequence[Removed]) -> list[str]:
    """Return what was removed from each target on a server."""
    return [
        f"{job.targets[one.target].label}: {', '.join(one.names) + ' removed' if one.names else 'nothing unfinished'}"
        for one in removed
    ] or ["This scenario builds nothing on a server."]


def finding_lines(job: Job, findings: Sequence[Finding]) -> list[str]:
    """Return the findings as a table: failed, warnings, passed, with each remedy on a separate line."""
    order = {"failed": 0, "warning": 1, "passed": 2}
    findings = sorted(findings, key=lambda finding: order[finding.result])
    rows = [(finding.result, job.preflight.where(finding) or "all", finding.check) for finding in findings]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = []
    for (result, where, name), finding in zip(rows, findings, strict=True):
        lines.append(f"{result:{widths[0]}}  {where:{widths[1]}}  {name:{widths[2]}}  {sentence(finding.text)}")
        if finding.remedy:
            lines.append(f"{'':{widths[0]}}  {'':{widths[1]}}  {'':{widths[2]}}  -> {sentence(finding.remedy)}")
    return [*lines, summary_text(findings)]


def password(scenario: str, *, remove: bool, list_accounts: bool, controlled: bool) -> ExitStatus:
    """Run `outpace password`: store each account's password in the keyring, or remove it."""
    engine_log()
    try:
        scenario_read = chosen_scenario(RunOptions(scenario=scenario)).scenario
        accounts = list(dict.fromkeys(account for account in accounts_of(scenario_read) if not account.variable))
        if list_accounts:
            missing = missing_accounts(scenario_read)
            for account in accounts_of(scenario_read):
                known = account not in missing
                print(json.dumps({"account": account.name, "systems": account.systems, "known": known}))
            for consent in consents_of(scenario_read, runs=False):
                entry = {"consent": consent.kind, "what": consent.what, "text": consent.text}
                print(json.dumps({**entry, "confirmed": is_confirmed(consent)}))
            return ExitStatus.DONE
        if not accounts:
            print("This scenario needs no password from a keyring or a prompt.")
        elif not remove:
            require_keyring(accounts[0])
        given = sent_passwords(window_input()) if controlled else {}
        for account in accounts:
            if remove:
                was_removed = forget_password(account)
                print(f"{account.name}: {'removed from the keyring' if was_removed else 'was not in the keyring'}")
                continue
            if controlled and account.name not in given:
                continue
            secret = given[account.name] if controlled else _line_of_input(account.name) or typed_password(account)
            store_password(account, secret)
            print(f"{account.name}: stored in the keyring")
            if account.source == "prompt":
                print('  (the scenario asks each time; with password = "keyring" it takes the stored one)')
    except (ScenarioError, RunError, DatabaseError) as error:
        return failure(error.message, controlled=controlled or list_accounts)
    return ExitStatus.DONE


def consents(revoked: Sequence[str], *, revoke_all: bool) -> ExitStatus:
    """Run `outpace consents`: list the user's consents on this machine, or revoke them."""
    known = confirmations()
    digests = {one.digest for one in known if revoke_all or confirmation_text(one) in revoked}
    if unknown := [text for text in revoked if text not in map(confirmation_text, known)]:
        return failure(phrase('"{text}": nothing of this text is allowed. See `outpace consents`', text=unknown[0]))
    if digests:
        try:
            revoke(digests)
        except OSError as error:
            return failure(phrase("The consents can't be changed: {reason}", reason=str(error.strerror)))
    for one in known:
        print(f"{'revoked' if one.digest in digests else one.on or 'earlier':10}  {confirmation_text(one)}")
    if not known:
        print("No scenario has been allowed anything on this machine.")
    return ExitStatus.DONE


def confirmation_text(one: Confirmation) -> str:
    """Return the text of a consent; if no text was stored, the beginning of its hash."""
    return one.text or f"hash {one.digest[:16]}"


def _line_of_input(account: str) -> str:
    """Read a line from standard input unless it is a terminal, for scripts."""
    if sys.stdin.isatty():
        return ""
    line = sys.stdin.readline()
    if not line:
        raise RunError("{account}: its password is expected as a line of standard input.", account=account)
    return line.rstrip("\r\n")
