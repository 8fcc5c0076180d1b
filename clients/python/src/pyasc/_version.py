"""Version of the client (SemVer)."""

__version__ = "0.1.0"
