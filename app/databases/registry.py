# SPDX-License-Identifier: Apache-2.0
"""The engines that there are: ours, each in a folder here, and those of other packages (entry points
"outpace.engines", each naming an `Engine`). What talks to a server is loaded only where it is asked for: `dialect_of`
in dialect, `inspection_of` in server_inspection, `counters_of` and `ranking_of` in server_statistics."""

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
    """Of all engines; their tags are the engines' names."""
    return [engine.target for engine in ENGINES.all.values()]


def engine_of(target: msgspec.Struct) -> Engine:
    """The engine that a scenario's target is of."""
    return ENGINES[str(target.__struct_config__.tag)]


def server_engine(name: str) -> ServerEngine:
    """What is known of an engine on servers. Raises UnknownNameError, ValueError for one that is on no server."""
    engine = ENGINES[name]
    if engine.server is None:
        raise ValueError(f"{engine.title} is reached over no network")
    return engine.server
