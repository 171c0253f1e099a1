"""The embedded engine: its connections, and its file layer, counted."""
