# SPDX-License-Identifier: Apache-2.0
"""Import manifests: features that only they offer, error messages, and the manifest generated from files."""

import itertools
import math
from pathlib import Path

import pytest

from app.imports.counter_figure import scaled_unit
from app.imports.field_values import decimals_of_mean
from app.imports.imported_session import import_results
from app.imports.manifest import manifest_text, read_manifest
from app.imports.source import ImportedFileError
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace
from tests.support.foreign_logs import perfmon

HEAD = """title = "Lab"
[[systems]]
name = "disks"
role = "baseline"
facts = { Price = "$8,478", Disks = 24 }
[[systems]]
name = "flash"
facts = { Price = "$23,288", Disks = 4 }
"""


def study(folder: Path, manifest: str) -> Study:
    (folder / "lab.toml").write_text(manifest, encoding="utf-8")
    session = folder / "s.outpace"
    session.unlink(missing_ok=True)
    import_results(read_manifest(folder / "lab.toml"), session)
    with SessionReader.open(session) as reader:
        return study_of([reader])


def driver(path: Path, opm: int) -> str:
    lines = [f"et= {at}.0 n_overall={at * opm // 60} opm={opm}\n" for at in range(10, 61, 10)]
    path.write_text("".join(lines) + f"Final {lines[-1]}", encoding="utf-8")
    return path.name


def file_table(name: str, **values: object) -> str:
    lines = (f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in values.items())
    return "\n".join(("[[files]]", f'path = "{name}"', *lines, ""))


