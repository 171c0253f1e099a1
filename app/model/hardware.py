# SPDX-License-Identifier: Apache-2.0
"""Hardware of a system, by group, and its price: captured on this machine, or entered by hand in the scenario.

There is no field for serial numbers, host names or network addresses. Unknown values are 0 and "".
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Annotated

import msgspec
from msgspec import Meta

from app.model.form import FormField, marked

Text = Annotated[str, Meta(max_length=500)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Amount = Annotated[float, Meta(ge=0, le=1e12)]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of a system's components."""


class Processor(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Processors of a machine.

    Attributes:
        sockets: Number in the whole machine, as for `cores` and `threads`.
        mhz: Maximum frequency.
        cache_mib: Size of one socket's last-level cache.
    """

    model: Text = ""
    sockets: Count = 0
    cores: Count = 0
    threads: Count = 0
    mhz: Amount = 0.0
    cache_mib: Amount = 0.0
    microcode: Text = ""


class Memory(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Memory of a machine.

    Attributes:
        modules: Modules, for example "8 x 32 GiB DDR5-4800".
    """

    size_gib: Amount = 0.0
    modules: Text = ""
    numa_nodes: Count = 0
    huge_pages_mib: Amount = 0.0
    transparent_huge_pages: Text = ""
    swap_gib: Amount = 0.0


class Firmware(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Firmware of the machine, which is its BIOS."""

    vendor: Text = ""
    version: Text = ""
    date: Text = ""


class Board(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Product name and mainboard of the machine."""

    machine: Text = ""
    board: Text = ""


class Controller(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Host bus adapter or RAID controller."""

    model: Text = ""
    count: Count = 1
    firmware: Text = ""
    cache_mib: Amount = 0.0
    driver: Text = ""
    settings: Text = ""


class Disk(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Disks of one model and one set of settings.

    Attributes:
        kind: Kind of disk: "NVMe SSD", "SSD", "hard disk".
        size_gb: Size of one disk, in units of 10^9 bytes.
        devices: Names in the operating system.
        queue_depth: Queue depth of the device.
        requests: Length of the operating system's queue.
    """

    model: Text = ""
    count: Count = 1
    size_gb: Amount = 0.0
    firmware: Text = ""
    kind: Text = ""
    bus: Text = ""
    devices: Text = ""
    scheduler: Text = ""
    queue_depth: Count = 0
    requests: Count = 0
    read_ahead_kib: Count = 0
    write_cache: Text = ""
    sector_bytes: Text = ""


class Volume(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Layer between file systems and disks.

    Attributes:
        kind: Kind of layer: "RAID 10 (md)", "LVM", "encrypted", "loop".
        members: Devices of which it consists.
    """

    device: Text = ""
    kind: Text = ""
    members: Text = ""
    stripe_kib: Count = 0
    size_gb: Amount = 0.0


class FileSystem(Part, frozen=True, kw_only=True, omit_defaults=True):
    """File system that contains the data."""

    mounted: Text = ""
    kind: Text = ""
    device: Text = ""
    options: Text = ""
    size_gb: Amount = 0.0


class OperatingSystem(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Operating system.

    Attributes:
        patch_level: Vendor's name of the build.
        settings: Kernel settings, by their own names.
    """

    name: Text = ""
    kernel: Text = ""
    patch_level: Text = ""
    settings: dict[str, Text] = {}


class NetworkCard(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Network cards of one model."""

    model: Text = ""
    count: Count = 1
    speed_mbit: Count = 0
    mtu: Count = 0
    driver: Text = ""


class Power(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Power management of the machine."""

    profile: Text = ""
    governor: Text = ""
    driver: Text = ""
    preference: Text = ""
    turbo: Text = ""


class Virtualisation(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Virtualization of the machine.

    Attributes:
        kind: Kind of virtualization: "virtual machine (KVM)", "container".
    """

    kind: Text = ""
    product: Text = ""


class Hardware(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Hardware of a machine, by group."""

    processor: Processor = Processor()
    memory: Memory = Memory()
    firmware: Firmware = Firmware()
    board: Board = Board()
    controllers: Annotated[tuple[Controller, ...], Meta(max_length=64)] = ()
    disks: Annotated[tuple[Disk, ...], Meta(max_length=64)] = ()
    volumes: Annotated[tuple[Volume, ...], Meta(max_length=64)] = ()
    file_systems: Annotated[tuple[FileSystem, ...], Meta(max_length=64)] = ()
    system: OperatingSystem = OperatingSystem()
    network: Annotated[tuple[NetworkCard, ...], Meta(max_length=64)] = ()
    power: Power = Power()
    virtualisation: Virtualisation = Virtualisation()


class HardwareField(msgspec.Struct, frozen=True):
    """Field of `Hardware`, with its title, struct and form.

    Attributes:
        several: Whether the field is a list of such parts.
    """

    name: str
    title: str
    struct: type[Part]
    form: Sequence[FormField]
    several: bool = False


GROUPS: tuple[HardwareField, ...] = (
    HardwareField("processor", marked("Processor"), Processor, (
        FormField("model", "Model", wide=True),
        FormField("sockets", "Sockets"),
        FormField("cores", "Cores"),
        FormField("threads", "Threads"),
        FormField("mhz", "Frequency at most", unit="MHz"),
        FormField("cache_mib", "Last-level cache", unit="MiB"),
        FormField("microcode", "Microcode"),
    )),
    HardwareField("memory", marked("Memory"), Memory, (
        FormField("size_gib", "Size", unit="GiB"),
        FormField("modules", "Modules"),
        FormField("numa_nodes", "NUMA nodes"),
        FormField("huge_pages_mib", "Huge pages", unit="MiB"),
        FormField("transparent_huge_pages", "Transparent huge pages"),
        FormField("swap_gib", "Swap", unit="GiB"),
    )),
    HardwareField("firmware", marked("Firmware (BIOS)"), Firmware, (
        FormField("vendor", "Vendor"),
        FormField("version", "Version"),
        FormField("date", "Date"),
    )),
    HardwareField("board", marked("Machine and board"), Board, (
        FormField("machine", "Machine"),
        FormField("board", "Board"),
    )),
    HardwareField("controllers", marked("Storage controllers"), Controller, (
        FormField("model", "Model"),
        FormField("count", "Count"),
        FormField("firmware", "Firmware"),
        FormField("cache_mib", "Cache", unit="MiB"),
        FormField("driver", "Driver"),
        FormField("settings", "Settings"),
    ), several=True),
    HardwareField("disks", marked("Disks"), Disk, (
        FormField("model", "Model"),
        FormField("count", "Count"),
        FormField("size_gb", "Size of each", unit="GB"),
        FormField("firmware", "Firmware"),
        FormField("kind", "Kind"),
        FormField("bus", "Bus"),
        FormField("devices", "Devices"),
        FormField("scheduler", "Scheduler"),
        FormField("queue_depth", "Queue depth"),
        FormField("requests", "Requests in the queue"),
        FormField("read_ahead_kib", "Read-ahead", unit="KiB"),
        FormField("write_cache", "Write cache"),
        FormField("sector_bytes", "Sectors", unit="bytes"),
    ), several=True),
    HardwareField("volumes", marked("RAID and volumes"), Volume, (
        FormField("device", "Device"),
        FormField("kind", "Kind"),
        FormField("members", "Members"),
        FormField("stripe_kib", "Stripe", unit="KiB"),
        FormField("size_gb", "Size", unit="GB"),
    ), several=True),
    HardwareField("file_systems", marked("File systems of the data"), FileSystem, (
        FormField("mounted", "Mounted at"),
        FormField("kind", "Kind"),
        FormField("device", "Device"),
        FormField("options", "Mount options"),
        FormField("size_gb", "Size", unit="GB"),
    ), several=True),
    HardwareField("system", marked("Operating system"), OperatingSystem, (
        FormField("name", "Name"),
        FormField("kernel", "Kernel"),
        FormField("patch_level", "Patch level"),
        FormField("settings", "Kernel settings", kind="pairs", wide=True),
    )),
    HardwareField("network", marked("Network cards"), NetworkCard, (
        FormField("model", "Model"),
        FormField("count", "Count"),
        FormField("speed_mbit", "Speed", unit="Mbit/s"),
        FormField("mtu", "MTU", unit="bytes"),
        FormField("driver", "Driver"),
    ), several=True),
    HardwareField("power", marked("Power saving"), Power, (
        FormField("profile", "Profile"),
        FormField("governor", "Governor"),
        FormField("driver", "Driver"),
        FormField("preference", "Energy preference"),
        FormField("turbo", "Turbo"),
    )),
    HardwareField("virtualisation", marked("Virtualisation"), Virtualisation, (
        FormField("kind", "Kind"),
        FormField("product", "Product"),
    )),
)  # fmt: skip


class PriceItem(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Line of a price list.

    Attributes:
        currency: Currency, for example "USD" or "€".
    """

    item: Annotated[str, Meta(min_length=1, max_length=200, description="a text of 1 to 200 characters")]
    quantity: Annotated[float, Meta(gt=0, le=1e6)] = 1.0
    unit_price: Annotated[float, Meta(ge=0, le=1e12)]
    currency: Annotated[str, Meta(pattern=r"^[^\d\s.,+-]{1,8}$", description='a currency such as "USD" or "€"')] = "USD"

    @property
    def price(self) -> float:
        """Total price of the item."""
        return self.quantity * self.unit_price


PRICE = (
    FormField("item", "Item"),
    FormField("quantity", "Quantity"),
    FormField("unit_price", "Unit price"),
    FormField("currency", "Currency"),
)


def price_total(items: Sequence[PriceItem]) -> float:
    """Return the sum of a list in one currency, without binary rounding noise."""
    return round(fsum(one.price for one in items), 8)


def currencies(items: Sequence[PriceItem]) -> list[str]:
    """Return the distinct currencies of a list."""
    return list(dict.fromkeys(one.currency for one in items))


def price_fact(items: Sequence[PriceItem]) -> str:
    """Return the sum in the form of the fact "Price" ("13073.00 USD"), or "" if there are no items."""
    if not items:
        return ""
    total = price_total(items)
    digits = f"{total:.2f}" if round(total, 2) == total else f"{total:.8f}".rstrip("0")
    return f"{digits} {items[0].currency}"


def given_values(part: Part) -> Mapping[str, object]:
    """Return the known fields of a part by name, omitting a count of one."""
    known = {name: value for name in part.__struct_fields__ if (value := getattr(part, name)) not in ("", 0, {})}
    return {name: value for name, value in known.items() if (name, value) != ("count", 1)}


def is_empty(hardware: Hardware) -> bool:
    """Return whether nothing is known about the hardware."""
    return hardware == Hardware()
