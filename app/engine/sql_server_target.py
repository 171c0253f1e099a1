# SPDX-License-Identifier: Apache-2.0
"""Targets of custom SQL on servers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from app.databases.failures import DatabaseError
from app.databases.registry import ENGINES
from app.databases.server_inspection import Needs
from app.engine.server_target import DatabaseTarget, login_address
from app.engine.sql_target import DATABASES, NO_CONTENTS, inspected_sql, pristine_sql, statements_found
from app.engine.target import DatabaseContents, InspectedData, Pristine
from app.model.documents import TargetDetail
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.messages import Sentence
from app.model.sql_workload import Sql, meant
from app.model.targets import Server
from app.workloads.database.schema import MAKES_TRIGGER
from app.workloads.sql.on_server import SqlOnServer
from app.workloads.sql.preparing import ON_SERVERS
from app.workloads.sql.server_database import ServerDatabase
from app.workloads.workload import Cancelled, Progress, Workload


@dataclass(frozen=True, slots=True)
class SqlServerTarget(DatabaseTarget):
    """Target on a server: a database created by the set-up, or an existing database."""

    work: Sql

    @property
    def database(self) -> ServerDatabase:
        """Database access for finding, creating and checking. It is not connected yet."""
        return ServerDatabase(self.address, self.password, self.work)

    @property
    def needs(self) -> Needs:
        statements = [one.statement for one in self.work.setup if meant(one, self.address.engine)]
        triggers = any(MAKES_TRIGGER.search(statement) for statement in statements)
        return Needs((self.address.database,), create=not self.work.existing, triggers=triggers)

    def unit_of(self, task: str) -> str:
        return ""

    def workload(self) -> Workload:
        return SqlOnServer(self.database)

    def detail(self) -> TargetDetail:
        return TargetDetail(
            engine=ENGINES[self.address.engine].title,
            database=DATABASES[self.work.database],
            settings={str(name): value for name, value in self.address.target.settings.items()},
            users=self.work.users,
        )

    def held(self) -> AbstractContextManager[None]:
        return self.database.held()

    def inspect_data(self) -> InspectedData:
        try:
            ready = self.database.is_ready()
            size_bytes = self.size_bytes() if ready else 0
        except DatabaseError as error:
            return InspectedData([Finding("data", "failed", error.message)], built=False)
        if self.address.engine in ON_SERVERS:
            findings = statements_found(self.database.refused)
        else:
            text = phrase("on this engine the transactions' statements are not tried before the run")
            findings = [Finding("statements", "passed", text)]
        return inspected_sql(self.address.database, self.work, findings, ready=ready, size_bytes=size_bytes)

    def remove_unfinished(self) -> Sequence[str]:
        return self.database.remove_unfinished()

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        self.database.build(progress, cancelled)
        return NO_CONTENTS

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        setup_executed = self.database.restore(progress, cancelled)
        return pristine_sql(self.work, setup_executed=setup_executed, size_bytes=self.size_bytes())

    def count(self) -> None:
        self.database.check_ready()

    def checked(self) -> Sequence[Sentence]:
        return self.database.after_run()

    def size_bytes(self) -> int:
        return self.database.size_bytes()

    def checkpoint(self) -> str:
        return self.database.checkpoint()


def sql_target(system: int, label: str, target: Server, work: Sql, password: str) -> SqlServerTarget:
    """Create a scenario's target, with its password."""
    return SqlServerTarget(system, label, login_address(target), password, work)
