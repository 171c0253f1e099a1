# SPDX-License-Identifier: Apache-2.0
"""Benchmark scenario of two embedded databases side by side."""

from pathlib import Path

ROLLBACK, WAL = "rollback", "wal"
SCENARIO = """
title = "{title}"

[workload]
name = "dvdstore"
db_size = "10MB"
users = {users}
think_time_s = {think_s}

[plan]
name = "timed"
ramp_users_per_s = 10
warmup_s = 5
run_s = {seconds}
"""
SYSTEM = """
[[systems]]
name = "{name}"
role = "{role}"
[[systems.targets]]
engine = "sqlite"
journal = "{journal}"
synchronous = "full"
folder = "databases"
"""


def write_pair(path: Path, title: str, journals: tuple[str, str], users: int, think_s: float, seconds: float) -> Path:
    """Write the scenario, with its databases, to a new folder. `journals` are the journal modes of A and B."""
    text = SCENARIO.format(title=title, users=users, think_s=think_s, seconds=seconds)
    for letter, role, journal in zip("AB", ("baseline", "challenger"), journals, strict=True):
        text += SYSTEM.format(name=f"{letter}, {journal}", role=role, journal=journal)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
