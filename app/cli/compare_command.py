# SPDX-License-Identifier: Apache-2.0
"""`outpace compare`, comparisons at the end of a run, and `outpace baseline`."""

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import msgspec

from app.analysis.comparison import REPEATS_FOR_A_VERDICT
from app.analysis.limit import Limit, limit_of
from app.cli.answers import print_json
from app.cli.exit_status import ExitStatus, LimitStatus, failure
from app.cli.log import engine_log
from app.cli.progress import print_line
from app.cli.run_command import RunOptions, chosen_scenario, run_headless
from app.model.errors import OutpaceError, file_message, phrase
from app.report.gate_outputs import gate_text, junit_xml
from app.results.gate import Gate, Status, gate_of
from app.scenario.overrides import adjusted, with_seed
from app.scenario.reading import ScenarioFile, read_scenario
from app.session.baselines import baseline_session, baselines, remove_baseline, set_baseline
from app.session.paths import SUFFIX, default_session_path
from app.session.reader import SessionReader
from app.session.seal import settle
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

MOST_SESSIONS = 26
STATUSES: dict[Status, LimitStatus] = {
    "met": LimitStatus.MET,
    "no limit": LimitStatus.MET,
    "not met": LimitStatus.NOT_MET,
    "undecided": LimitStatus.UNDECIDED,
}


class Against(msgspec.Struct, frozen=True):
    """Options of a comparison, as typed.

    Attributes:
        baseline: Whether to compare with the scenario's baseline.
        junit: Output file, replaced if it exists.
    """

    limits: Sequence[str] = ()
    baseline: bool = False
    junit: Path | None = None


def compare(sessions: Sequence[Path], against: Against, *, json: bool) -> LimitStatus:
    """Run `outpace compare`; if `json` is true, print the result as JSON."""
    log_path = engine_log()
    try:
        limits = [limit_of(text) for text in against.limits]
        _check_output(against.junit)
        if not 1 <= len(sessions) <= MOST_SESSIONS:
            raise SessionError(
                "{count} sessions named: 1 to {most} can be compared", count=len(sessions), most=MOST_SESSIONS
            )
        gate = _gate([*_with_baseline(sessions, wanted=against.baseline)], limits)
        if json:
            print_json(gate)
        else:
            print_line(gate_text(gate), sys.stdout)
        _write_junit(gate, against.junit)
    except OutpaceError as error:
        return failure(error.message, LimitStatus.FAILED)
    except OSError as error:
        return failure(file_message(error), LimitStatus.FAILED)
    except KeyboardInterrupt:
        return failure("Stopped.", LimitStatus.FAILED)
    except Exception as error:
        # Python would exit with status 1, which would mean that a limit is not met.
        log.exception("the comparison ends")
        message = phrase(
            "The comparison ended by an error of Outpace's own ({error}). The details are in {log}.",
            error=type(error).__name__,
            log=log_path,
        )
        return failure(message, LimitStatus.FAILED)
    return STATUSES[gate.status]


def run_and_compare(options: RunOptions, against: Against) -> LimitStatus:
    """Run `outpace run` with limits or the scenario's baseline; errors in either are reported before the run."""
    engine_log()
    try:
        for text in against.limits:
            limit_of(text)
        _check_output(against.junit)
        file = chosen_scenario(options)
        baseline_sessions = [_baseline_of(file)] if against.baseline else []
        path = options.session
        if path is None:
            path = default_session_path(file.scenario.title, datetime.now().astimezone())
    except OutpaceError as error:
        return failure(error.message, LimitStatus.FAILED)
    except OSError as error:
        return failure(file_message(error), LimitStatus.FAILED)
    status = run_headless(replace(options, session=path))
    if status == ExitStatus.FAILED:
        return LimitStatus.FAILED
    print_line("", sys.stdout)
    comparison = compare([*baseline_sessions, path], Against(against.limits, junit=against.junit), json=False)
    # An invalid run proves nothing and must be investigated first.
    return LimitStatus.NOT_MET if status == ExitStatus.INVALID and comparison != LimitStatus.FAILED else comparison


