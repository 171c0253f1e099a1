# SPDX-License-Identifier: Apache-2.0
"""Events of a session, reasons why a run is invalid, and warnings, one struct per kind.

Their tags are the kinds stored in a session file.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, cast

import msgspec

from app.model.messages import Message, Names, Sentence, sentence


class TargetPlace(Message, frozen=True, kw_only=True, tag="place"):
    """System, or one of its targets by number from 1; 0 is the whole system."""

    template: ClassVar[str] = "{system}[, target {target}]"

    system: str = ""
    target: int = 0


# Unreachable servers


class ServerLost(Message, frozen=True, kw_only=True, tag="server lost"):
    """A target no longer responds.

    Attributes:
        from_s: Start, after the common start.
        error: Error of its last connection; None if its calls hang.
    """

    template: ClassVar[str] = (
        "{place} is unreachable since {from_s:.0f} s; its users keep trying to reconnect ({error})"
    )
    hangs: ClassVar[str] = "{place} has not responded since {from_s:.0f} s; its calls are still pending"

    place: TargetPlace
    from_s: float
    error: Sentence | None

    def sentence_template(self) -> str:
        return self.hangs if self.error is None else self.template


class ServerBack(Message, frozen=True, kw_only=True, tag="server back"):
    """A target that was unreachable responds again."""

    template: ClassVar[str] = "{place} is back after {seconds:.0f} s"

    place: TargetPlace
    seconds: float


class Outage(Message, frozen=True, kw_only=True, tag="outage"):
    """A target was unreachable or did not respond.

    Attributes:
        to_s: End; None is the end of the run.
        error: Error of the last connection; None if calls hang, or if the session did not record it.
    """

    template: ClassVar[str] = "{place} was unreachable from {from_s:.0f} s to [{to_s:.0f} s|the end][ ({error})]"
    hung: ClassVar[str] = (
        "{place} did not respond from {from_s:.0f} s to [{to_s:.0f} s|the end]: see whether its calls waited for a "
        "lock, for its disk or for the network, then run again"
    )

    place: TargetPlace
    from_s: float
    to_s: float | None
    hangs: bool
    error: Sentence | None = None

    def sentence_template(self) -> str:
        return self.hung if self.hangs else self.template


class SystemStopped(Message, frozen=True, kw_only=True, tag="system stopped"):
    """A system completed no work for a while under load, because its calls failed or did not return.

    Attributes:
        to_s: End; None is the end of the load.
        stopped: Number of targets that stopped.
        cause: Cause as text ("disk full").
    """

    template: ClassVar[str] = (
        "[{stopped} of {targets} targets of {system}|{system}] had stopped from {from_s:.0f} s to [{to_s:.0f} s|the"
        " end]: {cause}"
    )

    system: str
    from_s: float
    to_s: float | None
    cause: Sentence
    stopped: int = 1
    targets: int = 1

    def fields(self) -> Mapping[str, object]:
        return {**super().fields(), "targets": self.targets if self.stopped < self.targets else None}


class PeakAtTop(Message, frozen=True, kw_only=True, tag="peak at top"):
    """The highest figure of a sweep was measured at the highest load that was tried."""

    template: ClassVar[str] = "{systems}: the peak is at the highest load that was tried, so more load may give more"

    systems: tuple[str, ...]


class SystemStalled(Message, frozen=True, kw_only=True, tag="system stalled"):
    """A target completed no work for a while under load, without failed calls, and then resumed.

    Attributes:
        from_s: Last completion before the stall, after the common start.
    """

    template: ClassVar[str] = (
        "{place} did not respond from {from_s:.0f} s to {to_s:.0f} s, then went on: its latencies include this stall"
    )

    place: TargetPlace
    from_s: float
    to_s: float


class ConnectionsClosed(Message, frozen=True, kw_only=True, tag="connections closed"):
    """A target closed the connections of all its users at once and accepted new ones immediately afterward.

    Attributes:
        at_s: Time after the common start, in seconds.
        error: Error of the last connection.
    """

    template: ClassVar[str] = (
        "{place} closed all its connections at {at_s:.0f} s ({error}), as a server does that restarts: its caches are "
        "empty then. See why in its log, then run again"
    )

    place: TargetPlace
    at_s: float
    error: Sentence


# Workers


class WorkerEvent(Message, frozen=True, kw_only=True, tag="worker"):
    """Event of a target's worker."""

    place: TargetPlace = TargetPlace()
    worker: int


class WorkerDied(WorkerEvent, frozen=True, kw_only=True, tag="worker died"):
    """A worker ended unexpectedly.

    Attributes:
        exit_code: Exit code; -9 is SIGKILL; None if it did not end in time.
        stopping: Whether it was being stopped anyway.
        lost_with: Name of the agent that was lost with it, if any.
    """

    template: ClassVar[str] = "{place}: worker {worker} died (exit code {exit_code})"
    while_stopping: ClassVar[str] = "{place}: worker {worker} died while stopping (exit code {exit_code})"
    forced: ClassVar[str] = "{place}: worker {worker} did not end in time and was killed"
    with_agent: ClassVar[str] = "{place}: worker {worker} was lost with agent {lost_with}"

    exit_code: int | None
    stopping: bool = False
    lost_with: str = ""

    def sentence_template(self) -> str:
        if self.lost_with:
            return self.with_agent
        if self.exit_code is None:
            return self.forced
        return self.while_stopping if self.stopping else self.template


