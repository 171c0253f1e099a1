# SPDX-License-Identifier: Apache-2.0
"""Named metrics of exporters' pages: real exporters, logins, certificates, and pages that change."""

import contextlib
import getpass
import http.server
import math
import shutil
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from app.engine.consents import consents_of
from app.engine.passwords import accounts_of
from app.engine.sources import CollectorSource, watch_source
from app.model.watch import SETS, Prometheus, WatchedMetric
from app.scenario.metric_sets import exporter, metric_set, sets_of
from app.scenario.reading import parse_scenario
from app.session.reader import SessionReader
from collectors.exporter_page import PageParser
from collectors.metrics import families, guessed
from collectors.prometheus import PrometheusCounters
from collectors.series import SourceError
from tests.support.counter_values import made
from tests.support.engine_runs import outpace, scenario_file
from tests.support.exporter_pages import page_server
from tests.support.private_server import PrivateServer, free_port, make_certificates

WAIT_S = 60.0
NODE_EXPORTER = shutil.which("prometheus-node-exporter")
POSTGRES_EXPORTER = shutil.which("prometheus-postgres-exporter")
ARRAY = """# HELP array_ops_total Operations of a volume.
# TYPE array_ops_total counter
array_ops_total{array="a1",volume="v1"} %(v1)s
array_ops_total{array="a1",volume="v2"} 200
# TYPE array_latency_seconds summary
array_latency_seconds_sum{volume="v1"} %(sum)s
array_latency_seconds_count{volume="v1"} %(count)s
# TYPE array_temperature_celsius gauge
array_temperature_celsius{sensor="1"} 30
array_temperature_celsius{sensor="2"} 40
array_other 7
"""


def array(**given: object) -> str:
    return ARRAY % {"v1": 100, "sum": 1.0, "count": 10, **given}


def values_of(collector: PrometheusCounters) -> dict[str, float]:
    reading = collector.read()
    return {one.path: reading.values[one.value] for one in collector.series}


def test_metrics_become_counters_by_the_kind_and_unit_of_the_page() -> None:
    metrics = (
        WatchedMetric("array_ops_total", better="more"),
        WatchedMetric(
            "array_latency_seconds", {"volume": "v*"}, counter=r"\Array({volume})\Avg. sec/Transfer", better="less"
        ),
        WatchedMetric("array_temperature_celsius", combine="max", counter=r"\Array\Temperature"),
    )
    pages = [array(), array(), array(v1=150, sum=1.4, count=50)]
    with page_server(pages) as url:
        collector = PrometheusCounters(url, metrics=metrics)
        before, after = collector.read(), collector.read()
    of = {one.path: one for one in collector.series}
    rate = of[r"\Metric(a1,v1)\array_ops/sec"]
    assert (rate.kind, rate.unit, rate.better) == ("rate", "/s", "more")
    assert after.values[rate.value] - before.values[rate.value] == 50
    latency = of[r"\Array(v1)\Avg. sec/Transfer"]
    assert (latency.kind, latency.unit) == ("average", "s")
    assert made(latency, before, after) == pytest.approx(0.01)
    assert (of[r"\Array\Temperature"].unit, made(of[r"\Array\Temperature"], before, after)) == ("°C", 40)
    assert r"\Metric(a1,v2)\array_ops/sec" in of
    (left_out,) = collector.missing
    assert left_out.values["count"] == "1"
    assert left_out.values["names"] == "array_other"


def test_series_with_the_same_counter_are_added_up_and_labels_select_them() -> None:
    metrics = (
        WatchedMetric("array_ops_total", counter=r"\Array\Transfers/sec"),
        WatchedMetric("array_ops_total", {"volume": "v2"}, title="Transfers of v2/sec"),
    )
    with page_server([array()]) as url:
        values = values_of(PrometheusCounters(url, metrics=metrics))
    assert values == {r"\Array\Transfers/sec": 300, r"\Metric(a1)\Transfers of v2/sec": 200}


def test_unknown_metrics_and_labels_are_reported_with_a_remedy() -> None:
    metrics = (
        WatchedMetric("array_ops_total", {"volume": "v9"}),
        WatchedMetric("array_opps_total"),
        WatchedMetric("array_other"),
    )
    with page_server([array()]) as url:
        reasons = {
            one.path: one.reason.format(**one.values) for one in PrometheusCounters(url, metrics=metrics).missing
        }
    assert 'not with these labels: volume="v9"' in reasons[r"\Metric\array_ops_total"]
    assert "has no metric array_opps_total" in reasons[r"\Metric\array_opps_total"]


