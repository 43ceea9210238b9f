"""A game's effect reducer: what each kind of effect changes in what is known of a match, and what a turn clears."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.ruling import Effect, Facts
from rules.state import TABLE, State
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand

Change = Callable[[State, Effect, Snapshot], State]
"""What is known after an effect, from what was known and the table that was ruled on."""


def says(state: State, _effect: Effect, _table: Snapshot) -> State:
    """Change nothing: the effect only tells the players something."""
    return state


def each(*changes: Change) -> Change:
    """Make one change after the other."""

    def change(state: State, effect: Effect, table: Snapshot) -> State:
        for one in changes:
            state = one(state, effect, table)
        return state

    return change


def on_table(change: Callable[[State, Effect, Stand], State]) -> Change:
    """Make a change that is about the effect's stand, where that is on the table."""

    def changed(state: State, effect: Effect, table: Snapshot) -> State:
        if effect.stand is None or effect.stand not in table:
            return state
        return change(state, effect, table.stand(effect.stand))

    return changed


def of_stand(told: Callable[[Effect, Facts], Facts]) -> Change:
    """Change what is known of the effect's stand; ``told`` takes all its state till then."""

    def change(state: State, effect: Effect, stand: Stand) -> State:
        changes = told(effect, state.all_of(stand))
        return state.knowing(stand.name, changes) if changes else state

    return on_table(change)


def sets(**words: object) -> Change:
    """Set words of the stand's state."""
    return of_stand(lambda *_: words)


def copies(*same: str, **renamed: str) -> Change:
    """Copy values of the effect, where it has them, into the stand's state: under the same name, or another."""
    words = {**{word: word for word in same}, **renamed}
    return of_stand(lambda effect, _: {word: effect.values[v] for v, word in words.items() if v in effect.values})


done = of_stand(lambda effect, _: {effect.type: True, **effect.values})
"""The stand has done what the effect is called, with all its values."""

takes_damage = of_stand(lambda effect, before: {"damage": before.get("damage", 0) + effect.values.get("boxes", 0)})
"""The stand has the effect's ``boxes`` of damage besides what it had."""


@on_table
def goes(state: State, effect: Effect, stand: Stand) -> State:
    """Remember where the players are told to put the stand, and where it stood if it is the first to go this turn."""
    return replace(
        state, places={**state.places, stand.name: place_of(effect)},
        starts={stand.name: stand.centre, **state.starts}, headings={stand.name: stand.heading_deg, **state.headings},
    )  # fmt: skip


@on_table
def leaves(state: State, _effect: Effect, stand: Stand) -> State:
    """Take the stand off the table."""
    return replace(state, fallen={**state.fallen, stand.name: stand})


def of_side(told: Callable[[Effect, Facts], Facts]) -> Change:
    """Change what is known of the effect's ``side``."""

    def change(state: State, effect: Effect, _table: Snapshot) -> State:
        side = effect.values.get("side")
        if not isinstance(side, str):
            return state
        before = state.known.get(side, {})
        return replace(state, known={**state.known, side: {**before, **told(effect, before)}})

    return change


def side_is(word: str) -> Change:
    """Set a word of what is known of the side."""
    return of_side(lambda *_: {word: True})


def sides_begun(state: State) -> State:
    """Return what is known once a turn was played: every side knows that the battle has begun."""
    return replace(state, known={**state.known, **{s: {**state.known.get(s, {}), "begun": True} for s in state.sides}})


def counts(word: str) -> Change:
    """Add the effect's ``count``, or one, to a number that is known of the side."""
    return of_side(lambda effect, before: {word: int(before.get(word) or 0) + int(effect.values.get("count", 1))})


def of_table(state: State, effect: Effect, _table: Snapshot) -> State:
    """Learn what the effect says of the table as a whole."""
    return state.knowing_table(effect.values)


def begins(state: State, effect: Effect, _table: Snapshot) -> State:
    """Put the side that begins first; ``stood`` is where its stands stand then."""
    first = str(effect.values["side"])
    place = state.sides.index(first) if first in state.sides else 0
    stood = {str(name): (float(at[0]), float(at[1])) for name, at in effect.values.get("stood", {}).items()}
    return replace(
        state, side=state.sides[place], sides=state.sides[place:] + state.sides[:place],
        starts={**state.starts, **stood}, places={name: at for name, at in state.places.items() if name not in stood},
    )  # fmt: skip


def place_of(effect: Effect) -> tuple[float, float]:
    """Return where an effect puts a stand: ``to`` a place, or at x and y."""
    x, y = effect.values.get("to") or (effect.values["x"], effect.values["y"])
    return (float(x), float(y))


