"""A match in one file, to keep, to move to another computer or to give away."""