class WorkerFailed(WorkerEvent, frozen=True, kw_only=True, tag="worker failed"):
    """A worker cannot start."""

    template: ClassVar[str] = "{place}: worker {worker} could not start: {error}"

    error: Sentence


class WorkerAdded(WorkerEvent, frozen=True, kw_only=True, tag="worker added"):
    """A worker was added because another one was too busy, or on request."""

    template: ClassVar[str] = (
        "{place}: worker {worker} added[: worker {busy_worker} used {share:.0%} of a core for {seconds} s]"
    )

    busy_worker: int | None = None
    share: float = 0.0
    seconds: int = 0


class WorkerReplaced(WorkerEvent, frozen=True, kw_only=True, tag="worker replaced"):
    """A worker takes over the users of one that died."""

    template: ClassVar[str] = "{place}: worker {worker} replaces worker {before}"

    before: int


class UsersNotConnected(WorkerEvent, frozen=True, kw_only=True, tag="users not connected"):
    """Some of a worker's users could not connect.

    Attributes:
        error: Error of the first such user; None if it has no text.
        agent: Agent that runs the worker.
    """

    template: ClassVar[str] = (
        "{place}: worker {worker}[ on {agent}] connected {connected} of {users} users[; the first error: {error}]"
    )

    connected: int
    users: int
    error: Sentence | None
    agent: str = ""


class UsersStuck(WorkerEvent, frozen=True, kw_only=True, tag="users stuck"):
    """Users that are still waiting, after the end of the load, for a call that did not return."""

    template: ClassVar[str] = "{place}: worker {worker}: the calls of {users} users never returned"
    one: ClassVar[str] = "{place}: worker {worker}: the call of one user never returned"

    users: int

    def sentence_template(self) -> str:
        return self.one if self.users == 1 else self.template


class UsersHeldUp(Message, frozen=True, kw_only=True, tag="users held up"):
    """Users that waited for a single call during most of a measured window.

    Attributes:
        share: Minimum share of the window for which each of them waited.
    """

    template: ClassVar[str] = (
        "{system}: {users} users each waited for one call more than {share:.0%} of the measured window (up to "
        "{oldest_s:.0f} s)"
    )
    one: ClassVar[str] = (
        "{system}: one user waited for one call more than {share:.0%} of the measured window ({oldest_s:.0f} s)"
    )

    system: str
    users: int
    share: float
    oldest_s: float

    def sentence_template(self) -> str:
        return self.one if self.users == 1 else self.template


class CallsUnderWay(Message, frozen=True, kw_only=True, tag="calls under way"):
    """Calls that had not returned at the end of a measured window and were much older than usual by then."""

    template: ClassVar[str] = (
        "{system}: {calls:,} calls were still under way when the measured window ended, the oldest for "
        '{oldest_s:.0f} s. They are counted apart; the latencies that they could change read "at least" (≥)'
    )
    one: ClassVar[str] = (
        "{system}: one call was still under way when the measured window ended, for {oldest_s:.0f} s. It is counted "
        'apart; the latencies that it could change read "at least" (≥)'
    )

    system: str
    calls: int
    oldest_s: float

    def sentence_template(self) -> str:
        return self.one if self.calls == 1 else self.template


class UsersLost(Message, frozen=True, kw_only=True, tag="users lost"):
    """Fewer users are working than requested.

    Attributes:
        at_work: Smallest number of working users.
        from_s: Start, in seconds after the common start; None if not recorded, or while it continues.
        to_s: End; None is the end of the run.
    """

    template: ClassVar[str] = "{system}: {at_work} of {users} users are active"
    over: ClassVar[str] = (
        "{system}: only {at_work} of {users} users were active from {from_s:.0f} s to [{to_s:.0f} s|the end]"
    )

    system: str
    at_work: int
    users: int
    from_s: float | None = None
    to_s: float | None = None

    def sentence_template(self) -> str:
        return self.template if self.from_s is None else self.over


class UsersBack(Message, frozen=True, kw_only=True, tag="users back"):
    """All requested users are working again."""

    template: ClassVar[str] = "{system}: all {users} users are active again after {seconds:.0f} s"

    system: str
    users: int
    seconds: float


class UsersSet(Message, frozen=True, kw_only=True, tag="users"):
    """A person changed the number of users."""

    template: ClassVar[str] = "{system}: {users} users from now on"

    system: str
    users: int


class UsersRefused(Message, frozen=True, kw_only=True, tag="users refused"):
    """A person requested an impossible number of users."""

    template: ClassVar[str] = "{system}: {error}"

    system: str
    error: Sentence


class UsersChanged(Message, frozen=True, kw_only=True, tag="users changed"):
    """The load of a result differed from the plan's."""

    template: ClassVar[str] = "{system}: the number of users was changed by hand during the run"

    system: str


class OperationErrors(Message, frozen=True, kw_only=True, tag="errors of operations"):
    """Errors of one kind within a second, with the text of the first.

    Attributes:
        sort: Kind of error, such as "deadlock".
    """

    template: ClassVar[str] = "{place}: {count} x {sort}: {error}"
    tried_again: ClassVar[str] = "{place}: {count} x {sort}: {error} (tried again)"

    place: TargetPlace
    sort: str
    count: int
    error: Sentence
    retried: bool

    def sentence_template(self) -> str:
        return self.tried_again if self.retried else self.template


