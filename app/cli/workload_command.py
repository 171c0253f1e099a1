# SPDX-License-Identifier: Apache-2.0
"""`outpace workload`: tables of workloads and their SQL for a database engine; and `outpace check-workload`."""

from collections.abc import Iterable, Mapping, Sequence

from app.cli.exit_status import ExitStatus, failure
from app.databases.registry import ENGINES
from app.model.errors import phrase
from app.model.registry import UnknownNameError
from app.model.workloads import DatabaseWorkload
from app.native.native_library import Absent, NativeLibrary
from app.scenario.workload_registry import WORKLOADS as REGISTERED
from app.workloads.compiler.operands import CycleError
from app.workloads.database.dataset import dataset_of
from app.workloads.database.schema import Schema, member
from app.workloads.database.workload_definition import check_statements, definition_of, forms_of
from app.workloads.equality import difference
from app.workloads.tables.dialects import DIALECTS
from app.workloads.tables.rendering import table_script

FURTHER = ("dvdstore3",)
"""Folders of additional versions of registered workloads."""
PARAMETERS = """\
-- :first and :last are the rows of one chunk, :a1 to :b4 keys that follow from the data seed and the table; the other
-- names that begin with a colon are numbers of the data's size.
"""


def list_workloads() -> ExitStatus:
    """List the workloads: name, title, number of tables."""
    for name, schema in _schemas().items():
        print(f"{name:12} {schema.title:12} {len(schema.tables) + len(schema.empty)} tables")
    return ExitStatus.DONE


def list_tables(workload: str) -> ExitStatus:
    """List the tables of a workload with their descriptions."""
    schemas = _schemas()
    if workload not in schemas:
        return _unknown_workload(workload, schemas)
    for table in schemas[workload].described:
        if not table.is_internal:
            print(f"{table.name:20} {table.comment or ', '.join(one.name for one in table.columns)}")
    return ExitStatus.DONE


def print_sql(workload: str, engine: str, tables: Sequence[str]) -> ExitStatus:
    """Print the SQL that builds and checks the named tables, or all tables if none are named."""
    schemas = _schemas()
    if workload not in schemas:
        return _unknown_workload(workload, schemas)
    schema = schemas[workload]
    dialects = {one.name: one.sql for one in ENGINES.all.values() if one.sql in DIALECTS} | {"mariadb": "mysql"}
    if engine not in dialects:
        return failure(f'Outpace has no SQL for "{engine}". Choose one of {", ".join(sorted(dialects))}.')
    known = {table.name: table for table in schema.described}
    if unknown := [name for name in tables if name.upper() not in known]:
        return failure(
            f'{workload} has no table "{unknown[0]}". The tables are {", ".join((*schema.tables, *schema.empty))}.'
        )
    chosen = [known[name.upper()] for name in tables] or list(schema.described)
    print(PARAMETERS + DIALECTS[dialects[engine]].note)
    print("\n\n".join(table_script(table, dialects[engine]) for table in chosen))
    return ExitStatus.DONE


def checked_workload(name: str, cycles: int) -> int:
    """Check a workload with its default parameters on each supported engine, printing a line per engine."""
    library = NativeLibrary.load()
    if isinstance(library, Absent):
        return failure(f"There is no native library ({library.lack}); build it with python3 packaging/native.py.")
    try:
        registered = REGISTERED[name]
    except UnknownNameError as error:
        return failure(str(error))
    if not issubclass(registered.parameters, DatabaseWorkload):
        return failure(f"The workload {name} has no cycle: it is not one on databases that Outpace builds.")
    parameters = registered.parameters()
    supported_engines = [
        engine
        for engine in ENGINES.all.values()
        if engine.sql in DIALECTS and (not registered.engines or engine.name in registered.engines)
    ]
    cycle = definition_of(parameters).cycle(parameters)
    for folder in dict.fromkeys(engine.sql for engine in supported_engines):
        try:
            check_statements(parameters, folder)
            difference_text = difference(cycle, forms_of(parameters, folder), library, cycles=cycles)
        except (CycleError, TypeError, LookupError) as error:
            return failure(phrase("{engine}: {reason}", engine=folder, reason=str(error)))
        if difference_text:
            return failure(phrase("{engine}: {reason}", engine=folder, reason=difference_text))
        print(f"{folder}: {cycles:,} cycles are equal")
    return ExitStatus.DONE


def _schemas() -> Mapping[str, Schema]:
    """Return the schemas of the workloads with described tables, by name."""
    found = {
        name: dataset_of(one.parameters()).schema
        for name, one in REGISTERED.all.items()
        if issubclass(one.parameters, DatabaseWorkload)
    }
    further: dict[str, Schema] = {name: member(name, "dataset", "SCHEMA") for name in FURTHER}
    return dict(sorted((found | further).items()))


def _unknown_workload(name: str, known: Iterable[str]) -> ExitStatus:
    return failure(f'There is no workload "{name}" with tables of its own. The workloads are {", ".join(known)}.')
