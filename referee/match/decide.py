"""What comes of what people ask: the events that are to be written down, or why it does not fit the moment.

Each function is a command; it raises NotNow, BadInput or what the table or the rules say against it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from referee.action_roles import (
    acting_stand_or_side,
    is_bound,
    may_be_played,
    measures,
    named_stands,
    resolve_names,
    spent_by,
    table_for,
)
from referee.journal import payloads
from referee.journal.payloads import SPENT, Confirmed, Frame, Note, Payload
from referee.journal.stands import KeptTable
from referee.match.by_hand import Placing, Placings, placings_data
from referee.match.judge import Judge, name_of
from referee.match.state import Declaration, MatchState, Mode, NotNow, StillOwed, Thrower
from referee.match.table import CurrentTable
from referee.terrain.agreed_terrain import AgreedTerrain, check_pieces, terrain_data
from rules.effect_reducer import TURN_ENDS
from rules.goal import Goal, Result, ending
from rules.obligation import Obligation
from rules.registry import game_named
from rules.ruling import Effect, Ruling
from rules.turn_order import END_TURN
from table.errors import BadInput
from table.snapshot import Snapshot
from table.terrain import Piece

Events = tuple[Payload, ...]
"""What is written down together, all or none."""


@dataclass(frozen=True)
class Present:
    """What is decided on: the match's state, the table as it is now and for rules, and who rules."""

    now: MatchState
    table: CurrentTable
    for_rules: Snapshot
    judge: Judge

    @property
    def in_turn(self) -> bool:
        """Whether who acts may act in this turn; the other side's actions are measured only."""
        declared = self.now.declared
        return declared is None or may_be_played(self.judge.game, declared.action, declared.table, self.now.memory)

    @property
    def card(self) -> tuple[Declaration, Ruling]:
        """What is declared and has not happened, and the ruling on it; raises NotNow where nothing is."""
        if self.now.open_card is None or self.now.ruling is None:
            raise NotNow("nothing is declared: choose who acts and on whom")
        return self.now.open_card, self.now.ruling

    @property
    def bound(self) -> bool:
        """Whether what is on the card was declared first: it is played, or spent where it is refused."""
        return is_declared_first(self.now, self.judge.game)

    def need_turn(self) -> None:
        """Raise NotNow where the action on the card is only measured."""
        if not self.in_turn:
            actor = acting_stand_or_side(self.card[0].action)
            raise NotNow("it is not the turn of {actor}'s side: this is measured, not played", actor=actor)

    def need_undisturbed(self) -> None:
        """Raise NotNow while stands are being put back."""
        if self.table.disturbed:
            raise NotNow("stands are being put back: wait until all are, or leave the rest")

    def ruled(self, declared: Declaration) -> Ruling:
        """Return the ruling on an action."""
        return self.judge.ruling(declared, self.now.memory.known)


def declare(at: Present, action: Mapping[str, Any], frame: Frame | None) -> Events:
    """Announce an action: a verb of the game as ``type``, with that verb's keys; ``frame`` is its table's picture."""
    at.now.need_nothing_owed()
    at.need_undisturbed()
    game, memory, table = at.judge.game, at.now.memory, at.for_rules
    action = resolve_names(game, action, table)
    table = table_for(action, table, memory)
    unseen = [name for name in named_stands(action) if name in at.table.unseen and name not in at.now.by_hand]
    mode: Mode = at.now.mode if is_bound(game, action) else "open"
    if mode == "reveal" and not may_be_played(game, action, table, memory):
        actor = acting_stand_or_side(action)
        raise NotNow("it is not the turn of {actor}'s side: what is declared first is played", actor=actor)
    if at.bound:
        raise NotNow("it was declared, and then revealed: play it, or close the card first")
    at.ruled(Declaration(action, table))  # what the rules raise here is not written down
    kept = KeptTable.of(table)
    return (payloads.Declared(action=action, table=kept, unseen=unseen, mode=mode, frame=frame),)


def throw(at: Present, dice: Sequence[int | str], *, confirm: bool, by: Thrower) -> Events:
    """Give the dice asked for; with ``confirm`` the effects of a ruling this finishes happen at once."""
    declared, ruling = at.card
    at.need_turn()
    if ruling.verdict != "allowed" or ruling.needs is None or not dice:
        raise NotNow("no throw is asked for")
    thrown = replace(declared, dice=(*declared.dice, *dice))
    after = at.ruled(thrown)
    if after.unused_dice:
        count, asked = len(after.unused_dice), ruling.needs.asked
        many = "{count} dice too many: {asked} is asked for" if count > 1 else "a die too many: {asked} is asked for"
        raise NotNow(many, count=count, asked=asked)
    fell = payloads.Thrown(dice=list(dice), by=by)
    return (fell, *_at_once(thrown, after)) if confirm else (fell,)


