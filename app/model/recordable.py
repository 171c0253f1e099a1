# SPDX-License-Identifier: Apache-2.0
"""Limits on data that another machine sends to be recorded.

A single value beyond a session's bounds would make the whole file unreadable, including the figures of all other
systems.
"""

import msgspec

from app.model.bounds import FOREIGN_PLACES, NAME_LETTERS, NESTED_MESSAGES, TEMPLATE_LETTERS
from app.model.messages import Message, places_of

MOST = 1 << 62
LEAST = 1e-30
"""Smallest magnitude of a figure, unless it is zero."""


def is_quantity(value: float) -> bool:
    """Return whether a figure has a plausible magnitude; False for NaN and infinity."""
    return not value or LEAST <= abs(value) < MOST


def require_recordable(value: object) -> None:
    """Raise ValueError unless a session can store every figure, string and message within a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Message):
            _require_short(one)
        elif isinstance(one, msgspec.Struct):
            waiting += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, (list, tuple)):
            waiting += one
        elif isinstance(one, str):
            if len(one) > NAME_LETTERS:
                raise ValueError(f"a text of more than {NAME_LETTERS:,} characters")
        elif isinstance(one, (int, float)) and not is_quantity(one):
            raise ValueError("a figure that is larger or smaller than any quantity")


def _require_short(message: Message) -> None:
    """Raise ValueError unless a message is within the limits for placeholders and nesting."""
    waiting: list[tuple[object, int]] = [(message, NESTED_MESSAGES)]
    letters = 0
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, Message):
            if not depth:
                raise ValueError(f"messages nested more than {NESTED_MESSAGES} levels deep")
            waiting += [(field, depth - 1) for field in (*one.fields(), *one.fields().values())]
            letters += len(one.sentence_template())
        elif isinstance(one, (list, tuple)):
            waiting += [(field, depth) for field in one]
        elif isinstance(one, str):
            letters += len(one)
        elif isinstance(one, (int, float)) and not is_quantity(one):
            raise ValueError("a figure that is larger or smaller than any quantity")
    if letters > NAME_LETTERS + TEMPLATE_LETTERS:
        raise ValueError("a message that is too long")
    if places_of(message) > FOREIGN_PLACES:
        raise ValueError(f"a message with more than {FOREIGN_PLACES} places")