def _baseline_of(file: ScenarioFile) -> Path:
    """Return the baseline of the scenario as a session would record it, including the seed."""
    recorded = adjusted(file, with_seed(file.scenario, file.scenario.plan.seed or 1))
    return baseline_session(recorded.text, file.scenario.title)


def _with_baseline(sessions: Sequence[Path], *, wanted: bool) -> list[Path]:
    if not wanted:
        return list(sessions)
    with SessionReader.open(sessions[0]) as reader:
        baseline = baseline_session(reader.info.scenario_toml, reader.info.title)
    if baseline.resolve() == sessions[0].resolve():
        raise SessionError("{path} is itself the baseline of its scenario. Name a later session.", path=sessions[0])
    return [baseline, *sessions]


def _gate(sessions: Sequence[Path], limits: Sequence[Limit]) -> Gate:
    with ExitStack() as stack:
        readers = []
        for path in sessions:
            settle(path)  # merge the -wal file of a killed engine
            readers.append(stack.enter_context(SessionReader.open(path)))
        return gate_of(readers, limits)


def _check_output(path: Path | None) -> None:
    """Check, before the run, that a file can be written to a path, replacing an existing one.

    Raises:
        SessionError: If the path is not writable.
    """
    if path is None:
        return
    if os.path.lexists(path) and not path.is_file():
        raise SessionError(
            "{path} is no file but a folder or a device, and is not overwritten. Choose another name.", path=path
        )
    if not os.access(path.absolute().parent, os.W_OK | os.X_OK):
        raise SessionError("{path} can't be made: its folder is missing or read-only. Choose another.", path=path)


def _write_junit(gate: Gate, path: Path | None) -> None:
    """Write the file, replacing an existing one, as test runners do; an incomplete file is removed."""
    if path is None:
        return
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(junit_xml(gate))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


# Baselines


def set_one(session: Path) -> ExitStatus:
    """Run `outpace baseline set`."""
    engine_log()
    try:
        baseline = set_baseline(session)
        with SessionReader.open(session) as reader:
            fewest = min((system.repeats for system in gate_of([reader]).systems), default=0)
    except OutpaceError as error:
        return failure(error.message)
    except OSError as error:
        return failure(file_message(error))
    print(f'Baseline of "{baseline.title}": {baseline.path}')
    if fewest < REPEATS_FOR_A_VERDICT:
        print(f"Note: valid repeats: {fewest}. No limit can be decided below {REPEATS_FOR_A_VERDICT} on both sides.")
    return ExitStatus.DONE


def list_all(*, json: bool) -> ExitStatus:
    """Run `outpace baseline list`."""
    engine_log()
    try:
        all_baselines = baselines()
    except OutpaceError as error:
        return failure(error.message)
    if json:
        print_json(
            [{"title": one.title, "session": one.path, "uuid": one.uuid, "since": one.since} for one in all_baselines]
        )
        return ExitStatus.DONE
    for one in all_baselines:
        missing_mark = "" if Path(one.path).exists() else "  (not there any more)"
        print(f"{one.title}, since {one.since[:16].replace('T', ' ')}: {one.path}{missing_mark}")
    if not all_baselines:
        print("No baseline is set. Set a session of a scenario: outpace baseline set SESSION")
    return ExitStatus.DONE


def remove_one(reference: str) -> ExitStatus:
    """Run `outpace baseline remove` for a scenario or one of its sessions."""
    engine_log()
    try:
        removed = remove_baseline(_scenario_text(reference))
    except OutpaceError as error:
        return failure(error.message)
    if not removed:
        return failure(phrase("{reference}: its scenario has no baseline.", reference=reference))
    print("Removed. The session itself is kept.")
    return ExitStatus.DONE


def _scenario_text(reference: str) -> str:
    """Return the text of a scenario as recorded by a session, or as a run of a scenario file would record it."""
    if reference.endswith(SUFFIX):
        with SessionReader.open(Path(reference)) as reader:
            return reader.info.scenario_toml
    file = read_scenario(reference)
    return adjusted(file, with_seed(file.scenario, file.scenario.plan.seed or 1)).text
