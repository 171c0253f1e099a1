# SPDX-License-Identifier: Apache-2.0
"""Run totals of other tools: worked examples give the published results, and errors are reported with line numbers."""

import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.analysis.comparison import compare
from app.analysis.format import change_text, money_text, significant_text
from app.analysis.normalise import divisor_of_facts, divisor_of_value, per, price_of
from app.analysis.repeats import spread_of, totals_of
from app.imports.decimal_mark import DecimalMark, reading_of
from app.imports.field_values import moment_of, number_of
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import ImportedFileError
from app.imports.totals import read_totals
from app.model.documents import ImportedTotals
from app.model.fact_amounts import amount_of
from app.model.messages import sentence
from app.results.run_figures import imported_run
from app.session.reader import SessionReader
from app.session.seal import verify

HEADER = "system,run,target,metric,value\n"


def imported(folder: Path, *files: Path) -> tuple[Path, tuple[str, ...]]:
    session = folder / "imported.outpace"
    warnings = import_results(ImportRequest(tuple(FileToImport(file) for file in files)), session)
    return session, tuple(sentence(warning) for warning in warnings)


def figures(reader: SessionReader, system: str, metric: str) -> list[dict[str, float]]:
    """Return a metric's value for each target, one mapping per run."""
    number = next(info.id for info in reader.systems if info.name == system)
    found: dict[int, dict[str, float]] = {}
    for document in reader.documents_of(ImportedTotals):
        held = document.data.figures
        if document.system == number and metric in held and (value := held[metric].value) is not None:
            found.setdefault(document.run, {})[document.name] = value
    return [found[run] for run in sorted(found)]


def written(folder: Path, text: str | bytes, name: str = "results.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return path


def eight_targets(totals: Mapping[str, list[int]], watts: Mapping[str, float]) -> str:
    """Return a CSV with each run's total split over eight virtual machines, and the watts of the median runs."""
    rows = [HEADER]
    for system, runs in totals.items():
        for run, total in enumerate(runs, 1):
            each, rest = divmod(total, 8)
            rows += [f"{system},{run},VM {vm},OPM,{each + (vm <= rest)}\n" for vm in range(1, 9)]
            if total == sorted(runs)[1]:
                rows.append(f"{system},{run},,Watts,{watts[system]}\n")
    return "".join(rows)


def test_eight_targets_and_three_runs_give_the_published_results(tmp_path: Path) -> None:
    totals = {"Disks": [146_413, 149_141, 146_931], "Flash": [283_211, 281_741, 280_464]}
    text = eight_targets(totals, {"Disks": 483.8, "Flash": 326.4})
    session, warnings = imported(tmp_path, written(tmp_path, text))
    assert verify(session)
    assert warnings[0].startswith("imported results: Outpace did not observe")
    with SessionReader.open(session) as reader:
        assert reader.info.kind == "import"
        assert [(system.name, system.role, len(system.targets)) for system in reader.systems] == [
            ("Disks", "baseline", 8),
            ("Flash", "challenger", 8),
        ]
        assert reader.origins[0].name == "results.csv"
        assert len(reader.origins[0].digest or "") == 64
        spreads = {name: spread_of(totals_of(figures(reader, name, "OPM")).values) for name in totals}
        watts = {name: next(iter(figures(reader, name, "Watts")[0].values())) for name in totals}
    assert [spread.median for spread in spreads.values()] == [146_931, 281_741]
    assert change_text(spreads["Disks"].median, spreads["Flash"].median) == "+91.8 %"
    assert change_text(watts["Disks"], watts["Flash"]) == "-32.5 %"
    each = [per(spreads[n].median, divisor_of_value("watt under load", watts[n], source="meter")) for n in totals]
    assert [significant_text(quotient.value) for quotient in each] == ["303.7", "863.2"]
    assert change_text(each[0].value, each[1].value) == "+184.2 %"
    assert compare(totals["Disks"], totals["Flash"], "independent").verdict == "challenger higher"


def test_three_systems_give_the_published_results(tmp_path: Path) -> None:
    text = """
title = "Price of IOPS"
order = "one at a time"
[[systems]]
name = "Disks"
role = "baseline"
facts = { Price = "$8,478" }
[[systems]]
name = "Disks and cache"
facts = { Price = "$13,073" }
[[systems]]
name = "Flash"
facts = { Price = "$23,288" }
[[results]]
system = "Disks"
run = 1
figures = { IOPS = 5500, TPS = 40, Users = 30 }
[[results]]
system = "Disks and cache"
run = 1
figures = { IOPS = 20450, TPS = 200, Users = 100 }
[[results]]
system = "Flash"
run = 1
figures = { IOPS = 76270, TPS = 600, Users = 350 }
window = "480-600"
"""
    session, _ = imported(tmp_path, written(tmp_path, text, "lab.toml"))
    with SessionReader.open(session) as reader:
        assert reader.info.title == "Price of IOPS"
        prices = [
            price_of(figures(reader, system.name, "IOPS")[0][""], divisor_of_facts("price", system.facts))
            for system in reader.systems
        ]
        last = reader.documents_of(ImportedTotals)[2].data.figures["IOPS"]
        assert (last.from_s, last.to_s, last.better) == (480, 600, "more")
    assert [money_text(price.value, price.unit) for price in prices] == ["$1.54", "$0.64", "$0.31"]
    assert change_text(prices[0].value, prices[1].value) == "-58.5 %"
    assert change_text(prices[0].value, prices[2].value) == "-80.2 %"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_decimal_commas_are_read_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    text = "System;Run;Target;Metric;Value;Window\nPlätten;1;;OPM;18.301,5;480-600 s\nPlätten;;;Price;9.000 €;\n"
    found = read_totals(written(tmp_path, text, encoding=encoding))
    assert found.figures[0].value == 18_301.5
    assert found.figures[0].window == (480, 600)
    assert found.facts == {"Plätten": {"Price": "9,000 €"}}
    assert amount_of("9,000 €", "price", "Price") == (9000, "€")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("system\trun\tmetric\tvalue\nA\t1\tOPM\t18,301\nA\t1\tTPS\t1.5\n", 18_301),
        ("system\trun\tmetric\tvalue\nA\t1\tOPM\t18,3\n", 18.3),
        ("system;run;metric;value\nA;1;OPM;18,301\nA;1;TPS;1,5\n", 18.301),
        ("system;run;metric;value\nA;;Price;$8,478\nA;1;OPM;18,301\n", 18_301),
        ("system;run;metric;value\nA;1;OPM;18,301\nA;1;X;1,234,567\n", 18_301),
        ("system;run;metric;value\nA;1;OPM;18.301\nA;1;X;1.234.567\n", 18_301),
        ("system;run;metric;value\nA;1;OPM;18.301\nA;1;X;0,125\n", 18_301),
        ('system,run,metric,value\nA,1,OPM,"18,301"\n', 18_301),
        ('system,run,metric,value\nA,1,OPM,"18,3"\n', 18.3),
        ("system;run;metric;value\nA;1;OPM;18.301\nA;1;X;18.3\n", 18.301),
    ],
)
def test_commas_are_read_as_thousands_or_decimal_separators(tmp_path: Path, text: str, value: float) -> None:
    assert read_totals(written(tmp_path, text)).figures[0].value == value


