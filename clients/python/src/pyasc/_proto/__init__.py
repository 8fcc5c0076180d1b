"""Generated modules of the wire."""
