# SPDX-License-Identifier: Apache-2.0
"""Targets of a person's own SQL in the embedded engine."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.engine.embedded_target import FileTarget
from app.engine.target import Contents, InspectedData, Pristine
from app.model.documents import TargetDetail
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.messages import Sentence
from app.model.sql_workload import Sql
from app.workloads.sql.on_sqlite import SqlOnSqlite
from app.workloads.sql.sqlite_file import SqliteFile
from app.workloads.workload import Cancelled, Progress, Workload


class SqlTarget(FileTarget, frozen=True):
    """The file that the set-up makes, or one that exists."""

    work: Sql

    @property
    def file(self) -> SqliteFile:
        """What finds, makes and checks it."""
        return SqliteFile(Path(self.folder), self.work, self.sqlite)

    def files(self) -> Mapping[str, Path]:
        return {"database": self.file.path}

    def workload(self) -> Workload:
        return SqlOnSqlite(self.file)

    def detail(self) -> TargetDetail:
        return self.described(DATABASES[self.work.database], self.work.users)

    def inspect_data(self) -> InspectedData:
        file = self.file
        ready = file.is_ready()
        return inspected_sql(file.path.name, self.work, ready=ready)

    def build(self, progress: Progress, cancelled: Cancelled) -> Contents:
        self.file.build(progress, cancelled)
        return NO_CONTENTS

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        anew = self.file.restore(progress, cancelled)
        return Pristine(NO_CONTENTS, restored_how(self.work, anew=anew), 0.0, None, self.size_bytes())

    def count(self) -> None:
        self.file.check_ready()

    def checked(self) -> Sequence[Sentence]:
        return self.file.after_run()


NO_CONTENTS = Contents("", "", 0)
DATABASES = {"own": "own SQL", "existing": "own SQL on an existing database"}


def inspected_sql(name: str, work: Sql, *, ready: bool) -> InspectedData:
    """What a check says of a database. ready: as a run must find it."""
    if work.database == "existing":
        text = phrase("the existing database {name} is there; only the scenario's statements change it", name=name)
    elif ready:
        text = phrase("the set-up's database {name} is there", name=name)
    else:
        text = phrase("the set-up will make the database {name} before the load", name=name)
    return InspectedData([Finding("data", "passed", text)], built=ready)


def restored_how(work: Sql, *, anew: bool) -> Sentence:
    """By what a database is as a run must find it."""
    if not anew:
        return phrase("as it was")
    return phrase("by the set-up") if work.database == "own" else phrase("by the set-up's statements, in place")
