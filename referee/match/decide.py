"""What comes of a command: the events that are to be written down, or why it does not fit the moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch

from referee.action_roles import acting_stand_or_side, may_be_played, named_stands, resolve_names, spent_by, table_for
from referee.journal.kept_table import KeptTable
from referee.journal.payloads import (
    SPENT,
    Agreed,
    Confirmed,
    Decided,
    Declared,
    Note,
    Payload,
    Redone,
    Thrown,
    TurnEnded,
    Undone,
    Withdrawn,
)
from referee.match import commands
from referee.match.by_hand import Placings, placings_data
from referee.match.judge import Judge, name_of
from referee.match.state import Declaration, MatchState, NotNow
from referee.match.table import CurrentTable
from referee.terrain.agreed_terrain import AgreedTerrain, check_pieces, terrain_data
from rules.ruling import Effect, Ruling
from table.errors import BadInput
from table.snapshot import Snapshot

Events = tuple[Payload, ...]
"""What is written down together, all or none."""


@dataclass(frozen=True)
class Present:
    """What a command is decided on: the match's state, the table as it is now and for rules, and who rules."""

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

    def need_turn(self) -> None:
        """Raise NotNow where the action on the card is only measured."""
        if not self.in_turn:
            actor = acting_stand_or_side(self.card[0].action)
            raise NotNow("it is not the turn of {actor}'s side: this is measured, not played", actor=actor)

    def need_undisturbed(self) -> None:
        """Raise NotNow while stands are being put back."""
        if self.table.disturbed:
            raise NotNow("stands are being put back: wait until all are, or end that first")

    def ruled(self, declared: Declaration) -> Ruling:
        """Return the ruling on an action."""
        return self.judge.ruling(declared, self.now.memory.known)


@singledispatch
def decide(command: commands.Command, at: Present) -> Events:  # noqa: ARG001
    """Return the events that a command brings; raises NotNow, BadInput or what the table or the rules say against."""
    raise TypeError(f"{command!r} is no command")


@decide.register
def _(command: commands.Declare, at: Present) -> Events:
    at.now.need_nothing_owed()
    at.need_undisturbed()
    game, memory, table = at.judge.game, at.now.memory, at.for_rules
    action = resolve_names(game, command.action, table)
    table = table_for(action, table, memory, at.table.standing(at.now))
    unseen = at.table.blind_to(named_stands(action), at.now.by_hand)
    if at.now.mode == "reveal":
        if not may_be_played(game, action, table, memory):
            actor = acting_stand_or_side(action)
            raise NotNow("it is not the turn of {actor}'s side: what is declared first is played", actor=actor)
        if at.now.open_card is not None:
            raise NotNow("it was declared, and then revealed: play it, or close the card first")
    at.ruled(Declaration(action, table))  # what the rules raise here is not written down
    kept = KeptTable.of(table)
    return (Declared(action=action, table=kept, unseen=list(unseen), mode=at.now.mode, frame=command.frame),)


@decide.register
def _(command: commands.Throw, at: Present) -> Events:
    declared, ruling = at.card
    at.need_turn()
    if ruling.verdict != "allowed" or ruling.needs is None or not command.dice:
        raise NotNow("no throw is asked for")
    thrown = replace(declared, dice=(*declared.dice, *command.dice))
    after = at.ruled(thrown)
    if after.unused_dice:
        count, asked = len(after.unused_dice), ruling.needs.asked
        raise NotNow("{count} dice too many: {asked} is asked for", count=count, asked=asked)
    fell = Thrown(dice=list(command.dice), by=command.by)
    return (fell, *_at_once(thrown, after)) if command.confirm else (fell,)


@decide.register
def _(command: commands.Decide, at: Present) -> Events:
    declared, ruling = at.card
    close = [check for check in ruling.checks if check.verdict == "close"]
    if command.name not in {known for check in close for known in (check.clause, name_of(check))}:
        raise NotNow("{name} was not too close to call; there is nothing to decide", name=command.name)
    decided = replace(declared, decided={**declared.decided, command.name: command.passed})
    after = at.ruled(decided)
    said = Decided(check=command.name, passed=command.passed)
    return (said, *_at_once(decided, after)) if command.confirm and at.in_turn else (said,)


