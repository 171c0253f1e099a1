"""Tables and lists of counters, findings, rankings and events."""
