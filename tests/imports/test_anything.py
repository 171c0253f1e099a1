# SPDX-License-Identifier: Apache-2.0
"""Whatever a file contains, the import ends with a session or with an error message that names the file."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.foreign_logs import attempt

FIELDS = st.sampled_from(
    [
        "",
        "1",
        "-1",
        "0",
        "1,5",
        "1.5",
        "nan",
        "inf",
        "1e400",
        "A",
        "OPM",
        '"',
        "10:00:00",
        "11/22/2026 10:00:01",
        "x" * 90,
    ]
) | st.text(max_size=6)
HEADERS = [
    "system,run,target,metric,value", "Time,Watts", "Date;Time;Power (W)",
    '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\O(i)\\C/sec"',
    "(PDH-TSV 4.0)\t\\O\\C", "et= 10 n_overall=5 opm=30", "",
]  # fmt: skip
DELIMITERS = st.sampled_from([",", ";", "\t", "= ", " "])
SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(HEADERS), st.lists(st.lists(FIELDS, max_size=6), max_size=6), DELIMITERS, st.data())
def test_any_text_gives_a_session_or_one_error_message(
    header: str, rows: list[list[str]], delimiter: str, data: st.DataObject
) -> None:
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "cp1252"]))
    text = "\n".join([header, *(delimiter.join(row) for row in rows)])
    attempt(text.encode(encoding, "replace"), data.draw(st.sampled_from(["a.csv", "a.toml"])))


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW)
@given(st.binary(max_size=300))
def test_any_binary_data_gives_one_error_message(data: bytes) -> None:
    status, _ = attempt(data, "a.bin")
    assert status == 2


SOUND = [
    "system,run,target,metric,value\nA,1,VM,OPM,5\nA,2,VM,OPM,6\nA,,,Price,$5\n",
    "Date;Time;Power (W)\n" + "".join(f"22.11.2026;10:00:{second:02d};5,{second}\n" for second in range(30)),
    '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\O(i)\\C/sec"\n'
    + "".join(f'"11/22/2026 10:00:{second:02d}.000","{second}"\n' for second in range(30)),
    "".join(f"et= {at}.0 n_overall={at * 9} opm=540 rollbacks: n={at} %= 1\n" for at in range(10, 200, 10))
    + "Final (now): et= 190.0 n_overall=1710 opm=540\n",
    'title = "x"\n[[systems]]\nname = "A"\n[[results]]\nsystem = "A"\nrun = 1\nfigures = { OPM = 5 }\n',
]
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=4) | st.just(b"\n")), max_size=4)


@settings(max_examples=50, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(SOUND), EDITS)
def test_damaged_valid_files_give_a_session_or_one_error_message(
    text: str, edits: list[tuple[float, int, bytes]]
) -> None:
    data = text.encode()
    for place, removed, put in edits:
        at = int(place * len(data))
        data = data[:at] + put + data[at + removed :]
    status, said = attempt(data, "a.toml" if text.startswith("title") else "a.csv")
    assert edits or status == 0, said


@pytest.mark.parametrize("line", ["et= 1e300 n_overall=5", "et= 5 n_overall=1e308", "et= 0 n_overall=0 opm=0"])
def test_extreme_driver_values_give_a_session_or_one_error_message(line: str) -> None:
    attempt(f"{line}\n{line}\n".encode(), "d.txt")


@pytest.mark.parametrize("row", ["1e18,5", "0,1e308", "1e308,1", "99999999999,5"])
def test_extreme_meter_values_give_a_session_or_one_error_message(row: str) -> None:
    attempt(f"Time,Watts\n{row}\n".encode(), "m.csv")
    attempt(f"Time,Watts\n0,1\n{row}\n".encode(), "m.csv")
