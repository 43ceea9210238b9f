"""Putting back, from the bump that is noticed to the last stand that is where it was.

Not safe for several threads: the desk lets one in at a time.
"""

from dataclasses import dataclass

from referee.journal.entry import Entry
from referee.live import Look
from referee.match import Match, NotNow
from referee.putting_back import notes
from referee.putting_back.disturbing import Disturbance, looks_like_accident, moved_since
from referee.putting_back.hints import Hint, Tolerance, usual_tolerance
from referee.putting_back.moments import Agreed, agreed_at, agreed_now, entries_with_tables, out_of_sight, refreshed
from referee.putting_back.under_way import UnderWay
from table.errors import VedetteError
from table.snapshot import Snapshot

WAIT_S = 6.0
"""So long it is waited for stands that are under something while others have moved."""


@dataclass(frozen=True)
class Ended:
    """How the last putting back ended: who is back and who is not; ``number`` tells one from the next."""

    number: int
    names: tuple[str, ...]
    left: tuple[str, ...]
    residual_cm: float
    residual_deg: float

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
    ended: Ended | None = None


Moments = tuple[Disturbance | None, list[tuple[Entry, int]]]
"""The last disturbance, and entries of the journal with how many stands are off their places of then."""


class PuttingBack:
    """Follows the looks at one table: notices what moved together, leads it back when told to, and keeps note."""

    def __init__(self, match: Match, look: Look, tolerance: Tolerance | None = None) -> None:
        self.tolerance = tolerance or usual_tolerance(look.table)
        self._match, self._look = match, look
        self._agreed = agreed_now(look, match)
        self._moment = match.now
        self._last: Disturbance | None = None
        self._going: UnderWay | None = None
        self._pushed = look.frame_pushed
        self._waits_s: float | None = None
        self._compared: tuple[object, object] | None = None
        self._stale = not look.settled
        self._forget: int | None = None
        self._ended: Ended | None = None
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

    def see(self, look: Look) -> bool:
        """Take in a look; say whether there is something new to show."""
        self._look = look
        if self._going is not None:
            news = self._going.see(look, self._match.now.memory)
            return self._close_if_done() or news
        return look.settled and not self._same(look) and self._settled(look)

    def _same(self, look: Look) -> bool:
        """Say whether this is the settled table that was looked at last: so it is in nearly every frame."""
        now, moment = (look.table.stands, look.unseen, look.frame_pushed), self._match.now
        same = self._compared is not None and self._compared[0] == now and self._compared[1] is moment
        self._compared = now, moment
        return same and not self._stale and self._waits_s is None

    def _settled(self, look: Look) -> bool:
        """Compare a settled table with the agreed one."""
        match, memory = self._match, self._match.now.memory
        if self._stale:
            if self._forget is not None:
                self._forget_walks(self._forget)  # who was still in a hand has not walked either
            self._agree(look)
            return False
        pushed, self._pushed = look.frame_pushed and not self._pushed, look.frame_pushed
        last = self._last
        if last is not None and last.proposed:
            if (last.agreed.memory.turn, last.agreed.memory.side) == (memory.turn, memory.side):
                return self._still_proposed(last, look)
            self._last = Disturbance(last.agreed, last.moved)  # the other side has begun: it plays on as things stand
            self._agree(look)
            return True
        moved = moved_since(self._agreed, look, memory, self.tolerance)
        played, agreed = match.now is not self._moment, self._agreed
        if not moved and not played:
            self._agreed, self._waits_s = refreshed(agreed, look, match), None
            return False
        if moved and out_of_sight(agreed, look) and self._wait(look.time_s):
            return False
        if moved:
            alone = looks_like_accident(moved, memory.side, frame_pushed=pushed, camera_moved=look.camera_moved)
            self._last = Disturbance(agreed, moved, proposed=alone and not played)
        if not moved or not self._last or not self._last.proposed:
            self._agree(look)
        return bool(moved)

    def _forget_walks(self, since: int) -> None:
        try:
            self._match.forget_walks(since)
        except VedetteError:
            self._match.walks.forget(since)  # a look goes on without the journal

    def _wait(self, time_s: float) -> bool:
        """Wait a little for stands that are not seen yet: who moved with them is told together with them."""
        self._waits_s = time_s if self._waits_s is None else self._waits_s
        return time_s - self._waits_s < WAIT_S

    def _still_proposed(self, last: Disturbance, look: Look) -> bool:
        """Keep a proposal up to date: what was agreed before the first of two bumps stays so till somebody answers."""
        moved = moved_since(last.agreed, look, self._match.now.memory, self.tolerance)
        self._last = Disturbance(last.agreed, moved, proposed=True) if moved else None
        if not moved:
            self._agree(look)
        return [hint.shown for hint in moved] != [hint.shown for hint in last.moved]

    def _agree(self, look: Look) -> None:
        self._waits_s = None
        self._stale, self._forget = not look.settled, None  # a hand is over it: the next settled table is meant
        self._agreed, self._moment = agreed_now(look, self._match), self._match.now

    def begin(self, entry: int | None = None, tolerance: Tolerance | None = None) -> None:
        """Let the stands be put back as before the last disturbance, or as at an entry of the journal.

        ``tolerance`` where it is to be another than usual; on a board there is no other.
        Raises NotNow while that is under way, a throw or a word is owed, or nothing is off its place; NotSaved.
        """
        match = self._match
        if self._going is not None:
            raise NotNow("stands are being put back already")
        match.nothing_owed()
        if entry is None and self._last is None:
            raise NotNow("nothing has moved since the table was last agreed on")
        last = self._last
        agreed = last.agreed if entry is None and last is not None else agreed_at(match.journal, entry or 0, match)
        going = UnderWay(agreed, self.tolerance if self.tolerance.on_square else tolerance or self.tolerance)
        going.see(self._look, match.now.memory)
        if not going.left:
            raise NotNow("every stand is where it was then")
        why = "accident" if entry is None and last is not None and last.proposed else "referee"
        match.forget_walks(agreed.mark, notes.begun(why, going, match.now.memory))
        match.disturbed = True
        self._going = going

    def stand_up(self, table: Snapshot, look: Look) -> None:
        """Let those be stood up again who fell in a shot and stay (M5.3): each where ``table`` has him.

        ``look`` is the newest, which was not seen here while the shot was open. Raises NotNow, NotSaved.
        """
        self._look, match = look, self._match
        head = match.journal_head
        agreed = Agreed(table, match.now.memory, match.walks.mark, head[0] if head else 0)
        names = {stand.name for stand in table.stands}
        going = UnderWay(agreed, usual_tolerance(table), _listed=names)
        if self._going is not None:
            raise NotNow("stands are being put back already")
        going.see(look, match.now.memory)
        if not going.left:
            raise NotNow("every stand is where it was then")
        match.forget_walks(agreed.mark, notes.begun("shot", going, match.now.memory))
        match.disturbed = True
        self._going = going

    def moments(self) -> Moments:
        """Return what there is to go back to."""
        match, look = self._match, self._look
        entries = []
        for entry in entries_with_tables(match.journal):
            agreed = agreed_at(match.journal, entry.sequence, match)
            entries.append((entry, len(moved_since(agreed, look, match.now.memory, self.tolerance))))
        return self._last, entries

    def decline(self) -> None:
        """Let the table stand as it is: it was a move; raises NotNow when nothing was proposed, NotSaved."""
        last = self._last
        if last is None or not last.proposed or self._going is not None:
            raise NotNow("nothing is proposed")
        self._match.note(notes.declined(last.names))
        self._last = Disturbance(last.agreed, last.moved)
        self._agree(self._look)

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
            return False  # the journal cannot be written: tried again with the next look
        return True

    def _end(self, going: UnderWay) -> None:
        left, (cm, deg) = tuple(hint.name for hint in going.left), going.residual
        back = tuple(hint.name for hint in going.told if hint.state == "back")
        ended = Ended((self._ended.number if self._ended else 0) + 1, back, left, cm, deg)
        self._match.note(notes.ended(ended.back, left, cm, deg))
        self._match.disturbed = False
        # Whoever left some where they stand may still think better of it.
        self._last = Disturbance(going.agreed, going.left) if left else None
        self._going, self._ended = None, ended
        self._agree(self._look)
        self._forget = self._match.walks.mark

    def _take_up(self) -> None:
        """Offer again what was being put back when the program was last closed."""
        try:
            table = notes.left_off(self._match.journal)
        except VedetteError:
            return  # a journal that cannot be read says so elsewhere
        if table is None:
            return
        memory = self._match.now.memory
        agreed = Agreed(table, memory, 0, 0)
        self._last = Disturbance(agreed, moved_since(agreed, self._look, memory, self.tolerance), proposed=True)
        if not self._last.moved:
            self._last = None
