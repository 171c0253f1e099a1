# SPDX-License-Identifier: Apache-2.0
"""Targets of custom SQL in the embedded engine."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.databases.failures import DatabaseError
from app.engine.devices import size_phrase
from app.engine.embedded_target import FileTarget, require_folder
from app.engine.target import DatabaseContents, InspectedData, Pristine
from app.model.documents import TargetDetail
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.messages import Sentence
from app.model.sql_workload import Sql
from app.workloads.sql.on_sqlite import SqlOnSqlite
from app.workloads.sql.preparing import RefusedStatement
from app.workloads.sql.sqlite_file import SqliteFile
from app.workloads.workload import Cancelled, Progress, Workload


class SqlTarget(FileTarget, frozen=True):
    """Target in a file that is created by the set-up or already exists."""

    work: Sql

    @property
    def file(self) -> SqliteFile:
        """File access for finding, creating and checking."""
        return SqliteFile(Path(self.folder), self.work, self.sqlite)

    def files(self) -> Mapping[str, Path]:
        return {"database": self.file.path}

    def workload(self) -> Workload:
        return SqlOnSqlite(self.file)

    def detail(self) -> TargetDetail:
        return self.described(DATABASES[self.work.database], self.work.users)

    def inspect_data(self) -> InspectedData:
        if not self.work.existing:
            require_folder(Path(self.folder))
        file = self.file
        ready = file.is_ready()
        size_bytes = self.size_bytes() if ready else 0
        findings = statements_found(file.refused)
        return inspected_sql(file.path.name, self.work, findings, ready=ready, size_bytes=size_bytes)

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        self.file.build(progress, cancelled)
        return NO_CONTENTS

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        setup_executed = self.file.restore(progress, cancelled)
        return pristine_sql(self.work, setup_executed=setup_executed, size_bytes=self.size_bytes())

    def count(self) -> None:
        self.file.check_ready()

    def checked(self) -> Sequence[Sentence]:
        return self.file.after_run()


NO_CONTENTS = DatabaseContents("", "", 0)
DATABASES = {"own": "own SQL", "existing": "own SQL on an existing database"}


MOST_REFUSED = 8
"""Maximum number of rejected statements that a check lists."""


def statements_found(refused: Callable[[], Sequence[RefusedStatement] | None]) -> list[Finding]:
    """Return the findings about the transactions' statements. `refused` queries the engine; see ServerDatabase."""
    try:
        refusals = refused()
    except DatabaseError as error:
        text = phrase("the transactions' statements were not tried: {reason}", reason=error)
        return [Finding("statements", "warning", text)]
    if refusals is None:
        text = phrase("the transactions' statements can be tried once the set-up has made what they need")
        return [Finding("statements", "passed", text)]
    if not refusals:
        text = phrase("the engine could prepare the transactions' statements; none was executed")
        return [Finding("statements", "passed", text)]
    findings = []
    for one in sorted(refusals, key=lambda one: not one.sure)[:MOST_REFUSED]:
        text = phrase("{where}: {reason}", where=one.where, reason=one.reason)
        if one.sure:
            findings.append(Finding("statements", "failed", text, phrase("Mend the statement in the script")))
        else:
            remedy = phrase("Mend it, unless the set-up or another statement makes what is missing")
            findings.append(Finding("statements", "warning", text, remedy))
    return findings


def inspected_sql(
    name: str, work: Sql, statements: Sequence[Finding], *, ready: bool, size_bytes: int
) -> InspectedData:
    """Return the description of a database.

    Args:
        name: name of the database.
        work: the workload.
        statements: findings about the statements.
        ready: whether the database is in the state that a run needs.
        size_bytes: size of the database; 0 if it must be created.
    """
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
    return InspectedData([Finding("data", "passed", text), *statements], built=ready, data_bytes=size_bytes)


def pristine_sql(work: Sql, *, setup_executed: bool, size_bytes: int) -> Pristine:
    """Return the description of a database before a run; `setup_executed` if the set-up was run for it."""
    if work.existing:
        how = phrase("the set-up's statements were executed in it") if setup_executed else phrase("it is used as it is")
    else:
        how = phrase("by the set-up") if setup_executed else phrase("unchanged since the set-up")
    return Pristine(NO_CONTENTS, how, 0.0, None, size_bytes, existing=work.existing)
