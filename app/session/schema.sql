-- The session file of Outpace: an SQLite 3 database, format 3.
--
-- application_id is 0x4F757470 ("Outp"); user_version is the format. A program reads every format up to its own. A new
-- table, a new column without a default at a table's end, a new kind of event, phase, document, counter or layer does not
-- change the format: readers ignore what they do not know. Whatever would make an older reader show something wrong
-- raises it, and so does a new index.
-- Format 1 (up to version 0.1.0) had sentences where format 2 has messages: event.text, and texts in finish. Format 2 (up to
-- version 1.0.0) had a row of `latency` for each operation, and its counts uncompressed: before_format_3.sql.
--
-- A message is a JSON object: its kind, its fields (systems by letter, times in seconds), and under "english" its
-- sentence in English, which is all that a program needs that does not know the kind. app/model/events.py has the kinds.
--
-- One writer creates the file exclusively and appends; nobody alters it later. While it is recorded the file is in
-- write-ahead mode (synchronous=FULL, one commit a second, a TRUNCATE checkpoint every 10 s by the writer alone). It
-- ends with the row in `finish` and is then turned to rollback-journal mode. A file without that row is still being
-- recorded, or its recording was cut off: everything that was committed counts.
--
-- Times: *_ns columns are integer nanoseconds since the file's creation, on the clock of the engine's machine
-- (perf_counter_ns minus session.clock_origin_ns). What people see are seconds since the common start (`start`).
-- A tick is a whole second after the common start: tick k is the time from k to k + 1 s.
-- JSON columns hold one JSON object or array. Blobs are packed little-endian.
-- Rows of a table are read in the order of id; an id is never used twice, so that a follower asks for what is above the
-- last id that it knows.
--
-- The hash in `finish` is SHA-256 over, for each table of this file in this order (not `view`, which is no part of the
-- recording): one MessagePack array [table name, [column names]], then each row in the order of id as one MessagePack
-- array of its values (shortest integers, 64-bit floats, str, bin, nil), without the column finish.hash.
-- app/session/seal.py computes it; `verify` compares.

CREATE TABLE session (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    uuid TEXT NOT NULL,               -- of this recording; a snapshot keeps it and has its own in `view`
    kind TEXT NOT NULL,               -- run: a comparison; job: a build, check or restore; import; join
    title TEXT NOT NULL,
    scenario_toml TEXT NOT NULL,      -- the scenario as run; it holds no secret
    created_utc TEXT NOT NULL,        -- ISO 8601, wall time of creation in UTC
    utc_offset_s INTEGER NOT NULL,    -- local time = UTC + this, where and when it was recorded
    zone TEXT NOT NULL,               -- the local time zone's name
    clock_origin_ns INTEGER NOT NULL, -- the engine machine's perf_counter_ns that is 0 in this file
    versions TEXT NOT NULL            -- JSON: outpace, python, sqlite, platform
) STRICT;

-- Where rows came from that were not recorded by this writer: an imported file, a joined session. A joined session is a
-- new file with the rows of its parts, each shifted so that the common starts coincide. None: recorded here.
CREATE TABLE origin (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,               -- session, PDH-CSV, ...
    name TEXT NOT NULL,               -- title or file name, for people; never followed as a path
    uuid TEXT,                        -- of the session it was
    hash TEXT,                        -- SHA-256 of what was taken: finish.hash of a session, else of the file
    recorded_utc TEXT,                -- ISO 8601: wall time of its common start
    shift_ns INTEGER NOT NULL,        -- what was added to its times
    detail TEXT NOT NULL              -- JSON
) STRICT;

-- The systems under test; their letters are A, B, C in the order of id.
CREATE TABLE system (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,               -- baseline, challenger
    color TEXT NOT NULL,
    facts TEXT NOT NULL,              -- JSON: the scenario's disclosure lines; captured sheets are documents
    origin INTEGER REFERENCES origin (id)
) STRICT;

-- What is loaded on a system: a database, or a file for storage I/O.
CREATE TABLE target (
    id INTEGER PRIMARY KEY,
    system INTEGER NOT NULL REFERENCES system (id),
    name TEXT NOT NULL,
    detail TEXT NOT NULL              -- JSON: TargetDetail of app/model/documents.py
) STRICT;

-- The kinds of calls; one row for the same key on several targets.
CREATE TABLE operation (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    timed INTEGER NOT NULL            -- 1: belongs to the response time of a cycle
) STRICT;

-- Where samples come from: a collector, a worker, an imported column set.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    system INTEGER REFERENCES system (id),   -- NULL: the driver's own machine
    target INTEGER REFERENCES target (id),   -- NULL: the system as a whole
    origin INTEGER REFERENCES origin (id),
    columns INTEGER NOT NULL,                -- raw values in each of its samples
    from_zero INTEGER NOT NULL,              -- 1: all cumulative columns were 0 when the source appeared
    offset_ns INTEGER NOT NULL,              -- added to the source's own time to get t_ns (already done)
    uncertainty_ns INTEGER NOT NULL,         -- of that offset
    detail TEXT NOT NULL                     -- JSON: SourceDetail of app/model/documents.py (agent: the machine it is on)
) STRICT;

