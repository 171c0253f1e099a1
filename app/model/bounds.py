# SPDX-License-Identifier: Apache-2.0
"""Limits on untrusted input: bytes, rows, depth, and time.

Input beyond a limit is rejected with a message that names the limit. docs/bounds.md lists them for users.
"""

from collectors.page_bounds import PAGE_BYTES, PAGE_LINE, PAGE_S, PAGE_SAMPLES

__all__ = ["PAGE_BYTES", "PAGE_LINE", "PAGE_S", "PAGE_SAMPLES"]

# Scenarios

SCENARIO_BYTES = 1 << 16
"""Maximum number of bytes of a scenario's TOML text, in a file or recorded in a session."""
KEY_PARTS = 20
"""Maximum number of parts in a dotted key of a TOML text; the parser's time grows with their square."""
NESTED_VALUES = 50
"""Maximum nesting depth of lists and tables in one value of a TOML text."""
SHOWN_MISTAKES = 20
"""Maximum number of errors in a scenario that are listed."""
SCENARIO_LOGO_BYTES = 512 << 10
"""Maximum number of bytes of the logo next to a scenario."""

# Custom transactions

SCRIPT_LETTERS = 32_768
"""Maximum number of characters of a transaction script, or of a file with a variable's values; the scenario has a
separate limit."""
SCRIPT_COMMANDS = 500
"""Maximum number of statements and commands of a script."""
SCRIPT_NESTED = 20
"""Maximum nesting depth of conditions in a script."""
STATEMENT_VARIABLES = 255
"""Maximum number of variables of a statement, as in pgbench."""
EXPRESSION_DEPTH = 40
"""Maximum nesting depth of brackets and operators in a script's expression."""
EXPRESSION_LETTERS = 1000
"""Maximum number of characters in a script's expression."""
SQL_TRANSACTIONS = 50
"""Maximum number of transactions of a scenario, and of its variables."""
SQL_STATEMENTS = 200
"""Maximum number of statements of a set-up, a clean-up or of checks."""
SQL_VALUES = 10_000
"""Maximum number of values from which a variable is drawn."""

# Sessions

SCHEMA_ENTRIES = 200
"""Maximum number of tables and indexes of a session file; Outpace's own have fewer than 30."""
OPENING_S = 1.0
"""Maximum seconds of processor time for checking a session file's tables before anything is read."""
VALUE_BYTES = 64 << 20
"""Maximum number of bytes of one value in a session, such as the picture of a snapshot."""
ROW_TEXT_BYTES = 4 << 20
"""Maximum number of bytes of all text in one row of a session: a document, a message, a detail."""
ROW_FIGURES_BYTES = 1 << 16
"""Maximum number of bytes of the packed figures in one row of a session: a reading, a second's latencies, a
histogram."""
NAME_LETTERS = 10_000
"""Maximum number of characters of a name, title or note in a session: of a system, target, counter, phase."""
UNPACKED_BYTES = 1 << 20
"""Maximum number of unpacked bytes of the histograms of one second of a target; those of 256 operations take less than
512 KiB."""
SESSION_TEXT_BYTES = 64 << 20
"""Maximum number of bytes of all text in a session (events, documents, details); a day's run has less than 2
MB."""
SESSION_VALUES = 4_000_000
"""Maximum number of JSON values in all that text, counted by their commas and brackets."""
SYSTEMS = 26
"""Maximum number of systems of a session: A to Z."""
TARGETS = 1000
"""Maximum number of targets of a session."""
OPERATIONS = 256
"""Maximum number of operations of a session's workload."""
SOURCES = 5000
"""Maximum number of sources of counters of a session."""
SERIES = 20_000
"""Maximum number of counters of a session's sources."""
COLUMNS = 4096
"""Maximum number of values of one reading."""
SMALL_ROWS = 100_000
"""Maximum number of rows of a session's small tables together: phases, events, documents, origins."""
FIGURE_ROWS = 1_500_000
"""Maximum number of rows of readings and latencies in a session; above 96 MB, one row per 64 bytes of the file."""
FILE_BYTES_A_ROW = 64
"""Bytes of a session's file for each row of figures beyond the first 1,500,000."""
MINUTE_ROWS = 60_000
"""Maximum number of rows of latencies in one minute: one per second for each of 1,000 targets."""
MINUTE_HISTOGRAMS = 300_000
"""Maximum number of histograms in one minute: 5,000 per second, as from 500 targets with ten operations."""
EMPTY_FIGURES = 4_000_000
"""Maximum number of missing latency figures that are filled in for operations that began later than the session; beyond
it, at most as many as the session has figures."""
LARGEST_FIGURE = 1e100
"""Largest figure in a session; larger figures, and those below its reciprocal, are rejected as implausible."""
FILE_TIMES = 4
"""Multiple of a session file's size that its rows may occupy: in a corrupt file, rows can share pages."""
SESSION_S = 60 * 86_400
"""Maximum distance in seconds between a session's start and any time in it: 60 days."""
TEMPLATE_LETTERS = 4096
"""Maximum number of characters of the template of a recorded message."""
NESTED_MESSAGES = 12
"""Maximum nesting depth of recorded messages."""
MESSAGE_PLACES = 1000
"""Maximum number of placeholders in a recorded message; those of a nested message count each time it is filled in."""
SESSION_PLACES = 500_000
"""Maximum number of placeholders of all messages of a session together."""
SENTENCE_LETTERS = 200_000
"""Maximum number of characters of a recorded message with all placeholders filled in."""
SECRET_TEXT_LETTERS = 200_000
"""Maximum number of characters of a text that is searched for passwords; the rest is left out of reports."""

