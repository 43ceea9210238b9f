"""How many there are of something, in a line of the terminal: 1 match, 2 matches."""


def counted(count: int, one: str, many: str) -> str:
    """Return a number with the word for so many."""
    return f"{count} {one if count == 1 else many}"