# The driver


class BusyWorker(WorkerEvent, frozen=True, kw_only=True, tag="busy worker"):
    """Worker that uses a large share of one core.

    Attributes:
        limit: Share above which it is a warning.
        invalid_above: Share above which the run is invalid; 0 in sessions before 1.1, which do not record it.
    """

    template: ClassVar[str] = (
        "worker {worker}[ of target {target}]: {share:.0%} of a core, [warning above {limit:.0%}, not valid above "
        "{invalid_above:.0%}|limit {limit:.0%}]"
    )

    target: int = 0
    share: float
    limit: float
    invalid_above: float = 0.0

    def fields(self) -> Mapping[str, object]:
        return {**super().fields(), "invalid_above": self.invalid_above or None}


class LateWorker(WorkerEvent, frozen=True, kw_only=True, tag="late worker"):
    """Worker whose wake-up delay (p99) is large compared to the median response time."""

    template: ClassVar[str] = (
        "worker {worker}[ of target {target}]: {lag_ms:.3g} ms late (p99), median response {response_ms:.3g} ms"
    )

    target: int = 0
    lag_ms: float
    response_ms: float


class IdleIos(WorkerEvent, frozen=True, kw_only=True, tag="idle I/Os"):
    """Outstanding I/Os that waited for the driver instead of the device.

    Attributes:
        share: Share of their time spent waiting.
    """

    template: ClassVar[str] = (
        "worker {worker}[ of target {target}]: {share:.0%} of its I/Os waited for the driver, limit {limit:.0%}"
    )

    target: int = 0
    share: float
    limit: float


class StarvedWorker(WorkerEvent, frozen=True, kw_only=True, tag="starved worker"):
    """Worker whose runnable threads waited for a core.

    Attributes:
        share: Upper bound of this wait's share of the measured latencies.
        limit: See BusyWorker.
        invalid_above: See BusyWorker; 0 if no share makes the run invalid.
    """

    template: ClassVar[str] = (
        "worker {worker}[ of target {target}]: up to {share:.0%} of the latency is its own waiting for a core, "
        "[warning above {limit:.0%}, not valid above {invalid_above:.0%}|limit {limit:.0%}]"
    )

    target: int = 0
    share: float
    limit: float
    invalid_above: float = 0.0

    def fields(self) -> Mapping[str, object]:
        return {**super().fields(), "invalid_above": self.invalid_above or None}


LimitReason = BusyWorker | LateWorker | IdleIos | StarvedWorker


class DriverLimits(Message, frozen=True, kw_only=True, tag="driver limits"):
    """The measured limit is the driver's, not the system's.

    Attributes:
        measured: Whether this is the value for a whole measured step.
        load: Load of the step, if the plan has several steps.
    """

    template: ClassVar[str] = "{system} is limited by the CPU of the driver machine, not by its own speed ({reasons})"
    over_all: ClassVar[str] = (
        "{system} is limited by the CPU of the driver machine[ at {load}], not by its own speed ({reasons}). "
        "Latencies include the driver's own delay: end other programs, use more cores or fewer users"
    )

    system: str
    reasons: tuple[LimitReason, ...]
    invalid: bool
    measured: bool = False
    load: Sentence | None = None

    def sentence_template(self) -> str:
        return self.over_all if self.measured else self.template


class OtherPrograms(Message, frozen=True, kw_only=True, tag="other programs"):
    """Other programs used cores on which the systems under test run.

    Attributes:
        share: Share of all cores used by them.
    """

    template: ClassVar[str] = (
        "other programs used {share:.0%} of this machine's processors while it was measured (limit {limit:.0%}): the "
        "systems that ran on it had the rest. End those programs"
    )

    share: float
    limit: float


class SharedClient(Message, frozen=True, kw_only=True, tag="shared client"):
    """The driver limits several systems at once."""

    template: ClassVar[str] = "{systems} are limited by the one driver machine that loads them all"

    systems: tuple[str, ...]


class MixedDrivers(Message, frozen=True, kw_only=True, tag="mixed drivers"):
    """Workers drive their loads, or count their engines' file calls, in different ways."""

    template: ClassVar[str] = "not all systems were driven alike ({drivers}): their figures compare the drivers too"

    drivers: list[Sentence]


class LateSample(WorkerEvent, frozen=True, kw_only=True, tag="late sample"):
    """A worker's report arrived late."""

    template: ClassVar[str] = "{place}: a report of worker {worker} arrived {seconds:.1f} s late"

    seconds: float


class LateSamples(Message, frozen=True, kw_only=True, tag="late samples"):
    """Number of samples of a run that arrived late."""

    template: ClassVar[str] = "{late:,} of {samples:,} samples arrived late"

    late: int
    samples: int


class ClockJump(Message, frozen=True, kw_only=True, tag="clock jump"):
    """The machine was suspended, or its clock was set."""

    template: ClassVar[str] = "the machine slept or its clock was changed: the time jumped by {seconds:+.1f} s"

    seconds: float


