# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 data of one size: version 2's data, plus members, reviews and ratings."""

from collections.abc import Mapping

from app.model.workloads import DvdStore
from app.workloads.database.schema import Schema
from app.workloads.dvdstore import statements
from app.workloads.dvdstore.dataset import DvdStoreData
from app.workloads.dvdstore3.dvdstore3_tables import CUSTOMERS_A_MEMBER, TABLES

SCHEMA = Schema(
    "dvdstore",
    "DVD Store",
    1,
    (*statements.SCHEMA.described, *TABLES),
    statements.SCHEMA.index_scripts,
    folder="dvdstore3",
    base=statements.SCHEMA,
)
REVIEWS_A_PRODUCT = 10
RATINGS_A_REVIEW = 4
"""Ratings per review; our choice, like CUSTOMERS_A_MEMBER, because the public description has no numbers."""
BYTES_PER_REVIEW = 550.0
"""Bytes per review, including its ratings and indexes."""


class DvdStore3Data(DvdStoreData):
    """Data for the parameters of a scenario."""

    schema = SCHEMA

    def __init__(self, parameters: DvdStore) -> None:
        super().__init__(parameters)
        self.reviews = self.counts.products * REVIEWS_A_PRODUCT
        self.ratings = self.reviews * RATINGS_A_REVIEW
        self.members = self.counts.customers // CUSTOMERS_A_MEMBER

    @property
    def more(self) -> Mapping[str, int]:
        """Row counts of the tables that version 3 adds."""
        return {"MEMBERSHIP": self.members, "REVIEWS": self.reviews, "REVIEWS_HELPFULNESS": self.ratings}

    @property
    def rows(self) -> Mapping[str, int]:
        """Row counts of version 2's tables and of those that version 3 adds."""
        return {**super().rows, **self.more}

    def expected_bytes(self, dialect: str) -> int:
        """Return the size of version 2's data plus that of the reviews."""
        return super().expected_bytes(dialect) + round(1.3 * BYTES_PER_REVIEW * self.reviews)

    @property
    def reload_numbers(self) -> Mapping[str, int]:
        """Numbers of version 2, plus the IDs of reviews and ratings."""
        return {
            **super().reload_numbers,
            "last_review": self.reviews,
            "next_review": self.reviews + 1,
            "last_rating": self.ratings,
            "next_rating": self.ratings + 1,
        }

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the numbers of version 2, plus the number of reviews."""
        return {**super().numbers(table), "reviews": self.reviews}