def test_page_without_known_metrics_names_those_it_has() -> None:
    with page_server([array()]) as url, pytest.raises(SourceError, match=r"4 metrics in metrics.*array_temperature"):
        PrometheusCounters(url)


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.replace('{array="a1",volume="v1"} 100', '{array="a1",volume="v3"} 100'),  # replaced
        lambda page: page.replace('array_ops_total{array="a1",volume="v1"} 100\n', ""),  # vanished
        lambda page: "array_new 1\n" + page,  # moved by a line
        lambda page: page.replace("array_other 7", 'array_ops_total{volume="v5"} 1'),  # appeared on another's line
        lambda page: page.replace("# TYPE array_latency_seconds summary", 'array_ops_total{volume="v5"} 1'),
        lambda page: page.replace("} 200", "} broken"),
        lambda page: page.replace("} 200", "} 300 1395066363000"),
        lambda page: page.replace("} 200", "} NaN"),
        lambda page: "",
    ],
)
def test_page_with_another_layout_is_parsed_as_if_it_were_the_first(change: Callable[[str], str]) -> None:
    wanted = {"array_ops_total", "array_latency_seconds_sum", "array_temperature_celsius"}
    parser = PageParser(wanted)
    for page in (array(), change(array()), array(v1=7), change(array())):
        known, fresh = parser.parse(page).samples, PageParser(wanted).parse(page).samples
        assert repr(known) == repr(fresh)


def test_vanished_series_has_no_data_and_comes_back() -> None:
    gone = "\n".join(line for line in array().splitlines() if 'volume="v1"' not in line)
    with page_server([array(), gone, array(v1=120)]) as url:
        collector = PrometheusCounters(url, metrics=(WatchedMetric("array_ops_total"),))
        first, second = values_of(collector), values_of(collector)
    assert math.isnan(first[r"\Metric(a1,v1)\array_ops/sec"])
    assert first[r"\Metric(a1,v2)\array_ops/sec"] == 200
    assert second[r"\Metric(a1,v1)\array_ops/sec"] == 120


@pytest.mark.parametrize(
    ("name", "kind", "guess"),
    [
        ("a_bytes_total", "counter", ("counter", "B/s", 1.0)),
        ("a_seconds_total", "counter", ("counter", "", 1.0)),
        ("a_joules_total", "", ("counter", "W", 1.0)),
        ("a_latency_usec", "gauge", ("gauge", "s", 1e-6)),
        ("a_used_ratio", "gauge", ("gauge", "%", 100.0)),
        ("a_seconds", "histogram", ("histogram", "s", 1.0)),
        ("a_things", "untyped", ("gauge", "", 1.0)),
    ],
)
def test_kind_and_unit_are_guessed_from_type_and_suffix(name: str, kind: str, guess: tuple[str, str, float]) -> None:
    assert guessed(name, kind) == guess


def test_openmetrics_counters_and_histograms_are_one_metric_each() -> None:
    text = "# TYPE a counter\n# HELP a Help.\na_total 1\n# TYPE h histogram\n"
    text += 'h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n# EOF\n'
    assert {name: one.kind for name, one in families(text).items()} == {"a_total": "counter", "h": "histogram"}


# Ready sets


PURE = """# TYPE purefa_array_performance_latency_usec gauge
purefa_array_performance_latency_usec{dimension="usec_per_read_op"} 250
purefa_array_performance_latency_usec{dimension="usec_per_write_op"} 400
# TYPE purefa_array_performance_throughput_iops gauge
purefa_array_performance_throughput_iops{dimension="reads_per_sec"} 12000
purefa_array_performance_throughput_iops{dimension="writes_per_sec"} 3000
# TYPE purefa_hw_component_temperature_celsius gauge
purefa_hw_component_temperature_celsius{component_name="CT0.TMP1",component_type="temp_sensor"} 24
purefa_hw_component_temperature_celsius{component_name="CT0.TMP2",component_type="temp_sensor"} 31
"""


def test_every_set_is_valid_and_documented() -> None:
    for name in SETS:
        one = metric_set(name)
        assert one.title
        assert one.documented.startswith("https://")
        counters = [(metric.counter, metric.name, tuple(metric.labels.items())) for metric in one.metrics]
        assert all(counter for counter, *_ in counters)
        assert len(set(counters)) == len(counters)


