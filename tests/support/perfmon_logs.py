# SPDX-License-Identifier: Apache-2.0
"""Synthetic Performance Monitor logs of a lab's servers."""

from pathlib import Path


def perfmon_of(path: Path, host: str, opm: float, *, hour: int = 11, seconds: int = 120, disk_s: float = 0.01) -> str:
    """Return a server's log: orders per minute, disk reads with their latency, and processor usage."""
    names = ("Test\\OPM", "Test\\MaxRT", "PhysicalDisk(0 C:)\\Disk Reads/sec", "PhysicalDisk(0 C:)\\Avg. Disk sec/Read",
             "Processor(_Total)\\% Processor Time")  # fmt: skip
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"\\\\{host}\\{name}"' for name in names)]
    for at in range(seconds):
        values = (opm, opm / 1000, opm / 10, disk_s, opm / 100)
        stamp = f"11/22/2026 {hour}:{at // 60:02d}:{at % 60:02d}.000"
        lines.append(",".join(f'"{field}"' for field in (stamp, *values)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path.name
