# SPDX-License-Identifier: Apache-2.0
"""DVD Store data of one size."""

from collections.abc import Mapping

from app.model.dvdstore_size import DvdStoreRows
from app.model.workloads import DvdStore
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import StoreJob
from app.workloads.dvdstore.generator import key, special_one_in
from app.workloads.dvdstore.statements import SCHEMA

BYTES_PER_CUSTOMER = 900.0  # complete database, measured at 10MB and 100MB


class DvdStoreData(Dataset):
    """Data for the parameters of a scenario."""

    schema = SCHEMA
    small = ("CATEGORIES", "PRODUCTS", "INVENTORY")
    grown, grown_key, grown_name, reloaded = "ORDERS", "ORDERID", "orders", "stock"

    def __init__(self, parameters: DvdStore) -> None:
        super().__init__(parameters)
        self.counts = parameters.rows

    @property
    def rows(self) -> Mapping[str, int]:
        """Row counts, except those of order lines and purchase history, which depend on the draws."""
        counts = self.counts
        return {"CUSTOMERS": counts.customers, "ORDERS": counts.orders, "INVENTORY": counts.products}

    @property
    def generated(self) -> Mapping[str, int]:
        """Range of each table's script; order lines and purchase history are generated per order."""
        orders = dict.fromkeys(("ORDERLINES", "CUST_HIST"), self.counts.orders)
        return {**self.rows, "PRODUCTS": self.counts.products, **orders}

    def expected_bytes(self, dialect: str) -> int:
        """Return the size of the embedded engine's file; servers need about the same."""
        return round(1.3 * (BYTES_PER_CUSTOMER * self.counts.customers + 400 * self.counts.products))

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """Last IDs assigned by a build, and the next ones."""
        orders, customers = self.counts.orders, self.counts.customers
        return {
            "last_order": orders,
            "last_customer": customers,
            "next_order": orders + 1,
            "next_customer": customers + 1,
        }

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the keys of the table's draws, and the row counts."""
        return {
            **key(self.seed, table),
            "products": self.counts.products,
            "customers": self.counts.customers,
            "orders_a_month": self.counts.orders // 12,
            "special_one_in": special_one_in(self.counts.products),
        }


def counts_of(job: StoreJob) -> DvdStoreRows:
    """Return the row counts of a job's data."""
    assert isinstance(job.data, DvdStoreData)
    return job.data.counts


def DATASET(parameters: DvdStore) -> DvdStoreData:  # noqa: N802 - used like a class
    """Return the data of the requested version of DVD Store."""
    if parameters.version == 2:
        return DvdStoreData(parameters)
    from app.workloads.dvdstore3.dataset import DvdStore3Data  # noqa: PLC0415 - that module extends this one

    return DvdStore3Data(parameters)
