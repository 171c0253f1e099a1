"""The protocol of a run: its plan gone through in every repeat, by all systems at once or one after the other."""

import math
from collections.abc import Mapping

from app.engine.driving import Driving, Stretch
from app.engine.loads import Loads, RunContext
from app.engine.preparation import Prepared
from app.engine.status import Observer, RunCancelledError, RunError, Status
from app.model.plans import DepthSweep, LatencyLimit, Race, RateSweep, TimedRun, UserSweep, length_s
from app.model.scenario import Scenario
from app.model.workloads import READ_PERCENT, StorageIo, pass_label, pattern_label
from app.plans.depth_sweep import depth_sweep
from app.plans.latency_limit import latency_limited
from app.plans.race import race
from app.plans.rate_sweep import rate_sweep
from app.plans.repeated import PlanPart, Stint, seed_of, stints
from app.plans.step import ORDER, Limit, PlanSteps, SystemLoad
from app.plans.timed_run import timed_run
from app.plans.user_sweep import sweep
from app.scenario.order import ChosenOrder


class Protocol:
    """All stretches under load of one run, and what lies between them."""

    def __init__(self, around: RunContext, order: ChosenOrder, driving: Driving, observer: Observer) -> None:
        """Raises RunError where the plan can't be run on the workload."""
        self._around = around
        self._scenario = around.scenario
        self._order = order
        self._driving = driving
        self._observer = observer
        plan = self._scenario.plan
        self._parts = parts_of(self._scenario)
        self._stints = stints(order.present, plan.repeats, alternating=order.alternating, parts=self._parts)
        around.soundness.planned(len(self._stints))
        self._turn_to(self._stints[0])
        self._check_operation()

    def go(self, prepared: Mapping[int, Prepared]) -> None:
        """Goes through everything, or until the run is stopped: what is done by then stays. prepared: the databases, in
        their pristine state. Raises RunError, and RunCancelledError where no load had begun yet."""
        around = self._around
        self._tell_order()
        for number, stint in enumerate(self._stints):
            if number:
                self._turn_to(stint)
                try:
                    restored = self._between(number, stint)
                except RunCancelledError:
                    return
                if restored is None:
                    return
                prepared = restored
            around.soundness.ready(prepared)
            self._rank("before", stint)
            try:
                whole = self._load(number, stint)
            except RunCancelledError:
                if not number:
                    raise
                return
            self._rank("after", stint)
            around.soundness.count_rows(around.databases.counted_rows(stint.systems), prepared)
            # First the outages that last to the end, which are of the targets that the recording then lets go of.
            around.soundness.left()
            around.recording.leave()
            if not whole:
                return
        around.soundness.over()

    def _between(self, number: int, stint: Stint) -> Mapping[int, Prepared] | None:
        """The rest, and the databases in their pristine state again; None where the run was stopped meanwhile."""
        recording, plan = self._around.recording, self._scenario.plan
        if plan.rest_s > 0 and stint.begins:
            done_s = self._done_s(number) - math.ceil(plan.rest_s)
            words = f"{self._words(stint)} · rest"
            self._driving.rest(plan.rest_s, stint.repeat, words, done_s=done_s, total_s=self._total_s)
        if not self._driving.tick():
            return None
        recording.writer.phase(recording.now_ns(), "restore", run=stint.repeat)
        return self._around.databases.restore(self._driving.tick, stint.systems)

    def _load(self, number: int, stint: Stint) -> bool:
        """The users of the systems present connect, work through the plan, and leave. Whether the plan came to its
        end."""
        around, scenario = self._around, self._scenario
        recording, plan = around.recording, scenario.plan
        present = [recording.systems[place] for place in stint.systems]
        steps = steps_of(scenario, len(present), alternating=self._order.alternating, part=stint.part)
        first = next(steps)
        seed = seed_of(plan.seed, stint.repeat)
        planned = {system.letter: load for system, load in zip(present, first.loads, strict=True)}
        with Loads.started(around, planned, seed) as loads:
            recording.writer.phase(recording.now_ns(), "connect", run=stint.repeat)
            self._observer(Status("connecting", "connecting the users", 0, 0, {}))
            loads.connect(self._driving.tick, around.log_path)
            stretch = Stretch(
                repeat=stint.repeat,
                seed=seed,
                first=first,
                steps=steps,
                idle_s=plan.idle_s if stint.begins else 0.0,
                words=self._words(stint),
                named=not isinstance(plan, TimedRun | Race),
                done_s=self._done_s(number),
                total_s=self._total_s,
            )
            outcome = self._driving.drive(loads, stretch)
        if outcome is not None:
            self._driving.records.outcome(str(plan.__struct_config__.tag), stint.repeat, present, outcome)
        return outcome is not None

    def _turn_to(self, stint: Stint) -> None:
        if stint.part is not None:
            self._around.databases.turn_to(stint.part)

    def _rank(self, name: str, stint: Stint) -> None:
        """Which tables and indexes are read and written, before and after the load; also of a run that is ended."""
        letters = [self._around.recording.systems[place].letter for place in stint.systems]

        def go_on() -> bool:
            return self._driving.tick() or name == "after"

        self._around.watchers.rank(name, run=stint.repeat, systems=letters, go_on=go_on)

    def _tell_order(self) -> None:
        recording, order = self._around.recording, self._order
        data = {
            "order": order.order,
            "reason": order.reason,
            "present": [recording.systems[place].letter for place in order.present],
            "stints": [
                [recording.systems[place].letter for place in stint.systems] for stint in self._stints if stint.begins
            ],
        }
        recording.writer.document(recording.now_ns(), "order", order.order, data)
        recording.event("order", order.reason)

    def _check_operation(self) -> None:
        """A latency limit names an operation that the workload has."""
        plan = self._scenario.plan
        _, target = self._around.databases.targets[0]
        operations = [*(operation.key for operation in target.workload().operations), ORDER]
        if isinstance(plan, LatencyLimit) and plan.operation not in operations:
            known = ", ".join(operations)
            raise RunError(
                'The plan limits the latency of "{operation}"; the workload has {known}.',
                operation=plan.operation,
                known=known,
            )

    @property
    def _total_s(self) -> float:
        plan = self._scenario.plan
        each = len(self._stints) // len(self._parts) // plan.repeats
        return length_s(plan, self._scenario.workload.users, stints=each)

    def _done_s(self, number: int) -> float:
        """Of the whole, when the load of this number begins."""
        plan = self._scenario.plan
        turn, part = divmod(number, len(self._parts))
        done_s = turn * (self._total_s + math.ceil(plan.rest_s)) * len(self._parts) / len(self._stints)
        return done_s + part * plan.load_s(self._scenario.workload.users) / len(self._parts)

    def _words(self, stint: Stint) -> str:
        """Which of the stints this is, for people; "" where there is only one."""
        repeats = self._scenario.plan.repeats
        letters = ", ".join(self._around.recording.systems[place].letter for place in stint.systems)
        parts = [f"run {stint.repeat} of {repeats}"] if repeats > 1 else []
        return " · ".join([*parts, letters] if self._order.alternating else parts)


