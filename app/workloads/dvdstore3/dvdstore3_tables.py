# SPDX-License-Identifier: Apache-2.0
"""Tables that version 3 of DVD Store adds: members, reviews of products, and ratings of reviews."""

from app.workloads.dvdstore.dvdstore_tables import NAMES, YEAR, customers, products
from app.workloads.tables import word_lists
from app.workloads.tables.row_expressions import ID, Expression, date, let, part, repeated, size, text, wide
from app.workloads.tables.table import Index, Table, column

CUSTOMERS_A_MEMBER = 10
SENTENCES = 8
SAME_MONTHS, SAME_DAYS = 12, 28


def some_day(year: int) -> Expression:
    """Return a random date in a year, on a day of the month that every month has."""
    return date(year, part(742938285) % SAME_MONTHS, part(950706376) % SAME_DAYS)


word1, word2, word3, word4 = (
    let(f"WORD{number}", part(multiplier) % 1000) for number, multiplier in enumerate((39373, 40692, 40014, 45742), 1)
)
summary = text(word_lists.word(word1), " ", word_lists.word(word2))
sentence = let("SENTENCE", text(summary, " ", word_lists.word(word3), " ", word_lists.word(word4)))
written_by = wide(62089911, 69621, customers) + 1

TABLES = (
    Table(
        "MEMBERSHIP",
        (
            column("CUSTOMERID", "int", ID * CUSTOMERS_A_MEMBER, number=1000003),
            column("MEMBERSHIPTYPE", "int", part(630360016) % 3 + 1, number=500009),
            column("EXPIREDATE", "date", some_day(YEAR + 1), month=8191, day=4093),
        ),
        key=("CUSTOMERID",),
        comment="Members: every tenth customer.",
    ),
    Table(
        "REVIEWS",
        (
            column("REVIEW_ID", "int", ID, number=1000003),
            column("PROD_ID", "int", wide(48271, 16807, products) + 1, number=500009),
            column("REVIEW_DATE", "date", some_day(YEAR), month=8191, day=4093),
            column("STARS", "int", part(630360016) % 5 + 1, number=70001),
            column("CUSTOMERID", "int", written_by, number=30011),
            column("REVIEW_SUMMARY", NAMES, summary, length=11),
            column(
                "REVIEW_TEXT",
                "VARCHAR(1000)",
                text(sentence, repeated(text(". ", sentence), SENTENCES - 1)),
                length=90001,
                at1=2039,
                at9=1021,
                at16=509,
                at23=251,
            ),
        ),
        key=("REVIEW_ID",),
        identity=True,
        indexes=(
            Index("IX_REVIEWS_PRODID_STARS", ("PROD_ID", "STARS")),
            Index("IX_REVIEWS_PRODID_DATE", ("PROD_ID", "REVIEW_DATE")),
        ),
        comment="Reviews, ten a product on average.",
    ),
    Table(
        "REVIEWS_HELPFULNESS",
        (
            column("REVIEW_HELPFULNESS_ID", "int", ID, number=1000003),
            column("REVIEW_ID", "int", wide(48271, 16807, size("reviews")) + 1, number=500009),
            column("CUSTOMERID", "int", written_by, number=70001),
            column("HELPFULNESS", "int", part(630360016) % 10 + 1, number=30011),
        ),
        key=("REVIEW_HELPFULNESS_ID",),
        identity=True,
        indexes=(Index("IX_HELPFULNESS_REVIEWID", ("REVIEW_ID",)),),
        comment="Ratings of reviews, four a review on average.",
    ),
)
