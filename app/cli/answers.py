# SPDX-License-Identifier: Apache-2.0
"""Output of commands: JSON, and lists in columns."""

import sys
from collections.abc import Sequence

import msgspec

from app.model.visible_text import visible_json


def print_json(value: object) -> None:
    """Print one value as indented JSON in UTF-8, regardless of the terminal's encoding."""
    sys.stdout.flush()
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.buffer.write(visible_json(text).encode() + b"\n")
    sys.stdout.buffer.flush()


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as aligned lines; the first row contains the headings."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