class StoodStill(Message, frozen=True, kw_only=True, tag="stood still"):
    """The engine was suspended, usually with everything else, as in a paused virtual machine or by stopped processes.

    Times are in seconds after the common start.
    """

    template: ClassVar[str] = (
        "the computer or Outpace stood still from {from_s:.0f} s to {to_s:.0f} s; latencies include that time. Measure "
        "again without a pause"
    )

    from_s: float
    to_s: float


class WorkerStoodStill(WorkerEvent, frozen=True, kw_only=True, tag="worker stood still"):
    """A single worker was suspended. Times are after the common start."""

    template: ClassVar[str] = (
        "{place}: worker {worker} stood still from {from_s:.0f} s to {to_s:.0f} s; its latencies include that time. "
        "Measure again without a pause"
    )

    from_s: float
    to_s: float


# Agents: other machines that drive load or are monitored. `agent` is the name in the scenario.


class AgentEvent(Message, frozen=True, kw_only=True, tag="agent"):
    """Event of an agent.

    Attributes:
        agent: Name in the scenario's `agents`; the host is not recorded here.
    """

    agent: str


class AgentSilent(AgentEvent, frozen=True, kw_only=True, tag="agent silent"):
    """An agent has not responded for three seconds (a warning during the run). `AgentBack` or `AgentLost` follows.

    Attributes:
        from_s: Start, after the common start; None before it.
    """

    template: ClassVar[str] = "agent {agent} [has not answered since {from_s:.0f} s|does not answer]"

    from_s: float | None = None


class AgentBack(AgentEvent, frozen=True, kw_only=True, tag="agent back"):
    """An unresponsive agent responds again. If users were measured meanwhile, it makes the run invalid.

    Attributes:
        seconds: Time without a response.
        from_s: Start of that time, in seconds after the common start; None before it.
    """

    template: ClassVar[str] = "agent {agent} answers again after {seconds:.0f} s[ (silent since {from_s:.0f} s)]"

    seconds: float
    from_s: float | None = None


class AgentLost(AgentEvent, frozen=True, kw_only=True, tag="agent lost"):
    """An agent is lost for the rest of the run, with all processes that it had started (an error).

    It makes the run invalid if users were lost.

    Attributes:
        at_s: Seconds after the common start; None before it.
        cause: Cause as text ("its connection ended").
        users: Number of its users, out of users_all on all machines. They are lost until other machines of their
            targets take over.
    """

    template: ClassVar[str] = (
        "agent {agent} lost[ at {at_s:.0f} s]: {cause}[; {users:,} of {users_all:,} users were on it]"
    )

    at_s: float | None = None
    cause: Sentence
    users: int = 0
    users_all: int = 0


class AgentUneven(AgentEvent, frozen=True, kw_only=True, tag="agent uneven"):
    """The rate of an agent's clock changed by more than 100 ppm, so its offset is estimated from scratch.

    Attributes:
        at_s: Seconds after the common start; None before it.
    """

    template: ClassVar[str] = (
        "the clock of agent {agent} runs unevenly[ (seen at {at_s:.0f} s)]: a time service may be setting it. Let "
        "it settle before a run"
    )

    at_s: float | None = None


class AgentClockUnsure(AgentEvent, frozen=True, kw_only=True, tag="agent clock unsure"):
    """The offset of an agent's clock is not known precisely enough.

    This is a warning above 10 ms; above 100 ms the systems are not measured together (`invalid`).

    Attributes:
        uncertainty_ms: Largest uncertainty (±) during the measurement.
    """

    template: ClassVar[str] = (
        "the clock of agent {agent} is known to ± {uncertainty_ms:.3g} ms only (limit {limit_ms:g} ms): moments on it "
        "may be off by so much. Look for a slow or busy network"
    )
    too_unsure: ClassVar[str] = (
        "the clock of agent {agent} is known to ± {uncertainty_ms:.3g} ms only (limit {limit_ms:g} ms): nobody can say "
        "that the systems were measured at the same time. Look for a slow or busy network"
    )

    uncertainty_ms: float
    limit_ms: float
    invalid: bool = False

    def sentence_template(self) -> str:
        return self.too_unsure if self.invalid else self.template


# Results and their validity


class RunNumber(Message, frozen=True, kw_only=True, tag="run number"):
    """Number of a repeat, and its systems if they alternate."""

    template: ClassVar[str] = "run {run} of {runs}[ · {systems}]"
    of_systems: ClassVar[str] = "{systems}"

    run: int
    runs: int
    systems: tuple[str, ...] = ()

    def sentence_template(self) -> str:
        return self.template if self.runs > 1 else self.of_systems


class NothingMeasured(Message, frozen=True, kw_only=True, tag="nothing measured"):
    """No order of a system was completed in a measured step."""

    template: ClassVar[str] = "{system}: no orders were completed in the measured window[ ({run})]"

    system: str
    run: RunNumber | None = None


class FiguresLate(Message, frozen=True, kw_only=True, tag="figures late"):
    """The figures of a measured window arrived after its result was computed."""

    template: ClassVar[str] = (
        "{system}: its figures of the measured window arrived too late to be counted[ ({run})]; the machine that "
        "drives the load was too busy"
    )

    system: str
    run: RunNumber | None = None


class NoOrders(Message, frozen=True, kw_only=True, tag="no orders"):
    """No order of a system was completed in the whole run."""

    template: ClassVar[str] = "{system}: no orders were completed"

    system: str


