"""Putting stands back where they were agreed to stand, after a bump or a lifted figure."""
