# SPDX-License-Identifier: Apache-2.0
"""Order entry as a workload."""

from app.model.workloads import OrderEntry
from app.workloads.database.workload_definition import WorkloadDefinition
from app.workloads.deck import Dealt
from app.workloads.order_entry import clerk
from app.workloads.order_entry.dataset import ROLLED_BACK_PERCENT, broken

ORDER_ENTRY = WorkloadDefinition(
    clerk.OPERATIONS,
    clerk.cycle,
    Dealt,
    known=lambda work: (work.rows, int(work.choice == "weights"), int(work.homes == "all"), work.hot_percent),
    rolled_back_percent=lambda _row, _parameters: ROLLED_BACK_PERCENT,
    ledger=("next order numbers",),
    ledger_operation=clerk.enter_order.key,
    broken=broken,
)


def definition(_: OrderEntry) -> WorkloadDefinition:
    """Return the definition, the same for all parameters."""
    return ORDER_ENTRY