class Errors(Message, frozen=True, kw_only=True, tag="errors"):
    """Errors of a system in the whole run.

    Attributes:
        sort: Most frequent kind of error, whose first text is stored; "" if not recorded.
    """

    template: ClassVar[str] = (
        '{system}: {errors:,} errors in {orders:,} orders[, {of_sort_count:,} of them "{sort}" ({error})]'
    )

    system: str
    errors: int
    orders: int
    sort: str = ""
    of_sort_count: int = 0
    error: Sentence | None = None


class WrongData(Message, frozen=True, kw_only=True, tag="wrong data"):
    """Reads of storage I/O that did not return what the run had written.

    Attributes:
        error: Description of the first such read.
    """

    template: ClassVar[str] = "{system}: {reads:,} reads found wrong data: {error}"

    system: str
    reads: int
    error: Sentence


class MissedArrivals(Message, frozen=True, kw_only=True, tag="missed arrivals"):
    """Arrivals in the open loop that were missed because no user was free to start them in time."""

    template: ClassVar[str] = "{system}: {missed:,} arrivals were missed because no user was free in time"

    system: str
    missed: int


class NoSteadyWindow(Message, frozen=True, kw_only=True, tag="steady state"):
    """No part of the run was steady, so results are computed from the whole run time."""

    template: ClassVar[str] = "[{run}: ]no steady state found, the whole run time counts: {reasons}"

    reasons: tuple[Sentence, ...]
    run: RunNumber | None = None


class RowsAdded(Message, frozen=True, kw_only=True, tag="rows"):
    """The rows added to a database in a run match those that its users counted."""

    template: ClassVar[str] = "{place}: {added:,} orders added = {purchases:,} purchases - {rolled_back:,} rolled back"

    place: TargetPlace
    added: int
    purchases: int
    rolled_back: int


class RowsDiffer(Message, frozen=True, kw_only=True, tag="rows differ"):
    """The rows added to a database in a run do not match those that its users counted."""

    template: ClassVar[str] = (
        "{place}: {added:,} orders were added to the database, but {expected:,} purchases were counted"
    )

    place: TargetPlace
    added: int
    expected: int


class ContentsWrong(Message, frozen=True, kw_only=True, tag="contents wrong"):
    """An invariant of a database's contents is violated after a run."""

    template: ClassVar[str] = "{place}: {wrong}"

    place: TargetPlace
    wrong: Sentence


class RowsNotCounted(Message, frozen=True, kw_only=True, tag="rows not counted"):
    """The rows of a database could not be counted after a run."""

    template: ClassVar[str] = "{place}: its rows could not be counted after the run"

    place: TargetPlace


class Stopped(Message, frozen=True, kw_only=True, tag="stopped"):
    """A run was stopped early.

    Attributes:
        seconds: Seconds since the run's window disappeared.
    """

    template: ClassVar[str] = "stopped by the user"
    no_window: ClassVar[str] = "stopped: its window was gone for {seconds:.0f} s"
    no_terminal: ClassVar[str] = "stopped: its terminal was closed"

    by: Literal["user", "window", "terminal"] = "user"
    seconds: float = 0.0

    def sentence_template(self) -> str:
        return {"window": self.no_window, "terminal": self.no_terminal}.get(self.by, self.template)


class Incomplete(Message, frozen=True, kw_only=True, tag="incomplete"):
    """Measured part of a run that was stopped early.

    Attributes:
        steps: Number of measured steps in a plan with several; None for a timed run.
    """

    template: ClassVar[str] = "incomplete: {stopped} after {measured_s:.0f} of {planned_s} s of measuring"
    of_steps: ClassVar[str] = "incomplete: {stopped} after {steps} measured steps of the {plan}"

    stopped: Stopped
    measured_s: float = 0.0
    planned_s: int = 0
    steps: int | None = None
    plan: Sentence | None = None

    @property
    def something(self) -> bool:
        """True if anything was measured before the stop."""
        return self.measured_s >= 1 or bool(self.steps)

    def sentence_template(self) -> str:
        return self.template if self.steps is None else self.of_steps


class RunFailed(Message, frozen=True, kw_only=True, tag="failed"):
    """A run or a job could not start or continue.

    Attributes:
        cancelled: Whether a person canceled it.
    """

    template: ClassVar[str] = "{error}"

    error: Sentence
    cancelled: bool = False


# Resources that systems share, and their order


class SharedHost(Message, frozen=True, kw_only=True, tag="shared host"):
    """Several systems are on one host.

    Attributes:
        host: Name of the host; "" is this machine.
    """

    template: ClassVar[str] = "{systems} run on one host, [{host}|this machine]"

    systems: tuple[str, ...]
    host: str = ""


class SharedDevice(Message, frozen=True, kw_only=True, tag="shared device"):
    """Several systems are on one device.

    Attributes:
        slower: Whether the device limits the measurement.
    """

    template: ClassVar[str] = "{systems} are on one device"
    slows: ClassVar[str] = "{systems} are on one device: they slow each other down while both are under load"

    systems: tuple[str, ...]
    slower: bool = False

    def sentence_template(self) -> str:
        return self.slows if self.slower else self.template


class SharedFolder(Message, frozen=True, kw_only=True, tag="shared folder"):
    """Several systems of storage I/O are in one folder."""

    template: ClassVar[str] = "two systems read and write in one folder"


