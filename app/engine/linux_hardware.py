# SPDX-License-Identifier: Apache-2.0
"""Hardware of this machine according to Linux's /proc, /sys and /etc/os-release.

Reading it does not require root; serial numbers, host names and network addresses are not read.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from app.model.hardware import (
    Board,
    Controller,
    Disk,
    Firmware,
    Hardware,
    Memory,
    NetworkCard,
    OperatingSystem,
    Power,
    Processor,
    Virtualisation,
    Volume,
)

GIB, MIB, GB = 2**30, 2**20, 1e9
SECTOR = 512
LONGEST = 500
MOST = 64
NO_DISK = ("loop", "ram", "zram", "sr", "fd", "dm-", "md")
PCI_NAMES = ("usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids")
STORAGE, NVME = "0x01", "0x0108"
"""PCI class codes of storage and NVMe controllers; an NVMe controller is listed with its disk."""
KERNEL_SETTINGS = (
    "vm/swappiness", "vm/dirty_ratio", "vm/dirty_background_ratio", "vm/dirty_bytes", "vm/dirty_background_bytes",
    "vm/dirty_expire_centisecs", "vm/dirty_writeback_centisecs", "vm/overcommit_memory", "vm/zone_reclaim_mode",
    "kernel/numa_balancing", "kernel/sched_autogroup_enabled", "fs/aio-max-nr", "net/core/somaxconn",
    "net/ipv4/tcp_congestion_control",
)  # fmt: skip
BOOT_OPTIONS = (
    "mitigations",
    "elevator",
    "transparent_hugepage",
    "intel_pstate",
    "amd_pstate",
    "isolcpus",
    "nohz_full",
)
BUSES = (("/nvme/", "NVMe"), ("/virtio", "virtio"), ("/usb", "USB"), ("/ata", "SATA"), ("/host", "SCSI"))
VOLUMES = {"LVM-": "LVM", "CRYPT-": "encrypted (dm-crypt)", "mpath-": "multipath", "RAID-": "RAID (dm)"}
DIMM_UNITS = 1024
MACHINES = (
    ("kvm-clock", "KVM"), ("hyperv_clocksource_tsc_page", "Hyper-V"), ("xen", "Xen"),
)  # fmt: skip
"""Clock sources that hypervisors offer to guests."""

Same = TypeVar("Same", Controller, Disk, NetworkCard)


def linux_hardware(root: Path = Path("/"), below: Collection[str] = ()) -> Hardware:
    """Read the hardware.

    Args:
        root: folder with /proc, /sys and /etc.
        below: block devices below the data; loop devices and similar ones are listed only if they are among these.
    """
    dmi = root / "sys/class/dmi/id"
    return Hardware(
        processor=_processor(root),
        memory=_memory(root),
        firmware=Firmware(
            vendor=_text(dmi / "bios_vendor"), version=_text(dmi / "bios_version"), date=_text(dmi / "bios_date")
        ),
        board=Board(
            machine=_joined(_text(dmi / "sys_vendor"), _text(dmi / "product_name")),
            board=_joined(_text(dmi / "board_vendor"), _text(dmi / "board_name"), _text(dmi / "board_version")),
        ),
        controllers=_counted(_controllers(root))[:MOST],
        disks=_disks(root)[:MOST],
        volumes=tuple(_volumes(root, below))[:MOST],
        system=_system(root),
        network=_counted(_network(root))[:MOST],
        power=_power(root),
        virtualisation=_virtualisation(root),
    )


def _processor(root: Path) -> Processor:
    processors = [_pairs(part) for part in _text(root / "proc/cpuinfo", longest=10**7).split("\n\n")]
    threads = [one for one in processors if "processor" in one]
    first = threads[0] if threads else {}
    sockets = {one["physical id"] for one in threads if "physical id" in one}
    cores = {(one.get("physical id"), one["core id"]) for one in threads if "core id" in one}
    return Processor(
        model=first.get("model name", ""),
        sockets=len(sockets),
        cores=len(cores),
        threads=len(threads),
        mhz=round(_number(root / "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") / 1000),
        cache_mib=_leading(first.get("cache size", "")) / 1024,
        microcode=first.get("microcode", ""),
    )


def _memory(root: Path) -> Memory:
    meminfo = _pairs(_text(root / "proc/meminfo", longest=100_000))
    pages_kib = _leading(meminfo.get("HugePages_Total", "")) * _leading(meminfo.get("Hugepagesize", ""))
    return Memory(
        size_gib=round(_leading(meminfo.get("MemTotal", "")) / 2**20, 1),
        modules=_modules(root),
        numa_nodes=len(list((root / "sys/devices/system/node").glob("node[0-9]*"))),
        huge_pages_mib=pages_kib / 1024,
        transparent_huge_pages=_chosen(_text(root / "sys/kernel/mm/transparent_hugepage/enabled")),
        swap_gib=round(_leading(meminfo.get("SwapTotal", "")) / 2**20, 1),
    )


def _modules(root: Path) -> str:
    """Return the memory modules according to the memory controller's driver (EDAC)."""
    modules: Counter[str] = Counter()
    for module in sorted((root / "sys/devices/system/edac/mc").glob("mc*/dimm*")):
        size_mib = _number(module / "size")
        if size_mib:
            size = f"{size_mib / DIMM_UNITS:g} GiB" if size_mib >= DIMM_UNITS else f"{size_mib:g} MiB"
            modules[_joined(size, _text(module / "dimm_mem_type"))] += 1
    return ", ".join(f"{number} x {module}" for module, number in modules.items())


