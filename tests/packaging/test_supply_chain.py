# SPDX-License-Identifier: Apache-2.0
"""Exactly the listed packages are installed and shipped, each pinned by version and hash."""

import contextlib
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest
import tomlkit
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"

sys.path.insert(1, str(PACKAGING))
import inventory  # noqa: E402 - packaging's modules are scripts in one folder
from environment import create_environment  # noqa: E402 - as that

LISTS = (
    "requirements.txt", "requirements-agent.txt", "requirements-test.txt", "requirements-build.txt",
    "requirements-release.txt", "requirements-native.txt",
)  # fmt: skip


def pinned(name: str) -> dict[str, list[Requirement]]:
    """Return the packages in a list by name, with several entries if versions differ by system or Python version."""
    found: dict[str, list[Requirement]] = {}
    for entry in re.split(r"\n(?! )", (PACKAGING / name).read_text(encoding="utf-8").strip()):
        text, *hashes = entry.split("--hash=")
        assert hashes, entry
        assert all(one.strip(" \\\n").startswith("sha256:") for one in hashes), entry
        requirement = Requirement(text.strip(" \\\n"))
        assert [one.operator for one in requirement.specifier] == ["=="], text
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_package_is_pinned_by_version_and_hash_without_an_index(name: str) -> None:
    assert pinned(name)
    assert "://" not in (PACKAGING / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "extras"),
    [("requirements.txt", ["window"]), ("requirements-agent.txt", []), ("requirements-test.txt", ["window", "test"])],
)
def test_requirement_lists_contain_every_dependency(name: str, extras: list[str]) -> None:
    project = tomlkit.parse((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *(text for extra in extras for text in project["optional-dependencies"][extra])]
    packages = pinned(name)
    for text in needed:
        wanted = Requirement(text)
        found = [
            next(iter(one.specifier)).version
            for one in packages[canonicalize_name(wanted.name)]
            if wanted.marker is None or one.marker is None or one.marker.evaluate() == wanted.marker.evaluate()
        ]
        assert any(wanted.specifier.contains(version) for version in found), text


def test_agent_requirements_omit_only_the_gui_packages() -> None:
    left_out = pinned("requirements.txt").keys() - pinned("requirements-agent.txt").keys()
    assert left_out == {"colorama", "pyqtgraph", "pyside6-essentials", "shiboken6"}


def test_requirement_lists_agree_on_versions() -> None:
    tests = pinned("requirements-test.txt")
    for name in LISTS:
        for package, found in pinned(name).items():
            if package in tests:
                assert {str(one.specifier) for one in found} <= {str(one.specifier) for one in tests[package]}, package


def test_environment_has_the_pinned_versions() -> None:
    listed: dict[str, set[str]] = {}
    for name in ("requirements-test.txt", "requirements-build.txt"):
        for package, found in pinned(name).items():
            here = [one for one in found if one.marker is None or one.marker.evaluate()]
            listed.setdefault(package, set()).update(next(iter(one.specifier)).version for one in here)
    installed = {canonicalize_name(one.metadata["Name"]): one.version for one in distributions()}
    wanted = {name: versions for name, versions in listed.items() if versions}
    assert {name: installed.get(name) for name in wanted if installed.get(name) not in wanted[name]} == {}


@contextlib.contextmanager
def kept_environment(*requirements: Path, installer: Path | None = None) -> Iterator[Path]:
    """Create an environment like `temporary_environment`, but keep it for the next runs with the same lists.

    Unpacking the packages takes nearly a minute.
    """
    folder = Path(sys.prefix, "inventory", requirements[0].stem)
    digest = hashlib.sha256(f"{sys.version} {folder} {bool(installer)}".encode())
    for path in requirements:
        digest.update(path.read_bytes())
    mark = folder / f"complete-{digest.hexdigest()}"
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        create_environment(folder, *requirements, installer=installer)
        mark.touch()
    yield folder / ("Scripts" if sys.platform == "win32" else "bin")


@pytest.mark.program  # a packaging test: it creates two environments
def test_bill_of_materials_and_notices_list_every_shipped_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.setattr(inventory, "temporary_environment", kept_environment)
    assert inventory.write_inventory(tmp_path) == 0
    bill = json.loads((tmp_path / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    shipped = {
        package: {next(iter(one.specifier)).version for one in found if one.marker is None or one.marker.evaluate()}
        for package, found in pinned("requirements.txt").items()
    }
    wanted = {(name, version) for name, versions in shipped.items() for version in versions}
    assert {(canonicalize_name(one["name"]), one["version"]) for one in bill["components"]} == wanted
    text = (tmp_path / "THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8")
    heads = re.findall(r"^={100}\n(\S+) (\S+)\nLicence: (.+)$", text, re.MULTILINE)
    assert {(canonicalize_name(name), version) for name, version, _ in heads} == {*wanted, ("inter", "4.1")}
    assert ("PySide6_Essentials", "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only") in {(n, e) for n, _, e in heads}
    assert "Redistribution and use in source and binary forms" in text
