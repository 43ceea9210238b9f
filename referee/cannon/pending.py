"""The shots of a match that are under way, each in its state, and the camera's frames they wait for."""

from collections.abc import Callable

from referee.cannon.frame_choice import Fired, picked, together
from referee.cannon.proposal import Proposal
from referee.cannon.ring import KeptFrame, Ring
from referee.cannon.shot_state import Answered, Cocked, Comparing, ShotState, Stage, compare
from referee.match.state import NotNow
from referee.observation import Observation
from table.snapshot import Snapshot


class PendingShots:
    """Shots in the order they came, the last answered one among them; ``look_into`` takes pictures away to compare.

    Without threads and without clock: whoever uses it calls one method at a time.
    """

    def __init__(self, look_into: Callable[[Comparing], None], ring: Ring | None = None) -> None:
        self._look_into, self.ring = look_into, ring or Ring()
        self._shots: list[ShotState] = []
        self._tables: dict[float, Snapshot] = {}
        self._newest = Snapshot(1.0, 1.0)
        self._number = 0

    @property
    def holds(self) -> bool:
        """Whether a shot is not answered yet."""
        return any(not isinstance(shot, Cocked | Answered) for shot in self._shots)

    def in_state(self, state: type[Stage]) -> tuple[Stage, ...]:
        """Return the shots in that state."""
        return tuple(shot for shot in self._shots if isinstance(shot, state))

    def cocked(self, side: str) -> Cocked | None:
        """Return the shot of a side whose cannon is cocked by the referee's word; None where he gave none."""
        return next((shot for shot in self.in_state(Cocked) if shot.side == side), None)

    def proposal(self, number: int) -> Proposal | None:
        """Return the oldest proposal, on the card, if that is its number: nobody answers another one than he saw."""
        return next((shot for shot in self.in_state(Proposal)[:1] if shot.number == number), None)

    @property
    def answered(self) -> Answered | None:
        """The shot that was answered last."""
        return next(iter(self.in_state(Answered)), None)

    def change(self, was: ShotState | None, now: ShotState | None) -> None:
        """Let a shot go from one state to the next; without ``was`` it begins, without ``now`` it is none any more.

        Raises NotNow for one that is not in that state any more.
        """
        # Of those that are answered only the newest can be looked at again.
        shots = [shot for shot in self._shots if not (isinstance(now, Answered) and isinstance(shot, Answered))]
        place = len(shots) if was is None else next((k for k, shot in enumerate(shots) if shot is was), None)
        if place is None:
            raise NotNow("this shot was answered already")
        shots[place : place + 1] = [] if now is None else [now]
        self._shots = shots
        self.ring.hold(min((shot.earliest_s for shot in self.in_state(Fired)), default=None))

    def take_up(self, proposal: Proposal) -> None:
        """Go on with a proposal that a journal has as not answered."""
        self._number = max(self._number, proposal.number)
        self.change(None, proposal)

    def see(self, observation: Observation) -> bool:
        """Take in an observation of the table; say whether pictures of a shot are compared now."""
        if observation.picture is not None:
            if observation.settled:
                self._tables[observation.time_s] = observation.table
            self.film(KeptFrame(observation.time_s, observation.picture, observation.settled))
        self._newest = observation.table
        return self.compare()

    def film(self, frame: KeptFrame) -> None:
        """Take in a frame that nobody looked at, between two observations."""
        self.ring.add(frame)
        kept = {frame.time_s for frame in self.ring.frames}
        self._tables = {time_s: table for time_s, table in self._tables.items() if time_s in kept}

    def compare(self, *, now: bool = False) -> bool:
        """Hand out the pictures of the shots since which the table is still; say whether there are any.

        ``now``: the referee says that it is still.
        """
        frames, any_due = self.ring.frames, False
        for group in together(self.in_state(Fired), frames):
            if (due := picked(group, frames, now=now)) is None:
                continue
            any_due, self._number = True, self._number + 1
            table = self._newest if due.before is None else self._tables.get(due.before.time_s, self._newest)
            comparing = compare(group, self._number, due, table)
            for shot in group:
                self.change(shot, None)
            self.change(None, comparing)
            self._look_into(comparing)
        return any_due
