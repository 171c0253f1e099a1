# SPDX-License-Identifier: Apache-2.0
"""Power meters joined to a measured run: watts of each run, idle and under load, aligned with the run's clock.

The expected values are computed here from the logs alone.
"""

import json
import math
import sqlite3
import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.cli.parser import command_parser
from app.imports.joining.join import join_sessions
from app.imports.joining.meters import MeterFile, join_meters, utc_offset_of
from app.imports.source import ImportedFileError
from app.model.documents import JoinedMeter, PhaseDetail, PhaseLoad
from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.measurings import idle_spans, known
from app.results.result import result_of
from app.results.run_figures import OPM
from app.results.study import study_of
from app.session.library_facts import facts_of
from app.session.reader import SessionReader
from app.session.seal import verify
from tests.support.engine_runs import outpace
from tests.support.power_logs import OTHER, SERVER, STORAGE, Wall, log
from tests.support.recorded import SECOND
from tests.support.repeated import RepeatedRun

FORMAT_1 = Path(__file__).resolve().parents[1] / "sessions_format_1"
PLAN = """
title = "Two journals, metered"
order = "together"

[workload]
name = "dvdstore"
db_size = "1MB"
users = 2
think_time_s = 0.05

[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = 1
run_s = 4
idle_s = 3
repeats = 3

[[systems]]
name = "Rollback journal"
role = "baseline"
facts = { Power = "500 W" }
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
folder = "databases"

[[systems]]
name = "Write-ahead log"
role = "challenger"
facts = { Power = "400 W" }
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "databases"
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the embedded pair: three repeats, each with its idle phase."""
    folder = tmp_path_factory.mktemp("metered")
    (folder / "scenario.toml").write_text(PLAN, encoding="utf-8")
    path = folder / "run.outpace"
    done = outpace("run", folder / "scenario.toml", "--session", path, cwd=folder)
    assert path.exists(), done.stderr
    return path


@pytest.fixture(scope="module")
def joined(run: Path) -> Path:
    """Join meters to the run: one for A's server, one for A's storage, and one for B."""
    folder, wall = run.parent, Wall.of(run)
    log(folder / "server.csv", wall, SERVER)
    log(folder / "storage.csv", wall, STORAGE, unit="kW", scale=1e-3)
    log(folder / "other.csv", wall, OTHER)
    path = folder / "joined.outpace"
    arguments = ["join", run, folder / "server.csv", folder / "storage.csv", folder / "other.csv"]
    arguments += ["--system", "A=server.csv", "--system", "Rollback journal=storage.csv", "--system", "B=other.csv"]
    arguments += ["--part", "array=storage.csv", "--session", path]
    done = outpace(*arguments)
    assert done.returncode == 0, done.stderr
    assert "A: power is from server.csv, joined after the run by wall-clock time (+0 s)" in done.stderr
    assert "a reading every 1 s, so it lies within 1 s, plus what the two clocks differ by" in done.stderr
    return path


def both(t: int) -> float:
    return SERVER(t) + STORAGE(t)


def test_watts_are_reported_for_each_run_idle_and_under_load(run: Path, joined: Path) -> None:
    wall = Wall.of(run)
    with SessionReader.open(joined) as reader:
        result = result_of(reader)
    assert [one.run for one in result.runs] == [1, 2, 3]
    for one in result.runs:
        for letter, watts in (("A", both), ("B", OTHER)):
            own = one.systems[letter]
            power = own.power
            assert power is not None
            loaded, idle = wall.mean(watts, "measure", one.run), wall.mean(watts, "idle", one.run)
            assert own.figures["Watts"] == pytest.approx(loaded, rel=1e-12)
            assert own.figures["Idle watts"] == pytest.approx(idle, rel=1e-12)
            from_s, to_s = wall.spans["measure", one.run]
            energy = loaded * (to_s - from_s) / 3600
            assert power.energy_wh == pytest.approx(energy, rel=1e-9)
            assert own.orders is not None
            assert power.orders_per_wh == pytest.approx(own.orders / energy, rel=1e-9)
            assert (power.covered, power.idle_covered, power.reason, power.idle_reason) == (1, 1, "", "")
            assert power.uncertainty_s == 1
        meters = one.systems["A"].power
        assert meters is not None
        assert [meter.name for meter in meters.meters] == ["server", "array"]
        for meter, watts in zip(meters.meters, (SERVER, STORAGE), strict=True):
            assert meter.watts == pytest.approx(wall.mean(watts, "measure", one.run), rel=1e-9)
            assert meter.idle_watts == pytest.approx(wall.mean(watts, "idle", one.run), rel=1e-9)


