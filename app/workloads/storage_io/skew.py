# SPDX-License-Identifier: Apache-2.0
"""Skewed random offsets: hot places, scattered over the whole file, receive more I/Os than others."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.workloads.storage_io.parameters import StorageIoParameters

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Ranks(Protocol):
    """Distribution of places by frequency, where rank 0 is the most frequent place."""

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """Draw `size` ranks."""
        ...


class Zipf:
    """Zipf distribution: rank k of n (from 1) has the probability k^-theta / (1^-theta + ... + n^-theta).

    It uses rejection-inversion: W. Hörmann, G. Derflinger: Rejection-inversion to generate variates from monotone
    discrete distributions. ACM Transactions on Modeling and Computer Simulation 6 (1996), 169-184. It is exact for any
    n, without a table; about one number in ten is drawn again. With theta 0 the distribution is uniform.
    """

    def __init__(self, places: int, theta: float) -> None:
        """Create a distribution over `places` >= 1 places, with theta >= 0."""
        self._places = places
        self._theta = theta
        self._first = float(self._integral(np.array(1.5))) - 1.0
        self._last = float(self._integral(np.array(places + 0.5)))
        self._squeeze = 2.0 - float(self._inverse(self._integral(np.array(2.5)) - self._density(np.array(2.0))))

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        ranks: list[Integers] = []
        missing = size
        while missing:
            height = self._last + drawn.random(missing) * (self._first - self._last)
            position = self._inverse(height)
            rank = np.clip(np.floor(position + 0.5), 1, self._places)
            accepted = (rank - position <= self._squeeze) | (height >= self._integral(rank + 0.5) - self._density(rank))
            ranks.append(rank[accepted].astype(np.int64) - 1)
            missing -= len(ranks[-1])
        return np.concatenate(ranks) if ranks else np.empty(0, dtype=np.int64)

    def _density(self, at: Floats) -> Floats:
        """Return at^-theta."""
        return np.exp(-self._theta * np.log(at))

    def _integral(self, at: Floats) -> Floats:
        """Return the integral of the density from 1: (at^(1 - theta) - 1) / (1 - theta), or log(at) for theta 1."""
        logarithm = np.log(at)
        return logarithm * _divided_by_argument(np.expm1, (1.0 - self._theta) * logarithm)

    def _inverse(self, value: Floats) -> Floats:
        """Return the inverse of the integral, after correcting rounding errors below -1, where no logarithm exists."""
        return np.exp(value * _divided_by_argument(np.log1p, np.maximum((1.0 - self._theta) * value, -1.0)))


def _divided_by_argument(function: np.ufunc, at: Floats) -> Floats:
    """Return function(at) / at for expm1 and log1p, which is 1 at 0."""
    small = np.abs(at) < 1e-12
    safe = np.where(small, 1.0, at)
    return np.where(small, 1.0, function(safe) / safe)


class HotSet:
    """Distribution in which a hot set of places receives a share of the I/Os; uniform inside and outside the set."""

    def __init__(self, places: int, hot_percent: float, io_percent: float) -> None:
        """Create the distribution: `hot_percent` of the places, at least one, receive `io_percent` of the I/Os."""
        self._hot = min(max(round(places * hot_percent / 100), 1), places)
        self._places = places
        self._share = io_percent / 100 if self._hot < places else 1.0

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        hot = drawn.random(size) < self._share
        begin, end = np.where(hot, 0, self._hot), np.where(hot, self._hot, self._places)
        return drawn.integers(begin, end, dtype=np.int64)


KEYS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)


class Scattered:
    """Permutation that scatters ranks over the whole file.

    The permutation of 0 ... n - 1 is fixed, so that hot places are the same in all repeats and on all systems. It needs
    no table: a Feistel network on the fewest bits that hold n is repeated while the result is out of range (cycle
    walking: J. Black, P. Rogaway: Ciphers with arbitrary finite domains. CT-RSA 2002).
    """

    def __init__(self, places: int) -> None:
        self._places = np.uint64(places)
        self._half = np.uint64((max((places - 1).bit_length(), 2) + 1) // 2)
        self._mask = (np.uint64(1) << self._half) - np.uint64(1)

    def places(self, ranks: Integers) -> Integers:
        """Return the places for ranks."""
        places = self._once(ranks.astype(np.uint64))
        while (outside := places >= self._places).any():
            places[outside] = self._once(places[outside])
        return places.astype(np.int64)

    def _once(self, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
        left, right = numbers >> self._half, numbers & self._mask
        for key in KEYS:
            left, right = right, left ^ (_mixed(right + np.uint64(key)) & self._mask)
        return left << self._half | right


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Apply the finalizer of SplitMix64.

    Source: G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators. OOPSLA 2014.
    """
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


class SkewedPlaces:
    """Skewed places of a file."""

    def __init__(self, ranks: Ranks, places: int) -> None:
        self._ranks = ranks
        self._scattered = Scattered(places)

    def drawn(self, drawn: np.random.Generator, size: int) -> Integers:
        """Draw `size` places, numbered from 0."""
        return self._scattered.places(self._ranks.drawn(drawn, size))


def skewed_places(parameters: StorageIoParameters, places: int) -> SkewedPlaces | None:
    """Return the skewed places for blocks of the largest size, or None if the distribution is uniform."""
    if parameters.skew == "zipf":
        return SkewedPlaces(Zipf(places, parameters.zipf_theta), places)
    if parameters.skew == "hot":
        return SkewedPlaces(HotSet(places, parameters.hot_percent, parameters.hot_io_percent), places)
    return None
