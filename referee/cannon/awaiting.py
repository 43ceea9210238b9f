"""The shots whose table has not settled yet."""

from collections.abc import Sequence

from referee.cannon.picking import Picked, Shot, picked, together
from referee.cannon.ring import Kept, Ring


class Awaiting:
    """Holds the frames of shots until hands are gone and the table is still, then hands them out, each shot once."""

    def __init__(self, ring: Ring | None = None) -> None:
        self.ring = ring if ring is not None else Ring()
        self._shots: list[Shot] = []
        self._known: set[str] = set()

    @property
    def shots(self) -> Sequence[Shot]:
        """The shots that wait, in the order they fell."""
        return tuple(sorted(self._shots, key=lambda shot: shot.time_s))

    def fired(self, shot: Shot) -> bool:
        """Take in a shot; say whether it is one that was not known yet."""
        if shot.key in self._known:
            return False
        self._known.add(shot.key)
        self._shots.append(shot)
        self._hold()
        return True

    def see(self, frame: Kept) -> None:
        """Take in a frame."""
        self.ring.add(frame)

    def drop(self, key: str) -> None:
        """Let a shot go without looking: it was no shot, or the referee judges it himself."""
        self._shots = [shot for shot in self._shots if shot.key != key]
        self._hold()

    def due(self, *, now: bool = False) -> list[Picked]:
        """Return the frames of the shots whose table has settled since; ``now``: the referee says that it has."""
        frames, found = self.ring.frames, []
        for group in together(self._shots, frames):
            frames_of = picked(group, frames, now=now)
            if frames_of is not None:
                found.append(frames_of)
        done = {shot.key for one in found for shot in one.shots}
        if done:
            self._shots = [shot for shot in self._shots if shot.key not in done]
            self._hold()
        return found

    def _hold(self) -> None:
        self.ring.hold(min((shot.earliest_s for shot in self._shots), default=None))
