# SPDX-License-Identifier: Apache-2.0
"""The help page on servers lists every key of a target and every check, and its example is valid."""

import re
import tomllib
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from app.databases.sqlserver.description import SqlServer
from app.model.scenario import StartState
from app.model.targets import Placement
from app.scenario.reading import parse_scenario

PAGE = (resources.files("resources") / "help" / "servers.md").read_text(encoding="utf-8")
ENGINE = Path(__file__).parents[2] / "app"


@pytest.mark.parametrize("struct", [SqlServer, Placement, StartState])
def test_help_explains_every_key(struct: type[msgspec.Struct]) -> None:
    missing = [one.encode_name for one in msgspec.structs.fields(struct) if f"`{one.encode_name}`" not in PAGE]
    assert missing == []


def test_help_table_lists_every_check() -> None:
    sources = [*(ENGINE / "databases").rglob("*.py"), *(ENGINE / "engine").glob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    checks = set(re.findall(r'\bFinding\(\s*"([A-Za-z ]+)",\s*"(?:passed|warning|failed)"', text))
    assert {"connection", "rights", "durability", "TLS", "same data"} <= checks
    table = PAGE.partition("## Checks")[2].partition("## Start state")[0]
    assert [check for check in sorted(checks) if not re.search(rf"^\|.*\b{check}\b", table, re.MULTILINE)] == [
        "recovery model"
    ], "the recovery model is only told"


def test_start_state_example_is_valid() -> None:
    example = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
    systems = '[[systems]]\nname = "A"\nrole = "baseline"\n[[systems.targets]]\nengine = "sqlite"\n'
    start = parse_scenario(f'title = "t"\n{example}\n{systems}').start
    assert msgspec.to_builtins(start) == tomllib.loads(example)["start"]
