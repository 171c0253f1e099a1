# SPDX-License-Identifier: Apache-2.0
"""Readers to fuzz, each with valid inputs and the exceptions with which it rejects input."""

import contextlib
import json
import math
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import count
from pathlib import Path
from random import Random

import apsw
import pytest

from app.analysis.format import given_text
from app.analysis.limit import limit_of
from app.control.engine_commands import decode
from app.imports.counter_figure import figures_of
from app.imports.decimal_mark import reading_of
from app.imports.field_values import MOST_DECIMALS, decimals_of, decimals_of_mean, number_of
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.manifest import manifest_text, read_manifest
from app.model.documents import ImportedTotals
from app.model.errors import OutpaceError
from app.model.expressions import expression
from app.model.scripts import script
from app.model.sql_workload import Sql, SqlTransaction, SqlVariable
from app.model.workloads import Brokerage, DvdStore
from app.native.native_library import NativeLibrary
from app.native.native_tape import Answer, TapeError, run_cycles
from app.report.session_blocks import session_text
from app.report.session_export import export_json, export_pdh
from app.results.study import study_of
from app.scenario.reading import BUILT_IN, parse_scenario
from app.scenario.recorded import recorded_scenario, scenario_key
from app.session.connection import RECORDED, expected_columns
from app.session.library_facts import facts_of
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from app.session.seal import settle, verify
from app.ui.presentation.playlist import read_playlist
from app.workloads.compiler.cycle_compiler import compile_cycle
from app.workloads.compiler.operands import CycleError
from app.workloads.cycle_language import ARRAY, CallForms
from app.workloads.database.workload_definition import definition_of
from app.workloads.sql.computing import ComputingError, computed
from app.workloads.sql.script_tape import script_tape
from collectors.exporter_page import ExporterPage
from collectors.prometheus import PrometheusCounters
from tests.fuzz.mutator import NUMBERS, TOKENS, mutated
from tests.support.random_cycles import compared
from tests.support.recorded import recorded
from tests.support.storage_outputs import DISKSPD

OUTPUTS = Path(__file__).parents[1] / "tool_outputs"
FOUND = Path(__file__).parent / "found"
"""Inputs that once made a reader fail, by target."""
Mutate = Callable[[bytes, Sequence[bytes], Sequence[str], Random], bytes]


@dataclass(frozen=True, slots=True)
class Target:
    """Reader to fuzz.

    Attributes:
        read: reads an input in a private folder; any exception other than `refusals` is a failure.
        words: keywords of the format.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    read: Callable[[bytes, Path], object]
    words: Sequence[str] = ()
    refusals: tuple[type[BaseException], ...] = (OutpaceError,)
    mutate: Mutate = mutated

    def inputs(self, random: Random) -> Iterator[bytes]:
        """Yield inputs forever."""
        seeds = _all_seeds(self)
        while True:
            yield self.mutate(random.choice(seeds), seeds, self.words, random)


_seeds: dict[str, list[bytes]] = {}


def _all_seeds(target: Target) -> list[bytes]:
    """Return a target's valid inputs and earlier failures, read once."""
    if target.name not in _seeds:
        found = [path.read_bytes() for path in sorted(FOUND.glob(f"{target.name}-*"))]
        _seeds[target.name] = [*target.seeds(), *found]
    return _seeds[target.name]


# Scenarios


def _scenarios() -> list[bytes]:
    folder = resources.files("resources") / "scenarios"
    return [(folder / f"{name}.toml").read_bytes() for name in BUILT_IN]


def _read_scenario(data: bytes, folder: Path) -> None:
    text = data.decode("utf-8", "replace")
    recorded_scenario(text)
    scenario_key(text)
    parse_scenario(text)


# Sessions


@cache
def _session() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return recorded(Path(folder, "s.outpace"), seconds=65).read_bytes()


def _rows_changed(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    """Mutate a session: half of the results are damaged files, half are valid files with other values."""
    if random.random() < 0.4:
        return mutated(data, others, words, random)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "s.outpace")
        path.write_bytes(data)
        connection = apsw.Connection(str(path))
        with contextlib.closing(connection):
            connection.execute(
                "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA ignore_check_constraints = ON"
            )
            for _ in range(random.choice((1, 1, 2, 4))):
                with contextlib.suppress(apsw.Error, ValueError, IndexError):
                    _change(connection, random)
        return path.read_bytes()


