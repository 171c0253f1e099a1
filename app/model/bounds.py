# SPDX-License-Identifier: Apache-2.0
"""How much Outpace reads of what somebody else may have written: every limit of bytes, rows, depth and time, a sentence
each. What is beyond one is refused with a message that names it. docs/bounds.md lists them for people."""

from collectors.page_bounds import PAGE_BYTES, PAGE_LINE, PAGE_S, PAGE_SAMPLES

__all__ = ["PAGE_BYTES", "PAGE_LINE", "PAGE_S", "PAGE_SAMPLES"]

# Scenarios

SCENARIO_BYTES = 1 << 16
"""Of a scenario's TOML text, in a file or recorded in a session."""
KEY_PARTS = 20
"""Parts of one dotted key of a TOML text: its reader needs time that rises with the square of them."""
NESTED_VALUES = 50
"""Lists and tables within each other in one value of a TOML text."""
SHOWN_MISTAKES = 20
"""Mistakes of a scenario that are named at once."""

# Transactions of the user's own

SCRIPT_LETTERS = 32_768
"""Of a script of transactions; that it fits into a scenario is a limit of its own."""
SCRIPT_COMMANDS = 500
"""Statements and commands of a script."""
SCRIPT_NESTED = 20
"""Conditions of a script within each other."""
EXPRESSION_DEPTH = 40
"""Brackets and operators of a script's expression within each other."""
EXPRESSION_LETTERS = 1000
"""Of an expression of a script."""
SQL_TRANSACTIONS = 50
"""Transactions, and variables, of a scenario."""
SQL_STATEMENTS = 200
"""Statements of a set-up, a clean-up or of checks."""
SQL_VALUES = 10_000
"""Values that a variable is drawn from."""

# Sessions

SCHEMA_ENTRIES = 200
"""Tables and indexes of a session file; Outpace's own have below 30."""
OPENING_S = 1.0
"""Seconds of processor time to look through the tables of a session file before anything is read."""
VALUE_BYTES = 64 << 20
"""Of one value in a session: the picture of a snapshot."""
ROW_TEXT_BYTES = 4 << 20
"""Of the texts in one row of a session: a document, a message, a detail."""
ROW_FIGURES_BYTES = 1 << 16
"""Of the packed figures in one row of a session: a reading, a second's latencies, a histogram."""
NAME_LETTERS = 10_000
"""Of a name, title or note in a session: of a system, target, counter, phase."""
UNPACKED_BYTES = 1 << 20
"""Of the histograms of one second of a target, unpacked: those of 256 operations have below 512 KiB."""
SESSION_TEXT_BYTES = 64 << 20
"""Of all texts of a session together (events, documents, details); a day's run has below 2 MB."""
SESSION_VALUES = 4_000_000
"""JSON values in all those texts, counted by their commas and brackets."""
SYSTEMS = 26
"""Systems of a session: A to Z."""
TARGETS = 1000
"""Targets of a session."""
OPERATIONS = 256
"""Operations of a session's workload."""
SOURCES = 5000
"""Sources of counters of a session."""
SERIES = 20_000
"""Counters of a session's sources."""
COLUMNS = 4096
"""Values of one reading."""
SMALL_ROWS = 100_000
"""Rows of a session's small tables together: phases, events, documents, origins."""
FIGURE_ROWS = 1_500_000
"""Rows of readings and latencies of a session; of a file above 96 MB one in every 64 bytes."""
FILE_BYTES_A_ROW = 64
"""Bytes of a session's file for each row of figures beyond the first 1,500,000."""
MINUTE_ROWS = 60_000
"""Rows of latencies in one minute: one a second of each of 1,000 targets."""
MINUTE_HISTOGRAMS = 300_000
"""Histograms in one minute: 5,000 a second, as 500 targets with ten operations have."""
EMPTY_FIGURES = 4_000_000
"""Latency figures that a session's seconds lack of operations that came later; beyond it, no more than they have."""
LARGEST_FIGURE = 1e100
"""Of a figure in a session; one that is larger, or below its reciprocal, is no quantity of anything."""
FILE_TIMES = 4
"""Times a session file's own bytes that its rows may hold: those of a damaged one can lie on the same pages."""
SESSION_S = 60 * 86_400
"""Seconds from a session's start to anything in it, before or after: 60 days."""
TEMPLATE_LETTERS = 4096
"""Of the template of a recorded message."""
NESTED_MESSAGES = 12
"""Recorded messages within each other."""
MESSAGE_PLACES = 1000
"""Of a recorded message, counting those of nested messages each time they are filled in."""
SESSION_PLACES = 500_000
"""Of all messages of a session together."""
SENTENCE_LETTERS = 200_000
"""Of a recorded message with everything that its places are filled with."""
SECRET_TEXT_LETTERS = 200_000
"""Of a text in which passwords are looked for; what is behind them is left out of reports."""

