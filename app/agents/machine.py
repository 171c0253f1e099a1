# SPDX-License-Identifier: Apache-2.0
"""A machine that drives load for the engine: one connection of execnet's, over which children are started there as if
they were here. Nothing of ours listens there, and nobody there can have anything executed here."""

import math
import multiprocessing
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import execnet
import msgspec

import app
from app.agents.far_side import CLOCK, DEAD_MAN_S, FROZEN, SILENT, WORK, Introduction
from app.agents.remote_clock import Exchange, Offset, RemoteClock
from app.driver.place import Running
from app.driver.process_guard import interrupts_held_back
from app.driver.worker_messages import Channel
from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence

FAR_SIDE = "from app.agents.far_side import serve\nserve(channel)\n"
BURST = 32
BURST_PAUSE_S = 0.03
BEAT_S = 1.0
SETTLE_S = 20.0
"""How long the first exchanges may take."""
MOST_BYTES = 32 << 20
"""Of a message: a frame takes 4 KB, with thousands of errors 1 MB."""
MOST_WAITING = 4 * MOST_BYTES
"""Of what a child has said and nobody has taken yet."""
MOST_NS = 1 << 62
UNDER_WAY = 128
"""Exchanges that an answer is still taken of."""
END_S = 3.0
MOVED_FOR_NS = 50_000_000
WHY_S = 0.3
CUT_S = 2.5
"""An agent that is lost after so much silence was cut off; one whose process ended was heard just before."""
SSH_ENDED = 255


class AgentError(OutpaceError):
    """A machine that can't be used, or can't be any more."""


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


class Agent:
    """A `Place` on another machine. Its clock is asked once a second, which is the heartbeat of both sides."""

    def __init__(self, name: str, spec: str) -> None:
        """spec: execnet's, without an id. Connects, and waits until its clock is known. Raises AgentError."""
        self._name = name
        self._group = execnet.Group()
        self._lock = threading.Lock()
        self._clock = RemoteClock()
        self._under_way: OrderedDict[int, None] = OrderedDict()
        self._exchanges = 0
        self._idle = 0.0
        self._heard_ns = perf_counter_ns()
        self._round_trip_ns = 0
        self._received = 0
        self._moved = (0, 0.0)
        self._lost_ns: int | None = None
        self._over = threading.Event()
        self._settled = threading.Event()
        try:
            self._gateway, self._time, self.introduction = self._connected(spec)
        except BaseException:
            self._group.terminate(timeout=END_S)
            raise
        self._time.setcallback(self._answered, endmarker=None)
        threading.Thread(target=self._beat, name=f"heart of {name}", daemon=True).start()
        if not self._settled.wait(SETTLE_S) or self.lost:
            self.close()
            raise AgentError(
                "{name}: the machine does not answer any more; see whether it is on and can be reached", name=name
            )

    def _connected(self, spec: str) -> tuple[execnet.Gateway, execnet.Channel, Introduction]:
        try:
            with interrupts_held_back():
                gateway = self._group.makegateway(f"{spec}//id={self._name}")
            channel = gateway.remote_exec(FAR_SIDE)
            channel.send((CLOCK,))
            said = channel.receive(timeout=SETTLE_S)
            introduction = msgspec.msgpack.decode(said, type=Introduction)
        except execnet.RemoteError as error:
            reason = error.formatted.strip().rpartition("\n")[2]
            raise AgentError(
                "{name}: Outpace can't be started there ({reason}); install the same version as here, or name the "
                "Python that has it",
                name=self._name,
                reason=reason,
            ) from error
        except (OSError, EOFError, AssertionError, execnet.HostNotFound, execnet.TimeoutError) as error:
            raise AgentError(
                "{name}: there is no Python under the name given for it; install Outpace there, or correct the name",
                name=self._name,
            ) from error
        except (msgspec.DecodeError, TypeError) as error:
            raise AgentError(
                "{name}: what answers there is not Outpace; nothing of the other machine's start-up may print anything",
                name=self._name,
            ) from error
        if introduction.outpace != app.__version__:
            raise AgentError(
                "{name}: there is Outpace {there}, here {here}; install the same version on both",
                name=self._name,
                there=introduction.outpace,
                here=app.__version__,
            )
        return gateway, channel, introduction

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
        process = getattr(getattr(self._gateway, "_io", None), "popen", None)
        code = None
        if process is not None:
            with suppress(Exception):
                code = process.wait(WHY_S)
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
        inbox = _Inbox(process, ours, theirs, self._count)
        channel.setcallback(inbox, endmarker=None)
        if channel.isclosed():  # by the inbox, before its channel knew of it: then the carrier says no end
            inbox(None)
        return FarRunning(process, ours, channel, inbox)

    def _count(self, length: int) -> None:
        """In the carrier's thread."""
        self._received += length

    def close(self) -> None:
        """Ends everything that was started there. May be called twice."""
        self._over.set()
        self._group.terminate(timeout=END_S)

    def _beat(self) -> None:
        """The thread that asks for the time."""
        while not self._over.is_set():
            sent_ns = perf_counter_ns()
            with self._lock:
                self._under_way[sent_ns] = None
                if len(self._under_way) > UNDER_WAY:
                    self._under_way.popitem(last=False)
            try:
                self._time.send(sent_ns)
            except OSError:
                return
            self._over.wait(BURST_PAUSE_S if self._exchanges < BURST else BEAT_S)

    def _answered(self, item: object) -> None:
        """In the carrier's thread. What can't be an answer is passed over, and so counts as silence."""
        back_ns = perf_counter_ns()
        if item is None:
            if not self._over.is_set():
                self._lost_ns = back_ns
            self._over.set()
            self._settled.set()
            return
        match item:
            case (int(sent_ns), int(came_ns), int(left_ns), float(idle)) if (
                0 <= came_ns < MOST_NS and 0 <= left_ns < MOST_NS and math.isfinite(idle)
            ):
                pass
            case _:
                return
        with self._lock:
            # Each is answered once, and only what was asked.
            if sent_ns not in self._under_way:
                return
            del self._under_way[sent_ns]
            if not self._clock.add(Exchange(sent_ns, came_ns, left_ns, back_ns)):
                return
            self._heard_ns = back_ns
            self._round_trip_ns = max(back_ns - sent_ns - (left_ns - came_ns), 0)
            self._exchanges += 1
            self._idle += min(max(idle, 0.0), float(self.introduction.cores))
            if self._exchanges >= BURST:
                self._settled.set()


