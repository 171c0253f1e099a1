"""Reports and exports, all made from a session that is read."""
