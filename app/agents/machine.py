# SPDX-License-Identifier: Apache-2.0
"""A machine that drives load for the engine: one connection of execnet's, over which children are started there as if
they were here. Nothing of ours listens there, and nobody there can have anything executed here.

No call here waits for the far side longer than it says: what is sent waits in a queue, and an agent that answers
nothing is given up.
"""

import math
import multiprocessing
import subprocess
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any, TypeVar

import execnet
import msgspec
from execnet import gateway_bootstrap, gateway_io
from execnet.xspec import XSpec

import app
from app.agents.carrier import Carrier
from app.agents.far_side import CLOCK, DEAD_MAN_S, FROZEN, SILENT, WORK, Introduction
from app.agents.remote_clock import Exchange, Offset, RemoteClock
from app.driver.place import Running
from app.driver.worker_messages import Channel
from app.model.bounds import AGENT_MESSAGE_BYTES, AGENT_WAITING_BYTES
from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence
from app.model.recordable import require_recordable

FAR_SIDE = "from app.agents.far_side import serve\nserve(channel)\n"
BURST = 32
BURST_PAUSE_S = 0.03
BEAT_S = 1.0
CONNECT_S = 30.0
"""How long starting Outpace there, and the first exchanges, may take."""
LOOK_S = 0.05
UNANSWERED = 10
"""An agent that has not answered so many questions for the time, one a second, is given up."""
INTRODUCTION_BYTES = 16 << 10
MOST_CORES = 1 << 16
ANSWER_BYTES = 64
MESSAGE_COST = 256
"""Bytes that a message takes here beside its own."""
MOST_NS = 1 << 62
UNDER_WAY = 128
"""Exchanges that an answer is still taken of."""
END_S = 3.0
MOVED_FOR_NS = 50_000_000
WHY_S = 0.3
CUT_S = 2.5
"""An agent that is lost after so much silence was cut off; one whose process ended was heard just before."""
SSH_ENDED = 255
LONGEST_REASON = 300

Wanted = TypeVar("Wanted")


