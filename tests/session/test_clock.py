# SPDX-License-Identifier: Apache-2.0
"""Clocks that control the display: replay at a chosen speed, or following a live session."""

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


def test_replay_starts_paused_and_plays_at_the_set_speed() -> None:
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


def test_replay_speed_is_clamped_to_its_limits() -> None:
    clock = ReplayClock(FakeTime(), 0, 10)
    clock.set_speed(1000)
    assert clock.speed == 16
    clock.set_speed(0)
    assert clock.speed == 0.25


def test_replay_stops_at_its_end_and_can_be_restarted() -> None:
    time = FakeTime()
    clock = ReplayClock(time, 0, 10)
    clock.play()
    time.now += 11
    assert (clock.now_s(), clock.playing) == (10, False)
    clock.play()
    time.now += 1
    assert (clock.now_s(), clock.playing) == (1, True)


def test_seeking_is_clamped_to_the_session_and_keeps_playing() -> None:
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


def test_live_clock_follows_the_session_and_can_be_paused() -> None:
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


def test_default_session_path_avoids_existing_files(tmp_path: Path) -> None:
    now = datetime.datetime(2026, 11, 20, 14, 2, tzinfo=datetime.UTC)
    first = default_session_path("SSD vs. SAS", now, tmp_path / "new")
    assert first.name == "2026-11-20_1402_ssd-vs-sas.outpace"
    first.touch()
    assert default_session_path("SSD vs. SAS", now, tmp_path / "new").name == "2026-11-20_1402_ssd-vs-sas-2.outpace"
    assert default_session_path("???", now, tmp_path).name == "2026-11-20_1402_session.outpace"


def test_sessions_folder_is_in_the_users_documents(own_home: Path) -> None:
    assert sessions_folder().name == "Outpace"
    assert sessions_folder().is_relative_to(own_home)


@pytest.mark.parametrize("text", ["../../etc/passwd", "a/b\\c:d", "CON\x00", "Größe 10 µs", "x" * 500])
def test_slug_is_a_safe_file_name_on_every_platform(text: str) -> None:
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(slug(text)) <= 60
