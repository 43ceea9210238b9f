"""Random matches of Ancients, half of them nonsense: after every act the engine and a second referee must agree."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from ancients_oracle import FACES, Cell, apart, beside, sections_of
from ancients_second import CELLS, Piece, Second
from ancients_tables import FAR, NEAR, SETTINGS, Man, matters, table_of

from rules.ancients.effects import REDUCER
from rules.registry import game_named
from rules.state import State
from rules.turn_order import rule_in_turn

ARMY = (
    "light_infantry", "light_infantry_bow", "auxilia", "medium_infantry", "warriors", "heavy_infantry", "light_cavalry",
    "medium_cavalry", "elephants", "leader",
)  # fmt: skip
Action = dict[str, Any]


def armies(chance: Random) -> list[Man]:
    """Two small armies close to each other, a leader of each with a unit."""
    men = []
    for side, rows in ((NEAR, (2, 3, 4)), (FAR, (5, 6, 7))):
        spots = chance.sample([(c, r) for c in range(2, 11) for r in rows], len(ARMY))
        spots[-1] = spots[chance.randrange(len(ARMY) - 1)]
        men += [Man(f"{side} {kind}", side, kind, cell) for kind, cell in zip(ARMY, spots, strict=True)]
    return men


def near_enemies(match: Second, piece: Piece, most: int) -> list[Piece]:
    found = [o for o in match.enemies(piece) if apart(piece.cell, o.cell) <= most]
    return sorted(found, key=lambda o: (o.kind == "leader", apart(piece.cell, o.cell), o.name))


def steps(chance: Random, start: Cell, many: int) -> list[list[int]]:
    """Return a way of so many random steps, perhaps off the board."""
    way = [start]
    for _ in range(many):
        way.append(chance.choice(sorted(beside(way[-1]))))
    return [list(cell) for cell in way[1:]]


def attempts(match: Second, chance: Random) -> Iterator[Action]:
    """Yield what players might try in a phase, and at last the end of it."""
    own, units = match.own(), [p for p in match.own() if p.kind != "leader"]
    if match.phase == "order":
        for section in chance.sample(["left", "centre", "right"], 1):
            chosen = chance.sample([p.name for p in own], min(len(own), chance.randint(1, 4)))
            yield {"type": "order", "units": chosen, "section": section, "number": chance.randint(1, 4)}
        names = [p.name for p in own if "centre" in sections_of(p.cell)]
        yield {"type": "order", "units": names[:5], "section": "centre", "number": 5}
    elif match.phase == "move":
        for piece in chance.sample(own, min(len(own), 7)):
            led = piece.kind == "leader" and any(o.cell == piece.cell for o in own if o is not piece)
            way = steps(chance, piece.cell, chance.choice((1, 1, 2, 2, 3, 4)))
            yield {"type": "detach" if led else "move", "actor": piece.name, "path": way}
    elif match.phase == "battle":
        for piece in chance.sample(units, len(units)):
            for other in near_enemies(match, piece, 4)[:3]:
                verb = "close" if apart(piece.cell, other.cell) == 1 and other.kind != "leader" else "shoot"
                yield {"type": verb, "actor": piece.name, "target": other.name}
    yield {"type": "next"}


def retreats(match: Second) -> Iterator[Action]:
    """Yield the retreats that are owed, each by the first way back there is."""
    for piece in sorted((p for p in match.pieces.values() if p.owes), key=lambda p: p.name):
        held = {o.cell for o in match.pieces.values()}
        on = -1 if piece.side == NEAR else 1
        ways: list[list[Cell]] = [[piece.cell]]
        for _ in range(piece.owes):
            free = CELLS - held
            ways = [[*w, t] for w in ways for t in sorted(beside(w[-1]) & free) if t[1] == w[-1][1] + on]
        yield {"type": "retreat", "actor": piece.name, "path": [list(cell) for cell in ways[0][1:]] if ways else []}


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(6))
def test_act_by_act(seed: int) -> None:
    chance = Random(seed)
    men = armies(chance)
    table, settings = table_of(men), SETTINGS | {"book": "example"}
    state = State((NEAR, FAR), known=game_named("ancients").strengths(table))
    second = Second({m.name: Piece(m.name, m.side, m.kind, m.cell) for m in men}, (NEAR, FAR))
    found: Counter[str] = Counter()
    verbs: Counter[str] = Counter()

    def both(action: Action) -> None:
        nonlocal table, state
        dice = [chance.choice(FACES) for _ in range(12)] if action["type"] in ("shoot", "close") else []
        why, facts = second.judge(action, dice)
        thrown = dice[: len(dice) - len(second.unused)] if why is None else dice
        before = state.over(table)
        ruling = rule_in_turn("ancients", before, action, thrown, settings, {}, "match", state)
        clauses = {c.clause for c in ruling.checks if c.verdict == "failed" and not c.modifies}
        assert (ruling.verdict == "allowed") == (why is None), (action, thrown, why, clauses)
        assert ruling.verdict == "refused" or (ruling.needs, ruling.unused_dice) == (None, ()), (action, thrown)
        assert matters(ruling) == sorted(facts, key=repr), (action, thrown)
        assert why is None or ruling.effects == ()
        table, state = REDUCER.obeyed(table, ruling.effects), REDUCER.after(state, ruling.effects, before)
        found[why or "allowed"] += 1
        verbs[action["type"]] += why is None

    both({"type": "start", "side": chance.choice((NEAR, FAR))})
    for _ in range(30):
        for action in attempts(second, chance):
            gone = {action.get("actor"), action.get("target")} - {None} - set(second.pieces)
            if gone or second.winner is not None:
                continue
            both(action)
            for back in list(retreats(second)):
                if not back["path"]:
                    return  # nowhere to go: what that costs is the book's own
                both(back)
            piece = second.pieces.get(str(action.get("actor")))
            if piece is not None and piece.may_advance is not None and chance.random() < 0.5:
                both({"type": "advance", "actor": piece.name, "to": list(piece.may_advance)})
    assert {"allowed", "C3.2", "C8.1"} <= set(found)
    assert found["allowed"] > 35
