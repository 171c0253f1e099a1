"""A basket as one text of fixed width, which any stored procedure can take apart by position."""

from app.workloads.dvdstore.cycle import Items

PRODUCT_DIGITS = 10
ITEM_CHARACTERS = PRODUCT_DIGITS + 1


def packed(items: Items) -> str:
    """For each item ten digits of its product and one of its quantity (1 to 3 in this workload, at most 9)."""
    return "".join(f"{product:0{PRODUCT_DIGITS}}{quantity:01}" for product, quantity in items)
