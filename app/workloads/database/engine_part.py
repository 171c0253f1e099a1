# SPDX-License-Identifier: Apache-2.0
"""Base class of an engine's part of a workload: forms and SQL of its calls."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from app.workloads.cycle_language import CallForms
from app.workloads.database.schema import Schema

INSERTED_INTO = re.compile(r"^\s*INSERT\s+INTO\s+(\w+)", re.IGNORECASE)


class EnginePart:
    """One engine's part of a workload. Stateless.

    Attributes:
        folder: Folder of the engine's dialect and scripts.
        forms: Forms of the workload's calls on the engine.
    """

    folder: ClassVar[str]
    forms = CallForms()

    def __init__(
        self, schema: Schema, forms: CallForms | None = None, statements: Mapping[str, str] | None = None
    ) -> None:
        """Describe a workload's calls.

        Args:
            schema: The workload's tables and scripts.
            forms: Forms of its calls; None for those of the class.
            statements: SQL of its statements by name; if None, those of the script `operations` in the engine's folder.
        """
        self.schema_of = schema
        self._statements = statements
        if forms is not None:
            self.forms = forms

    @cached_property
    def _named(self) -> Mapping[str, str]:
        if self._statements is not None:
            return self._statements
        return self.schema_of.named("operations", self.folder)

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement, with a question mark for each argument. Raises LookupError."""
        if statement not in self._named:
            raise LookupError(f"{self.schema_of.place} has no SQL of the statement {statement} for {self.folder}")
        return self._named[statement]

    def from_common(self, sql: str) -> str:
        """Return a statement of the folder "common" as the engine needs it."""
        return sql
