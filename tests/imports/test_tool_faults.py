# SPDX-License-Identifier: Apache-2.0
"""Known faults of tools are tolerated with a note in every reader where they can occur.

Impossible values count as missing, and missing rows become gaps.
"""

import json
from pathlib import Path

import pytest

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import ImportedFileError
from tests.support.faulty_outputs import (
    READS,
    SECONDS,
    SYSBENCH_05,
    TRANSFERS,
    document_of,
    iostat_text,
    job_of,
    notes_of,
    opened_text,
    output_of,
    sadf_text,
    samples,
)


@pytest.mark.parametrize("one_line", [False, True])
def test_truncated_sar_and_fio_json_gives_its_complete_part(tmp_path: Path, one_line: bool) -> None:
    text = sadf_text([("10:00:10", 10), ("10:00:20", 10), ("10:00:30", 10)])
    text = text.replace("\n", " ") if one_line else text
    assert "its end is missing" in notes_of(opened_text(tmp_path, text[: text.rindex('"await"')], "s.json"))
    assert samples(tmp_path, text[: text.rindex('"await"')], "s.json")[TRANSFERS] == ([500, 500], 500)
    document = document_of([job_of("a", 100.0), job_of("b", 200.0)])
    whole = json.dumps(document, indent=None if one_line else 1)
    output = output_of(tmp_path, whole[: whole.rindex('"error"')])
    assert [run.total.iops for run in output.runs] == [100]
    assert "its end is missing" in notes_of(output)


# Gaps, and impossible values over time


@pytest.mark.parametrize(
    ("text", "name", "counter", "mean"),
    [
        (sadf_text([("10:00:10", 10), ("10:00:20", 10), ("11:00:10", 10), ("11:00:20", 10)]), "s.json", TRANSFERS, 500),
        (iostat_text([*SECONDS[:4], "10:20:05", "10:20:06"]), "i.json", READS, 100),
        ("sysbench 1.0.20\n" + "".join(
            f"[ {at}s ] thds: 2 tps: 50.00 qps: 100.00 (r/w/o: 70.00/20.00/10.00) lat (ms,95%): 20.00 err/s: 0.00 "
            "reconn/s: 0.00\n" for at in (5, 10, 15, 200, 205, 210)), "b.txt", "\\sysbench\\Transactions/sec", 50),
        ("".join(f"progress: {at}.0 s, 50.0 tps, lat 2.000 ms stddev 0.5, 0 failed\n" for at in (5, 10, 15, 200, 205)),
         "p.txt", "\\pgbench\\Transactions/sec", 50),
    ],
)  # fmt: skip
def test_missing_rows_become_a_gap(tmp_path: Path, text: str, name: str, counter: str, mean: float) -> None:
    found = samples(tmp_path, text, name)
    assert set(found[counter][0]) == {mean}
    assert found[counter][1] == mean
    assert "rows are missing in 1 places, the first before line" in notes_of(opened_text(tmp_path, text, name))


@pytest.mark.parametrize("value", ["-5.00", "nan", "-nan", "1e17", "inf"])
def test_impossible_pgbench_and_sysbench_values_count_as_missing(tmp_path: Path, value: str) -> None:
    progress = "".join(
        f"progress: {at}.0 s, {value if at == 10 else 50.0} tps, lat 2.000 ms stddev 0.5, 0 failed\n"
        for at in (5, 10, 15, 20)
    )
    assert samples(tmp_path, progress)["\\pgbench\\Transactions/sec"] == ([50] * 3, 50)
    assert "1 impossible values count as missing, in line 2" in notes_of(opened_text(tmp_path, progress))
    rows = "sysbench 1.0.20\n" + "".join(
        f"[ {at}s ] thds: 2 tps: {value if at == 10 else 50.0} qps: 9.00 (r/w/o: 7.00/1.00/1.00) lat (ms,95%): 20.00 "
        "err/s: 0.00 reconn/s: 0.00\n"
        for at in (5, 10, 15, 20)
    )
    assert samples(tmp_path, rows)["\\sysbench\\Transactions/sec"] == ([50] * 3, 50)
    assert "1 impossible values count as missing, in line 3 (tps" in notes_of(opened_text(tmp_path, rows))


def test_counters_option_selects_counters_of_any_log(tmp_path: Path) -> None:
    path = tmp_path / "i.json"
    path.write_text(iostat_text(SECONDS), encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    log = form.open(FileToImport(path, counters=("Avg. Disk sec/Read", "\\Processor(*)\\% Processor*")))
    assert [one.path for one in log.series] == [
        "\\Processor(_Total)\\% Processor Time", "\\PhysicalDisk(sda)\\Avg. Disk sec/Read",
    ]  # fmt: skip
    assert log.columns == 3  # the reads to which the latency refers remain
    rows = list(log.rows())
    assert [row.values[0] for row in rows[1:]] == [10] * 5
    average = log.series[1]
    assert (rows[-1].values[average.value] - rows[0].values[average.value]) / (
        rows[-1].values[average.base] - rows[0].values[average.base]
    ) == pytest.approx(0.002)
    with pytest.raises(ImportedFileError, match="no counter matches --counters"):
        form.open(FileToImport(path, counters=("nothing",)))


@pytest.mark.parametrize("options", [{"counters": ("x",)}, {"decimal": "comma"}])
def test_options_that_do_not_apply_to_a_file_are_rejected(tmp_path: Path, options: dict[str, object]) -> None:
    (tmp_path / "f.json").write_text(json.dumps(document_of([job_of("a", 100.0)])))
    (tmp_path / "s.txt").write_text(SYSBENCH_05.format(version="0.4.12", rows=""))
    for name in ("f.json", "s.txt"):
        file = FileToImport(tmp_path / name, "S", **options)  # type: ignore[arg-type]
        with pytest.raises(ImportedFileError, match="does not apply to this file"):
            import_results(ImportRequest((file,)), tmp_path / "s.outpace")
