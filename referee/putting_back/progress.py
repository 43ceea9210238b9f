"""Putting back, from the bump that is noticed to the last stand that is where it was.

Not safe for several threads: the session lets one in at a time.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from referee.journal.entry import Entry
from referee.match.match import Match
from referee.match.state import MatchState, NotNow
from referee.observation import Observation
from referee.putting_back import notes
from referee.putting_back.disturbance import Disturbance, looks_like_accident, moved_since
from referee.putting_back.hints import Hint, Tolerance, usual_tolerance
from referee.putting_back.moments import (
    AgreedTable,
    agreed_at,
    agreed_now,
    entries_with_tables,
    out_of_sight,
    refreshed,
)
from referee.putting_back.notes import UnderWay
from table.errors import BadInput, VedetteError
from table.snapshot import Snapshot

WAIT_S = 6.0
"""So long it is waited for stands that are under something while others have moved."""


@dataclass(frozen=True)
class PutBackEnd:
    """How the last putting back ended: who is back and who is not; ``number`` tells one from the next."""

    number: int
    names: tuple[str, ...]
    left: tuple[str, ...]
    residual_cm: float

    @property
    def back(self) -> int:
        """How many stands are back."""
        return len(self.names)


@dataclass(frozen=True)
class PutBackState:
    """What there is to show: the proposal, the hints of one that is under way, how the last ended, what moved last."""

    proposal: Disturbance | None = None
    under_way: bool = False
    told: tuple[Hint, ...] = ()
    last: Disturbance | None = None
    ended: PutBackEnd | None = None


Moments = tuple[Disturbance | None, int | None, list[tuple[Entry, int]]]
"""The last disturbance, and entries of the journal with how many stands are off their places of then.

