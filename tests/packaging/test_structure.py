# SPDX-License-Identifier: Apache-2.0
"""Structural rules of the code; tests/structure.py prints all the counts."""

import re
from pathlib import Path

import pytest

from tests.structure import Module, Structure, report

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def structure() -> Structure:
    return Structure.of(ROOT)


def test_no_short_module_has_only_one_importer(structure: Structure) -> None:
    assert structure.slivers == []


def test_only_the_scenario_package_reads_toml(structure: Structure) -> None:
    assert structure.toml_readers == []


def test_no_two_modules_of_a_tree_have_the_same_name(structure: Structure) -> None:
    assert structure.same_bases == {}


def test_every_public_class_has_a_unique_name(structure: Structure) -> None:
    assert structure.shared_classes == {}


def test_names_are_established_terms(structure: Structure) -> None:
    assert structure.private_names == {}


def imports_of_tests(module: Module) -> list[str]:
    """Return the test modules that a module of tests/ imports; shared helpers belong in tests/support."""
    return [f"{module.name}: {name}" for name in sorted(module.imported) if re.match(r"tests\..*\btest_\w+$", name)]


def test_nothing_imports_a_test_module() -> None:
    paths = sorted((ROOT / "tests").rglob("*.py"))
    assert len(paths) > 300
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    naming = {path: text for path, text in texts.items() if re.search(r"\bimport\b.*\btest_|\.test_\w+ import", text)}
    modules = [Module(".".join(path.relative_to(ROOT).with_suffix("").parts), text) for path, text in naming.items()]
    assert [found for module in modules for found in imports_of_tests(module)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from tests.ui.test_check import soon",
        "from tests.ui import test_check",
        "import tests.ui.test_check",
    ],
)
def test_every_form_of_importing_a_test_module_is_found(line: str) -> None:
    assert imports_of_tests(Module("tests.ui.test_agents", f"{line}\n")) == [
        "tests.ui.test_agents: tests.ui.test_check"
    ]


def test_every_test_module_is_in_a_subject_folder() -> None:
    assert [path.name for path in (ROOT / "tests").glob("test_*.py")] == []


def test_structure_counts_of_a_checkout_are_printed_with_locations(tmp_path: Path) -> None:
    room = tmp_path / "app" / "one"
    room.mkdir(parents=True)
    (room / "sliver.py").write_text("import tomllib\n\n\ndef told(data):\n    return isinstance(data, dict)\n")
    (room / "reader.py").write_text("from app.one.sliver import told\n" + "x = 1\n" * 60)
    lines = list(report(Structure.of(tmp_path)))
    assert lines[0] == "modules 2, lines 66"
    assert "modules of 60 lines or fewer with one importer: 1" in lines
    assert "mappings picked apart outside of what reads foreign text: 1" in lines
    assert "modules outside of app.scenario that read TOML: 1" in lines
    assert "    app.one.sliver: told" in lines
