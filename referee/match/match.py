"""A match at one table, out of its journal and into it: declare, throw, decide, confirm, undo."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Generic, TypeVar

from referee.journal.entry import Draft
from referee.journal.history import begin, keep, point_at
from referee.journal.match_end import end_in
from referee.journal.notes import laid_in, mode_in, walks_in
from referee.journal.payloads import Declared, Frame, Payload, Undone, Unwalked, Walked
from referee.journal.store import Journal
from referee.match import decide
from referee.match.apply import apply, state_at
from referee.match.by_hand import Ending, Placing, endings
from referee.match.course import Course
from referee.match.decide import Events, Present, placed_note
from referee.match.judge import Judge, Rule
from referee.match.state import MatchState, Mode, NotNow, Thrower
from referee.match.table import CurrentTable
from referee.match.walks import LEAST_WALK_CM, Walk, was_told
from referee.terrain.agreed_terrain import AgreedTerrain
from rules.goal import Goal, Result
from rules.obligation import Obligation
from rules.over_hills import climbed_cm
from rules.registry import game_named
from rules.ruling import Effect, Ruling
from rules.settings import read_settings
from rules.state import State
from rules.turn_order import goals, owed
from table.errors import VedetteError
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

Picture = Callable[[], Frame | None]
"""Keeps the picture that belongs to a table, when a ruling is made on it, and says which it is."""


Found = TypeVar("Found")


class _OfTable(Generic[Found]):
    """What the game finds on the match's table, found once for each table."""

    def __init__(self, find: Callable[[str, Snapshot, State, Mapping[str, Any]], tuple[Found, ...]]) -> None:
        self._find = find
        self._known: tuple[Snapshot, tuple[Found, ...]] | None = None

    def of(self, match: "Match") -> tuple[Found, ...]:
        """Return what is found; nothing where the game cannot read the table."""
        table = match.table  # another one after each act, and whenever the camera has seen something new
        if self._known is None or self._known[0] is not table:
            found: tuple[Found, ...] = ()
            with suppress(VedetteError):  # who asks what a stand may do is told what is wrong with the table
                found = self._find(match.game, table, match.now.memory, match.settings)
            self._known = table, found
        return self._known[1]


