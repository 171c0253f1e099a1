# SPDX-License-Identifier: Apache-2.0
"""Driver of a run: recorded by the workers, and shown by the check, results, reports and comparisons."""

import json
from pathlib import Path
from time import perf_counter_ns

import pytest

from app.driver.driver_choice import DriverChoice, choice_for, native_lack
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.engine.preflight import driver_findings
from app.engine.recording import Recording
from app.engine.soundness import Soundness
from app.model.documents import LoadDriver
from app.model.errors import phrase
from app.model.events import MixedDrivers
from app.model.messages import sentence
from app.native.absence import absence
from app.native.native_library import Absent, NativeLibrary
from app.report.session_export import export_json
from app.results.disclosure import disclosure_of, drivers_of
from app.results.gate import gate_of
from app.results.study import study_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.session.writer import SessionWriter
from app.ui.compare.compared_systems import candidate_of, chosen_columns
from app.ui.compare.differences import differences_of
from tests.support.engine_runs import outpace, scenario_file
from tests.support.fake_workload import FakeWorkload
from tests.support.repeated import RepeatedRun

NATIVE = LoadDriver(calls="native 2", transport="ODBC", counting="")
LIBPQ = LoadDriver(calls="native 2", transport="libpq", chosen=True)
REFUSED = phrase("its users are in Python alone")
PYTHON = LoadDriver(calls="python", transport="pyodbc", reason=phrase("OUTPACE_DRIVER chooses Python"))


def test_run_records_its_driver_and_every_output_shows_it(each_driver: str, tmp_path: Path) -> None:
    session, scenario = tmp_path / "run.outpace", scenario_file(tmp_path, users=2, run_s=1)
    check = outpace("check", scenario)
    run = outpace("run", scenario, "--session", session)
    assert run.returncode == 0, run.stdout + run.stderr
    native = each_driver == "native"
    calls, transport = ("native 2", "SQLite") if native else ("python", "APSW")
    assert ("the native library, native 2" if native else "OUTPACE_DRIVER chooses Python") in check.stdout
    with SessionReader.open(session) as reader:
        found = [document.data for document in reader.documents_of(LoadDriver)]
        assert [(one.calls, one.transport, one.counting) for one in found] == 2 * [(calls, transport, calls)]
        assert {one.reason is None for one in found} == {native}
        assert drivers_of(reader) == {calls}
        rows = {row.label: row.texts for row in disclosure_of([reader], [{"A": "A", "B": "B"}]).systems}
        exported = export_json(reader)
    assert rows["Load driver"] == rows["Load driver, file calls counted by"] == {"A": calls, "B": calls}
    assert ("Load driver, not native" in rows) == (not native)
    drivers = json.loads(exported)["drivers"]
    assert [(one["system"], one["calls"], one["counting"]) for one in drivers] == [
        ("A", calls, calls),
        ("B", calls, calls),
    ]


@pytest.mark.parametrize(
    ("lack", "words"),
    [
        ("chosen", "OUTPACE_DRIVER"),
        ("unknown choice", "pyhton"),
        ("not built", "packaging/native.py"),
        ("other sources", "packaging/native.py"),
        ("other interface", "packaging/native.py"),
        ("not loadable", "pyhton"),
    ],
)
def test_each_reason_for_no_native_library_names_a_remedy(lack: str, words: str) -> None:
    assert words in sentence(absence(Absent(lack, "pyhton")))  # type: ignore[arg-type]


def test_one_target_that_needs_python_makes_all_use_python(each_driver: str) -> None:
    choice = choice_for([("Old", None), ("New", REFUSED)])
    assert sentence(choice.reason or "") == "New: its users are in Python alone"
    found = list(driver_findings(choice))
    assert [finding.result for finding in found] == ["failed" if each_driver == "native" else "passed"]
    assert "the one in Python: New: its users" in sentence(found[0].text)
    found = list(driver_findings(choice, ["odbc", "libpq", ""]))
    assert [finding.result for finding in found[1:]] == ["failed"]
    assert "libpq" in sentence(found[1].text)


def test_reason_common_to_all_targets_is_reported_without_names(native_library: NativeLibrary) -> None:
    assert choice_for([("A", REFUSED), ("B", REFUSED)]).reason == REFUSED
    assert choice_for([("A", None), ("A", None)]).native
    assert not choice_for([("A", REFUSED), ("A", None)]).native
    lack = native_lack(FakeWorkload(), {"OUTPACE_DRIVER": "python"})
    assert "OUTPACE_DRIVER" in sentence(lack or "")
    assert native_lack(FakeWorkload(), {}) is None
    (finding,) = driver_findings(DriverChoice())
    assert native_library.name in sentence(finding.text)


