# SPDX-License-Identifier: Apache-2.0
"""Targets of a person's own SQL in the embedded engine."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.engine.devices import size_phrase
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
        size_bytes = self.size_bytes() if ready else 0
        return inspected_sql(file.path.name, self.work, ready=ready, size_bytes=size_bytes)

    def build(self, progress: Progress, cancelled: Cancelled) -> Contents:
        self.file.build(progress, cancelled)
        return NO_CONTENTS

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        anew = self.file.restore(progress, cancelled)
        return pristine_sql(self.work, anew=anew, size_bytes=self.size_bytes())

    def count(self) -> None:
        self.file.check_ready()

    def checked(self) -> Sequence[Sentence]:
        return self.file.after_run()


NO_CONTENTS = Contents("", "", 0)
DATABASES = {"own": "own SQL", "existing": "own SQL on an existing database"}


def inspected_sql(name: str, work: Sql, *, ready: bool, size_bytes: int) -> InspectedData:
    """What a check says of a database. ready: as a run must find it. size_bytes: 0 of one that is still to be made."""
    if work.existing:
        text = phrase(
            "the existing database {name} is there, {size}; only the scenario's statements change it, and nothing "
            "restores it",
            name=name,
            size=size_phrase(size_bytes),
        )
    elif ready:
        text = phrase("the set-up's database {name} is there", name=name)
    else:
        text = phrase("the set-up will make the database {name} before the load", name=name)
    return InspectedData([Finding("data", "passed", text)], built=ready, data_bytes=size_bytes)


def pristine_sql(work: Sql, *, anew: bool, size_bytes: int) -> Pristine:
    """A database as a run finds it. anew: the set-up was executed for that."""
    if work.existing:
        how = phrase("the set-up's statements were executed in it") if anew else phrase("it is used as it is")
    else:
        how = phrase("by the set-up") if anew else phrase("unchanged since the set-up")
    return Pristine(NO_CONTENTS, how, 0.0, None, size_bytes, existing=work.existing)
