"""One session file followed live or replayed, and the controls of a replay."""