def _change(connection: apsw.Connection, random: Random) -> None:
    table = random.choice(RECORDED)
    columns = expected_columns()[table]
    column = random.choice(columns)
    whose = random.choice(("", f" WHERE id = (SELECT max(id) FROM {table})", " WHERE id % 3 = 1"))
    way = random.random()
    if way < 0.1:
        connection.execute(f"DELETE FROM {table}{whose}")
    elif way < 0.2:
        others = ", ".join(columns[1:])
        last = f"(SELECT max(id) FROM {table})"
        many = random.choice((1, 50, 3000))
        connection.execute(f"INSERT INTO {table} (id, {others}) SELECT {last} + id, {others} FROM {table} LIMIT {many}")
    else:
        value = _value(random, connection, table, column)
        connection.execute(f"UPDATE {table} SET {column} = ?{whose}", (value,))


def _value(random: Random, connection: apsw.Connection, table: str, column: str) -> str | float | int | bytes | None:
    found = connection.execute(f"SELECT {column} FROM {table} ORDER BY random() LIMIT 1").fetchone()
    before = found[0] if found else None
    if isinstance(before, str) and random.random() < 0.7:
        if before[:1] in "{[" and random.random() < 0.6:
            return _json_changed(before, random)
        return mutated(before.encode(), [before.encode()], (), random).decode("utf-8", "replace")
    if isinstance(before, bytes) and random.random() < 0.7:
        return mutated(before, [before], (), random)
    if isinstance(before, int) and random.random() < 0.5:
        return before + random.choice((-1, 1, 10**9, -(10**9), 10**15, -(10**15), 86_400 * 10**9 * 30))
    return random.choice(
        (None, 0, -1, 1, 2**31, 2**62, -(2**62), 1e308, 1.5, "", "x", b"", b"\0" * 56, "{}", "[]", "null")
    )


def _json_changed(text: str, random: Random) -> str:
    """Replace a value somewhere in a JSON text."""
    holder = {"": json.loads(text)}
    at: object = holder
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
        key = random.choice(keys)
        inner = at[key]  # type: ignore[index]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.3:
            new = random.choice(
                (None, [], {}, -1, 0, 1e308, float("nan"), 10**400, True, "", random.choice(TOKENS), [[]] * 50,
                 "x" * 5000, random.choice(NUMBERS),
                 {"kind": "sentence", "text": "{a}" * 50, "values": {"a": [inner] * 20}})
            )  # fmt: skip
            at[key] = new  # type: ignore[index]
            return json.dumps(holder[""])
        at = inner


def _use_session(data: bytes, folder: Path) -> None:
    path = folder / "s.outpace"
    path.write_bytes(data)
    facts_of(path)
    settle(path)
    with contextlib.suppress(OutpaceError):
        snapshot(path, folder / "n.outpace", name="n", note="", layout_json="{}", png=b"")
    with contextlib.suppress(OutpaceError):
        verify(path)
    with SessionReader.open(path) as reader:
        for event in reader.events[:100]:
            reader.sentence(event.message)
        export_json(reader)
        session_text(reader)
        study_of([reader])
        export_pdh(reader, folder / "p.csv")


# Files to import

