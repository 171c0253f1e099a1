"""The users of one worker: who is there, who is leaving, who is stuck."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter_ns

from app.driver.load import Seat
from app.driver.user import Surroundings, VirtualUser


@dataclass(frozen=True, slots=True)
class Census:
    """Heads at one moment. stalled: those whose present cycle has been under way for over ten seconds."""

    requested: int
    alive: int
    stalled: int


class Crew:
    """The virtual users of one worker process."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._lock = threading.Lock()
        self._users: dict[Seat, VirtualUser] = {}
        self._leaving: list[VirtualUser] = []

    def assign(self, seats: Sequence[Seat]) -> list[VirtualUser]:
        """From now on these seats and no others; returns the new users, which connect at once.

        Users without a seat leave after their present cycle.
        """
        with self._lock:
            for seat in self._users.keys() - set(seats):
                user = self._users.pop(seat)
                user.leave.set()
                self._leaving.append(user)
            new = [VirtualUser(seat, self._around) for seat in seats if seat not in self._users]
            self._users |= {user.seat: user for user in new}
        for user in new:
            user.start()
        return new

    def census(self) -> Census:
        """Heads now. A leaving user is neither requested nor alive, but it can be stalled."""
        now_ns = perf_counter_ns()
        with self._lock:
            users = list(self._users.values())
            everybody = [*users, *self._leaving]
        return Census(
            requested=len(users),
            alive=sum(user.alive for user in users),
            stalled=sum(user.stalled(now_ns) for user in everybody),
        )

    def take(self) -> tuple[list[list[int]], list[VirtualUser]]:
        """The logs of everybody, and those who have gone: forget these (`forget`) after the logs were read."""
        with self._lock:
            gone = [user for user in self._leaving if not user.running()]
            return [user.log for user in (*self._users.values(), *self._leaving)], gone

    def forget(self, gone: Sequence[VirtualUser]) -> None:
        """Drops users that have gone."""
        with self._lock:
            self._leaving = [user for user in self._leaving if user not in gone]

    def dismiss(self, grace_s: float) -> int:
        """All leave after their present cycle; returns how many are still in it after `grace_s` seconds."""
        with self._lock:
            self._leaving += self._users.values()
            self._users = {}
            leaving = list(self._leaving)
        for user in leaving:
            user.leave.set()
        until_ns = perf_counter_ns() + int(grace_s * 1e9)
        for user in leaving:
            user.join(max((until_ns - perf_counter_ns()) / 1e9, 0))
        return sum(user.running() for user in leaving)
