"""DVD Store on the embedded engine."""
