# SPDX-License-Identifier: Apache-2.0
"""Figures that a scenario's headline can be about, by their names in scenarios."""

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from app.model.fact_amounts import NAMES, Basis
from app.model.mistakes import Mistake

if TYPE_CHECKING:
    from app.model.plans import Plan
    from app.model.scenario import Scenario
    from app.model.workloads import WorkloadParameters

USERS = "Users within the limit"
FINISHED = "Finished after"
ONE_USER = "user within the limit"
BASES: dict[Basis, str] = {
    "price": "price", "disk": "disk", "watt under load": "watt", "gigabyte": "gigabyte", "core": "core",
    "rack unit": "rack unit",
}  # fmt: skip
"""Bases by which a figure can be divided, with their names in scenarios."""


class HeadlineFigure(msgspec.Struct, frozen=True):
    """Figure by which runs are compared.

    Attributes:
        metric: Name of the figure in results.
        basis: Divisor, or the dividend for a price; "" for a plain figure.
    """

    metric: str
    basis: Basis | str = ""


def offered(workload: "WorkloadParameters", plan: "Plan | None") -> dict[str, HeadlineFigure]:
    """Return all figures that a headline can be about, by their names in a scenario, the default first."""
    rates = list(_rates(workload))
    if plan is not None and plan.results.figure == "users":
        rates.insert(0, USERS)
    found = {name: HeadlineFigure({"MB/s": "Bytes/s"}.get(name, name)) for name in rates}
    if plan is not None and plan.results.figure == "time":
        found = {FINISHED: HeadlineFigure(FINISHED), **found}
    thing = workload.unit
    found |= {f"{thing} {name}": HeadlineFigure(f"{thing} {name}") for name in ("p50", "p95", "p99")}
    found["I/O latency"] = HeadlineFigure("I/O latency")
    for basis, word in BASES.items():
        for name in rates:
            figure = HeadlineFigure(name, basis)
            found[f"price per {ONE_USER if name == USERS else name}" if basis == "price" else f"{name} per {word}"] = (
                figure
            )
    return found


def _rates(workload: "WorkloadParameters") -> Iterator[str]:
    """Yield the throughput figures."""
    if workload.unit == "order":
        yield "OPM"
    yield from (name for name, rate in workload.rates.items() if rate.better == "more")
    yield "IOPS"
    if workload.unit != "I/O":
        yield "Device IOPS"
    yield "MB/s"


def headline_mistakes(scenario: "Scenario") -> Iterator[Mistake]:
    """Yield the errors in the figure that a scenario chooses for its headline."""
    if not scenario.headline:
        return
    known = offered(scenario.workload, scenario.plan)
    if scenario.headline in known:
        return
    plain = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(scenario.headline.casefold(), plain, n=1, cutoff=0.0)
    yield Mistake(
        ("headline",),
        'this workload and plan have no figure "{name}"; did you mean "{nearest}"? They have {known}',
        name=scenario.headline, nearest=plain[near[0]] if near else next(iter(known)), known=", ".join(known),
    )  # fmt: skip


def chosen(headline: str, workload: "WorkloadParameters", plan: "Plan | None") -> HeadlineFigure | None:
    """Return the figure that a scenario chooses, or None if the plan and the workload determine it."""
    return offered(workload, plan).get(headline) if headline else None


assert set(BASES) == set(NAMES)
