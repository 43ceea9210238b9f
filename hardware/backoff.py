"""How long to wait before a port is opened again."""

_FIRST_S, _MOST_S = 0.25, 5.0


class Backoff:
    """Waits that double from a quarter of a second to five, until a rig has answered."""

    def __init__(self) -> None:
        self._next_s = _FIRST_S

    def succeeded(self) -> None:
        """A rig has answered: begin with the shortest wait again."""
        self._next_s = _FIRST_S

    def wait_s(self) -> float:
        """Return the next wait."""
        wait_s = self._next_s
        self._next_s = min(2 * wait_s, _MOST_S)
        return wait_s