-- What the columns of a source mean (collectors/series.py). Several sources of one (system, path) add up: numerators
-- and denominators are summed before the division.
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source (id),
    path TEXT NOT NULL,               -- \Object(instance)\Counter
    unit TEXT NOT NULL,
    kind TEXT NOT NULL,               -- gauge: value; rate: d value / d source_s; average: d value / d base; share: value / base
    layer TEXT NOT NULL,              -- application, engine, engine file, operating-system file, device,
                                      -- engine process, machine, driver
    value INTEGER NOT NULL,           -- index of a raw column
    base INTEGER NOT NULL,            -- index of a raw column, -1: none
    scale REAL NOT NULL,              -- factor of the result
    better TEXT NOT NULL              -- more, less, or empty: neither
) STRICT;

-- One reading of one source. t_ns rises within a source.
CREATE TABLE sample (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source (id),
    t_ns INTEGER NOT NULL,
    source_s REAL NOT NULL,           -- the source's own clock (any origin), from which dt is taken
    raw BLOB NOT NULL                 -- `columns` 64-bit floats as they came; NaN: no data
) STRICT;

-- Latencies of a target in one tick: log-bucketed counts (app/model/histogram.py) of each operation that was called, of all
-- workers that had reported theirs by the commit. Several rows with the same (target, tick) add up.
CREATE TABLE latency (
    id INTEGER PRIMARY KEY,
    target INTEGER NOT NULL REFERENCES target (id),
    tick INTEGER NOT NULL,
    from_ns INTEGER NOT NULL,         -- the interval that was really measured
    to_ns INTEGER NOT NULL,
    packed BLOB NOT NULL              -- packed histograms, see below
) STRICT;
CREATE INDEX latency_tick ON latency (tick);

-- Packed histograms are one zlib stream of unsigned LEB128 numbers: how many histograms; for each the operation's id, count,
-- sum, minimum, maximum (ns) and number of filled buckets; then for all of them together the distance of each filled bucket
-- from the one before it (the first from 0), then the count of each. 64 buckets an octave of nanoseconds.

-- Made from `latency` when it is committed: each system's latencies in a tick, for charts. A row whose tick got more
-- latencies later is replaced by one with a new id.
CREATE TABLE latency_second (
    id INTEGER PRIMARY KEY,
    system INTEGER NOT NULL REFERENCES system (id),
    tick INTEGER NOT NULL,
    packed BLOB NOT NULL,             -- for each operation in the order of id: count (uint32), sum, minimum, maximum (uint64, ns),
                                      -- buckets of p50, p95, p99 (uint16); a percentile is its bucket's middle within the extremes
    UNIQUE (system, tick)
) STRICT;

-- Made from `latency`: the ticks 60 * minute ... 60 * minute + 59 of a system merged, so that a window is quickly merged.
CREATE TABLE latency_minute (
    id INTEGER PRIMARY KEY,
    system INTEGER NOT NULL REFERENCES system (id),
    minute INTEGER NOT NULL,
    packed BLOB NOT NULL,             -- packed histograms
    UNIQUE (system, minute)
) STRICT;

-- The common start of all systems.
CREATE TABLE start (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    t_ns INTEGER NOT NULL
) STRICT;

-- What goes on. A phase ends where the next begins, the last one in `finish`.
CREATE TABLE phase (
    id INTEGER PRIMARY KEY,
    t_ns INTEGER NOT NULL,
    name TEXT NOT NULL,               -- ramp, warm-up, measure, ...
    run INTEGER NOT NULL,             -- which repeat, from 1
    step INTEGER NOT NULL,            -- which step of the plan, from 0
    detail TEXT NOT NULL              -- JSON: PhaseDetail of app/model/documents.py
) STRICT;

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    t_ns INTEGER NOT NULL,
    severity TEXT NOT NULL,           -- info, warning, error
    kind TEXT NOT NULL,               -- that of the message
    system INTEGER REFERENCES system (id),
    message TEXT NOT NULL             -- JSON
) STRICT;

CREATE TABLE progress (
    id INTEGER PRIMARY KEY,
    t_ns INTEGER NOT NULL,
    task TEXT NOT NULL,
    done REAL NOT NULL,
    total REAL NOT NULL,
    text TEXT NOT NULL
) STRICT;

-- Whatever belongs to the record and is no time series: captured disclosure sheets, table rankings, a step's result.
CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    t_ns INTEGER NOT NULL,
    kind TEXT NOT NULL,               -- DOCUMENTS of app/model/documents.py: finding, step, table ranking, ...
    name TEXT NOT NULL,
    system INTEGER REFERENCES system (id),
    target INTEGER REFERENCES target (id),
    run INTEGER NOT NULL,             -- 0: of no run
    step INTEGER NOT NULL,
    data TEXT NOT NULL                -- JSON: the fields of that kind's struct
) STRICT;

-- The end row. Without it the recording goes on or was cut off.
CREATE TABLE finish (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    t_ns INTEGER NOT NULL,
    valid INTEGER NOT NULL,
    reasons TEXT NOT NULL,            -- JSON: the messages why it is not valid
    warnings TEXT NOT NULL,           -- JSON: messages
    hash TEXT NOT NULL                -- hexadecimal, see above
) STRICT;
