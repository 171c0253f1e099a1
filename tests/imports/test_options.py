# SPDX-License-Identifier: Apache-2.0
"""The options --decimal and --counters; without them, ambiguous files fail with exit status 2."""

import re
from pathlib import Path

import pytest

from app.cli.session_commands import ImportOptions, import_files
from app.model.documents import ImportedTotals
from app.report.session_blocks import session_text
from app.session.reader import SessionReader
from tests.support.tool_texts import PGBENCH, SYSBENCH


def imported(folder: Path, files: dict[str, str], **options: list[str]) -> tuple[int, str, Path]:
    said: list[str] = []
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    session = folder / "s.outpace"
    typed = ImportOptions([folder / name for name in files], **options)  # type: ignore[arg-type]
    return int(import_files(typed, session, said.append)), " ".join(said), session


UNCLEAR = "system;run;metric;value\nA;1;IOPS;5,500\nB;1;IOPS;76,270\n"


@pytest.mark.parametrize(("decimals", "value"), [(["point"], 5500), (["comma"], 5.5), (["comma=t.csv"], 5.5)])
def test_ambiguous_number_needs_the_decimal_option(tmp_path: Path, decimals: list[str], value: float) -> None:
    status, said, session = imported(tmp_path, {"t.csv": UNCLEAR})
    assert status == 2
    assert 't.csv, line 2: "5,500" can be read in two ways' in said
    assert "--decimal comma or --decimal point" in said
    assert not session.exists()
    status, said, session = imported(tmp_path, {"t.csv": UNCLEAR}, decimals=decimals)
    assert status == 0, said
    with SessionReader.open(session) as reader:
        first = next(one.data for one in reader.documents if isinstance(one.data, ImportedTotals))
        assert first.figures["IOPS"].value == value


def test_price_shows_that_commas_separate_thousands(tmp_path: Path) -> None:
    status, said, session = imported(tmp_path, {"t.csv": UNCLEAR + "A;;Price;$8,478\n"})
    assert status == 0, said
    with SessionReader.open(session) as reader:
        first = next(one.data for one in reader.documents if isinstance(one.data, ImportedTotals))
        assert (first.figures["IOPS"].value, first.figures["IOPS"].decimals) == (5500, 0)


def test_unknown_decimal_option_is_rejected(tmp_path: Path) -> None:
    status, said, _ = imported(tmp_path, {"t.csv": UNCLEAR}, decimals=["dot"])
    assert (status, said) == (2, '--decimal "dot": comma or point')


def test_counters_option_selects_counters_of_a_large_log(tmp_path: Path) -> None:
    names = [f"\\\\h\\Disk({number})\\Reads/sec" for number in range(5000)]
    log = '"(PDH-CSV 4.0) (UTC)(0)",' + ",".join(f'"{name}"' for name in names) + "\n"
    log += "".join(f'"01/15/2024 10:00:0{second}",' + ",".join(["1"] * 5000) + "\n" for second in range(3))
    status, said, _ = imported(tmp_path, {"p.csv": log}, systems=["A=p.csv"])
    assert status == 2
    assert (
        '5,000 counters; a session holds 4,096 of a log. Choose some with --counters, for example --counters "' in said
    )
    status, said, session = imported(tmp_path, {"p.csv": log}, systems=["A=p.csv"], counters=["\\Disk(1*)\\*"])
    assert status == 0, said
    with SessionReader.open(session) as reader:
        assert len(reader.counters) == 1111


DRIVER = "et=  10.0 n_overall=90 opm=540\nFinal: et=  10.0 n_overall=90 opm=540 rt_tot_avg=54 rollback_rate = 2.0%\n"
TOML = '[[results]]\nsystem = "A"\nrun = 1\nfigures = { OPM = 100.00, Watts = 483.80, Users = 8 }\n'


@pytest.mark.parametrize(
    ("name", "text", "decimals"),
    [
        ("t.csv", "system,run,metric,value\nA,1,OPM,100.00\n", {"OPM": 2}),
        ("t.toml", TOML, {"OPM": 2, "Watts": 2, "Users": 0}),
        ("s.txt", SYSBENCH, {"TPS": 2, "Latency ms": 2, "Latency ms p95": 2}),
        ("p.txt", PGBENCH, {"TPS": 6, "Latency ms": 3}),
        ("d.txt", DRIVER, {"OPM": 0, "Latency ms": 0, "Rollback %": 1}),
    ],
)
def test_trailing_decimal_zeros_are_kept(tmp_path: Path, name: str, text: str, decimals: dict[str, int]) -> None:
    """100.00 is exact to two decimals."""
    status, said, session = imported(tmp_path, {name: text})
    assert status == 0, said
    with SessionReader.open(session) as reader:
        (figures,) = [one.data.figures for one in reader.documents if isinstance(one.data, ImportedTotals)]
    assert {metric: figures[metric].decimals for metric in decimals} == decimals


def test_means_over_runs_keep_the_decimals_of_the_runs(tmp_path: Path) -> None:
    rows = [f"{system},{run},OPM,{value}.00" for system, value in (("A", 100), ("B", 90)) for run in (1, 2, 3)]
    status, said, session = imported(tmp_path, {"t.csv": "\n".join(["system,run,metric,value", *rows])})
    assert status == 0, said
    with SessionReader.open(session) as reader:
        table = session_text(reader)
    assert re.search(r"Geometric mean, OPM +100.00 +90.00 ", table), table


def test_systems_are_listed_in_the_order_of_their_options(tmp_path: Path) -> None:
    files = dict.fromkeys(("after.txt", "before.txt"), DRIVER)
    status, said, session = imported(tmp_path, files, systems=["old=before.txt", "new=after.txt"])
    assert status == 0, said
    assert "Baseline: old, the first system (--baseline chooses another)." in said
    with SessionReader.open(session) as reader:
        assert [system.name for system in reader.systems] == ["old", "new"]


def test_error_message_quotes_only_a_short_excerpt(tmp_path: Path) -> None:
    for text in (f"system,run,metric,value\nA,1,OPM,{'9x' * 50_000}\n", f"Time,{'Watts' * 50_000},kW\n1,2,3\n"):
        status, said, _ = imported(tmp_path, {"t.csv": text})
        assert status == 2
        assert len(said) < 1000
