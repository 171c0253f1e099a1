"""The scenario: what is compared. It holds no secret."""

from typing import Literal

import msgspec


class Embedded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="engine", tag="sqlite"):
    """A target in the embedded SQLite engine.

    folder: where its database lies; "" is the program's own data folder. Relative to the scenario file.
    """

    folder: str = ""
    journal: Literal["rollback", "wal"] = "wal"
    synchronous: Literal["full", "normal", "off"] = "full"
    cache_mb: float = 64


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One system under test. facts: free disclosure lines ("Disks" = "24 x 15K SAS")."""

    name: str
    role: Literal["baseline", "challenger"]
    targets: tuple[Embedded, ...]
    color: str = ""
    notes: str = ""
    facts: dict[str, str | int | float] = {}


class DvdStore(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="dvdstore"):
    """DVD Store with the original's parameters (reference/dvdstore.md), at most 1,000 users a target."""

    db_size: str = "10MB"
    users: int = 1
    think_time_s: float = 0.0
    new_customers_percent: float = 20.0
    searches: int = 3
    search_batch_size: int = 5
    line_items: int = 5
    data_seed: int = 1


class Pacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """closed: each user starts anew when it is done. open: Poisson arrivals at `rate` cycles a second per target."""

    loop: Literal["closed", "open"] = "closed"
    rate: float = 0.0
    max_lag_s: float = 10.0


class TimedRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="timed"):
    """Ramp, warm-up, then the run time. seed 0: a fresh one, recorded."""

    ramp_users_per_s: float = 10.0
    warmup_s: float = 60.0
    run_s: float = 300.0
    seed: int = 0


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A comparison: one to three systems, one of them the baseline, one workload, one plan."""

    title: str
    systems: tuple[System, ...]
    workload: DvdStore = DvdStore()
    pacing: Pacing = Pacing()
    plan: TimedRun = TimedRun()
    description: str = ""
    collectors: tuple[Literal["processor", "memory", "disks"], ...] = ("processor", "memory", "disks")
