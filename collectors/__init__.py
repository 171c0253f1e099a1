"""Sources of counters: one module a source. They open nothing but what is handed in, and write no files."""
