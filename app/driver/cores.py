"""How much of the machine is free."""

import os

import psutil


class IdleCores:
    """Each call: how many cores' worth of time the whole machine had nothing to do since the call before."""

    def __init__(self) -> None:
        self._before = psutil.cpu_times()

    def __call__(self) -> float:
        """From 0 to the number of cores; waiting for a disk is idle."""
        before, self._before = self._before, psutil.cpu_times()
        spent = {name: after - getattr(before, name) for name, after in self._before._asdict().items()}
        # Linux counts guests' time within user and nice as well.
        total_s = sum(spent.values()) - spent.get("guest", 0.0) - spent.get("guest_nice", 0.0)
        idle_s = spent["idle"] + spent.get("iowait", 0.0)
        return (os.cpu_count() or 1) * idle_s / total_s if total_s > 0 else 0.0
