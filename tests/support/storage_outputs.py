# SPDX-License-Identifier: Apache-2.0
"""Outputs of storage benchmarks: SQLIO's as captured in a lab, the others written in the tools' formats."""

import json

SQLIO = """using current size: 24576 MB for file: E:\\Testfile.dat
initialization done
CUMULATIVE DATA:
throughput metrics:
IOs/sec:  2714.57
MBs/sec:    21.20
latency metrics:
Min_Latency(ms): 0
Avg_Latency(ms): 0
Max_Latency(ms): 16
histogram:
ms: 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24+
%: 100  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
C:\\PROGRAM~1\\SQLIO>sqlio -kR -t2 -s120 -dE -o2 -frandom -b8 -BH -LS Testfile.dat
sqlio v1.5.SG
using system counter for latency timings, -2094377296 counts per second
2 threads reading for 120 secs from file E:\\Testfile.dat
\tusing 8KB random I/Os
\tenabling multiple I/Os per thread with 2 outstanding
\tbuffering set to use hardware disk cache (but not file cache)
using current size: 24576 MB for file: E:\\Testfile.dat
initialization done
"""
SECOND_RESULT = """CUMULATIVE DATA:
throughput metrics:
I/Os/sec:  5100.25
MBs/sec:    39.84
latency metrics:
Min_Latency(ms): 0
Avg_Latency(ms): 2
Max_Latency(ms): 31
"""

DISKSPD = """
Command Line: diskspd.exe -b8K -r -t2 -o8 -d120 -w30 -L -Su E:\\test.dat

Input parameters:

\ttimespan:   1
\t-------------
\tduration: 120s
\twarm up time: 5s
\tmeasuring latency
\tpath: 'E:\\test.dat'
\t\tsoftware cache disabled
\t\tusing hardware write cache, writethrough off
\t\tperforming mix test (read/write ratio: 70/30)
\t\tblock size: 8KiB
\t\tusing random I/O (alignment: 8KiB)
\t\tnumber of outstanding I/O operations per thread: 8
\t\tthreads per file: 2

System information:

\tcomputer name: LAB7

Results for timespan 1:
*******************************************************************************

actual test time:\t100.00s
thread count:\t\t2

CPU |  Usage |  User  |  Kernel |  Idle
-------------------------------------------
   0|   9.00%|   1.00%|    8.00%|  91.00%
-------------------------------------------
avg.|   5.71%|   0.96%|    4.75%|  94.29%

Total IO
thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  AvgLat  | LatStdDev |  file
-----------------------------------------------------------------------------------------------------
     0 |       409600000 |        50000 |       3.91 |     500.00 |   16.000 |     5.123 | E:\\test.dat (10GiB)
     1 |       409600000 |        50000 |       3.91 |     500.00 |   16.000 |     5.123 | E:\\test.dat (10GiB)
-----------------------------------------------------------------------------------------------------
total:         819200000 |       100000 |       7.81 |    1000.00 |   16.000 |     5.123

Read IO
thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  AvgLat  | LatStdDev |  file
-----------------------------------------------------------------------------------------------------
total:         573440000 |        70000 |       5.47 |     700.00 |   19.000 |     5.123

Write IO
thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  AvgLat  | LatStdDev |  file
-----------------------------------------------------------------------------------------------------
total:         245760000 |        30000 |       2.34 |     300.00 |    9.000 |     5.123


total:
  %-ile |  Read (ms) | Write (ms) | Total (ms)
----------------------------------------------
    min |      0.086 |      0.199 |      0.086
   25th |      9.000 |      4.000 |      8.000
   50th |     18.000 |      8.000 |     15.000
   99th |     40.000 |     20.000 |     38.000
3-nines |     50.000 |     30.000 |     48.000
4-nines |     60.000 |     35.000 |     58.000
    max |     70.000 |     37.000 |     70.000
"""