Shared = SharedHost | SharedDevice | SharedFolder


class OrderChosen(Message, frozen=True, kw_only=True, tag="order"):
    """Order of the systems, together or alternating, and its reason.

    Attributes:
        only: Name of the system, if only one is present.
    """

    requested_together: ClassVar[str] = "together, as asked[ ({shared})]"
    requested_alternating: ClassVar[str] = "alternating, as asked[ ({shared})]"
    alone: ClassVar[str] = "only {only} in this session, as asked"
    one_system: ClassVar[str] = "there is one system"
    nothing_shared: ClassVar[str] = "together: the systems share nothing that is known"
    in_spite: ClassVar[str] = "run together although they share something: {shared}"
    turns: ClassVar[str] = "the repeats alternate: {shared}"

    order: str
    requested: bool = msgspec.field(default=False, name="asked")
    shared: tuple[Shared, ...] = ()
    only: str = ""
    systems: tuple[str, ...] = ()

    def sentence_template(self) -> str:
        alternating = self.order == "alternating"
        if self.only:
            return self.alone
        if self.requested:
            return self.requested_alternating if alternating else self.requested_together
        if len(self.systems) == 1:
            return self.one_system
        if not self.shared:
            return self.nothing_shared
        return self.turns if alternating else self.in_spite


class SessionOnDevice(Message, frozen=True, kw_only=True, tag="session on device"):
    """The session is recorded to a device under test and thus adds load to it."""

    template: ClassVar[str] = "the session file is written to a tested device and uses some of its capacity"


# Databases and files


class DatabaseBuilt(Message, frozen=True, kw_only=True, tag="built"):
    """A pristine database was built.

    Attributes:
        size: Size of a target without rows.
    """

    template: ClassVar[str] = "{place}: {rows:,} rows, checksum {checksum}, {seconds:.1f} s"
    without_rows: ClassVar[str] = "{place}: {size}, {seconds:.1f} s"

    place: TargetPlace
    seconds: float
    rows: int = 0
    checksum: str = ""
    size: str = ""

    def sentence_template(self) -> str:
        return self.template if self.checksum else self.without_rows


class TargetRestored(Message, frozen=True, kw_only=True, tag="restored"):
    """A target is ready for a run.

    Attributes:
        how: Method by which it was restored.
        existing: Whether it is an existing database, which is not restored but used in the state in which its last user
            left it.
    """

    template: ClassVar[str] = "{place}: restored in {seconds:.1f} s, {how}"
    of_existing: ClassVar[str] = "{place}: an existing database, not restored; {how}"

    place: TargetPlace
    seconds: float
    how: Sentence
    existing: bool = False

    def sentence_template(self) -> str:
        return self.of_existing if self.existing else self.template


class Unsettled(Message, frozen=True, kw_only=True, tag="preparation"):
    """Warning from a target's preparation."""

    template: ClassVar[str] = "{warning}"

    warning: Sentence


class CachesEmptied(Message, frozen=True, kw_only=True, tag="start state"):
    """The caches of a target were emptied, as far as possible from this machine."""

    template: ClassVar[str] = "{place}: cold: {how}"

    place: TargetPlace
    how: Sentence


class NotWhollyCold(Message, frozen=True, kw_only=True, tag="not wholly cold"):
    """Not every cache of a target could be emptied."""

    template: ClassVar[str] = "{place}: cold: {how}. A command of your own in [start] can restart it"

    place: TargetPlace
    how: Sentence


class OwnCommand(Message, frozen=True, kw_only=True, tag="own command"):
    """The command in the scenario, which the user confirmed, ran before the load."""

    template: ClassVar[str] = "the scenario's own command ran for {seconds:.1f} s: {command}"

    seconds: float
    command: str


class FilesGrew(Message, frozen=True, kw_only=True, tag="files grew"):
    """Files of a target grew during the run, which takes time."""

    template: ClassVar[str] = "{place}: its files grew by {grown_mib:,.1f} MiB during the run, to {after_mib:,.1f} MiB"

    place: TargetPlace
    before_bytes: int
    after_bytes: int

    def fields(self) -> Mapping[str, object]:
        grown_mib, after_mib = (self.after_bytes - self.before_bytes) / 2**20, self.after_bytes / 2**20
        return {"place": self.place, "grown_mib": grown_mib, "after_mib": after_mib}


class FileNotRemoved(Message, frozen=True, kw_only=True, tag="file kept"):
    """A file could not be removed."""

    template: ClassVar[str] = "{place}: {error}"

    place: TargetPlace
    error: Sentence


class DifferentData(Message, frozen=True, kw_only=True, tag="different data"):
    """The systems cannot be compared: their databases differ."""

    template: ClassVar[str] = "the databases hold different data"


# Collectors


class CollectorEvent(Message, frozen=True, kw_only=True, tag="collectors"):
    """Event of a counter source.

    Attributes:
        system: Letter of its system; "" for the driver's machine.
    """

    system: str = ""
    source: str | Sentence


class NoData(CollectorEvent, frozen=True, kw_only=True, tag="collector"):
    """A source provides no data.

    Attributes:
        trouble: Error of the source; None if it has not responded for `seconds`.
    """

    template: ClassVar[str] = "[{system}: ]{source}: no data: [{trouble}|no response for {seconds:.0f} s]"

    trouble: Sentence | None = None
    seconds: float = 0.0


