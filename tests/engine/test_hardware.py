# SPDX-License-Identifier: Apache-2.0
"""Disclosure of machines in a report, from recorded inputs, and on this machine compared with other sources."""

import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest

from app.engine.embedded_target import EmbeddedTarget
from app.engine.linux_hardware import linux_hardware
from app.engine.mounts import mount_of, mounts
from app.engine.other_hardware import mac_hardware, windows_hardware
from app.engine.preparation import _disclosed
from app.engine.storage_target import StorageTarget
from app.engine.target import TargetDisclosure
from app.engine.this_machine import hardware_of_this_machine, placed_here
from app.model.documents import PlacedFile
from app.model.hardware import GROUPS, Controller, Disk, Hardware, NetworkCard, Volume, given_values
from app.model.targets import Embedded, Storage
from app.model.workloads import DvdStore, StorageIo

CPUINFO = "\n\n".join(
    f"processor\t: {number}\nmodel name\t: Intel(R) Xeon(R) Gold 6230\nmicrocode\t: 0x5003604\n"
    f"cache size\t: 28160 KB\nphysical id\t: {number // 4}\ncore id\t\t: {number % 4 // 2}\nflags\t\t: fpu sse2"
    for number in range(8)
)
SECRETS = ("S3RIAL", "db-host-7", "aa:bb:cc:dd:ee:ff", "vg_dbhost")


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def linked(place: Path, target: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target, target_is_directory=True)


@pytest.fixture
def server(tmp_path: Path) -> Path:
    """Write the recorded inputs of a rack server with a SAS controller, an NVMe drive and a RAID."""
    root = written(
        tmp_path,
        {
            "proc/cpuinfo": CPUINFO,
            "proc/meminfo": "MemTotal:       263842816 kB\nSwapTotal: 8388604 kB\nHugePages_Total: 512\n"
            "Hugepagesize: 2048 kB\n",
            "proc/cmdline": "BOOT_IMAGE=/vmlinuz root=UUID=S3RIAL mitigations=off\n",
            "proc/sys/vm/swappiness": "10\n",
            "proc/sys/kernel/osrelease": "5.14.0-362\n",
            "proc/sys/kernel/version": "#1 SMP PREEMPT_DYNAMIC\n",
            "proc/sys/kernel/hostname": "db-host-7\n",
            "etc/os-release": 'NAME="Rocky"\nPRETTY_NAME="Rocky Linux 9.3"\n',
            "sys/class/dmi/id/bios_vendor": "Dell Inc.\n",
            "sys/class/dmi/id/bios_version": "2.19.1\n",
            "sys/class/dmi/id/bios_date": "06/04/2023\n",
            "sys/class/dmi/id/sys_vendor": "Dell Inc.\n",
            "sys/class/dmi/id/product_name": "PowerEdge R740\n",
            "sys/class/dmi/id/product_serial": "S3RIAL\n",
            "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "3900000\n",
            "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance\n",
            "sys/devices/system/cpu/intel_pstate/no_turbo": "0\n",
            "sys/devices/system/edac/mc/mc0/dimm0/size": "32768\n",
            "sys/devices/system/edac/mc/mc0/dimm0/dimm_mem_type": "Registered-DDR4\n",
            "sys/devices/system/edac/mc/mc0/dimm1/size": "32768\n",
            "sys/devices/system/edac/mc/mc0/dimm1/dimm_mem_type": "Registered-DDR4\n",
            "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
            "sys/bus/pci/devices/0000:18:00.0/class": "0x010400\n",
            "sys/bus/pci/devices/0000:18:00.0/vendor": "0x1000\n",
            "sys/bus/pci/devices/0000:18:00.0/device": "0x005d\n",
            "sys/bus/pci/devices/0000:18:00.0/host0/scsi_host/host0/version_fw": "25.5.9.0001\n",
            "sys/bus/pci/devices/0000:19:00.0/class": "0x020000\n",
            "usr/share/misc/pci.ids": "1000  Broadcom / LSI\n\t005d  MegaRAID SAS-3 3108\n1001  Kolter\n\t005d  X\n",
            "sys/block/nvme0n1/size": "3750748848\n",
            "sys/block/nvme0n1/queue/scheduler": "[none] mq-deadline\n",
            "sys/block/nvme0n1/queue/rotational": "0\n",
            "sys/block/nvme0n1/queue/nr_requests": "1023\n",
            "sys/block/nvme0n1/queue/read_ahead_kb": "128\n",
            "sys/block/nvme0n1/queue/write_cache": "write through\n",
            "sys/block/nvme0n1/queue/logical_block_size": "512\n",
            "sys/block/nvme0n1/queue/physical_block_size": "4096\n",
            "sys/block/nvme0n1/device/model": "SAMSUNG MZ7\n",
            "sys/block/nvme0n1/device/serial": "S3RIAL\n",
            "sys/block/nvme0n1/device/firmware_rev": "EDA7602Q\n",
            "sys/block/md0/size": "1000\n",
            "sys/block/md0/md/level": "raid10\n",
            "sys/block/md0/md/chunk_size": "524288\n",
            "sys/block/md0/slaves/sda/size": "1\n",
            "sys/block/md0/slaves/sdb/size": "1\n",
            "sys/block/dm-0/dm/uuid": "LVM-S3RIAL\n",
            "sys/block/dm-0/dm/name": "vg_dbhost-root\n",
            "sys/block/dm-0/size": "2000\n",
            "sys/block/loop3/loop/backing_file": "/x\n",
            "sys/class/net/eno1/device/vendor": "0x8086\n",
            "sys/class/net/eno1/address": "aa:bb:cc:dd:ee:ff\n",
            "sys/class/net/eno1/device/device": "0x1572\n",
            "sys/class/net/eno1/speed": "10000\n",
            "sys/class/net/eno1/mtu": "9000\n",
            "sys/class/net/lo/mtu": "65536\n",
        },
    )
    for name in ("sda", "sdb"):
        written(
            root,
            {
                f"sys/block/{name}/size": "1172123568\n",
                f"sys/block/{name}/queue/scheduler": "none [mq-deadline]\n",
                f"sys/block/{name}/queue/rotational": "1\n",
                f"sys/block/{name}/device/vendor": "SEAGATE\n",
                f"sys/block/{name}/device/model": "ST600MP0006\n",
                f"sys/block/{name}/device/rev": "N003\n",
                f"sys/block/{name}/device/queue_depth": "64\n",
            },
        )
    return root


