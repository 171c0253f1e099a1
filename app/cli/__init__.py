"""The command line: the commands, their progress lines and exit codes."""
