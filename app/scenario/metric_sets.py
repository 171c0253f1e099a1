# SPDX-License-Identifier: Apache-2.0
"""Ready sets of metrics, and exporters with their metrics."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec

from app.model.watch import SETS, MetricSet, WatchedMetric
from collectors.exporter_page import ExporterPage, login_headers
from collectors.metrics import known_metrics
from collectors.prometheus import PrometheusCounters

AUTO = "auto"


@cache
def metric_set(name: str) -> MetricSet:
    """Return a ready set."""
    text = (resources.files("resources") / "metrics" / f"{name}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), MetricSet)


def sets_of(page: str) -> Mapping[str, Sequence[WatchedMetric]]:
    """Return the sets of which a page has metrics, each with those that it has."""
    found = {name: known_metrics(metric_set(name).metrics, page) for name in SETS}
    return {name: metrics for name, metrics in found.items() if metrics}  # type: ignore[misc]


def exporter(  # noqa: PLR0917
    url: str,
    devices: Sequence[str] = (),
    metrics: Sequence[WatchedMetric] = (),
    sets: Sequence[str] = (),
    user: str = "",
    password: str = "none",  # noqa: S107 - where the secret comes from, which is known by now
    ca: str = "",
    secret: str = "",
) -> PrometheusCounters:
    """Open an exporter's page with the metrics of its sets; those that the page lacks are left out of a set.

    Args:
        url: URL of the page, http or https.
        devices: disks to count; empty for all whole disks.
        metrics: metrics named one by one.
        sets: names of ready sets; AUTO for all of which the page has metrics.
        user: user of a login with a password; "" for one with a token, or for no login.
        password: source of the secret, already resolved.
        ca: PEM file of the certificate authority; "" for the system's own.
        secret: password or token.

    Raises:
        OSError: the page cannot be read.
    """
    wanted = list(metrics)
    if sets:
        page = ExporterPage(url, login_headers(user, secret), ca).text()
        for name in SETS if AUTO in sets else sets:
            own = known_metrics(metric_set(name).metrics, page)
            # A set that was named and is not there at all is reported, metric by metric.
            wanted += own if own or AUTO in sets else metric_set(name).metrics  # type: ignore[arg-type]
    return PrometheusCounters(url, devices, wanted, user, secret, ca)