@decide.register
def _(_: commands.Confirm, at: Present) -> Events:
    declared, ruling = at.card
    if not at.now.finished:
        raise NotNow("the ruling is not finished: there is nothing to confirm")
    at.need_turn()
    return _at_once(declared, ruling)


@decide.register
def _(command: commands.Amend, at: Present) -> Events:
    declared, ruling = at.card
    if not command.reason.strip():
        raise NotNow("say why: an amended ruling is kept with its reason")
    if ruling.needs is not None and ruling.verdict == "allowed":
        raise NotNow("a throw is still owed: throw it or undo it first")
    return (_happened(declared, ruling, command.effects, command.reason.strip()),)


@decide.register
def _(_: commands.Withdraw, at: Present) -> Events:
    """Close the card; one that was revealed must be played where it is allowed, and is spent where it is refused."""
    at.now.need_nothing_owed()
    if at.now.declared is None:
        return ()
    if at.now.mode != "reveal" or at.now.confirmed or not at.in_turn:
        return (Withdrawn(),)
    declared, ruling = at.card
    if ruling.verdict != "refused":
        raise NotNow("it was declared, and then revealed: throw the dice, or let the referee decide")
    return (_happened(declared, ruling, spent_by(declared.action, ruling, declared.table), SPENT),)


@decide.register
def _(_: commands.EndTurn, at: Present) -> Events:
    at.now.need_nothing_owed()
    at.need_undisturbed()
    return (TurnEnded(table=KeptTable.of(at.for_rules)),)


@decide.register
def _(_: commands.AgreePosition, at: Present) -> Events:
    at.now.need_nothing_owed()
    return (Agreed(table=KeptTable.of(at.now.memory.over(at.table.standing(at.now)))),)


@decide.register
def _(command: commands.Place, at: Present) -> Events:
    name, placing, table = command.name, command.placing, at.table.measured
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


@decide.register
def _(command: commands.Unplace, at: Present) -> Events:
    if command.name not in at.now.by_hand:
        raise NotNow("{name} was not placed by hand", name=command.name)
    left = {name: placing for name, placing in at.now.by_hand.items() if name != command.name}
    return (placed_note(left, {command.name: "taken back"}),)


@decide.register
def _(command: commands.LayTerrain, at: Present) -> Events:
    if at.now.laid.locked:
        raise NotNow("the terrain is locked: the referee unlocks it first")
    check_pieces(command.pieces, at.table.measured.width_cm, at.table.measured.depth_cm)
    return (_terrain_note(at.now.laid.with_pieces(command.pieces), "changed"),)


@decide.register
def _(command: commands.LockTerrain, at: Present) -> Events:
    if command.locked == at.now.laid.locked:
        return ()
    return (_terrain_note(at.now.laid.with_lock(command.locked), "locked" if command.locked else "unlocked"),)


@decide.register
def _(command: commands.ChooseMode, at: Present) -> Events:
    at.now.need_nothing_owed()
    if at.now.open_card is not None:
        raise NotNow("close the card first")
    return (Note(about="mode", text=command.mode),)


@decide.register
def _(_: commands.Undo, at: Present) -> Events:
    """Take back what is only declared, or else the last act."""
    if at.now.mode == "open" and at.now.untouched:
        return decide(commands.Withdraw(), at)
    if at.now.act is None:
        raise NotNow("there is nothing to undo")
    return (Undone(act=at.now.act.name, to=at.now.act.to),)


@decide.register
def _(_: commands.Redo, at: Present) -> Events:
    if not at.now.undone:
        raise NotNow("there is nothing to do again")
    return (Redone(act=at.now.undone[-1].name, to=at.now.undone[-1].to),)


def placed_note(placings: Placings, what: Mapping[str, str]) -> Note:
    """Return the note on what was placed, taken back or seen again, with everything that is placed by hand now."""
    said = ", ".join(f"{name}: {how}" for name, how in what.items())
    return Note(about="by_hand", text=said, data={"stands": dict(what), "placings": placings_data(placings)})


def _terrain_note(laid: AgreedTerrain, what: str) -> Note:
    return Note(about="terrain", text=what, data=terrain_data(laid))


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
