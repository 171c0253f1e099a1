# SPDX-License-Identifier: Apache-2.0
"""Native part of the wheel: the C sources, and the libraries built from them.

It is run by hatchling. One wheel serves all platforms: each library has its platform's name, and if absent, the
Python driver is used.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativePart(BuildHookInterface[Any]):
    """Build hook that adds the native part, or nothing for an editable install, which uses the checkout."""

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
    """Load the checkout's own module instead of an installed one."""
    described = importlib.util.spec_from_file_location("outpace_native_library", path)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    sys.modules[described.name] = module
    described.loader.exec_module(module)
    return module
