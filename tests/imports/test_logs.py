# SPDX-License-Identifier: Apache-2.0
"""Logs of other tools on one time axis: DVD Store output, PDH logs, and power meters, with all known faults."""

import datetime
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.cli.session_commands import ImportOptions, import_files, request_of
from app.imports.counter_log import counter_log
from app.imports.driver_output import driver_log
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results, kind_of
from app.imports.meter import MeterColumns, meter_log
from app.imports.source import ImportedFileError
from app.model.documents import ImportedTotals
from app.model.messages import sentence
from app.results.result import result_of
from app.results.study import study_of
from app.session.reader import SessionReader
from app.session.seal import verify

BEGAN = datetime.datetime(2024, 11, 22, 10, 0, 0)  # noqa: DTZ001 - a log's local time
POWER = "\\Power Meter(_Total)\\Power"
DISK = "\\PhysicalDisk(0 C:)\\Disk Transfers/sec"


def driver_line(et_s: float, rate: float, *, final: bool = False) -> str:
    orders = round(rate * et_s)
    begin = "Final (11/22/2026 10:15:00 AM): " if final else ""
    told = f"{begin}et={et_s:7.1f} n_overall={orders} opm={int(orders * 60 / et_s)} rt_tot_lastn_max_msec=62 "
    return f"{told}rt_tot_avg_msec=12 rt_tot_sampled=100 rollbacks: n={orders // 50} %= 2.0"


def driver_output(path: Path, rate: float, *, seconds: int = 60, warm_up_s: int = 30, final: bool = True) -> Path:
    """Write driver output with `rate` orders per second, after a warm-up at half that rate."""
    lines = ["Target ds2 connected", *(driver_line(at + 0.1, rate / 2) for at in range(10, warm_up_s + 1, 10))]
    lines += ["Stats reset"] if warm_up_s else []
    lines += [driver_line(float(at), rate) for at in range(10, seconds + 1, 10)]
    lines += [driver_line(float(seconds), rate, final=True)] if final else []
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def pdh(
    path: Path, rows: Sequence[tuple[datetime.datetime, str, str]], end: str = "\r\n", encoding: str = "utf-8"
) -> Path:
    header = '"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\SQL1\\PhysicalDisk(0 C:)\\Disk Transfers/sec",'
    lines = [header + '"\\\\SQL1\\PhysicalDisk(0 C:)\\Avg. Disk sec/Transfer"']
    lines += [f'"{at:%m/%d/%Y %H:%M:%S}.{at.microsecond // 1000:03d}","{one}","{other}"' for at, one, other in rows]
    path.write_bytes((end.join(lines) + end).encode(encoding))
    return path


def seconds(number: int, *, step_s: float = 1, first: datetime.datetime = BEGAN) -> list[datetime.datetime]:
    return [first + datetime.timedelta(seconds=step_s * index) for index in range(number)]


def meter(path: Path, header: str, rows: Sequence[str], encoding: str = "utf-8") -> Path:
    path.write_bytes("\n".join([header, *rows, ""]).encode(encoding))
    return path


def test_imported_driver_runs_give_the_measured_figures(tmp_path: Path) -> None:
    typed = []
    for name, rate in (("Disks", 100), ("Flash", 190)):
        typed += [(name, run, driver_output(tmp_path / f"{name}{run}.txt", rate + run)) for run in (1, 2, 3)]
    files = [path for _, _, path in typed]
    session = tmp_path / "s.outpace"
    said: list[str] = []
    options = ImportOptions(
        files,
        systems=[f"{name}={path.name}" for name, _, path in typed],
        runs=[f"{run}={path}" for _, run, path in typed],
        title="From the lab",
    )
    assert import_files(options, session, said.append) == 0
    assert said[-1] == f"Made {session}"
    assert verify(session)
    with SessionReader.open(session) as reader:
        assert reader.info.title == "From the lab"
        measured = [phase for phase in reader.phases if phase.name == "measure"]
        assert [phase.run for phase in measured] == [1, 2, 3]
        orders = next(one for one in reader.counters if one.path.endswith("Orders/min") and one.system == 2)
        for phase in measured:
            assert reader.window(orders, phase.from_s, phase.to_s).average == pytest.approx((190 + phase.run) * 60)
        result = result_of(reader)
        assert [(system.run, system.opm) for system in result.systems] == [
            (2, pytest.approx(102 * 60)),
            (2, pytest.approx(192 * 60)),
        ], "of the median run"
        totals = reader.documents_of(ImportedTotals)
        assert [(one.system, one.run) for one in totals] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
        assert {origin.kind for origin in reader.origins} == {"DVD Store output"}
        cumulative = next(one for one in reader.counters if one.path == "\\Test\\OPM" and one.system == 1)
        assert reader.window(cumulative, measured[0].from_s, measured[0].to_s).last == 101 * 60
        assert any(event.kind == "not simultaneous" for event in reader.events)


