"""The moments that can be gone back to, and those that can be done again."""

from collections import deque

from referee.match_state import MatchState, NotNow

UNDO_DEPTH = 200


class History:
    """The moments before the present one, and those ahead of it that were undone."""

    def __init__(self) -> None:
        self._before: deque[MatchState] = deque(maxlen=UNDO_DEPTH)
        self._ahead: list[MatchState] = []

    @property
    def back(self) -> MatchState:
        """The moment that undoing goes to; raises NotNow when there is none."""
        if not self._before:
            raise NotNow("there is nothing to undo")
        return self._before[-1]

    @property
    def forth(self) -> MatchState:
        """The moment that doing again goes to; raises NotNow when nothing was undone, or something else done since."""
        if not self._ahead:
            raise NotNow("there is nothing to do again")
        return self._ahead[-1]

    @property
    def can_go_back(self) -> bool:
        """Whether there is a moment to go back to."""
        return bool(self._before)

    @property
    def undone(self) -> str | None:
        """The act that would be done again."""
        return self._ahead[-1].act if self._ahead else None

    def acted(self, left: MatchState) -> None:
        """Remember a moment that an act has left."""
        self._before.append(left)
        self._ahead.clear()

    def went_back(self, left: MatchState) -> None:
        """Remember a moment that was undone."""
        self._before.pop()
        self._ahead.append(left)

    def went_forth(self, left: MatchState) -> None:
        """Remember a moment that was left by doing an act again."""
        self._ahead.pop()
        self._before.append(left)

    def measured_anew(self) -> None:
        """Let nothing be done again: the card shows something else now."""
        self._ahead.clear()
