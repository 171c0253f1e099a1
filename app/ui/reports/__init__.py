"""What is kept of a session: reports, exports, snapshots, pictures."""
