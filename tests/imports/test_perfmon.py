# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor logs saved by spreadsheets or in other languages: separators, lost seconds, names, gaps."""

import math
from pathlib import Path

import pytest

from app.imports.counter_log import counter_log
from app.imports.counter_names import english_path, foreign
from app.imports.source import ImportedFileError, Log
from app.model.messages import sentence

READS = "\\\\SRV\\PhysicalDisk(0 C:)\\Disk Reads/sec"


def log_of(
    folder: Path, rows: list[str], header: str = f'"(PDH-CSV 4.0) (UTC)(0)","{READS}"', **options: object
) -> Log:
    path = folder / "perf.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return counter_log(path, **options)  # type: ignore[arg-type]


def values(log: Log) -> list[float]:
    return [row.values[0] for row in log.rows()]


def notes(log: Log) -> str:
    list(log.rows())
    return " ".join(map(sentence, log.warnings))


def rows(*figures: str, delimiter: str = ",", quote: str = '"') -> list[str]:
    return [
        f"{quote}01/15/2024 10:00:{5 * index:02}.123{quote}{delimiter}{quote}{figure}{quote}"
        for index, figure in enumerate(figures)
    ]


@pytest.mark.parametrize(
    ("figures", "delimiter", "first"),
    [
        (("12,5", "13,25"), ",", 12.5),
        (("5,500", "6,125"), ",", 5.5),  # Performance Monitor uses no thousands separator
        (("1,234.5", "12.5"), ",", 1234.5),
        (("12,5", "13,25"), ";", 12.5),
        (("1.234,5", "12,5"), ";", 1234.5),
        (("5,500", "0,125"), ";", 5.5),
        (("1,5E-05", "2"), ";", 1.5e-5),
        (("12.5", "5,500"), ";", 12.5),
    ],
)
def test_decimal_separator_is_detected_for_the_whole_log(
    tmp_path: Path, figures: tuple[str, ...], delimiter: str, first: float
) -> None:
    header = f'"(PDH-CSV 4.0) (UTC)(0)"{delimiter}"{READS}"'
    assert values(log_of(tmp_path, rows(*figures, delimiter=delimiter), header))[0] == first


def test_ambiguous_spreadsheet_log_asks_for_the_decimal_option(tmp_path: Path) -> None:
    header, figures = f"(PDH-CSV 4.0) (UTC)(0);{READS}", rows("5,500", "6,125", delimiter=";", quote="")
    with pytest.raises(ImportedFileError, match=r'perf\.csv, line 2: "5,500" .* --decimal comma or --decimal point'):
        log_of(tmp_path, figures, header)
    assert values(log_of(tmp_path, figures, header, decimal="comma")) == [5.5, 6.125]
    assert values(log_of(tmp_path, figures, header, decimal="point")) == [5500, 6125]


def test_mixed_decimal_separators_are_rejected_with_their_lines(tmp_path: Path) -> None:
    with pytest.raises(ImportedFileError, match=r'line 2: "12,5" here and "13\.5" in line 3'):
        log_of(tmp_path, rows("12,5", "13.5"))


def test_times_without_seconds_are_accepted_only_if_they_differ(tmp_path: Path) -> None:
    header = f"(PDH-CSV 4.0) (UTC)(0),{READS}"
    log = log_of(tmp_path, ["01/15/2024 10:00,10", "01/15/2024 10:01,11", "01/15/2024 10:02,12"], header)
    assert values(log) == [10, 11, 12]
    assert log.uncertainty_s == 60
    assert "its times have no seconds" in notes(log)
    with pytest.raises(ImportedFileError, match=r"line 3: this time has lost its seconds.*relog FILE\.blg -f csv"):
        log_of(tmp_path, ["01/15/2024 10:00,10", "01/15/2024 10:00,11"], header)
    with pytest.raises(ImportedFileError, match=r'line 2: "00:00\.1" has lost its date and hour'):
        log_of(tmp_path, ["00:00.1,10", "00:05.1,11"], header)
    afternoon = log_of(tmp_path, ["1/15/2024 12:59:58 PM,10", "1/15/2024 1:00:00 PM,11"], header)
    assert [row.seconds % 86_400 for row in afternoon.rows()] == [46_798, 46_800]


def test_rows_with_more_fields_than_the_header_are_rejected_or_left_out(tmp_path: Path) -> None:
    header = f"(PDH-CSV 4.0) (UTC)(0),{READS}"
    with pytest.raises(ImportedFileError, match="line 2: 3 fields under a header of 2"):
        log_of(tmp_path, rows("12,5", "13,5", quote=""), header)
    some = log_of(tmp_path, [*rows("12", quote=""), *rows("13", "14,5", "15", quote="")[1:]], header)
    assert values(some) == [12, 15]
    assert "lines that are no samples were passed over, the first is line 3" in notes(some)
    assert values(log_of(tmp_path, [f"{row},," for row in rows("12", "13", quote="")], header)) == [12, 13]


