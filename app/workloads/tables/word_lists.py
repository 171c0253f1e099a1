# SPDX-License-Identifier: Apache-2.0
"""Words and names for generated rows, composed of syllables."""

from app.workloads.database.draws import FIRST_NAME_SYLLABLES, LAST_NAME_SYLLABLES, WORD_SYLLABLES
from app.workloads.tables.row_expressions import Expression, pick, text


def pieces(joined: str, length: int) -> list[str]:
    """Split a string into pieces of equal length."""
    return [joined[at : at + length] for at in range(0, len(joined), length)]


def word(index: Expression) -> Expression:
    """Return the title word with an index from 0 to 999: three syllables, six letters. The index must be a let()."""
    first, second, third = (pieces(one, 2) for one in WORD_SYLLABLES)
    return text(pick(first, index // 100), pick(second, index // 10 % 10), pick(third, index % 10))


def first_name(index: Expression) -> Expression:
    """Return the first name with an index from 0 to 199, five letters. The index must be a let()."""
    head, tail = FIRST_NAME_SYLLABLES
    return text(pick(pieces(head, 2), index // 10), pick(pieces(tail, 3), index % 10))


def last_name(index: Expression) -> Expression:
    """Return the last name with an index from 0 to 199, six letters. The index must be a let()."""
    head, tail = LAST_NAME_SYLLABLES
    return text(pick(pieces(head, 3), index // 10), pick(pieces(tail, 3), index % 10))