def decide(at: Present, name: str, passed: bool, *, confirm: bool) -> Events:
    """Settle what was too close to call: one check by its ``name_of``, or all of a clause."""
    declared, ruling = at.card
    close = [check for check in ruling.checks if check.verdict == "close"]
    if name not in {known for check in close for known in (check.clause, name_of(check))}:
        raise NotNow("{name} was not too close to call; there is nothing to decide", name=name)
    decided = replace(declared, decided={**declared.decided, name: passed})
    after = at.ruled(decided)
    said = payloads.Decided(check=name, passed=passed)
    return (said, *_at_once(decided, after)) if confirm and at.in_turn else (said,)


def confirm(at: Present) -> Events:
    """Let the effects of a finished ruling happen."""
    declared, ruling = at.card
    if not at.now.finished:
        raise NotNow("the ruling is not finished: there is nothing to confirm")
    at.need_turn()
    return _at_once(declared, ruling)


def amend(at: Present, effects: Sequence[Effect], reason: str) -> Events:
    """Let other effects happen than the ruling's, as the referee says, and why."""
    declared, ruling = at.card
    if not reason.strip():
        raise NotNow("say why: an amended ruling is kept with its reason")
    if ruling.needs is not None and ruling.verdict == "allowed":
        raise NotNow("a throw is still owed: throw it or undo it first")
    return (_happened(declared, ruling, effects, reason.strip()),)


def withdraw(at: Present) -> Events:
    """Close the card; one that was revealed must be played where it is allowed, and is spent where it is refused."""
    at.now.need_nothing_owed()
    if at.now.declared is None:
        return ()
    if not at.bound or not at.in_turn:
        return (payloads.Withdrawn(),)
    if at.card[1].verdict != "refused":
        raise NotNow("it was declared, and then revealed: throw the dice, or let the referee decide")
    return _spent(at)


def end_turn(at: Present, obligations: Sequence[Obligation], *, waive: bool) -> Events:
    """Let the other side begin; what holds the turn must be done first, or waived by the referee.

    Where the game judges the end of a turn, and it brings more than the next one, that is a ruling, and happens.
    """
    at.now.need_nothing_owed()
    at.need_undisturbed()
    held_by = tuple(each for each in obligations if each.holds_the_turn)
    if held_by and not waive:
        raise StillOwed(held_by)
    if not held_by and END_TURN in game_named(at.judge.game).verbs:
        declared = Declaration({"type": END_TURN}, at.for_rules)
        ruling = at.ruled(declared)
        if any(effect.type != TURN_ENDS for effect in ruling.effects):
            kept = KeptTable.of(declared.table)
            event = payloads.Declared(action=dict(declared.action), table=kept, unseen=[], mode=at.now.mode, frame=None)
            return (event, *_at_once(declared, ruling))
    waived = tuple(payloads.Waived(clause=each.clause, key=each.key, detail=dict(each.detail)) for each in held_by)
    return (payloads.TurnEnded(table=KeptTable.of(at.for_rules), waived=waived),)


def end_match(at: Present, result: Result, winner: str | None, goals: Sequence[Goal]) -> Events:
    """End the match: by the rules where they name that winner, else as those who play agreed."""
    at.now.need_nothing_owed()
    at.need_undisturbed()
    if at.now.open_card is not None:
        raise NotNow("close the card first")
    if (result == "won") != (winner is not None) or (winner is not None and winner not in at.now.memory.sides):
        raise BadInput("say which side has won, or that nobody has")
    return (
        payloads.MatchEnded(**asdict(ending(result, winner, at.now.memory, goals)), table=KeptTable.of(at.for_rules)),
    )


def sign(at: Present, side: str, ended: tuple[int, str], signed: Collection[str]) -> Events:
    """Let a side agree to how the match ended: to the entry, with its seal, that says so."""
    if at.now.ended is None:
        raise NotNow("the match has not ended: there is nothing to sign")
    if side not in at.now.memory.sides:
        raise BadInput("say which side signs")
    if side in signed:
        raise NotNow("this side has signed already")
    return (payloads.Signed(side=side, of=ended[0], seal=ended[1]),)


def agree_position(at: Present) -> Events:
    """On a board: agree that everybody stands on the cell he is measured on."""
    at.now.need_nothing_owed()
    return (payloads.Agreed(table=KeptTable.of(at.now.memory.over(at.table.standing(at.now)))),)