# Files to import

IMPORT_LINE = 1 << 20
"""Maximum number of characters of a line, except in performance logs."""
IMPORT_HEADER = 16 << 20
"""Maximum number of characters of a line of a performance log: esxtop writes 9,000 counters with names of more than 100
characters."""
IMPORT_TEXT_BYTES = 64 << 20
"""Maximum number of bytes of an output that is read as a whole (fio, diskspd, SQLIO)."""
IMPORT_TOML_BYTES = 1 << 20
"""Maximum number of bytes of a manifest, and of run totals in TOML; CSV has no such limit."""
IMPORT_ROWS = FIGURE_ROWS
"""Maximum number of rows of a log: 17 days at one row per second."""
IMPORT_LINES = 50_000_000
"""Maximum number of lines of a log of single calls (fio, pgbench)."""
IMPORT_FIGURES = 100_000
"""Maximum number of figures of a file of run totals."""
IMPORT_RUNS = 10_000
"""Maximum number of runs in one output of a storage exerciser."""
MANIFEST_FILES = 1000
"""Maximum number of files listed in a manifest."""
MANIFEST_LEVELS = 200
"""Maximum number of load levels of a manifest."""
COUNTER_FIGURES = 200
"""Maximum number of figures of counters that an import computes, from a manifest or from options."""
XML_ELEMENTS = 2_000_000
"""Maximum number of elements of an XML document."""
XML_DEPTH = 40
"""Maximum nesting depth of the elements of an XML document."""

# Agents

AGENT_INTRODUCTION_BYTES = 16 << 10
"""Maximum number of bytes of an agent's first message: its version, system and cores."""
AGENT_MESSAGE_BYTES = 1 << 20
"""Maximum number of bytes of one message of an agent; a second of a worker takes 4 KB. Decoded, it takes at most 32
times as much."""
FOREIGN_PLACES = 100
"""Maximum number of placeholders of a message that another machine sends to be recorded, counted as MESSAGE_PLACES."""
AGENT_KEPT_BYTES = 4 << 20
"""Maximum number of bytes of an agent's self-description to be recorded: its counters, and why some are missing."""
AGENT_SERIES = 10_000
"""Maximum number of counters of all agents together, counted each time they are listed."""
AGENT_TROUBLES = 500
"""Maximum number of times that an agent's collectors may stop providing data, whether or not they are restarted."""
AGENT_WAITING_BYTES = 16 << 20
"""Maximum number of bytes that were received from an agent and its workers but not processed yet."""
AGENT_UNSENT_BYTES = 8 << 20
"""Maximum number of bytes queued for an agent that does not read them."""
AGENT_RATE_BYTES = 16 << 20
"""Maximum number of bytes read from an agent in a second; a frame counts as at least 4 KiB."""
AGENT_OUTPUT_BYTES = 1 << 16
"""Maximum number of bytes stored from the end of the output of ssh and of installation programs."""

# Commands, lists and settings

COMMAND_BYTES = 1 << 16
"""Maximum number of bytes of one command to a running engine."""
MARKER_LETTERS = 120
"""Maximum number of characters of a marker."""
ENGINE_WORDS_BYTES = 1 << 20
"""Maximum number of bytes from the end of an engine's output that are searched for its last message."""
LIBRARY_FILES = 20_000
"""Maximum number of sessions listed from one folder of the library."""
PLAYLIST_BYTES = 1 << 20
"""Maximum number of bytes of a playlist."""
SETTINGS_BYTES = 16 << 20
"""Maximum number of bytes of the window's settings."""
LIMIT_LETTERS = 300
"""Maximum number of characters in the text of a comparison's limit."""
FORMULA_LETTERS = 1000
"""Maximum number of characters of a formula of counters."""
FORMULA_DEPTH = 20
"""Maximum nesting depth of brackets in a formula."""
LOGO_BYTES = 4 << 20
"""Maximum number of bytes of an exhibitor's logo."""
