# SPDX-License-Identifier: Apache-2.0
"""SQLite, embedded into the worker processes."""

from collections.abc import Mapping
from typing import Any

from app.databases.engine import Engine
from app.model.form import FormField, marked
from app.model.sql_workload import ON_EXISTING
from app.model.targets import Embedded


class SqliteTarget(Embedded, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="sqlite"):
    """Target in a file of the SQLite that is bundled with Outpace."""


FORM = (
    FormField(
        "journal",
        "Journal",
        "What a commit survives.",
        choices=(("rollback", "Rollback journal"), ("wal", "Write-ahead log")),
    ),
    FormField(
        "synchronous",
        "Wait for disk",
        "Only “At every commit” loses nothing in a power failure.",
        choices=(("full", "At every commit"), ("normal", "At checkpoints"), ("off", "Never")),
    ),
    FormField(
        "folder",
        "Folder",
        "Folder of the database. To compare two drives, choose a folder on each.",
        kind="folder",
        empty="Outpace's own data folder",
        wide=True,
        hints=((*ON_EXISTING, "The existing database: its file, or the folder that holds it alone."),),
    ),
    FormField("cache_mb", "Page cache", "Memory per connection.", "MB", more=True),
)


def system_name(target: Mapping[str, Any]) -> str:
    """Return the name for an unnamed system, from its journal mode, in which two systems usually differ."""
    return "Rollback journal" if target.get("journal", "wal") == "rollback" else "Write-ahead log"


ENGINE = Engine(
    name="sqlite",
    title="SQLite",
    choice=marked("SQLite, embedded"),
    target=SqliteTarget,
    form=FORM,
    place="folder",
    system_name=system_name,
)
