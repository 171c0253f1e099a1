# SPDX-License-Identifier: Apache-2.0
"""Third-party package, as pip would install it: its modules, and the entry points by which it extends Outpace."""

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.model.registry import Registry


@contextmanager
def added_package(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    files: Mapping[str, str],
    entry_points: str,
    registries: tuple[Registry[Any], ...],
) -> Iterator[None]:
    """Install a package for this process and its children while the block runs.

    Args:
        folder: folder of the package.
        monkeypatch: restores the import path and the registries.
        files: contents by path.
        entry_points: text of entry_points.txt.
        registries: registries to read again.
    """
    information = {"METADATA": "Metadata-Version: 2.1\nName: outpace-added\nVersion: 1.0\n"}
    information["entry_points.txt"] = entry_points
    for name, text in {**files, **{f"outpace_added-1.0.dist-info/{n}": t for n, t in information.items()}}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    importlib.invalidate_caches()
    _forget(registries)
    try:
        yield
    finally:
        monkeypatch.undo()
        for name in files:
            sys.modules.pop(name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"), None)
        _forget(registries)


def _forget(registries: tuple[Registry[Any], ...]) -> None:
    for registry in registries:
        registry.__dict__.pop("all", None)
