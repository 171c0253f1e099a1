# SPDX-License-Identifier: Apache-2.0
"""Impossible figures in any numeric field of a session are rejected or shown as no data; no traceback is shown."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.report.outputs import Outputs, write_reports
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.extreme_figures import EXTREMES, FIELDS, each, with_extremes
from tests.support.recorded import recorded


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a finished session slightly longer than a minute."""
    return recorded(tmp_path_factory.mktemp("whole") / "whole.outpace", seconds=70)


def use(path: Path, folder: Path) -> None:
    """Print, export and report a session; a SessionError is acceptable too."""
    html, xlsx = folder / "report.html", folder / "report.xlsx"
    for written in (html, xlsx):
        written.unlink(missing_ok=True)
    with suppress(SessionError), SessionReader.open(path) as reader:
        session_text(reader)
        export_json(reader)
        write_reports([path], Outputs(html=html, xlsx=xlsx))


@pytest.mark.parametrize("field", FIELDS, ids="-".join)
def test_extreme_values_in_a_field_cause_no_traceback(whole: Path, tmp_path: Path, field: tuple[str, str]) -> None:
    use(with_extremes(whole, tmp_path / "x.outpace", field, each(EXTREMES)), tmp_path)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(FIELDS), st.lists(st.floats(), min_size=1, max_size=20))
def test_arbitrary_figures_in_any_field_cause_no_traceback(
    whole: Path, tmp_path: Path, field: tuple[str, str], figures: list[float]
) -> None:
    use(with_extremes(whole, tmp_path / "x.outpace", field, each(tuple(figures))), tmp_path)
