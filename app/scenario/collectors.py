# SPDX-License-Identifier: Apache-2.0
"""Collectors that a scenario may name: Outpace's own, and those of other packages.

Each entry point "outpace.collectors" names a `CollectorDescription`. The code that reads counters is loaded where it is
needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from app.model.errors import phrase
from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.registry import Registry, struct_faults
from app.model.watch import SETS, AgentWatch, PowerWatch, Prometheus, Typeperf, Watch
from collectors.power import MEASURES


class CollectorAccount(NamedTuple):
    """Login of a collector.

    Attributes:
        name: Name of the account of its secret: "prometheus://ops@db1:9100".
        clear: Whether the secret is sent to another machine without encryption.
    """

    name: str
    clear: bool


@dataclass(frozen=True, slots=True)
class CollectorDescription:
    """Description of a collector.

    Attributes:
        name: Name in scenarios.
        title: Display name.
        opens: "module:object" that creates a collectors.series.Collector, called with the settings' fields by name;
            raises OSError if the source is unreachable. "" for an agent, on whose machine that machine's own collectors
            are opened.
        settings: Struct of a collector that monitors a system (in its `watch`), tagged with the name; None for a
            collector of the machine that Outpace runs on (in the scenario's `collectors`), which has no settings.
        form: Form of the settings.
        begins_with: Initial values of new settings.
        label: Display name of a collector with its settings; None means the title.
        account: Account of a collector that logs in with its settings, whose `password` says where the secret comes
            from; "opens" then also receives the `secret`. None means that no such collector logs in.
    """

    name: str
    title: str
    opens: str
    settings: type[msgspec.Struct] | None = None
    form: Sequence[FormField] = ()
    begins_with: Mapping[str, Any] = field(default_factory=dict)
    label: Callable[[Any], str | Sentence] | None = None
    account: Callable[[Any], CollectorAccount] | None = None


PROCESSOR = CollectorDescription("processor", marked("Processor"), "collectors.processor:ProcessorCounters")
MEMORY = CollectorDescription("memory", marked("Memory"), "collectors.memory:MemoryCounters")
DISKS = CollectorDescription("disks", marked("Disks"), "collectors.disks:Disks")
NETWORK = CollectorDescription("network", marked("Network"), "collectors.network:Network")


def _exporter(settings: Prometheus) -> Sentence:
    return phrase("exporter at {url}", url=settings.url)


def _typeperf(settings: Typeperf) -> Sentence:
    return phrase("typeperf of {host}", host=settings.host) if settings.host else phrase("typeperf of this machine")


def web_account(settings: Any) -> CollectorAccount:
    """Return the account of a collector with `url` and `user`; one without a user has a token."""
    parts = urlsplit(settings.url)
    here = parts.hostname in {"localhost", "::1"} or str(parts.hostname).startswith("127.")
    tag = settings.__struct_config__.tag
    return CollectorAccount(f"{tag}://{settings.user or 'token'}@{parts.netloc}", parts.scheme != "https" and not here)


LOGIN = (
    FormField("user", "User", "Without one, the password is a token.", empty=marked("none"), more=True),
    FormField("password", "Password from", "", kind="password", more=True),
    FormField("ca", "Certificate authority", "Its file in PEM format.", empty=marked("the system's own"), more=True),
)
METRIC = (
    FormField("name", "Name"),
    FormField("labels", "Labels", kind="pairs"),
    FormField("kind", "Kind", choices=(("", marked("as the page says")), ("counter", "Counter"), ("gauge", "Gauge"),
                                       ("histogram", "Histogram"))),
    FormField("unit", "Unit", empty=marked("by its name")),
    FormField("scale", "Factor"),
    FormField("better", "Better", choices=(("", marked("neither")), ("more", "More"), ("less", "Less"))),
    FormField("title", "Title"),
    FormField("counter", "Counter"),
    FormField("combine", "Combined by", choices=(("sum", "Sum"), ("mean", "Mean"), ("max", "Maximum"))),
    FormField("layer", "Layer"),
)  # fmt: skip
PROMETHEUS = CollectorDescription(
    "prometheus",
    marked("Exporter (Prometheus)"),
    "app.scenario.metric_sets:exporter",
    Prometheus,
    (
        FormField("url", "Address", "Such as http://db1:9100/metrics.", wide=True),
        FormField("devices", "Disks", "Their names, separated by commas.", empty=marked("all"), wide=True),
        FormField("sets", "Sets of metrics", "", more=True, wide=True,
                  choices=(("auto", marked("All that the page has")), *((name, name) for name in SETS))),
        FormField("metrics", "Other metrics", "outpace metrics lists those of a page.", kind="parts", parts=METRIC,
                  more=True, wide=True),
        *LOGIN,
    ),
    begins_with={"url": "http://"},
    label=_exporter,
    account=web_account,
)  # fmt: skip
TYPEPERF = CollectorDescription(
    "typeperf",
    marked("Performance Monitor (on Windows)"),
    "collectors.typeperf:TypeperfCounters",
    Typeperf,
    (
        FormField("host", "Machine", "", empty="this one", wide=True),
        FormField("counters", "Counters", "One per line.", kind="rows", wide=True),
    ),
    label=_typeperf,
)


def _power(settings: PowerWatch) -> Sentence:
    values = {"meter": settings.meter, "measures": MEASURES[settings.meter]}
    if place := settings.url or settings.host:
        return phrase("power meter {meter} at {place} (measures {measures})", place=place, **values)
    return phrase("power meter {meter} (measures {measures})", **values)


def power_account(settings: PowerWatch) -> CollectorAccount:
    """Return the account of a power meter. IPMI over the network encrypts its logins."""
    if settings.url:
        return web_account(settings)
    return CollectorAccount(f"power://{settings.user}@{settings.host}", clear=False)


POWER = CollectorDescription(
    "power",
    marked("Power meter"),
    "collectors.power:meter",
    PowerWatch,
    (
        FormField("meter", "Kind", choices=(("redfish", "Redfish"), ("dcmi", "IPMI (DCMI)"), ("shelly", "Shelly"),
                                            ("tasmota", "Tasmota"), ("rapl", marked("Processors only (RAPL)")))),
        FormField("url", "Address", "Such as https://bmc1.", wide=True),
        FormField("host", "Controller", "", empty=marked("that of this machine"), when=("meter", ("dcmi",))),
        FormField("name", "Name", "What it feeds, where a system has several.", more=True),
        FormField("chassis", "Chassis", "", empty=marked("the first with a meter"), more=True),
        *LOGIN,
    ),
    begins_with={"meter": "redfish", "url": "https://"},
    label=_power,
    account=power_account,
)  # fmt: skip


def _agent(settings: AgentWatch) -> Sentence:
    return phrase("machine of {agent}", agent=settings.agent)


AGENT = CollectorDescription(
    "agent",
    marked("Machine of an agent"),
    "",
    AgentWatch,
    (
        FormField("agent", "Agent", "", kind="agent", wide=True),
        FormField("collectors", "Counters", "", more=True, wide=True,
                  choices=tuple((one.name, one.title) for one in (PROCESSOR, MEMORY, DISKS, NETWORK))),
    ),
    begins_with={"agent": ""},
    label=_agent,
)  # fmt: skip

COLLECTORS = Registry(
    "collector",
    "outpace.collectors",
    [
        f"{__name__}:{name}"
        for name in ("PROCESSOR", "MEMORY", "DISKS", "NETWORK", "PROMETHEUS", "POWER", "AGENT", "TYPEPERF")
    ],
    CollectorDescription,
    lambda one: () if one.settings is None else struct_faults(one.settings, one.name, "source"),
)


def of_this_machine() -> Mapping[str, CollectorDescription]:
    """Return the collectors of the machine that Outpace runs on."""
    return {name: one for name, one in COLLECTORS.all.items() if one.settings is None}


def watches() -> Mapping[str, type[msgspec.Struct]]:
    """Return the settings structs for a system's `watch`, by collector name."""
    return {name: one.settings for name, one in COLLECTORS.all.items() if one.settings is not None}


def account_of(watch: Watch) -> tuple[CollectorAccount, str] | None:
    """Return the account of a collector with its settings, and where its secret comes from; None if it needs none."""
    source = getattr(watch, "password", "none")
    described = COLLECTORS.all.get(str(watch.__struct_config__.tag))  # type: ignore[attr-defined]
    if source == "none" or described is None or described.account is None:
        return None
    return described.account(watch), source
