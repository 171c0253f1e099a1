"""Reading, checking and writing scenarios."""
