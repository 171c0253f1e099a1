# SPDX-License-Identifier: Apache-2.0
"""Little's law as a check of the driver: users = throughput × (response time + think time), within 5 %.

Little 1961, "A proof for the queuing formula L = λW". It is a check only because the three are measured separately:
users are counted, orders are counted, and response and think times are timed (docs/statistics.md). A queue length
computed from the same totals would agree by construction and must not be used.
"""

import math

import msgspec

TOLERANCE = 0.05
QUEUE_TOLERANCE = 0.20


class LittleCheck(msgspec.Struct, frozen=True):
    """Figures of the check.

    Attributes:
        users: Number of users counted as alive (a mean over the window).
        implied_users: Throughput × times.
        deviation: implied_users / users - 1; NaN if the figures are not comparable (no users, or one is missing).
    """

    users: float
    implied_users: float
    deviation: float
    tolerance: float

    @property
    def holds(self) -> bool:
        """True if the two agree within the tolerance; False if they are not comparable."""
        return abs(self.deviation) <= self.tolerance


def little_check(users: float, orders_per_s: float, response_s: float, think_s: float) -> LittleCheck:
    """Compare the users alive with those implied by throughput and the mean times of one order cycle."""
    implied = orders_per_s * (response_s + think_s)
    comparable = math.isfinite(implied) and math.isfinite(users) and users > 0
    return LittleCheck(users, implied, implied / users - 1 if comparable else math.nan, TOLERANCE)


class QueueCheck(msgspec.Struct, frozen=True):
    """Check of the same law for requests to a disk.

    Attributes:
        queue: Queue length, sampled or integrated.
        implied_queue: IOPS × latency.
        deviation: implied_queue / queue - 1; NaN if not comparable.
    """

    queue: float
    implied_queue: float
    deviation: float
    tolerance: float

    @property
    def holds(self) -> bool:
        """True if the two agree within the tolerance; False if they are not comparable."""
        return abs(self.deviation) <= self.tolerance


def queue_check(queue: float, iops: float, latency_s: float) -> QueueCheck:
    """Compare a sampled or integrated queue of pending requests with IOPS × latency.

    The tolerance is 20 %, because a queue is sampled rarely, and latencies cover only completed requests.
    """
    implied = iops * latency_s
    comparable = math.isfinite(implied) and math.isfinite(queue) and queue > 0
    return QueueCheck(queue, implied, implied / queue - 1 if comparable else math.nan, QUEUE_TOLERANCE)