def decoded(data: bytes, wanted: type[Wanted]) -> Wanted:
    """Return the value of a type that a machine has sent.

    Raises msgspec.DecodeError for anything else, whatever it is, and for what no session can hold.
    """
    try:
        found = msgspec.msgpack.decode(data, type=wanted)
        require_recordable(found)
    except (ValueError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from error
    return found


class AgentError(OutpaceError):
    """A machine that can't be used, or can't be any more."""


class ConnectingStoppedError(AgentError):
    """The user stopped it."""


class FarProcess:
    """A child on another machine. It is known to have ended when its channel has."""

    def __init__(self, channel: execnet.Channel) -> None:
        self._channel = channel
        self._over = threading.Event()
        self.exitcode: int | None = None
        """None where its machine was lost."""

    def is_alive(self) -> bool:
        return not self._over.is_set()

    def join(self, timeout: float | None = None) -> None:
        self._over.wait(timeout)

    def kill(self) -> None:
        """The far side ends it when the channel closes."""
        with suppress(OSError):
            self._channel.close()

    terminate = kill

    def ended(self) -> None:
        """Its channel has closed."""
        self._over.set()


@dataclass(frozen=True)
class FarRunning(Running):
    """What comes from there waits in its inbox; its connection is readable meanwhile, so that it can be waited for with
    all others."""

    channel: execnet.Channel
    inbox: "_Inbox"

    def receive(self) -> bytes | None:
        return self.inbox.take()

    def send(self, data: bytes) -> None:
        self.channel.send(data)

    def close(self) -> None:
        self.process.kill()
        self.connection.close()
        self.inbox.forget()


class Agent:
    """A `Place` on another machine. Its clock is asked once a second, which is the heartbeat of both sides."""

    def __init__(self, name: str, spec: str, go_on: Callable[[], bool] = lambda: True) -> None:
        """Connect, and wait until its clock is known.

        Args:
            name: As the scenario calls it.
            spec: execnet's, without an id.
            go_on: Called some times a second; False stops it.

        Raises:
            AgentError: It cannot be used; nothing of the attempt is left.
        """
        self._name = name
        self._lock = threading.Lock()
        self._clock = RemoteClock()
        self._under_way: OrderedDict[int, None] = OrderedDict()
        self._exchanges = 0
        self._unanswered = 0
        self._idle = 0.0
        self._heard_ns = perf_counter_ns()
        self._round_trip_ns = 0
        self._received = 0
        self._moved = (0, 0.0)
        self._lost_ns: int | None = None
        self._over = threading.Event()
        self._settled = threading.Event()
        self._failure: Exception | None = None
        self._waiting = _Waiting()
        self._spec = XSpec(f"{spec}//id={name}//execmodel=thread")
        self._carrier = Carrier(
            gateway_io.popen_args(self._spec) if self._spec.popen else gateway_io.ssh_args(self._spec)
        )
        self._thread = threading.Thread(target=self._live, name=f"heart of {name}", daemon=True)
        self._thread.start()
        try:
            self._wait_until_settled(go_on)
        except BaseException:
            self.close()
            raise

    def _wait_until_settled(self, go_on: Callable[[], bool]) -> None:
        until_ns = perf_counter_ns() + round(CONNECT_S * 1e9)
        while not self._settled.wait(LOOK_S):
            if not go_on():
                raise ConnectingStoppedError("{name}: stopped while it was being connected", name=self._name)
            if perf_counter_ns() > until_ns:
                raise AgentError(
                    "{name}: the machine has not answered for {seconds:.0f} s. See whether it is on, whether it can be "
                    "reached and whether Python can be started there",
                    name=self._name,
                    seconds=CONNECT_S,
                )
        if self._failure is not None:
            raise self._failure
        if self.lost:
            raise AgentError("{name}: the connection ended at once: {reason}", name=self._name, reason=self.why_lost())

    def _live(self) -> None:
        """The thread of its ssh, from the start of it to its end: Linux ends ssh with this thread."""
        try:
            self._gateway, self._time, self.introduction = self._connected()
            self._time.setcallback(self._answered, endmarker=None)
            self._beat()
        except Exception as error:  # noqa: BLE001 - raised by the thread that opens it
            self._failure = error
        finally:
            self._over.set()
            self._settled.set()
            self._carrier.end(END_S)

    def _connected(self) -> tuple[execnet.Gateway, execnet.Channel, Introduction]:
        try:
            self._carrier.start()
            gateway = gateway_bootstrap.bootstrap(self._carrier, self._spec)
            channel = gateway.remote_exec(FAR_SIDE)
            channel.send((CLOCK,))
            said = channel.receive()
            if not isinstance(said, bytes) or len(said) > INTRODUCTION_BYTES:
                raise msgspec.DecodeError("no introduction")
            introduction = decoded(said, Introduction)
            if not 0 < introduction.cores <= MOST_CORES:
                raise msgspec.DecodeError("no introduction")
        except (OSError, EOFError, AssertionError) as error:
            if self._carrier.error:
                raise AgentError(
                    "{name}: Outpace can't be started there ({reason}); install the same version as here, or name the "
                    "Python that has it",
                    name=self._name,
                    reason=self._carrier.error.strip().rpartition("\n")[2][:LONGEST_REASON],
                ) from error
            if self._carrier.fault is not None:
                raise self._not_outpace() from error
            raise AgentError(
                "{name}: there is no Python under the name given for it; install Outpace there, or correct the name",
                name=self._name,
            ) from error
        except msgspec.DecodeError as error:
            raise self._not_outpace() from error
        if introduction.outpace != app.__version__:
            raise AgentError(
                "{name}: there is Outpace {there}, here {here}; install the same version on both",
                name=self._name,
                there=introduction.outpace[:LONGEST_REASON],
                here=app.__version__,
            )
        return gateway, channel, introduction

    def _not_outpace(self) -> AgentError:
        return AgentError(
            "{name}: what answers there is not Outpace; nothing of the other machine's start-up may print anything",
            name=self._name,
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def lost(self) -> bool:
        return self._lost_ns is not None

    @property
    def lost_ns(self) -> int | None:
        """When its connection ended unasked, a moment of perf_counter_ns."""
        return self._lost_ns

    @property
    def silent_s(self) -> float:
        """Since its last answer."""
        return (perf_counter_ns() - self._heard_ns) / 1e9

    @property
    def cores(self) -> int:
        return self.introduction.cores

    @property
    def clock(self) -> Offset:
        """Its clock minus this machine's, and how sure that is, now."""
        with self._lock:
            offset = self._clock.at(perf_counter_ns())
        assert offset is not None  # since it is connected
        return offset

    @property
    def uneven(self) -> int:
        """How often its clock was found to have changed its pace."""
        return self._clock.uneven

    @property
    def round_trip_s(self) -> float:
        """Of the last exchange, without what it took there."""
        return self._round_trip_ns / 1e9

    @property
    def bytes_received(self) -> int:
        """Of all messages of its children so far; what the carrier adds is not in it, nor what it takes away."""
        return self._received

    def there_ns(self, here_ns: int) -> int:
        return here_ns + round(self._moved_by())

    def here_ns(self, there_ns: int) -> int:
        """A moment of its perf_counter_ns on this machine's, as far as is known now."""
        return there_ns - round(self._moved_by())

    def _moved_by(self) -> float:
        """As good as now: it moves by 0.5 ms a second at most, and is asked for with every frame."""
        now_ns = perf_counter_ns()
        with self._lock:
            at_ns, moved = self._moved
            if not at_ns or now_ns - at_ns > MOVED_FOR_NS:
                moved = self._clock.moved_by(now_ns)
                self._moved = now_ns, moved
        return moved

    def why_lost(self) -> Sentence:
        """What its end says of the cause, as far as can be known here; waits a moment for it."""
        if (fault := self._carrier.fault) is not None:
            return phrase("it behaves as Outpace never does ({fault}): see who uses that machine", fault=fault)
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = self._carrier.popen.wait(WHY_S)
        return why(code, self.silent_s)

    def idle_cores(self) -> Callable[[], float]:
        """The mean over its answers since the call before; 0 where none has come."""
        before = (self._exchanges, self._idle)

        def idle() -> float:
            nonlocal before
            with self._lock:
                now = (self._exchanges, self._idle)
            exchanges, cores = now[0] - before[0], now[1] - before[1]
            before = now
            return cores / exchanges if exchanges else 0.0

        return idle

    def start(self, name: str, work: Callable[..., None], *arguments: Any, log_path: Path | None) -> Running:
        """work: what the far side knows (`far_side.WORK`); arguments: bytes. log_path: it has a log of its own."""
        place = f"{work.__module__}:{work.__qualname__}"
        kind = next((known for known, one in WORK.items() if one == place), None)
        if kind is None:
            raise ValueError(f"{place} can't be started on another machine")
        channel = self._gateway.remote_exec(FAR_SIDE)
        channel.send((kind, *arguments))
        ours, theirs = multiprocessing.Pipe()
        process = FarProcess(channel)
        inbox = _Inbox(process, ours, theirs, self._waiting, self._count)
        channel.setcallback(inbox, endmarker=None)
        if channel.isclosed():  # by the inbox, before its channel knew of it: then the carrier says no end
            inbox(None)
        return FarRunning(process, ours, channel, inbox)

    def _count(self, length: int) -> None:
        """In the carrier's thread."""
        self._received += length

    def close(self) -> None:
        """End everything that was started there, within `END_S` and a second. May be called twice."""
        connected = self._settled.is_set()
        self._over.set()
        if not connected:
            self._carrier.kill()
        self._thread.join(END_S + 2)

    def _beat(self) -> None:
        """Ask for the time until it is over."""
        while not self._over.is_set():
            sent_ns = perf_counter_ns()
            with self._lock:
                self._under_way[sent_ns] = None
                if len(self._under_way) > UNDER_WAY:
                    self._under_way.popitem(last=False)
                settling = self._exchanges < BURST
                self._unanswered += not settling
                given_up = self._unanswered > UNANSWERED
            if given_up:
                self._is_lost()
                self._carrier.kill()
                return
            try:
                self._time.send(sent_ns)
            except OSError:
                self._is_lost()
                return
            self._over.wait(BURST_PAUSE_S if settling else BEAT_S)

    def _is_lost(self) -> None:
        """Its connection has ended, or is given up: unasked, unless it is being closed."""
        with self._lock:
            if not self._over.is_set():
                self._lost_ns = perf_counter_ns()
                self._over.set()

    def _answered(self, item: object) -> None:
        """In the carrier's thread. What can't be an answer is passed over, and so counts as silence."""
        back_ns = perf_counter_ns()
        if item is None:
            self._is_lost()
            self._settled.set()
            return
        try:
            if not isinstance(item, bytes) or len(item) > ANSWER_BYTES:
                return
            sent_ns, came_ns, left_ns, idle = decoded(item, tuple[int, int, int, float])
        except msgspec.DecodeError:
            return
        if not (0 <= came_ns < MOST_NS and 0 <= left_ns < MOST_NS and math.isfinite(idle)):
            return
        with self._lock:
            # Each is answered once, and only what was asked.
            if sent_ns not in self._under_way:
                return
            del self._under_way[sent_ns]
            if not self._clock.add(Exchange(sent_ns, came_ns, left_ns, back_ns)):
                return
            self._heard_ns = back_ns
            self._unanswered = 0
            self._round_trip_ns = max(back_ns - sent_ns - (left_ns - came_ns), 0)
            self._exchanges += 1
            self._idle += min(max(idle, 0.0), float(self.introduction.cores))
            if self._exchanges >= BURST:
                self._settled.set()


def why(exit_code: int | None, silent_s: float) -> Sentence:
    """Of an agent that is lost.

    exit_code: of ssh, or of its own process on this machine; None where nobody knows. silent_s: since its last answer.
    """
    if exit_code == FROZEN:
        return phrase("it stood still: a process that was stopped, or a computer that slept")
    if exit_code == SILENT:
        return phrase("it heard nothing from here for {seconds:g} s", seconds=DEAD_MAN_S)
    if silent_s > CUT_S:
        return phrase(
            "no sign of life for {seconds:.0f} s: the network is cut, or the machine is off", seconds=silent_s
        )
    if exit_code is not None and exit_code < 0:
        return phrase("its process was killed (signal {signal})", signal=-exit_code)
    if exit_code not in (None, SSH_ENDED):
        return phrase("its process ended (exit code {code})", code=exit_code)
    return phrase("its process there ended, or its connection did")


class _Waiting:
    """Bytes that an agent has sent and nobody has taken, of all its children together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bytes = 0

    def add(self, cost: int) -> bool:
        """Return whether there was room for it."""
        with self._lock:
            room = self._bytes + cost <= AGENT_WAITING_BYTES
            self._bytes += cost if room else 0
            return room

    def remove(self, cost: int) -> None:
        with self._lock:
            self._bytes -= cost


class _Inbox:
    """Takes what a child far away says, in the carrier's thread, which must neither fail nor wait: while it does,
    nothing else of that machine arrives, and nothing can be started there.

    Its pipe holds an empty message while there is anything to take.
    """

    def __init__(
        self,
        process: FarProcess,
        taken_from: Channel,
        pipe: Channel,
        waiting: _Waiting,
        count: Callable[[int], object],
    ) -> None:
        """waiting: of its agent. count: is told the length of each message."""
        self._process = process
        self._count = count
        self._taken_from = taken_from
        self._pipe = pipe
        self._lock = threading.Lock()
        self._waiting: deque[bytes] = deque()
        self._room = waiting
        self._over = False
        self._forgotten = False

    def take(self) -> bytes | None:
        """The next message, None where there is none. Raises EOFError where there will be none any more."""
        with self._lock:
            if not self._waiting:
                if self._over:
                    raise EOFError
                return None
            data = self._waiting.popleft()
            self._room.remove(_cost(data))
            if not self._waiting and not self._over:
                try:
                    self._taken_from.recv_bytes()
                except OSError as error:  # closed here
                    raise EOFError from error
            return data

    def forget(self) -> None:
        """Nobody takes anything any more."""
        with self._lock:
            self._forgotten = True
            while self._waiting:
                self._room.remove(_cost(self._waiting.popleft()))

    def __call__(self, item: object) -> None:
        if item is None:
            with self._lock:
                self._over = True
                self._pipe.close()
            self._process.ended()
        elif isinstance(item, bytes) and len(item) <= AGENT_MESSAGE_BYTES:
            self._count(len(item))
            with self._lock, suppress(OSError):
                if self._forgotten:
                    return
                if taken := self._room.add(_cost(item)):
                    self._waiting.append(item)
                    if len(self._waiting) == 1:
                        self._pipe.send_bytes(b"")
            if not taken:
                self._process.kill()
        elif isinstance(item, int):
            self._process.exitcode = item
        else:
            # No child of ours says that, or so much.
            self._process.kill()


def _cost(data: bytes) -> int:
    return len(data) + MESSAGE_COST
