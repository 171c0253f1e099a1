# SPDX-License-Identifier: Apache-2.0
"""The driver's latencies on PostgreSQL compared with the latencies of the same calls on the network.

    sudo python -m tests.benchmarks.driver_wire [--rounds 3] [--seconds 8] [--size 10MB]

A process captures packets on the loopback interface (Linux, root), as a network analyzer would: the kernel timestamps
each packet, so capturing delays no call. On the network a call lasts from the request's arrival at the server to the
last packet of the answer; the client's latency additionally includes its own work and the wait for a processor after
the answer arrived. Measured with 8 users and a mean think time of 30 ms, and with 32 users without think time, which
saturates the machine. Price queries count as calls here.
"""

import argparse
import ctypes
import multiprocessing
import os
import socket
import statistics
import struct
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import perf_counter_ns

import numpy as np

from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.histogram import Histogram
from app.model.workloads import DvdStore
from tests.benchmarks.driver_against import LATER_S
from tests.support.driver_run import CONNECT_S, Run
from tests.support.dvdstores import ignore, never
from tests.support.private_server import server_for_tests
from tests.support.server_stores import Place, place_on

CASES = ((8, 0.03), (32, 0.0))
"""Number of users and mean think time in seconds."""
# From Linux's <asm-generic/socket.h> and <linux/if_packet.h>; Python does not define them.
SO_ATTACH_FILTER, SO_RCVBUFFORCE, SO_TIMESTAMPNS = 26, 33, 35
SOL_PACKET, PACKET_IGNORE_OUTGOING = 263, 23
ETH_P_IP = 0x0800
HEADERS = 120
BUFFER = 1 << 26

Packet = tuple[int, int, bool]
"""Wall-clock time in nanoseconds, the client's port, and whether the packet goes to the server."""


def packets_of(port: int) -> bytes:
    """Return a kernel filter (classic BPF: code, jump if true, jump if false, value) for TCP to or from a port."""
    steps = (
        (0x30, 0, 0, 9), (0x15, 0, 6, socket.IPPROTO_TCP),  # protocol
        (0xB1, 0, 0, 0),  # header length
        (0x48, 0, 0, 0), (0x15, 2, 0, port),  # source port
        (0x48, 0, 0, 2), (0x15, 0, 1, port),  # destination port
        (0x06, 0, 0, HEADERS), (0x06, 0, 0, 0),
    )  # fmt: skip
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def listen(port: int, parent: Connection) -> None:
    """Capture in a child process: send "ready" and, after the parent's first message, all packets with data."""
    found: list[Packet] = []
    with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_IP)) as wire:
        program = packets_of(port)
        steps = ctypes.create_string_buffer(program)
        wire.setsockopt(
            socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", len(program) // 8, ctypes.addressof(steps))
        )
        wire.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        wire.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        wire.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
        wire.bind(("lo", ETH_P_IP))
        wire.settimeout(0.1)
        parent.send("ready")
        while True:
            try:
                data, said, *_ = wire.recvmsg(HEADERS, 64)
            except TimeoutError:
                if parent.poll():
                    break
                continue
            header = (data[0] & 15) * 4
            total, source, target = (struct.unpack_from("!H", data, at)[0] for at in (2, header, header + 2))
            if total > header + (data[header + 12] >> 4) * 4:
                seconds, rest = struct.unpack("qq", said[0][2])
                found.append((seconds * 1_000_000_000 + rest, source if target == port else target, target == port))
    parent.send(found)


def exchanges(packets: Sequence[Packet]) -> list[tuple[int, int]]:
    """Return the start and length in ns of each request with its answer."""
    calls = []
    by_port: dict[int, list[int]] = {}
    for at_ns, port, asks in packets:
        call = by_port.get(port)
        if asks and (call is None or call[1]):
            if call is not None:
                calls.append((call[0], call[1] - call[0]))
            by_port[port] = [at_ns, 0]
        elif call is not None and not asks:
            call[1] = at_ns
    return calls


@dataclass(frozen=True)
class Seen:
    """Latency percentiles in milliseconds, and the number of calls."""

    p50: float
    p99: float
    calls: int

    def __str__(self) -> str:
        return f"p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms ({self.calls:,} calls)"


def seen(latencies: Histogram) -> Seen:
    half_ns, most_ns = latencies.percentiles_ns((50, 99))
    return Seen(half_ns / 1e6, most_ns / 1e6, latencies.count)


def measured(place: Place, parameters: DvdStore, load: Load, seconds: int) -> tuple[Seen, Seen]:
    """Return the latencies seen by the client and on the wire, in the seconds after the first."""
    workload = place.workload(parameters)
    workload.close()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    endpoint = place.address.endpoint
    assert endpoint is not None
    listener = context.Process(target=listen, args=(endpoint[1], theirs), daemon=True)
    listener.start()
    theirs.close()
    assert ours.recv() == "ready"
    with TargetLoad(workload, load) as pool:
        pool.start()
        assert pool.wait_ready(CONNECT_S), pool.facts()
        run = Run(order=len(pool.operations) - 1)
        wall_ns = time.time_ns() - perf_counter_ns()
        start_ns = perf_counter_ns() + 100_000_000
        pool.release(start_ns)
        run.follow(pool, seconds + 1 + LATER_S)
        pool.stop(10)
    run.frames = [frame for frame in run.frames if 1 <= frame.tick <= seconds]
    client = Histogram()
    for operation in range(run.order):
        client.add(run.histogram(operation))
    ours.send("end")
    packets = ours.recv()
    listener.join()
    from_ns = start_ns + wall_ns + 1_000_000_000
    until_ns = from_ns + seconds * 1_000_000_000
    wire = Histogram()
    lengths = [length for begin, length in exchanges(packets) if from_ns <= begin + length < until_ns]
    wire.record(np.array(lengths, dtype=np.int64))
    return seen(client), seen(wire)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--size", default="10MB")
    given = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("listening to the loopback interface needs root; run it with sudo")
    parameters = DvdStore(db_size=given.size)
    found: dict[tuple[int, float], list[tuple[Seen, Seen]]] = {case: [] for case in CASES}
    with server_for_tests("postgresql", {"shared_buffers": "256MB"}) as server:
        place = place_on(server, "benchmark")
        store = place.store(parameters)
        store.build(ignore, never)
        for number in range(given.rounds):
            for (users, think_s), pairs in found.items():
                store.restore(ignore, never)
                busy = os.getloadavg()[0]
                load = Load(users=users, seed=1, think_time_s=think_s)
                client, wire = measured(place, parameters, load, given.seconds)
                pairs.append((client, wire))
                print(
                    f"round {number + 1}, {users:2} users, {1000 * think_s:.0f} ms think time, load {busy:.1f}: "
                    f"client {client}; wire {wire}; p99 x{client.p99 / wire.p99:.2f}",
                    flush=True,
                )
        with suppress(Exception):  # the server will be removed anyway
            store.drop()
    for (users, think_s), pairs in found.items():
        client_ms, wire_ms = (statistics.median(pair[side].p99 for pair in pairs) for side in (0, 1))
        ratio = statistics.median(client.p99 / wire.p99 for client, wire in pairs)
        print(
            f"{users:2} users, {1000 * think_s:.0f} ms think time: median p99 client {client_ms:.2f} ms, "
            f"wire {wire_ms:.2f} ms, median ratio {ratio:.2f}"
        )


if __name__ == "__main__":
    main()
