# SPDX-License-Identifier: Apache-2.0
"""`outpace queue`: run scenarios one after the other, each with its own session, for example overnight.

The queue continues after a failed scenario, and after it was stopped, killed or restarted.
"""

import atexit
import datetime
import gc
import io
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path

from app.analysis.format import duration_in_units
from app.cli.answers import in_columns, print_json
from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.cli.progress import print_line
from app.cli.run_command import RunOptions, chosen_scenario, run_headless
from app.cli.terminal import ends_of_terminal, visible_output
from app.control.rendezvous import announced
from app.driver.process_guard import Family, hold_on, interrupts_held_back
from app.engine.consents import consents_of, require
from app.engine.passwords import missing_accounts
from app.model.errors import OutpaceError, file_message, phrase
from app.model.messages import sentence
from app.model.visible_text import shortened
from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.results.session_result import session_verdict
from app.scenario.reading import BUILT_IN, read_scenario
from app.session.library_facts import facts_of
from app.session.paths import default_session_path, sessions_folder
from app.session.queue_file import Item, ItemState, QueueError, QueueFile
from app.session.reader import SessionReader
from app.session.session_error import SessionError

LEFTOVER_S = 20.0
"""Maximum number of seconds to wait for the end of an engine whose queue was killed."""
JOIN_S = 0.5
LONGEST_NAME = 36
LONGEST_RESULT = 72
RESULTS: dict[int, ItemState] = {ExitStatus.DONE: "valid", ExitStatus.INVALID: "not valid"}


def run_queue(folder: Path | None, scenarios: Sequence[str], seconds: float | None) -> ExitStatus:
    """Run `outpace queue run`: first add the scenarios that the queue does not contain yet, then run all waiting items.

    Repeating the command therefore resumes the queue. The status is DONE if every run is valid.
    """

    def work(queue: QueueFile) -> ExitStatus:
        with queue.held():
            new = _scenarios_to_add(queue.items(), scenarios)
            for scenario in new:
                chosen_scenario(RunOptions(scenario=scenario, seconds=seconds))
            queue.add(new, seconds)
            if not queue.items():
                raise QueueError("The queue of {folder} is empty. Add scenarios to it.", folder=queue.path.parent)
            return _Runner(queue).go()

    return _with_queue(folder, work)


def add_to_queue(folder: Path | None, scenarios: Sequence[str], seconds: float | None) -> ExitStatus:
    """Run `outpace queue add`; every scenario must be valid when it is added."""

    def work(queue: QueueFile) -> ExitStatus:
        for scenario in scenarios:
            chosen_scenario(RunOptions(scenario=scenario, seconds=seconds))
        queue.add([_reference(scenario) for scenario in scenarios], seconds)
        waiting = sum(item.state == "waiting" for item in queue.items())
        hint = "" if queue.running else " Start it: outpace queue run"
        print(f"{waiting} waiting in {queue.path.parent}.{hint}")
        return ExitStatus.DONE

    return _with_queue(folder, work)


def list_queue(folder: Path | None, *, json: bool) -> ExitStatus:
    """Run `outpace queue list`."""

    def work(queue: QueueFile) -> ExitStatus:
        items = queue.items()
        if json:
            print_json(items)
        elif items:
            print("\n".join(_table(items)))
        else:
            print(f"The queue of {queue.path.parent} is empty.")
        return ExitStatus.DONE

    return _with_queue(folder, work)


def remove_from_queue(folder: Path | None, numbers: Sequence[int]) -> ExitStatus:
    """Run `outpace queue remove`, or `clear` without numbers; the running item and all sessions are kept."""

    def work(queue: QueueFile) -> ExitStatus:
        items = {item.id: item for item in queue.items()}
        for number in numbers:
            if number not in items:
                raise QueueError("The queue has no number {number}. See outpace queue list.", number=number)
            if items[number].state == "running" and queue.running:
                raise QueueError("Number {number} runs now: stop the queue first (Ctrl+C there).", number=number)
        for item in items.values():
            if item.state == "running" and not queue.running and (not numbers or item.id in numbers):
                queue.wait_again(item, "")  # item of a killed queue
        queue.remove(numbers or list(items))
        print(f"{len(queue.items())} left in the queue of {queue.path.parent}.")
        return ExitStatus.DONE

    return _with_queue(folder, work)


