# SPDX-License-Identifier: Apache-2.0
"""Jobs: work on a scenario's databases without a run, recorded in a file of the session format."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from typing import TypeVar

from app.control.listener import CommandListener
from app.driver.place import Here
from app.engine.agent_group import AgentGroup
from app.engine.consents import consents_of, require
from app.engine.databases import Databases
from app.engine.passwords import Passwords
from app.engine.preflight import Preflight
from app.engine.preparation import Built, Removed
from app.engine.recording import Recording
from app.engine.report_logo import scenario_logo
from app.engine.roster import targets_of
from app.engine.run_commands import BY_USER, Commands
from app.engine.status import Observer, RunCancelledError, RunError
from app.model.errors import message_of, phrase
from app.model.events import RunFailed, Stopped
from app.model.findings import Finding
from app.scenario.price import recorded_facts
from app.scenario.reading import ScenarioFile
from app.session.session_error import SessionError
from app.session.writer import SessionWriter

Done = TypeVar("Done")


class Job:
    """Job on a scenario's databases. Create it and call one method; the job's file records the details."""

    def __init__(
        self,
        file: ScenarioFile,
        path: Path,
        *,
        passwords: Passwords,
        listen: Callable[[str], CommandListener],
        observer: Observer,
        log_path: Path,
    ) -> None:
        """Create the job's file; the arguments are those of a run.

        Raises:
            SessionError: the file cannot be created.
            DatabaseError: a target is invalid.
            UnconfirmedError: a consent is missing.
        """
        require(consents_of(file.scenario, runs=False))
        self.targets = targets_of(file, passwords)
        origin_ns = perf_counter_ns()
        writer = SessionWriter.create(
            path, title=file.scenario.title, scenario_toml=file.text, clock_origin_ns=origin_ns, kind="job"
        )
        self._recording = Recording(writer, origin_ns)
        self._commands = Commands(listen(writer.uuid))
        here = Here()
        self._agents = AgentGroup(file.scenario, file.text, self._recording, here)
        self._databases = Databases(
            self.targets, self._recording, here, log_path, observer, agents=self._agents, text=file.text
        )
        _, logo_findings = scenario_logo(file)
        self.preflight = Preflight(
            file.scenario, self._databases, self._recording, observer, logo_findings,
            agents=self._agents, passwords=passwords, log_path=log_path,
        )  # fmt: skip
        for system in file.scenario.systems:
            self._recording.add_system(system.name, system.role, system.color, recorded_facts(system))

    def stop(self, why: Stopped = BY_USER) -> None:
        """Request a clean end; may be called from a signal handler."""
        self._commands.stop(why)

    def build(self, *, force: bool = False) -> list[Built]:
        """Build missing databases and return the contents of each target.

        Finished parts are kept, so that the next build can continue from there.

        Args:
            force: whether to build even if there is not enough free disk space.

        Raises:
            RunError: a database cannot be built.
            RunCancelledError: the job was stopped.
            SessionError: the job's file cannot be written.
        """

        def work() -> list[Built]:
            if not force:
                self.preflight.require_space(self._go_on)
            return self._in_order(self._databases.build(self._go_on))

        return self._run_phase("build", work)

    def remove_unfinished(self) -> list[Removed]:
        """Remove the remains of unfinished builds on servers.

        Raises:
            RunError: they cannot be removed.
            RunCancelledError: the job was stopped.
            SessionError: the job's file cannot be written.
        """
        return self._run_phase("build", lambda: self._databases.remove_unfinished(self._go_on))

    def check(self) -> list[Finding]:
        """Check all targets without changing them.

        Raises:
            RunError: a target cannot be checked.
            RunCancelledError: the job was stopped.
            SessionError: the job's file cannot be written.
        """
        return self._run_phase("check", lambda: self.preflight.look(self._go_on, at_leisure=True))

    def _in_order(self, built: dict[int, Built]) -> list[Built]:
        contents = [built[number] for number in range(len(self.targets))]
        if len({one.contents.checksum for one in contents}) > 1:
            raise RunError("The databases hold different data: drop those of another version and build them again.")
        return contents

    def _run_phase(self, phase: str, work: Callable[[], list[Done]]) -> list[Done]:
        recording = self._recording
        try:
            recording.writer.phase(recording.now_ns(), phase)
            recording.commit()
            self._agents.open(self._go_on)
            result = work()
            recording.commit()
            recording.writer.finish(recording.now_ns(), valid=True, reasons=[], warnings=[])
        except Exception as error:
            known = isinstance(error, RunError | SessionError)
            message = message_of(error) if known else phrase("an error of Outpace's own")
            failed = RunFailed(error=message, cancelled=isinstance(error, RunCancelledError))
            with contextlib.suppress(SessionError):
                recording.event(failed, severity="error")
                recording.commit()
                recording.writer.finish(recording.now_ns(), valid=False, reasons=[failed], warnings=[])
            raise
        finally:
            self._databases.end()
            self._agents.close()
            self._commands.close()
            recording.writer.close()
        return result

    def _go_on(self) -> bool:
        self._commands.obey()
        return not self._commands.stopping()
