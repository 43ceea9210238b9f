"""The journal of a match: append-only entries, each sealed by a hash over itself and the one before."""
