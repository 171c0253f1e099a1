"""What the booth window's closing card says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """main: "1.92× the orders". lines: e.g. the range of the 10-second values, and what was tested. footnote: "one run,
    60 s", or how many repeats a verdict rests on, and when the last was."""

    main: str
    lines: tuple[str, ...]
    footnote: str
