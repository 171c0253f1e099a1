"""Sessions of several recordings put together in one new session: joined, or compared side by side."""