def place(at: Present, name: str, placing: Placing) -> Events:
    """Put a stand where the referee says it stands, in place of what the camera saw."""
    at.now.need_going_on()
    table = at.table.measured
    if name in at.now.memory.fallen:
        raise NotNow("{name} is out of the battle; undo brings the figure back", name=name)
    if not (0 <= placing.x <= table.width_cm and 0 <= placing.y <= table.depth_cm):
        raise BadInput("a stand is placed on the table: x and y must lie on it")
    if name not in at.table.reserve:
        table.stand(name)
    if name in table and name not in at.table.unseen:
        seen = table.stand(name)
        placing = replace(placing, seen_at=(seen.x, seen.y, seen.heading_deg))
    return (placed_note({**at.now.by_hand, name: placing}, {name: "placed"}),)


def unplace(at: Present, name: str) -> Events:
    """Give a stand that was placed by hand back to the camera."""
    at.now.need_going_on()
    if name not in at.now.by_hand:
        raise NotNow("{name} was not placed by hand", name=name)
    left = {other: placing for other, placing in at.now.by_hand.items() if other != name}
    return (placed_note(left, {name: "taken back"}),)


def lay_terrain(at: Present, pieces: Sequence[Piece]) -> Events:
    """Agree on other terrain."""
    at.now.need_going_on()
    if at.now.laid.locked:
        raise NotNow("the terrain is locked: the referee unlocks it first")
    check_pieces(pieces, at.table.measured.width_cm, at.table.measured.depth_cm)
    return (_terrain_note(at.now.laid.with_pieces(pieces), "changed"),)


def lock_terrain(at: Present, locked: bool) -> Events:
    """Lock the terrain, so that nobody changes it, or unlock it."""
    if locked == at.now.laid.locked:
        return ()
    return (_terrain_note(at.now.laid.with_lock(locked), "locked" if locked else "unlocked"),)


def choose_mode(at: Present, mode: Mode) -> Events:
    """Measure openly, or declare first and reveal then."""
    at.now.need_nothing_owed()
    if at.now.open_card is not None:
        raise NotNow("close the card first")
    return (Note(about="mode", text=mode),)


def undo(at: Present) -> Events:
    """Take back what is only declared, or else the last act; what was revealed meanwhile is spent.

    Who takes that back has what was revealed on the card again, to be played, as long as nobody may measure.
    """
    if at.now.untouched and not at.bound:
        return withdraw(at)
    if is_revealed(at.now, at.judge.game):
        return _spent(at)
    if at.now.act is None:
        raise NotNow("there is nothing to undo")
    to = at.now.act.revealed if at.now.mode == "reveal" else 0
    return (payloads.Undone(act=at.now.act.name, to=to or at.now.act.to),)


def redo(at: Present) -> Events:
    """Do again what was undone last."""
    if not at.now.undone:
        raise NotNow("there is nothing to do again")
    return (payloads.Redone(act=at.now.undone[-1].name, to=at.now.undone[-1].to),)


def placed_note(placings: Placings, what: Mapping[str, str]) -> Note:
    """Return the note on what was placed, taken back or seen again, with everything that is placed by hand now."""
    said = ", ".join(f"{name}: {how}" for name, how in what.items())
    return Note(about="by_hand", text=said, data={"stands": dict(what), "placings": placings_data(placings)})


def _terrain_note(laid: AgreedTerrain, what: str) -> Note:
    return Note(about="terrain", text=what, data=terrain_data(laid))


def is_revealed(now: MatchState, game: str) -> bool:
    """Say whether distances were shown for what is declared and not begun: taken back, it is spent."""
    return is_declared_first(now, game) and now.untouched and now.declared is not None and measures(now.declared.action)


def is_declared_first(now: MatchState, game: str) -> bool:
    """Say whether what is on the card, and has not happened, was declared before anything of it was told."""
    return now.mode == "reveal" and now.open_card is not None and is_bound(game, now.open_card.action)


def _spent(at: Present) -> Events:
    """Return the event that spends a declaration whose distances were shown: measuring costs the shot or the move."""
    declared, ruling = at.card
    return (_happened(declared, ruling, spent_by(declared.action, ruling, declared.table), SPENT),)


def _at_once(declared: Declaration, ruling: Ruling) -> Events:
    """Return that a ruling's effects happen, where it is finished."""
    finished = ruling.verdict == "allowed" and ruling.needs is None
    return (_happened(declared, ruling, ruling.effects),) if finished else ()


def _happened(
    declared: Declaration, ruling: Ruling, effects: Sequence[Effect], amended: str | None = None
) -> Confirmed:  # fmt: skip
    return Confirmed(
        action=dict(declared.action), table=KeptTable.of(declared.table), dice=list(declared.dice),
        decided=dict(declared.decided), ruling=ruling.as_dict(), effects=tuple(effects), amended=amended,
        frame=declared.frame,
    )  # fmt: skip
