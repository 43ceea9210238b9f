"""The game's own die (R3.1)."""

from rules.dice import Die

NAC = Die("nac", (2, 3, 3, 4, 4, 5))