def test_server_hardware_is_disclosed_by_group(server: Path) -> None:
    found = linux_hardware(server)
    assert given_values(found.processor) == {
        "model": "Intel(R) Xeon(R) Gold 6230", "sockets": 2, "cores": 4, "threads": 8, "mhz": 3900, "cache_mib": 27.5,
        "microcode": "0x5003604",
    }  # fmt: skip
    assert (found.memory.size_gib, found.memory.modules) == (251.6, "2 x 32 GiB Registered-DDR4")
    assert (found.memory.huge_pages_mib, found.memory.transparent_huge_pages) == (1024, "madvise")
    assert given_values(found.firmware) == {"vendor": "Dell Inc.", "version": "2.19.1", "date": "06/04/2023"}
    assert found.board.machine == "Dell Inc. PowerEdge R740"
    assert found.controllers == (Controller(model="Broadcom / LSI MegaRAID SAS-3 3108", firmware="25.5.9.0001"),)
    nvme, sas = found.disks
    assert (nvme.model, nvme.firmware, nvme.size_gb, nvme.scheduler) == ("SAMSUNG MZ7", "EDA7602Q", 1920.38, "none")
    assert (nvme.requests, nvme.read_ahead_kib, nvme.sector_bytes) == (1023, 128, "512/4096")
    assert (sas.model, sas.count, sas.devices, sas.kind) == ("SEAGATE ST600MP0006", 2, "sda, sdb", "hard disk")
    assert (sas.firmware, sas.queue_depth, sas.scheduler) == ("N003", 64, "mq-deadline")
    assert found.volumes == (
        Volume(device="dm-0", kind="LVM", size_gb=0.0),
        Volume(device="md0", kind="RAID 10 (md)", members="sda, sdb", stripe_kib=512, size_gb=0.0),
    )
    assert (found.system.name, found.system.kernel) == ("Rocky Linux 9.3", "5.14.0-362")
    assert found.system.settings == {"vm.swappiness": "10", "boot: mitigations": "off"}
    assert found.network == (NetworkCard(model="PCI 8086:1572", speed_mbit=10000, mtu=9000),)
    assert (found.power.governor, found.power.turbo) == ("performance", "on")
    assert found.virtualisation.kind == ""


def test_serial_numbers_hosts_and_addresses_are_not_disclosed(server: Path) -> None:
    text = str(linux_hardware(server, below=["loop3"]))
    assert not [secret for secret in SECRETS if secret in text]
    assert "loop (a file)" in text


def test_machine_without_readable_inputs_has_empty_hardware(tmp_path: Path) -> None:
    assert linux_hardware(tmp_path) == Hardware()


