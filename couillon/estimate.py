"""A share or a mean with the interval in which the true one lies, 19 times out of 20."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

__all__ = ["Estimate", "mean", "mean_of", "share"]

#: So many standard errors lie on either side of 95 in 100.
_Z = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A value, and from where to where it may lie; the three are equal when it was counted out."""

    value: float
    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether there is no doubt left."""
        return self.low == self.high


def share(hits: int, of: int, exact: bool = False, digits: int = 3) -> Estimate:
    """Return a share with Wilson's interval, or with none if all cases were counted.

    ``digits`` is how many decimals the ends of the interval have.

    >>> share(8, 10)
    Estimate(value=0.8, low=0.49, high=0.943)
    >>> share(8, 10, exact=True)
    Estimate(value=0.8, low=0.8, high=0.8)
    """
    value = hits / of
    if exact:
        return Estimate(value, value, value)
    wide = _Z * _Z / of
    centre, half = value + wide / 2, _Z * sqrt(value * (1 - value) / of + wide / (4 * of))
    low, high = (centre - half) / (1 + wide), (centre + half) / (1 + wide)
    return Estimate(value, round(max(0.0, low), digits), round(min(1.0, high), digits))


def mean(values: Sequence[float], exact: bool = False) -> Estimate:
    """Return a mean with the interval that its spread leaves, or with none if all cases were counted.

    >>> mean([10, 12, 11, 13])
    Estimate(value=11.5, low=10.235, high=12.765)
    """
    value = fmean(values)
    if exact or len(values) < 2:
        return Estimate(value, value, value)
    half = _Z * sqrt(variance(values) / len(values))
    return Estimate(value, round(value - half, 3), round(value + half, 3))


def mean_of(count: int, total: float, squares: float, digits: int = 6) -> Estimate:
    """Return the mean of values of which their number, their sum and the sum of their squares are known.

    >>> mean_of(4, 46, 534, 3) == mean([10, 12, 11, 13])
    True
    """
    value = total / count
    if count < 2:
        return Estimate(value, value, value)
    half = _Z * sqrt(max(0.0, squares - total * value) / (count - 1) / count)
    return Estimate(value, round(value - half, digits), round(value + half, digits))
