# SPDX-License-Identifier: Apache-2.0
"""Processor time per reading of 40 metrics of an exporter's page with 20,000 series.

    python -m tests.benchmarks.exporter_cost [--readings 50]

The exporter is in the same process, in other threads; the reading includes the request's own thread, and is printed
with and without the exporter's share.
"""

import argparse
import time

from app.model.watch import WatchedMetric
from collectors.exporter_page import ExporterPage
from collectors.prometheus import PrometheusCounters
from tests.support.exporter_pages import page_server

FAMILIES, SERIES, CHOSEN = 200, 100, 40


def page() -> str:
    """Return a page of FAMILIES metrics with SERIES series each."""
    lines = []
    for number in range(FAMILIES):
        name = f"array_metric_{number}_total"
        lines += [f"# HELP {name} Operations of a volume", f"# TYPE {name} counter"]
        lines += [f'{name}{{array="flash1",volume="vol{one:03d}",host="h{one % 8}"}} {one * number + 0.5}'
                  for one in range(SERIES)]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--readings", type=int, default=50)
    readings = parser.parse_args().readings
    text = page()
    metrics = [WatchedMetric(f"array_metric_{5 * one}_total", {"volume": "vol007"}) for one in range(CHOSEN)]
    with page_server([text]) as url:
        collector = PrometheusCounters(url, metrics=metrics)
        all_s, own_s = time.process_time(), time.thread_time()
        for _ in range(readings):
            collector.read()
        all_s, own_s = time.process_time() - all_s, time.thread_time() - own_s
        bare_s = time.process_time()
        for _ in range(readings):
            ExporterPage(url).text()
        bare_s = time.process_time() - bare_s
    print(f"{FAMILIES * SERIES:,} series, {len(text):,} bytes, {len(collector.series)} counters")
    print(f"{1000 * all_s / readings:.1f} ms of processor time per reading, the exporter's own work included")
    print(f"{1000 * own_s / readings:.1f} ms of it parsing, {1000 * bare_s / readings:.1f} ms fetching and serving")


if __name__ == "__main__":
    main()
