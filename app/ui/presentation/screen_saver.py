# SPDX-License-Identifier: Apache-2.0
"""Keeps the screen on while the booth view is shown."""

import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from widgets.translation import tr

log = logging.getLogger(__name__)

WHO, WHY = "Outpace", "a comparison is shown to visitors"
_SERVICES = (
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
)
_PATIENCE_MS = 1000
_CONNECTION = "outpace-awake"
# # A child process that ends with this program in any case, because its standard input is then closed.
_INHIBIT = ("systemd-inhibit", "--what=idle", f"--who={WHO}", f"--why={WHY}", "--mode=block", "cat")
_CAFFEINATE = ("caffeinate", "-d", "-i", "cat")
_AWAKE_ON_WINDOWS, _AS_USUAL = 0x80000000 | 0x00000001 | 0x00000002, 0x80000000

Release = Callable[[], None]


class Awake:
    """Keeps the screen on from `hold` to `release`. A failure is reported and otherwise ignored."""

    def __init__(self) -> None:
        self._release: Release | None = None

    @property
    def held(self) -> bool:
        """True while the screen is being kept on."""
        return self._release is not None

    def hold(self) -> str:
        """Keep the screen on; return a message for the operator if that is impossible, otherwise ""."""
        if self._release is not None:
            return ""
        for way in _ways():
            self._release = way()
            if self._release is not None:
                return ""
        log.warning("nothing here keeps the screen awake")
        return tr("The screen may turn off: this desktop offers no way to prevent that. Check its power settings.")

    def release(self) -> None:
        """Allow the screen to turn off again."""
        release, self._release = self._release, None
        if release is not None:
            release()


def _ways() -> Sequence[Callable[[], Release | None]]:
    platform: str = sys.platform  # a variable, as type checkers otherwise consider the rest unreachable
    if platform == "win32":
        return (_windows,)
    if platform == "darwin":
        return (lambda: _child(_CAFFEINATE),)
    return (_desktop, lambda: _child(_INHIBIT))


def _desktop() -> Release | None:
    """Inhibit the desktop's screen saver over D-Bus.

    The connection is private: when it closes, even in a crash, the service lifts the inhibition.
    """
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return None
    try:
        from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, _CONNECTION)
    if bus.isConnected():
        for service, path in _SERVICES:
            message = QDBusMessage.createMethodCall(service, path, service, "Inhibit")
            message.setArguments([WHO, WHY])
            answer = bus.call(message, QDBus.CallMode.Block, _PATIENCE_MS)
            if answer.type() == QDBusMessage.MessageType.ReplyMessage:
                return lambda: QDBusConnection.disconnectFromBus(_CONNECTION)
    QDBusConnection.disconnectFromBus(_CONNECTION)
    return None


def _child(command: Sequence[str]) -> Release | None:
    """Start a program that keeps the screen on while it runs."""
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
    except OSError:
        return None
    assert child.stdin is not None
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(0.2)  # ends immediately if there is no service
        child.stdin.close()
        return None

    def release() -> None:
        assert child.stdin is not None
        child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(2)
            return
        child.kill()
        child.wait()

    return release


def _windows() -> Release | None:
    import ctypes  # noqa: PLC0415 - only there

    set_state = ctypes.windll.kernel32.SetThreadExecutionState  # type: ignore[attr-defined,unused-ignore]
    if not set_state(_AWAKE_ON_WINDOWS):
        return None
    return lambda: set_state(_AS_USUAL) and None