TOTALS = b"""system,run,target,metric,value,unit,window
A,1,VM 1,OPM,18301,,0-60
A,2,VM 1,OPM,18302,,
A,,,Price,"$8,478",,
B,1,,Watts,483.8,W,
"""
TOTALS_TOML = b"""title = "x"
order = "together"
[[systems]]
name = "A"
role = "baseline"
facts = { Price = "$5" }
[[results]]
system = "A"
run = 1
figures = { OPM = 18301, Watts = 483.8 }
window = "0-60"
"""
METER = b"Date;Time;Power (W)\n" + b"".join(b"22.11.2026;10:00:%02d;5,%d\n" % (s, s) for s in range(30))
PTDAEMON = b"".join(b"Time,09-28-2021 23:00:%02d.123,Watts,10%d.5,Volts,230.1\n" % (s, s) for s in range(9))
UNIX_METER = b"Model,X\n\ntimestamp,unit,apower\n" + b"".join(b"%d,W,5.%d\n" % (1706781600 + s, s) for s in range(9))
PDH = b'"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\O(i)\\C/sec","\\\\H\\LogicalDisk(E:)\\Avg. Disk sec/Read"\n' + b"".join(
    b'"11/22/2026 10:00:%02d.000","%d","0.00%d"\n' % (s, s, s) for s in range(30)
)
PDH_SAVED = (
    "(PDH-CSV 4.0) (UTC)(-60);\\\\S\\Physikalischer Datenträger(0 C:)\\Lesevorgänge/s;\\\\S\\Prozessor(0)\\Zeit (%)\n"
    + "".join(f"15.01.2024 10:{m:02};1.00{m},5;12,{m}\n" for m in range(9))
).encode()
DRIVER = b"".join(b"et= %d.0 n_overall=%d opm=540 rollbacks: n=%d %%= 1\n" % (s, s * 9, s) for s in range(10, 90, 10))
DRIVER_TARGETS = (
    DRIVER
    + b"""Stats reset
et= 10.0 n_overall=90 opm=540 rt_tot_avg_msec=54 rollbacks: n=1 %= NaN
Individual Stats for each DB / Web Server:
et= 10.0 n_overall=50 opm=300 rollbacks: n=1 %=  2.0
et= 10.0 n_overall=40 opm=240 rollbacks: n=1 %=  2.0
Final (5/8/2015): et= 20.0 n_overall=180 opm=540 rt_tot_avg=54 rt_newcust_avg_msec=-2147483648 rollback_rate = 2.0%
Individual Stats for each DB / Web Server:
Final: et= 20.0 n_overall=100 opm=300 rt_tot_avg=50 rollback_rate = 2.0%
host vm1 CPU%= 12.0
Final: et= 20.0 n_overall=80 opm=240 rt_tot_avg=58 rollback_rate = n. def.%
"""
)
SQLIO = b"""sqlio v1.5.SG
2 threads reading for 30 secs from file F:\\test.dat
        using 8KB random IOs
        enabling multiple I/Os per thread with 8 outstanding
CUMULATIVE DATA:
throughput metrics:
IOs/sec: 12345.67
MBs/sec:    96.45
latency metrics:
Min_Latency(ms): 0
Avg_Latency(ms): 1
Max_Latency(ms): 31
histogram:
ms: 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24+
%: 50 40 10  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
"""
HAMMERDB = b"""{"MyResult": {"id": "x", "nopm": 12000}}
Vuser 1:TEST RESULT : System achieved 12000 NOPM from 27600 PostgreSQL TPM
"""
REPORT = b"""{"schema": "hammerdb-job-report-v1",
"job": {"hdb_version": "v6.0", "database": "MySQL", "benchmark": "TPROC-C"},
"result": {"type": "tproc_c_result", "active_virtual_users": 8, "nopm": 100250, "tpm": "232610"},
"transaction_count": {"series": [{"name": "MySQL tpm", "metric": "tpm", "points": [
{"timestamp": "2026-01-05 10:00:00", "value": 0}, {"timestamp": "2026-01-05 10:00:10", "value": 158000}]}]},
"metrics": {"series": [{"name": "usr%", "points": [{"timestamp": "2026-01-05 10:00:05", "value": 50.5}]}]},
"response_times": {"rows": [{"name": "NEWORD", "calls": 10, "min_ms": 0.3, "avg_ms": 2.0, "p99_ms": NaN}]}}
"""
BENCHBASE = b"""{"scalefactor": "1", "Benchmark Type": "tpcc", "Elapsed Time (nanoseconds)": 60000000000,
"Goodput (requests/second)": 1743.5, "DBMS Type": "SQLITE", "Final State": "EXIT", "Latency Distribution": {
"95th Percentile Latency (microseconds)": 1178, "Average Latency (microseconds)": 567},
"Throughput (requests/second)": 9}
"""
SYSBENCH_05 = b"""sysbench 0.5:  multi-threaded system evaluation benchmark
[  10s] threads: 4, tps: 100.00, reads: 14.00, writes: 4.00, response time: 20.00ms (95%), errors: 0.00
[  20s] threads: 4, tps: 100.00, reads: 14.00, writes: 4.00, response time: 20.00ms (95%), errors: 0.00
OLTP test statistics:
    transactions:                        3000   (100.00 per sec.)
    total time:                          30.0010s
         avg:                                 10.00ms
         approx.  95 percentile:              20.00ms
"""
PCP_DSTAT = b"""\"pcp-dstat 4.3.1 CSV Output\"
"Host:","h"
"epoch","total usage",,,,"dsk/sda",
"epoch","total usage:usr","total usage:idl",,"dsk/sda:read","dsk/sda:writ","most expensive"
""" + b"".join(b"%d,1,97,,100,200,bash / 5\n" % (1557347613 + s) for s in range(6))
FIO_CLIENTS = b"""{"fio version": "fio-3.33", "client_stats": [
{"jobname": "a", "hostname": "h1", "groupid": 0, "error": 0, "mixed": {"io_bytes": 4096, "bw_bytes": 4096, "iops": 1.0,
"runtime": 1000, "total_ios": 1, "lat_ns": {"min": 1, "max": 2, "mean": -nan}}},
{"jobname": "All clients", "groupid": 0, "error": 0, "read": {"io_bytes": 4096, "bw_bytes": 4096, "iops": 1.0,
"runtime": 1000, "total_ios": 1, "lat_ns": {"min": 1, "max": 2, "mean": 1.5}}, "write": {"io_bytes": 0, "bw_bytes": 0,
"iops": 0, "runtime": 0, "total_ios": 0}}]}
"""
XML = b"""<Results><System><ComputerName>H</ComputerName></System><Profile><TimeSpans><TimeSpan><Targets><Target>
<Path>f</Path><BlockSize>8192</BlockSize><RequestCount>8</RequestCount><WriteRatio>0</WriteRatio><Random>8192</Random>
</Target></Targets></TimeSpan></TimeSpans></Profile><TimeSpan><TestTimeSeconds>10.0</TestTimeSeconds>
<ThreadCount>1</ThreadCount><CpuUtilization><Average><UsagePercent>5.0</UsagePercent></Average></CpuUtilization>
<Latency><AverageTotalMilliseconds>1.0</AverageTotalMilliseconds><Bucket><Percentile>99</Percentile>
<TotalMilliseconds>2</TotalMilliseconds></Bucket></Latency><Thread><Target><Path>f</Path><BytesCount>8192000</BytesCount>
<IOCount>1000</IOCount><AverageLatencyMilliseconds>1</AverageLatencyMilliseconds></Target></Thread></TimeSpan></Results>
"""


