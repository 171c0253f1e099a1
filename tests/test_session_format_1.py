"""Sessions that Outpace recorded before format 2: each opens as before, with the same figures and its own sentences."""

import json
from pathlib import Path

import pytest

from app.report.session_export import export_json
from app.session.reader import SessionReader
from app.session.seal import verify

RECORDED = Path(__file__).parent / "sessions_format_1"
"""Each session as version 0.1.0 recorded it, and beside it what that version exported of it."""


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.outpace")), ids=lambda path: path.stem)
def test_a_session_of_format_1_has_the_figures_that_it_had(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert verify(path)
    with SessionReader.open(path) as reader:
        found = json.loads(export_json(reader))
        assert found.pop("headline"), "new since then"
        assert found == expected
