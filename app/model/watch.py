# SPDX-License-Identifier: Apache-2.0
"""Counter sources of a system in addition to its databases, which are always monitored."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from app.model.agent_machine import AgentName
from app.model.targets import PasswordSource
from collectors.metrics import Combine, MetricKind
from collectors.power import MeterKind
from collectors.series import Better, Layer

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


MetricName = Annotated[
    str,
    Meta(
        max_length=300,
        pattern=r"^[A-Za-z_:][A-Za-z0-9_:]*$",
        description="the name of a metric, such as node_hwmon_temp_celsius",
    ),
]
MetricText = Annotated[
    str, Meta(max_length=300, pattern=r"^[^\x00-\x1f\\]*$", description="a text without backslashes")
]
MetricPath = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=r"^(\\[^\\\x00-\x1f]+\\[^\\\x00-\x1f]+)?$",
        description=r"a counter such as \Array({array})\Read Latency",
    ),
]
Unit = Annotated[str, Meta(max_length=12, pattern=r"^[^\x00-\x20]*$", description='a unit such as "B/s" or "s"')]
Scale = Annotated[float, Meta(gt=0, le=1e12, description="a factor above 0")]


MetricSetName = Literal[
    "auto", "ceph", "mysqld-exporter", "netapp-harvest", "node-hwmon", "node-infiniband", "node-network", "node-nfs",
    "node-nvme", "node-rapl", "postgres-exporter", "pure-flasharray", "smartctl-exporter", "windows-exporter",
]  # fmt: skip
"""Names of the ready sets of metrics, each of which is a file in resources/metrics; "auto" stands for all."""
SETS: tuple[str, ...] = tuple(one for one in get_args(MetricSetName) if one != "auto")
MeterName = Annotated[
    str, Meta(max_length=80, pattern=r"^[^()\\\x00-\x1f]*$", description="a name without brackets and backslashes")
]
LoginUser = Annotated[
    str, Meta(max_length=200, pattern=r"^[^\x00-\x20:@]*$", description="a user without spaces, : and @")
]
CaFile = Annotated[
    str, Meta(max_length=1000, pattern=r"^[^\x00-\x1f]*$", description="the path of a certificate in PEM format")
]


class WatchedMetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    r"""Metric of an exporter's page; see `collectors.metrics.Metric`, which says what each field means.

    Attributes:
        combine: How gauges of the same path are combined; counters are added up.
    """

    name: MetricName
    labels: dict[str, MetricText] = {}
    kind: MetricKind = ""
    unit: Unit = ""
    scale: Scale = 1.0
    better: Better = ""
    title: MetricText = ""
    counter: MetricPath = ""
    combine: Combine = "sum"
    layer: Layer = "machine"


class MetricSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ready set of metrics, a file in resources/metrics.

    Attributes:
        title: Exporter or family of metrics.
        documented: Address of the documentation from which names and units were taken.
    """

    title: str
    documented: str
    metrics: Annotated[tuple[WatchedMetric, ...], Meta(min_length=1, max_length=200)]


class Prometheus(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="prometheus"):
    """Page of an exporter: processor, memory and disks of a node_exporter or windows_exporter, and any other metrics.

    Attributes:
        devices: Disks to read, by the exporter's names; empty for every disk.
        sets: Ready sets of metrics; "auto" for all that the page has metrics of.
        user: User of a login with a password; without it, the password is a bearer token.
        password: Where the password or token comes from.
        ca: PEM file of the certificate authority that signed the exporter's certificate.
    """

    url: Url
    devices: tuple[Device, ...] = ()
    metrics: Annotated[tuple[WatchedMetric, ...], Meta(max_length=200)] = ()
    sets: tuple[MetricSetName, ...] = ()
    user: LoginUser = ""
    password: PasswordSource = "none"  # noqa: S105 - where it comes from, not what it is
    ca: CaFile = ""


class PowerWatch(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="power"):
    """Power meter that is read while the run goes on.

    Attributes:
        meter: Kind of meter: management controllers over Redfish or by ipmitool (DCMI), plugs, or the energy counters
            of this machine's processors (RAPL).
        url: Address of the controller or plug.
        host: Host of the controller for DCMI; "" for this machine's own.
        name: Device that the meter feeds; needed only if a system has several meters.
        chassis: ID of the Redfish chassis; "" for the first that measures power.
        user: User of the login.
        password: Where its password comes from.
        ca: PEM file of the certificate authority that signed the controller's certificate.
    """

    meter: MeterKind
    url: Url | Literal[""] = ""
    host: Host = ""
    name: MeterName = ""
    chassis: MeterName = ""
    user: LoginUser = ""
    password: PasswordSource = "none"  # noqa: S105 - where it comes from, not what it is
    ca: CaFile = ""


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
