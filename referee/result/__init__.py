"""How a match went and ended: its result, its turning points, its score by turn; and the match as a text."""
