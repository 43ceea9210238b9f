"""When a picture was taken, from a stamp on the camera's own clock."""

_JUMP_S = 2.0  # a sender's clock that leaps by more was set, or its stream began anew
_DRIFT = 1e-4  # of the time passed: two crystals differ by less than this


class Stamps:
    """Lays a sender's stamps on our clock by the shortest way a picture ever took.

    The way itself stays unknown: what it took at the least is still missing, but its changes (a busy network, a late
    reader) are gone.
    """

    def __init__(self) -> None:
        self._offset_s: float | None = None
        self._last_s = 0.0

    def captured_s(self, stamp_s: float, came_s: float) -> float:
        """Return when the picture stamped ``stamp_s`` by its sender was taken; it came at ``came_s`` of our clock."""
        offset_s = came_s - stamp_s
        if self._offset_s is None or abs(offset_s - self._offset_s) > _JUMP_S:
            self._offset_s = offset_s
        else:
            allowed_s = self._offset_s + _DRIFT * max(0.0, came_s - self._last_s)
            self._offset_s = min(offset_s, allowed_s)
        self._last_s = came_s
        return stamp_s + self._offset_s
