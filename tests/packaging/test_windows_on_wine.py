# SPDX-License-Identifier: Apache-2.0
"""The folder of the Windows package, run under Wine if installed (`packaging/test.py --wine` installs it)."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

sys.path.insert(1, str(ROOT / "packaging"))
import wine  # noqa: E402 - packaging's modules are scripts in one folder
from environment import (  # noqa: E402 - as that
    BUILD_REQUIREMENTS,
    PACKAGE_REQUIREMENTS,
    RELEASE_REQUIREMENTS,
    temporary_environment,
)
from windows_package import fill  # noqa: E402 - as that

pytestmark = [
    pytest.mark.program,  # a packaging test: it creates a Wine prefix and installs the package in it
    pytest.mark.skipif(not wine.is_there(), reason="Wine is not installed: packaging/test.py --wine does it"),
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("work")
    for name in ("THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"):
        (work / name).write_text("", encoding="ascii")
    tools = [
        re.search(rf"^{name}==(?:.*\\\n)+.*\n", listed.read_text(encoding="utf-8"), re.MULTILINE)
        for name, listed in (("uv", RELEASE_REQUIREMENTS), ("setuptools", PACKAGE_REQUIREMENTS))
    ]
    (work / "tools.txt").write_text("".join(one[0] for one in tools if one), encoding="utf-8")
    with temporary_environment(work / "tools.txt", BUILD_REQUIREMENTS) as scripts:
        return fill(work, scripts / "python", scripts / "uv")


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[wine.Prefix]:
    with wine.fresh_prefix(wine.fetch_runtime([sys.executable], tmp_path_factory.mktemp("runtime"))) as prefix:
        yield prefix


def test_storage_run_on_wine_is_valid_and_writes_a_session(stage: Path, windows: wine.Prefix) -> None:
    text = wine.run_storage(windows, stage / "bin" / "outpace.exe")
    assert "Valid run." in text, text
    assert (windows.drive / "drive-a" / "storage.outpace").exists()


def test_command_folder_is_added_to_and_removed_from_the_user_path(stage: Path, windows: wine.Prefix) -> None:
    assert windows.user_path() == ""
    for action, expected in (("add", r"C:\here\bin"), ("remove", "")):
        windows.do(stage / "python" / "python.exe", stage / "python" / "path.py", action, r"C:\here\bin")
        assert windows.user_path() == expected
