"""The time ranges that the window offers."""

SPANS_S: tuple[tuple[str, float | None], ...] = (
    ("30 s", 30.0),
    ("1 min", 60.0),
    ("2 min", 120.0),
    ("5 min", 300.0),
    ("15 min", 900.0),
    ("1 h", 3600.0),
    ("Everything", None),
)
"""The time ranges offered, in seconds; None is everything."""