def _with_queue(folder: Path | None, work: Callable[[QueueFile], ExitStatus]) -> ExitStatus:
    engine_log()
    try:
        with closing(QueueFile((folder or sessions_folder()).expanduser().resolve())) as queue:
            return work(queue)
    except OutpaceError as error:
        return failure(error.message)
    except OSError as error:
        return failure(file_message(error))


def _reference(scenario: str) -> str:
    """Return the scenario as stored in the queue, independent of the current folder."""
    return scenario if scenario in BUILT_IN else str(Path(scenario).resolve())


def _scenarios_to_add(items: Sequence[Item], scenarios: Sequence[str]) -> list[str]:
    """Return the scenarios that are named more often than the queue contains them, including finished items."""
    stored = [item.scenario for item in items]
    new = []
    for scenario in map(_reference, scenarios):
        if scenario in stored:
            stored.remove(scenario)
        else:
            new.append(scenario)
    return new


class _Runner:
    """Runner of the waiting items, each in a separate process."""

    def __init__(self, queue: QueueFile) -> None:
        self._queue = queue
        self._log_path = engine_log()
        self._family = Family()
        self._process: BaseProcess | None = None
        self._is_stopping = False
        """True once no further items are to be started."""
        self._stops_now = False
        self._is_stop_announced = False

    def go(self) -> ExitStatus:
        """Run all waiting items unless the queue is stopped."""
        for number in (signal.SIGINT, signal.SIGTERM, *ends_of_terminal()):
            signal.signal(number, self._stop)
        self._resume_interrupted()
        for item in self._waiting():
            if (problem := _problem_of(item)) and not self._is_stopping:
                _say(f"Note: {_name(item)} can't be run as it is: {problem}")
        while not self._is_stopping and (waiting := self._waiting()):
            self._run(waiting[0])
        items = self._queue.items()
        _say("\n" + "\n".join(_table(items)))
        if waiting := self._waiting():
            _say(f"{len(waiting)} still waiting. Go on: outpace queue run --folder {self._queue.path.parent}")
        return ExitStatus.DONE if all(item.state == "valid" for item in items) else ExitStatus.INVALID

    def _waiting(self) -> list[Item]:
        return [item for item in self._queue.items() if item.state == "waiting"]

    def _resume_interrupted(self) -> None:
        """Reset items that were running when the queue was killed to waiting; their engines exit on their own."""
        for item in self._queue.items():
            if item.state != "running":
                continue
            self._wait_for_end(Path(item.session))
            _say(f"{_name(item)} was interrupted: it is started again. What it recorded is kept in {item.session}.")
            self._queue.wait_again(item, f"started again; first recorded to {Path(item.session).name}")

    @staticmethod
    def _wait_for_end(session: Path) -> None:
        uuid = facts_of(session).uuid if session.exists() else ""
        end_s = time.monotonic() + LEFTOVER_S
        while uuid and announced(uuid):
            if time.monotonic() > end_s:
                raise QueueError("{path} is still being recorded. Stop that run first.", path=session)
            time.sleep(JOIN_S)

    def _run(self, item: Item) -> None:
        items = self._queue.items()
        place = 1 + [one.id for one in items].index(item.id)
        _say(f"\nScenario {place} of {len(items)}: {_name(item)}")
        if problem := _problem_of(item):
            _say(problem)
            self._queue.end(item, "failed", problem)
            return
        title = read_scenario(item.scenario).scenario.title
        path = default_session_path(title, datetime.datetime.now().astimezone(), self._queue.path.parent)
        self._queue.begin(item, path, item.note)
        status = self._run_engine(item, path)
        if self._stops_now:
            self._queue.wait_again(item, f"stopped; first recorded to {path.name}")
            return
        state = RESULTS.get(status, "failed")
        self._queue.end(item, state, " ".join(part for part in (item.note, _reason(path, state, status)) if part))

    def _run_engine(self, item: Item, path: Path) -> int:
        """Run the engine and return its exit status, which is negative if a signal ended it."""
        self._process = multiprocessing.get_context("spawn").Process(
            target=_engine_main,
            args=(item.scenario, item.seconds, str(path), str(self._log_path)),
            name="outpace queued run",
        )
        with interrupts_held_back():
            self._process.start()
        assert self._process.pid is not None
        self._family.adopt(self._process.pid)
        if self._stops_now:
            self._process.terminate()
        while self._process.exitcode is None:
            self._process.join(JOIN_S)  # with a timeout, so that signals are handled meanwhile
            if self._is_stopping and not self._is_stop_announced and not self._stops_now:
                self._is_stop_announced = True
                _say("\nThe queue stops after this scenario. Ctrl+C again stops it at once.")
        return self._process.exitcode

    def _stop(self, number: int, _frame: object) -> None:
        """Stop the queue after the current scenario on Ctrl+C; at once on a second one or if the terminal closes."""
        first = number == signal.SIGINT and not self._is_stopping
        self._is_stopping = True
        if first:
            return
        self._stops_now = True
        if self._process is not None and self._process.is_alive():
            self._process.terminate()