@pytest.mark.parametrize("value", ["5,500", "5.500", "-5,500", "5,500 W"])
@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_ambiguous_numbers_ask_for_the_decimal_option(tmp_path: Path, delimiter: str, value: str) -> None:
    text = f"system;run;metric;value\nA;1;OPM;40\nA;1;TPS;{value}\n".replace(";", delimiter)
    with pytest.raises(ImportedFileError, match=r"results\.csv, line 3: .* --decimal comma or --decimal point"):
        read_totals(written(tmp_path, text))


@pytest.mark.parametrize(("mark", "value"), [("comma", 5.5), ("point", 5500.0)])
def test_decimal_option_decides_the_separator(tmp_path: Path, mark: DecimalMark, value: float) -> None:
    path = written(tmp_path, "system;run;metric;value\nA;1;OPM;5,500\n")
    assert read_totals(path, mark).figures[0].value == value


@pytest.mark.parametrize(("first", "second"), [("5,500", "5.500"), ("5,5", "5.5"), ("1,234.5", "1.234,5")])
def test_mixed_decimal_separators_are_rejected_with_their_lines(tmp_path: Path, first: str, second: str) -> None:
    text = f"system;run;metric;value\nA;1;OPM;{first}\nA;1;TPS;3\nB;1;OPM;{second}\n"
    with pytest.raises(ImportedFileError, match=rf"line 2: \"{first}\" here and \"{second}\" in line 4"):
        read_totals(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "results.csv: the file is empty"),
        (" \n\n", "results.csv: the file is empty"),
        (HEADER, "results.csv: it contains no figures"),
        ("# only a remark\n", "results.csv: it contains only comments"),
        ("a,b\n1,2\n", "results.csv, line 1: the header has no column system and run and metric and value"),
        (HEADER + "A,1,,OPM,-5\n", "results.csv, line 2: OPM: -5 is negative"),
        (HEADER + "A,1,,OPM,nan\n", 'results.csv, line 2: OPM: "nan" is not a number'),
        (HEADER + "A,1,,IOPS,1e17\n", "results.csv, line 2: IOPS: 1e+17 is more than any machine reaches"),
        (HEADER + "A,1,,OPM,-2147483648\n", "results.csv, line 2: OPM: -2.14748e+09 is negative"),
        (HEADER + "A,1,,OPM,1e999\n", 'results.csv, line 2: OPM: "1e999" is out of range'),
        (HEADER + "A,1,,OPM,\n", "results.csv, line 2: OPM: the field is empty; leave the row out where there is no"),
        (HEADER + "A,1,,OPM\n", "results.csv, line 2: 4 fields under a header of 5: the line is cut off"),
        (HEADER + "A,1,,OPM,3,5\n", "results.csv, line 2: 6 fields under a header of 5"),
        (HEADER + 'A,1,,OPM,"3\n', "results.csv, line 2: the line is cut off or its quotes are wrong"),
        (HEADER + "A,0,,OPM,3\n", 'results.csv, line 2: run: a whole number from 1 to 1000, not "0"'),
        (HEADER + ",1,,OPM,3\n", "results.csv, line 2: system: the name is missing"),
        (HEADER + "A,1,,,3\n", "results.csv, line 2: metric: the name is missing"),
        (
            HEADER + "A,1,,OPM,3\n\nA,1,,opm,4\n",
            "results.csv, line 4: OPM of A, run 1, is already in line 2",
        ),
        (b"\x00\x01\x02\x03" * 9, "results.csv: this is not a text file"),
        (HEADER.encode() + b"A,1,,OPM,3\nB,1,,O\x00\x00", "results.csv: this is not a text file"),
        (("x" * 1_100_000), "results.csv, line 1: the line is longer than 1,048,576 characters: this is not a log"),
        (HEADER.encode("utf-16") + b"\x00\xd8\x00", "results.csv, line 2: is not valid utf-16 text here; save it as"),
    ],
)
def test_bad_files_are_reported_with_file_and_line(tmp_path: Path, text: str | bytes, told: str) -> None:
    with pytest.raises(ImportedFileError) as caught:
        read_totals(written(tmp_path, text))
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = 'x", "lab.toml: invalid TOML"),
        ("titel = 'x'", "lab.toml: titel: not known"),
        ("order = 'both'", 'lab.toml: order: "together"'),
        ("[[systems]]\nname='A'\nrole='first'", 'lab.toml: systems 1: role: "baseline" or "challenger"'),
        ("[[systems]]\nname='A'\n[[systems]]\nname='A'", 'lab.toml: systems 2: "A" is there already'),
        ("[[results]]\nsystem='A'\nrun=1\nfigures={OPM=nan}", "lab.toml: results 1: OPM = nan: a figure is a number"),
        ("[[results]]\nsystem='A'\nrun=1\nfigures={OPM=-1}", "lab.toml: results 1: OPM = -1: a figure is a number"),
        ("[[results]]\nsystem='A'\nrun='1'\nfigures={OPM=1}", "lab.toml: results 1: run is a whole number"),
        ("[[results]]\nsystem='A'\nrun=1\nwindow='9-3'\nfigures={OPM=1}", "lab.toml: results 1: window: seconds since"),
        ("results = 3", "lab.toml: results: written as [[results]]"),
        ("title = 'nothing'", "lab.toml: it contains no [[results]] with figures"),
    ],
)
def test_bad_toml_is_reported(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ImportedFileError) as caught:
        read_totals(written(tmp_path, text, "lab.toml"))
    assert str(caught.value).startswith(told)


