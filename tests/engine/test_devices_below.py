# SPDX-License-Identifier: Apache-2.0
"""Devices below embedded systems (loop devices, bind mounts, overlays, memory) and the cost of I/O on them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.engine.consents import allow, consents_of
from app.engine.devices import devices_below_files
from app.results.normalised import normalised_rows
from app.results.run_figures import DEVICE_IOPS
from app.results.study import study_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from collectors.block_devices import Use, device_below, file_system_below, users_of
from tests.support.engine_runs import ended_whole, outpace
from tests.support.storage_folders import loop_device, mounted

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells")
SQL = """title = "Two journals"
[workload]
name = "sql"
users = 2
[[workload.transactions]]
name = "add"
script = "INSERT INTO entry (text) VALUES ('x');"
[[workload.setup]]
statement = "CREATE TABLE entry (id INTEGER PRIMARY KEY, text VARCHAR(20))"
[plan]
name = "timed"
ramp_users_per_s = 100
warmup_s = 0
run_s = 3
window = "whole"
"""
ROLES = ("baseline", "challenger")
SYSTEM = """[[systems]]
name = "{name}"
role = "{role}"
facts = {{ Price = "{price} USD" }}
[[systems.targets]]
engine = "sqlite"
folder = "{folder}"
synchronous = "full"
"""


@contextmanager
def mount(*options: str, at: Path) -> Iterator[Path]:
    """Mount a file system; skip the test if mounting is not allowed."""
    at.mkdir(exist_ok=True)
    if subprocess.run(["mount", *options, str(at)], check=False, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


def run_of(scenario: Path, text: str, session: Path) -> None:
    scenario.write_text(text, encoding="utf-8")
    wanted = read_scenario(str(scenario)).scenario
    allow(wanted, [one.text for one in consents_of(wanted, runs=True)])
    ended_whole(outpace("run", scenario, "--session", session), session)


def test_device_below_resolves_loop_devices_bind_mounts_and_overlays(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    with loop_device(16 << 20) as device, mounted(device, place):
        assert device_below(place / "data") == device.name
        for name in ("one", "upper", "work"):
            (place / name).mkdir()
        with mount("--bind", str(place / "one"), at=tmp_path / "bound a"):
            assert device_below(tmp_path / "bound a" / "not" / "there") == device.name
        folders = f"lowerdir={place / 'one'},upperdir={place / 'upper'},workdir={place / 'work'}"
        with mount("-t", "overlay", "overlay", "-o", folders, at=tmp_path / "over"):
            assert file_system_below(tmp_path / "over" / "data") == "overlay"
            assert device_below(tmp_path / "over" / "data") == device.name


def test_folder_in_memory_has_no_device_and_a_reason(tmp_path: Path) -> None:
    with mount("-t", "tmpfs", "tmpfs", at=tmp_path / "memory") as place:
        found = devices_below_files([place / "data"], {})
        assert found.names == ()
        reason = found.missing[0].reason.format(**found.missing[0].values)
        assert reason == f"{place / 'data'} lies in memory (tmpfs): no device is below it, and none can be the limit."


@pytest.mark.parametrize(
    ("uses", "device", "others"),
    [
        ([Use("", "vda1", frozenset({"vda"})), Use("A", "loop0", frozenset({"vda"}))], "loop0", ()),
        ([Use("B", "loop1", frozenset({"vda"})), Use("A", "loop0", frozenset({"vda"}))], "loop0", ()),
        ([Use("B", "loop0", frozenset({"vda"})), Use("A", "loop0", frozenset({"vda"}))], "loop0", ("B",)),
        ([Use("B", "", frozenset({"vda"})), Use("A", "loop0", frozenset({"vda"}))], "loop0", ("B",)),
        ([Use("B", "vda2", frozenset({"vda"})), Use("A", "vda1", frozenset({"vda"}))], "vda1", ()),
        ([Use("B", "loop0", frozenset({"vda"})), Use("A", "vda1", frozenset({"vda"}))], "vda1", ("B",)),
        ([Use("B", "loop0", frozenset({"vda"})), Use("A", "vda", frozenset({"vda"}))], "vda", ("B",)),
        ([Use("B", "dm-1", frozenset({"sda"})), Use("A", "dm-0", frozenset({"sdb"}))], "dm-0", ()),
    ],
)
def test_users_of_lists_other_users_of_the_same_device(uses: list[Use], device: str, others: tuple[str, ...]) -> None:
    assert users_of(uses, "A")[device] == others


def test_systems_on_separate_devices_have_iops_and_price_per_iops(tmp_path: Path) -> None:
    places = [tmp_path / "one", tmp_path / "two"]
    for place in places:
        place.mkdir()
    session = tmp_path / "session.outpace"
    with (
        loop_device(32 << 20) as one,
        loop_device(32 << 20) as two,
        mounted(one, places[0]),
        mounted(two, places[1]),
    ):
        systems = (
            SYSTEM.format(name=place.name, role=role, folder=place / "data", price=price)
            for place, role, price in zip(places, ROLES, (100, 400), strict=True)
        )
        run_of(tmp_path / "scenario.toml", SQL + "".join(systems), session)
    with SessionReader.open(session) as reader:
        study = study_of([reader])
        sources = {counter.system: counter.path for counter in reader.counters if "LogicalDisk" in counter.path}
        assert len(sources) == 2
        run = study.runs[0]
        for letter, price in (("A", 100), ("B", 400)):
            own = run.systems[letter]
            assert own.figures[DEVICE_IOPS.name] > 0
            row = next(r for r in normalised_rows(study) if (r.metric, r.basis) == (DEVICE_IOPS.name, "price"))
            assert row.quotients[letter].value == pytest.approx(price / own.figures[DEVICE_IOPS.name])
            assert row.unit(letter) == "USD per Device IOPS"
        assert not any("nobody can tell" in reason for *_, reason in study.disclosure.missing)


def test_systems_on_a_shared_device_have_no_device_figures_but_a_reason(tmp_path: Path) -> None:
    scenario, session = tmp_path / "scenario.toml", tmp_path / "session.outpace"
    systems = (SYSTEM.format(name=role, role=role, folder=tmp_path / role, price=100) for role in ROLES)
    run_of(scenario, SQL.replace("run_s = 3", "run_s = 1") + "".join(systems), session)
    with SessionReader.open(session) as reader:
        study = study_of([reader])
        assert study.metric(DEVICE_IOPS.name) is None
        reasons = [reason for letter, _, reason in study.disclosure.missing if letter == "A"]
        assert any("nobody can tell what of it is whose" in reason for reason in reasons)
