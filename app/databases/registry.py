# SPDX-License-Identifier: Apache-2.0
"""Registry of engines: Outpace's own, each in a folder here, and those of other packages.

Each entry point "outpace.engines" names an `Engine`. Code that accesses a server is loaded on demand: `dialect_of` in
dialect, `inspection_of` in server_inspection, `counters_of` and `ranking_of` in server_statistics.
"""

from collections.abc import Sequence

import msgspec

from app.databases.engine import Engine, ServerEngine
from app.model.registry import Registry, struct_faults

ENGINES = Registry(
    "engine",
    "outpace.engines",
    [
        "app.databases.sqlite.description:ENGINE",
        "app.databases.postgresql.description:ENGINE",
        "app.databases.mysql.description:ENGINE",
        "app.databases.sqlserver.description:ENGINE",
        "app.databases.storage.description:ENGINE",
    ],
    Engine,
    lambda engine: struct_faults(engine.target, engine.name, "engine"),
)


def target_structs() -> Sequence[type[msgspec.Struct]]:
    """Return the target struct types of all engines, whose tags are the engines' names."""
    return [engine.target for engine in ENGINES.all.values()]


def engine_of(target: msgspec.Struct) -> Engine:
    """Return the engine of a scenario's target."""
    return ENGINES[str(target.__struct_config__.tag)]


def server_engine(name: str) -> ServerEngine:
    """Return the description of a server engine. Raises UnknownNameError, or ValueError if the engine has no server."""
    engine = ENGINES[name]
    if engine.server is None:
        raise ValueError(f"{engine.title} is reached over no network")
    return engine.server