def test_drivers_of_one_run_are_summed_despite_different_intervals(tmp_path: Path) -> None:
    lines = {"one": [(10.4, 100), (20.6, 200), (31.0, 310)], "two": [(9.8, 200), (19.7, 400), (29.6, 600), (39.9, 800)]}
    files = []
    for name, told in lines.items():
        path = tmp_path / f"{name}.txt"
        path.write_text("".join(f"et= {et} n_overall={n} opm=1\n" for et, n in told), encoding="utf-8")
        files.append(FileToImport(path, "A", 1, name))
    session = tmp_path / "s.outpace"
    import_results(ImportRequest(tuple(files)), session)
    with SessionReader.open(session) as reader:
        assert [target.name for target in reader.systems[0].targets] == ["one", "two"]
        orders = next(one for one in reader.counters if one.path.endswith("Orders/sec"))
        times, values = reader.samples(orders, 0, 30)
        assert times.tolist() == [10, 20, 30]
        # Interpolated between two rows: 96.2 + 204.04 orders in the first 10 s, ...
        assert values.tolist() == pytest.approx([(100 / 1.04 + 200 + 0.2 * 200 / 9.9) / 10, *values[1:].tolist()])
        assert reader.total(orders, 0, 30) == pytest.approx(200 + 9.4 * 110 / 10.4 + 600 + 0.4 * 200 / 10.3)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello\n", "d.txt: it contains no DVD Store driver lines"),
        ("et= 10.0 n_overall=x opm=1\n", 'd.txt, line 1: n_overall: "x" is not a number'),
        (
            "et= 10.0 n_overall=-5 opm=1\n",
            "d.txt: no figure of it can be used: impossible values in line 1 (n_overall: -5)",
        ),
        ("et= 20 n_overall=9 opm=1\net= 10 n_overall=5 opm=1\n", "d.txt, line 2: et or n_overall is smaller than"),
        ("et= 10 n_overall=\net= 20 n_overall=5\n", "d.txt, line 1: et or n_overall has no value in this line"),
        ("Final: et= 20 n_overall=9\net= 30 n_overall=10\n", "d.txt, line 2: there are lines after the Final line"),
    ],
)
def test_bad_driver_output_is_reported(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "d.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImportedFileError) as caught:
        list(driver_log(path).rows())
    assert str(caught.value).startswith(told)


def test_rollback_rate_with_a_percent_sign_is_read(tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text(
        "et= 10.0 n_overall=100 opm=600 rollbacks: n=2 %=  2.0\n"
        "Final (11/22/2026 10:15:00 AM): et= 20.0 n_overall=200 opm=600 n_rollbacks_overall=5 rollback_rate =   2.5%\n",
        encoding="utf-8",
    )
    log = driver_log(path)
    list(log.rows())
    assert {name: value for name, (value, _) in log.totals.items()} == {"OPM": 600, "Rollback %": 2.5}


def test_truncated_driver_output_gives_no_total(tmp_path: Path) -> None:
    path = driver_output(tmp_path / "d.txt", 100, final=False)
    path.write_text(path.read_text(encoding="utf-8") + "et=  70.0 n_ove", encoding="utf-8")
    log = driver_log(path)
    rows = list(log.rows())
    assert rows[-1].values[0] == 6000
    assert log.totals == {}
    assert list(map(sentence, log.warnings)) == ["d.txt has no Final line: its run was cut off, and gives no total"]


def test_logs_are_aligned_at_the_start_of_the_load(tmp_path: Path) -> None:
    """The disk log starts 10 s before the load, the driver's log starts with it, and the meter's clock is 3 s slow."""
    moments = seconds(100)
    disk = pdh(tmp_path / "disk.csv", [(at, f"{1000 if i >= 40 else 500}", "0.005") for i, at in enumerate(moments)])
    rows = [
        f"{at - datetime.timedelta(seconds=3):%Y-%m-%d %H:%M:%S},{400 if i >= 40 else 200}"
        for i, at in enumerate(moments)
    ]
    watts = meter(tmp_path / "watts.csv", "Time,Watts", rows)
    driver = driver_output(tmp_path / "driver.txt", 100, warm_up_s=0, seconds=80)
    request = request_of(
        ImportOptions(
            [disk, watts, driver],
            systems=["A=disk.csv", "A=watts.csv", "A=driver.txt"],
            starts=["10:00:10"],
            offsets=["3=watts.csv"],
        )
    )
    session = tmp_path / "s.outpace"
    warnings = import_results(request, session)
    assert len([warning for warning in warnings if "first row" in sentence(warning)]) == 0
    with SessionReader.open(session) as reader:
        for path, before, after in ((DISK, 500, 1000), (POWER, 200, 400)):
            counter = next(one for one in reader.counters if one.path == path)
            times, values = reader.samples(counter)
            by_time = dict(zip(times.round(3).tolist(), values.tolist(), strict=True))
            assert (by_time[-10], by_time[29], by_time[30]) == (before, before, after)
        assert [(phase.name, phase.from_s) for phase in reader.phases] == [
            ("before the load", -10),
            ("measure", 0),
            ("after", 80),
        ]
        # UTC+1, as in the disk log's header.
        assert reader.info.started.astimezone(datetime.UTC).isoformat()[:19] == "2024-11-22T09:00:10"
        assert reader.length_s == pytest.approx(89, abs=0.01)
        dated = [origin for origin in reader.origins if origin.detail.began_local]
        assert [origin.name for origin in dated] == ["disk.csv", "watts.csv"]
        assert {origin.detail.began_local for origin in dated} == {"2024-11-22 10:00:10.000"}
        # The header of the disk log contains its time zone, UTC+1.
        assert [origin.recorded for origin in dated] == ["2024-11-22T09:00:10+00:00", None]
        layers = {one.path: one.layer for one in reader.counters}
        assert (layers[DISK], layers[POWER], layers["\\Test\\OPM"]) == ("device", "machine", "application")


def test_window_option_sets_the_measured_phase(tmp_path: Path) -> None:
    disk = pdh(tmp_path / "disk.csv", [(at, f"{i}", "0.005") for i, at in enumerate(seconds(100))])
    session = tmp_path / "s.outpace"
    import_results(request_of(ImportOptions([disk], systems=["A=disk.csv"], window="50-60")), session)
    with SessionReader.open(session) as reader:
        assert [phase.name for phase in reader.phases] == ["warm-up", "measure", "after"]
        assert result_of(reader).systems[0].counters[DISK].average == pytest.approx(55.5)


def test_typeperf_text_in_utf_16_with_blank_first_samples_is_read(tmp_path: Path) -> None:
    rows = [(at, " " if i == 0 else "-1" if i == 1 else "100,5", " ") for i, at in enumerate(seconds(5))]
    path = pdh(tmp_path / "t.csv", rows, end="\r\r\n", encoding="utf-16")
    assert kind_of(path) == "PDH log"
    log = counter_log(path)
    values = [row.values[0] for row in log.rows()]
    assert [math.isnan(value) for value in values] == [True, True, False, False, False]
    assert values[-1] == 100.5


def test_repeated_hour_of_a_clock_change_continues_the_time_axis(tmp_path: Path) -> None:
    before = seconds(600, first=datetime.datetime(2026, 10, 25, 2, 50, 0))  # noqa: DTZ001
    again = seconds(600, first=datetime.datetime(2026, 10, 25, 2, 0, 0))  # noqa: DTZ001
    log = counter_log(pdh(tmp_path / "d.csv", [(at, "1", "0.1") for at in (*before, *again)]))
    times = [row.seconds for row in log.rows()]
    assert times[-1] - times[0] == 1199
    assert any("set back by an hour" in sentence(warning) for warning in log.warnings)
    stamps = [f"{at:%d.%m.%Y %H:%M:%S};7" for at in (*before, *again)]
    watts = meter_log(meter(tmp_path / "w.csv", "Zeit;Leistung (W)", stamps), MeterColumns())
    times = [row.seconds for row in watts.rows()]
    assert times[-1] - times[0] == 1199
    assert list(map(sentence, watts.warnings)) == ["w.csv, line 602: the clock was set back by an hour here"]


def test_out_of_order_log_is_reported_with_its_line(tmp_path: Path) -> None:
    moments = seconds(30)
    mixed = [*moments[:10], moments[20], *moments[10:20]]
    with pytest.raises(ImportedFileError, match=r"d\.csv, line 13: this sample is older than the previous one"):
        counter_log(pdh(tmp_path / "d.csv", [(at, "1", "0.1") for at in mixed]))
    log = meter_log(meter(tmp_path / "w.csv", "Time,Watts", [f"{at:%H:%M:%S},5" for at in mixed]), MeterColumns())
    with pytest.raises(ImportedFileError, match=r"w\.csv, line 13: this row is older than the previous one"):
        list(log.rows())


def test_truncated_log_gives_its_complete_rows(tmp_path: Path) -> None:
    path = pdh(tmp_path / "d.csv", [(at, "5", "0.1") for at in seconds(20)])
    path.write_bytes(path.read_bytes()[:-30])
    log = counter_log(path)
    assert len(list(log.rows())) == 19
    assert list(map(sentence, log.warnings)) == [
        "d.csv: 1 lines that are no samples were passed over, the first is line 21"
    ]
    watts = meter(tmp_path / "w.csv", "Time,Watts", [f"{at:%H:%M:%S},5" for at in seconds(20)])
    watts.write_bytes(watts.read_bytes()[:-5])
    cut = meter_log(watts, MeterColumns())
    assert len(list(cut.rows())) == 19
    assert list(map(sentence, cut.warnings)) == ["w.csv: its last line (21) is cut off and was left out"]


def test_negative_and_missing_values_are_no_data(tmp_path: Path) -> None:
    log = counter_log(pdh(tmp_path / "d.csv", [(at, "-7", "NaN") for at in seconds(3)]))
    assert all(math.isnan(value) for row in log.rows() for value in row.values)
    assert list(map(sentence, log.warnings)) == [
        "d.csv: 6 impossible values count as missing, in line 2 (\\PhysicalDisk(0 C:)\\Disk Transfers/sec: -7); "
        "2 (\\PhysicalDisk(0 C:)\\Avg. Disk sec/Transf: NaN); 3 (\\PhysicalDisk(0 C:)\\Disk Transfers/sec: -7); "
        "3 (\\PhysicalDisk(0 C:)\\Avg. Disk sec/Transf: NaN); 4 (\\PhysicalDisk(0 C:)\\Disk Transfers/sec: -7); ..."
    ]
    rows = [f"{at:%H:%M:%S},{watts}" for at, watts in zip(seconds(4), ("5", "-5", "nan", "7 W"), strict=True)]
    watts_log = meter_log(meter(tmp_path / "w.csv", "Time,Watts", rows), MeterColumns())
    found = [row.values[0] for row in watts_log.rows()]
    assert [found[0], found[3]] == [5, 7]
    assert math.isnan(found[1])
    assert math.isnan(found[2])
    assert list(map(sentence, watts_log.warnings)) == [
        "w.csv: 2 impossible values count as missing, in line 3 (Watts: -5); 4 (Watts: nan)"
    ]


def test_meter_with_only_zero_readings_causes_a_warning(tmp_path: Path) -> None:
    log = meter_log(meter(tmp_path / "w.csv", "Time,Watts", [f"{at:%H:%M:%S},0" for at in seconds(5)]), MeterColumns())
    assert [row.values[0] for row in log.rows()] == [0] * 5
    assert list(map(sentence, log.warnings)) == [
        "w.csv: every reading is 0 W: was the meter connected? Nothing is told per watt"
    ]


@pytest.mark.parametrize(
    ("header", "columns", "told"),
    [
        ("Time,Volts,Amps", MeterColumns(), "w.csv, line 1: which is the watts column?"),
        ("Time,Watts 1,Watts 2", MeterColumns(), "w.csv, line 1: which is the watts column?"),
        ("When,Watts", MeterColumns(), "w.csv, line 1: which is the time column?"),
        (
            "Time,Watts",
            MeterColumns(watts="Power"),
            'w.csv, line 1: there is no column "Power"; there are "Time", "Watts"',
        ),
    ],
)
def test_ambiguous_meter_columns_are_reported(tmp_path: Path, header: str, columns: MeterColumns, told: str) -> None:
    with pytest.raises(ImportedFileError) as caught:
        meter_log(meter(tmp_path / "w.csv", header, ["10:00:00,1,2"]), columns)
    assert str(caught.value).startswith(told)


def test_meter_columns_are_mapped_and_summed(tmp_path: Path) -> None:
    rows = [f"22.11.2026;23:59:{at};0,25;120,5;7" for at in range(50, 60)] + ["23.11.2026;00:00:00;0,5;1;7"]
    path = meter(tmp_path / "w.csv", "Day;Hour;PSU 1 (kW);PSU 2 (W);Energy (kWh)", rows)
    log = meter_log(path, MeterColumns("Day+Hour", "PSU 1 (kW)+PSU 2 (W)"))
    found = list(log.rows())
    assert found[0].values == (370.5,)
    assert found[-1].values == (501,)
    assert found[-1].seconds - found[0].seconds == 10


def test_clock_without_a_date_continues_past_midnight(tmp_path: Path) -> None:
    path = meter(tmp_path / "w.csv", "Time,Watts", ["11:59:59 PM,5", "12:00:01 AM,5"])
    first, second = meter_log(path, MeterColumns()).rows()
    assert second.seconds - first.seconds == 2


def test_meters_of_a_system_are_summed_only_where_all_have_data(tmp_path: Path) -> None:
    one = meter(tmp_path / "one.csv", "Time,Watts", [f"{at:%H:%M:%S},100" for at in seconds(60)])
    two = meter(tmp_path / "two.csv", "Time,Watts", [f"{at:%H:%M:%S},50" for at in seconds(5, step_s=10)])
    session = tmp_path / "s.outpace"
    typed = ImportOptions([one, two], systems=["A=one.csv", "A=two.csv"], starts=["10:00:00"])
    import_results(request_of(typed), session)
    with SessionReader.open(session) as reader:
        total = next(counter for counter in reader.counters if counter.path == POWER)
        times, values = reader.samples(total)
        held = times[np.isfinite(values)]
        assert set(values[np.isfinite(values)].tolist()) == {150}
        assert (held[0], held[-1]) == (0, 55), "the second meter's last reading, at 40 s, stands for 15 s"
        own = [counter.path for counter in reader.counters if counter.path != POWER]
        assert own == ["\\Power Meter(one)\\Power", "\\Power Meter(two)\\Power"]
        (document,) = reader.documents_of(ImportedTotals)
        watts = document.data.figures["Watts"]
        assert (watts.value, watts.unit, document.name) == (150, "W", "")


def test_simultaneous_logs_become_targets_that_are_summed(tmp_path: Path) -> None:
    logs = [
        pdh(tmp_path / f"{name}.csv", [(at, value, "0.1") for at in seconds(20)])
        for name, value in (("n1", "10"), ("n2", "30"))
    ]
    session = tmp_path / "s.outpace"
    import_results(request_of(ImportOptions(logs, systems=["A=n1.csv", "A=n2.csv"])), session)
    with SessionReader.open(session) as reader:
        average = {c.path: reader.window(c, 0, 20).average for c in reader.counters if "Transfers" in c.path}
    assert average == {
        DISK: 40,
        "\\PhysicalDisk(n1 0 C:)\\Disk Transfers/sec": 10,
        "\\PhysicalDisk(n2 0 C:)\\Disk Transfers/sec": 30,
    }


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"outstanding": ["2x1"]}, "--outstanding: none of the files is an output of SQLIO"),
        ({"systems": ["A=other.csv"]}, '--system "A=other.csv": expected VALUE=FILE with one of the files disk.csv'),
        ({"systems": ["A=disk.csv"], "runs": ["x=disk.csv"]}, '--run "x": a whole number'),
        ({"systems": ["A=disk.csv"], "starts": ["noon"]}, 'start "noon": give it as'),
        ({"systems": ["A=disk.csv"], "offsets": ["soon"]}, '--offset "soon": seconds'),
        ({"systems": ["A=disk.csv"], "starts": ["2024-11-23 10:00:00"]}, "disk.csv, line 2: it starts 24.0 h before"),
        ({"systems": ["A=disk.csv"], "starts": ["10:30:00"]}, "disk.csv: it ends before the load began"),
        ({"systems": ["A=disk.csv"], "baseline": "B"}, 'baseline "B": the systems are A'),
        ({"systems": ["A=disk.csv"], "window": "all"}, 'window: seconds since the start such as "480-600"'),
    ],
)
def test_inapplicable_options_are_reported_and_leave_no_session(
    tmp_path: Path, options: dict[str, Sequence[str]], told: str
) -> None:
    disk = pdh(tmp_path / "disk.csv", [(at, "5", "0.1") for at in seconds(20)])
    said: list[str] = []
    assert import_files(ImportOptions([disk], **options), tmp_path / "s.outpace", said.append) == 2  # type: ignore[arg-type]
    assert said[-1].startswith(told)
    assert not list(tmp_path.glob("*.outpace*"))


