-- Tables that formats 1 and 2 (up to version 1.0.0) had in another shape; app/session/migration.py reads them.

-- One operation of a target in one tick, in format 1 of one worker.
CREATE TABLE latency (
    id INTEGER PRIMARY KEY,
    target INTEGER NOT NULL REFERENCES target (id),
    operation INTEGER NOT NULL REFERENCES operation (id),
    tick INTEGER NOT NULL,
    from_ns INTEGER NOT NULL,         -- the interval that was really measured
    to_ns INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum_ns INTEGER NOT NULL,
    min_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    counts BLOB NOT NULL              -- pairs (uint16 bucket, uint32 count), 64 buckets an octave of nanoseconds
) STRICT;
CREATE INDEX latency_tick ON latency (tick);

-- latency_second.packed held 7 64-bit floats for each operation: count, sum, minimum, maximum, p50, p95, p99 (ns).

CREATE TABLE latency_minute (
    id INTEGER PRIMARY KEY,
    system INTEGER NOT NULL REFERENCES system (id),
    operation INTEGER NOT NULL REFERENCES operation (id),
    minute INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum_ns INTEGER NOT NULL,
    min_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    counts BLOB NOT NULL,             -- as in latency
    UNIQUE (system, operation, minute)
) STRICT;
