-- Only in a snapshot: what was looked at. No part of the recording and of its hash.
CREATE TABLE IF NOT EXISTS view (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    uuid TEXT NOT NULL,               -- of this snapshot
    taken_utc TEXT NOT NULL,          -- ISO 8601
    name TEXT NOT NULL,
    note TEXT NOT NULL,
    layout TEXT NOT NULL,             -- JSON of the window
    png BLOB NOT NULL                 -- the picture of the window; may be empty
) STRICT;
