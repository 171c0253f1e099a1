"""How much of this machine's processors other programs used."""

import os
from contextlib import suppress

import psutil

from app.model.events import OtherPrograms

LIMIT = 0.25
"""Share of all cores: of two cores half a one."""


class Beside:
    """What ran beside the run, from `begin` on: of all time that programs spent outside the system's kernel, which
    works for the run too, what was not spent by this process, its children, or the one that started it (a window)."""

    def __init__(self) -> None:
        self._all_s = self._programs_s = 0.0
        self._ours_s: dict[int, float] = {}

    def begin(self) -> None:
        """From now on."""
        self._all_s, self._programs_s = _machine_s()
        self._ours_s = _ours_s()

    def share(self) -> float:
        """Of all cores since `begin`."""
        all_s, programs_s = _machine_s()
        ours_s = sum(spent_s - self._ours_s.get(process, 0.0) for process, spent_s in _ours_s().items())
        passed_s = all_s - self._all_s
        return max(programs_s - self._programs_s - ours_s, 0.0) / passed_s if passed_s > 0 else 0.0

    def warning(self) -> OtherPrograms | None:
        """What a reader of the result must know of it."""
        share = self.share()
        return OtherPrograms(share=share, limit=LIMIT) if share > LIMIT else None


def _machine_s() -> tuple[float, float]:
    """The time of all cores, and what programs spent of it."""
    spent = psutil.cpu_times()._asdict()
    # Linux counts guests' time within user and nice as well.
    counted = {name: seconds for name, seconds in spent.items() if name not in ("guest", "guest_nice")}
    return sum(counted.values()), counted["user"] + counted.get("nice", 0.0)


def _ours_s() -> dict[int, float]:
    """Of this process, its children, and the one that started it, by process."""
    found = {}
    with suppress(psutil.Error):
        here = psutil.Process()
        for one in (here, *here.children(recursive=True), psutil.Process(os.getppid())):
            with suppress(psutil.Error):
                found[one.pid] = one.cpu_times().user
    return found