def _tool(prefix: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes()[:60_000] for path in sorted(OUTPUTS.glob(f"{prefix}*"))]


def _importer(ending: str) -> Callable[[bytes, Path], None]:
    def read(data: bytes, folder: Path) -> None:
        path, session = folder / f"f{ending}", folder / "s.outpace"
        path.write_bytes(data)
        import_results(ImportRequest((FileToImport(path, system="A"),)), session)
        with SessionReader.open(session) as reader:
            assert reader.end is not None
            export_json(reader)

    return read


TOTALS_PARTS = b"""system;run;target;metric;value;unit
A;1;server;Watts;120,5;W
A;1;storage;Watts;1.283,3;W
A;1;;OPM;18.301;
A;2;server;Watts;121,5;W
A;2;;Watts;1.400;W
A;2;;OPM;18.302,50;
"""


def _read_power(data: bytes, folder: Path) -> None:
    """Read the input as a power meter log and as totals; the figures must be printable numbers."""
    (folder / "a.csv").write_bytes(data)
    (folder / "b.csv").write_bytes(METER)
    files = (
        FileToImport(folder / "a.csv", run=1, part="storage"),
        FileToImport(folder / "b.csv", system="A", run=1, part="server"),
        FileToImport(folder / "b.csv", system="A", run=2),
    )
    import_results(ImportRequest(files, window=(0.0, 20.0)), folder / "s.outpace")
    with SessionReader.open(folder / "s.outpace") as reader:
        figures = [one.data.figures for one in reader.documents if isinstance(one.data, ImportedTotals)]
        for held in figures:
            assert all(one.value is None or math.isfinite(one.value) for one in held.values())
            parts = [one.value for name, one in held.items() if name.startswith("Watts (")]
            if len(parts) > 1 and "Watts" in held and None not in parts:
                assert held["Watts"].value is not None
        export_json(reader)
        session_text(reader)


