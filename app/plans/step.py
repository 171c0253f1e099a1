"""What a plan is to the engine: a generator of steps that is sent each step's result."""

from collections.abc import Generator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One stretch of a run, the same on every system.

    phase: its name on the time axis; "measure" is the one that results are made of.
    users: virtual users a target. seconds: how long it lasts.
    """

    phase: str
    seconds: float
    users: int


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step gave. orders: completed in it, by system."""

    seconds: float
    orders: tuple[int, ...]


Plan = Generator[Step, StepResult, None]
