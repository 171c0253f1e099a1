# SPDX-License-Identifier: Apache-2.0
"""Short outputs and logs of benchmarks, each of one complete run."""

SYSBENCH = """sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)
SQL statistics:
    transactions:                        3000   (100.00 per sec.)
General statistics:
    total time:                          30.0010s
Latency (ms):
         min:                                    1.00
         avg:                                   10.00
         max:                                   50.00
         95th percentile:                       20.50
"""
PGBENCH = """transaction type: <builtin: TPC-B (sort of)>
latency average = 2.500 ms
tps = 400.000000 (without initial connection time)
"""
BENCHBASE = '{"Throughput (requests/second)": 100.5, "Goodput (requests/second)": 99.25, "DBMS Type": "SQLITE"}\n'
REPORT = """{"schema": "hammerdb-job-report-v1", "job": {"hdb_version": "v6.0", "benchmark": "TPROC-C"},
"result": {"type": "tproc_c_result", "nopm": 100250, "tpm": 232610}}
"""
PDH = (
    r'"(PDH-CSV 4.0) (UTC)(0)","\\h\PhysicalDisk(0 C:)\Disk Reads/sec","\\h\Processor(_Total)\% Processor Time"'
    + "\n"
    + "".join(f'"11/22/2026 10:00:{second:02d}.000","{100 + second}.5","12.5"\n' for second in range(6))
)