# Files to import

IMPORT_LINE = 1 << 20
"""Characters of a line, but of performance logs."""
IMPORT_HEADER = 16 << 20
"""Characters of a line of a performance log: esxtop writes 9,000 counters with names of more than 100 characters."""
IMPORT_TEXT_BYTES = 64 << 20
"""Of an output that is read as a whole (fio, diskspd, SQLIO)."""
IMPORT_TOML_BYTES = 1 << 20
"""Of a manifest, and of run totals in TOML; CSV has no such limit."""
IMPORT_ROWS = FIGURE_ROWS
"""Rows of a log: 17 days of seconds."""
IMPORT_LINES = 50_000_000
"""Lines of a log of single calls (fio, pgbench)."""
IMPORT_FIGURES = 100_000
"""Figures of a file of run totals."""
IMPORT_RUNS = 10_000
"""Runs in one output of a storage exerciser."""
MANIFEST_FILES = 1000
"""Files that a manifest names."""
MANIFEST_LEVELS = 200
"""Load levels of a manifest."""
COUNTER_FIGURES = 200
"""Figures of counters that an import makes, of a manifest or of options."""
XML_ELEMENTS = 2_000_000
"""Elements of an XML document."""

# Agents

AGENT_MESSAGE_BYTES = 1 << 20
"""Of one message of an agent; a second of a worker takes 4 KB. Built, it takes 32 times as much at most."""
FOREIGN_PLACES = 100
"""Of a message that another machine sends to be recorded, counted as MESSAGE_PLACES."""
AGENT_KEPT_BYTES = 4 << 20
"""Of what an agent's collectors say of themselves to be recorded: their counters, and why some are missing."""
AGENT_SERIES = 10_000
"""Counters of all agents together, each time that they are named."""
AGENT_TROUBLES = 500
"""How often an agent's collectors may begin to give no data, started again or not."""
AGENT_WAITING_BYTES = 16 << 20
"""Of what an agent has sent and the engine has not taken yet, all its workers together."""
AGENT_UNSENT_BYTES = 8 << 20
"""Of what the engine has for an agent that does not take it."""
AGENT_RATE_BYTES = 16 << 20
"""Read from an agent in a second; a frame counts as 4 KiB at least."""
AGENT_OUTPUT_BYTES = 1 << 16
"""Of what ssh and the programs of an installation print, from its end."""

# Commands, lists and settings

COMMAND_BYTES = 1 << 16
"""Of one command to a running engine."""
MARKER_LETTERS = 120
"""Of a marker."""
ENGINE_WORDS_BYTES = 1 << 20
"""Of what an engine wrote, from its end, where its last message is looked for."""
LIBRARY_FILES = 20_000
"""Sessions of one folder that the library lists."""
PLAYLIST_BYTES = 1 << 20
"""Of a playlist."""
SETTINGS_BYTES = 16 << 20
"""Of the window's own settings."""
LIMIT_LETTERS = 300
"""Of a comparison's limit."""
FORMULA_LETTERS = 1000
"""Of a formula of counters."""
FORMULA_DEPTH = 20
"""Brackets within each other in a formula."""
LOGO_BYTES = 4 << 20
"""Of an exhibitor's logo."""
