# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor text logs, with every fault seen in real ones."""

import math
from itertools import pairwise

import pytest

from collectors import pdh

HEAD = '"(PDH-CSV 4.0) (Eastern Standard Time)(300)","\\\\DB1\\PhysicalDisk(1 E:)\\Avg. Disk sec/Read",'
HEAD += '"\\\\DB1\\Processor Information(2,29)\\% Processor Time"\r\n'


def test_log_with_bias_blanks_and_first_samples_is_read() -> None:
    text = HEAD + '"05/31/2024 13:45:10.250","-1"," "\r\n"05/31/2024 13:45:11.250","0.0123","7.5"\r\n'
    log = pdh.read_log(text)
    assert log.header.paths == (
        r"\PhysicalDisk(1 E:)\Avg. Disk sec/Read", r"\Processor Information(2,29)\% Processor Time"
    )  # fmt: skip
    assert log.header.hosts == ("DB1", "DB1")
    assert (log.header.zone, log.header.bias_min) == ("Eastern Standard Time", 300)
    assert log.times_s == (1717181110.25, 1717181111.25)  # 18:45:10.25 UTC
    assert all(math.isnan(value) for value in log.rows[0])
    assert log.rows[1] == (0.0123, 7.5)
    assert log.notes == ()


def test_tab_separated_log_east_of_greenwich_is_read() -> None:
    text = HEAD.replace('","', '"\t"').replace("CSV", "TSV").replace("(300)", "(-120)").replace("29)", "29)")
    log = pdh.read_log(text + '"05/31/2024 13:45:10.000"\t"0.5"\t"1"\n')
    assert log.header.bias_min == -120
    assert log.times_s == (1717155910.0,)  # 11:45:10 UTC
    assert log.rows == ((0.5, 1.0),)


def test_typeperf_line_endings_and_closing_text_are_skipped() -> None:
    text = '"(PDH-CSV 4.0)","\\\\H\\Memory\\Available MBytes"\r\r\n"05/31/2024 13:45:10.000","812"\r\r\n'
    text += "\r\r\nExiting, please wait...                         \r\r\nThe command completed successfully.\r\r\n"
    log = pdh.read_log(text)
    assert (log.header.bias_min, log.header.zone) == (None, "")
    assert log.rows == ((812.0,),)
    assert log.notes == ("2 lines that are no samples were passed over",)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8-sig", "cp1252"])
def test_every_encoding_is_recognized(encoding: str) -> None:
    text = '"(PDH-CSV 4.0) (Mitteleurop\u00e4ische Zeit)(-60)","\\\\H\\Arbeitsspeicher\\Verf\u00fcgbare MB"\r\n'
    text += '"31.05.2024 13:45:10.000","812,5"\r\n'
    log = pdh.read_log(pdh.decoded(text.encode(encoding)))
    assert log.header.zone == "Mitteleurop\u00e4ische Zeit"
    assert log.header.paths == ("\\Arbeitsspeicher\\Verf\u00fcgbare MB",)
    assert log.rows == ((812.5,),)
    assert log.times_s == (1717159510.0,)  # 12:45:10 UTC


@pytest.mark.parametrize(
    ("stamps", "order"),
    [
        (["05/31/2024 00:00:00", "06/01/2024 00:00:00"], "mdy"),
        (["31/05/2024 00:00:00", "01/06/2024 00:00:00"], "dmy"),
        (["2024-05-31 00:00:00", "2024-06-01 00:00:00"], "ymd"),
        (["04/05/2024 23:59:59", "05/05/2024 00:00:00"], "dmy"),  # month first, it would be a month later
        (["04/05/2024 23:59:59", "04/06/2024 00:00:00"], "mdy"),
        (["04/05/2024 10:00:00", "04/05/2024 10:00:01"], "mdy"),  # both orders are possible: month first
    ],
)
def test_date_order_is_detected(stamps: list[str], order: str) -> None:
    assert pdh.date_order(stamps) == order


def hours(*stamps: str) -> str:
    head = '"(PDH-CSV 4.0) (Central Europe Standard Time)(-60)","\\\\H\\Memory\\Available MBytes"\r\n'
    return head + "".join(f'"{stamp}","1"\r\n' for stamp in stamps)


def test_repeated_hour_is_recognized_as_a_clock_change() -> None:
    stamps = [f"10/27/2024 02:{minute:02}:00.000" for minute in range(50, 60)]
    stamps += [f"10/27/2024 02:{minute:02}:00.000" for minute in range(10)]
    log = pdh.read_log(hours(*stamps))
    assert len(log.rows) == 20
    assert {round(after - before) for before, after in pairwise(log.times_s)} == {60}
    assert any("set back" in note for note in log.notes)


def test_only_a_skipped_whole_hour_is_recognized_as_a_clock_change() -> None:
    before = [f"03/31/2024 01:{minute:02}:00.000" for minute in range(50, 60)]
    log = pdh.read_log(hours(*before, *(f"03/31/2024 03:{minute:02}:00.000" for minute in range(10))))
    assert {round(after - before) for before, after in pairwise(log.times_s)} == {60}
    assert any("set forward" in note for note in log.notes)
    log = pdh.read_log(hours(*before, *(f"03/31/2024 04:{minute:02}:00.000" for minute in range(30, 40))))
    assert sorted({round(after - before) for before, after in pairwise(log.times_s)}) == [60, 9060]
    assert log.notes == ()


def test_truncated_line_and_decreasing_times_are_left_out_and_noted() -> None:
    rows = ["05/31/2024 13:45:10.000", "05/31/2024 13:45:11.000", "05/31/2024 13:45:10.500"]
    log = pdh.read_log(hours(*rows) + '"05/31/2024 13:4')
    assert len(log.rows) == 2
    assert len(log.notes) == 2


@pytest.mark.parametrize(
    "text",
    ["", "time,value\n1,2\n", '"(PDH-CSV 4.0)"\r\n', HEAD, HEAD + '"31/31/2024 13:45:10.000","1","2"\r\n', "\0" * 10],
)
def test_invalid_log_is_rejected_with_a_readable_message(text: str) -> None:
    with pytest.raises(pdh.PdhError, match=r"\.$"):
        pdh.read_log(text)


def test_zero_latency_is_no_data_but_other_zeros_are_kept() -> None:
    text = HEAD + '"05/31/2024 13:45:10.250","0","0"\r\n'
    latency, busy = pdh.read_log(text).rows[0]
    assert math.isnan(latency)
    assert busy == 0


def test_columns_have_their_unit_and_layer() -> None:
    series = pdh.series_of(
        [r"\PhysicalDisk(1 E:)\Avg. Disk sec/Read", r"\LogicalDisk(E:)\Disk Read Bytes/sec",
         r"\MSSQL$X:Buffer Manager\Buffer cache hit ratio", r"\Processor(_Total)\% Processor Time", r"\Test\OPM",
         r"\Memory\Available MBytes", r"\PhysicalDisk(1 E:)\Disk Reads/sec"]
    )  # fmt: skip
    assert [(one.unit, one.layer) for one in series] == [
        ("s", "device"), ("B/s", "device"), ("%", "engine"), ("%", "machine"), ("", "application"), ("MB", "machine"),
        ("/s", "device"),
    ]  # fmt: skip
    assert {one.kind for one in series} == {"gauge"}
    assert [one.value for one in series] == list(range(7))
