-- A queue of scenarios: what is to be run, and what came of it. One file in the folder of its sessions.

CREATE TABLE IF NOT EXISTS item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scenario TEXT NOT NULL,           -- a file's absolute path, or a built-in scenario's name
    seconds REAL,                     -- run time instead of the scenario's own
    state TEXT NOT NULL,              -- "waiting", "running", "valid", "not valid", "failed"
    session TEXT NOT NULL,            -- its file, "" before it began
    began TEXT NOT NULL,              -- ISO 8601
    ended TEXT NOT NULL,
    note TEXT NOT NULL                -- why it failed, or that it was started again
) STRICT;