def test_missing_targets_and_zero_watts_cause_warnings(tmp_path: Path) -> None:
    rows = "A,1,VM 1,OPM,10\nA,1,VM 2,OPM,11\nA,2,VM 1,OPM,12\nA,1,,Watts,0\nA,,,Price,$0\n"
    session, warnings = imported(tmp_path, written(tmp_path, HEADER + rows))
    assert "A, run 2: OPM of VM 2 is missing, which other runs have" in warnings
    assert "A, run 1: Watts is 0: nothing can be told per watt" in warnings
    with SessionReader.open(session) as reader:
        totals = totals_of(figures(reader, "A", "OPM"))
        assert totals.values[0] == 21
        assert math.isnan(totals.values[1])
        assert divisor_of_facts("price", reader.systems[0].facts).reason == "Price = $0: nothing can be divided by 0"


@pytest.mark.parametrize("ending", [".csv", ".toml"])
def test_parts_of_power_are_shown_and_summed_but_are_not_targets(tmp_path: Path, ending: str) -> None:
    rows: dict[int, list[tuple[str, str, float]]] = {
        1: [("VM 1", "OPM", 900), ("VM 2", "OPM", 100), ("server", "Watts", 321.5), ("storage", "Watts", 162.25)],
        2: [("VM 1", "OPM", 900), ("VM 2", "OPM", 100), ("server", "Watts", 320)],
        3: [("VM 1", "OPM", 1), ("VM 2", "OPM", 2), ("server", "Watts", 5), ("storage", "Watts", 6), ("", "Watts", 12)],
    }
    every = [(run, *row) for run, held in rows.items() for row in held]
    text = HEADER + "".join(f"A,{run},{target},{metric},{value}\n" for run, target, metric, value in every)
    if ending == ".toml":
        text = "".join(
            f'[[results]]\nsystem = "A"\nrun = {run}\ntarget = "{target}"\nfigures = {{ {metric} = {value} }}\n'
            for run, target, metric, value in every
        )
    session, warnings = imported(tmp_path, written(tmp_path, text, f"lab{ending}"))
    assert "A, run 2: Watts of storage is missing, which other runs have" in warnings
    with SessionReader.open(session) as reader:
        assert [target.name for target in reader.systems[0].targets] == ["VM 1", "VM 2"]
        assert figures(reader, "A", "Watts (server)") == [{"": 321.5}, {"": 320}, {"": 5}]
        assert figures(reader, "A", "Watts (storage)") == [{"": 162.25}, {"": 6}]
        assert figures(reader, "A", "Watts") == [{"": 483.75}, {"": 12}], "run 2 has no total, run 3 its own"
        system = reader.systems[0]
        runs = [imported_run(reader, system, run)[0] for run in rows]
        assert [run.figures["OPM"] for run in runs if run] == [1000, 1000, 3]
        assert runs[0] is not None
        assert runs[0].decimals["", "Watts"] == 2
        assert runs[1] is not None
        assert math.isnan(runs[1].figures["Watts"])


