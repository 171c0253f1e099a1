# SPDX-License-Identifier: Apache-2.0
"""A machine that drives load for the engine, connected with execnet, through which remote children are started.

Outpace opens no port there, and that machine cannot run code here. No call waits for the far side longer than
documented: outgoing data is queued, and an agent that does not respond is abandoned.
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
from app.model.bounds import AGENT_INTRODUCTION_BYTES, AGENT_MESSAGE_BYTES, AGENT_WAITING_BYTES
from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence
from app.model.recordable import require_recordable

FAR_SIDE = "from app.agents.far_side import serve\nserve(channel)\n"
BURST = 32
BURST_PAUSE_S = 0.03
BEAT_S = 1.0
CONNECT_S = 30.0
"""Timeout for starting the agent and for the first exchanges."""
LOOK_S = 0.05
UNANSWERED = 10
"""Number of unanswered clock requests, one per second, after which an agent is abandoned."""
MOST_CORES = 1 << 16
ANSWER_BYTES = 64
MESSAGE_COST = 256
"""Overhead of a queued message, in addition to its bytes."""
MOST_NS = 1 << 62
UNDER_WAY = 128
"""Number of pending clock requests to which replies are still accepted."""
END_S = 3.0
MOVED_FOR_NS = 50_000_000
WHY_S = 0.3
CUT_S = 2.5
"""Seconds of silence before a loss that indicate a network failure, because a dying process replies until its end."""
SSH_ENDED = 255
LONGEST_REASON = 300

Wanted = TypeVar("Wanted")


def decoded(data: bytes, wanted: type[Wanted]) -> Wanted:
    """Decode a message from another machine as a value of this type.

    Raises:
        msgspec.DecodeError: If it is not of this type, or cannot be stored in a session.
    """
    try:
        found = msgspec.msgpack.decode(data, type=wanted)
        require_recordable(found)
    except (ValueError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from error
    return found


class AgentError(OutpaceError):
    """A machine cannot be used, or was lost."""


class ConnectingStoppedError(AgentError):
    """The user canceled connecting."""


class FarProcess:
    """A child on another machine; it counts as ended once its channel is closed."""

    def __init__(self, channel: execnet.Channel) -> None:
        self._channel = channel
        self._over = threading.Event()
        self.exitcode: int | None = None
        """Exit code; None if its machine was lost."""

    def is_alive(self) -> bool:
        return not self._over.is_set()

    def join(self, timeout: float | None = None) -> None:
        self._over.wait(timeout)

    def kill(self) -> None:
        """Close the channel, which makes the far side end the child."""
        with suppress(OSError):
            self._channel.close()

    def ended(self) -> None:
        """Mark the child as ended; called when its channel has closed."""
        self._over.set()


@dataclass(frozen=True)
class FarRunning(Running):
    """A remote child whose messages are queued in its inbox; its connection is readable unless the inbox is empty."""

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
    """A `Place` on another machine. Its clock is queried every second, which is also the heartbeat for both sides."""

    def __init__(self, name: str, spec: str, go_on: Callable[[], bool] = lambda: True) -> None:
        """Connect, and wait until the offset of its clock is known.

        Args:
            name: The agent's name in the scenario.
            spec: Specification for execnet, without an ID.
            go_on: Called several times per second; if it returns False, connecting is stopped.

        Raises:
            AgentError: If the machine cannot be used; all resources are released.
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
        self._thread = threading.Thread(target=self._run_connection, name=f"heart of {name}", daemon=True)
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

    def _run_connection(self) -> None:
        """Start ssh and wait for its end, in a separate thread because Linux ends ssh with its parent thread."""
        try:
            self._gateway, self._time, self.introduction = self._connected()
            self._time.setcallback(self._handle_reply, endmarker=None)
            self._send_heartbeats()
        except Exception as error:  # noqa: BLE001 - raised by the thread that opens it
            self._failure = error
        finally:
            self._over.set()
            self._settled.set()
            self._carrier.end(END_S)

    def _connected(self) -> tuple[execnet.Gateway, execnet.Channel, Introduction]:
        try:
            self._carrier.start()
            gateway = self._bootstrapped()
            channel = gateway.remote_exec(FAR_SIDE)
            channel.send((CLOCK,))
            said = channel.receive()
            if not isinstance(said, bytes) or len(said) > AGENT_INTRODUCTION_BYTES:
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

    def _bootstrapped(self) -> execnet.Gateway:
        """Start execnet on the far side. The gateway's reader thread then owns the input and closes it at the end."""
        try:
            return gateway_bootstrap.bootstrap(self._carrier, self._spec)
        except BaseException:
            self._carrier.close_read()
            raise

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
        """Time when the connection ended unexpectedly (perf_counter_ns); None if it has not."""
        return self._lost_ns

    @property
    def silent_s(self) -> float:
        """Seconds since the agent's last reply."""
        return (perf_counter_ns() - self._heard_ns) / 1e9

    @property
    def cores(self) -> int:
        return self.introduction.cores

    @property
    def clock(self) -> Offset:
        """Current offset of the agent's clock (there minus here), with its uncertainty."""
        with self._lock:
            offset = self._clock.at(perf_counter_ns())
        assert offset is not None  # `__init__` has waited for it
        return offset

    @property
    def uneven(self) -> int:
        """Number of times that the rate of the agent's clock jumped."""
        return self._clock.uneven

    @property
    def round_trip_s(self) -> float:
        """Round-trip time of the last exchange, excluding processing time there."""
        return self._round_trip_ns / 1e9

    @property
    def bytes_received(self) -> int:
        """Bytes of all messages from its children so far, without protocol overhead."""
        return self._received

    def there_ns(self, here_ns: int) -> int:
        return here_ns + round(self._applied_offset_ns())

    def here_ns(self, there_ns: int) -> int:
        """Convert a moment from the agent's perf_counter_ns to this machine's, using the current offset."""
        return there_ns - round(self._applied_offset_ns())

    def _applied_offset_ns(self) -> float:
        """Return the applied offset, which is cached because it changes by at most 0.5 ms per second."""
        now_ns = perf_counter_ns()
        with self._lock:
            at_ns, moved = self._moved
            if not at_ns or now_ns - at_ns > MOVED_FOR_NS:
                moved = self._clock.moved_by(now_ns)
                self._moved = now_ns, moved
        return moved

    def why_lost(self) -> Sentence:
        """Return why the connection was lost, as far as known; wait briefly for ssh's exit code."""
        if (fault := self._carrier.fault) is not None:
            return phrase("it behaves as Outpace never does ({fault}): see who uses that machine", fault=fault)
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = self._carrier.popen.wait(WHY_S)
        return why(code, self.silent_s)

    def idle_cores(self) -> Callable[[], float]:
        """Return a meter for the mean number of idle cores in the replies since the last call; 0 without a reply."""
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
        """Start a child. `work` must be in `far_side.WORK`, arguments must be bytes; the log stays there."""
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
        if channel.isclosed():  # closed before the inbox was registered, so its end was not reported
            inbox(None)
        return FarRunning(process, ours, channel, inbox)

    def _count(self, length: int) -> None:
        """Count received bytes; called in the carrier's thread."""
        self._received += length

    def close(self) -> None:
        """End everything that was started there, within `END_S` plus one second. Can be called twice."""
        connected = self._settled.is_set()
        self._over.set()
        if not connected:
            self._carrier.kill()
        self._thread.join(END_S + 2)

    def _send_heartbeats(self) -> None:
        """Send clock requests until the connection ends."""
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
                self._mark_lost()
                self._carrier.kill()
                return
            try:
                self._time.send(sent_ns)
            except OSError:
                self._mark_lost()
                return
            self._over.wait(BURST_PAUSE_S if settling else BEAT_S)

    def _mark_lost(self) -> None:
        """Record that the connection has ended unexpectedly, unless it is being closed."""
        with self._lock:
            if not self._over.is_set():
                self._lost_ns = perf_counter_ns()
                self._over.set()

    def _handle_reply(self, item: object) -> None:
        """Process a reply in the carrier's thread. Invalid messages are ignored, so they count as silence."""
        back_ns = perf_counter_ns()
        if item is None:
            self._mark_lost()
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
            # Each request can be answered once; anything else is rejected.
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
    """Return why an agent was lost.

    Args:
        exit_code: Exit code of ssh, or of the agent's process if it is local; None if unknown.
        silent_s: Time since the agent's last reply.
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
    """Number of bytes that have been received from all children of an agent but not consumed yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bytes = 0

    def add(self, cost: int) -> bool:
        """Reserve this number of bytes; return whether there was room."""
        with self._lock:
            room = self._bytes + cost <= AGENT_WAITING_BYTES
            self._bytes += cost if room else 0
            return room

    def remove(self, cost: int) -> None:
        with self._lock:
            self._bytes -= cost


class _Inbox:
    """Queue of a remote child's messages, filled in the carrier's thread, which must neither fail nor wait.

    While that thread waited, nothing else from that machine would arrive, and nothing could be started there. The pipe
    contains an empty message whenever the queue is not empty.
    """

    def __init__(
        self,
        process: FarProcess,
        taken_from: Channel,
        pipe: Channel,
        waiting: _Waiting,
        count: Callable[[int], object],
    ) -> None:
        """Create the queue.

        Args:
            process: Child whose messages are queued.
            taken_from: Receiving end of the signaling pipe.
            pipe: Sending end of the pipe.
            waiting: Byte count of its agent.
            count: Receives the length of each message.
        """
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
        """Return the next message; None if absent. Raises EOFError at the end."""
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
                except OSError as error:  # closed on this side
                    raise EOFError from error
            return data

    def forget(self) -> None:
        """Discard the messages, which are no longer needed."""
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
            # A genuine child never sends this type, or this much.
            self._process.kill()


def _cost(data: bytes) -> int:
    return len(data) + MESSAGE_COST
