"""DVD Store's parameters and sizes (docs/dvdstore.md): pure functions, no database."""

import re
from dataclasses import dataclass
from types import MappingProxyType

VALID_SIZES = "small (10MB), medium (1GB), large (100GB), or a whole number of MB or GB such as 10MB, 500MB, 1GB, 250GB"
NAMED_SIZES = MappingProxyType({"SMALL": "10MB", "MEDIUM": "1GB", "LARGE": "100GB"})
MAX_MB = 1_000_000
MAX_GB = 1_000  # 2,000 million customers: the largest whole step whose row numbers still fit 31 bits
POPULAR_EVERY = 10_000
"""Every 10,000th product has ten times the stock and is ordered ten times as often."""
POPULAR_WEIGHT = 10


@dataclass(frozen=True, slots=True)
class Rows:
    """Row counts that a size fixes; order lines and purchase history follow from the generator (5 an order)."""

    customers: int
    orders: int
    products: int


def size_name(size: str) -> str:
    """The canonical name of a size: "10 mb" and "small" are "10MB". ValueError names the valid forms."""
    text = re.sub(r"\s+", "", size).upper()
    text = NAMED_SIZES.get(text, text)
    match = re.fullmatch(r"(\d{1,9})(MB|GB)", text, re.ASCII)
    if match is None:
        raise ValueError(f"database size {size!r} is not understood; valid: {VALID_SIZES}")
    number, unit = int(match[1]), match[2]
    limit = MAX_MB if unit == "MB" else MAX_GB
    if not 1 <= number <= limit:
        raise ValueError(f"database size {size!r} must lie between 1{unit} and {limit}{unit}; valid: {VALID_SIZES}")
    return f"{number}{unit}"


def rows_of(size: str) -> Rows:
    """Row counts of a size: n MB is n/10 of the 10 MB row, 1GB a row of its own, n GB n/100 of the 100 GB row."""
    name = size_name(size)
    number, unit = int(name[:-2]), name[-2:]
    if unit == "MB":
        return Rows(customers=2_000 * number, orders=1_200 * number, products=1_000 * number)
    if number == 1:
        return Rows(customers=2_000_000, orders=1_200_000, products=100_000)
    return Rows(customers=2_000_000 * number, orders=1_200_000 * number, products=10_000 * number)


@dataclass(frozen=True, slots=True)
class Parameters:
    """What one run does, with the original's names and defaults; the think time belongs to the driver.

    new_customers_percent: share of cycles that begin with a new customer instead of a login, 0 to 100.
    searches, search_batch_size, line_items: means of uniform numbers from 1 to 2n - 1.
    data_seed: the generated data are a pure function of it and of the size.
    """

    db_size: str = "10MB"
    new_customers_percent: float = 20.0
    searches: int = 3
    search_batch_size: int = 5
    line_items: int = 5
    data_seed: int = 1

    def __post_init__(self) -> None:
        size_name(self.db_size)
        if not 0.0 <= self.new_customers_percent <= 100.0:
            raise ValueError(f"new_customers_percent must lie between 0 and 100, not {self.new_customers_percent}")
        for name in ("searches", "search_batch_size", "line_items"):
            value = getattr(self, name)
            if not 1 <= value <= 1000:
                raise ValueError(f"{name} must be a whole number from 1 to 1000, not {value}")
        if not 0 <= self.data_seed < 2**63:
            raise ValueError(f"data_seed must be a whole number from 0 to 2^63 - 1, not {self.data_seed}")

    @property
    def size(self) -> str:
        """The size's canonical name."""
        return size_name(self.db_size)

    @property
    def rows(self) -> Rows:
        """The row counts of the size."""
        return rows_of(self.db_size)
