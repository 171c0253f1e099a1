# SPDX-License-Identifier: Apache-2.0
"""Untrusted result files quickly yield a session or an error message that names the file."""

import os
from pathlib import Path

import pytest

from tests.support.hostile import only_linux, outpace, refused

pytestmark = only_linux


def imported(path: Path) -> tuple[str | Path, ...]:
    return ("import", path, "--system", f"A={path.name}", "--session", path.with_name("s.outpace"))


HUGE_NUMBER = "9" * 400
WRONG = {
    "nan.txt": "et= nan n_overall=5 opm=30\n" * 20,
    "times.txt": "".join(f"et= {HUGE_NUMBER} n_overall={HUGE_NUMBER} opm=540\n" for _ in range(5)),
    "figure.toml": f'[[results]]\nsystem = "A"\nrun = 1\nfigures = {{ OPM = {HUGE_NUMBER} }}\n',
    "digits.toml": f"a = {'9' * 6000}\n",
    "deep.json": '{"fio version": "fio-3", "jobs": ' + "[" * 100_000,
    "field.csv": '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\O(i)\\C/sec"\n"' + "x" * 200_000 + '","1"\n',
    "line.csv": "Time,Watts\n" + "5" * (2 << 20),
    "columns.csv": "(PDH-CSV 4.0)," + ",".join(f'"\\\\H\\O({n})\\C"' for n in range(40_000)) + "\n",
    "zeros.csv": "Time,Watts\n0,1\0\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_invalid_figures_and_lines_are_rejected(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(WRONG[name], encoding="utf-8")
    refused(outpace(*imported(path)), name)
    assert [one.name for one in tmp_path.iterdir()] == [name], "no session is left"


def test_hundred_megabytes_of_empty_objects_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("w", encoding="utf-8") as file:
        file.write('{"fio version": "fio-3.33", "jobs": [')
        for _ in range(100):
            file.write("{}," * 350_000)
    refused(outpace(*imported(path)), "large.json")


def test_only_regular_files_are_imported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.csv")
    refused(outpace(*imported(tmp_path / "x.csv")), "x.csv", "no regular file")
