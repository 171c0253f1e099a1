"""Windows over a per-second series: the worst 10 seconds, which a cumulative average hides."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a series: the mean of its values from_s <= second < to_s, seconds since the series began."""

    mean: float
    from_s: int
    to_s: int


def worst_window(values: NDArray[np.float64], worst: Literal["lowest", "highest"], seconds: int = 10) -> Window | None:
    """The window of `seconds` consecutive values with the lowest (throughput) or highest (latency) mean; the first one.

    values: shape (n,), one a second. A window with a NaN is no window; None where there is none.
    """
    if len(values) < seconds or seconds < 1:
        return None
    means = np.lib.stride_tricks.sliding_window_view(values, seconds).mean(axis=1)
    if not np.isfinite(means).any():
        return None
    start = int(np.nanargmin(means) if worst == "lowest" else np.nanargmax(means))
    return Window(float(means[start]), start, start + seconds)
