"""Results from elsewhere and sessions of systems that ran one at a time, made into a session."""
