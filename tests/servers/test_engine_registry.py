# SPDX-License-Identifier: Apache-2.0
"""Every registered engine is supported everywhere, including an engine added by another package."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.databases.dialect import dialect_of
from app.databases.engine import Engine
from app.databases.registry import ENGINES, engine_of
from app.databases.server_inspection import inspection_of
from app.databases.server_statistics import DatabaseCounters, counters_of, ranking_of
from app.model.registry import UnknownNameError
from app.model.targets import Embedded, Server
from app.report.outputs import Outputs, write_reports
from app.scenario import drafting
from app.scenario.reading import ScenarioError, checked, parse_scenario
from app.scenario.writing import Writing
from app.session.reader import SessionReader
from app.ui.editor.scenario_draft import Draft, DraftOrigin
from app.ui.editor.target_box import TargetBox
from app.ui.start.start_dialog import server_lines
from app.workloads.database.server_store import engine_store_of
from tests.support.added_package import added_package
from tests.support.engine_runs import ended_whole, outpace, scenario_file

TWIN = '''
"""An SQLite by another name."""

from app.databases.engine import Engine
from app.databases.sqlite.description import FORM
from app.model.targets import Embedded


class Twin(Embedded, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="sqlite-twin"):
    """A database file of the twin."""


ENGINE = Engine(
    name="sqlite-twin",
    title="Twin of SQLite",
    choice="Twin of SQLite, embedded",
    target=Twin,
    form=FORM,
    family="sqlite",
    place="folder",
)
'''
NAMES = ["sqlite", "postgresql", "mysql", "sqlserver", "storage"]
KINDS = ("sqlite-twin", *NAMES)


@pytest.fixture
def twin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """Register a twin of SQLite from another package."""
    files = {"outpace_twin/__init__.py": "", "outpace_twin/description.py": TWIN}
    points = "[outpace.engines]\nsqlite-twin = outpace_twin.description:ENGINE\n"
    with added_package(tmp_path / "added", monkeypatch, files=files, entry_points=points, registries=(ENGINES,)):
        yield ENGINES["sqlite-twin"]


def drafted(engine: str) -> Writing:
    """Return the editor's new scenario, with this engine as the target of the first system."""
    writing = Writing(drafting.NEW)
    drafting.choose_engine(writing, ("systems", 0, "targets", 0), engine, {})
    return writing


def test_built_in_engines_are_registered() -> None:
    assert list(ENGINES.all) == NAMES


@pytest.mark.usefixtures("twin")
@pytest.mark.parametrize("name", KINDS)
def test_new_target_of_every_engine_is_valid_and_decodes_to_its_struct(name: str) -> None:
    writing = drafted(name)
    scenario, mistakes = checked(writing.document)
    assert scenario is not None, mistakes
    assert mistakes == []
    target = scenario.systems[0].targets[0]
    assert isinstance(target, ENGINES[name].target)
    assert engine_of(target) is ENGINES[name]
    assert scenario.systems[0].name  # named after the engine


@pytest.mark.usefixtures("twin")
@pytest.mark.parametrize("name", KINDS)
def test_editor_form_has_every_field_of_the_engine(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    engine = ENGINES[name]
    fields = {field.name for field in msgspec.structs.fields(engine.target)}
    # Placement and driver machine are fields of every engine.
    assert {entry.name for entry in engine.form} == fields - {"placement", "driven_from"}
    box = TargetBox(Draft(DraftOrigin(drafted(name).text, tmp_path)), ("systems", 0, "targets", 0), "")
    qtbot.addWidget(box)
    box.refresh({})
    assert box.kind.field.box.currentText() == engine.choice
    assert {block.entry.name for block in box.form.blocks} >= {entry.name for entry in engine.form}


@pytest.mark.usefixtures("twin")
@pytest.mark.parametrize("name", KINDS)
def test_start_dialog_text_names_the_server_of_every_server_engine(name: str) -> None:
    scenario, _ = checked(drafted(name).document)
    assert scenario is not None
    engine = ENGINES[name]
    if engine.server is None:
        assert engine.place in {field.name for field in msgspec.structs.fields(engine.target)}
        assert server_lines(scenario) == ""
    else:
        assert engine.title in server_lines(scenario)


@pytest.mark.parametrize("name", [name for name in NAMES if ENGINES[name].server is not None])
def test_every_server_engine_has_all_its_parts(name: str) -> None:
    assert issubclass(ENGINES[name].target, Server)
    assert dialect_of(name).name == ENGINES[name].title
    assert dialect_of(name).oldest
    assert callable(inspection_of(name))
    assert callable(ranking_of(name))
    assert issubclass(counters_of(name), DatabaseCounters)  # type: ignore[arg-type]
    assert engine_store_of(name, "dvdstore").forms.lists("purchase").text([1, 2])  # type: ignore[attr-defined]


def test_unknown_engine_error_lists_the_known_ones(twin: Engine) -> None:
    text = drafted("sqlite").text.replace('engine = "sqlite"', 'engine = "xyz"', 1)
    with pytest.raises(ScenarioError, match=r"sqlite, postgresql, mysql, sqlserver, storage, sqlite-twin"):
        parse_scenario(text)
    with pytest.raises(UnknownNameError, match=r'no engine "xyz"; known are sqlite, .*, sqlite-twin'):
        ENGINES["xyz"]
    assert twin.name in ENGINES


def test_package_that_cannot_be_loaded_is_logged_and_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    files = {"outpace_broken.py": "ENGINE = 1\n"}
    points = "[outpace.engines]\nlost = outpace_lost:ENGINE\nother = outpace_broken:ENGINE\n"
    with added_package(tmp_path, monkeypatch, files=files, entry_points=points, registries=(ENGINES,)):
        assert list(ENGINES.all) == NAMES
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]


def test_engine_from_another_package_runs_from_build_to_report(twin: Engine, tmp_path: Path) -> None:
    assert issubclass(twin.target, Embedded)
    path = scenario_file(tmp_path, users=2, run_s=3)
    text = path.read_text(encoding="utf-8")
    first, _, second = text.rpartition('engine = "sqlite"')
    path.write_text(f'{first}engine = "sqlite-twin"{second}', encoding="utf-8")
    session = tmp_path / "twin.outpace"
    done = outpace("run", path, "--session", session)
    ended_whole(done, session)
    with SessionReader.open(session) as reader:
        assert reader.scenario.whole is not None
        assert engine_of(reader.scenario.whole.systems[1].targets[0]) is twin
        second = reader.systems[1]
        assert second.targets[0].detail.engine == "Twin of SQLite"
    html = tmp_path / "twin.html"
    write_reports([session], Outputs(html=html))
    assert "Twin of SQLite" in html.read_text(encoding="utf-8")
