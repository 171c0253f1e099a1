"""Student's t distribution (Student 1908, "The probable error of a mean"): the quantile that an interval needs.

With t = √v·tan θ its density becomes a power of a cosine: P(|T| <= t) = C · ∫ cos^(v-1) θ dθ from 0 to atan(t / √v),
C = 2 Γ((v+1)/2) / (√π Γ(v/2)). The integrand is smooth, so that Gauss-Legendre quadrature gives it to the last digits.
"""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_NORMAL_FROM = 1e6
"""Degrees of freedom from which the normal distribution is the same to seven digits."""


def t_share(t: float, degrees: float) -> float:
    """P(|T| <= t) for t >= 0 and `degrees` of freedom, at least 1 (they need not be whole: Welch)."""
    if degrees < 1 or math.isnan(t) or t < 0:
        raise ValueError(f"no t distribution at t = {t} with {degrees} degrees of freedom")
    if degrees >= _NORMAL_FROM:
        return 2 * NormalDist().cdf(t) - 1
    end = math.atan2(t, math.sqrt(degrees))
    angles = (_NODES + 1) * (end / 2)
    integral = float(_WEIGHTS @ np.cos(angles) ** (degrees - 1)) * (end / 2)
    log_scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return min(2 / math.sqrt(math.pi) * math.exp(log_scale) * integral, 1.0)


@lru_cache(maxsize=1024)
def t_quantile(confidence: float, degrees: float) -> float:
    """The t that |T| stays within with probability `confidence`: t_quantile(0.95, 4) is 2.776.

    confidence: above 0 and at most 0.9999. Found by halving: P(|T| <= t) rises with t.
    """
    if not 0 < confidence <= 0.9999:
        raise ValueError(f"a confidence of {confidence} is none")
    low, high = 0.0, 1.0
    while t_share(high, degrees) < confidence:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_share(middle, degrees) < confidence else (low, middle)
    return (low + high) / 2