COMMON: Mapping[str, Change] = {
    "move": goes, "remove": leaves, "begins": begins, TABLE: of_table, "defeat": side_is("defeated"),
    "surrender": side_is("surrendered"),
}  # fmt: skip
"""The effects that every game has, unless it says otherwise of one."""
TURN_ENDS, PHASE = "turn_ends", "phase"
"""The effects with which a match goes on: the other side's turn, the next phase."""


@dataclass(frozen=True, kw_only=True)
class Reducer:
    """What a game's effects change, and what the end of a turn clears.

    ``changes`` are by an effect's type. ``moved`` are the types that tell the players to put a stand elsewhere.
    ``turn_state``, ``turn_words`` and ``side_words`` are the words of a stand's, a unit's and a side's state that are
    forgotten when a turn ends; ``round_over`` changes what is known of a unit once all sides
    have played, ``turn_over`` what is known of the match once one has.
    """

    changes: Mapping[str, Change] = field(default_factory=dict)
    moved: frozenset[str] = frozenset({"move"})
    turn_state: frozenset[str] = frozenset()
    turn_words: frozenset[str] = frozenset()
    side_words: frozenset[str] = frozenset()
    round_over: Callable[[Facts], Facts] = lambda known: known
    turn_over: Callable[[State], State] = lambda state: state

    def after(self, state: State, effects: Iterable[Effect], table: Snapshot) -> State:
        """Return what is known once these effects of a ruling on that table have happened.

        Raises BadInput for an effect that the game does not have.
        """
        for effect in effects:
            state = self._after(state, effect, table)
        return state

    def _after(self, state: State, effect: Effect, table: Snapshot) -> State:
        if effect.type == TURN_ENDS:
            return self.next_turn(state, table)
        if effect.type == PHASE:
            return self._next_phase(state, effect.values, table)
        change = self.changes.get(effect.type) or COMMON.get(effect.type)
        if change is None:
            raise BadInput("the game has no effect {effect}", effect=repr(effect.type))
        return change(state, effect, table)

    def knows(self, effect: str) -> bool:
        """Whether the game has such an effect."""
        return effect in self.changes or effect in COMMON or effect in (TURN_ENDS, PHASE)

    def next_turn(self, state: State, table: Snapshot | None = None) -> State:
        """Return what is known when the other side begins: what was done this turn is forgotten."""
        place = state.sides.index(state.side) + 1
        round_over = place == len(state.sides)
        kept = {name: without(known, self.turn_state) for name, known in state.states.items()}
        units = {name: without(known, self.turn_words) for name, known in state.units.items()}
        after = replace(
            state,
            states={name: known for name, known in kept.items() if known},
            units={name: self.round_over(known) if round_over else known for name, known in units.items()},
            known={name: without(known, self.side_words) for name, known in state.known.items()},
            starts=state.starts if table is None else {stand.name: stand.centre for stand in table.stands},
            headings=state.headings if table is None else {stand.name: stand.heading_deg for stand in table.stands},
            side=state.sides[place % len(state.sides)],
            turn=state.turn + round_over,
            struck={},
        )
        return self.turn_over(after)

    def _next_phase(self, state: State, values: Facts, table: Snapshot) -> State:
        """Return what is known once a phase begins: whose it is, what the table knows, what every stand forgets."""
        new_turn = bool(values.get("new_turn"))
        told = without(values, ("forget", "new_turn"))
        now = self.next_turn(state, table) if new_turn else state
        states = {name: without(known, values.get("forget") or ()) for name, known in now.states.items()}
        side = str(values.get("side") or state.side)
        return replace(now.knowing_table(told), states=states, turn=state.turn + new_turn, side=side)

    def rested(self, stand: Stand) -> Stand:
        """Return a stand once its turn has ended."""
        return replace(stand, state=without(stand.state, self.turn_state))

    def obeyed(self, table: Snapshot, effects: Iterable[Effect]) -> Snapshot:
        """Return the table after the players have put every stand where the effects say."""
        for effect in effects:
            if effect.type in self.moved and effect.stand is not None and effect.stand in table:
                stand = table.stand(effect.stand)
                table = table.with_stand(stand.moved_to(*place_of(effect), effect.values.get("heading_deg")))
        return table


def without(known: Facts, words: Iterable[str]) -> dict[str, object]:
    """Return what is known but for some words."""
    left_out = set(words)
    return {word: value for word, value in known.items() if word not in left_out}
