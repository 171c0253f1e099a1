# SPDX-License-Identifier: Apache-2.0
"""What people want of a run while it goes on: its end, other numbers of users, words at a moment."""

from collections.abc import Callable

from app.control.engine_commands import Go, Mark, SetUsers, Stop
from app.control.listener import CommandListener
from app.model.events import Stopped

BY_USER = Stopped()

ABANDONED_S = 30.0
"""How long a run goes on after its window has died, for another one to come."""


class Commands:
    """The commands of a window or a terminal; why the run is to end, once somebody wants that."""

    def __init__(self, listener: CommandListener) -> None:
        self._listener = listener
        self.mark: Callable[[Mark], None] | None = None
        """Records a person's marker; None where nothing is measured."""
        self.stopped: Stopped | None = None
        self.go_in_s: float | None = None
        """How long after it was said a run that holds is to start; None while nobody has said so."""

    def stopping(self) -> bool:
        """Whether the run is to end."""
        return self.stopped is not None

    def stop(self, why: Stopped = BY_USER) -> None:
        """Asks for a clean end; may be called from a signal handler. The first reason stays."""
        self.stopped = self.stopped or why

    def obey(self, set_users: Callable[[SetUsers], None] | None = None) -> None:
        """Takes what has come. set_users: changes the users at work; None while there are none."""
        while (command := self._listener.take()) is not None:
            if isinstance(command, Stop):
                self.stop()
            elif isinstance(command, Go):
                self.go_in_s = command.in_s
            elif isinstance(command, Mark) and self.mark is not None:
                self.mark(command)
            elif isinstance(command, SetUsers) and set_users is not None:
                set_users(command)
        if self._listener.abandoned_s() > ABANDONED_S:
            self.stop(Stopped(by="window", seconds=ABANDONED_S))

    def close(self) -> None:
        """Nobody is listened to any more."""
        self._listener.close()
