# SPDX-License-Identifier: Apache-2.0
"""Protocol of a run: repeats of its plan, on all systems at once or one after another."""

import math
from collections.abc import Mapping

from app.engine.driving import Driving, LoadedRepeat
from app.engine.loads import Loads, RunContext
from app.engine.preparation import Prepared
from app.engine.status import Observer, RunCancelledError, RunError, Status
from app.model.documents import SystemOrder
from app.model.events import RunNumber
from app.model.messages import sentence
from app.model.plans import length_s
from app.model.scenario import Scenario
from app.model.steps import ORDER, IoPass, TurnLoad
from app.model.workloads import StorageIo
from app.plans.turns import Turn, seed_of, turns
from app.scenario.order import ChosenOrder


class Protocol:
    """Sequence of a run's repeats under load, and the work between them."""

    def __init__(self, around: RunContext, order: ChosenOrder, driving: Driving, observer: Observer) -> None:
        """Plan the order of the repeats.

        Raises:
            RunError: the plan does not fit the workload.
        """
        self._around = around
        self._scenario = around.scenario
        self._order = order
        self._driving = driving
        self._observer = observer
        plan = self._scenario.plan
        passes = passes_of(self._scenario)
        self._passes = max(len(passes), 1)
        self._turns = turns(order.present, plan.repeats, alternating=order.alternating, passes=passes)
        around.soundness.planned(len(self._turns))
        self._turn_to(self._turns[0])
        self._check_operation()

    def go(self, prepared: Mapping[int, Prepared]) -> None:
        """Run the whole protocol, or until the run is stopped; finished parts are kept.

        Args:
            prepared: the databases in their pristine state.

        Raises:
            RunError: the run failed.
            RunCancelledError: the run was stopped before any load began.
        """
        around = self._around
        self._record_order()
        for number, turn in enumerate(self._turns):
            if number:
                self._turn_to(turn)
                try:
                    restored = self._rest_and_restore(number, turn)
                except RunCancelledError:
                    return
                if restored is None:
                    return
                prepared = restored
            around.soundness.ready(prepared)
            self._rank("before", turn)
            try:
                whole = self._load(number, turn)
            except RunCancelledError:
                if not number:
                    raise
                return
            self._rank("after", turn)
            around.soundness.count_rows(
                around.databases.counted_rows(turn.systems, self._hanging()), prepared, around.databases.found_wrong
            )
            # Close ongoing outages first, because the recording then drops the targets to which they refer.
            around.soundness.left()
            around.recording.leave()
            if not whole:
                return
        around.soundness.over()

    def _rest_and_restore(self, number: int, turn: Turn) -> Mapping[int, Prepared] | None:
        """Stay idle, then restore the databases to their pristine state; return None if the run was stopped."""
        recording, plan = self._around.recording, self._scenario.plan
        if plan.rest_s > 0 and turn.begins:
            done_s = self._done_s(number) - math.ceil(plan.rest_s)
            run = self._run_number(turn)
            label = f"{sentence(run)} · rest" if run else "rest"
            self._driving.rest(plan.rest_s, turn.repeat, label, done_s=done_s, total_s=self._total_s)
        if not self._driving.tick():
            return None
        recording.writer.phase(recording.now_ns(), "restore", run=turn.repeat)
        return self._around.databases.restore(self._driving.tick, turn.systems)

    def _load(self, number: int, turn: Turn) -> bool:
        """Connect the users, run the plan, and dismiss them; return whether the plan completed."""
        around, scenario = self._around, self._scenario
        recording, plan = around.recording, scenario.plan
        present = [recording.systems[place] for place in turn.systems]
        load = load_of(scenario, len(present), turn, more_turns=self._order.alternating)
        steps = plan.steps(load)
        first = next(steps)
        seed = seed_of(plan.seed, turn.repeat)
        planned = {system.letter: load for system, load in zip(present, first.loads, strict=True)}
        with Loads.started(around, planned, seed, load.threads) as loads:
            recording.writer.phase(recording.now_ns(), "connect", run=turn.repeat)
            opening = isinstance(scenario.workload, StorageIo)
            text = "opening the files" if opening else "connecting the users"
            self._observer(Status("connecting", text, 0, 0, {}))
            loads.connect(self._driving.tick, around.log_path)
            stretch = LoadedRepeat(
                repeat=turn.repeat,
                seed=seed,
                first=first,
                steps=steps,
                idle_s=plan.idle_s if turn.begins else 0.0,
                number=self._run_number(turn),
                named=plan.results.by_steps,
                done_s=self._done_s(number),
                total_s=self._total_s,
            )
            outcome = self._driving.drive(loads, stretch)
        if outcome is not None:
            self._driving.records.outcome(plan.name, turn.repeat, present, outcome)
        return outcome is not None

    def _hanging(self) -> set[int]:
        """Return the targets with hung users whose server does not answer its collector either."""
        around = self._around
        failing, stuck = around.watchers.failing_targets, around.soundness.stuck_places
        ids = [target for system in around.recording.systems for target in system.target_ids]
        return {
            number
            for number, target in enumerate(ids)
            if target in failing and around.databases.place_of(number) in stuck
        }

    def _turn_to(self, turn: Turn) -> None:
        if turn.io_pass is not None:
            self._around.databases.turn_to(turn.io_pass)

    def _rank(self, name: str, turn: Turn) -> None:
        """Record the ranking of tables and indexes before or after the load, even if the run is being stopped."""
        letters = [self._around.recording.systems[place].letter for place in turn.systems]

        def go_on() -> bool:
            return self._driving.tick() or name == "after"

        self._around.watchers.rank(name, run=turn.repeat, systems=letters, go_on=go_on)

    def _record_order(self) -> None:
        recording, order = self._around.recording, self._order
        chosen = SystemOrder(
            order=order.order,
            reason=sentence(order.reason),
            present=[recording.systems[place].letter for place in order.present],
            stints=[[recording.systems[place].letter for place in turn.systems] for turn in self._turns if turn.begins],
        )
        recording.writer.document(recording.now_ns(), chosen, name=order.order)
        recording.event(order.reason)

    def _check_operation(self) -> None:
        """Check that the operation of a latency limit exists in the workload.

        Raises:
            RunError: the operation does not exist.
        """
        limit = self._scenario.plan.limit
        _, target = self._around.databases.targets[0]
        operations = [*(operation.key for operation in target.workload().operations), ORDER]
        if limit is not None and limit.operation not in operations:
            known = ", ".join(operations)
            raise RunError(
                'The plan limits the latency of "{operation}"; the workload has {known}.',
                operation=limit.operation,
                known=known,
            )

    @property
    def _total_s(self) -> float:
        plan = self._scenario.plan
        each = len(self._turns) // self._passes // plan.repeats
        return length_s(plan, self._scenario.workload.users, turns=each)

    def _done_s(self, number: int) -> float:
        """Return the planned seconds that elapse before the load with this number begins."""
        plan = self._scenario.plan
        turn, io_pass = divmod(number, self._passes)
        done_s = turn * (self._total_s + math.ceil(plan.rest_s)) * self._passes / len(self._turns)
        return done_s + io_pass * plan.load_s(self._scenario.workload.users) / self._passes

    def _run_number(self, turn: Turn) -> RunNumber | None:
        """Return the run's number among several; None if there is only one."""
        repeats = self._scenario.plan.repeats
        if repeats == 1 and not self._order.alternating:
            return None
        letters = tuple(self._around.recording.systems[place].letter for place in turn.systems)
        return RunNumber(run=turn.repeat, runs=repeats, systems=letters if self._order.alternating else ())


def passes_of(scenario: Scenario) -> list[IoPass]:
    """Return the kinds of I/O that a plan runs one after another; empty for most plans."""
    work = scenario.workload
    return [*scenario.plan.io_passes(work)] if isinstance(work, StorageIo) else []


def load_of(scenario: Scenario, systems: int, turn: Turn, *, more_turns: bool) -> TurnLoad:
    """Return the load parameters of one turn, with `systems` systems under load concurrently."""
    work = scenario.workload
    threads = work.threads if isinstance(work, StorageIo) else 0
    if turn.io_pass is not None:
        threads = turn.io_pass.threads or threads
    return TurnLoad(systems, work.users, scenario.pacing.rate, threads, turn.io_pass, more_turns)