def test_figures_per_watt_use_each_runs_watts_and_have_an_interval(run: Path, joined: Path) -> None:
    """The figures use neither the power that a user entered nor the watts of an idle system."""
    wall = Wall.of(run)
    with SessionReader.open(joined) as reader:
        result = result_of(reader)
    labels = [row.label for row in result.normalised]
    assert "OPM per watt under load" in labels
    assert not [label for label in labels if "idle" in label]
    (row,) = (row for row in result.normalised if row.label == "OPM per watt under load")
    quotients = {
        letter: [
            known(one.systems[letter].figures["OPM"]) / wall.mean(watts, "measure", one.run) for one in result.runs
        ]
        for letter, watts in (("A", both), ("B", OTHER))
    }
    logs = [math.log(b / a) for a, b in zip(quotients["A"], quotients["B"], strict=True)]
    mean = sum(logs) / 3
    half = 4.302652729911275 * math.sqrt(sum((x - mean) ** 2 for x in logs) / 2 / 3)  # Student's t, 2 degrees, 95 %
    (compared,) = row.comparisons
    assert compared.ratio == pytest.approx(math.exp(mean), rel=1e-9)
    assert (compared.low, compared.high) == pytest.approx((math.exp(mean - half), math.exp(mean + half)), rel=1e-6)
    assert compared.verdict
    for letter in "AB":
        median = next(system for system in result.systems if system.letter == letter)
        assert row.systems[letter].value == pytest.approx(quotients[letter][median.number - 1], rel=1e-12)
        assert row.systems[letter].source == "measured in the median run"


def test_measured_session_is_unchanged_and_recorded_with_its_hash(run: Path, joined: Path) -> None:
    assert verify(run)
    assert verify(joined)
    with SessionReader.open(run) as before, SessionReader.open(joined) as after:
        assert before.end is not None
        origin = after.origins[0]
        assert (origin.kind, origin.uuid, origin.digest) == ("session", before.info.uuid, before.end.hash)
        assert after.info.uuid != before.info.uuid
        assert (after.info.started, after.length_s) == (before.info.started, before.length_s)
        assert [one.kind for one in after.origins[1:]] == ["power meter"] * 3
        assert all(len(one.digest or "") == 64 for one in after.origins)
        one, other = result_of(before), result_of(after)
        for mine, its in zip(one.runs, other.runs, strict=True):
            for letter in "AB":
                assert mine.systems[letter].operations == its.systems[letter].operations
                assert mine.systems[letter].figures.items() <= its.systems[letter].figures.items()
        assert one.verdict == other.verdict
    with sqlite3.connect(f"file:{joined}?mode=ro", uri=True) as file:
        raw = file.execute(
            "SELECT raw FROM sample JOIN series ON series.source = sample.source WHERE path LIKE '%Meter(array)%'"
        ).fetchall()
    assert all(90 <= struct.unpack("<d", value)[0] <= 94 for (value,) in raw), "kilowatts became watts"