def test_power_of_targets_and_storage_is_summed(tmp_path: Path) -> None:
    rows = "A,1,one,OPM,10\nA,1,one,Watts,100\nA,1,two,OPM,10\nA,1,two,Watts,110\nA,1,array,Watts,50\n"
    session, _ = imported(tmp_path, written(tmp_path, HEADER + rows))
    with SessionReader.open(session) as reader:
        assert [target.name for target in reader.systems[0].targets] == ["one", "two"]
        assert figures(reader, "A", "Watts") == [{"one": 100, "two": 110, "": 260}]


def test_rejected_file_leaves_no_session(tmp_path: Path) -> None:
    bad = written(tmp_path, "colour,taste\nred,sweet\n", "other.csv")
    with pytest.raises(ImportedFileError, match=r"other\.csv: its format can't be imported"):
        imported(tmp_path, bad)
    four = "".join(f"{name},1,,OPM,1\n" for name in "ABCD")
    with pytest.raises(ImportedFileError, match="a comparison can have at most 3"):
        imported(tmp_path, written(tmp_path, HEADER + four))
    with pytest.raises(ImportedFileError, match="there is no such file"):
        imported(tmp_path, tmp_path / "nowhere.csv")
    with pytest.raises(ImportedFileError, match="this is already a session"):
        imported(tmp_path, written(tmp_path, "x", "old.outpace"))
    (tmp_path / "old.outpace").unlink()
    one, other = (written(tmp_path, HEADER + "A,1,,OPM,1\n", name) for name in ("one.csv", "other.csv"))
    with pytest.raises(ImportedFileError, match="OPM of A, run 1, is in two files"):
        imported(tmp_path, one, other)
    assert not list(tmp_path.glob("*.outpace*"))


@pytest.mark.parametrize(
    ("text", "comma", "value"),
    [
        ("1,234.5", False, 1234.5),
        ("1.234,5", True, 1234.5),
        ("1'234", False, 1234),
        ("+5e3", False, 5000),
        ("-3", True, -3),
        ("5 500", False, 5500),
        ("5,500", False, 5500),
        ("5,500", True, 5.5),
        ("5.500", True, 5500),
    ],
)
def test_numbers_are_parsed_with_either_decimal_separator(text: str, comma: bool, value: float) -> None:
    assert number_of(text, decimal_comma=comma) == value


