"""What is looked at before a run on an embedded database, in a child process: nothing is changed by it."""

from collections.abc import Mapping
from pathlib import Path

import apsw

from app.databases.sqlite import DatabaseError
from app.engine.devices import device_of
from app.engine.finding import Finding, Inspected, Result
from app.workloads.dvdstore.building import expected_bytes, find
from app.workloads.dvdstore.parameters import Parameters


def inspected_files(  # noqa: PLR0917
    number: int, system: int, folder: Path, parameters: Parameters, synchronous: str, detail: Mapping[str, object]
) -> Inspected:
    """Looks at one database's folder. number: of the target over all systems. detail: its settings."""

    def finding(check: str, result: Result, text: str, remedy: str = "") -> Finding:
        return Finding(system, number, check, result, text, remedy)

    try:
        mark = find(folder, parameters)
    except DatabaseError as error:
        return Inspected(number, [finding("data", "failed", str(error))])
    if mark is not None:
        findings = [finding("data", "passed", f"DVD Store {mark.size} is built, checksum {mark.checksum}")]
    else:
        findings = [finding("data", "passed", f"DVD Store {parameters.size} will be built before the load")]
    device = device_of(folder)
    if device is not None:
        needed = expected_bytes(parameters) * (1 if mark is not None else 2)
        text = f"{device.free_bytes / 2**30:,.1f} GiB free of {needed / 2**30:,.2f} GiB needed"
        findings.append(finding("device", "passed", device.name))
        if device.free_bytes < needed:
            findings.append(finding("free space", "failed", text, "Make room, or choose another folder or size"))
        else:
            findings.append(finding("free space", "passed", text))
    if synchronous != "full":
        text = f"a crash may lose commits: synchronous = {synchronous}"
        findings.append(finding("durability", "warning", text, "Say so with every result"))
    version = apsw.sqlite_lib_version()
    settings = {key: str(value) for key, value in detail.items() if key not in {"engine", "database", "users"}}
    return Inspected(
        number,
        findings,
        facts={"Product": "SQLite", "Version": version, **settings},
        product="SQLite",
        version=version,
        checksum=mark.checksum if mark is not None else "",
        durable=synchronous == "full",
        devices=sorted(device.disks) if device is not None else [],
    )