def test_set_of_a_vendor_is_offered_only_for_its_page_and_has_its_units() -> None:
    assert set(sets_of(PURE)) == {"pure-flasharray"}
    assert not sets_of(array())
    with page_server([PURE]) as url:
        collector = exporter(url, sets=("auto",))
        reading = collector.read()
    values = {one.path: one.scale * made(one, reading, reading) for one in collector.series}
    assert values[r"\Array\Avg. sec/Read"] == pytest.approx(250e-6)
    assert values[r"\Array\Reads/sec"] == 12000
    assert values[r"\Array\Highest Temperature"] == 31
    assert not [one for one in collector.missing if "no metric" in one.reason]


def test_named_set_that_the_page_lacks_is_reported() -> None:
    with page_server([PURE]) as url:
        missing = exporter(url, sets=("pure-flasharray", "ceph")).missing
    assert sum("has no metric" in one.reason for one in missing) == len(metric_set("ceph").metrics)


# Real exporters


@contextlib.contextmanager
def running(program: str, *arguments: str, environment: Mapping[str, str] = {}) -> Iterator[str]:
    """Start an exporter on a free port and yield its URL when it answers."""
    port = free_port()
    process = subprocess.Popen(
        [program, f"--web.listen-address=127.0.0.1:{port}", *arguments],
        env={**environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}/metrics"
    try:
        end = time.monotonic() + WAIT_S
        while process.poll() is None and time.monotonic() < end:
            try:
                PrometheusCounters(url)
            except SourceError as error:
                if "reached" not in error.text:
                    break
                time.sleep(0.05)
            else:
                break
        yield url
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(NODE_EXPORTER is None, reason="packaging/test.py installs prometheus-node-exporter on Debian")
def test_node_exporter_provides_its_network_set_in_addition_to_the_machine() -> None:
    assert NODE_EXPORTER is not None
    with running(NODE_EXPORTER) as url:
        collector = exporter(url, sets=("node-network",), metrics=(WatchedMetric("node_load1"),))
        before, after = collector.read(), collector.read()
    paths = {one.path: one for one in collector.series}
    received = [one for path, one in paths.items() if path.endswith(r")\Bytes Received/sec")]
    assert received
    assert all(after.values[one.value] >= before.values[one.value] >= 0 for one in received)
    assert any(after.values[one.value] > 0 for one in received)
    assert after.values[paths[r"\Metric\node_load1"].value] >= 0
    assert r"\Processor(_Total)\% Processor Time" in paths
    (left_out,) = [one for one in collector.missing if one.path == r"\Metric\left out"]
    assert int(left_out.values["count"].replace(",", "")) > 50


@pytest.mark.skipif(POSTGRES_EXPORTER is None, reason="packaging/test.py installs prometheus-postgres-exporter")
def test_postgres_exporter_counts_the_commits_of_a_real_server(postgresql: PrivateServer) -> None:
    assert POSTGRES_EXPORTER is not None
    server = postgresql
    name = f"postgresql://{server.user}:{server.password}@{server.host}:{server.port}/postgres?sslmode=disable"
    with running(POSTGRES_EXPORTER, environment={"DATA_SOURCE_NAME": name}) as url:
        collector = exporter(url, sets=("auto",))
        before, after = collector.read(), collector.read()
        of = {one.path: one for one in collector.series}
        commits = of[r"\PostgreSQL(postgres)\Commits/sec"]
        assert commits.kind == "rate"
        end = time.monotonic() + WAIT_S
        while after.values[commits.value] <= before.values[commits.value] and time.monotonic() < end:
            after = collector.read()  # each page is itself a transaction, which the server counts a little later
    assert after.values[commits.value] > before.values[commits.value] > 0
    assert r"\PostgreSQL(postgres)\User Connections" in of


# Logins and certificates


@contextlib.contextmanager
def guarded(page: str, wanted: str, folder: Path | None = None) -> Iterator[str]:
    """Serve a page to those who send a certain Authorization header; with a folder of certificates, over TLS."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            allowed = self.headers.get("Authorization", "") == wanted
            self.send_response(200 if allowed else 401)
            self.end_headers()
            self.wfile.write(page.encode() if allowed else b"")

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if folder is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "server.pem", folder / "server.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        scheme = "https" if folder is not None else "http"
        yield f"{scheme}://localhost:{server.server_address[1]}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


BASIC = "Basic b3BzOnMzY3JldA=="  # ops:s3cret
OTHER = (WatchedMetric("array_other"),)


def test_basic_password_and_bearer_token_open_a_guarded_page() -> None:
    with guarded(array(), BASIC) as url:
        assert values_of(PrometheusCounters(url, (), OTHER, "ops", "s3cret")) == {r"\Metric\array_other": 7}
        for secret in ("wrong", ""):
            with pytest.raises(SourceError, match=r"refuses the login \(401\)") as refused:
                PrometheusCounters(url, (), OTHER, "ops", secret)
            assert "wrong" not in str(refused.value)
    with guarded(array(), "Bearer t0ken") as url:
        assert values_of(PrometheusCounters(url, (), OTHER, "", "t0ken")) == {r"\Metric\array_other": 7}


@pytest.mark.skipif(sys.platform == "win32" or shutil.which("openssl") is None, reason="makes certificates by openssl")
def test_own_certificate_authority_is_accepted_and_unknown_ones_are_not(tmp_path: Path) -> None:
    folder = make_certificates(tmp_path, getpass.getuser())
    with guarded(array(), BASIC, folder) as url:
        opened = PrometheusCounters(url, (), OTHER, "ops", "s3cret", str(folder / "ca.pem"))
        assert values_of(opened) == {r"\Metric\array_other": 7}
        with pytest.raises(SourceError, match="certificate that is not trusted"):
            PrometheusCounters(url, (), OTHER, "ops", "s3cret")
        with pytest.raises(SourceError, match="can't be read"):
            PrometheusCounters(url, (), OTHER, "ops", "s3cret", str(tmp_path / "none.pem"))


WATCH = """
[[systems.watch]]
source = "prometheus"
url = "{url}"
user = "ops"
password = "env:OUTPACE_TEST_SECRET"
metrics = [{{ name = "array_ops_total", counter = '\\Array({{volume}})\\Transfers/sec' }}]
"""


def test_run_logs_in_with_its_secret_and_the_session_does_not_contain_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scenario_file(tmp_path, users=2, run_s=3)
    session = tmp_path / "run.outpace"
    with guarded(array(), BASIC) as url:
        path.write_text(path.read_text(encoding="utf-8") + WATCH.format(url=url), encoding="utf-8")
        monkeypatch.setenv("OUTPACE_TEST_SECRET", "s3cret")
        account = f"prometheus://ops@{url.split('/')[2]}"
        done = outpace("run", path, "--session", session, "--allow", f"env OUTPACE_TEST_SECRET for {account}")
    assert done.returncode == 0, done.stdout + done.stderr
    with SessionReader.open(session) as reader:
        assert {one.path for one in reader.counters} >= {r"\Array(v1)\Transfers/sec", r"\Array(v2)\Transfers/sec"}
    for file in tmp_path.glob("run.outpace*"):
        assert b"s3cret" not in file.read_bytes()
        assert BASIC.removeprefix("Basic ").encode() not in file.read_bytes()


def test_secret_sent_in_clear_text_to_another_machine_needs_consent() -> None:
    text = 'title = "t"\n[[systems]]\nname = "A"\nrole = "baseline"\ntargets = [{ engine = "sqlite" }]\n'
    watch = '[[systems.watch]]\nsource = "prometheus"\nurl = "{}"\npassword = "prompt"\n'
    clear = parse_scenario(text + watch.format("http://array1:9490/metrics"))
    encrypted = parse_scenario(text + watch.format("https://array1:9490/metrics"))
    assert [one.text for one in consents_of(clear, runs=False)] == ["clear-text login prometheus://token@array1:9490"]
    assert not consents_of(encrypted, runs=False)
    assert [one.name for one in accounts_of(encrypted)] == ["prometheus://token@array1:9490"]


def test_secret_is_not_shown_with_its_source() -> None:
    source = watch_source(Prometheus("https://db1/metrics", user="ops", password="keyring"), lambda account: "s3cret")
    assert isinstance(source, CollectorSource)
    assert source.secret == "s3cret"
    assert "s3cret" not in repr(source)


def test_command_lists_metrics_and_matching_sets() -> None:
    with page_server([PURE]) as url:
        done = outpace("metrics", url, "latency")
        assert done.returncode == 0
        assert "purefa_array_performance_latency_usec: gauge, s (times 1e-06), 2 series" in done.stdout
        assert "1 of 3 metrics" in done.stdout
        assert 'sets = ["pure-flasharray"]: Pure Storage FlashArray (OpenMetrics), ' in done.stdout
    assert outpace("metrics", "http://127.0.0.1:1/metrics").returncode == 2
