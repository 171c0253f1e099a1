# SPDX-License-Identifier: Apache-2.0
"""Brokerage as a workload."""

from app.model.workloads import Brokerage
from app.workloads.brokerage import trader
from app.workloads.brokerage.dataset import ROLLED_BACK_PERCENT, broken
from app.workloads.database.workload_definition import WorkloadDefinition

BROKERAGE = WorkloadDefinition(
    trader.OPERATIONS,
    trader.cycle,
    trader.Trader,
    known=lambda work: (work.rows,),
    rolled_back_percent=lambda _row, _parameters: ROLLED_BACK_PERCENT,
    broken=broken,
)


def definition(_: Brokerage) -> WorkloadDefinition:
    """Return the definition, the same for all parameters."""
    return BROKERAGE
