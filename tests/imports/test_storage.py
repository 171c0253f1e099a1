# SPDX-License-Identifier: Apache-2.0
"""Import of SQLIO, DiskSpd, and fio output; damage is reported with the line number."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.cli.session_commands import ImportOptions, import_files
from app.report.content import Chart, Heading
from app.report.storage_section import storage_part
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace
from tests.support.storage_imports import done_in, imported, imported_figures
from tests.support.storage_outputs import DISKSPD, SECOND_RESULT, SQLIO, diskspd_xml, fio_document, fio_job


def test_systems_are_compared_only_within_the_same_test(tmp_path: Path) -> None:
    files = [tmp_path / "disks.txt", tmp_path / "flash.json"]
    second = SQLIO.partition("C:\\")
    files[0].write_text(second[1] + second[2] + SECOND_RESULT, encoding="utf-8")
    files[1].write_text(fio_document(fio_job("a", depth=1), fio_job("b", depth=1)), encoding="utf-8")
    said: list[str] = []
    session = tmp_path / "both.outpace"
    systems = ["Disks=disks.txt", "Flash=flash.json"]
    assert import_files(ImportOptions(files, systems=systems), session, said.append) == 0, said
    with SessionReader.open(session) as reader:
        assert [system.name for system in reader.systems] == ["Disks", "Flash"]
        study = study_of([reader])
    held = [set(study.runs[0].systems[letter].figures) for letter in "AB"]
    assert "8 KiB random reads, 2 x 2: IOPS" in held[0]
    assert "8 KiB random reads, 2 x 1: IOPS" in held[1]
    assert not held[0] & held[1], "another depth is another test"
    assert import_files(ImportOptions(files), tmp_path / "stems.outpace", said.append) == 0
    with SessionReader.open(tmp_path / "stems.outpace") as reader:
        assert [system.name for system in reader.systems] == ["disks", "flash"]


SOUND = {
    "sqlio.txt": SQLIO.partition("C:\\")[0],
    "diskspd.txt": DISKSPD,
    "diskspd.xml": diskspd_xml(),
    "fio.json": fio_document(fio_job()),
}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("name", SOUND)
def test_outputs_in_other_encodings_are_read(tmp_path: Path, name: str, encoding: str) -> None:
    figures, _ = imported_figures(tmp_path, SOUND[name].encode(encoding), name)
    assert figures[""]["IOPS"] > 0


BOMB = '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]>\n'


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        *((name, "", f"{name}: the file is empty") for name in SOUND),
        ("sqlio.txt", SQLIO.replace("2714.57", "27x4"), "line 5: IOs/sec"),
        ("sqlio.txt", SQLIO.replace("21.20", "9e99"), "impossible values in line 6 (MBs/sec: 9e+99)"),
        ("sqlio.txt", SQLIO.replace("100  0  0", "100  0", 1), "line 13: histogram: 24 figures of 25"),
        ("sqlio.txt", SQLIO[: SQLIO.index("MBs/sec")], "line 1: the run that begins here"),
        ("sqlio.txt", SQLIO[: SQLIO.index("Max_L")], "after line 9 its latencies are missing"),
        ("sqlio.txt", SQLIO[SQLIO.index("C:\\") :], "line 1: the run that begins here (8 KiB random reads, 2 x 2"),
        ("diskspd.txt", DISKSPD.replace("1000.00 |", "1,0.00 |"), "line 42: I/O per s"),
        ("diskspd.txt", DISKSPD[: DISKSPD.index("Results")], "ends here without diskspd results"),
        ("diskspd.txt", DISKSPD[: DISKSPD.index("Total IO")], "the total of its I/Os is missing"),
        ("diskspd.txt", DISKSPD[: DISKSPD.index("3-nines")], "the last percentiles"),
        ("diskspd.xml", diskspd_xml(BOMB), "line 2: it has a document type"),
        ("diskspd.xml", diskspd_xml()[:900], "invalid XML: cut off or damaged"),
        ("diskspd.xml", diskspd_xml().replace(">60000<", ">x<"), 'IOCount: "x" is not a number'),
        ("diskspd.xml", diskspd_xml().replace(">100.00<", ">1e-99<"), "TestTimeSeconds is almost 0"),
        ("diskspd.xml", "<?xml version='1.0'?>\n<html></html>", "line 2: it contains no diskspd <Results>"),
        ("diskspd.xml", "<Results>" + "<a>" * 100, "line 1: too many elements or levels"),
        ("fio.json", SOUND["fio.json"][:700], "the output is cut off here; the document begins in line 1"),
        ("fio.json", SOUND["fio.json"].replace('"iops": 5000.0', '"iops": "x"'), 'line 7: job "rd": read.iops'),
        ("fio.json", SOUND["fio.json"].replace("5000.0", "NaN"), "no figure of it can be used: impossible values in"),
        ("fio.json", SOUND["fio.json"].replace('"error": 0', '"error": 5'), 'job "rd" ended with error 5'),
        ("fio.json", fio_document(fio_job(reads=0)), "none of its jobs read or wrote anything"),
        ("fio.json", '{"jobs": []}', "line 1: the JSON that begins here has no jobs"),
        ("fio.json", "words\n", "line 1: it contains no fio JSON"),
        ("fio.json", '{"a": 1}', "its format can't be imported; supported are"),
        ("fio.json", "[" * 100_000, "its format can't be imported; supported are"),
        ("fio.json", '{"fio version":' * 50_000, "line 1: invalid JSON"),
    ],
)
def test_errors_are_reported_with_their_line(tmp_path: Path, name: str, text: str, expected: str) -> None:
    status, said, session = imported(tmp_path, text, name)
    assert (status, len(said)) == (2, 1)
    assert said[0].startswith(name)
    assert expected in said[0]
    assert not session.exists()


@pytest.mark.parametrize("name", SOUND)
def test_damaged_utf_16_is_reported(tmp_path: Path, name: str) -> None:
    status, said, _ = imported(tmp_path, SOUND[name].encode("utf-16")[:-1], name)
    assert status in {0, 2}
    assert status == 0 or "line" in said[-1]
    status, said, _ = imported(tmp_path, SOUND[name].encode("utf-16") + b"\x00\xd8\x00", name)
    assert status == 2
    assert f"{name}, line " in said[-1]


def test_implausible_bandwidth_gives_no_block_size(tmp_path: Path) -> None:
    text = SOUND["sqlio.txt"].replace("21.20", "9e15").replace("2714.57", "2.00")
    figures, _ = imported_figures(tmp_path, text, "sqlio.txt")
    assert figures[""]["MiB/s"] == 9e15
    assert done_in(tmp_path / "s.outpace")[0].block_bytes is None


@pytest.mark.parametrize("text", ["2", "2x", "0x1", "2x1x1", "axb", "-1x2"])
def test_invalid_outstanding_option_is_rejected(tmp_path: Path, text: str) -> None:
    status, said, _ = imported(tmp_path, SQLIO, "sqlio.txt", outstanding=[text])
    assert status == 2
    assert said[0].startswith("--outstanding")


EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 60), st.binary(max_size=4) | st.sampled_from([b"\n", b"9", b"-", b"<"])),
    min_size=1,
    max_size=4,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SOUND)), EDITS, st.floats(0.3, 1))
def test_damaged_outputs_give_a_session_or_one_error_message(
    name: str, edits: list[tuple[float, int, bytes]], kept: float
) -> None:
    data = SOUND[name].encode()
    for place, removed, put in edits:
        at = int(place * len(data))
        data = data[:at] + put + data[at + removed :]
    with tempfile.TemporaryDirectory() as folder:
        status, said, session = imported(Path(folder), data[: int(kept * len(data))], name)
        if status == 0:
            with SessionReader.open(session) as reader:
                assert study_of([reader]).runs
        else:
            assert said[-1].startswith(name), said


def test_report_of_an_imported_output_shows_its_figures(tmp_path: Path) -> None:
    (tmp_path / "sqlio.txt").write_text(SQLIO, encoding="utf-8")
    done = outpace("import", "sqlio.txt", "--outstanding", "2x1", "--session", "s.outpace", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = outpace("report", "s.outpace", "--html", "r.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    for text in ("2,714.57", "22.2", "Latency ms, derived", "0.74", "incomplete", "2 x 1 outstanding"):
        assert text in page


def sqlio_series(depths_iops: dict[int, float]) -> str:
    """Return SQLIO's output for a series, with one run per queue depth."""
    text = ""
    for depth, iops in depths_iops.items():
        text += f"C:\\>sqlio -kR -t2 -s120 -dE -o{depth} -frandom -b8 -BH -LS Testfile.dat\nsqlio v1.5.SG\n"
        text += "2 threads reading for 120 secs from file E:\\Testfile.dat\n\tusing 8KB random IOs\n"
        text += f"\tenabling multiple I/Os per thread with {depth} outstanding\ninitialization done\nCUMULATIVE DATA:\n"
        text += f"throughput metrics:\nIOs/sec: {iops}\nMBs/sec: {int(iops / 1.28) / 100}\n"
    return text