def _engine_main(scenario: str, seconds: float | None, session: str, log_path: str) -> None:
    """Run one scenario in a separate process, which ends with the queue."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is handled only by the queue
    # Never closed, because faulthandler writes to its descriptor.
    file = open(log_path or os.devnull, "a", encoding="utf-8", errors="replace")  # noqa: SIM115
    hold_on(file)
    atexit.register(gc.freeze)  # as app.__main__ does
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # as app.__main__ does
    with visible_output():
        options = RunOptions(scenario=scenario, seconds=seconds, session=Path(session))
        status = run_headless(options, interruptible=False)
    sys.stdout.flush()
    sys.exit(int(status))


def _problem_of(item: Item) -> str:
    """Return why a scenario cannot start unattended, as a queue requires; "" if no problem is known."""
    try:
        scenario = chosen_scenario(RunOptions(scenario=item.scenario, seconds=item.seconds)).scenario
        require(consents_of(scenario, runs=True))
        accounts = missing_accounts(scenario)
    except OutpaceError as error:
        return str(error).replace(f"{item.scenario}:", "line ")
    if not accounts:
        return ""
    names = ", ".join(account.name for account in accounts)
    return sentence(
        phrase(
            "The password of {accounts} is not in the keyring. Store it: outpace password {scenario}",
            accounts=names,
            scenario=item.scenario,
        )
    )


def _reason(path: Path, state: ItemState, status: int) -> str:
    """Return, in one line, why a run is invalid or failed."""
    if state == "valid":
        return ""
    try:
        with SessionReader.open(path) as reader:
            if reader.end is not None:
                reasons = session_verdict(reader)[1]
                cut_short = [reader.sentence(reader.end.cut_short)] if reader.end.cut_short is not None else []
                return "; ".join([*reasons, *cut_short])
    except SessionError:
        pass
    return f"its process ended with status {status}" if state == "failed" else ""


def _result_text(item: Item) -> str:
    """Return the result of an item: its headline, or why it has no headline."""
    if item.state != "valid":
        return item.note
    try:
        with SessionReader.open(Path(item.session)) as reader:
            return headline_text(session_headline(reader)).main
    except SessionError:
        return item.note


def _name(item: Item) -> str:
    return item.scenario if item.scenario in BUILT_IN else Path(item.scenario).name


def _table(items: Sequence[Item]) -> list[str]:
    """Return a table with the number, result, duration and session of each item."""
    rows = [["", "Scenario", "Result", "Time", "", "Session"]]
    for item in items:
        duration = ""
        if item.began and item.ended:
            begin, end = map(datetime.datetime.fromisoformat, (item.began, item.ended))
            duration = duration_in_units((end - begin).total_seconds())
        file = Path(item.session).name if item.session and item.state != "waiting" else ""
        rows.append(
            [
                str(item.id),
                shortened(_name(item), LONGEST_NAME),
                item.state,
                duration,
                shortened(_result_text(item), LONGEST_RESULT),
                file,
            ]
        )
    return in_columns(rows)


def _say(text: str) -> None:
    print_line(text, sys.stdout)