def test_user_sweep_gives_steps_their_maximum_and_their_mean(tmp_path: Path) -> None:
    text = HEAD
    for (system, most), users in itertools.product((("disks", 4000), ("flash", 16_000)), range(25, 201, 25)):
        name = driver(tmp_path / f"{system}{users}.txt", most * users // 200)
        text += file_table(name, system=system, users=users)
    found = study(tmp_path, text)
    assert [point.systems["B"].users for point in found.points] == list(range(25, 201, 25))
    assert [point.systems["A"].figures["OPM"] for point in found.points] == [500 * step for step in range(1, 9)]
    (run,) = found.runs
    assert (run.systems["A"].figures["OPM"], run.systems["B"].figures["OPM"]) == (4000, 16_000), "the level with most"
    prices = next(row for row in found.normalised if row.label == "Price of one OPM")
    assert prices.quotients["A"].value == pytest.approx(8478 / 4000)
    done = outpace("report", tmp_path / "s.outpace", "--html", tmp_path / "r.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "A maximum" in page
    assert "2,250" in page, "the mean over the steps"


def test_levels_within_one_log_become_steps(tmp_path: Path) -> None:
    perfmon(tmp_path / "a.csv", {"D:": 100.0}, 6000)
    perfmon(tmp_path / "b.csv", {"D:": 100.0}, 9000)
    text = HEAD + file_table("a.csv", system="disks") + file_table("b.csv", system="flash")
    text += '[[levels]]\nusers = 25\nwindow = "0-29"\n[[levels]]\nusers = 50\nwindow = "30-59"\n'
    text += '[[figures]]\nname = "OPM"\ncounter = "\\\\Test\\\\OPM"\n'
    found = study(tmp_path, text)
    assert [(point.systems["A"].users, point.systems["A"].figures["OPM"]) for point in found.points] == [
        (25, 3000),
        (50, 6000),
    ]


def test_driver_logs_with_meters_give_watts_per_part_and_normalized_figures(tmp_path: Path) -> None:
    text = HEAD
    for system, opm, watts in (("disks", 6000, 300), ("flash", 9000, 150)):
        text += file_table(driver(tmp_path / f"{system}.txt", opm), system=system)
        for part, share in (("server", 2), ("storage", 1)):
            name = f"{system}-{part}.csv"
            rows = [f"10:00:{at:02d},{watts * share / 3}\n" for at in range(60)]
            (tmp_path / name).write_text("Time,Watts\n" + "".join(rows), encoding="utf-8")
            text += file_table(name, system=system, part=part)
    found = study(tmp_path, text)
    own = found.runs[0].systems["A"]
    assert (own.figures["OPM"], own.figures["Watts"]) == (6000, pytest.approx(300))
    assert own.figures["Watts (server)"] == pytest.approx(200)
    assert own.figures["Watts (storage)"] == pytest.approx(100)
    assert not found.systems[0].targets, "parts of power are no targets"
    row = next(row for row in found.normalised if row.label == "OPM per watt under load")
    assert row.quotients["B"].value == pytest.approx(60)
    assert next(row for row in found.normalised if row.label == "OPM per disk").quotients["A"].value == 250


def test_figures_use_the_manifests_unit_direction_decimals_and_headline(tmp_path: Path) -> None:
    for name, opm in (("a", 6000), ("b", 9000)):
        perfmon(tmp_path / f"{name}.csv", {"D:": 100.0}, opm)
    text = HEAD + file_table("a.csv", system="disks") + file_table("b.csv", system="flash")
    text += '[[figures]]\nname = "Order rate"\ncounter = "\\\\Test\\\\OPM"\nbetter = "more"\ndecimals = 1\n'
    text += '[[figures]]\nname = "Reads"\nformula = "[\\\\LogicalDisk(D:)\\\\Disk Reads/sec] x 60"\nheadline = true\n'
    found = study(tmp_path, text)
    assert (found.headline.name, found.headline.unit) == ("Reads, derived", "/min")
    rate = found.metric("Order rate")
    assert rate is not None
    assert rate.better == "more"
    value = found.runs[0].systems["A"].figures["Order rate"]
    assert found.decimals("A", "Order rate", value) == 1
    assert any(row.label == "Order rate per disk" for row in found.normalised), "a person's own figure is divided"


def test_means_have_the_decimals_of_the_log(tmp_path: Path) -> None:
    rows = [f"10:00:{at:02d},{watts}\n" for at, watts in enumerate(["480.2", "487.4", "483.9"] * 20)]
    (tmp_path / "m.csv").write_text("Time,Watts\n" + "".join(rows), encoding="utf-8")
    perfmon(tmp_path / "a.csv", {"D:": 100.0}, 6000)
    driver(tmp_path / "b.txt", 6001)
    text = HEAD + "".join(file_table(name, system="disks") for name in ("m.csv", "b.txt"))
    text += file_table("a.csv", system="flash")
    for name, key, counter in (
        ("Rate", "counter", "\\\\Test\\\\OPM"),
        ("Twice", "formula", "[\\\\Test\\\\OPM] + [\\\\Test\\\\OPM]"),
        ("Third", "formula", "[\\\\Test\\\\OPM] / 3"),
    ):
        text += f'[[figures]]\nname = "{name}"\n{key} = "{counter}"\nbetter = "more"\n'
    found = study(tmp_path, text)
    own = found.runs[0].systems["A"]
    assert own.decimals["", "Watts"] == 1
    assert own.decimals["", "Rate"] == own.decimals["", "Twice, derived"] == 0
    assert ("", "Third, derived") not in own.decimals, "a quotient has as many as any figure"


@pytest.mark.parametrize(
    ("mean", "values", "unit", "decimals"),
    [
        (483.8333, [480.2, 487.4], "W", 1),
        (18301.5, [18301, 18302, math.nan], "/min", 0),
        (0.4, [0, 1], "", 3),
        (0.00131, [0.001305, 0.00132], "s", 6),
        (101.23456, [101.23456789, 100], "/s", None),
        (12.5, [math.nan], "", None),
    ],
)
def test_mean_keeps_enough_decimals_to_be_meaningful(
    mean: float, values: list[float], unit: str, decimals: int | None
) -> None:
    assert decimals_of_mean(mean, values, unit) == decimals


DECIMAL = {"k": 3, "M": 6, "G": 9}
BINARY = {"Ki": 10, "Mi": 20, "Gi": 30}


@pytest.mark.parametrize(
    ("unit", "factor", "scaled"),
    [
        *((unit, 10.0**-power, f"{prefix}{unit}") for unit in ("B", "B/s") for prefix, power in DECIMAL.items()),
        *((unit, 2.0**-power, f"{prefix}{unit}") for unit in ("B", "B/s") for prefix, power in BINARY.items()),
        *(
            ("s", factor, unit)
            for unit, factor in {"ms": 1e3, "µs": 1e6, "ns": 1e9, "min": 1 / 60, "h": 1 / 3600}.items()
        ),
        *(("/s", factor, unit) for unit, factor in {"/min": 60, "/h": 3600, "k/s": 1e-3, "M/s": 1e-6}.items()),
        ("W", 1e-3, "kW"),
        ("kW", 1e3, "W"),
        ("W", 1e3, "mW"),
        ("min", 60.0, "s"),
        ("MB/s", 1e3, "kB/s"),
        ("MiB/s", 1e-3, "MiB/s"),
        ("B/s", 2.0, "B/s"),
        ("%", 100.0, "%"),
    ],
)
def test_units_scale_with_the_formula(unit: str, factor: float, scaled: str) -> None:
    assert scaled_unit(unit, factor) == scaled


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('titel = "x"', 'lab.toml:1: titel: unknown key; did you mean "title"?'),
        ('[[files]]\npath = "a.txt"\nsistem = "x"', 'lab.toml:3: files[1].sistem: unknown key; did you mean "system"?'),
        ('[[files]]\npath = "a.txt"\nrun = 0', "lab.toml:3: files[1].run: expected"),
        ('[[files]]\npath = "../a.txt"', "lab.toml:2: files[1].path: a manifest's files lie in its folder"),
        ('[[files]]\npath = "/etc/passwd"', "a manifest's files lie in its folder"),
        ('[[files]]\npath = "link.txt"', "a manifest's files lie in its folder"),
        ('window = "soon"\n[[files]]\npath = "a.txt"', "lab.toml:1: window: window: seconds"),
        ('[[files]]\npath = "a.txt"\n[[figures]]\nname = "x"', "lab.toml:3: figures[1]: expected either counter or"),
        ('[[files]]\npath = "a.txt"\n[[figures]]\nname = "x"\nformula = "[a"', "lab.toml:3: figures[1]"),
        ('[[systems]]\nname = "A"\n[[files]]\npath = "a.txt"\nsystem = "B"', '"B" is none of the systems: A'),
        ("", "lab.toml: the file is empty"),
        ("title = ", "invalid TOML"),
        ("[[files]]\npath = 5", "lab.toml:2: files[1].path: expected a text"),
    ],
)
def test_manifest_errors_are_reported_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    driver(tmp_path / "a.txt", 6000)
    driver(folder / "a.txt", 6000)
    (folder / "link.txt").symlink_to(tmp_path / "a.txt")
    (folder / "lab.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ImportedFileError) as caught:
        read_manifest(folder / "lab.toml")
    assert said in str(caught.value)


def test_file_outside_the_folder_is_accepted_if_named_on_the_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    driver(tmp_path / "a.txt", 6000)
    (folder / "lab.toml").write_text('[[files]]\npath = "../a.txt"\nsystem = "S"\n', encoding="utf-8")
    done = outpace("import", "--manifest", folder / "lab.toml", tmp_path / "a.txt", "--session", tmp_path / "s.outpace")
    assert done.returncode == 0, done.stderr


def test_generated_manifest_can_be_edited_and_read_again(tmp_path: Path) -> None:
    for name, opm in (("old-1", 6000), ("old-2", 6500), ("new-1", 9000)):
        driver(tmp_path / f"{name}.txt", opm)
    files = ["old-1.txt", "old-2.txt", "new-1.txt"]
    done = outpace("import", *files, "--write-manifest", "lab.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "lab.toml").read_text(encoding="utf-8")
    assert "repeats: --run 1=old-1.txt --run 2=old-2.txt" in text.replace("# ", ""), "what is unclear stands in it"
    done = outpace("import", "--manifest", "lab.toml", "--session", "s.outpace", cwd=tmp_path)
    assert done.returncode == 2
    edited = text
    for number, name in ((1, "old-1"), (2, "old-2")):
        edited = edited.replace(f'path = "{name}.txt"\n', f'path = "{name}.txt"\nrun = {number}\n')
    (tmp_path / "lab.toml").write_text(edited, encoding="utf-8")
    request = read_manifest(tmp_path / "lab.toml")
    assert [(file.path.name, file.system, file.run) for file in request.files] == [
        ("old-1.txt", "old", 1),
        ("old-2.txt", "old", 2),
        ("new-1.txt", "new", None),
    ]
    (tmp_path / "again.toml").write_text(manifest_text(request, tmp_path), encoding="utf-8")
    again = read_manifest(tmp_path / "again.toml")
    assert (again.files, again.baseline, again.order) == (request.files, "old", "one at a time")
    done = outpace("import", *files, "--write-manifest", "lab.toml", cwd=tmp_path)
    assert "is there already" in done.stderr
