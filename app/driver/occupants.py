"""Who begins I/Os where one thread keeps those of all users under way."""

import random
import threading
from collections.abc import Callable

from app.driver.load import Seat
from app.workloads.batched import Choice


class Occupant:
    """One seat and its place, which is two slots of the mechanism, 2 * place and the next: while the I/O of one is
    under way, the other holds the one that follows. ahead: what begins next, where none is under way."""

    def __init__(self, seat: Seat, place: int, choice: Callable[[], Choice], pauses: random.Random) -> None:
        self.seat = seat
        self.place = place
        self.ahead = 2 * place
        self.choice = choice
        self.pauses = pauses
        self.lag_ns = 0
        self.setbacks = 0
        self.failed_ns = 0
        self.leaving = False


class Entrant:
    """What the worker waits for before it calls itself ready."""

    def __init__(self) -> None:
        self.tried = threading.Event()
        self.alive = False
