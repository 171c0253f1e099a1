"""Binds the keys of a replay."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.ui.follower import Follower
from app.ui.shell import Shell
from app.ui.workbench import Workbench

SKIP_S = 10.0


class ReplayActions(QObject):
    """Play, pause, speed and place."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._workbench = workbench
        does: dict[str, Callable[[Follower], None]] = {
            "play": lambda follower: follower.pause() if follower.playing else follower.play(),
            "slower": lambda follower: follower.set_speed(follower.speed / 2),
            "faster": lambda follower: follower.set_speed(follower.speed * 2),
            "back": lambda follower: follower.seek(follower.now_s - SKIP_S),
            "forward": lambda follower: follower.seek(follower.now_s + SKIP_S),
            "to_start": lambda follower: follower.seek(0.0),
            "to_end": lambda follower: follower.seek(follower.reader.length_s),
        }
        for key, function in does.items():
            shell.actions_[key].triggered.connect(lambda _on=False, do=function: self._do(do))

    def _do(self, function: Callable[[Follower], None]) -> None:
        follower = self._workbench.follower
        if follower is not None and not follower.live:
            self._workbench.release()
            function(follower)
