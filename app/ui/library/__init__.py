"""The library of recorded sessions: a page of the window."""
