"""A film of the evening: a match's journal drawn ruling by ruling, to share."""