def parts_of(scenario: Scenario) -> list[PlanPart | None]:
    """The parts that a plan has one after the other, each with an I/O of its own; [None] of a plan without any."""
    plan, work = scenario.plan, scenario.workload
    if not isinstance(plan, DepthSweep) or not isinstance(work, StorageIo):
        return [None]
    kinds = [(block_kb, name) for block_kb in plan.blocks_kb or (work.block_kb,) for name in plan.passes]
    parts: list[PlanPart | None] = []
    for number, (block_kb, name) in enumerate(kinds):
        words = f"{block_kb} KiB {work.access} {pass_label(READ_PERCENT[name])}{pattern_label(work.write_pattern)}"
        parts.append(PlanPart(number, name, block_kb, READ_PERCENT[name], words))
    return parts


def steps_of(scenario: Scenario, systems: int, *, alternating: bool = False, part: PlanPart | None = None) -> PlanSteps:
    """The steps of a scenario's plan, or of one part of it, on so many systems at once.

    alternating: others follow. The steady window has to be the same for all of them, so it is found by who reads the
    session; until then the whole run time counts.
    """
    plan = scenario.plan
    users = scenario.workload.users
    ramp = plan.ramp_users_per_s
    load = SystemLoad(users, scenario.pacing.rate)
    match plan:
        case TimedRun():
            return timed_run(
                systems=systems,
                load=load,
                ramp_s=plan.ramp_s(users),
                warmup_s=plan.warmup_s,
                run_s=plan.run_s,
                steady=plan.window == "steady" and not alternating,
                fixed=(plan.window_from_s, plan.window_to_s) if plan.window == "fixed" else None,
            )
        case UserSweep():
            levels = [SystemLoad(level) for level in plan.levels]
            return sweep(levels, systems=systems, ramp_users_per_s=ramp, settle_s=plan.settle_s, dwell_s=plan.dwell_s)
        case RateSweep():
            return rate_sweep(
                plan.levels,
                users=users,
                systems=systems,
                ramp_users_per_s=ramp,
                settle_s=plan.settle_s,
                dwell_s=plan.dwell_s,
            )
        case LatencyLimit():
            return latency_limited(
                Limit(plan.figure, plan.operation, plan.limit_ms / 1000),
                lowest=plan.from_users,
                highest=plan.to_users,
                step=plan.step_users,
                systems=systems,
                ramp_users_per_s=ramp,
                settle_s=plan.settle_s,
                dwell_s=plan.dwell_s,
            )
        case Race():
            return race(plan.orders, systems=systems, load=load, timeout_s=plan.timeout_s)
        case DepthSweep():
            assert part is not None, "a sweep of depths has parts"
            assert isinstance(scenario.workload, StorageIo), "the scenario's check has seen it"
            return depth_sweep(
                plan.depths,
                part,
                threads=scenario.workload.threads,
                systems=systems,
                settle_s=plan.settle_s,
                dwell_s=plan.dwell_s,
            )
