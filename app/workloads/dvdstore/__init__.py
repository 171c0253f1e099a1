"""DVD Store 2.1: an online shop's order cycles (docs/dvdstore.md)."""
