# SPDX-License-Identifier: Apache-2.0
"""Every file named in the code, the help, and the documents exists, and statements about scenarios are true."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.plans.registry import PLANS
from app.scenario.reading import parse_scenario, read_scenario

ROOT = Path(__file__).parents[2]
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
ROOMS = ("app", "collectors", "widgets", "resources", "packaging", "tests", "docs")
READ = (".py", ".md", ".toml", ".sql", ".css")
NAME = re.compile(r"(?<![\w/.*<{:-])(?:[\w.-]+/)*[\w-]+\.(?:md|py|sql|css|toml|txt|png)\b(?![\w/*({-])")
EXAMPLE = re.compile(r"^```\w+ ([\w.-]+)$", re.MULTILINE)
"""Pattern of the start of a file in a guide's example."""
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[\w-]*)?\)")
STRANGERS = {"json.py"}
"""Files that are named on purpose although they are not in the repository."""


def texts() -> Iterator[tuple[Path, str]]:
    files = [*ROOT.glob("*.md"), ROOT / "pyproject.toml"]
    for room in ROOMS:
        files += [path for path in (ROOT / room).rglob("*") if path.suffix in READ]
    for path in files:
        yield path, path.read_text(encoding="utf-8")


def test_every_file_named_with_its_folder_exists() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts()
        if path != Path(__file__)
        for name in NAME.findall(text)
        if name.split("/")[0] in {*ROOMS, "reference"} and "/" in name and not _generic(name)
        if not (ROOT / name).exists() and path.relative_to(ROOT).parts[0] != "tests"
    ]
    assert not lost


def test_every_document_and_module_named_without_a_folder_exists() -> None:
    known = {path.name for room in ROOMS for path in (ROOT / room).rglob("*")} | {path.name for path in ROOT.iterdir()}
    known |= {name for path, text in texts() for name in EXAMPLE.findall(text)}
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts()
        if path.relative_to(ROOT).parts[0] != "tests"
        for name in NAME.findall(text)
        if "/" not in name and name.endswith((".md", ".py")) and name not in known | STRANGERS
    ]
    assert not lost


def test_every_relative_link_in_a_document_resolves() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {link}"
        for path, text in texts()
        if path.suffix == ".md"
        for link in LINK.findall(text)
        if not (path.parent / link).exists()
    ]
    assert not lost


def _generic(name: str) -> bool:
    """Return whether part of the path is a placeholder (ENGINE, NAME)."""
    return any(part.isupper() and len(part) > 1 for part in re.split(r"[/.]", name) if part != "README")


def test_every_plan_is_documented_with_its_keys_and_defaults() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|(?! what)[^|]*\|(.*)\|$", SCENARIOS, re.MULTILINE)
    assert {name for name, _ in rows} == set(PLANS.all)
    for name, keys in rows:
        defaults = msgspec.json.decode(msgspec.json.encode(PLANS[name]()))
        for key, value in re.findall(r"`(\w+) = ([^`]+)`", keys):
            assert tomllib.loads(f"x = {value}")["x"] == defaults[key], f"{name}: {key}"


def test_documented_scenario_matches_the_built_in_demo() -> None:
    (shown,) = [text for text in re.findall(r"```toml\n(.*?)```", SCENARIOS, re.DOTALL) if text.startswith("title = ")]
    readme, built_in = parse_scenario(shown), read_scenario("embedded-demo").scenario
    for part in ("title", "workload", "plan"):
        assert getattr(readme, part) == getattr(built_in, part)
    assert [(s.name, s.role, s.targets) for s in readme.systems] == [
        (s.name, s.role, s.targets) for s in built_in.systems
    ]


HELP = ROOT / "resources" / "help"


def shape(page: Path) -> dict[str, object]:
    """Return what a translation and its original have in common: headings by level, tables, lists, links, code."""
    text = page.read_text(encoding="utf-8")
    code = re.findall(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for line in re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL).splitlines() if line]
    return {
        "headings": [line.split()[0] for line in lines if line.startswith("#")],
        "tables": [len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")],
        "lists": [line[0].isdigit() for line in lines if re.match(r"(- |\d+\. )", line)],
        "links": sorted(LINK.findall(text)),
        "code": code,
    }


def test_every_help_page_has_a_german_version_with_the_same_structure() -> None:
    pages = sorted(page.name for page in HELP.glob("*.md"))
    assert sorted(page.name for page in (HELP / "de").glob("*.md")) == pages
    for name in pages:
        assert shape(HELP / "de" / name) == shape(HELP / name), name


def test_german_counter_table_matches_the_english_one() -> None:
    def rows(page: Path) -> list[str]:
        return [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `\\")]

    english = [row.replace("| yes", "| ja") for row in rows(HELP / "counters.md")]
    assert english
    assert rows(HELP / "de" / "counters.md") == english
