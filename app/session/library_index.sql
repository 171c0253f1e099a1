-- The library's own index: what a person called the sessions, and what is known of their files. No session depends on
-- it: `known` and the pictures are made again where they are missing.

CREATE TABLE IF NOT EXISTS own (
    uuid TEXT PRIMARY KEY,            -- of the session, or of the snapshot; "path:..." of a file that can't be read
    title TEXT NOT NULL,              -- "": that of the session
    tags TEXT NOT NULL                -- JSON array
) STRICT;

-- Folders that were added to the usual one.
CREATE TABLE IF NOT EXISTS folder (
    path TEXT PRIMARY KEY
) STRICT;

-- What is known of a file while its size and time stay the same.
CREATE TABLE IF NOT EXISTS known (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    facts TEXT NOT NULL,              -- JSON, app/session/library_facts.py
    checked TEXT NOT NULL,            -- "": not yet; "same", "changed", or why it can't be read: a message, JSON
    result TEXT NOT NULL,
    result_made TEXT NOT NULL,        -- by what: another version or language makes it again
    picture BLOB NOT NULL,            -- PNG
    picture_made TEXT NOT NULL
) STRICT;

-- What reports of a session say in their author's words, as edited after the run.
CREATE TABLE IF NOT EXISTS report (
    uuid TEXT PRIMARY KEY,            -- of the session
    details TEXT NOT NULL             -- JSON, app/model/report_text.py
) STRICT;

-- The session that each scenario is compared with.
CREATE TABLE IF NOT EXISTS baseline (
    scenario_key TEXT PRIMARY KEY,    -- app/scenario/recorded.py
    uuid TEXT NOT NULL,               -- of the session
    path TEXT NOT NULL,
    title TEXT NOT NULL,              -- of the scenario
    scenario_toml TEXT NOT NULL,      -- as recorded, to say what has changed since
    since TEXT NOT NULL               -- ISO 8601
) STRICT;
