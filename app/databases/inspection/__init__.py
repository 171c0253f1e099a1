"""What a server says of itself before a run: one module an engine, each asking the same questions."""