def test_windows_hardware_is_read_from_the_registry() -> None:
    keys = {
        r"HARDWARE\DESCRIPTION\System\CentralProcessor\0": {"ProcessorNameString": "AMD EPYC 7302 ", "~MHz": 3000},
        r"HARDWARE\DESCRIPTION\System\BIOS": {
            "BIOSVendor": "HPE", "BIOSVersion": "A40", "BIOSReleaseDate": "02/10/2023",
            "SystemManufacturer": "VMware, Inc.", "SystemProductName": "VMware7,1", "BaseBoardProduct": "440BX",
        },
        r"SOFTWARE\Microsoft\Windows NT\CurrentVersion": {
            "ProductName": "Windows 10 Pro", "DisplayVersion": "23H2", "CurrentBuild": "22631", "UBR": 3155,
        },
        r"SYSTEM\CurrentControlSet\Services\disk\Enum": {
            "Count": 2, "0": r"SCSI\Disk&Ven_NVMe&Prod_Samsung_SSD_980\5&S3RIAL&0",
            "1": r"SCSI\Disk&Ven_NVMe&Prod_Samsung_SSD_980\5&S3RIAL&1",
        },
        r"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes": {
            "ActivePowerScheme": "381b4222-f694-41f0-9685-ff5bb260df2e"
        },
        r"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes\381b4222-f694-41f0-9685-ff5bb260df2e": {
            "FriendlyName": r"@%SystemRoot%\system32\powrprof.dll,-15,Balanced"
        },
        r"SYSTEM\CurrentControlSet\Control\Class\{4d36e972-e325-11ce-bfc1-08002be10318}\0001": {
            "*IfType": 6, "BusType": "5", "DriverDesc": "Intel X710", "DriverVersion": "1.2", "NetworkAddress": "S3RIAL"
        },
    }  # fmt: skip
    found = windows_hardware(lambda key: keys.get(key, {}), 16, 32, 64 * 2**30, 0)
    assert given_values(found.processor) == {"model": "AMD EPYC 7302", "cores": 16, "threads": 32, "mhz": 3000}
    assert found.memory.size_gib == 64
    assert (found.system.name, found.system.patch_level) == ("Windows 11 Pro 23H2", "22631.3155")
    assert found.disks == (Disk(model="NVMe Samsung SSD 980", bus="SCSI", count=2),)
    assert found.network == (NetworkCard(model="Intel X710", driver="1.2"),)
    assert (found.power.profile, found.virtualisation.kind) == ("Balanced", "virtual machine (VMware)")
    assert "S3RIAL" not in str(found)
    assert windows_hardware(lambda _: {}, 0, 0, 0, 0) == Hardware()


def test_macos_hardware_is_read_from_sysctl() -> None:
    told = {
        "machdep.cpu.brand_string": "Apple M2 Pro", "hw.physicalcpu": "10", "hw.logicalcpu": "10", "hw.packages": "1",
        "hw.memsize": "34359738368", "hw.model": "Mac14,9", "kern.osrelease": "23.5.0", "kern.osversion": "23F79",
    }  # fmt: skip
    found = mac_hardware(lambda name: told.get(name, ""), "14.5")
    assert (found.processor.model, found.processor.cores, found.memory.size_gib) == ("Apple M2 Pro", 10, 32)
    assert (found.system.name, found.system.patch_level) == ("macOS 14.5", "23F79")
    assert found.board.machine == "Apple Mac14,9"
    assert mac_hardware(lambda _: "", "") == Hardware()


def test_every_hardware_group_has_a_form_with_all_fields() -> None:
    assert {group.name for group in GROUPS} == set(Hardware.__struct_fields__)
    for group in GROUPS:
        assert {field.name for field in group.form} == set(group.struct.__struct_fields__)


def test_hardware_of_this_machine_agrees_with_other_sources(tmp_path: Path) -> None:
    file = placed_here(PlacedFile(what="file", place=str(tmp_path)))
    found = hardware_of_this_machine([file])
    assert found.memory.size_gib == pytest.approx(psutil.virtual_memory().total / 2**30, abs=0.06)
    assert found.processor.threads == psutil.cpu_count()
    (held,) = found.file_systems
    own = os.statvfs(tmp_path) if sys.platform != "win32" else None
    if own is not None:
        assert held.size_gb == pytest.approx(own.f_blocks * own.f_frsize / 1e9, abs=0.01)
    mounted = [part for part in psutil.disk_partitions(all=True) if tmp_path.is_relative_to(part.mountpoint)]
    longest = max(mounted, key=lambda part: len(part.mountpoint))
    assert (held.mounted, held.kind) == (longest.mountpoint, longest.fstype)
    assert set(longest.opts.split(",")) <= set(held.options.split(","))
    if sys.platform == "linux":
        assert found.system.kernel == platform.release()


def test_network_share_is_disclosed_without_its_host(tmp_path: Path) -> None:
    lines = (
        "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
        "40 27 0:50 / /mnt/data rw,relatime - nfs4 db-host-7:/export rw,vers=4.2,addr=10.1.2.3,clientaddr=10.1.2.4\n"
        "41 27 0:51 / /mnt/a\\040b rw - cifs //db-host-7/share rw\n"
    )
    listed = tmp_path / "mountinfo"
    listed.write_text(lines, encoding="utf-8")
    known = mounts(listed)
    share = mount_of(Path("/mnt/data/databases"), known)
    assert share is not None
    assert (share.source, share.kind, share.options) == ("network share", "nfs4", "rw,relatime,vers=4.2")
    other = mount_of(Path("/mnt/a b/x"), known)
    assert other is not None
    assert other.source == "network share"
    root = mount_of(Path("/mnt/database"), known)
    assert root is not None
    assert root.point == "/"


def test_target_that_cannot_be_inspected_has_an_empty_disclosure(tmp_path: Path) -> None:
    gone = EmbeddedTarget(0, "A", str(tmp_path / "gone"), Embedded(), DvdStore())
    assert _disclosed(gone).files == []
    target = StorageTarget(0, "A", str(tmp_path / "gone.dat"), Storage(), StorageIo())
    with pytest.raises(OSError, match="gone"):
        target.disclosed()
    assert _disclosed(target) == TargetDisclosure()