def test_long_log_is_streamed_with_exact_averages(tmp_path: Path) -> None:
    """The writer processes 12,000 samples in chunks; the averages match the file."""
    path = tmp_path / "long.csv"
    pdh(path, [(at, f"{i}", "0.004") for i, at in enumerate(seconds(12_000))])
    session = tmp_path / "s.outpace"
    import_results(request_of(ImportOptions([path], systems=["A=long.csv"])), session)
    with SessionReader.open(session) as reader:
        counter = next(one for one in reader.counters if one.path == DISK)
        # The first sample covers the second before the load began.
        assert reader.window(counter, 0, 12_000).average == pytest.approx(6_000)
        assert reader.window(counter, -1, 12_000).samples == 12_000


def busy_box(path: Path, transfers: float) -> Path:
    """Write a log of a machine with two disks, of which E: holds the database, and without a total over all disks."""
    names = (
        "Processor(_Total)\\% Processor Time", "PhysicalDisk(0 C:)\\Disk Transfers/sec",
        "PhysicalDisk(1 E:)\\Avg. Disk sec/Transfer", "PhysicalDisk(1 E:)\\Avg. Disk Queue Length",
        "PhysicalDisk(1 E:)\\Disk Transfers/sec",
    )  # fmt: skip
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"\\\\BOX\\{name}"' for name in names)]
    values = (40.0, 12.0, 0.002, transfers * 0.002, transfers)
    lines += [f'"{at:%m/%d/%Y %H:%M:%S}.000",' + ",".join(f'"{value}"' for value in values) for at in seconds(30)]
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")
    return path


def test_headline_figure_of_a_log_is_the_busiest_disks_transfer_rate(tmp_path: Path) -> None:
    files = [busy_box(tmp_path / "old.csv", 500), busy_box(tmp_path / "new.csv", 1500)]
    session = tmp_path / "s.outpace"
    options = ImportOptions(files, systems=[f"{path.stem}={path.name}" for path in files])
    assert import_files(options, session, lambda _: None) == 0
    with SessionReader.open(session) as reader:
        study = study_of([reader])
    assert study.headline.name == "IOPS"
    runs = {system.name: study.runs[0].systems[system.letter].figures for system in study.systems}
    assert runs["old"]["IOPS"] == pytest.approx(500)
    assert runs["new"]["IOPS"] == pytest.approx(1500)
    assert runs["new"]["I/O latency"] == pytest.approx(0.002)
    assert runs["new"]["Queue length"] == pytest.approx(3.0)