def why(exit_code: int | None, silent_s: float) -> Sentence:
    """Of an agent that is lost. exit_code: of ssh, or of its own process on this machine; None where nobody knows.
    silent_s: since its last answer."""
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


class _Inbox:
    """Takes what a child far away says, in the carrier's thread, which must neither fail nor wait: while it does,
    nothing else of that machine arrives, and nothing can be started there.

    Its pipe holds an empty message while there is anything to take.
    """

    def __init__(self, process: FarProcess, taken_from: Channel, pipe: Channel, count: Callable[[int], object]) -> None:
        """count: is told the length of each message."""
        self._process = process
        self._count = count
        self._taken_from = taken_from
        self._pipe = pipe
        self._lock = threading.Lock()
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._over = False

    def take(self) -> bytes | None:
        """The next message, None where there is none. Raises EOFError where there will be none any more."""
        with self._lock:
            if not self._waiting:
                if self._over:
                    raise EOFError
                return None
            data = self._waiting.popleft()
            self._bytes -= len(data)
            if not self._waiting and not self._over:
                try:
                    self._taken_from.recv_bytes()
                except OSError as error:  # closed here
                    raise EOFError from error
            return data

    def __call__(self, item: object) -> None:
        if item is None:
            with self._lock:
                self._over = True
                self._pipe.close()
            self._process.ended()
        elif isinstance(item, bytes) and len(item) <= MOST_BYTES and self._bytes <= MOST_WAITING:
            self._count(len(item))
            with self._lock, suppress(OSError):
                self._waiting.append(item)
                self._bytes += len(item)
                if len(self._waiting) == 1:
                    self._pipe.send_bytes(b"")
        elif isinstance(item, int):
            self._process.exitcode = item
        else:
            # No child of ours says that, or so much.
            self._process.kill()