def _controllers(root: Path) -> Iterator[Controller]:
    for device in sorted((root / "sys/bus/pci/devices").glob("*")):
        kind = _text(device / "class")
        if kind.startswith(STORAGE) and not kind.startswith(NVME):
            hosts = list(device.glob("host*/scsi_host/host*"))
            firmware = (_text(host / name) for host in hosts for name in ("version_fw", "firmware_rev", "fwrev"))
            yield Controller(
                model=_pci_name(root, device),
                firmware=next((text for text in firmware if text), ""),
                driver=_link(device / "driver"),
            )


def _disks(root: Path) -> tuple[Disk, ...]:
    disks: dict[Disk, list[str]] = {}
    for block in sorted((root / "sys/block").glob("*")):
        if not block.name.startswith(NO_DISK) and (size := _number(block / "size")):
            disks.setdefault(_disk(block, size * SECTOR), []).append(block.name)
    return tuple(replace(disk, count=len(names), devices=_clipped(", ".join(names))) for disk, names in disks.items())


def _disk(block: Path, size_bytes: float) -> Disk:
    device, queue = block / "device", block / "queue"
    path = str(block.resolve())
    bus = next((name for part, name in BUSES if part in path), "")
    spins = _text(queue / "rotational") == "1"
    vendor = _text(device / "vendor")
    sectors = [_text(queue / f"{kind}_block_size") for kind in ("logical", "physical")]
    return Disk(
        model=_joined("" if vendor.startswith("0x") else vendor, _text(device / "model")),
        size_gb=round(size_bytes / GB, 2),
        firmware=_text(device / "firmware_rev") or _text(device / "rev"),
        # A virtual disk's rotational flag is unreliable, because the hypervisor sets it.
        kind="virtual" if bus == "virtio" else "NVMe SSD" if bus == "NVMe" else "hard disk" if spins else "SSD",
        bus=bus,
        scheduler=_chosen(_text(queue / "scheduler")),
        queue_depth=int(_number(device / "queue_depth")),
        requests=int(_number(queue / "nr_requests")),
        read_ahead_kib=int(_number(queue / "read_ahead_kb")),
        write_cache=_text(queue / "write_cache"),
        sector_bytes="/".join(sectors) if all(sectors) else "",
    )


def _volumes(root: Path, below: Collection[str]) -> Iterator[Volume]:
    for block in sorted((root / "sys/block").glob("*")):
        uuid, level = _text(block / "dm/uuid"), _text(block / "md/level")
        kind = f"{level.upper().replace('RAID', 'RAID ')} (md)" if level else ""
        kind = kind or next((name for begin, name in VOLUMES.items() if uuid.startswith(begin)), "")
        kind = kind or ("device mapper" if uuid else "loop (a file)" if (block / "loop/backing_file").exists() else "")
        if not kind or (block.name.startswith("loop") and block.name not in below):
            continue
        yield Volume(
            device=block.name,
            kind=kind,
            members=_clipped(", ".join(sorted(part.name for part in (block / "slaves").glob("*")))),
            stripe_kib=int(_number(block / "md/chunk_size") / 1024),
            size_gb=round(_number(block / "size") * SECTOR / GB, 2),
        )


def _system(root: Path) -> OperatingSystem:
    release = dict(line.split("=", 1) for line in _text(root / "etc/os-release").splitlines() if "=" in line)
    settings = {name.replace("/", "."): _text(root / "proc/sys" / name) for name in KERNEL_SETTINGS}
    for option in _text(root / "proc/cmdline", longest=10_000).split():
        name, _, value = option.partition("=")
        if name in BOOT_OPTIONS:
            settings[f"boot: {name}"] = value or "on"
    return OperatingSystem(
        name=release.get("PRETTY_NAME", "").strip("\"'"),
        kernel=_text(root / "proc/sys/kernel/osrelease"),
        patch_level=_text(root / "proc/sys/kernel/version"),
        settings={name: value for name, value in settings.items() if value},
    )


