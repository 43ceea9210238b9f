"""One match at one table: what is declared, measured, ruled, and said about it."""
