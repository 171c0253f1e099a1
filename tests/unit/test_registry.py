# SPDX-License-Identifier: Apache-2.0
"""Extensions registered by entry points: faulty ones are skipped, and the program continues."""

from pathlib import Path

import pytest

from app.databases.registry import ENGINES
from app.scenario.collectors import COLLECTORS
from app.scenario.workload_registry import WORKLOADS
from tests.support.added_package import added_package

BROKEN = {
    "ending.py": "raise SystemExit(3)",
    "untagged.py": """
import dataclasses
import msgspec
from app.databases.sqlite.description import ENGINE as SQLITE
from app.scenario.collectors import TYPEPERF
from app.scenario.workload_registry import DVD_STORE

class Bare(msgspec.Struct):
    pass

class Other(msgspec.Struct, tag_field="engine", tag="sqlite"):
    pass

ENGINE = dataclasses.replace(SQLITE, name="bare", target=Bare)
HIJACK = dataclasses.replace(SQLITE, name="other", target=Other)
NONE = dataclasses.replace(SQLITE, name="none", target=None)
WORKLOAD = dataclasses.replace(DVD_STORE, name="bare", parameters=Bare)
COLLECTOR = dataclasses.replace(TYPEPERF, name="bare", settings=Bare)
""",
}
POINTS = """
[outpace.engines]
ending = ending:ENGINE
bare = untagged:ENGINE
hijack = untagged:HIJACK
none = untagged:NONE
[outpace.workloads]
bare = untagged:WORKLOAD
[outpace.collectors]
bare = untagged:COLLECTOR
"""


def test_faulty_extensions_are_logged_and_leave_built_in_ones_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    registries = (ENGINES, WORKLOADS, COLLECTORS)
    ours = [list(registry.all) for registry in registries]
    with added_package(tmp_path, monkeypatch, files=BROKEN, entry_points=POINTS, registries=registries):
        assert [list(registry.all) for registry in registries] == ours
    for name in ("ending", "bare", "hijack", "none"):
        assert f"the engine {name} " in caplog.text
    assert 'Bare has not tag_field="engine", tag="bare"' in caplog.text
    assert "the workload bare" in caplog.text
    assert "the collector bare" in caplog.text
