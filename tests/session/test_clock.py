# SPDX-License-Identifier: Apache-2.0
"""Clock of the display."""

import datetime
from pathlib import Path

import pytest

from app.session.clock import LiveClock, ReplayClock
from app.session.paths import default_session_path, sessions_folder, slug


class FakeTime:
    """Fake clock set by a test, because real time would make the test slow."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_replay_begins_paused_and_plays_at_its_speed() -> None:
    time = FakeTime()
    clock = ReplayClock(time, -2.0, 100.0)
    time.now += 5
    assert (clock.now_s(), clock.playing) == (-2.0, False)
    clock.play()
    time.now += 3
    assert clock.now_s() == 1.0
    clock.set_speed(16)
    time.now += 1
    assert clock.now_s() == 17.0
    clock.pause()
    time.now += 9
    assert clock.now_s() == 17.0
    clock.set_speed(0.25)
    clock.play()
    time.now += 4
    assert clock.now_s() == 18.0


def test_speeds_stay_within_what_can_be_followed() -> None:
    clock = ReplayClock(FakeTime(), 0, 10)
    clock.set_speed(1000)
    assert clock.speed == 16
    clock.set_speed(0)
    assert clock.speed == 0.25


def test_a_replay_stops_at_its_end_and_can_begin_anew() -> None:
    time = FakeTime()
    clock = ReplayClock(time, 0, 10)
    clock.play()
    time.now += 11
    assert (clock.now_s(), clock.playing) == (10, False)
    clock.play()
    time.now += 1
    assert (clock.now_s(), clock.playing) == (1, True)


def test_seeking_stays_inside_and_plays_on() -> None:
    time = FakeTime()
    clock = ReplayClock(time, 0, 10)
    clock.play()
    clock.seek(7)
    time.now += 1
    assert clock.now_s() == 8
    clock.seek(-5)
    assert clock.now_s() == 0
    clock.seek(99)
    assert clock.now_s() == 10


def test_the_live_clock_follows_and_can_be_held() -> None:
    latest = 5.0
    clock = LiveClock(lambda: latest)
    assert (clock.now_s(), clock.playing) == (5.0, True)
    clock.pause()
    latest = 9.0
    assert (clock.now_s(), clock.playing) == (5.0, False)
    clock.seek(2.0)
    assert clock.now_s() == 2.0
    clock.seek(50.0)
    assert clock.now_s() == 9.0
    clock.play()
    assert clock.now_s() == 9.0
    with pytest.raises(ValueError, match="speed 1"):
        clock.set_speed(2)


def test_a_session_gets_a_name_that_no_file_has(tmp_path: Path) -> None:
    now = datetime.datetime(2026, 11, 20, 14, 2, tzinfo=datetime.UTC)
    first = default_session_path("SSD vs. SAS", now, tmp_path / "new")
    assert first.name == "2026-11-20_1402_ssd-vs-sas.outpace"
    first.touch()
    assert default_session_path("SSD vs. SAS", now, tmp_path / "new").name == "2026-11-20_1402_ssd-vs-sas-2.outpace"
    assert default_session_path("???", now, tmp_path).name == "2026-11-20_1402_session.outpace"


def test_sessions_are_kept_in_the_users_documents(own_home: Path) -> None:
    assert sessions_folder().name == "Outpace"
    assert sessions_folder().is_relative_to(own_home)


@pytest.mark.parametrize("text", ["../../etc/passwd", "a/b\\c:d", "CON\x00", "Größe 10 µs", "x" * 500])
def test_a_slug_is_safe_on_every_platform(text: str) -> None:
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(slug(text)) <= 60