NUMBER_FIELDS = (
    "12.5|1,234.5|1.234,5|1 234|1'234.50|$8,478|8.478,50 \u20ac|5,500|0,125|1e-5|-3.2|1.5e+10|100.00|.5|5. W"
)


def _read_number(data: bytes, _: Path) -> None:
    """Read fields in both notations: decimal commas in one must give the same values as points in the other."""
    for text in data.decode("utf-8", "replace").split("|")[:20]:
        swapped = text.translate(str.maketrans(".,", ",."))
        reading, other = reading_of(text), reading_of(swapped)
        assert (reading or "").replace("comma", "x").replace("point", "comma").replace("x", "point") == (other or "")
        with contextlib.suppress(ValueError):
            value = number_of(text, decimal_comma=True)
            same = number_of(swapped)
            assert value == same or (math.isnan(value) and math.isnan(same)), text
            decimals = decimals_of(text, decimal_comma=True)
            assert 0 <= decimals == decimals_of(swapped) <= MOST_DECIMALS
            of_mean = decimals_of_mean(value, [value, same, math.nan], "ms")
            if math.isfinite(value) and decimals <= 3 and abs(value) < 1e9:
                assert float(f"{value:.{decimals}f}") == pytest.approx(value)
                assert of_mean is None or float(f"{value:.{of_mean}f}") == pytest.approx(value, rel=0.01)
            if math.isfinite(value):
                given_text(value, "", decimals)


MANIFEST = b"""title = "Lab"
window = "10-50"
[[systems]]
name = "A"
role = "baseline"
facts = { Price = "$8,478", Disks = 24 }
[[files]]
path = "a.txt"
system = "A"
run = 1
target = "VM 1"
users = 25
[[files]]
path = "b.csv"
system = "A"
part = "server"
start = 5
offset = -2.5
[[figures]]
name = "Rate"
formula = '[\\Test\\OPM] / 60'
unit = "/s"
better = "more"
decimals = 1
headline = true
"""


def _read_manifest(data: bytes, folder: Path) -> None:
    """Read a manifest; an accepted one must survive being written and read again, and its session must open."""
    (folder / "a.txt").write_bytes(DRIVER)
    (folder / "b.csv").write_bytes(METER)
    (folder / "lab.toml").write_bytes(data)
    request = read_manifest(folder / "lab.toml")
    (folder / "again.toml").write_text(manifest_text(request, folder), encoding="utf-8")
    assert [file.path for file in read_manifest(folder / "again.toml").files] == [file.path for file in request.files]
    import_results(request, folder / "s.outpace")
    with SessionReader.open(folder / "s.outpace") as reader:
        study_of([reader])


def _import(name: str, seeds: Callable[[], list[bytes]], ending: str = ".txt", words: Sequence[str] = ()) -> Target:
    return Target(f"import-{name}", seeds, _importer(ending), words)


# Pages, commands, lists

PAGE = """# HELP node_time_seconds x
node_time_seconds 1.7e9
node_cpu_seconds_total{cpu="0",mode="idle"} 5
node_cpu_seconds_total{cpu="0",mode="user"} 6 1395066363000
node_memory_MemAvailable_bytes 5e9
node_memory_MemTotal_bytes 8e9
node_disk_reads_completed_total{device="sda"} 5
node_disk_io_time_seconds_total{device="sda",x="a\\"b"} 2.5
windows_cpu_time_total{core="0,0",mode="idle"} 5
windows_physical_disk_reads_total{disk="0 C:"} 5
"""


def _read_page(data: bytes, folder: Path) -> None:
    collector = PrometheusCounters.__new__(PrometheusCounters)
    text = data.decode("utf-8", "replace")
    before = ExporterPage.text
    ExporterPage.text = lambda self: text  # type: ignore[method-assign]
    try:
        collector.__init__("http://127.0.0.1/")  # type: ignore[misc]
        reading = collector.read()
        assert len(reading.values) >= max((one.value for one in collector.series), default=0)
    finally:
        ExporterPage.text = before  # type: ignore[method-assign]