class ReadAgain(CollectorEvent, frozen=True, kw_only=True, tag="collector back"):
    """A source provides data again."""

    template: ClassVar[str] = "[{system}: ]{source}: data again after {seconds:.0f} s"

    seconds: float


class NoRanking(CollectorEvent, frozen=True, kw_only=True, tag="table ranking"):
    """A database did not report which tables and indexes were read and written."""

    template: ClassVar[str] = "{system}: {source}: no ranking of tables[: {trouble}]"

    trouble: Sentence | None = None


class CollectorDied(Message, frozen=True, kw_only=True, tag="collector died"):
    """The process that reads the counters of a system or of the driver's machine has ended.

    Attributes:
        error: Reason why it could not be started.
    """

    template: ClassVar[str] = (
        "[{system}: its|the machine's own] counters [could not be started ({error})|ended (exit code {exit_code})];"
        " they are started again in {again_s:.0f} s, the run goes on meanwhile"
    )

    system: str = ""
    again_s: float
    exit_code: int | None = None
    error: Sentence | None = None


# Sessions derived from others


class NotSimultaneous(Message, frozen=True, kw_only=True, tag="not simultaneous"):
    """The systems of a session were not under load at the same time."""

    template: ClassVar[str] = "not simultaneous: the systems were run one at a time"
    alternating: ClassVar[str] = "not simultaneous: the systems were run alternating"
    other_times: ClassVar[str] = "not simultaneous: the sessions were recorded at different times"

    how: Literal["one at a time", "alternating", "different times"] = "one at a time"

    def sentence_template(self) -> str:
        return {"alternating": self.alternating, "different times": self.other_times}.get(self.how, self.template)


class PartsOfOneRun(Message, frozen=True, kw_only=True, tag="parts of one run"):
    """A comparison shows different times of the same run."""

    template: ClassVar[str] = "the systems are parts of one run, shown from different times"


class FromElsewhere(Message, frozen=True, kw_only=True, tag="from elsewhere"):
    """Imported results."""

    template: ClassVar[str] = "imported results: Outpace did not observe these runs"


class CutOff(Message, frozen=True, kw_only=True, tag="cut off"):
    """The recording of one of the combined sessions is truncated."""

    template: ClassVar[str] = "the recording was cut off"


class DifferentScenario(Message, frozen=True, kw_only=True, tag="different scenario"):
    """Joined sessions had different workloads, pacing or plans."""

    template: ClassVar[str] = "the sessions used different workloads: their figures can't be compared"
    pacing: ClassVar[str] = "the sessions used different pacing: their figures can't be compared"
    plan: ClassVar[str] = "the sessions used different plans: their figures can't be compared"

    part: Literal["workload", "pacing", "plan"]

    def sentence_template(self) -> str:
        return {"pacing": self.pacing, "plan": self.plan}.get(self.part, self.template)


class DifferentSeeds(Message, frozen=True, kw_only=True, tag="different seeds"):
    """Joined sessions used different seeds, so that their users made different choices."""

    template: ClassVar[str] = (
        "the sessions used different seeds, so their users made different choices; set a seed in the plan"
    )


class DifferentRepeats(Message, frozen=True, kw_only=True, tag="different repeats"):
    """Joined sessions have different numbers of repeats."""

    template: ClassVar[str] = "the sessions have different numbers of repeats"


class MeterJoined(Message, frozen=True, kw_only=True, tag="meter joined"):
    """A power meter's log was joined to the run afterward.

    Attributes:
        step_s: Seconds between its readings.
        uncertainty_s: Possible offset from the run's phases due to the interval of its readings and the resolution of
            their times, in addition to the difference of the two clocks.
    """

    template: ClassVar[str] = (
        "{system}: power is from {file}, joined after the run by wall-clock time ({offset_s:+g} s): a reading every "
        "{step_s:g} s, so it lies within {uncertainty_s:g} s, plus what the two clocks differ by"
    )
    by_start: ClassVar[str] = (
        "{system}: power is from {file}, joined after the run at the start that was typed: a reading every "
        "{step_s:g} s, so it lies within {uncertainty_s:g} s, plus the error of that start"
    )

    system: str
    file: str
    step_s: float
    uncertainty_s: float
    offset_s: float = 0.0
    by_wall_clock: bool = True

    def sentence_template(self) -> str:
        return self.template if self.by_wall_clock else self.by_start


class OfPart(Message, frozen=True, kw_only=True, tag="of a part"):
    """Message from one part of a joined session.

    Attributes:
        part: Names of the systems measured in that part.
    """

    template: ClassVar[str] = "{part}: {message}"

    part: str
    message: "AnyMessage"


class Checkpoint(Message, frozen=True, kw_only=True, tag="checkpoint"):
    """A database wrote its dirty pages to disk."""

    template: ClassVar[str] = "{system}: checkpoint"

    system: str


class Marker(Message, frozen=True, kw_only=True, tag="marker"):
    """Text marker that a person set during the run."""

    template: ClassVar[str] = "{text}"

    text: str


