# SPDX-License-Identifier: Apache-2.0
"""Import of iostat and sar JSON: the figures equal the tools'."""

import json
import re
from pathlib import Path

import pytest

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from app.imports.source import ImportedFileError
from tests.support.faulty_outputs import (
    READS,
    SECONDS,
    TRANSFERS,
    iostat_text,
    notes_of,
    opened_text,
    sadf_text,
    samples,
)
from tests.support.tool_logs import (
    opened,
    rates,
    text_of,
)


def test_iostat_intervals_match_its_output() -> None:
    log = opened("iostat-12.6.1-x.json")
    reports = json.loads(text_of("iostat-12.6.1-x.json"))["sysstat"]["hosts"][0]["statistics"][1:]
    for disk in [one["disk_device"] for one in reports[0]["disk"]]:
        held = [next(one for one in report["disk"] if one["disk_device"] == disk) for report in reports]
        path = f"\\PhysicalDisk({disk})\\"
        assert rates(log, f"{path}Disk Writes/sec") == pytest.approx([one["w/s"] for one in held])
        assert rates(log, f"{path}Disk Write Bytes/sec") == pytest.approx([one["wkB/s"] * 1024 for one in held])
        assert rates(log, f"{path}% Idle Time") == pytest.approx([100 - one["util"] for one in held])
        assert rates(log, f"{path}Avg. Disk Queue Length") == pytest.approx([one["aqu-sz"] for one in held])
        if all(one["w/s"] for one in held):
            told = [one["w_await"] / 1e3 for one in held]
            assert rates(log, f"{path}Avg. Disk sec/Write") == pytest.approx(told)
    busy = [100 - report["avg-cpu"]["idle"] - report["avg-cpu"]["iowait"] for report in reports]
    assert rates(log, "\\Processor(_Total)\\% Processor Time") == pytest.approx(busy)
    plain = opened("iostat-12.6.1.json")
    assert any(one.path.endswith("Disk Transfers/sec") for one in plain.series)


def test_sar_intervals_match_its_output() -> None:
    log = opened("sadf-12.6.1.json")
    reports = json.loads(text_of("sadf-12.6.1.json"))["sysstat"]["hosts"][0]["statistics"]
    disk = reports[0]["disk"][0]["disk-device"]
    held = [next(one for one in report["disk"] if one["disk-device"] == disk) for report in reports]
    path = f"\\PhysicalDisk({disk})\\"
    assert rates(log, f"{path}Disk Transfers/sec") == pytest.approx([one["tps"] for one in held])
    assert rates(log, f"{path}Disk Write Bytes/sec") == pytest.approx([one["wkB"] * 1024 for one in held])
    cpus = [next(one for one in report["cpu-load"] if one["cpu"] == "all") for report in reports]
    told = [100 - one["idle"] - one["iowait"] for one in cpus]
    assert rates(log, "\\Processor(_Total)\\% Processor Time") == pytest.approx(told)
    available = [report["memory"]["avail"] / 1024 for report in reports]
    assert rates(log, "\\Memory\\Available MBytes") == pytest.approx(available)
    assert log.detail.bias_min == 0


def test_iostat_without_times_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "iostat.json"
    path.write_text(re.sub(r'"timestamp": "[^"]*",', "", text_of("iostat-12.6.1-x.json")), encoding="utf-8")
    form = log_format(kind_of(path))
    assert form is not None
    with pytest.raises(ImportedFileError, match="it has no times: call iostat with -t"):
        form.open(FileToImport(path))


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("\n]}]}}\n", "\n", "its end is missing: what is complete up to line 14"),
        ("\n]}]}}\n", ",\n", "its end is missing"),
        ("}]}\n]}]}}\n", "}", "its end is missing: what is complete up to line 12"),
        ('"statistics": [\n', '"statistics": [\n,\n', "1 faults of its JSON were mended (commas), the first"),
        ('}]},\n{"time', '}]}\n{"time', "faults of its JSON were mended (commas)"),
        ('}]}\n]}]}}', '}]},\n]}]}}', "faults of its JSON were mended (commas), the first is in line 15"),
        ('"nodename": "n",\n', '"nodename": "n"\n', "1 faults of its JSON were mended"),
        ('100.0, "w/s": 5.0', '100,0, "w/s": 5,00', "faults of its JSON were mended (commas)"),
        ('"idle": 90.0', '"idle": -nan', "values are no numbers (NaN, infinity) and count as missing, the first is in"),
    ],
)  # fmt: skip
def test_damaged_iostat_json_is_repaired_with_a_note(tmp_path: Path, before: str, after: str, note: str) -> None:
    text = iostat_text(SECONDS)
    assert before in text
    log = opened_text(tmp_path, text.replace(before, after), "i.json")
    assert note in notes_of(log)
    values, mean = samples(tmp_path, text.replace(before, after), "i.json")[READS]
    assert mean == 100
    assert len(values) == (4 if "line 12" in note else 5)


def test_invalid_json_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ImportedFileError, match=r"i\.json, line 5: invalid JSON"):
        opened_text(
            tmp_path, iostat_text(SECONDS).replace('"timestamp": "2024-05-01 10:00:02"', "what is this"), "i.json"
        )


def test_disk_that_appears_late_has_a_mean_over_its_own_samples(tmp_path: Path) -> None:
    text = iostat_text(SECONDS)
    late = text.replace('"disk_device": "sda"', '"disk_device": "sdb"', 4)
    assert samples(tmp_path, late, "i.json")["\\PhysicalDisk(sda)\\Disk Reads/sec"] == ([100, 100], 100)


@pytest.mark.parametrize("value", ["-5.0", "1e17", "NaN"])
def test_impossible_iostat_and_sar_values_count_as_missing(tmp_path: Path, value: str) -> None:
    text = iostat_text(SECONDS)
    at = text.index('"r/s"', text.index(SECONDS[3]))
    damaged = text[:at] + text[at:].replace("100.0", value, 1)
    assert samples(tmp_path, damaged, "i.json")[READS] == ([100] * 4, 100)
    if value != "NaN":
        assert f"1 impossible values count as missing, in line 9 (r/s: {float(value):g})" in notes_of(
            opened_text(tmp_path, damaged, "i.json")
        )
    stamps = [("10:00:10", 10), ("10:00:20", 10), ("10:00:30", 10)]
    whole = sadf_text(stamps)
    at = whole.index('"tps"', whole.index("10:00:20"))
    assert samples(tmp_path, whole[:at] + whole[at:].replace("500.0", value, 1), "s.json")[TRANSFERS] == (
        [500] * 2,
        500,
    )


def test_sar_without_importable_data_is_rejected(tmp_path: Path) -> None:
    text = sadf_text([("10:00:10", 10), ("10:00:20", 10)]).replace('"disk"', '"power-management"')
    with pytest.raises(ImportedFileError, match=r"it holds nothing that is imported .*sadf -j FILE -- -u -d -r"):
        opened_text(tmp_path, text, "s.json")
