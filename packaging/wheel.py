# SPDX-License-Identifier: Apache-2.0
"""The wheel's native part: the C sources, and those libraries that were built of them.

hatchling runs it. The wheel stays one for all platforms: each library has its platform's name, and where there is none
the driver in Python runs.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativePart(BuildHookInterface[Any]):
    """Of an editable install nothing: there the checkout is used as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        library = loaded(Path(self.root, "app", "native", "native_library.py"))
        hashed = library.source_hash()
        carried = {path: f"app/native/sources/{path.name}" for path in library.sources()}
        for path in sorted(library.LIBRARIES.glob("outpace-*")):
            if library.is_of(path, hashed):
                carried[path] = f"app/native/lib/{path.name}"
        build_data["force_include"] |= {str(path): place for path, place in carried.items()}


def loaded(path: Path) -> ModuleType:
    """The checkout's own module, which no installed one may stand in for."""
    described = importlib.util.spec_from_file_location("outpace_native_library", path)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    sys.modules[described.name] = module
    described.loader.exec_module(module)
    return module
