"""A club's evening: its players, rounds, pairings, clocks and results."""
