"""The dice with signs (C10.5)."""

from rules.dice import Die

BATTLE = Die("battle", ("green", "blue", "red", "leader", "flag", "sword"))