def diskspd_xml(head: str = "") -> str:
    """Return DiskSpd's XML output for two files with one thread each."""
    targets = "".join(
        f"<Target><Path>{path}</Path><BlockSize>8192</BlockSize><DisableOSCache>true</DisableOSCache>"
        "<Random>8192</Random><RequestCount>8</RequestCount><WriteRatio>0</WriteRatio></Target>\n"
        for path in ("E:\\a.dat", "F:\\b.dat")
    )
    threads = "".join(
        f"<Thread><Id>{number}</Id><Target><Path>{path}</Path><BytesCount>{count * 8192}</BytesCount>\n"
        f"<IOCount>{count}</IOCount><ReadBytes>{count * 8192}</ReadBytes><ReadCount>{count}</ReadCount>\n"
        "<WriteBytes>0</WriteBytes><WriteCount>0</WriteCount>\n"
        "<AverageLatencyMilliseconds>16</AverageLatencyMilliseconds></Target></Thread>\n"
        for number, (path, count) in enumerate((("E:\\a.dat", 60_000), ("F:\\b.dat", 40_000)))
    )
    buckets = "".join(
        f"<Bucket><Percentile>{rank}</Percentile><ReadMilliseconds>{value}</ReadMilliseconds>"
        f"<TotalMilliseconds>{value}</TotalMilliseconds></Bucket>\n"
        for rank, value in ((0, 0.1), (50, 15), (99.9, 48), (100, 70))
    )
    return f"""{head}<Results>
<System><ComputerName>LAB7</ComputerName></System>
<Profile><TimeSpans><TimeSpan><Duration>100</Duration><Targets>{targets}</Targets></TimeSpan></TimeSpans></Profile>
<TimeSpan>
<TestTimeSeconds>100.00</TestTimeSeconds>
<ThreadCount>2</ThreadCount>
<CpuUtilization><Average><UsagePercent>5.71</UsagePercent></Average></CpuUtilization>
<Latency><AverageReadMilliseconds>16</AverageReadMilliseconds>
<AverageTotalMilliseconds>16</AverageTotalMilliseconds>
{buckets}</Latency>
{threads}</TimeSpan>
</Results>
"""


def fio_side(ios: int, seconds: float, mean_ns: float) -> dict[str, object]:
    """Return fio's figures for 8 KiB reads or writes."""
    latency = {"min": 50_000, "max": 9_000_000, "mean": mean_ns, "stddev": 1.0, "N": ios}
    percentile = {"50.000000": mean_ns * 0.9, "99.000000": mean_ns * 3, "99.900000": mean_ns * 5, "1.000000": 60_000}
    return {
        "io_bytes": ios * 8192, "bw_bytes": round(ios * 8192 / seconds), "bw": round(ios * 8 / seconds),
        "iops": ios / seconds, "runtime": round(seconds * 1000), "total_ios": ios,
        "lat_ns": latency if ios else {"min": 0, "max": 0, "mean": 0.0, "N": 0},
        "clat_ns": {**latency, "percentile": percentile} if ios else {"min": 0, "max": 0, "mean": 0.0, "N": 0},
    }  # fmt: skip


def fio_job(
    name: str = "rd", *, reads: int = 50_000, seconds: float = 10, depth: int = 4, **more: object
) -> dict[str, object]:
    """Return fio's figures for a job of random reads."""
    return {
        "jobname": name, "groupid": 0, "error": 0, "elapsed": int(seconds) + 1, "job_runtime": round(seconds * 1000),
        "job options": {"rw": "randread", "bs": "8k", "iodepth": str(depth), "ioengine": "libaio", "direct": "1"},
        "usr_cpu": 5.0, "sys_cpu": 15.0, "iodepth_level": {"1": 0.1, "4": 99.9},
        "read": fio_side(reads, seconds, 800_000), "write": fio_side(0, seconds, 0), **more,
    }  # fmt: skip


def fio_document(*jobs: dict[str, object], at_s: float = 1_000.0) -> str:
    """Return a JSON document as fio prints it."""
    held = {"fio version": "fio-3.33", "timestamp": int(at_s), "timestamp_ms": round(at_s * 1000), "jobs": list(jobs)}
    return json.dumps(held, indent=2) + "\n"
