# SPDX-License-Identifier: Apache-2.0
"""Terms for a user's completed cycle: an order, a storage I/O, or a custom SQL transaction."""

from collections.abc import Mapping

from app.model.events import Errors, NoOrders, NothingMeasured
from app.model.messages import NO_OTHER_WORDING
from app.model.storage_wording import STORAGE_WORDING
from app.model.workloads import WorkUnit

TRANSACTION_WORDING: Mapping[str, str] = {
    NothingMeasured.template: "{system}: no transactions were completed in the measured window[ ({run})]",
    NoOrders.template: "{system}: no transactions were completed",
    Errors.template: (
        '{system}: {errors:,} errors in {orders:,} transactions[, {of_sort_count:,} of them "{sort}" ({error})]'
    ),
    "orders/s": "transactions/s",
    "{rate:g} orders/s": "{rate:g} transactions/s",
    "race of {orders} orders per system": "race of {orders} transactions per system",
    "{rate} orders/s": "{rate} transactions/s",
    "open loop, {rate}\u00a0orders/s": "open loop, {rate}\u00a0transactions/s",
    "No orders": "No transactions",
    "No orders yet": "No transactions yet",
    "{name} has completed no orders": "{name} has completed no transactions",
    "{name} had {count} orders to go": "{name} had {count} transactions to go",
    "{done} of {total} orders": "{done} of {total} transactions",
    "{count} orders behind": "{count} transactions behind",
    "{ratio} the orders": "{ratio} the transactions",
    "{count} orders per minute": "{count} transactions per second",
    "{count} orders in {time}": "{count} transactions in {time}",
    "an increasing number of customers": "an increasing number of users",
    "one customer ordered on each side": "one user on each side",
    "one customer orders on each side": "one user on each side",
    "{users} customers ordered on each side": "{users} users on each side",
    "{users} customers order on each side": "{users} users on each side",
    "95 % of orders answered within": "95 % of transactions answered within",
    "the orders per minute": "the transactions per second",
    "orders per minute": "transactions per second",
    "most orders per minute, {users} users": "most transactions per second, {users} users",
    "OPM": "TPS",
    "Orders per minute": "Transactions per second",
    "{load} orders/s": "{load} transactions/s",
    "orders/s per target": "transactions/s per target",
    "target orders/s": "target transactions/s",
    "{orders} orders per minute at {load} {unit}": "{orders} transactions per second at {load} {unit}",
    "A user on {most} completes {factor} times the orders of one on {least}.": (
        "A user on {most} completes {factor} times the transactions of one on {least}."
    ),
    "Order response time, p95": "Transaction response time, p95",
    "Order response time, median": "Transaction response time, median",
    "Order response time, p99": "Transaction response time, p99",
    "Order response time, maximum": "Transaction response time, maximum",
    "Queue length, orders in progress": "Queue length, transactions in progress",
}
"""Texts about orders, and their replacements in a custom SQL session."""
COUNTED: Mapping[WorkUnit, str] = {
    "order": "orders",
    "I/O": "I/Os",
    "transaction": "transactions",
}
"""Plural names of the units of work, for counts of completed cycles."""


def wording_of(unit: WorkUnit) -> Mapping[str, str]:
    """Return the replacements of text about orders for a unit."""
    return {"I/O": STORAGE_WORDING, "transaction": TRANSACTION_WORDING}.get(unit, NO_OTHER_WORDING)