def test_impossible_values_are_no_data_and_are_listed(tmp_path: Path) -> None:
    log = log_of(tmp_path, rows("5", "-2147483648", "1.#QNAN", "1E+17", "-1", " ", "7"))
    found = values(log)
    assert [found[0], found[-1]] == [5, 7]
    assert all(math.isnan(value) for value in found[1:-1])
    text = notes(log)
    assert "perf.csv: 3 impossible values" in text  # -1 and a blank are what Performance Monitor itself writes
    assert all(f"{line} (" in text for line in (3, 4, 5))


def test_localized_counter_names_are_translated_or_listed(tmp_path: Path) -> None:
    assert english_path("\\Physikalischer Datenträger(0 C:)\\Lesevorgänge/s") == "\\PhysicalDisk(0 C:)\\Disk Reads/sec"
    assert foreign(["\\Caché\\Aciertos, %", "\\LogicalDisk(Données)\\Disk Reads/sec"]) == ["\\Caché\\Aciertos, %"]
    assert english_path("\\Processeur(_Total)\\% temps processeur") == "\\Processor(_Total)\\% Processor Time"
    assert english_path("\\Disco físico(0 C:)\\Lecturas de disco/s") == "\\PhysicalDisk(0 C:)\\Disk Reads/sec"
    header = (
        '"(PDH-CSV 4.0)","\\\\S\\Logischer Datenträger(C:)\\Bytes gelesen/s","\\\\S\\MSExchange Speicher\\Aufrufe/s"'
    )
    log = log_of(tmp_path, [f'{row},"1"' for row in rows("10", "20")], header)
    assert [(one.path, one.unit) for one in log.series] == [
        ("\\LogicalDisk(C:)\\Disk Read Bytes/sec", "B/s"), ("\\MSExchange Speicher\\Aufrufe/s", ""),
    ]  # fmt: skip
    text = notes(log)
    assert "1 counters have their English names here" in text
    assert "1 counters are not named in English (\\MSExchange Speicher\\Aufrufe/s)" in text


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("\\VCpu(*)\\% Used", 3500), ("% used", 3500), ("*(17)\\*", 2), ("\\\\esx1\\VCpu(17*)\\% Used", 111)],
)
def test_counters_option_selects_counters_of_a_wide_log(tmp_path: Path, pattern: str, count: int) -> None:
    """Read a log like esxtop's: 7,000 counters, in a header of more than 1 MiB."""
    names = [
        f"\\\\esx1\\VCpu({number})\\{counter}" for number in range(3500) for counter in ("% Used", "% Run" + "n" * 270)
    ]
    header = '"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"{name}"' for name in names)
    assert len(header) > 1 << 20
    data = [
        f'"01/15/2024 10:00:{second:02}",' + ",".join(f'"{number}.5"' for number in range(7000)) for second in (1, 2)
    ]
    with pytest.raises(ImportedFileError, match=r"7,000 counters; a session holds 4,096 of a log.*--counters"):
        log_of(tmp_path, data, header)
    log = log_of(tmp_path, data, header, counters=(pattern,))
    assert len(log.series) == log.columns == count
    first = next(iter(log.rows()))
    assert all(value == int(value) + 0.5 for value in first.values)
    assert first.values[0] == names.index(f"\\\\esx1{log.series[0].path}") + 0.5
    with pytest.raises(ImportedFileError, match="no counter matches --counters"):
        log_of(tmp_path, data, header, counters=("\\Disk*",))


def test_hour_without_samples_is_a_gap_unless_the_clock_may_have_changed(tmp_path: Path) -> None:
    def stamps(first_hour: int, second_hour: int) -> list[str]:
        times = [(first_hour, minute) for minute in range(55, 60)] + [(second_hour, minute) for minute in range(5)]
        return [f'"03/31/2024 {hour:02}:{minute:02}:00","5"' for hour, minute in times]

    by_day = [row.seconds for row in log_of(tmp_path, stamps(10, 12)).rows()]
    assert by_day[5] - by_day[4] == 3660
    at_night = log_of(tmp_path, stamps(1, 3))
    seconds = [row.seconds for row in at_night.rows()]
    assert seconds[5] - seconds[4] == 60
    assert "the clock was set forward" in notes(at_night)
