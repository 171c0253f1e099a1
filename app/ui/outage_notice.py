"""The notice of servers that go away and come back while a run goes on."""

from PySide6.QtCore import QObject

from app.session.records import Event
from app.ui.ending import sentence
from app.ui.follower import Follower
from app.ui.outages import BACK, lost_events
from app.ui.shell import Shell
from app.ui.texts import tr
from app.ui.workbench import Workbench


class OutageNotice(QObject):
    """Says in a live session which system went away and since when, and when it was back."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._follower: Follower | None = None
        self._told: dict[int, Event] = {}
        workbench.refreshed.connect(self._look)

    def _look(self) -> None:
        follower = self._workbench.follower
        if follower is not self._follower:
            self._follower, self._told = follower, {}
        if follower is None or not follower.live:
            return
        lost = lost_events(follower.reader, follower.now_s)
        if lost == self._told:
            return
        returned = [system for system in self._told if system not in lost]
        self._told = lost
        if lost:
            self._shell.notice.say("\n".join(sentence(event.text) for event in lost.values()), "error")
        elif returned:
            back = [event.text for event in follower.reader.events if event.kind == BACK and event.system in returned]
            self._shell.notice.say(
                tr("{sentence} The run is marked, and goes on.").format(sentence=sentence(back[-1])), "warning"
            )
