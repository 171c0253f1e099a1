# SPDX-License-Identifier: Apache-2.0
"""Random places of which some are read and written more often than others, scattered over the whole file."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.workloads.storage_io.parameters import StorageIoParameters

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Ranks(Protocol):
    """Draws places by how often they are used: 0 is the one that is used most."""

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """So many ranks."""
        ...


class Zipf:
    """Rank k of n (from 1) has the probability k^-theta / (1^-theta + ... + n^-theta); theta 0 is even.

    By rejection-inversion: W. Hörmann, G. Derflinger: Rejection-inversion to generate variates from monotone discrete
    distributions. ACM Transactions on Modeling and Computer Simulation 6 (1996), 169-184. Exact for any n, without a
    table; about one number in ten is drawn again.
    """

    def __init__(self, places: int, theta: float) -> None:
        """places: n, at least 1. theta: at least 0."""
        self._places = places
        self._theta = theta
        self._first = float(self._integral(np.array(1.5))) - 1.0
        self._last = float(self._integral(np.array(places + 0.5)))
        self._squeeze = 2.0 - float(self._inverse(self._integral(np.array(2.5)) - self._density(np.array(2.0))))

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """As Ranks."""
        found: list[Integers] = []
        missing = size
        while missing:
            below = self._last + drawn.random(missing) * (self._first - self._last)
            at = self._inverse(below)
            rank = np.clip(np.floor(at + 0.5), 1, self._places)
            taken = (rank - at <= self._squeeze) | (below >= self._integral(rank + 0.5) - self._density(rank))
            found.append(rank[taken].astype(np.int64) - 1)
            missing -= len(found[-1])
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def _density(self, at: Floats) -> Floats:
        """at^-theta."""
        return np.exp(-self._theta * np.log(at))

    def _integral(self, at: Floats) -> Floats:
        """Of the density from 1 on: (at^(1 - theta) - 1) / (1 - theta), at theta = 1 the logarithm, exact near it."""
        logarithm = np.log(at)
        return logarithm * _by_itself(np.expm1, (1.0 - self._theta) * logarithm)

    def _inverse(self, value: Floats) -> Floats:
        """Of the integral. A rounding error must not lead below -1, where there is no logarithm."""
        return np.exp(value * _by_itself(np.log1p, np.maximum((1.0 - self._theta) * value, -1.0)))


def _by_itself(function: np.ufunc, at: Floats) -> Floats:
    """function(at) / at, for the functions expm1 and log1p, where it is 1 at 0."""
    small = np.abs(at) < 1e-12
    safe = np.where(small, 1.0, at)
    return np.where(small, 1.0, function(safe) / safe)


class HotSet:
    """A part of the places takes a part of the I/Os; within it, and beside it, all are alike."""

    def __init__(self, places: int, hot_percent: float, io_percent: float) -> None:
        """hot_percent: of the places, at least one of them is hot. io_percent: of the I/Os, on these."""
        self._hot = min(max(round(places * hot_percent / 100), 1), places)
        self._places = places
        self._share = io_percent / 100 if self._hot < places else 1.0

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """As Ranks."""
        hot = drawn.random(size) < self._share
        begin, end = np.where(hot, 0, self._hot), np.where(hot, self._hot, self._places)
        return drawn.integers(begin, end, dtype=np.int64)


KEYS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)


class Scattered:
    """Ranks put on places all over the file: always the same permutation of 0 ... n - 1, so that what is hot stays hot
    from one repeat to the next, and is the same on all systems.

    Without a table: a Feistel network on the fewest bits that hold n, gone through again while it lands outside (cycle
    walking: J. Black, P. Rogaway: Ciphers with arbitrary finite domains. CT-RSA 2002).
    """

    def __init__(self, places: int) -> None:
        self._places = np.uint64(places)
        self._half = np.uint64((max((places - 1).bit_length(), 2) + 1) // 2)
        self._mask = (np.uint64(1) << self._half) - np.uint64(1)

    def places(self, ranks: Integers) -> Integers:
        """Where these ranks lie."""
        found = self._once(ranks.astype(np.uint64))
        while (outside := found >= self._places).any():
            found[outside] = self._once(found[outside])
        return found.astype(np.int64)

    def _once(self, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
        left, right = numbers >> self._half, numbers & self._mask
        for key in KEYS:
            left, right = right, left ^ (_mixed(right + np.uint64(key)) & self._mask)
        return left << self._half | right


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators. OOPSLA
    2014)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


class SkewedPlaces:
    """Places of a file, some of them used more often."""

    def __init__(self, ranks: Ranks, places: int) -> None:
        self._ranks = ranks
        self._scattered = Scattered(places)

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """So many places, from 0."""
        return self._scattered.places(self._ranks.drawn(drawn, size))


def skewed_places(parameters: StorageIoParameters, places: int) -> SkewedPlaces | None:
    """places: blocks of the largest size. None where all are alike."""
    if parameters.skew == "zipf":
        return SkewedPlaces(Zipf(places, parameters.zipf_theta), places)
    if parameters.skew == "hot":
        return SkewedPlaces(HotSet(places, parameters.hot_percent, parameters.hot_io_percent), places)
    return None