class BroadcastOnNetwork(Message, frozen=True, kw_only=True, tag="shown on the network"):
    """The session was shown live on the network; `viewers` is their largest number at one time so far."""

    template: ClassVar[str] = "shown live on the network, to at most {viewers} viewers at a time so far"

    viewers: int


# Steadiness: computed from the recorded seconds for display; not stored in a session


class NotSteady(Message, frozen=True, kw_only=True, tag="not steady"):
    """A run changed while it was measured, by more than the steady-state rule allows."""

    template: ClassVar[str] = "[{run}: ]not steady while measured: {reasons}"

    reasons: tuple[Sentence, ...]
    run: RunNumber | None = None


# Thresholds: computed from the recorded series for display; not stored in a session


class ThresholdMessage(Message, frozen=True, kw_only=True):
    """Base of messages about a counter and its threshold.

    Attributes:
        system: Letter of the system; "" for the driver's machine.
        value: Limit as written in the threshold.
    """

    system: str
    counter: str
    above: bool
    value: str

    def fields(self) -> Mapping[str, object]:
        return {**super().fields(), "over": self.value if self.above else None}


class ThresholdCrossed(ThresholdMessage, frozen=True, kw_only=True, tag="threshold crossed"):
    """A counter has been beyond a threshold for the threshold's duration."""

    template: ClassVar[str] = (
        "[{system}|The driver's machine]: {counter} has been [above {over}|below {value}] for {for_s:.0f} s"
    )

    for_s: float


class ThresholdCleared(ThresholdMessage, frozen=True, kw_only=True, tag="threshold cleared"):
    """A counter is no longer beyond its threshold.

    Attributes:
        worst: Most extreme value, with its unit.
    """

    template: ClassVar[str] = (
        "[{system}|The driver's machine]: {counter} was [above {over}|below {value}] for {seconds:.0f} s, at worst "
        "{worst}"
    )

    seconds: float
    worst: str


AnyMessage = (
    Sentence
    | ServerLost | ServerBack | Outage | SystemStopped | SystemStalled | PeakAtTop | ConnectionsClosed
    | WorkerDied | WorkerFailed | WorkerAdded | WorkerReplaced | UsersNotConnected | UsersStuck
    | UsersHeldUp | CallsUnderWay
    | UsersLost | UsersBack | UsersSet | UsersRefused | UsersChanged | OperationErrors
    | DriverLimits | OtherPrograms | SharedClient | MixedDrivers | LateSample | LateSamples | ClockJump
    | StoodStill | WorkerStoodStill
    | AgentSilent | AgentBack | AgentLost | AgentUneven | AgentClockUnsure
    | NothingMeasured | FiguresLate | NoOrders | Errors | WrongData | MissedArrivals | NoSteadyWindow
    | RowsAdded | RowsDiffer | RowsNotCounted | ContentsWrong | Stopped | Incomplete | RunFailed
    | SharedHost | SharedDevice | SharedFolder | OrderChosen | SessionOnDevice
    | DatabaseBuilt | TargetRestored | Unsettled | CachesEmptied | NotWhollyCold | OwnCommand | FilesGrew
    | FileNotRemoved
    | DifferentData
    | NoData | ReadAgain | NoRanking | CollectorDied
    | NotSimultaneous | PartsOfOneRun | FromElsewhere | CutOff | DifferentScenario | DifferentSeeds | DifferentRepeats
    | MeterJoined
    | OfPart | Checkpoint | Marker | BroadcastOnNetwork
)  # fmt: skip
"""Union of all kinds of messages that a session may contain."""


def of_part(part: str, message: Message) -> OfPart:
    """Return a message of a joined session's part.

    Args:
        part: Names of the systems measured in that part.
        message: Message of the part.
    """
    return OfPart(part=part, message=cast("AnyMessage", message))


TAGS = frozenset(str(kind.__struct_config__.tag) for kind in AnyMessage.__args__)
ENGLISH_KEY = "english"
"""Key of the English sentence stored with a message's fields for programs that do not know its kind."""


def kind_of(message: Message | type[Message]) -> str:
    """Return the tag of a message, or of a class of messages."""
    return str(message.__struct_config__.tag)


def encoded(message: Message, names: Names) -> dict[str, Any]:
    """Return a message as a session file stores it.

    Args:
        message: Any message.
        names: Names of systems, by letter.
    """
    return {**msgspec.to_builtins(message), ENGLISH_KEY: sentence(message, names=names)}


def decoded(data: object) -> Message:
    """Return a message from a session file.

    A message of an unknown kind or with unknown fields, from a newer program, becomes its English sentence.

    Raises:
        msgspec.ValidationError: The data is not a message.
    """
    if not isinstance(data, dict):
        raise msgspec.ValidationError("a message is an object")
    kind = data.get("kind")
    if isinstance(kind, str) and kind not in TAGS:
        english = str(data.get(ENGLISH_KEY, kind))
        return Sentence(text=english)
    try:
        message: Message = msgspec.convert(data, AnyMessage)
    except msgspec.ValidationError:
        if not isinstance(kind, str) or not isinstance(data.get(ENGLISH_KEY), str):
            raise
        return Sentence(text=data[ENGLISH_KEY])
    return message


def unique(messages: Iterable[Message]) -> list[Message]:
    """Return the distinct messages in their original order."""
    found: list[Message] = []
    for message in messages:
        if message not in found:
            found.append(message)
    return found