def test_series_is_charted_against_the_queue_depth_in_the_report(tmp_path: Path) -> None:
    files = [tmp_path / "disks.txt", tmp_path / "flash.txt"]
    files[0].write_text(sqlio_series({1: 200.0, 4: 400.0, 16: 800.0}), encoding="utf-8")
    files[1].write_text(sqlio_series({1: 2000.0, 4: 4000.0, 16: 8000.0}), encoding="utf-8")
    session, said = tmp_path / "series.outpace", list[str]()
    assert (
        import_files(ImportOptions(files, systems=["Disks=disks.txt", "Flash=flash.txt"]), session, said.append) == 0
    ), said
    with SessionReader.open(session) as reader:
        blocks = list(storage_part(study_of([reader]), [reader]))
    assert isinstance(blocks[0], Heading)
    assert blocks[0].text == "Storage I/O: 8 KiB random reads, imported"
    iops, latency = (block for block in blocks if isinstance(block, Chart))
    assert "Flash" in iops.svg
    assert "outstanding per thread x 2 threads" in iops.svg
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', latency.svg)]
    assert len(places) == 6
    # 2 x depth / IOPS doubles when the depth quadruples: equal distances on logarithmic scales.
    for one, two, three in (places[:3], places[3:]):
        assert two[0] - one[0] == pytest.approx(three[0] - two[0], abs=0.3)
        assert one[1] - two[1] == pytest.approx(two[1] - three[1], abs=0.3)
        assert one[1] > two[1]
