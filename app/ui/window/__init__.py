"""The main window: its frame, actions, settings, state, jobs and help."""