def _read_playlist(data: bytes, folder: Path) -> None:
    path = folder / "p.json"
    path.write_bytes(data)
    read_playlist(path)


COMMANDS = (b'{"command":"stop"}', b'{"command":"users","users":5,"system":"A"}', b'{"command":"go","in_s":3.0}',
            b'{"command":"mark","text":"x","at_ns":5}', b'{"command":"passwords","secrets":{"a":"b"}}')  # fmt: skip
PLAYLIST = (
    b'{"pieces":[{"source":"/x/a.outpace","live":false},{"source":"race","live":true}],"speed":4.0,"piece_s":45.0}'
)
LIMITS = (b"B.opm >= 0.95 A.opm", b"B.latency.order.p99 <= 1.1 \xc3\x97 A", b"B.iops >= 5000", b"B.opm >= 95 % A.opm")
FORMULAS = (b"\\LogicalDisk(E:)\\Disk Reads/sec", b"Order rate = \\Test\\OPM",
            b"Cost = [\\LogicalDisk(*)\\Disk Reads/sec] + 2 x ([\\L(*)\\W/sec] - 1.5) / 3")  # fmt: skip


# Tapes


@cache
def _tapes() -> list[bytes]:
    parameters = (DvdStore(searches=1, line_items=2), DvdStore(db_size="25MB", new_customers_percent=50))
    scripts = [SqlTransaction("x", 2, SCRIPTS[0].decode()), SqlTransaction("y", 1, "SELECT :listed;")]
    listed = SqlVariable("listed", "zipf", shape=1.5, values=("a", 2, 0.5))
    work = Brokerage(db_size="1MB")
    rows_in_text = CallForms(lambda _: ARRAY, rows_in_text=frozenset({"market_feed"}))
    own = Sql(tuple(scripts), define={"scale": 1, "id": "x"}, variables=(listed,))
    return [
        *(compile_cycle(definition_of(each).cycle(each), CallForms()).tape for each in parameters),
        script_tape(own, "postgresql", plain_direct=False).tape,
        compile_cycle(definition_of(work).cycle(work), rows_in_text).tape,
    ]


