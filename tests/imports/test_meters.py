# SPDX-License-Identifier: Apache-2.0
"""Tables of power readings as written by the meters and their software."""

import math
from pathlib import Path

import pytest

from app.imports.decimal_mark import DecimalMark
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.meter import MeterColumns, meter_log
from app.imports.source import ImportedFileError, Log
from app.model.messages import sentence
from app.session.reader import SessionReader


def log_of(
    folder: Path,
    text: str,
    time: str = "",
    watts: str = "",
    decimal: DecimalMark | None = None,
    encoding: str = "utf-8",
) -> Log:
    path = folder / "meter.csv"
    path.write_text(text, encoding=encoding)
    return meter_log(path, MeterColumns(time, watts), decimal=decimal)


def watts(log: Log) -> list[float]:
    return [row.values[0] for row in log.rows()]


def notes(log: Log) -> str:
    list(log.rows())
    return " ".join(map(sentence, log.warnings))


@pytest.mark.parametrize(
    ("text", "time", "power", "begin_s"),
    [
        ("Datum Zeit\tLeistung (W)\n01.02.2024 10:00:00\t100,5\n01.02.2024 10:00:01\t101,5\n", "Datum Zeit",
         "Leistung (W)", 36_000),
        ('"Model","WT310"\n"Start","2024/02/01"\n\n"No.","Date","Time","P-E1"\n0,2024/02/01,10:00:00,100.5\n'
         "1,2024/02/01,10:00:01,101.5\n", "Date+Time", "P-E1", 36_000),
        ("Time,02-01-2024 10:00:00.000,Watts,100.5,Volts,230\nTime,02-01-2024 10:00:01.000,Watts,101.5,Volts,230\n",
         "", "", 36_000),
        ("timestamp,unit,apower\n1706781600,W,100.5\n1706781601,W,101.5\n", "", "", 36_000),
        ("timestamp;apower\n1706781600000;100.5\n1706781601000;101.5\n", "", "", 36_000),
        ("# logged by X\nTime;Power W;\n10:00:00;100,5;\n10:00:01;101,5;\n", "", "", 36_000),
        ('"Plot Title: server"\n"#","Date Time, GMT+02:00","Power, W (LGR S/N: 1)"\n1,02/01/24 10:00:00 AM,100.5\n'
         "2,02/01/24 10:00:01 AM,101.5\n", "", "", 36_000),
        ("Serial,123\nTime,Watts\n10:00:00,100.5\n10:00:01,101.5\n", "", "", 36_000),
    ],
)  # fmt: skip
def test_meter_tables_are_read_with_time_and_power(
    tmp_path: Path, text: str, time: str, power: str, begin_s: float
) -> None:
    log = log_of(tmp_path, text, time, power)
    assert watts(log) == [100.5, 101.5]
    assert [row.seconds % 86_400 for row in log.rows()] == [begin_s, begin_s + 1]


def test_time_zone_in_a_column_name_is_used(tmp_path: Path) -> None:
    log = log_of(tmp_path, '"Date Time, GMT+02:00","Power, W"\n02/01/24 10:00:00 PM,1\n02/01/24 10:00:01 PM,1\n')
    assert log.detail.bias_min == -120
    assert [row.seconds for row in log.rows()] == [1706824800, 1706824801]


def test_unix_times_are_read_as_dates(tmp_path: Path) -> None:
    path = tmp_path / "shelly.csv"
    path.write_text("timestamp,apower\n" + "".join(f"{1706781600 + second},{second}\n" for second in range(5)))
    import_results(ImportRequest((FileToImport(path, "S"),)), tmp_path / "s.outpace")
    with SessionReader.open(tmp_path / "s.outpace") as reader:
        (origin,) = reader.origins
        assert origin.recorded is not None
        assert origin.recorded.startswith("2024-02-01T10:00:00")


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_ambiguous_power_value_asks_for_the_decimal_option(tmp_path: Path, delimiter: str) -> None:
    text = "Time;Watts\n10:00:00;1,500\n10:00:01;1,501\n".replace(";", delimiter)
    with pytest.raises(ImportedFileError, match=r'meter\.csv, line 2: "1,500" can be read in two ways'):
        log_of(tmp_path, text)
    assert watts(log_of(tmp_path, text, decimal="comma")) == [1.5, 1.501]
    assert watts(log_of(tmp_path, text, decimal="point")) == [1500, 1501]
    sure = text.replace("1,501", "999,5")
    assert watts(log_of(tmp_path, sure)) == [1.5, 999.5]


def test_late_decimal_separator_applies_to_the_first_row(tmp_path: Path) -> None:
    rows = "".join(f"{second};1,{100 + second}\n" for second in range(200))
    assert watts(log_of(tmp_path, f"Seconds;Watts\n{rows}200;1,5\n"))[0] == 1.1
    with pytest.raises(ImportedFileError, match="line 202"):
        log_of(tmp_path, f"Seconds;Watts\n{rows}200;1,5\n201;1.5\n")


def test_rows_with_more_fields_than_the_header_are_left_out(tmp_path: Path) -> None:
    with pytest.raises(ImportedFileError, match="line 2: 3 fields under a header of 2"):
        log_of(tmp_path, "Time,Watts\n10:00:00,100,5\n10:00:01,101,5\n")
    log = log_of(tmp_path, "Time,Watts\n10:00:00,100\n10:00:01,101,5\n10:00:02,102\n")
    assert watts(log) == [100, 102]
    assert "1 rows with more fields than the header are left out, the first is line 3" in notes(log)


def test_impossible_watts_are_no_data_and_are_listed(tmp_path: Path) -> None:
    rows = ("5", "-2147483648", "NaN", "1e17", "-nan", "--", "7")
    log = log_of(tmp_path, "Seconds,Watts\n" + "".join(f"{second},{text}\n" for second, text in enumerate(rows)))
    found = watts(log)
    assert [found[0], found[-1]] == [5, 7]
    assert all(math.isnan(value) for value in found[1:-1])
    assert "meter.csv: 4 impossible values count as missing, in line 3 (Watts: -2.14748e+09); 4 (Watts: NaN)" in notes(
        log
    )