@pytest.mark.parametrize("text", ["1.5", "1.2345", "1,234.5", "1 2"])
def test_invalid_numbers_with_a_decimal_comma_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        number_of(text, decimal_comma=True)


@pytest.mark.parametrize("text", ["1,5", "nan", "inf", "0x10", "5 W", "1_000", "--3"])
def test_invalid_numbers_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        number_of(text)


@pytest.mark.parametrize(
    ("text", "form", "seconds"),
    [
        ("2026-11-22 10:15:00.5", "dated", 36_900.5),
        ("11/22/2026 10:15:00 PM", "dated", 36_900 + 43_200),
        ("22.11.2026 10:15", "dated", 36_900),
        ("2026-11-22T10:15:00Z", "dated", 36_900),
        ("10:15:00", "clock", 36_900),
        ("10:15:00 AM", "clock", 36_900),
        ("12:30:00 AM", "clock", 1_800),
        ("12:30 pm", "clock", 45_000),
        ("1795342500", "unix", 36_900),
        ("1795342500250", "unix", 36_900.25),
        ("1795342500250000", "unix", 36_900.25),
        ("99999999", "number", 99_999_999 % 86_400),
        ("12.5", "number", 12.5),
    ],
)
def test_times_are_parsed_in_every_format(text: str, form: str, seconds: float) -> None:
    found = moment_of(text)
    assert found.form == form
    assert found.seconds % 86_400 == seconds


def test_two_digit_years_are_read_as_this_century() -> None:
    dated = moment_of("2026-11-22")
    assert moment_of("11/22/26") == moment_of("22.11.26") == dated
    assert dated.seconds == 1_795_342_500 - 36_900


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("12.5", "point"), ("1,234.5", "point"), ("1,234,567", "point"), ("0.125", "point"), (".5", "point"),
        ("12,5", "comma"), ("1.234,5", "comma"), ("1.234.567", "comma"), ("0,125", "comma"), (",5", "comma"),
        ("5,500", "comma or thousands"), ("5.500", "point or thousands"), ("5,500 W", "comma or thousands"),
        ("5,500 €", "point"), ("$5.500", "comma"), ("5,50 €", "comma"), ("5,500e3", "comma"), ("5.500e3", "point"),
        ("5500", None), ("1,23,456", None), ("five", None), ("1 234,5", "comma"),
    ],
)  # fmt: skip
def test_decimal_separator_of_a_field_is_detected_or_ambiguous(text: str, reading: str | None) -> None:
    assert reading_of(text) == reading


def test_mixed_separators_error_names_the_first_line_of_each(tmp_path: Path) -> None:
    long = "1" * 60
    rows = f"A;1;;OPM;5,500\nA;2;;OPM;{long}.5\nA;3;;OPM;7,25\nA;4;;OPM;8.5\n"
    path = written(tmp_path, "system;run;target;metric;value\n" + rows)
    with pytest.raises(ImportedFileError) as refused:
        read_totals(path)
    assert f'line 3: "{long[:40]}" here and "7,25" in line 4 use different decimal signs' in str(refused.value)


@pytest.mark.parametrize("text", ["1e999", "-1e999"])
def test_numbers_beyond_the_float_range_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is out of range"):
        number_of(text)


@pytest.mark.parametrize(
    ("fact", "gigabytes"),
    [
        ("512 MB", 0.512), ("512 GB", 512), ("512", 512), ("1.2 TB", 1200), ("2 PB", 2e6),
        ("1 MiB", 0.001048576), ("1 GiB", 1.073741824), ("1 TiB", 1099.511627776), ("1 PiB", 1125899.906842624),
    ],
)  # fmt: skip
def test_capacities_are_converted_to_decimal_gigabytes(fact: str, gigabytes: float) -> None:
    assert amount_of(fact, "gigabyte", "Capacity")[0] == pytest.approx(gigabytes, rel=1e-12)


@pytest.mark.parametrize(
    ("fact", "watts"), [("483.8 W", 483.8), ("0.5 kW", 500), ("1 watt", 1), ("2 Watts", 2), ("12,345 W", 12_345)]
)
def test_power_is_converted_to_watts(fact: str, watts: float) -> None:
    assert amount_of(fact, "watt under load", "Power")[0] == pytest.approx(watts)


@pytest.mark.parametrize("text", ["", "yesterday", "25:00:00", "31.02.2026 10:00", "13/13/2026 10:00"])
def test_invalid_times_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        moment_of(text)
