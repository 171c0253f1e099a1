# SPDX-License-Identifier: Apache-2.0
"""Commands to a run in progress: stop, start, number of users, markers."""

from collections.abc import Callable

from app.control.engine_commands import BroadcastCommand, Go, MarkCommand, SetUsers, StopCommand
from app.control.listener import CommandListener
from app.model.events import Stopped

BY_USER = Stopped()

ABANDONED_S = 30.0
"""Seconds for which a run continues after its window has closed, in case another window connects."""


class Commands:
    """Commands from a window or a terminal, and the reason to stop once there is one."""

    def __init__(self, listener: CommandListener) -> None:
        self._listener = listener
        self.mark: Callable[[MarkCommand], None] | None = None
        """Callback that records a user's marker; None while nothing is measured."""
        self.show: Callable[[BroadcastCommand], None] | None = None
        """Callback that records that the session is shown; None while nothing is measured."""
        self._broadcast: BroadcastCommand | None = None
        self.stopped: Stopped | None = None
        self.go_in_s: float | None = None
        """Seconds from the start command to the start of a held run; None before the command."""

    def stopping(self) -> bool:
        """Return whether the run must end."""
        return self.stopped is not None

    def stop(self, why: Stopped = BY_USER) -> None:
        """Request a clean end; may be called from a signal handler. The first reason is kept."""
        self.stopped = self.stopped or why

    def obey(self, set_users: Callable[[SetUsers], None] | None = None) -> None:
        """Execute the commands that have arrived. `set_users` changes the number of users; None if there are none."""
        while (command := self._listener.take()) is not None:
            if isinstance(command, StopCommand):
                self.stop()
            elif isinstance(command, Go):
                self.go_in_s = command.in_s
            elif isinstance(command, MarkCommand) and self.mark is not None:
                self.mark(command)
            elif isinstance(command, BroadcastCommand):
                self._broadcast = command
            elif isinstance(command, SetUsers) and set_users is not None:
                set_users(command)
        if self._broadcast is not None and self.show is not None:
            self.show(self._broadcast)
            self._broadcast = None
        if self._listener.abandoned_s() > ABANDONED_S:
            self.stop(Stopped(by="window", seconds=ABANDONED_S))

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()
