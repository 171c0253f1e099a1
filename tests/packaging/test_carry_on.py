# SPDX-License-Identifier: Apache-2.0
"""Material for contributors: workflows, guides, forms, and hooks refer only to existing files."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WRITTEN = ("README.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
        yield from job["steps"]


def programs(command: str) -> Iterator[str]:
    """Yield the files and modules in this checkout that a shell script runs."""
    for line in command.splitlines():
        words = shlex.split(line, comments=True)
        for before, word in zip(["", *words], words, strict=False):
            if re.fullmatch(r"(packaging|tests)/\S+\.py|\.ci/run", word):
                yield word
            elif before == "-m" and word.startswith("tests."):
                yield word.replace(".", "/")


def is_there(program: str) -> bool:
    return any((ROOT / f"{program}{ending}").is_file() for ending in ("", ".py", "/__main__.py"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_runs_only_existing_scripts_and_official_actions(path: Path) -> None:
    ours = [program for step in steps(path) for program in programs(step.get("run", ""))]
    assert ours
    assert [program for program in ours if not is_there(program)] == []
    for step in steps(path):
        assert ("uses" in step) != ("run" in step), step
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]), "only the platform's own actions see the source"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_has_read_only_permissions(path: Path) -> None:
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}


def test_every_supported_python_version_is_tested() -> None:
    tested = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))["jobs"]["fast"]["strategy"][
        "matrix"
    ]
    assert tested["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in tested["system"]} == {"ubuntu", "windows", "macos"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_issue_form_has_a_required_field_and_unique_ids(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.name == "config.yml":
        assert form == {"blank_issues_enabled": True}
        return
    assert form["name"]
    assert form["description"]
    assert any(field.get("validations", {}).get("required") for field in form["body"])
    assert len({field["id"] for field in form["body"]}) == len(form["body"])


@pytest.mark.parametrize("name", WRITTEN)
def test_links_and_commands_of_the_guides_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (ROOT / link).exists()] == []
    blocks = re.findall(r"^```(?:\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if "<" not in line and line.count("'") % 2 == 0]
    named = [program for line in lines for program in programs(line) if line.count('"') % 2 == 0]
    assert [program for program in named if not is_there(program)] == []


def test_pre_commit_hooks_run_the_same_checks_as_the_tests() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    assert [hook["entry"].split()[0] for hook in hooks] == [
        ".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy", ".venv/bin/lint-imports", ".venv/bin/python", "python3",
    ]  # fmt: skip
    assert [name for hook in hooks for name in programs(hook["entry"])] == [
        "tests/prose", "packaging/commit_subjects.py",
    ]  # fmt: skip
    assert [hook["id"] for hook in hooks if hook.get("stages") == ["commit-msg"]] == ["commit-subject"]


def test_every_source_file_names_its_license() -> None:
    """The SPDX identifier is in the first lines, so that a copied file keeps it."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    sources = [ROOT / name for name in listed.splitlines() if name.endswith((".py", ".c", ".h", ".sh", ".spec"))]
    assert len(sources) > 500
    without = [path for path in sources if path.exists() and "SPDX-License-Identifier: Apache-2.0" not in _head(path)]
    assert without == [], "the line below the #! line, or the first: # SPDX-License-Identifier: Apache-2.0"


def _head(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline() + file.readline()
