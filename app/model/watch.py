# SPDX-License-Identifier: Apache-2.0
"""Counter sources of a system in addition to its databases, which are always monitored."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.model.agent_machine import AgentName

Url = Annotated[
    str,
    Meta(
        max_length=2000,
        pattern=r"^https?://[^\s/?#@]+[^\s@]*$",
        description='an address such as "http://db1:9100/metrics", without user and password',
    ),
]
Host = Annotated[
    str,
    Meta(
        max_length=255,
        pattern=r"^[A-Za-z0-9._:-]*$",
        description='the name of a Windows machine, or "" for this one',
    ),
]
CounterPath = Annotated[
    str,
    Meta(
        max_length=1000, pattern=r"^\\[^\\\x00-\x1f]+\\[^\\\x00-\x1f]+$", description=r"a counter such as \Memory\..."
    ),
]
Device = Annotated[str, Meta(min_length=1, max_length=255)]

WINDOWS_COUNTERS = (
    *(rf"\PhysicalDisk(*)\{name}" for name in ("Disk Transfers/sec", "Disk Reads/sec", "Disk Writes/sec")),
    *(rf"\PhysicalDisk(*)\{name}" for name in ("Disk Bytes/sec", "Disk Read Bytes/sec", "Disk Write Bytes/sec")),
    *(rf"\PhysicalDisk(*)\Avg. Disk sec/{name}" for name in ("Transfer", "Read", "Write")),
    *(rf"\PhysicalDisk(*)\{name}" for name in ("Avg. Disk Queue Length", "Current Disk Queue Length", "% Idle Time")),
    r"\Processor(_Total)\% Processor Time",
    r"\Memory\Available MBytes",
)


class Watch:
    """Base of a system's counter sources, which are read from this machine or from an agent.

    app.scenario.collectors registers them.
    """

    __slots__ = ()


class Prometheus(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="prometheus"):
    """Metrics page of a node_exporter or windows_exporter: processor, memory, disks.

    Attributes:
        devices: Disks to read, by the exporter's names; empty for every disk.
    """

    url: Url
    devices: tuple[Device, ...] = ()


class Typeperf(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="typeperf"):
    """Performance Monitor's counters on a Windows machine, read by typeperf (only if Outpace runs on Windows)."""

    host: Host = ""
    counters: Annotated[tuple[CounterPath, ...], Meta(min_length=1, max_length=500)] = WINDOWS_COUNTERS


class AgentWatch(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="agent"):
    """Counters of an agent's machine, as reported by its operating system.

    Attributes:
        agent: Name in the scenario's `agents`; the agent need not drive anything.
        collectors: Collectors that run there.
    """

    agent: AgentName
    collectors: tuple[Literal["processor", "memory", "disks", "network"], ...] = (
        "processor",
        "memory",
        "disks",
        "network",
    )
