"""A match session: one match and what the camera sees of it, shared by the page's many threads."""

import threading
import uuid
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from referee.boards.board_watch import BoardChanges, BoardWatch
from referee.cannon.cannon_status import CannonReading
from referee.cannon.ring import KeptFrame
from referee.cannon.service import ShotService
from referee.club.outbox import Relay
from referee.evidence.frames import FrameFolder, kept_frame
from referee.journal.payloads import Frame
from referee.journal.store import Journal
from referee.match.by_hand import Ending
from referee.match.match import Match
from referee.match.named_throw import throw_on_card
from referee.match.state import MatchState, Mode, NotNow
from referee.match_info import MatchInfo
from referee.observation import Observation
from referee.privacy import Privacy
from referee.putting_back.hints import Hint
from referee.putting_back.progress import Moments, PutBackState, PuttingBack
from referee.setup.table_number import TableNumber
from referee.table_observer import TableObserver
from referee.terrain.agreed_terrain import AgreedTerrain
from rules.board_play import BoardPosition
from rules.goal import Goal
from rules.obligation import Obligation
from rules.registry import game_named
from rules.settings import read_settings
from rules.state import State
from table.snapshot import Snapshot
from web.rounder import Rounder
from web.unseen import UnseenLooks

Result = TypeVar("Result")

UNCLEAR = ("hands", "settling", "covered")
"""States in which a picture may show something else than the table that is measured: a hand, a stand on its way."""

QUIET_S = 12.0
"""How long after the last act in the session the scripted players wait before they go on."""


@runtime_checkable
class NamedDice(Protocol):
    """Dice that make a throw again as it fell."""

    def throw(self, name: str, first: int, many: int) -> tuple[int, ...]:
        """Throw so many dice of the throw with that name, of which ``first`` dice have fallen before."""
        ...


Die = Callable[[], int] | NamedDice


class Versions(NamedTuple):
    """Two numbers that grow: with every change of table or match, and with every picture worth showing.

    ``run`` tells this session from one that another start of the program had.
    """

    table: int
    picture: int
    run: str = ""

    @property
    def of_table(self) -> tuple[int, str]:
        """What changes with the table or the match, not with each picture."""
        return self.table, self.run


class Situation(NamedTuple):
    """What an answer that changes nothing is made of: the game and its options, the table, what the game remembers."""

    game: str
    settings: Mapping[str, Any]
    table: Snapshot
    memory: State
    mode: Mode


@dataclass(frozen=True)
class SessionReading:
    """What the session shows at one instant.

    ``acts`` counts the acts so far, ``owed`` says what the action under way waits for, ``undo`` and ``redo`` name the
    acts that would be taken back or done again, ``journal`` the newest entry's number and seal. ``placings_ended`` are
    the stands whose place by hand counts no more since the last act, ``reserve`` those of the roster that were never on
    the table, ``board_changes`` what was moved by hand on a board; ``cannon`` what there is to show of its cannons;
    ``together`` is how many of the dice asked for fall in one throw, ``obligations`` what the game still asks for,
    ``goals`` what brings each side victory.
    """

    versions: Versions
    acts: int
    owed: Literal["throw", "word"] | None
    observation: Observation
    moment: MatchState
    table: Snapshot
    undo: str | None
    redo: str | None = None
    journal: tuple[int, str] = (0, "")
    mode: Mode = "open"
    put_back: PutBackState = field(default_factory=PutBackState)
    placings_ended: Mapping[str, Ending] = field(default_factory=dict)
    reserve: tuple[str, ...] = ()
    board_changes: BoardChanges = field(default_factory=lambda: BoardWatch().now)
    cannon: CannonReading | None = None
    together: int = 1
    obligations: tuple[Obligation, ...] = ()
    goals: tuple[Goal, ...] = ()

    @property
    def hides_places(self) -> bool:
        """Whether only the referee may know places exactly: on a board everybody sees who is on which cell."""
        return self.mode == "reveal" and self.table.board is None


