# SPDX-License-Identifier: Apache-2.0
"""View of a session: the layout document, time windows, and changes to both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.workbench.counter_catalogue import CounterName, chart_title, counter_name, unit_caption
from app.ui.workbench.view import (
    SHORTEST_SPAN_S,
    ViewLayout,
    WorkbenchView,
    layout_from_json,
    layout_to_json,
    moved,
    visible_window,
    zoomed,
)

IOPS = "\\Engine File(_Total)\\Transfers/sec"
LATENCY = "\\Engine File(_Total)\\Avg. sec/Transfer"


def test_layout_round_trips_through_json():
    layout = ViewLayout(
        span_s=None, end_s=12.5, log=True, hidden=("A|x",), scales={"A|x": 0.1}, axes={IOPS: (0.0, 5.0)}
    )
    assert layout_from_json(layout_to_json(layout)) == layout


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"span_s": "long"}', '{"axes": {"x": [1]}}'])
def test_invalid_layout_is_discarded(text, caplog):
    assert layout_from_json(text) is None
    assert "can't be read" in caplog.text


def test_unknown_keys_of_a_later_layout_version_are_ignored():
    assert layout_from_json('{"log": true, "three_dimensions": true}') == ViewLayout(log=True)


def test_following_view_ends_now_and_frozen_view_at_its_freeze_time():
    assert visible_window(ViewLayout(span_s=60.0), 0.0, 100.0).from_s == 40.0
    frozen = visible_window(ViewLayout(span_s=60.0, end_s=80.0), 0.0, 100.0)
    assert (frozen.from_s, frozen.to_s) == (20.0, 80.0)
    assert visible_window(ViewLayout(span_s=None), 0.0, 100.0).from_s == 0.0


@given(
    factor=st.floats(0.1, 10),
    at=st.floats(0, 1),
    end_s=st.floats(50, 500),
    span_s=st.floats(10, 400),
    follows=st.booleans(),
)
def test_zooming_stays_inside_the_session_and_keeps_the_moment_in_view(factor, at, end_s, span_s, follows):
    layout = ViewLayout(span_s=span_s, end_s=None if follows else end_s)
    window = visible_window(layout, 0.0, 500.0)
    at_s = window.from_s + at * window.span_s
    after = visible_window(zoomed(layout, window, factor, at_s, first_s=0.0, now_s=500.0), 0.0, 500.0)
    assert after.span_s >= SHORTEST_SPAN_S - 1e-6
    assert after.to_s <= 500.0
    if follows:
        assert after.to_s == 500.0
    elif 0 <= at_s <= 500:
        assert after.from_s - 1e-6 <= at_s <= after.to_s + 1e-6


@given(share=st.floats(-3, 3))
def test_panning_keeps_the_length_and_stays_inside_the_session(share):
    layout = ViewLayout(span_s=60.0)
    window = visible_window(layout, 0.0, 500.0)
    after = visible_window(moved(layout, window, share, first_s=0.0, now_s=500.0), 0.0, 500.0)
    assert after.span_s == pytest.approx(60.0)
    assert after.from_s >= 0.0
    assert after.to_s <= 500.0


def test_hiding_the_last_curve_removes_its_row_and_showing_one_restores_it(qtbot):
    view = WorkbenchView(ViewLayout(listed=(IOPS, LATENCY), charted=(IOPS, LATENCY)))
    keys = [f"A|{IOPS}", f"B|{IOPS}"]
    view.show_curve(keys[0], IOPS, False, keys)
    assert view.layout.charted == (IOPS, LATENCY)
    assert view.layout.hidden == (keys[0],)
    view.show_curve(keys[1], IOPS, False, keys)
    assert view.layout.charted == (LATENCY,)
    view.show_curve(keys[1], IOPS, True, keys)
    assert view.layout.charted == (LATENCY, IOPS)
    assert view.layout.hidden == (keys[0],)


def test_choosing_counters_keeps_the_order_of_the_remaining_ones(qtbot):
    view = WorkbenchView(ViewLayout(listed=(LATENCY, IOPS), charted=(LATENCY,)))
    view.choose(["new", IOPS, LATENCY], ["new", LATENCY])
    assert view.layout.listed == (LATENCY, IOPS, "new")
    assert view.layout.charted == (LATENCY, "new")
    view.remove(LATENCY)
    assert view.layout.listed == (IOPS, "new")
    assert view.layout.charted == ("new",)


def test_counter_paths_are_parsed_into_names_and_titles():
    assert counter_name(IOPS) == CounterName("Engine File", "_Total", "Transfers/sec")
    assert counter_name("\\Test\\OPM") == CounterName("Test", "", "OPM")
    assert counter_name("\\Processor(0,1 (x))\\% Time") == CounterName("Processor", "0,1 (x)", "% Time")
    assert counter_name("odd") == CounterName("", "", "odd")
    title = chart_title("\\Engine File(log)\\Writes/sec", "engine file")
    assert title == "Writes/sec · log · file calls of the database engine"
    assert unit_caption(IOPS, "/s") == "IOPS"
    assert unit_caption(LATENCY, "ms") == "ms"
