"""The commands people type."""

SPOKEN = "vedette.language"
"""Under this key of a command's context is the language that was asked for: errors are said in it, too."""
