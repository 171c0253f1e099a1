# SPDX-License-Identifier: Apache-2.0
"""Every tool's output format is detected from its contents; damage is reported with the line number."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.shared_counters import on_whole_steps
from app.imports.source import ImportedFileError
from tests.support.foreign_logs import attempt
from tests.support.tool_logs import CONSOLE, COUNTER, DSTAT, OUTPUTS, PROFILE, TCOUNT, TIMING

KINDS = {
    "fio": {"log": "fio log", "json": "fio JSON"},
    "pgbench": {"txt": "pgbench output", "log": "pgbench log"},
    "sysbench": {"txt": "sysbench output"},
    "iostat": {"json": "iostat JSON"},
    "sadf": {"json": "sar JSON"},
    "dstat": {"csv": "dstat CSV"},
    "dool": {"csv": "dstat CSV"},
}


NAMES = {"sadf": "sar", "dool": "dstat"}


@pytest.mark.parametrize("path", sorted(OUTPUTS.iterdir()), ids=lambda path: path.name)
def test_output_format_is_detected_from_contents_not_the_file_name(path: Path, tmp_path: Path) -> None:
    tool = path.name.partition("-")[0]
    other = tmp_path / "results.bin"
    shutil.copy(path, other)
    kind = kind_of(other)
    assert kind.lower().startswith(NAMES.get(tool, tool))
    known = KINDS.get(tool, {})
    assert kind == known.get(path.name.rpartition(".")[2], kind)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("x_bw.1.log", "500, 100, 0, 0, 0\n500, a, 0, 0, 0\n900, 1, 0, 0, 0\n", "line 2: this is no line of fio's log"),
        ("x_bw.1.log", "9000, 100, 0, 0, 0\n500, 1, 0, 0, 0\n", "line 2: this line is older than the previous one"),
        ("x.log", "500, 100, 0, 0, 0\n", "x.log: a log of fio; only its name tells of what"),
        ("x_clat_hist.1.log", "9, 0, 4096, " + ", ".join(["1"] * 30) + "\n", "a histogram of 30 classes"),
        ("p.log", "0 1 500 0 1700000000 5\nx\n0 2 500 0 1700000001 5\n", "line 2: this is no line of pgbench's log"),
        ("p.log", "0 1 500 0 1700000009 5\n0 2 500 0 1700000001 5\n", "line 2: this row is older"),
        ("p.txt", "progress: 1.0 s, x tps, lat 1 ms stddev 1\n", 'line 1: tps: "x" is not a number'),
        ("p.txt", "transaction type: x\nscaling factor: 1\n", "line 1: the output ends here without pgbench's results"),
        ("s.txt", "sysbench 1.0.20 (x)\nFATAL: no connection\n", "line 2: sysbench says: no connection"),
        ("s.txt", "sysbench 1.0.20 (x)\n", "line 1: the output ends here without sysbench's results"),
        ("s.txt", "sysbench 1\n[ 1s ] thds: 2 tp\n[ 2s ] thds: 2\n", "line 2: this is no line of sysbench's"),
        ("h.txt", "HammerDB CLI v4.9\nVuser 1:RUNNING\n", "line 2: the output ends here without HammerDB's TEST"),
        ("h.txt", COUNTER + "x\n5 PostgreSQL tpm\n", "line 6: this is no line of HammerDB's transaction counter"),
        ("h.txt", PROFILE[: PROFILE.index(">>>>> SUMMARY")], "the summary of all virtual users is missing"),
        ("i.json", '{"sysstat": {"hosts": [{"statistics": [\n{"avg-cpu": {}', "line 2: the output is cut off here"),
        ("i.json", '{"avg-cpu": ' + "[" * 100_000, "line 1: "),
        ("d.csv", DSTAT.replace("8192.0", "many"), 'line 9: writ: "many" is not a number'),
        ("d.csv", DSTAT.partition('"system"')[0], "dstat's line of columns is missing"),
    ],
)
def test_damaged_files_are_reported_with_their_line(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImportedFileError) as caught:
        import_results(ImportRequest((FileToImport(path, "A"),)), tmp_path / "s.outpace")
    assert told in str(caught.value)
    assert name in str(caught.value)
    assert not (tmp_path / "s.outpace").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x_clat.1.log", "0, 500, 0, 4096, 0\n4000000000, 500, 0, 4096, 0\n"),
        ("p.log", "0 1 500 0 1700000000 5\n0 2 500 0 1704000000 5\n"),
        ("x_bw.1.log", "500, 10, 0, 0, 0\n4000000000, 10, 0, 0, 0\n"),
    ],
)
def test_long_gap_is_not_filled_with_a_row_per_second(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    form = log_format(kind_of(tmp_path / name))
    assert form is not None
    log = form.open(FileToImport(tmp_path / name))
    timed = [(row.seconds, row) for row in log.rows()]
    for rows in (timed, list(on_whole_steps(iter(timed), 1.0, log.series))):
        assert len(rows) < 4000
        assert rows[-1][0] - rows[0][0] == pytest.approx(4_000_000, abs=2)


EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=4) | st.just(b"\n")), max_size=3)


SMALL = sorted(path for path in OUTPUTS.iterdir() if path.stat().st_size < 9000)


FOUND = [(path.name, path.read_bytes()) for path in SMALL] + [
    ("h.txt", text.encode()) for text in (COUNTER, PROFILE, CONSOLE, TCOUNT, TIMING)
]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FOUND), EDITS, st.floats(0.2, 3.0))
def test_damaged_outputs_give_a_session_or_one_error_message(
    output: tuple[str, bytes], edits: list[tuple[float, int, bytes]], share: float
) -> None:
    name, data = output
    for place, removed, put in edits:
        at = int(place * len(data))
        data = data[:at] + put + data[at + removed :]
    status, said = attempt(data[: int(share * len(data))], name)
    assert edits or share < 1 or status == 0, said
