# SPDX-License-Identifier: Apache-2.0
"""Engine of a run, which executes one scenario, from its databases to the end row of its session."""

import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns

from app.control.listener import CommandListener
from app.driver.place import Here
from app.engine.agent_group import AgentGroup
from app.engine.consents import consents_of, require
from app.engine.databases import Databases
from app.engine.driving import Driving
from app.engine.loads import RunContext
from app.engine.passwords import Passwords
from app.engine.preflight import Preflight
from app.engine.protocol import Protocol
from app.engine.recording import Recording
from app.engine.report_logo import scenario_logo
from app.engine.roster import targets_of
from app.engine.run_commands import BY_USER, Commands
from app.engine.soundness import Soundness
from app.engine.start_state import Settling
from app.engine.status import Observer, RunCancelledError, RunError
from app.engine.storage_target import discard_files
from app.engine.watchers import Watchers
from app.model.documents import HardwareSheet, PriceList
from app.model.errors import phrase
from app.model.events import FileNotRemoved, RunFailed, Stopped
from app.model.hardware import is_empty
from app.model.messages import Sentence
from app.model.scenario import System
from app.model.workloads import StorageIo
from app.scenario.order import chosen_order, shared_hosts_of
from app.scenario.overrides import adjusted, with_seed
from app.scenario.price import recorded_facts
from app.scenario.reading import ScenarioFile
from app.session.session_error import SessionError
from app.session.writer import SessionWriter