def test_every_output_reports_the_same_power(joined: Path, tmp_path: Path) -> None:
    files = Outputs(html=tmp_path / "report.html", xlsx=tmp_path / "report.xlsx")
    write_reports([joined], files)
    with SessionReader.open(joined) as reader:
        told: dict[str, Any] = json.loads(export_json(reader))
        table = session_text(reader)
        charted = [counter.path for counter in reader.counters if counter.system == 1 and counter.unit == "W"]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["Power"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert sorted(charted) == [f"\\Power Meter({name})\\Power" for name in ("_Total", "array", "server")]
    for one in told["runs"]:
        for letter, own in one["systems"].items():
            power = own["power"]
            (row,) = (row for row in rows if row[0] == one["number"] and row[2:4] == [letter, "together"])
            keys = ("idle_watts", "watts", "energy_wh", "orders_per_wh", "covered", "idle_covered")
            assert row[4:10] == [pytest.approx(power[key], rel=1e-14) for key in keys]
    assert "Power</h2>" in page
    assert "measured in the median run" in page
    assert "400 W" in page, "the fact stays in the disclosure"
    assert "server.csv + storage.csv" in table
    (line,) = (line for line in table.splitlines() if line.startswith("Power idle, W"))
    idle = told["systems"][0]["power"]["idle_watts"]
    assert float(line.split()[3]) == pytest.approx(idle, rel=0.005)
    assert any(line.startswith("OPM per watt under load") for line in table.splitlines())


# By wall-clock time


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a synthetic run: idle from 20 to 30 s, measured from 36 to 66 s of its second repeat."""
    run = RepeatedRun(
        tmp_path_factory.mktemp("made") / "made.outpace", facts=[{"Power": "500 W"}, {"Power under load": "0.4 kW"}]
    )
    run.seconds(20)
    run.phase("idle", run=2)
    run.seconds(10)
    run.phase("ramp", run=2)
    run.seconds(6)
    run.phase("measure", run=2)
    run.seconds(30)
    return run.finish()


def power(session: Path, letter: str = "A", repeat: int = 2) -> Any:
    with SessionReader.open(session) as reader:
        (one,) = (one for one in result_of(reader).runs if one.run == repeat)
        return one.systems[letter].power


def test_log_in_another_time_zone_is_aligned(made: Path, tmp_path: Path) -> None:
    """The time zone is part of the times or given as an option."""
    wall = Wall.of(made)
    expected = wall.mean(SERVER, "measure", 2)

    def in_zone(hours: float, text: str = "") -> Callable[[int], str]:
        return lambda t: f"{datetime.fromtimestamp(t, UTC) + timedelta(hours=hours):%Y-%m-%dT%H:%M:%S}{text}"

    zoned = log(tmp_path / "zoned.csv", wall, SERVER, clock=in_zone(-7, "-07:00"))
    plain = log(tmp_path / "plain.csv", wall, SERVER, clock=in_zone(5.5))
    unix = log(tmp_path / "unix.csv", wall, SERVER, clock=str)
    for number, meter in enumerate(
        (
            MeterFile(zoned, ("A",)),
            MeterFile(plain, ("A",), utc_offset_s=utc_offset_of("+05:30")),
            MeterFile(plain, ("A",), offset_s=wall.utc_offset_s - 5.5 * 3600),
            MeterFile(unix, ("A",)),
        )
    ):
        new = tmp_path / f"{number}.outpace"
        join_meters(made, [meter], new)
        assert (facts_of(new).metered, facts_of(made).metered) == (True, False)  # the library marks the session
        assert power(new).watts == pytest.approx(expected, rel=1e-12)
        assert power(new).idle_watts == pytest.approx(wall.mean(SERVER, "idle", 2), rel=1e-12)
        assert power(new, "B") is None


def test_log_across_a_clock_change_is_aligned(made: Path, tmp_path: Path) -> None:
    """Daylight saving time ended 90 minutes before the run, while the meter was logging rows without a time zone.

    In a log whose rows contain the time zone, the zone changes.
    """
    wall = Wall.of(made)
    created = math.floor(wall.created.timestamp())

    def set_back(t: int, change: int) -> str:
        local = datetime.fromtimestamp(t, UTC) + timedelta(seconds=wall.utc_offset_s + 3600 * (t < change))
        return f"{local:%Y-%m-%d %H:%M:%S}"

    def shown(t: int) -> str:
        return set_back(t, created - 5400)

    def zoned(t: int) -> str:
        hours = 2 if t < created - 5400 else 1
        return f"{datetime.fromtimestamp(t, UTC) + timedelta(hours=hours):%Y-%m-%d %H:%M:%S}+{hours:02}:00"

    for name, clock in (("plain", shown), ("zoned", zoned)):
        new = tmp_path / f"{name}.outpace"
        meter = log(tmp_path / f"{name}.csv", wall, SERVER, clock=clock, around_s=6000)
        join_meters(made, [MeterFile(meter, ("A",))], new)
        assert power(new).watts == pytest.approx(wall.mean(SERVER, "measure", 2), rel=1e-12)
    near = log(tmp_path / "near.csv", wall, SERVER, clock=lambda t: set_back(t, created - 600), around_s=6000)
    with pytest.raises(ImportedFileError, match=r"set back within an hour of the run's start: .* \(--zone \+02:00\)"):
        join_meters(made, [MeterFile(near, ("A",))], tmp_path / "near.outpace")


def test_meter_without_wall_clock_needs_the_start_of_the_load(made: Path, tmp_path: Path) -> None:
    wall = Wall.of(made)
    first = math.floor(wall.created.timestamp()) - 20
    since = log(tmp_path / "since.csv", wall, SERVER, clock=lambda t: str(t - first))
    with pytest.raises(ImportedFileError, match=r"since\.csv: its times are seconds and say no time of day"):
        join_meters(made, [MeterFile(since, ("A",))], tmp_path / "no.outpace")
    parser = command_parser()
    new = tmp_path / "told.outpace"
    options = parser.parse_args(
        ["join", str(made), str(since), "--system", "A=since.csv", "--start", f"{wall.start - first:.6f}",
         "--session", str(new)]
    )  # fmt: skip
    assert options.run_command(options) == 0
    assert power(new).watts == pytest.approx(wall.mean(SERVER, "measure", 2), rel=1e-12)
    time_of_day = log(
        tmp_path / "day.csv",
        wall,
        SERVER,
        clock=lambda t: f"{datetime.fromtimestamp(t, UTC) + timedelta(seconds=wall.utc_offset_s):%H:%M:%S}",
    )
    join_meters(made, [MeterFile(time_of_day, ("A",))], tmp_path / "day.outpace")
    assert power(tmp_path / "day.outpace").watts == pytest.approx(wall.mean(SERVER, "measure", 2), rel=1e-12)


def test_log_of_another_time_is_rejected_with_both_time_spans(made: Path, tmp_path: Path) -> None:
    wall = Wall.of(made)
    late = log(tmp_path / "late.csv", wall, SERVER, clock=lambda t: f"{datetime.fromtimestamp(t + 90_000, UTC):%F %T}")
    with pytest.raises(ImportedFileError) as refused:
        join_meters(made, [MeterFile(late, ("A",), utc_offset_s=0.0)], tmp_path / "no.outpace")
    first = datetime.fromtimestamp(math.floor(wall.created.timestamp()) - 20 + 90_000, UTC)
    started = datetime.fromtimestamp(wall.start, UTC) + timedelta(seconds=wall.utc_offset_s)
    assert f"its readings are from {first + timedelta(seconds=wall.utc_offset_s):%F %T} to" in str(refused.value)
    assert f"the run was from {started:%F %T} to" in str(refused.value)
    assert "they do not overlap" in str(refused.value)
    assert not (tmp_path / "no.outpace").exists()


# Missing readings


def test_too_many_missing_readings_give_a_reason_instead_of_a_figure(made: Path, tmp_path: Path) -> None:
    """95 % of the seconds must have readings; power entered by the user does not replace missing ones."""
    wall = Wall.of(made)
    (from_s, _), (idle_s, _) = wall.spans["measure", 2], wall.spans["idle", 2]
    lost = [(from_s + 5, from_s + 13.5), (idle_s, idle_s + 4)]
    gappy = log(tmp_path / "gappy.csv", wall, SERVER, without=lost)
    short = log(tmp_path / "short.csv", wall, SERVER, without=[(from_s + 5, from_s + 6)])
    join_meters(made, [MeterFile(gappy, ("A",)), MeterFile(short, ("B",))], tmp_path / "gappy.outpace")
    found = power(tmp_path / "gappy.outpace")
    assert (found.watts, found.energy_wh, found.orders_per_wh, found.idle_watts) == (None, None, None, None)
    assert 21 / 30 <= found.covered <= 23 / 30, "8 or 9 readings are lost, and the one before holds for 1.5 s"
    assert found.reason.startswith("the meters' readings cover 7")
    assert found.reason.endswith("of the measured window; a figure takes 95 %")
    assert "of the idle phase" in found.idle_reason
    assert power(tmp_path / "gappy.outpace", "B").covered == pytest.approx(29 / 30, abs=1 / 30)
    assert power(tmp_path / "gappy.outpace", "B").watts is not None
    with SessionReader.open(tmp_path / "gappy.outpace") as reader:
        study = study_of([reader])
    (row,) = (row for row in study.normalised if row.label == "OPM per watt under load")
    assert math.isnan(row.values["A"][1])
    write_reports([tmp_path / "gappy.outpace"], Outputs(html=tmp_path / "gappy.html"))
    assert "a figure takes 95 %." in (tmp_path / "gappy.html").read_text(encoding="utf-8").replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_typed_power_is_used_and_labeled_where_nothing_was_metered(made: Path, tmp_path: Path) -> None:
    wall = Wall.of(made)
    join_meters(made, [MeterFile(log(tmp_path / "a.csv", wall, SERVER), ("A",))], tmp_path / "a.outpace")
    with SessionReader.open(tmp_path / "a.outpace") as reader:
        study, table = study_of([reader]), session_text(reader)
    (row,) = (row for row in study.normalised if row.label == "OPM per watt under load")
    assert row.divisors["A"].source == "measured in the median run"
    assert (row.divisors["B"].source, row.divisors["B"].value) == ("Power under load = 0.4 kW", 400.0)
    (line,) = (line for line in table.splitlines() if line.startswith("OPM per watt under load"))
    assert line.count("(typed)") == 1
    opm = study.median_run("B")
    assert opm is not None
    assert row.quotients["B"].value == pytest.approx(opm.figures[OPM.name] / 400)


def test_slow_meters_hold_their_reading_and_are_summed_per_second(made: Path, tmp_path: Path) -> None:
    """A reading is valid for the 10 s after it. There is no sum while one of two meters has no valid reading."""
    wall = Wall.of(made)
    slow = log(tmp_path / "slow.csv", wall, SERVER, step_s=10)
    (from_s, to_s) = wall.spans["measure", 2]
    lost = log(tmp_path / "lost.csv", wall, STORAGE, without=[(from_s + 3, from_s + 4)])
    join_meters(made, [MeterFile(slow, ("A",)), MeterFile(lost, ("A",))], tmp_path / "slow.outpace")
    first = math.floor(wall.created.timestamp()) - 20
    ends = range(math.floor(from_s) + 1, math.floor(to_s) + 1)
    assert power(tmp_path / "slow.outpace").uncertainty_s == 10
    held = [SERVER(t - (t - first) % 10) for t in ends]
    meters = {meter.name: meter for meter in power(tmp_path / "slow.outpace").meters}
    assert meters["slow"].watts == pytest.approx(sum(held) / len(held), rel=1e-12)
    with SessionReader.open(tmp_path / "slow.outpace") as reader:
        total = next(one for one in reader.counters if one.path == "\\Power Meter(_Total)\\Power" and one.system == 1)
        parts = [
            next(one for one in reader.counters if one.path == f"\\Power Meter({n})\\Power") for n in ("slow", "lost")
        ]
        sums, one, other = (reader.samples(counter)[1] for counter in (total, *parts))
    assert all((math.isnan(s) and math.isnan(a + b)) or s == a + b for s, a, b in zip(sums, one, other, strict=True))


@pytest.mark.parametrize(
    ("head", "row", "told"),
    [
        ("Time;Apparent power (VA)", "480,5", "apparent power"),
        ("Time;Power [kVA]", "0,48", "apparent power"),
        ("Time;Power", "480,5 VA", "apparent power"),
        ("Time;Power (W);Power (VA)", "480,5;500", ""),
        ("Time;Power_kW", "0,4805", ""),
        ("Time;Power", "0,4805 kW", ""),
        ("Time;mW", "480500", ""),
        ("Time;MW", "0,0004805", ""),
    ],
)
def test_power_units_are_converted_and_apparent_power_is_rejected(
    head: str, row: str, told: str, made: Path, tmp_path: Path
) -> None:
    wall = Wall.of(made)
    lines = [
        f"{datetime.fromtimestamp(t, UTC) + timedelta(seconds=wall.utc_offset_s):%d.%m.%Y %H:%M:%S};{row}"
        for t in range(math.floor(wall.start), math.ceil(wall.end))
    ]
    (tmp_path / "m.csv").write_text("\n".join([head, *lines]), encoding="utf-8")
    if told:
        with pytest.raises(ImportedFileError, match=r"m\.csv.*: it has apparent power \(VA\), which is not what"):
            join_meters(made, [MeterFile(tmp_path / "m.csv", ("A",))], tmp_path / "u.outpace")
        return
    join_meters(made, [MeterFile(tmp_path / "m.csv", ("A",))], tmp_path / "u.outpace")
    assert power(tmp_path / "u.outpace").watts == pytest.approx(480.5, rel=1e-9)


def test_power_can_be_joined_to_sessions_in_the_first_format(tmp_path: Path) -> None:
    """Every step of a timed run, a sweep, and storage I/O gets its watts; the other figures do not change."""
    for name in ("timed", "sweep", "storage"):
        old, new = FORMAT_1 / f"{name}.outpace", tmp_path / f"{name}.outpace"
        wall = Wall.of(old)
        meters = [(SERVER, "A"), (OTHER, "B")]
        logs = [MeterFile(log(tmp_path / f"{x}.csv", wall, watts), (x,)) for watts, x in meters]
        join_meters(old, logs, new)
        assert verify(new)
        with SessionReader.open(old) as before, SessionReader.open(new) as after:
            assert [one.kind for one in after.events][: len(before.events)] == [one.kind for one in before.events]
            one, other = result_of(before), result_of(after)
        assert (other.reasons, other.warnings) == (one.reasons, one.warnings)
        measured = [(mine.systems, its.systems) for mine, its in zip(one.runs, other.runs, strict=True)]
        measured += [(mine.systems, its.systems) for mine, its in zip(one.steps, other.steps, strict=True)]
        for earlier, systems in measured:
            for letter, system in systems.items():
                assert system.operations == earlier[letter].operations
                assert system.figures.items() >= earlier[letter].figures.items()
                assert system.power is not None
                assert system.power.watts is not None
                assert system.from_s is not None
                assert system.to_s is not None
                ends = range(math.floor(wall.start + system.from_s) + 1, math.floor(wall.start + system.to_s) + 1)
                expected = [(SERVER if letter == "A" else OTHER)(t) for t in ends]
                assert system.power.watts == pytest.approx(sum(expected) / len(expected), rel=1e-9)
        labels = {row.label for row in other.normalised}
        assert labels >= (
            {"IOPS per watt under load", "MB/s per watt under load"}
            if name == "storage"
            else {"OPM per watt under load"}
        )


# Assignment of meters to systems


def turns(path: Path) -> Path:
    """Write two repeats in which the systems take turns, each idle first and then under load."""
    run = RepeatedRun(path)
    run._warm_up_s = 1_000
    run.seconds(2)
    for repeat, letters in ((1, "AB"), (2, "BA")):
        for letter in letters:
            run.phase("idle", run=repeat)
            run.seconds(5)
            for name in ("warm-up", "measure", "stop"):
                detail = PhaseDetail(systems={letter: PhaseLoad(users=8, rate=0)})
                run.writer.phase(run.start_ns + run.tick * SECOND, name, run=repeat, detail=detail)
                run.seconds(12 if name == "measure" else 2)
    return run.finish()


def test_one_meter_serves_systems_that_take_turns(tmp_path: Path, made: Path) -> None:
    """Each system gets the readings from its turn, including its idle phase.

    The readings of systems under load at the same time cannot be separated.
    """
    session = turns(tmp_path / "turns.outpace")
    wall = Wall.of(session)
    meter = log(tmp_path / "shared.csv", wall, lambda t: float(round(t - wall.start)))
    join_meters(session, [MeterFile(meter, ("A", "Write-ahead log"))], tmp_path / "shared.outpace")
    with SessionReader.open(tmp_path / "shared.outpace") as reader:
        phases = [(phase.from_s, phase.to_s) for phase in reader.phases if phase.name == "measure"]
        idle = [(phase.from_s, phase.to_s) for phase in reader.phases if phase.name == "idle"]
        assert [(span.from_s, span.to_s) for span in idle_spans(reader, "A", 2)] == [idle[3]]
        assert [(span.from_s, span.to_s) for span in idle_spans(reader, "B", 2)] == [idle[2]]
        runs = result_of(reader).runs
        assert [one.data.systems for one in reader.documents_of(JoinedMeter)] == [["A", "B"], ["A", "B"]]
    for (from_s, to_s), (idle_from, idle_to), (run, letter) in zip(
        phases, idle, ((0, "A"), (0, "B"), (1, "B"), (1, "A")), strict=True
    ):
        own = runs[run].systems[letter].power
        assert own is not None
        assert own.watts == pytest.approx((from_s + to_s + 1) / 2, abs=1)
        assert own.idle_watts == pytest.approx((idle_from + idle_to + 1) / 2, abs=1)
    with pytest.raises(ImportedFileError, match="one meter can't tell apart what A and B took"):
        join_meters(
            made, [MeterFile(log(tmp_path / "m.csv", Wall.of(made), SERVER), ("A", "B"))], tmp_path / "no.outpace"
        )


def test_meters_that_cannot_be_joined_are_reported(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wall = Wall.of(made)
    meter = log(tmp_path / "m.csv", wall, SERVER)
    new = tmp_path / "new.outpace"
    with pytest.raises(ImportedFileError, match=r'which system does it belong to: A \(.*--system "A=m\.csv"'):
        join_meters(made, [MeterFile(meter)], new)
    with pytest.raises(ImportedFileError, match='no system is called "C"; there are A'):
        join_meters(made, [MeterFile(meter, ("C",))], new)
    other = log(tmp_path / "sub.csv", wall, SERVER)
    with pytest.raises(ImportedFileError, match='is called "m" too: name each meter'):
        join_meters(made, [MeterFile(meter, ("A",)), MeterFile(other, ("A",), name="m")], new)
    (tmp_path / "d.csv").write_text("1,2,3,4,5,6\n", encoding="utf-8")
    with pytest.raises(ImportedFileError):
        join_meters(made, [MeterFile(tmp_path / "d.csv", ("A",))], new)
    join_meters(made, [MeterFile(meter, ("A",))], new)
    with pytest.raises(ImportedFileError, match="power meters are joined to it already"):
        join_meters(new, [MeterFile(meter, ("A",))], tmp_path / "again.outpace")
    parser = command_parser()
    options = parser.parse_args(["join", str(meter), "--session", str(tmp_path / "x.outpace")])
    assert options.run_command(options) == 2
    assert "power meters are joined to one session" in capsys.readouterr().err
    # Import the log separately, as a user might try first.
    arguments = [
        "import",
        str(meter),
        "--system",
        "Rollback journal=m.csv",
        "--session",
        str(tmp_path / "only.outpace"),
    ]
    options = parser.parse_args(arguments)
    assert options.run_command(options) == 0
    with pytest.raises(
        ImportedFileError, match=r"only\.outpace has nothing but power meters' readings: join the meter"
    ):
        join_sessions([made, tmp_path / "only.outpace"], tmp_path / "x.outpace")
