# SPDX-License-Identifier: Apache-2.0
"""Hardware of this machine under Windows (from the registry) and macOS (from sysctl).

Both sources are parameters, so that tests can parse data recorded on other machines.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from app.model.hardware import (
    Board,
    Disk,
    Firmware,
    Hardware,
    Memory,
    NetworkCard,
    OperatingSystem,
    Power,
    Processor,
    Virtualisation,
)

Registry = Callable[[str], Mapping[str, str | int]]
"""Function that returns the values of a key of HKEY_LOCAL_MACHINE, or nothing if the key does not exist."""
Sysctl = Callable[[str], str]
"""Function that returns the sysctl value of a name, or "" if the name is unknown."""

CPU = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
BIOS = r"HARDWARE\DESCRIPTION\System\BIOS"
WINDOWS = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion"
DISKS = r"SYSTEM\CurrentControlSet\Services\disk\Enum"
SCHEMES = r"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes"
CARDS = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e972-e325-11ce-bfc1-08002be10318}"
MOST_CARDS = 40
ETHERNET, PCI = 6, 5
"""Values of IfType for Ethernet cards (IANA) and of BusType for PCI cards (NDIS)."""
FIRST_WINDOWS_11 = 22000
"""First build number of Windows 11, whose product name in the registry is still Windows 10."""
VIRTUAL = ("VMware", "VirtualBox", "QEMU", "KVM", "Virtual Machine", "Xen", "Parallels")
GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def windows_hardware(registry: Registry, cores: int, threads: int, memory_bytes: int, swap_bytes: int) -> Hardware:
    """Parse the hardware of Windows. `cores` and `threads` are those of the whole machine."""
    cpu, bios = registry(CPU), registry(BIOS)
    machine = _text(bios, "SystemManufacturer", "SystemProductName")
    virtual = next((name for name in VIRTUAL if name in machine), "")
    return Hardware(
        processor=Processor(
            model=_text(cpu, "ProcessorNameString"), cores=cores, threads=threads, mhz=_whole(cpu.get("~MHz"))
        ),
        memory=Memory(size_gib=round(memory_bytes / 2**30, 1), swap_gib=round(swap_bytes / 2**30, 1)),
        firmware=Firmware(
            vendor=_text(bios, "BIOSVendor"),
            version=_text(bios, "BIOSVersion"),
            date=_text(bios, "BIOSReleaseDate"),
        ),
        board=Board(
            machine=machine, board=_text(bios, "BaseBoardManufacturer", "BaseBoardProduct", "BaseBoardVersion")
        ),
        disks=_disks(registry(DISKS)),
        system=_windows(registry(WINDOWS)),
        network=_cards(registry),
        power=Power(profile=_scheme(registry)),
        virtualisation=Virtualisation(kind=f"virtual machine ({virtual})" if virtual else ""),
    )


def mac_hardware(sysctl: Sysctl, release: str) -> Hardware:
    """Parse the hardware of macOS. `release` is its version, "14.5"."""
    virtual = sysctl("kern.hv_vmm_present") == "1"
    return Hardware(
        processor=Processor(
            model=sysctl("machdep.cpu.brand_string"),
            sockets=_whole(sysctl("hw.packages")),
            cores=_whole(sysctl("hw.physicalcpu")),
            threads=_whole(sysctl("hw.logicalcpu")),
            mhz=round(_whole(sysctl("hw.cpufrequency_max")) / 1e6),
            cache_mib=_whole(sysctl("hw.l3cachesize")) / 2**20,
        ),
        memory=Memory(size_gib=round(_whole(sysctl("hw.memsize")) / 2**30, 1)),
        board=Board(machine=f"Apple {sysctl('hw.model')}" if sysctl("hw.model") else ""),
        system=OperatingSystem(
            name=f"macOS {release}" if release else "",
            kernel=sysctl("kern.osrelease"),
            patch_level=sysctl("kern.osversion"),
        ),
        virtualisation=Virtualisation(kind="virtual machine" if virtual else ""),
    )


def _windows(values: Mapping[str, str | int]) -> OperatingSystem:
    build = str(values.get("CurrentBuild", ""))
    name = _text(values, "ProductName", "DisplayVersion")
    if _whole(build) >= FIRST_WINDOWS_11 and "Server" not in name:
        name = name.replace("Windows 10", "Windows 11")
    patch = values.get("UBR")
    return OperatingSystem(name=name, kernel=build, patch_level=f"{build}.{patch}" if patch is not None else "")


def _disks(values: Mapping[str, str | int]) -> tuple[Disk, ...]:
    r"""Return the disks, with vendor and product parsed from "SCSI\\Disk&Ven_NVMe&Prod_Samsung_SSD_980\\5&1a2b".

    The rest of the value may be a serial number and is ignored.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for name, value in values.items():
        parts = re.search(r"^(\w+)\\Disk&Ven_([^&\\]*)&Prod_([^&\\]*)", str(value), re.IGNORECASE)
        if name.isdecimal() and parts:
            model = " ".join(part.replace("_", " ").strip() for part in (parts[2], parts[3]))
            counts[model.strip(), parts[1].upper()] += 1
    return tuple(Disk(model=model, bus=bus, count=number) for (model, bus), number in counts.items())


def _cards(registry: Registry) -> tuple[NetworkCard, ...]:
    counts: Counter[NetworkCard] = Counter()
    for number in range(MOST_CARDS):
        values = registry(rf"{CARDS}\{number:04}")
        if values.get("*IfType") == ETHERNET and _whole(values.get("BusType")) == PCI:
            counts[NetworkCard(model=_text(values, "DriverDesc"), driver=_text(values, "DriverVersion"))] += 1
    return tuple(NetworkCard(model=card.model, driver=card.driver, count=number) for card, number in counts.items())


def _scheme(registry: Registry) -> str:
    chosen = str(registry(SCHEMES).get("ActivePowerScheme", ""))
    if not GUID.fullmatch(chosen):
        return ""
    # The name is the last part of "@%SystemRoot%\system32\powrprof.dll,-15,Balanced".
    return str(registry(rf"{SCHEMES}\{chosen}").get("FriendlyName", "")).rpartition(",")[2]


def _text(values: Mapping[str, str | int], *names: str) -> str:
    return " ".join(text for name in names if (text := str(values.get(name, "")).strip()))[:500]


def _whole(value: object) -> int:
    text = str(value)
    return int(text) if text.isdecimal() else 0