class MatchSession:
    """Holds the match and the newest observation for the page's many threads, and wakes those that wait."""

    def __init__(
        self, info: MatchInfo, match: Match, observation: Observation, die: Die, now_s: Callable[[], float],
        frames: FrameFolder | None = None,
    ) -> None:  # fmt: skip
        self.info, self.frames = info, frames
        self._match, self._observation, self._die, self._now_s = match, observation, die, now_s
        self._clear = observation
        match.see(observation.table, observation.unseen, self._picture)
        self._lock = threading.RLock()
        self._wakers: set[Callable[[], None]] = set()
        self.putting_back = PuttingBack(match, observation)
        """To be asked only in an act."""
        self.bump: Callable[[], None] | None = None
        """Where the table is a rehearsal's: lets a sleeve shove some stands."""
        self.number: Callable[[], TableNumber | None] = lambda: None
        """What its table is good to."""
        self.relay: Relay | None = None
        """What sends it on to a club, and tells of the calls of a referee there."""
        self.observer: Callable[[], TableObserver | None] = lambda: None
        """What follows its table."""
        self.unseen = UnseenLooks()
        self.shots: ShotService | None = None
        """The match's cannons, where it has some."""
        self._was_held = False
        self._closers: list[Callable[[], None]] = []
        self._versions = Versions(1, 1, uuid.uuid4().hex)
        self._acts = 0
        self._board = BoardWatch()
        self.privacy = Privacy()
        self.rounder = Rounder()
        """What all but the referee know of places while distances are hidden."""
        self._watch_board()
        self._last_act_s = now_s()
        self._closed = False

    def publish(self, observation: Observation) -> None:
        """Take over a new observation of the table; tell the pages if something they show has changed."""
        with self._lock:
            news = observation != self._observation
            if observation.status.key not in UNCLEAR or observation.table != self._observation.table:
                self._clear = observation  # the newest picture of the table as it is measured
            self._observation = observation
            shots = self.shots is not None and self.shots.see(observation)
            put_back = self._follow(observation, news=news)
            # A table at rest looks the same in every frame: its picture is not sent again and again.
            if news or put_back or shots or observation.status.key in ("hands", "settling"):
                self._tell(table=news or put_back or shots, picture=True)

    def _follow(self, observation: Observation, *, news: bool) -> bool:
        """Let the match know the table; say whether there is something new about putting back.

        While a shot is not answered what fell or was dragged is no move and no bump.
        """
        was_held, held = self._was_held, self.held
        self._was_held = held
        if held and not self.putting_back.state.under_way:
            return False
        if news or was_held:
            self._match.see(observation.table, observation.unseen, self._picture)
            self._watch_board()
        for name, cm in observation.walked:
            self._match.walk(name, cm, observation.courses.get(name))
        return self.putting_back.see(observation)

    def _picture(self) -> Frame | None:
        """Keep the picture of the table that is ruled on; beside it that of the ruling on the card always stays."""
        observation, declared = self._clear, self._match.now.declared
        jpeg = self.picture_of(observation)
        if self.frames is None or jpeg is None:
            return None
        pinned = {declared.frame.sha256} if declared is not None and declared.frame is not None else set()
        return kept_frame(self.frames, jpeg, observation.picture_cm, pinned, observation.camera_cm)

    def picture_of(self, observation: Observation) -> Callable[[], bytes] | None:
        """Return what makes an observation's picture as it may be kept and sent; None where there is none."""
        return (
            observation.bare
            if self.privacy.surroundings == "shown" and observation.bare is not None
            else observation.jpeg
        )

    def keep_private(self, privacy: Privacy) -> None:
        """Show and keep pictures so from now on, and tell the pages."""
        with self._lock:
            self.privacy = privacy
            self._tell(table=True, picture=True)

    def act(self, what: Callable[[Match], Result], seen: int | None = None) -> Result:
        """Do something in the session, one act at a time, and tell the pages; whatever it raises is passed on.

        Raises NotNow when ``seen`` acts are no longer all there were: the same die entered on two phones falls once.
        """
        with self._lock:
            if seen is not None and seen != self._acts:
                raise NotNow("somebody else was quicker: look at the card again")
            result = what(self._match)
            self._watch_board()
            self._acts += 1
            self._last_act_s = self._now_s()
            self._tell(table=True)
            return result

    def plug_in(self, make: Callable[[Match], ShotService]) -> ShotService:
        """Bring in the match's cannons."""
        with self._lock:
            self.shots = shots = make(self._match)
            self._tell(table=True)
            return shots

    def film(self, frame: KeptFrame) -> None:
        """Take in a camera's frame that nobody looks at."""
        with self._lock:
            if self.shots is not None:
                self.shots.film(frame)

    @property
    def wants_film(self) -> bool:
        """Whether every frame of the camera is welcome."""
        with self._lock:
            return self.shots is not None and self.shots.wants_film

    @property
    def held(self) -> bool:
        """Whether the match waits for the answer to a shot: until then nobody touches what fell."""
        with self._lock:
            return self.shots is not None and self.shots.holds

    def at_close(self, what: Callable[[], None]) -> None:
        """Let something be done when the session closes."""
        self._closers.append(what)

    def hear(self, what: Callable[[], bool]) -> None:
        """Let something be heard that a device says: no act; pages hear of it if it is news.

        Whatever it raises is passed on: what could not be written down stays with the device.
        """
        with self._lock:
            if what():
                self._tell(table=True)

    def stand_up(self, up: Snapshot) -> None:
        """Let stands that lie on the table be stood up where they stand in this snapshot."""
        with self._lock:
            self._match.see(self._observation.table, self._observation.unseen, self._picture)
            with suppress(NotNow):  # somebody stood them up already
                self.putting_back.stand_up(up, self._observation)

    def moments(self) -> Moments:
        """Return what stands can be put back to."""
        with self._lock:
            return self.putting_back.moments()

    def to_do(self) -> tuple[Hint, ...]:
        """Return the stands that people at the table can put back now."""
        with self._lock:
            return self.putting_back.to_do

    @property
    def journal(self) -> Journal:
        """The journal the match is written in, to read from any thread."""
        return self._match.journal

    @property
    def written(self) -> Hashable:
        """What an answer from the journal hangs on: its newest entry, whether distances are hidden, who sees what."""
        return self._match.journal_head, self._match.now.mode, self.privacy

    @property
    def die(self) -> Die:
        """What throws the session's own dice."""
        return self._die

    def roll(self, many: int) -> tuple[int, ...]:
        """Throw so many of the session's own dice for what is on the card."""
        with self._lock:
            if isinstance(self._die, NamedDice):
                return self._die.throw(*throw_on_card(self._match), many)
            return tuple(self._die() for _ in range(many))

    def reading(self) -> "SessionReading":
        """Return everything there is to show, all of one instant."""
        with self._lock:
            match = self._match
            return SessionReading(
                self._versions, self._acts, match.now.owed, self._observation, match.now, match.table, match.can_undo,
                match.can_redo, match.journal_head, match.now.mode, self.putting_back.state, match.placings_ended,
                match.not_on_table, self._board.now, None if self.shots is None else self.shots.state(),
                match.together, match.obligations, match.goals,
            )  # fmt: skip

    @property
    def versions(self) -> Versions:
        """The numbers of what there is to show now; asked for often, and never waits for an act under way."""
        return self._versions

    @property
    def observation(self) -> Observation:
        """The newest observation of the table; asked for often, and never waits for an act under way."""
        return self._observation

    @property
    def laid(self) -> AgreedTerrain:
        """The terrain agreed on."""
        with self._lock:
            return self._match.now.laid

    def position(self) -> Situation:
        """Return the table and the game of this instant."""
        with self._lock:
            match = self._match
            return Situation(match.game, match.settings, match.table, match.now.memory, match.now.mode)

    def board_position(self) -> BoardPosition:
        """Return the board as the game has it; raises NotNow where the game is not played on one."""
        with self._lock:
            match = self._match
            if match.table.board is None:
                raise NotNow("this game is not played on a board")
            first = match.now.mode == "reveal"
            return BoardPosition(match.game, match.settings, match.table, match.now.memory, first)

    def board_now(self, reading: SessionReading) -> BoardPosition:
        """Return the board of a reading."""
        game, settings = self._match.game, self._match.settings
        return BoardPosition(game, settings, reading.table, reading.moment.memory, reading.mode == "reveal")

    def _watch_board(self) -> None:
        match = self._match
        if self._observation.table.board is not None:
            # Nobody looks for the fallen, so nobody misses them: only those still seen are left to take off.
            seen = {one.name for one in self._observation.whereabouts if one.state in ("seen", "held")}
            unseen = self._observation.unseen | (set(match.now.memory.fallen) - seen)
            doubt = read_settings(game_named(match.game).settings, match.settings, "settings").doubt
            self._board.see(match.table, match.standing(), unseen, doubt)

    def memory(self) -> State:
        """Return what the match remembers after the last act."""
        with self._lock:
            return self._match.now.memory

    def quiet(self) -> bool:
        """Say whether nobody is measuring: no unfinished ruling on the card, and no act for a while."""
        with self._lock:
            now = self._match.now
            put_back = self.putting_back.state
            measuring = (now.ruling is not None and not now.confirmed) or put_back.under_way or put_back.proposal
            return not measuring and self._now_s() - self._last_act_s > QUIET_S

    def at_change(self, wake: Callable[[], None]) -> None:
        """Call this, from whatever thread, whenever there is something new about the table, and at the end."""
        self._wakers.add(wake)

    @property
    def closed(self) -> bool:
        """Whether the session has closed and streams should end."""
        return self._closed

    def close(self) -> None:
        """Let every waiting page go, and what the session has begun end."""
        with self._lock:
            self._closed = True
            self._wake()
        while self._closers:
            self._closers.pop()()

    def _wake(self) -> None:
        for wake in tuple(self._wakers):
            wake()

    def _tell(self, *, table: bool = False, picture: bool = False) -> None:
        was = self._versions
        self._versions = was._replace(table=was.table + table, picture=was.picture + picture)
        if table:
            self._wake()
