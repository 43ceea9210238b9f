"""A match at one table: declare, throw, decide, confirm, undo. In memory: what outlives the process is a journal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from referee.action_roles import acting_stand_or_side, may_be_played, named_stands, resolve_names, spent_by, table_for
from referee.boards.awaited import table_agreed
from referee.by_hand import Ending, Placing, Placings, endings, over
from referee.hand_placement import SeenTable, placed, placed_note, taken_back
from referee.history import History
from referee.journal import journal_keeper as entries
from referee.journal.entry import Draft
from referee.journal.journal_keeper import Keeper, NoJournal
from referee.journal.payloads import RULED, Decided, Frame, Note, Thrown, Undone, Unwalked, Walked, Withdrawn, draft
from referee.journal.store import Journal
from referee.judge import Judge, Rule, name_of
from referee.match_state import Declaration, MatchState, Mode, NotNow, Thrower
from referee.terrain.agreed_terrain import AgreedTerrain, relaid, terrain_note
from referee.walks import LEAST_WALK_CM, Walk, Walks, was_told
from rules.registry import game_named
from rules.ruling import Effect, Ruling
from rules.state import State
from table.errors import VedetteError
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

__all__ = ["Match", "NotNow"]

Picture = Callable[[], Frame | None]
"""Keeps the picture that belongs to a table, when a ruling is made on it, and says which it is."""


class Match:
    """One match of ``game`` between ``sides``; ``rule`` is rules.rule, ``see`` brings the newest settled table."""

    def __init__(
        self, game: str, memory: State, measured: Snapshot, rule: Rule, settings: Mapping[str, Any] | None = None,
        keeper: Keeper | None = None, laid: AgreedTerrain | None = None, by_hand: Placings | None = None,
        reserve: Mapping[str, Stand] | None = None, walks: Walks | None = None, mode: Mode = "open",
    ) -> None:  # fmt: skip
        self.game, self.settings = game, dict(settings or {})
        self._seen_table = SeenTable(measured, reserve=dict(reserve or {}))
        self._picture: Picture | None = None
        self.walks = walks if walks is not None else Walks()
        self._back: dict[str, tuple[float, float]] = {}
        self._judge, self._reducer = Judge(game, self.settings, rule), game_named(game).reducer
        self._keeper = keeper or NoJournal()
        self.laid = laid if laid is not None else AgreedTerrain(measured.pieces)
        self.placings_ended: Mapping[str, Ending] = {}
        sequence = self._keeper.head[0] if self._keeper.head else 0
        self._now = MatchState(memory, sequence=sequence, by_hand=dict(by_hand or {}))
        self._history = History()
        self.mode: Mode = mode
        self.disturbed = False  # stands are being put back: until that is over nothing is declared and nobody walks

    def take_up(self, declared: Declaration, ruling: Ruling, ruled: int) -> None:
        """Go on with an action that a journal has as declared: no act, and nothing to write."""
        self._now = replace(self._ruled(declared, ruling), ruled=ruled)

    @property
    def journal_head(self) -> tuple[int, str] | None:
        """The number and the seal of the journal's newest entry; None where nobody writes the match down."""
        return self._keeper.head

    @property
    def journal(self) -> Journal | None:
        """The journal this match is written in; None where nobody writes it down."""
        return self._keeper.journal

    @property
    def now(self) -> MatchState:
        """The moment after the last act."""
        return self._now

    @property
    def table(self) -> Snapshot:
        """The newest settled table with what the game remembers; on a board the position agreed on."""
        return table_agreed(self.game, self.standing(), self._seen_table.reserve, self.walks, self._now.memory)

    @property
    def can_undo(self) -> str | None:
        """Name the act that ``undo`` would take back: what was only declared before all, for that is on the card."""
        last = self._now.act if self._history.can_go_back else None
        return "declaration" if self._now.untouched else last

    def see(self, measured: Snapshot, unseen: Collection[str] = (), picture: Picture | None = None) -> None:
        """Take over a newly settled table; a ruling under way keeps the one it was declared on.

        ``unseen`` are the stands that were not seen just now: they count where they were last. ``picture`` is that of
        this very table: whoever declares on it has it kept.
        """
        self._seen_table, self._picture = replace(self._seen_table, table=measured, unseen=frozenset(unseen)), picture
        if not (over_now := endings(self._now.by_hand, measured, unseen)):
            return
        left = {name: placing for name, placing in self._now.by_hand.items() if name not in over_now}
        try:
            self._now = self._kept(replace(self._now, by_hand=left), placed_note(left, over_now))
        except VedetteError:
            return  # it is tried again with the next look
        self.placings_ended = over_now

    def place(self, name: str, placing: Placing) -> None:
        """Put a stand where the referee says it stands, in place of what the camera saw; an act that can be undone.

        Raises UnknownStand, BadInput for a place off the table, NotNow for a stand that is out of the battle.
        """
        by_hand = placed(self._seen_table, self._now.memory, self._now.by_hand, name, placing)
        self._act("placing", replace(self._now, by_hand=by_hand), placed_note(by_hand, {name: "placed"}))

    def unplace(self, name: str) -> None:
        """Give a stand back to the camera; raises NotNow for one that was not placed by hand."""
        left = taken_back(self._now.by_hand, name)
        self._act("unplacing", replace(self._now, by_hand=left), placed_note(left, {name: "taken back"}))

    @property
    def not_on_table(self) -> tuple[str, ...]:
        """The stands of the roster that nobody has seen or placed yet."""
        return self._seen_table.never_seen(self._now.by_hand, self._now.memory)

    def lay(self, pieces: Sequence[Piece]) -> None:
        """Agree on other terrain; a ruling under way keeps the table it was declared on.

        Raises NotNow while the terrain is locked, BadInput for pieces that do not lie on the table.
        """
        self._lay(relaid(self.laid, pieces, self._seen_table.table), "changed")

    def lock_terrain(self, locked: bool) -> None:
        """Lock the terrain, so that nobody changes it, or unlock it; both are in the journal."""
        if locked != self.laid.locked:
            self._lay(self.laid.with_lock(locked), "locked" if locked else "unlocked")

    def _lay(self, laid: AgreedTerrain, what: str) -> None:
        self._now = self._kept(self._now, terrain_note(laid, what))
        self.laid = laid

    def standing(self) -> Snapshot:
        """Return the measured table with the terrain agreed on and the stands placed by hand."""
        return over(self.laid.on(self._seen_table.table), self._now.by_hand, self._seen_table.reserve)

    def walk(self, name: str, cm: float) -> None:
        """Take in that a stand was seen to move so far; what the side that plays moves of its own counts this turn.

        No act: nothing to undo. Where a ruling told it to go counts for nothing, nor does any way on a board.
        """
        memory, table = self._now.memory, self._seen_table.table
        stand = table.stand(name) if name in table and table.board is None else None
        if stand is None or stand.side != memory.side or name in memory.fallen or self.disturbed:
            return
        if cm >= LEAST_WALK_CM and not was_told(stand, memory, self._back):
            head = self.journal_head
            walked = draft("walked", Walked(stand=name, cm=cm, turn=memory.turn, side=memory.side))
            with suppress(VedetteError):  # it counts all the same; only who goes on later does not know of it
                self._keeper.keep([walked], memory)
            self.walks.add(Walk(memory.turn, memory.side, name, cm, head[0] if head else 0))

    def forget_walks(self, since: int, *written: Draft) -> None:
        """Let what was walked since a mark count for nothing, kept with what else is ``written``; raises NotSaved."""
        after = self.walks.counted_since(since)
        drafts = [*written, *([] if after is None else [draft("unwalked", Unwalked(since=after))])]
        if drafts:
            self._keeper.keep(drafts, self._now.memory)
        self.walks.forget(since)

    def declare(self, actor: str, target: str, verb: str = "shoot") -> Ruling:
        """Announce that one stand acts on another: ``declare_action`` of that verb."""
        return self.declare_action({"type": verb, "actor": actor, "target": target})

    def declare_action(self, action: Mapping[str, Any], frame: Frame | None = None) -> Ruling:
        """Announce an action on the table as it stands, with a verb of the game as ``type`` and that verb's keys.

        ``frame`` is its picture where that is not the newest: the one before a shot. Raises UnknownStand for a stand
        that is not on the table, BadFile for keys that the verb does not take, NotNow while a throw or a word is owed.
        """
        self.nothing_owed()
        self._undisturbed()
        action = resolve_names(self.game, action, self.table)
        table = table_for(action, self.table, self._now.memory, self.standing())
        unseen = self._seen_table.blind_to(named_stands(action), self._now.by_hand)
        if self.mode == "reveal" and not may_be_played(self.game, action, table, self._now.memory):
            actor = acting_stand_or_side(action)
            raise NotNow("it is not the turn of {actor}'s side: what is declared first is played", actor=actor)
        declared = Declaration(action, table, unseen=unseen)
        if self.mode == "reveal" and self._now.open_card is not None:
            raise NotNow("it was declared, and then revealed: play it, or close the card first")
        ruling = self._ruling_on(declared)
        declared = replace(declared, frame=frame or (self._picture() if self._picture is not None else None))
        after = replace(self._ruled(declared, ruling), confirmed=False)
        entry = entries.declared(declared.action, table, unseen, self.mode, declared.frame)
        if self.mode == "reveal":
            self._act("declaration", after, entry)
            return self.ruling
        self._now = self._kept(after, entry)
        self._history.measured_anew()
        return self.ruling

    @property
    def ruling(self) -> Ruling:
        """The ruling on what is declared; raises NotNow when nothing is."""
        if self._now.ruling is None:
            raise NotNow("nothing is declared: choose who acts and on whom")
        return self._now.ruling

    def throw(self, dice: Sequence[int | str], *, confirm: bool = False, by: Thrower = "table") -> Ruling:
        """Give the dice asked for; with ``confirm`` the effects of a finished ruling happen at once.

        ``by`` says whether they fell on the table or were Vedette's own. Raises NotNow for a die nobody asked for.
        """
        declared = self._declared_now()
        self._must_be_in_turn()
        if self.ruling.verdict != "allowed" or self.ruling.needs is None or not dice:
            raise NotNow("no throw is asked for")
        thrown = replace(declared, dice=(*declared.dice, *dice))
        ruling = self._ruling_on(thrown)
        if ruling.unused_dice:
            count, asked = len(ruling.unused_dice), self.ruling.needs.asked
            raise NotNow("{count} dice too many: {asked} is asked for", count=count, asked=asked)
        fell = draft("thrown", Thrown(dice=list(dice), by=by))
        self._act("throw", self._ruled(thrown, ruling), fell, confirm=confirm)
        return ruling

    @property
    def together(self) -> int:
        """Say how many of the dice asked for fall in one throw; at least one."""
        card, ruling, known = self._now.open_card, self._now.ruling, self._now.memory.known
        return 1 if card is None or ruling is None else self._judge.together(card, ruling, known)

    @property
    def in_turn(self) -> bool:
        """Say whether who acts may act in this turn; the other side's actions are measured only."""
        declared = self._now.declared
        return declared is None or may_be_played(self.game, declared.action, declared.table, self._now.memory)

    def _must_be_in_turn(self) -> None:
        if not self.in_turn:
            actor = acting_stand_or_side(self._declared_now().action)
            raise NotNow("it is not the turn of {actor}'s side: this is measured, not played", actor=actor)

    def decide(self, name: str, passed: bool, *, confirm: bool = False) -> Ruling:
        """Settle what was too close to call: one check by its ``name_of``, or all of a clause.

        With ``confirm`` the effects of a ruling this finishes happen at once. Raises NotNow when nothing of that name
        was too close.
        """
        declared = self._declared_now()
        close = [check for check in self.ruling.checks if check.verdict == "close"]
        if name not in {known for check in close for known in (check.clause, name_of(check))}:
            raise NotNow("{name} was not too close to call; there is nothing to decide", name=name)
        decided = replace(declared, decided={**declared.decided, name: passed})
        said = draft("decided", Decided(check=name, passed=passed))
        self._act("decision", self._ruled(decided, self._ruling_on(decided)), said, confirm=confirm and self.in_turn)
        return self.ruling

    @property
    def finished(self) -> bool:
        """Say whether the ruling is allowed and every die it asked for was thrown."""
        return self._now.finished

    def confirm(self) -> State:
        """Let the effects of a finished ruling happen; raises NotNow before that or a second time."""
        self._declared_now()
        if not self.finished:
            raise NotNow("the ruling is not finished: there is nothing to confirm")
        self._must_be_in_turn()
        self._act("confirm", self._now, confirm=True)
        return self._now.memory

    def amend(self, effects: Sequence[Effect], reason: str) -> State:
        """Let other effects happen than the ruling's, as the referee says; raises NotNow without a reason."""
        declared = self._declared_now()
        if not reason.strip():
            raise NotNow("say why: an amended ruling is kept with its reason")
        if self.ruling.needs is not None and self.ruling.verdict == "allowed":
            raise NotNow("a throw is still owed: throw it or undo it first")
        memory = self._reducer.after(self._now.memory, effects, declared.table)
        kept = entries.happened(declared, self.ruling, effects, reason.strip())
        self._act("amendment", replace(self._now, memory=memory, confirmed=True, odds=()), kept)
        return self._now.memory

    def withdraw(self) -> None:
        """Take the declaration off the card; raises NotNow while a throw or a word is owed."""
        self.nothing_owed()
        if self._now.declared is None:
            return
        if self.mode == "reveal" and not self._now.confirmed and self.in_turn:
            self._spend()
            return
        after = replace(self._now, declared=None, ruling=None, confirmed=False, odds=())
        self._now = self._kept(after, draft("withdrawn", Withdrawn()))

    def _spend(self) -> None:
        """Close the card of a declaration that was revealed: allowed it must be played, refused the shot is spent."""
        declared, ruling = self._declared_now(), self.ruling
        if ruling.verdict != "refused":
            raise NotNow("it was declared, and then revealed: throw the dice, or let the referee decide")
        spent = spent_by(declared.action, ruling, declared.table)
        memory = self._reducer.after(self._now.memory, spent, declared.table)
        kept = entries.happened(declared, ruling, spent, "declared, then revealed: the shot is spent")
        self._act("spent shot", MatchState(memory, by_hand=self._now.by_hand), kept)

    def choose_mode(self, mode: Mode) -> None:
        """Measure openly, or declare first and reveal then; raises NotNow in the middle of an action."""
        self.nothing_owed()
        if self._now.open_card is not None:
            raise NotNow("close the card first")
        self._now = self._kept(self._now, draft("note", Note(about="mode", text=mode)))
        self.mode = mode

    def note(self, written: Draft) -> int:
        """Write down what changes nothing of the match, and return the number of its entry; raises NotSaved."""
        return self._keeper.keep([written], self._now.memory)

    def happen(self, act: str, memory: State, written: Draft) -> None:
        """Let something happen that no ruling was asked for; an act that can be undone."""
        self.nothing_owed()
        self._act(act, MatchState(memory, by_hand=self._now.by_hand), written)

    def end_turn(self) -> State:
        """Let the other side begin; raises NotNow while a throw or a word is owed."""
        self.nothing_owed()
        self._undisturbed()
        table = self.table
        after = MatchState(self._reducer.next_turn(self._now.memory, table), by_hand=self._now.by_hand)
        self._act("end of turn", after, entries.turn_ended(table))
        return self._now.memory

    def undo(self) -> None:
        """Take back what is only declared, or the last throw, decision, confirmation or end of turn; raises NotNow."""
        if self.mode == "open" and self._now.untouched:
            return self.withdraw()
        return self._history.went_back(self._step(self._history.back, "undone", self._now.act or ""))

    def redo(self) -> None:
        """Do again what was undone last; raises NotNow when there is nothing, or something else was done since."""
        to = self._history.forth
        self._history.went_forth(self._step(to, "redone", to.act or ""))

    @property
    def can_redo(self) -> str | None:
        """Name the act that ``redo`` would do again."""
        return self._history.undone

    def _step(self, to: MatchState, kind: str, act: str) -> MatchState:
        """Go to another moment, and return the one that was left."""
        left = self._now
        self._keeper.keep([draft(kind, Undone(act=act, to=to.sequence))], to.memory)
        if left.declared is not None:  # whom its ruling told to move, the players put back
            stood = {stand.name: stand.centre for stand in left.declared.table.stands}
            self._back |= {name: stood[name] for name in left.memory.places if name in stood}
        self._now = to
        return left

    @property
    def owed(self) -> Literal["throw", "word"] | None:
        """Say what an action whose dice have begun to fall still waits for: a throw, or the referee's word."""
        return self._now.owed

    def _undisturbed(self) -> None:
        if self.disturbed:
            raise NotNow("stands are being put back: wait until all are, or end that first")

    def nothing_owed(self) -> None:
        """Raise NotNow while a throw or the referee's word is owed."""
        if self.owed == "throw":
            raise NotNow("a throw is still owed: throw it or undo it first")
        if self.owed == "word":
            raise NotNow("the referee's word is still owed: decide or undo first")

    def _declared_now(self) -> Declaration:
        if self._now.open_card is None:
            raise NotNow("nothing is declared: choose who acts and on whom")
        return self._now.open_card

    def _ruling_on(self, declared: Declaration) -> Ruling:
        return self._judge.ruling(declared, self._now.memory.known)

    def _ruled(self, declared: Declaration, ruling: Ruling) -> MatchState:
        """Return this moment with a ruling on its card."""
        odds = self._judge.odds(declared, ruling, self._now.memory.known)
        return replace(self._now, declared=declared, ruling=ruling, odds=odds)

    def _act(self, act: str, after: MatchState, *drafts: Draft, confirm: bool = False) -> None:
        """Go to the moment after an act once it is kept; ``confirm`` lets the effects of a finished ruling happen."""
        written = list(drafts)
        if confirm and after.finished and after.declared is not None and after.ruling is not None:
            declared, ruling = after.declared, after.ruling
            memory = self._reducer.after(after.memory, ruling.effects, declared.table)
            after = replace(after, memory=memory, confirmed=True)
            written.append(entries.happened(declared, ruling, ruling.effects))
        kept = self._kept(replace(after, act=act), *written)
        self.placings_ended = {}
        self._history.acted(self._now)
        self._now = kept

    def _kept(self, after: MatchState, *drafts: Draft) -> MatchState:
        """Return a moment with the number of its entry; raises NotSaved, and then nothing has happened."""
        sequence = self._keeper.keep(drafts, after.memory)
        return replace(after, sequence=sequence, ruled=sequence if drafts[-1][0] in RULED else after.ruled)