class Run:
    """One run of a scenario. Create it and call `go`; the session file contains the results."""

    def __init__(
        self,
        file: ScenarioFile,
        session: Path,
        *,
        passwords: Passwords,
        listen: Callable[[str], CommandListener],
        observer: Observer,
        log_path: Path,
        hold: bool = False,
        force: bool = False,
    ) -> None:
        """Prepare the run and create its session.

        Args:
            file: the scenario.
            session: session file to create.
            passwords: passwords of the scenario's servers.
            listen: function that creates the listener for commands, given the session's UUID.
            observer: receives the progress.
            log_path: log of the processes.
            hold: whether to wait for the start command once the users are connected.
            force: whether to build even if there is not enough free disk space.

        Raises:
            SessionError: the session cannot be created.
            DatabaseError: a target is invalid.
            UnconfirmedError: the user's consent is missing, for example to the scenario's own command or a driver's
                library.
        """
        require(consents_of(file.scenario, runs=True))
        self._targets = targets = targets_of(file, passwords)
        seed = file.scenario.plan.seed or secrets.randbelow(2**31 - 1) + 1
        self._file = adjusted(file, with_seed(file.scenario, seed))
        self.scenario = self._file.scenario
        origin_ns = perf_counter_ns()
        writer = SessionWriter.create(
            session, title=self.scenario.title, scenario_toml=self._file.text, clock_origin_ns=origin_ns
        )
        self._recording = Recording(writer, origin_ns)
        self._commands = Commands(listen(writer.uuid))
        self._observer = observer
        self._force = force
        self._log_path = log_path
        self._place = Here()
        self._agents = AgentGroup(self.scenario, self._file.text, self._recording, self._place)
        self._watchers = Watchers(self.scenario.collectors, self._recording, self._place, log_path, passwords.of)
        self._soundness = Soundness(self.scenario, self._recording)
        self._databases = Databases(
            targets, self._recording, self._place, log_path, observer, agents=self._agents, text=self._file.text
        )
        start = self.scenario.start
        self._databases.settle_with(Settling(start, self._recording, observer, self._soundness.warn, log_path))
        self._logo, finding = scenario_logo(self._file)
        self._preflight = Preflight(
            self.scenario, self._databases, self._recording, observer, finding,
            agents=self._agents, passwords=passwords, log_path=log_path,
        )  # fmt: skip
        self._driving = Driving(
            self._recording, self._soundness, self._watchers, self._commands, observer, agents=self._agents, hold=hold
        )

    def stop(self, why: Stopped = BY_USER) -> None:
        """Request a clean end; may be called from a signal handler."""
        self._commands.stop(why)

    def go(self) -> bool:
        """Run the scenario to its end; return whether the run is valid and covers the whole plan.

        Raises:
            RunError: the run failed; recorded data is kept.
            SessionError: the session cannot be written; recorded data is kept.
        """
        recording = self._recording
        try:
            for system in self.scenario.systems:
                recording.add_system(system.name, system.role, system.color, recorded_facts(system))
                self._record_statements(recording.systems[-1].system, system)
            if self._logo is not None:
                recording.writer.document(recording.now_ns(), self._logo)
            recording.writer.phase(recording.now_ns(), "prepare")
            protocol = self._protocol()
            recording.commit()
            self._agents.open(self._driving.tick)
            self._preflight.require(self._driving.tick, force=self._force)
            prepared = self._databases.prepare(self._driving.tick)
            self._preflight.record_facts(prepared)
            self._soundness.prepared(prepared)
            shared = self._preflight.shared_disks(recording.writer.path)
            self._watchers.watch_systems(self.scenario, self._databases.targets, shared)
            self._watchers.watch_agents(self.scenario, self._agents)
            protocol.go(prepared)
            return self._finish()
        except (RunError, SessionError) as error:
            self._give_up(error.message, cancelled=isinstance(error, RunCancelledError))
            raise
        except Exception as error:
            self._give_up(phrase("an error of Outpace's own ({error})", error=type(error).__name__))
            raise
        finally:
            self._driving.close()
            self._watchers.end()
            self._databases.end()
            self._agents.close()
            self._commands.close()
            recording.writer.close()

    def _protocol(self) -> Protocol:
        """Record shared hosts and devices; return the protocol: the plan and the order of the systems.

        Raises:
            RunError: the plan does not fit the workload.
        """
        hosts = shared_hosts_of(self.scenario.systems)
        for host in hosts:
            self._recording.event(host)
        devices = self._soundness.look_at_disks(self._databases.places, self._recording.writer.path)
        around = RunContext(
            self.scenario,
            self._databases,
            self._recording,
            self._soundness,
            self._watchers,
            self._agents.places_of,
            self._log_path,
            lambda: self._preflight.driver,
        )
        return Protocol(around, chosen_order(self.scenario, [*hosts, *devices]), self._driving, self._observer)

    def _record_statements(self, identity: int, system: System) -> None:
        """Record what the scenario states about a system, in addition to the captured facts."""
        recording = self._recording
        if not is_empty(system.hardware):
            stated = HardwareSheet(hardware=system.hardware, stated=True)
            recording.writer.document(recording.now_ns(), stated, name="stated", system=identity)
        if system.price:
            recording.writer.document(recording.now_ns(), PriceList(items=list(system.price)), system=identity)

    # After the load

    def _finish(self) -> bool:
        self._driving.close()
        self._discard()
        self._soundness.agents(self._agents.finish(together=self.scenario.order in ("auto", "together")))
        self._soundness.without_data(self._watchers.without_data)
        self._recording.commit()
        self._soundness.look_for_stops()
        verdict = self._soundness.verdict(self._commands.stopped)
        self._recording.writer.finish(
            self._recording.now_ns(), valid=not verdict.reasons, reasons=verdict.reasons, warnings=verdict.warnings
        )
        return verdict.whole

    def _discard(self) -> None:
        """Remove temporary files."""
        for number, error in discard_files(self._targets):
            self._soundness.warn(FileNotRemoved(place=self._databases.place_of(number), error=error))
        if isinstance(self.scenario.workload, StorageIo) and not self.scenario.workload.keep_file:
            with contextlib.suppress(RunError):
                self._databases.discard(self._driving.tick)

    def _give_up(self, error: Sentence, *, cancelled: bool = False) -> None:
        """Finish the session with the reason for the failure, if it can still be written."""
        recording = self._recording
        self._driving.close()
        with contextlib.suppress(SessionError):
            self._discard()
            failed = RunFailed(error=error, cancelled=cancelled)
            recording.event(failed, severity="error")
            recording.commit()
            recording.writer.finish(recording.now_ns(), valid=False, reasons=[failed], warnings=[])
