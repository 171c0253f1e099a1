# SPDX-License-Identifier: Apache-2.0
"""Verdicts on 2,000 synthetic sessions with autocorrelated noise: false positives, and power for a true 5 %."""

import numpy as np
import pytest

from app.analysis.comparison import Design
from tests.benchmarks.aa_synthetic import DIFFERENCE, named_share, power, sessions

SESSIONS = 2000
SECONDS = 30


@pytest.mark.parametrize(("design", "theory"), [("independent", 0.90), ("paired", 0.81)])
def test_false_positive_rate_and_power_match_theory(design: Design, theory: float) -> None:
    rng = np.random.default_rng(4)
    higher, lower = named_share(sessions(rng, SESSIONS, 0.9, design, seconds=SECONDS), design)
    assert 0.035 <= higher + lower <= 0.065
    assert min(higher, lower) >= 0.01, "false alarms fall on both sides"
    # Welch's degrees of freedom are estimated, and are slightly fewer than those of Student's t with equal variances.
    assert 0 <= power(design) - theory < 0.025
    found = named_share(sessions(rng, SESSIONS, 0.9, design, ratio=DIFFERENCE, seconds=SECONDS), design)
    assert found[0] == pytest.approx(theory, abs=0.03)
    assert found[1] == 0, "the worse system is never named"
