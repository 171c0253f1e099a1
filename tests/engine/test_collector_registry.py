# SPDX-License-Identifier: Apache-2.0
"""Every registered collector can be named in a scenario, configured in the editor and opened.

A collector from another package can be used in the same way.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.engine.sources import CollectorSource, watch_source
from app.model.registry import UnknownNameError, part
from app.model.watch import Prometheus
from app.scenario import drafting
from app.scenario.collectors import COLLECTORS
from app.scenario.reading import ScenarioError, checked, parse_scenario
from app.scenario.workload_registry import WORKLOADS
from app.scenario.writing import Writing
from app.session.reader import SessionReader
from app.ui.editor.scenario_draft import Draft, DraftOrigin
from app.ui.editor.target_box import WatchBox
from tests.support.added_package import added_package
from tests.support.engine_runs import ended_whole, outpace, scenario_file

ADDED = '''
"""Collectors that count their own readings: one on this machine, and one with a parameter for the first value."""

import time

import msgspec

from app.model.form import FormField
from app.model.watch import Watch
from app.scenario.collectors import CollectorDescription
from collectors.series import Reading, Series


class Ticks:
    name = "ticks"
    series = (Series(r"\\Ticks\\Count", "", "gauge", "device", 0),)

    def __init__(self, first: int = 0) -> None:
        self._count = first

    def read(self) -> Reading:
        self._count += 1
        return Reading(time.perf_counter(), (float(self._count),))

    def close(self) -> None:
        pass


class TicksFrom(Watch, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="source", tag="ticks-from"):
    first: int = 0


HERE = CollectorDescription("ticks", "Ticks", "outpace_ticks:Ticks")
FROM = CollectorDescription(
    "ticks-from", "Ticks from", "outpace_ticks:Ticks", TicksFrom, (FormField("first", "First"),)
)
'''
POINTS = "[outpace.collectors]\nticks = outpace_ticks:HERE\nticks-from = outpace_ticks:FROM\n"
NAMES = ["processor", "memory", "disks", "network", "prometheus", "power", "agent", "typeperf"]
KINDS = (*NAMES, "ticks", "ticks-from")


@pytest.fixture
def ticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    files = {"outpace_ticks.py": ADDED}
    with added_package(tmp_path / "added", monkeypatch, files=files, entry_points=POINTS, registries=(COLLECTORS,)):
        yield


def test_built_in_collectors_and_workloads_are_registered() -> None:
    assert list(COLLECTORS.all) == NAMES
    assert list(WORKLOADS.all) == ["dvdstore", "storage-io", "brokerage", "order-entry", "sql"]


@pytest.mark.usefixtures("ticks")
@pytest.mark.parametrize("name", KINDS)
def test_every_collector_can_be_named_configured_and_opened(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    described = COLLECTORS[name]
    # The agent itself opens what it monitors.
    assert name == "agent" or callable(part(described.opens))
    writing = Writing(drafting.NEW)
    if described.settings is None:
        writing.put(("collectors",), [name])
        scenario, mistakes = checked(writing.document)
        assert scenario is not None, mistakes
        assert scenario.collectors == (name,)
        collector = CollectorSource(name).open()
        assert collector.series is not None
        collector.close()
        return
    key = ("systems", 0, "watch")
    writing.append(key, {"source": "prometheus", "url": "http://db1:9100/metrics"})
    drafting.choose_watch(writing, (*key, 0), name, {})
    scenario, mistakes = checked(writing.document)
    settings = {field.name for field in msgspec.structs.fields(described.settings)}
    assert scenario is not None or {mistake.key[-1] for mistake in mistakes} <= settings, (
        "what a new one must say stands in begins_with", mistakes,
    )  # fmt: skip
    assert settings == {one.name for one in described.form}
    box = WatchBox(Draft(DraftOrigin(writing.text, tmp_path)), (*key, 0))
    qtbot.addWidget(box)
    box.refresh({})
    assert box.kind.field.box.currentText() == described.title
    assert [block.entry.name for block in box.form.blocks] == [one.name for one in described.form]


def test_watch_source_is_named_after_its_url() -> None:
    assert watch_source(Prometheus("http://db1:9100/metrics")).name == "exporter at http://db1:9100/metrics"


@pytest.mark.usefixtures("ticks")
def test_unknown_collector_error_lists_the_known_ones() -> None:
    here, watched = (
        ", ".join(kind for kind in KINDS if (COLLECTORS[kind].settings is None) is own) for own in (True, False)
    )
    with pytest.raises(ScenarioError, match=f'{here}, found "xyz"'):
        parse_scenario(f'collectors = ["xyz"]\n{drafting.NEW}')
    watch = '[[systems]]\nname = "W"\nrole = "challenger"\n[[systems.watch]]\nsource = "xyz"\n'
    with pytest.raises(ScenarioError, match=watched):
        parse_scenario(f'{drafting.NEW}\n{watch}[[systems.targets]]\nengine = "sqlite"\n')
    with pytest.raises(UnknownNameError, match=f'no collector "xyz"; known are {", ".join(KINDS)}'):
        COLLECTORS["xyz"]


@pytest.mark.usefixtures("ticks")
def test_collector_from_another_package_is_read_during_a_run(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, users=2, run_s=4)
    text = path.read_text(encoding="utf-8")
    watch = '[[systems.watch]]\nsource = "ticks-from"\nfirst = 100\n'
    watch += '[[systems.watch]]\nsource = "prometheus"\nurl = "http://127.0.0.1:9/metrics"\n'
    path.write_text(f'collectors = ["ticks"]\n{text}{watch}', encoding="utf-8")
    session = tmp_path / "ticks.outpace"
    done = outpace("run", path, "--session", session)
    ended_whole(done, session)
    assert re.search(r"^Warning: B .*: no data: http://127\.0\.0\.1:9/metrics ", done.stdout, re.MULTILINE)
    with SessionReader.open(session) as reader:
        found = {counter.system: counter for counter in reader.counters if counter.path == r"\Ticks\Count"}
        assert set(found) == {None, reader.systems[1].id}
        _, here = reader.samples(found[None])
        _, system = reader.samples(found[reader.systems[1].id])
        assert len(here) >= 4
        assert 1 <= here[0] < here[-1] < 100 < system[0] < system[-1]
