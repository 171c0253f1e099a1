"""What the window asks."""
