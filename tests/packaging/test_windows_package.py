# SPDX-License-Identifier: Apache-2.0
"""The setup program and the MSI, as far as they can be tested without building them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[2]
WINDOWS = ROOT / "packaging" / "windows"

sys.path.insert(1, str(ROOT / "packaging"))
import windows_package  # noqa: E402 - packaging's modules are scripts in one folder

sys.path.insert(1, str(WINDOWS))
from path import added, removed  # noqa: E402 - as those


def test_msi_lists_every_file_once_with_a_stable_component_id(tmp_path: Path) -> None:
    for name in ("outpace.exe", "outpace.ico", "python/python.exe", "python/Lib/site-packages/app/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    first, second = (windows_package.describe(tmp_path, version).getroot() for version in ("1.0.0", "1.1.0"))
    named = f"{{{windows_package.WIX}}}"
    sources = [file.get("Source") for file in first.iter(f"{named}File")]
    assert sorted(map(str, sources)) == sorted(
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    )
    components = [[one.get("Guid") for one in root.iter(f"{named}Component")] for root in (first, second)]
    assert components[0] == components[1]
    assert len(set(components[0])) == len(components[0])
    offered = {one.get("Id") for one in first.iter(f"{named}Component")}
    assert {one.get("Id") for one in first.iter(f"{named}ComponentRef")} == offered
    product = second.find(f"{named}Product")
    assert product is not None
    assert product.get("Version") == "1.1.0"


def test_msi_description_avoids_what_wixl_does_not_support() -> None:
    elements = {one.tag.rpartition("}")[2] for one in ET.parse(WINDOWS / "main.wxs").iter()}
    assert "Environment" not in elements  # wixl 0.101 aborts if it is present


def test_files_installed_by_the_msi_are_not_compiled_at_run_time(tmp_path: Path) -> None:
    windows_package.forbid_compiling(tmp_path)
    code = f"import site, sys\nsite.addsitedir({str(tmp_path)!r})\nprint(sys.dont_write_bytecode)"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-S", "-c", code]
    assert subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout == "True\n"


def test_uninstaller_removes_every_file_of_the_setup() -> None:
    text = (WINDOWS / "outpace.nsi").read_text(encoding="utf-8")
    removed = {
        name.replace("\\", "/") for name in re.findall(r'Delete "\$INSTDIR\\([^"]+)"', text.partition("Uninstall\n")[2])
    }
    laid_out = {name for name, *_ in windows_package.LAUNCHERS} | {*windows_package.NOTICES, "outpace.ico"}
    assert laid_out | {"uninstall.exe"} == removed
    assert text.count("!insertmacro WAIT_FOR_END") == 2


MINE = r"C:\Users\me\AppData\Local\Programs\Outpace\bin"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", MINE),
        (r"%USERPROFILE%\x;C:\y", rf"%USERPROFILE%\x;C:\y;{MINE}"),
        ("C:\\y;", rf"C:\y;{MINE}"),
        (rf"{MINE};C:\y", rf"{MINE};C:\y"),
        (rf'C:\y;"{MINE.upper()}\"', rf'C:\y;"{MINE.upper()}\"'),
        ("C:\\long;" * 300, "C:\\long;" * 300 + MINE),
    ],
)
def test_command_folder_is_added_to_the_path_once_and_the_rest_is_kept(before: str, after: str) -> None:
    assert added(before, MINE) == after


def test_only_the_command_folder_is_removed_from_the_path() -> None:
    assert removed(added(r"%USERPROFILE%\x;;C:\y", MINE), MINE) == r"%USERPROFILE%\x;;C:\y"
    assert removed(added("", MINE), MINE) == ""
    assert removed(rf"{MINE}ary;{MINE.lower()}\;C:\y", MINE) == rf"{MINE}ary;C:\y"
