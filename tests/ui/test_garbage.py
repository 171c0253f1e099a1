# SPDX-License-Identifier: Apache-2.0
"""Reference cycles with Qt objects are collected in the UI thread, regardless of the thread that allocates objects."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.ui.window.application import GarbageCollection, application


@pytest.fixture
def collection() -> GarbageCollection:
    """Return this process's garbage collection."""
    own = application().findChild(GarbageCollection)
    assert own is not None
    return own


class _Cycle(QObject):
    """Reference cycle that records the thread in which it is collected."""

    def __init__(self, gone_in: list[str]) -> None:
        super().__init__()
        self.itself = self
        weakref.finalize(self, lambda: gone_in.append(threading.current_thread().name))


def test_cycle_with_a_qt_object_is_collected_in_the_ui_thread(qtbot: QtBot, collection: GarbageCollection) -> None:
    gone_in: list[str] = []
    _Cycle(gone_in)

    def make_objects() -> None:
        kept = [[number] for number in range(200_000)]
        assert kept

    thread = threading.Thread(target=make_objects, name="beside")
    thread.start()
    thread.join()
    assert not gone_in, "the thread's objects were enough for several collections"
    kept = [[number] for number in range(5_000)]
    qtbot.waitUntil(lambda: bool(gone_in), timeout=20 * collection.INTERVAL_MS)
    assert kept
    assert gone_in == [threading.main_thread().name]


def test_application_has_one_collector_and_automatic_gc_is_disabled(collection: GarbageCollection) -> None:
    application()
    assert application().findChildren(GarbageCollection) == [collection]
    assert not gc.isenabled()