def _words_changed(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    """Mutate some words in the statements and instructions of tapes, most of which remain valid."""
    if random.random() < 0.2:
        return mutated(data, others, words, random)
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        at = 4 * random.randrange(len(changed) // 4)
        word = random.choice((0, 1, 2, 3, 5, 2**31, 2**32 - 1, random.randrange(60), random.randrange(2000)))
        changed[at : at + 4] = word.to_bytes(4, "little")
    return bytes(changed)


def _another_seed(_: bytes, __: Sequence[bytes], ___: Sequence[str], random: Random) -> bytes:
    return str(random.getrandbits(40)).encode()


def _run_cycle(data: bytes, path: Path) -> None:
    """Compare a seed's random cycle with its tape."""
    if said := compared(int(data), _native()):
        raise AssertionError(said)


@cache
def _native() -> NativeLibrary:
    found = NativeLibrary.load({})
    assert isinstance(found, NativeLibrary), found
    return found


MOST_CALLS = 10_000
"""Maximum number of calls in five cycles; the million steps that a tape allows would take seconds in Python."""


def _run_tape(data: bytes, _: Path) -> None:
    calls = count(1)

    def answer(*_: object) -> Answer:
        if next(calls) > MOST_CALLS:
            raise TapeError("it asks without end")
        return 1, "text"

    run_cycles(_native(), data, Random(1).getstate()[1], 5, answer)


# Custom SQL scripts

SCRIPTS = (
    rb"""\set aid random(1, 100000 * :scale)
BEGIN; UPDATE accounts SET balance = balance + :id WHERE aid = :aid; -- x
SELECT balance FROM /* a /* b */ */ accounts WHERE aid = :aid \gset a_
\if :a_balance > 1 and not null
\sleep 5 ms
\else
SELECT $$a;$$, E'\'x', "q";
\endif
END;""",
    b"1 + 2 * (3 - random_zipfian(1, 10, 1.5)) / case when 1 < 2 then 2.5 else 3 end << 70 is not null",
    b"random_gaussian(1, 5, 2.5) % hash(random_exponential(1, 9, 3), -4) | ~pow(1e300, 2)",
)


def _run_script(data: bytes, _: Path) -> None:
    """Run the input as a script and as an expression, which is evaluated several times."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(OutpaceError):
        script(text, {"scale", "id"})
    compute = computed(expression(text))
    random = Random(1)
    for _again in range(5):
        with contextlib.suppress(ComputingError, KeyError):  # errors that fail the transaction
            compute({"scale": 1, "id": 2.5}, random.random)


def targets() -> dict[str, Target]:
    """Return all targets by name."""
    every = (
        Target(
            "scenario", _scenarios, _read_scenario, ("name", "systems", "targets", "engine", "plan", "odbc", "keyring")
        ),
        Target("session", lambda: [_session()], _use_session, mutate=_rows_changed),
        _import("totals", lambda: [TOTALS], ".csv", ("system", "run", "OPM", "window")),
        _import("totals-toml", lambda: [TOTALS_TOML], ".toml", ("figures", "system", "facts")),
        _import("meter", lambda: [METER, PTDAEMON, UNIX_METER], ".csv", ("Time,", "Watts", "5,500", "5.500")),
        _import("pdh", lambda: [PDH, PDH_SAVED], ".csv", ("(PDH-CSV 4.0)", "_Total", "% Processor Time")),
        _import("driver", lambda: [DRIVER, DRIVER_TARGETS], words=("et=", "opm=", "Final")),
        _import("sqlio", lambda: [SQLIO]),
        _import("diskspd", lambda: [DISKSPD.encode()]),
        _import("diskspd-xml", lambda: [XML], ".xml"),
        _import("hammerdb", lambda: [HAMMERDB]),
        _import("hammerdb-report", lambda: [REPORT], ".json", ("tproc_c_result", "points", "NaN", "TPROC-H")),
        _import("benchbase", lambda: [BENCHBASE], ".json", ("Latency Distribution", "NaN")),
        *(_import(tool, _tool(tool)) for tool in ("dool", "dstat", "iostat", "pgbench", "sadf")),
        _import("sysbench", lambda: [*_tool("sysbench")(), SYSBENCH_05]),
        _import("pcp-dstat", lambda: [PCP_DSTAT]),
        _import("fio", lambda: [*_tool("fio-3.33-fine.json")(), FIO_CLIENTS], ".json"),
        _import("fio-log", _tool("fio-3.33-*.log"), "_lat.1.log"),
        Target(
            "import-power", lambda: [METER, PTDAEMON, UNIX_METER, TOTALS_PARTS, TOTALS], _read_power, ("Watts", "W")
        ),
        Target(
            "decimals", lambda: [NUMBER_FIELDS.encode()], _read_number, ("|", "1.234,5", "1,234.5", "\u00a0", "$", "e")
        ),
        Target("manifest", lambda: [MANIFEST], _read_manifest, ("[[files]]", "[[levels]]", "window", "../a.txt")),
        Target("exporter", lambda: [PAGE.encode()], _read_page, ("node_time_seconds", "mode"), (OSError,)),
        Target("control", lambda: list(COMMANDS), lambda data, _: decode(data), ("command", "stop"), (ValueError,)),
        Target("playlist", lambda: [PLAYLIST], _read_playlist, ("pieces", "source")),
        Target("limit", lambda: list(LIMITS), lambda data, _: limit_of(data.decode("utf-8", "replace"))),
        Target("formula", lambda: list(FORMULAS), lambda data, _: figures_of([data.decode("utf-8", "replace")])),
        Target("script", lambda: list(SCRIPTS), _run_script, ("\\set ", "\\if ", "\\endif", "random(", ":id", "null")),
        Target("tape", _tapes, _run_tape, refusals=(TapeError,), mutate=_words_changed),
        Target("cycle", lambda: [b"1"], _run_cycle, refusals=(CycleError,), mutate=_another_seed),
    )
    return {target.name: target for target in every}


def cleared(folder: Path) -> Path:
    """Empty the folder and return it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