@pytest.mark.parametrize(("choice", "calls"), [(DriverChoice(), "native 2"), (DriverChoice(REFUSED), "python")])
def test_workers_use_the_driver_chosen_by_the_engine(each_driver: str, choice: DriverChoice, calls: str) -> None:
    with TargetLoad(FakeWorkload(), Load(users=1, seed=1), driver=choice) as load:
        load.start()
        assert load.wait_ready(30)
        assert [(driver.calls, driver.reason) for driver in load.drivers] == [(calls, choice.reason)]


def test_single_target_uses_the_native_driver_unless_python_is_chosen(each_driver: str) -> None:
    with TargetLoad(FakeWorkload(), Load(users=1, seed=1)) as load:
        load.start()
        assert load.wait_ready(30)
        assert [driver.calls for driver in load.drivers] == ["native 2" if each_driver == "native" else "python"]


def driven(path: Path, *drivers: LoadDriver) -> Path:
    """Record a run whose systems used these drivers."""
    run = RepeatedRun(path)
    run.repeats(1, seconds=12)
    with SessionReader.open(run.path) as reader:
        systems = [system.id for system in reader.systems]
    for system, driver in zip(systems, drivers, strict=False):
        run.writer.document(run.start_ns, driver, system=system)
    return run.finish()


def test_comparing_sessions_of_different_drivers_adds_a_note(tmp_path: Path) -> None:
    paths = [driven(tmp_path / "python.outpace", PYTHON, PYTHON), driven(tmp_path / "native.outpace", NATIVE, NATIVE)]
    with SessionReader.open(paths[0]) as first, SessionReader.open(paths[1]) as second:
        readers = [first, second]
        (note,) = [line for line in study_of(readers).left_out if "different drivers" in line]
        assert "python; native 2" in note
        (note,) = [line for line in gate_of(readers).notes if "different drivers" in line]
        assert "A and B" in note
        assert not [line for line in study_of([first]).left_out if "different drivers" in line]
    candidates = [candidate_of(path) for path in paths]
    found = differences_of(chosen_columns(candidates, [(0, "A"), (1, "A")]))
    (row,) = [row for row in found.rows if row.label == "Load driver"]
    assert (row.texts, row.unfair) == (("python", "native 2"), True)
    assert "different load drivers: python and native 2" in [sentence(text) for text in found.unfair]
    same = differences_of(chosen_columns(candidates, [(0, "A"), (0, "B")]))
    assert not [text for text in same.unfair if "driver" in sentence(text)]


def test_chosen_transport_is_a_driver_difference(tmp_path: Path) -> None:
    paths = [driven(tmp_path / "odbc.outpace", NATIVE, NATIVE), driven(tmp_path / "libpq.outpace", LIBPQ, NATIVE)]
    with SessionReader.open(paths[0]) as first, SessionReader.open(paths[1]) as second:
        assert drivers_of(second) == {"native 2", "native 2 (libpq)"}
        assert [line for line in study_of([first, second]).left_out if "different drivers" in line]
        (row,) = [row for row in disclosure_of([second], [{"A": "A", "B": "B"}]).systems if row.label == "Load driver"]
        assert row.texts == {"A": "native 2 (libpq)", "B": "native 2"}
    candidates = [candidate_of(path) for path in paths]
    found = differences_of(chosen_columns(candidates, [(1, "A"), (1, "B")]))
    assert "different load drivers: native 2 (libpq) and native 2" in [sentence(text) for text in found.unfair]


def test_session_without_a_recorded_driver_used_python(tmp_path: Path) -> None:
    with SessionReader.open(driven(tmp_path / "old.outpace")) as reader:
        assert drivers_of(reader) == {"python"}


@pytest.mark.parametrize(
    ("second", "mixed"),
    [
        (LoadDriver(calls="python", transport="pyodbc"), False),
        (LoadDriver(calls="python", transport="libpq", chosen=True), False),
        (LoadDriver(calls="native 2", transport="ODBC"), True),
        (LoadDriver(calls="python", transport="APSW", counting="native 2"), True),
    ],
)
def test_run_with_mixed_drivers_is_invalid(tmp_path: Path, second: LoadDriver, mixed: bool) -> None:
    first, origin_ns = LoadDriver(calls="python", transport="APSW", counting="python"), perf_counter_ns()
    with SessionWriter.create(tmp_path / "x.outpace", title="x", scenario_toml="", clock_origin_ns=origin_ns) as writer:
        soundness = Soundness(read_scenario("embedded-demo").scenario, Recording(writer, origin_ns))
        for drivers in ([first], [first, second], [first, second]):
            soundness.driven(drivers)
    reasons = [reason for reason in soundness.verdict(None).reasons if isinstance(reason, MixedDrivers)]
    assert len(reasons) == mixed
    if mixed:
        assert "(python; native 2)" in sentence(reasons[0])
