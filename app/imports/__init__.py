"""Results from elsewhere: run totals, logs and other sessions become one session."""