Between them how many are not where the match begins: None where nobody has written that down.
"""


class PuttingBack:
    """Follows the observations of one table: notices what moved together, leads it back when told to, keeps note."""

    def __init__(self, match: Match, observation: Observation, tolerance: Tolerance | None = None) -> None:
        self.tolerance = tolerance or usual_tolerance(observation.table)
        self._match, self._observation = match, observation
        self._agreed = agreed_now(observation, match)
        self._moment = match.now
        self._last: Disturbance | None = None
        self._going: UnderWay | None = None
        self._pushed = observation.frame_pushed
        self._waits_s: float | None = None
        self._compared: tuple[object, object] | None = None
        self._stale = not observation.settled
        self._forget: int | None = None
        self._ended: PutBackEnd | None = None
        self.start: Callable[[], Snapshot | None] = lambda: None
        """The table as the match begins, where that is written down: a scenario's, the demo's."""
        self._take_up()

    @property
    def state(self) -> PutBackState:
        """What there is to show."""
        going = self._going
        proposal = self._last if self._last and self._last.proposed and going is None else None
        return PutBackState(proposal, going is not None, going.told if going else (), self._last, self._ended)

    @property
    def to_do(self) -> tuple[Hint, ...]:
        """What people at the table can do now: the stands that are off, once the table is at rest."""
        going = self._going
        return tuple(hint for hint in going.told if hint.state == "off") if going and going.settled else ()

    def see(self, observation: Observation) -> bool:
        """Take in an observation; say whether there is something new to show."""
        self._observation = observation
        if self._going is not None:
            news = self._going.see(observation, self._match.now.memory)
            return self._close_if_done() or news
        return observation.settled and not self._same(observation) and self._settled(observation)

    def _same(self, observation: Observation) -> bool:
        """Say whether this is the settled table that was looked at last: so it is in nearly every frame."""
        now, moment = (observation.table.stands, observation.unseen, observation.frame_pushed), self._match.now
        same = self._compared is not None and self._compared[0] == now and self._compared[1] is moment
        self._compared = now, moment
        return same and not self._stale and self._waits_s is None

    def _settled(self, observation: Observation) -> bool:
        """Compare a settled table with the agreed one."""
        match, memory = self._match, self._match.now.memory
        if self._stale:
            if self._forget is not None:
                match.forget_walks(self._forget, unsaved=True)  # who was still in a hand has not walked either
            self._agree(observation)
            return False
        pushed, self._pushed = observation.frame_pushed and not self._pushed, observation.frame_pushed
        last = self._last
        if last is not None and last.proposed:
            if (last.agreed.memory.turn, last.agreed.memory.side) == (memory.turn, memory.side):
                return self._still_proposed(last, observation)
            self._last = Disturbance(last.agreed, last.moved)  # the other side has begun: it plays on as things stand
            self._agree(observation)
            return True
        moved = moved_since(self._agreed, observation, memory, self.tolerance)
        played, agreed = match.now is not self._moment, self._agreed
        if not moved and not played:
            self._agreed, self._waits_s = refreshed(agreed, observation, match), None
            return False
        if moved and out_of_sight(agreed, observation) and self._wait(observation.time_s):
            return False
        if moved:
            alone = looks_like_accident(moved, memory.side, frame_pushed=pushed, camera_moved=observation.camera_moved)
            self._last = Disturbance(agreed, moved, proposed=alone and not played)
        if not moved or not self._last or not self._last.proposed:
            self._agree(observation)
        return bool(moved)

    def _wait(self, time_s: float) -> bool:
        """Wait a little for stands that are not seen yet: who moved with them is told together with them."""
        self._waits_s = time_s if self._waits_s is None else self._waits_s
        return time_s - self._waits_s < WAIT_S

    def _still_proposed(self, last: Disturbance, observation: Observation) -> bool:
        """Keep a proposal up to date: what was agreed before the first of two bumps stays so till somebody answers."""
        moved = moved_since(last.agreed, observation, self._match.now.memory, self.tolerance)
        self._last = Disturbance(last.agreed, moved, proposed=True) if moved else None
        if not moved:
            self._agree(observation)
        return [hint.shown for hint in moved] != [hint.shown for hint in last.moved]

    def _agree(self, observation: Observation) -> None:
        self._waits_s = None
        self._stale, self._forget = not observation.settled, None  # a hand is over it: the next settled table is meant
        self._agreed, self._moment = agreed_now(observation, self._match), self._match.now

    def begin(self, entry: int | None = None, tolerance: Tolerance | None = None, *, at_start: bool = False) -> None:
        """Let the stands be put back as before the last disturbance, as at an entry of the journal, or as at the start.

        ``at_start``: so a scenario is laid out, and laid out again after it was played. ``tolerance`` where it is to be
        another than usual; on a board there is no other.
        Raises NotNow while that is under way, a throw or a word is owed, or nothing is off its place; NotSaved.
        """
        match = self._match
        if self._going is not None:
            raise NotNow("stands are being put back already")
        match.now.need_nothing_owed()
        last = self._last
        if at_start:
            agreed = self._beginning()
        elif entry is not None:
            agreed = agreed_at(entry, match)
        elif last is not None:
            agreed = last.agreed
        else:
            raise NotNow("nothing has moved since the table was last agreed on")
        going = UnderWay(agreed, self.tolerance if self.tolerance.on_square else tolerance or self.tolerance)
        going.see(self._observation, match.now.memory)
        if not going.left:
            raise NotNow("every stand is where it was then")
        accident = last is not None and agreed is last.agreed and last.proposed
        why = "start" if at_start else "accident" if accident else "referee"
        match.forget_walks(agreed.mark, notes.begun(why, going, match.now.memory))
        match.disturb(True)
        self._going = going

    def _beginning(self) -> AgreedTable:
        """Return the table as the match begins; raises NotNow where nobody has written it down, BadInput."""
        table, match = self.start(), self._match
        if table is None:
            raise NotNow("this match was not opened from a scenario: nobody knows how it begins")
        return AgreedTable(table, match.now.memory, match.current.walks.mark, match.journal_head[0], start=True)

    def stand_up(self, table: Snapshot, observation: Observation) -> None:
        """Let those be stood up again who fell in a shot and stay (M5.3): each where ``table`` has him.

        ``observation`` is the newest, which was not seen here while the shot was open. Raises NotNow, NotSaved.
        """
        self._observation, match = observation, self._match
        agreed = AgreedTable(table, match.now.memory, match.current.walks.mark, match.journal_head[0])
        names = {stand.name for stand in table.stands}
        going = UnderWay(agreed, usual_tolerance(table), _listed=names)
        if self._going is not None:
            raise NotNow("stands are being put back already")
        going.see(observation, match.now.memory)
        if not going.left:
            raise NotNow("every stand is where it was then")
        match.forget_walks(agreed.mark, notes.begun("shot", going, match.now.memory))
        match.disturb(True)
        self._going = going

    def lead_home(self, was: MatchState) -> None:
        """Lead home the stands that an undone ruling had moved; ``was`` is the match before the undo.

        Until they are back, or somebody says that they stay, nothing is declared, so nobody uses their movement again.
        On a board the position agreed on counts, and where the camera sees nothing the undo is all.
        """
        match, observation = self._match, self._observation
        declared = match.now.declared  # on the card again; before the undo the card may have been closed
        now = match.now.memory
        moved = {name for name, place in was.memory.places.items() if now.places.get(name) != place}
        blind = observation.status.key in ("no_camera", "no_frame")
        if declared is None or declared.table.board is not None or blind:
            return
        going, mark, entry = self._going, match.current.walks.mark, match.journal_head[0]
        # Who is still on his way home from an act undone before stays on the list.
        waiting = () if going is None else tuple(s for s in going.agreed.stands(was.memory) if s.name not in moved)
        stood = (*(s for s in declared.table.stands if s.name in moved), *waiting)
        table = replace(declared.table, stands=stood)
        home = UnderWay(AgreedTable(table, now, mark, entry), self.tolerance, _listed={s.name for s in waiting})
        home.see(observation, now)
        if home.left:
            match.note(notes.begun("undone", home, now))
            match.disturb(True)
            self._going = home

    def moments(self) -> Moments:
        """Return what there is to go back to."""
        match, observation = self._match, self._observation
        entries = []
        for entry in entries_with_tables(match):
            agreed = agreed_at(entry.sequence, match)
            entries.append((entry, len(moved_since(agreed, observation, match.now.memory, self.tolerance))))
        start: int | None = None
        with suppress(NotNow, BadInput):  # nobody knows, or the table is too small for it
            going = UnderWay(self._beginning(), self.tolerance)
            going.see(observation, match.now.memory)
            start = len(going.left)
        return self._last, start, entries

    def decline(self) -> None:
        """Let the table stand as it is: it was a move; raises NotNow when nothing was proposed, NotSaved."""
        last = self._last
        if last is None or not last.proposed or self._going is not None:
            raise NotNow("nothing is proposed")
        self._match.note(notes.declined(last.names))
        self._last = Disturbance(last.agreed, last.moved)
        self._agree(self._observation)

    def end(self) -> None:
        """Let what is not back stand where it is; raises NotNow when nothing is being put back, NotSaved."""
        if self._going is None:
            raise NotNow("no stands are being put back")
        self._end(self._going)

    def _close_if_done(self) -> bool:
        going = self._going
        if going is None or not going.done:
            return False
        try:
            self._end(going)
        except VedetteError:
            return False  # the journal cannot be written: tried again with the next observation
        return True

    def _end(self, going: UnderWay) -> None:
        left, (cm, deg) = tuple(hint.name for hint in going.left), going.residual
        back = tuple(hint.name for hint in going.told if hint.state == "back")
        ended = PutBackEnd((self._ended.number if self._ended else 0) + 1, back, left, cm)
        self._match.note(notes.ended(ended.back, left, cm, deg))
        self._match.disturb(False)
        # Whoever left some where they stand may still think better of it.
        self._last = Disturbance(going.agreed, going.left) if left else None
        self._going, self._ended = None, ended
        self._agree(self._observation)
        self._forget = self._match.current.walks.mark

    def _take_up(self) -> None:
        """Offer again what was being put back when the program was last closed."""
        try:
            table = notes.left_off(self._match.journal)
        except VedetteError:
            return  # a journal that cannot be read says so elsewhere
        if table is None:
            return
        memory = self._match.now.memory
        agreed = AgreedTable(table, memory, 0, 0)
        self._last = Disturbance(agreed, moved_since(agreed, self._observation, memory, self.tolerance), proposed=True)
        if not self._last.moved:
            self._last = None
