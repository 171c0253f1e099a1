# SPDX-License-Identifier: Apache-2.0
"""Charts at the end of a load: shading has the same meaning in every output, and late calls are not drawn."""

from pathlib import Path

import numpy as np
import pytest

from app.report.charts import SHADE
from app.report.outputs import Outputs, write_reports
from app.report.slide import slide_of
from app.report.timelines import window_shades
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.workbench.chart_grid import phase_spans
from tests.support.recorded import SECOND, SyntheticRun

NOT_MEASURED = [(0.0, 6.0), (40.0, 43.0)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 6 s of ramp and warm-up, 34 s of measurement, and 3 s in which the last calls return."""
    run = SyntheticRun(tmp_path_factory.mktemp("shaded") / "s.outpace", warm_up_s=5)
    run.seconds(40)
    run.writer.phase(run.start_ns + 40 * SECOND, "stop")
    run.seconds(3)
    return run.finish()


def joined(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Merge adjacent spans."""
    found: list[tuple[float, float]] = []
    for from_s, to_s in sorted(span for span in spans if span[1] > span[0]):
        if found and found[-1][1] == from_s:
            found[-1] = found[-1][0], to_s
        else:
            found.append((from_s, to_s))
    return found


def test_unmeasured_time_is_shaded_in_window_slide_and_report(path: Path, tmp_path: Path) -> None:
    with SessionReader.open(path) as reader:
        study = study_of([reader])
        window = phase_spans(reader.phases, reader.length_s)
        shades = window_shades(reader, study, 0)
        slide = slide_of(study, [reader])
    assert joined([span[:2] for span in window[::2]]) == NOT_MEASURED
    assert all(name == "measure" or not name for _, _, name in window[1::2])
    assert joined([(one.from_x, one.to_x) for one in shades if not one.measured]) == NOT_MEASURED
    page = tmp_path / "report.html"
    write_reports([path], Outputs(html=page))
    assert "Shaded: what does not count." in page.read_text(encoding="utf-8")
    for svg in (slide.charts[0].svg, page.read_text(encoding="utf-8").partition("Over time")[2]):
        chart = svg.partition("</svg>")[0]
        assert chart.count(SHADE) == 3  # ramp, warm-up, stop


def test_calls_that_end_after_the_load_are_not_drawn(path: Path) -> None:
    with SessionReader.open(path) as reader:
        counter = next(c for c in reader.counters if c.path == "\\Outpace Driver(order)\\Latency p95")
        time_s, value = reader.samples(counter)
        whole = reader.window(counter, 0, reader.length_s)
    assert np.isfinite(value[time_s <= 40]).all()
    assert np.isnan(value[time_s > 40]).all()
    assert whole.samples == 40