class Match:
    """The match that a journal keeps; ``rule`` is rules.rule, ``see`` brings the newest settled table.

    It goes on with the options it began with. An action that was declared and not played is on the card, with the dice
    that fell: nobody is rid of them by ending the program. Every act since the beginning can be undone.
    Not safe for several threads.
    """

    def __init__(
        self, journal: Journal, measured: Snapshot, rule: Rule, reserve: Mapping[str, Stand] | None = None
    ) -> None:
        opened = point_at(journal, 1).opened
        self.journal, self.game, self.settings = journal, opened.game, opened.settings
        self._judge = Judge(self.game, self.settings, rule)
        self._now = replace(
            state_at(journal, self.journal_head[0], self._judge),
            laid=laid_in(journal) or AgreedTerrain(measured.pieces), mode=mode_in(journal),
        )  # fmt: skip
        self._table = CurrentTable(measured, reserve=dict(reserve or {}), walks=walks_in(journal))
        self._composed: tuple[MatchState, Snapshot] | None = None
        self._owed: _OfTable[Obligation] = _OfTable(owed)
        self._goals: _OfTable[Goal] = _OfTable(goals)
        self._picture: Picture | None = None
        self._back: dict[str, tuple[float, float]] = {}
        self.placings_ended: Mapping[str, Ending] = {}

    # what there is

    @property
    def journal_head(self) -> tuple[int, str]:
        """The number and the seal of the journal's newest entry."""
        head = self.journal.head
        return (head.sequence, head.seal) if head is not None else (0, "")

    @property
    def now(self) -> MatchState:
        """The state after the last act."""
        return self._now

    @property
    def current(self) -> CurrentTable:
        """The newest settled table and all that lies over it."""
        return self._table

    @property
    def table(self) -> Snapshot:
        """The table that the rules rule on: ``CurrentTable.for_rules``."""
        if self._composed is None or self._composed[0] is not self._now:
            self._composed = self._now, self._table.for_rules(self.game, self._now)
        return self._composed[1]

    def standing(self) -> Snapshot:
        """Return the measured table with the terrain agreed on and the stands placed by hand."""
        return self._table.standing(self._now)

    @property
    def not_on_table(self) -> tuple[str, ...]:
        """The stands of the roster that nobody has seen or placed yet."""
        known = {*self._now.memory.fallen, *self._now.by_hand}
        return tuple(name for name in self._table.reserve if name not in self._table.measured and name not in known)

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """What the game still asks for, those first that hold the turn; nothing where it cannot read the table.

        Once the match has ended nothing is owed.
        """
        return self._owed.of(self) if self._now.ended is None else ()

    @property
    def can_undo(self) -> str | None:
        """Name the act that ``undo`` would take back: what was only declared before all, for that is on the card."""
        if self._now.untouched:
            return "revealed declaration" if decide.is_revealed(self._now, self.game) else "declaration"
        return self._now.act.name if self._now.act is not None else None

    @property
    def can_redo(self) -> str | None:
        """Name the act that ``redo`` would do again."""
        return self._now.undone[-1].name if self._now.undone else None

    @property
    def ruling(self) -> Ruling:
        """The ruling on what is declared; raises NotNow when nothing is."""
        if self._now.ruling is None:
            raise NotNow("nothing is declared: choose who acts and on whom")
        return self._now.ruling

    @property
    def together(self) -> int:
        """Say how many of the dice asked for fall in one throw; at least one."""
        card, ruling, known = self._now.open_card, self._now.ruling, self._now.memory.known
        return 1 if card is None or ruling is None else self._judge.together(card, ruling, known)

    @property
    def in_turn(self) -> bool:
        """Say whether who acts may act in this turn; the other side's actions are measured only."""
        return self._present.in_turn

    @property
    def ready(self) -> bool:
        """Say whether the ruling is finished, and may happen in this turn."""
        return self._now.finished and self.in_turn

    # what people ask: what comes of it is said in decide.py

    def declare(self, actor: str, target: str, verb: str = "shoot") -> Ruling:
        """Announce that one stand acts on another: ``declare_action`` of that verb."""
        return self.declare_action({"type": verb, "actor": actor, "target": target})

    def declare_action(self, action: Mapping[str, Any], frame: Frame | None = None) -> Ruling:
        """Announce an action on the table as it stands, with a verb of the game as ``type`` and that verb's keys.

        ``frame`` is its picture where that is not the newest: the one before a shot. Raises UnknownStand for a stand
        that is not on the table, BadFile for keys that the verb does not take, NotNow while a throw or a word is owed.
        """
        events = decide.declare(self._present, action, frame)
        if frame is None and self._picture is not None:  # kept only now: the rules have nothing against it
            frame = self._table.on_board(self._picture())
            events = tuple(e.model_copy(update={"frame": frame}) if isinstance(e, Declared) else e for e in events)
        self._happen(events)
        return self.ruling

    def throw(self, dice: Sequence[int | str], *, confirm: bool = False, by: Thrower = "table") -> Ruling:
        """Give the dice asked for; raises NotNow for a die nobody asked for."""
        self._happen(decide.throw(self._present, dice, confirm=confirm, by=by))
        return self.ruling

    def decide(self, name: str, passed: bool, *, confirm: bool = False) -> Ruling:
        """Settle what was too close to call; raises NotNow when nothing of that name was."""
        self._happen(decide.decide(self._present, name, passed, confirm=confirm))
        return self.ruling

    def confirm(self) -> State:
        """Let the effects of a finished ruling happen; raises NotNow before that or a second time."""
        self._happen(decide.confirm(self._present))
        return self._now.memory

    def amend(self, effects: Sequence[Effect], reason: str) -> State:
        """Let other effects happen than the ruling's, as the referee says; raises NotNow without a reason."""
        self._happen(decide.amend(self._present, effects, reason))
        return self._now.memory

    def withdraw(self) -> None:
        """Take the declaration off the card; raises NotNow while a throw or a word is owed."""
        self._happen(decide.withdraw(self._present))

    def end_turn(self, *, waive: bool = False) -> State:
        """Let the other side begin; raises NotNow while a throw or a word is owed, or what holds the turn.

        The referee may ``waive`` what holds it; the journal says what that was.
        """
        self._happen(decide.end_turn(self._present, self.obligations, waive=waive))
        return self._now.memory

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What brings each side victory; nothing where the game names none, or cannot read the table."""
        return self._goals.of(self)

    def end(self, result: Result, winner: str | None = None) -> None:
        """End the match; raises NotNow while something is owed, BadInput for a winner that does not play."""
        self._happen(decide.end_match(self._present, result, winner, self.goals))

    def sign(self, side: str, read: int | None = None) -> None:
        """Let a side agree to how the match ended; raises NotNow before that, or a second time.

        ``read`` is the entry that says so, as who signs has read it: another end he has not agreed to.
        """
        ended = end_in(self.journal)
        entry = (0, "") if ended is None else (ended.entry.sequence, ended.entry.seal)
        if ended is not None and read not in (None, entry[0]):
            raise NotNow("the match has ended otherwise since: look at the result again")
        self._happen(decide.sign(self._present, side, entry, () if ended is None else ended.signed))

    def agree_position(self) -> None:
        """Agree that everybody stands on the cell he is measured on."""
        self._happen(decide.agree_position(self._present))

    def place(self, name: str, placing: Placing) -> None:
        """Put a stand where the referee says it stands, in place of what the camera saw.

        Raises UnknownStand, BadInput for a place off the table, NotNow for a stand that is out of the battle.
        """
        self._happen(decide.place(self._present, name, placing))

    def unplace(self, name: str) -> None:
        """Give a stand back to the camera; raises NotNow for one that was not placed by hand."""
        self._happen(decide.unplace(self._present, name))

    def lay(self, pieces: Sequence[Piece]) -> None:
        """Agree on other terrain; a ruling under way keeps the table it was declared on.

        Raises NotNow while the terrain is locked, BadInput for pieces that do not lie on the table.
        """
        self._happen(decide.lay_terrain(self._present, pieces))

    def lock_terrain(self, locked: bool) -> None:
        """Lock the terrain, so that nobody changes it, or unlock it; both are in the journal."""
        self._happen(decide.lock_terrain(self._present, locked))

    def choose_mode(self, mode: Mode) -> None:
        """Measure openly, or declare first and reveal then; raises NotNow in the middle of an action."""
        self._happen(decide.choose_mode(self._present, mode))

    def undo(self) -> None:
        """Take back what is only declared, or the last act; raises NotNow where there is none."""
        self._happen(decide.undo(self._present))

    def redo(self) -> None:
        """Do again what was undone last; raises NotNow when there is nothing, or something else was done since."""
        self._happen(decide.redo(self._present))

    def note(self, written: Payload) -> int:
        """Write down what changes nothing of the match, and return the number of its entry; raises NotSaved."""
        return self._happen((written,))

    # what the camera sees

    def see(self, measured: Snapshot, unseen: Collection[str] = (), picture: Picture | None = None) -> None:
        """Take over a newly settled table; a ruling under way keeps the one it was declared on.

        ``unseen`` are the stands that were not seen just now: they count where they were last. ``picture`` is that of
        this very table: whoever declares on it has it kept.
        """
        self._lay(measured=measured, unseen=frozenset(unseen))
        self._picture = picture
        if not (over_now := endings(self._now.by_hand, measured, unseen)):
            return
        left = {name: placing for name, placing in self._now.by_hand.items() if name not in over_now}
        with suppress(VedetteError):  # it is tried again with the next look
            self._happen((placed_note(left, over_now),))
            self.placings_ended = over_now

    def disturb(self, disturbed: bool) -> None:
        """Say that stands are being put back, or no longer: until then nothing is declared and nobody walks."""
        self._lay(disturbed=disturbed)

    def walk(self, name: str, cm: float, course: Course | None = None) -> None:
        """Take in that a stand was seen to move so far; what the side that plays moves of its own counts this turn.

        No act: nothing to undo. Where a ruling told it to go counts already, and a way on a board for nothing.
        """
        memory, table = self._now.memory, self._table.measured
        stand = table.stand(name) if name in table and table.board is None else None
        if self._now.ended is not None or self._table.disturbed:
            return
        if stand is None or stand.side != memory.side or name in memory.fallen:
            return
        if cm >= LEAST_WALK_CM:
            told = was_told(stand, memory, self._back)
            if course is not None:
                settings = read_settings(game_named(self.game).settings, self.settings, "match.toml")
                cm += climbed_cm(course.points, self._now.laid.on(table), settings)
            walk = Walk(memory.turn, memory.side, name, cm, self.journal_head[0], told)
            seen = {} if course is None else asdict(course)
            way = {"way": seen.pop("points", ()), **seen}
            with suppress(VedetteError):  # it counts all the same; only who goes on later does not know of it
                self._happen((Walked(stand=name, cm=cm, turn=memory.turn, side=memory.side, told=told, **way),))
            self._lay(walks=self._table.walks.with_walk(walk))

    def forget_walks(self, since: int, *written: Payload, unsaved: bool = False) -> None:
        """Let what was walked since a mark count for nothing, kept with what else is ``written``; raises NotSaved.

        ``unsaved`` walks are forgotten too where that cannot be written down.
        """
        walks = self._table.walks
        after = walks.counted_since(since)
        events = (*written, *(() if after is None else (Unwalked(since=after),)))
        with suppress(*([VedetteError] if unsaved else [])):
            self._happen(events)
        self._lay(walks=walks.forgotten(since))

    def _lay(self, **changes: Any) -> None:
        """Change what the table is made of."""
        self._table, self._composed = replace(self._table, **changes), None

    # deciding, writing, applying

    @property
    def _present(self) -> Present:
        return Present(self._now, self._table, self.table, self._judge)

    def _happen(self, events: Events) -> int:
        """Write events down, all or none, then let them happen; raises NotSaved, and then nothing has.

        Returns the number of the last entry.
        """
        if not events:
            return self._now.sequence
        was, due = self._now, self.journal_head[0] + len(events)
        after = self._applied(events, due)
        last = keep(self.journal, events, after.memory)
        self._now = after if last == due else self._applied(events, last)
        if self._now.act is not was.act:
            self.placings_ended = {}
        undone = self._now.declared if isinstance(events[0], Undone) else None
        if undone is not None:  # whom its ruling told to move, people put back
            stood = {stand.name: stand.centre for stand in undone.table.stands}
            self._back |= {name: stood[name] for name in was.memory.places if name in stood}
        return last

    def _applied(self, events: Events, last: int) -> MatchState:
        """Return the state after events of which the last is that entry of the journal."""
        state = self._now
        for number, event in enumerate(events, last - len(events) + 1):
            state = apply(state, number, event, self._judge, lambda to: state_at(self.journal, max(to, 1), self._judge))
        return state


def match_of(
    journal: Journal, first: Draft, measured: Snapshot, rule: Rule, reserve: Mapping[str, Stand] | None = None
) -> Match:
    """Return the match that a journal keeps, as it was when it ends, or the one that ``first`` begins in an empty one.

    Raises BadInput for the journal of another game or of other sides.
    """
    begin(journal, first)
    return Match(journal, measured, rule, reserve)
