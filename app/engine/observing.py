"""What a run tells whoever looks on: where it is, and why it can't go on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


class RunError(Exception):
    """A run that could not begin or go on; the message says what happened, to which system, and what to do."""


class RunCancelledError(RunError):
    """Stopped by the user before the load began."""


@dataclass(frozen=True, slots=True)
class Status:
    """For whoever looks on, once a second. orders_per_min: of each system since the last status, by letter."""

    stage: Literal["preparing", "connecting", "running"]
    text: str
    elapsed_s: float
    remaining_s: float
    orders_per_min: dict[str, float]


Observer = Callable[[Status], None]