def _network(root: Path) -> Iterator[NetworkCard]:
    for card in sorted((root / "sys/class/net").glob("*")):
        device = card / "device"
        if device.exists():
            real = device.resolve()
            name = _pci_name(root, real) or _pci_name(root, real.parent)
            speed = _number(card / "speed")
            yield NetworkCard(
                model=name,
                speed_mbit=int(max(speed, 0)),
                mtu=int(_number(card / "mtu")),
                driver=_link(device / "driver"),
            )


def _power(root: Path) -> Power:
    cpu = root / "sys/devices/system/cpu"
    cpufreq = cpu / "cpu0/cpufreq"
    no_turbo, boost = _text(cpu / "intel_pstate/no_turbo"), _text(cpu / "cpufreq/boost")
    turbo = {"0": "on", "1": "off"}.get(no_turbo, "") or {"1": "on", "0": "off"}.get(boost, "")
    return Power(
        profile=_text(root / "sys/firmware/acpi/platform_profile"),
        governor=_text(cpufreq / "scaling_governor"),
        driver=_text(cpufreq / "scaling_driver"),
        preference=_text(cpufreq / "energy_performance_preference"),
        turbo=turbo,
    )


def _virtualisation(root: Path) -> Virtualisation:
    flags = re.search(r"^flags\s*:.*\bhypervisor\b", _text(root / "proc/cpuinfo", longest=10**7), re.MULTILINE)
    clocks = _text(root / "sys/devices/system/clocksource/clocksource0/available_clocksource").split()
    host = next((name for clock, name in MACHINES if clock in clocks), "")
    kinds = [f"virtual machine ({host})" if host else "virtual machine"] if flags or host else []
    if (root / ".dockerenv").exists() or (root / "run/.containerenv").exists():
        kinds.append("container")
    dmi = root / "sys/class/dmi/id"
    product = _joined(_text(dmi / "sys_vendor"), _text(dmi / "product_name")) if flags or host else ""
    return Virtualisation(kind=", ".join(kinds), product=product)


def _pci_name(root: Path, device: Path) -> str:
    """Return vendor and device names from this machine's list of PCI IDs or, if absent, their numbers."""
    vendor, model = (_text(device / name).removeprefix("0x") for name in ("vendor", "device"))
    if not re.fullmatch("[0-9a-f]{4}", vendor) or not re.fullmatch("[0-9a-f]{4}", model):
        return ""
    for listed in PCI_NAMES:
        text = _text(root / listed, longest=10**8)
        if vendor_line := re.search(rf"^{vendor}  (.*)$", text, re.MULTILINE):
            rest = re.split(r"^[0-9a-fA-FC]", text[vendor_line.end() + 1 :], maxsplit=1, flags=re.MULTILINE)[0]
            named = re.search(rf"^\t{model}  (.*)$", rest, re.MULTILINE)
            return _clipped(_joined(vendor_line[1], named[1] if named else f"device {model}"))
    return f"PCI {vendor}:{model}"


def _counted(parts: Iterator[Same]) -> tuple[Same, ...]:
    """Merge equal parts into one with a count."""
    return tuple(replace(part, count=number) for part, number in Counter(parts).items())


def _pairs(text: str) -> dict[str, str]:
    fields = (line.partition(":") for line in text.splitlines())
    return {key.strip(): value.strip() for key, colon, value in fields if colon}


def _leading(text: str) -> float:
    digits = re.match(r"\d+", text)
    return float(digits[0]) if digits else 0.0


def _number(file: Path) -> float:
    return _leading(_text(file))


def _chosen(text: str) -> str:
    """Return the bracketed choice in "mq-deadline [none]"."""
    choice = re.search(r"\[([^\]]+)\]", text)
    return choice[1] if choice else text


def _link(place: Path) -> str:
    return place.resolve().name if place.exists() else ""


def _joined(*texts: str) -> str:
    return _clipped(" ".join(text for text in texts if text))


def _clipped(text: str) -> str:
    return text[:LONGEST]


def _text(file: Path, longest: int = LONGEST) -> str:
    """Return the contents of a file, or "" if it cannot be read."""
    try:
        return file.read_text("utf-8", "replace").replace("\0", "").strip()[:longest]
    except (OSError, ValueError):
        return ""
