# SPDX-License-Identifier: Apache-2.0
"""Outpace does not need the pip-installed files that its packages leave out."""

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import PySide6
import pytest

ROOT = Path(__file__).parents[2]

sys.path.insert(1, str(ROOT / "packaging"))
import windows_package  # noqa: E402 - packaging's modules are scripts in one folder

EVERYTHING = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
for package in ("app", "collectors", "widgets"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
import pandas, pyqtgraph
from rich.console import Console
from rich.live import Live
from rich.table import Table
table = Table("System")
table.add_row("A [bold]1.5[/] '/tmp' {'x': 2}")
with Live(table, console=Console(force_terminal=True)):
    pass
"""


def left_out_on_windows() -> list[str]:
    modules = {one.name.partition(".")[0] for one in Path(PySide6.__path__[0]).glob("Qt*")} - {"Qt"}
    qt = [name for name in modules if not windows_package.is_kept(Path("PySide6", f"{name}.pyd"))]
    assert {"QtQml", "QtTest"}.issubset(qt)
    assert "QtWidgets" not in qt
    return [*windows_package.UNUSED, *(f"PySide6.{name}" for name in qt)]


def left_out_on_linux() -> list[str]:
    tree = ast.parse((ROOT / "packaging" / "linux" / "outpace.spec").read_text(encoding="utf-8"))
    values = {ast.unparse(one.targets[0]): one.value for one in tree.body if isinstance(one, ast.Assign)}
    return list(ast.literal_eval(values["UNUSED"]))


@pytest.mark.parametrize("left_out", [left_out_on_linux, left_out_on_windows])
def test_every_module_can_be_imported_without_the_omitted_files(left_out: Callable[[], list[str]]) -> None:
    names = left_out()
    assert "pygments" in names
    command = [sys.executable, "-P", "-c", EVERYTHING, *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("app/__main__.py", True),
        ("app/native/lib/outpace-windows-x86_64.dll", True),
        ("apsw/tests/__main__.py", False),
        ("numpy/_core/tests/test_x.py", False),
        ("numpy/testing/__init__.py", True),
        ("pandas/tests/test_x.py", False),
        ("pandas-3.1.1.dist-info/METADATA", True),
        ("pandas-3.1.1.dist-info/RECORD", False),
        ("pygments/lexers/python.py", False),
        ("pywin32-312.dist-info/METADATA", False),
        ("pywin32.pth", False),
        ("pywin32_ctypes-0.2.3.dist-info/METADATA", True),  # required by keyring
        ("win32com/client/__init__.py", False),
        ("win32ctypes/pywin32/win32cred.py", True),
        ("resources/translations/outpace_de.qm", True),
        ("resources/translations/outpace_de.ts", False),
        ("PySide6/Qt6Core.dll", True),
        ("PySide6/Qt6Quick.dll", False),
        ("PySide6/QtWidgets.pyd", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/plugins/imageformats/qjpeg.dll", True),
        ("PySide6/plugins/imageformats/qtiff.dll", False),
        ("PySide6/plugins/qmltooling/qmldbg_local.dll", False),
        ("PySide6/designer.exe", False),
        ("Scripts/outpace.exe", False),
    ],
)
def test_files_needed_on_windows_are_kept(place: str, *, kept: bool) -> None:
    assert windows_package.is_kept(Path(place)) is kept
