# SPDX-License-Identifier: Apache-2.0
"""DVD Store as a workload."""

from dataclasses import replace

from app.model.workloads import DvdStore
from app.workloads.database.workload_definition import QueryRow, WorkloadDefinition
from app.workloads.dvdstore import shopper


def rolled_back_percent(row: QueryRow, shop: DvdStore) -> float:
    """Return the percentage of purchases that fail for lack of stock; a trigger keeps stock constant.

    Let p = short / drawn be the mean of P(quantity > stock) over products, weighted by how often each is drawn. The
    result is 1 minus the mean of (1 - p)^n over orders of n = 1 to 2 x line_items - 1 items.
    """
    short, drawn = map(int, row("rollback"))
    p = short / drawn
    most = 2 * shop.line_items - 1
    return 100.0 * (1.0 - sum((1.0 - p) ** n for n in range(1, most + 1)) / most)


VERSION_2 = WorkloadDefinition(
    shopper.OPERATIONS,
    shopper.cycle,
    rolled_back_percent=rolled_back_percent,
    ledger=("orders", "order lines", "purchase history"),
)


def definition(shop: DvdStore) -> WorkloadDefinition:
    """Return the definition of the requested version."""
    if shop.version == 2:
        return VERSION_2
    from app.workloads.dvdstore3 import reviewer  # noqa: PLC0415 - it extends this one

    return replace(VERSION_2, operations=reviewer.OPERATIONS, function=reviewer.cycle)
