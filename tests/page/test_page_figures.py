# SPDX-License-Identifier: Apache-2.0
"""Figures of the page equal those of the session reader over any span, and are formatted in the same way."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.analysis import format as plain
from app.report.outputs import Outputs, write_reports
from app.report.page.columns import Columns, leb128
from app.report.page.histogram_blocks import histogram_blocks
from app.results.measurings import work_unit
from app.results.storage_results import counter_label
from app.session.reader import SessionReader
from tests.support import session_kinds
from tests.support.format_cases import CASES
from tests.support.pages import OpenedPage

FORMAT_1 = sorted((Path(__file__).parents[1] / "sessions_format_1").glob("*.outpace"))
FORMAT_2 = sorted((Path(__file__).parents[1] / "sessions_format_2").glob("*.outpace"))
FRESH: tuple[Callable[[Path], Path], ...] = (
    session_kinds.ended, session_kinds.repeats, session_kinds.sweep, session_kinds.depths, session_kinds.race,
    session_kinds.imported, session_kinds.three, session_kinds.patterns, session_kinds.joined,
)  # fmt: skip
TOLERANCE = 1e-5
"""Relative error of stored figures, of which 17 bits of the mantissa are kept."""
COARSE = 1.3e-4
"""Relative error of a single second's latency, of which 13 bits are kept."""

STATISTICS = """spans => {
    const all = outpacePage.counters().map((_, index) => index);
    const plain = (x) => Number.isFinite(x) ? x : null;
    return spans.map(([from, to]) => all.map((index) => {
        const one = outpacePage.statistics(index, from, to);
        return [plain(one.average), plain(one.minimum), plain(one.maximum), plain(one.p95), one.atLeast];
    }));
}"""


def spans_of(reader: SessionReader) -> list[tuple[float, float]]:
    """Return spans at whole seconds, between them, at both ends, of less than a second, and past the end."""
    end_s = max(reader.length_s, 1.0)
    third = end_s / 3
    spans = [(0.0, end_s), (third, 2 * third), (math.floor(third), math.ceil(2 * third)), (0.5, third + 0.5)]
    return [*spans, (max(end_s - 5, 0), end_s), (third, third + 0.4), (-5.0, end_s + 5)]


def assert_equal_figures(opened: OpenedPage, session: Path, page: Path) -> None:
    write_reports([session], Outputs(page=page))
    opened.open(page, width=900)
    with SessionReader.open(session) as reader:
        unit = work_unit(reader)
        shown = [counter for counter in reader.counters if counter_label(counter.path, unit)]
        letters = {system.id: index for index, system in enumerate(reader.systems)}
        names = [[letters.get(one.system or 0, -1), counter_label(one.path, unit)] for one in shown]
        assert opened.run("outpacePage.counters()") == names
        spans = spans_of(reader)
        for span, figures in zip(spans, opened.run(STATISTICS, [list(span) for span in spans]), strict=True):
            for counter, (*values, at_least) in zip(shown, figures, strict=True):
                one = reader.window(counter, *span)
                latency = "Latency " in counter.path and counter.path.startswith("\\Outpace Driver(")
                where = (counter.path, counter.system, span)
                assert at_least == one.at_least, where
                wanted = (one.average, one.minimum, one.maximum, one.p95)
                tolerances = (1e-12, COARSE, COARSE, COARSE) if latency else (TOLERANCE,) * 4
                for value, exact, tolerance in zip(values, wanted, tolerances, strict=True):
                    if value is None or not math.isfinite(exact):
                        assert value is None, (*where, value, exact)
                        assert not math.isfinite(exact), (*where, value, exact)
                    else:
                        assert math.isclose(value, exact, rel_tol=tolerance, abs_tol=1e-12), (*where, value, exact)
    assert opened.faults == []


@pytest.mark.parametrize("session", [*FORMAT_1, *FORMAT_2], ids=lambda path: f"{path.parent.name[-1]}-{path.stem}")
def test_figures_of_kept_sessions_equal_the_readers(opened: OpenedPage, session: Path, tmp_path: Path) -> None:
    assert_equal_figures(opened, session, tmp_path / "page.html")


@pytest.mark.parametrize("make", FRESH, ids=lambda make: make.__name__)
def test_figures_of_fresh_sessions_equal_the_readers(
    opened: OpenedPage, make: Callable[[Path], Path], tmp_path: Path
) -> None:
    assert_equal_figures(opened, make(tmp_path / "session.outpace"), tmp_path / "page.html")


def test_figures_are_printed_as_in_python(opened: OpenedPage, recorded_page: Path) -> None:
    opened.open(recorded_page)
    calls = [[name, list(arguments)] for name, arguments in CASES]
    in_browser = opened.run(
        "calls => calls.map(([name, given]) => outpacePage.figures[name]("
        "...given.map((one) => one === 'nan' ? NaN : one === 'inf' ? Infinity : one)))",
        [
            [name, ["nan" if one != one else "inf" if one == math.inf else one for one in given]]
            for name, given in calls
        ],
    )
    functions: dict[str, Callable[..., Any]] = {
        "valueText": plain.value_text,
        "labelText": plain.label_text,
        "countText": plain.count_text,
        "ratioText": plain.ratio_text,
        "durationText": plain.duration_text,
    }
    for (name, arguments), shown in zip(CASES, in_browser, strict=True):
        printed = functions[name](*arguments)
        assert shown == (list(printed) if isinstance(printed, tuple) else printed), (name, arguments)


def test_own_inflate_reads_what_zlib_wrote(opened: OpenedPage, recorded_page: Path) -> None:
    opened.open(recorded_page)
    same = """async () => {
        const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), (one) => one.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
        const right = new Uint8Array(await new Response(stream).arrayBuffer());
        const own = outpacePage.inflatedHere(bytes);
        return own.length === right.length && own.every((one, index) => one === right[index]) && own.length;
    }"""
    assert opened.run(same) > 10_000


def test_merged_blocks_equal_longer_ones(tmp_path: Path) -> None:
    with SessionReader.open(session_kinds.ended(tmp_path / "s.outpace")) as reader:
        short, long = histogram_blocks(reader, 1), histogram_blocks(reader, 10)
    assert short.keys() == long.keys()
    for key, blocks in short.items():
        for merged, direct in zip(blocks.merged(10), long[key], strict=True):
            assert np.array_equal(merged, direct)


def test_equal_columns_are_stored_once() -> None:
    columns = Columns()
    first = columns.add(np.array([1.0, 2.0, np.nan]))
    assert columns.add(np.array([1.0, 2.0, np.nan])) == first
    assert columns.add(np.array([1.0, 2.0, 3.0])) != first
    assert len(columns.heads) == 2


def test_leb128_encodes_numbers_of_every_length() -> None:
    numbers = np.array([0, 1, 127, 128, 16383, 16384, 2**40, 2**62], dtype=np.int64)
    encoded = leb128(numbers)
    decoded, value, shift = [], 0, 0
    for byte in encoded:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            decoded.append(value)
            value, shift = 0, 0
    assert decoded == numbers.tolist()
    assert leb128(np.empty(0, dtype=np.int64)) == b""
