"""Ancients on the page: orders by card, where a unit may go and whether it battles then, whom it may shoot (C3-C10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from shapely import Point, Polygon

from rules.ancients.board_aftermath import advances, back_acts, hexes_back, losses, retreats
from rules.ancients.board_cards import NUMBERS, card_acts
from rules.ancients.box import CODES
from rules.ancients.cards import SECTIONS
from rules.ancients.inference import infer_moves
from rules.ancients.obligations import owes_retreat
from rules.ancients.orders import orders_known
from rules.ancients.phases import BATTLE, MOVE, ORDER
from rules.ancients.position import AncientsBoard, likeliest
from rules.ancients.ranged_combat import aims
from rules.ancients.routes import routes
from rules.ancients.sections import dotted_lines, sections_of
from rules.ancients.settings import AncientsSettings
from rules.ancients.side import is_far
from rules.ancients.state import AncientsSide, AncientsTable, state_of
from rules.ancients.units import UnitType, blocks_left, has_battled, is_leader
from rules.board_cells import Cell, cells_of
from rules.board_play import (
    AttackOption,
    BoardPlay,
    BoardPosition,
    Choice,
    Chosen,
    Destination,
    Face,
    LegalAct,
    Mark,
    Overlay,
    Phase,
    Ring,
    Said,
    Target,
)  # fmt: skip
from rules.on_board import (
    act,
    board_of,
    cell_of,
    completed,
    completed_as,
    fact,
    known,
    labels,
    refused_destination,
    ring_of,
    seen_acts,
)  # fmt: skip
from rules.registry import game_named
from rules.seen_move import SeenMove
from rules.settings import read_settings
from table.hexes import distance
from table.snapshot import Snapshot
from table.stand import Stand

SHAPES: Mapping[str | None, str] = {"green": "circle", "blue": "triangle", "red": "square", None: "star"}


class AncientsPlay(BoardPlay):
    """What Ancients tells of a turn."""

    def cells(self, now: BoardPosition) -> Mapping[str, Cell]:
        """Return the hexes of the board; the rows between may have one less (C1.1)."""
        places, cells = _places(now), cells_of(now.board)
        return {label: cells[label] for label in map(places.label, places.hexes_on_board())}

    def choice(self, now: BoardPosition, chosen: Chosen) -> Choice:
        """Return what the chosen unit may do in this phase."""
        places = _places(now)
        stand = places.table.stand(chosen.actor)
        at = cell_of(now, stand.name)
        base = Choice(stand.name, at, facts=tuple(_facts(places, stand)), rings=tuple(_rings(now, places, stand)))
        if owes_retreat(stand) or stand.side != now.memory.side:
            acts = (*back_acts(now, places, stand), *losses(now, places, stand))
            return replace(base, destinations=tuple(retreats(now, places, stand)), acts=acts, rings=())
        if _table(now).phase == ORDER:
            return _ordering(now, base, chosen)
        destinations = tuple(_destinations(now, places, stand))
        others = [*_leader_acts(now, places, stand), *losses(now, places, stand)]
        first = act(now, type="move", actor=stand.name, to=destinations[0].cell) if destinations else None
        if first is not None and first.ruling.verdict == "refused":
            destinations, others = (), [LegalAct({"type": "move", "actor": stand.name}, first.ruling), *others]
        followed = tuple(advances(now, places, stand))
        taken = {there.cell for there in followed}
        destinations += (*followed, *(there for there in retreats(now, places, stand) if there.cell not in taken))
        return Choice(
            stand.name, at, destinations, tuple(_targets(now, places, stand, chosen)), tuple(others), base.rings,
            facts=base.facts, refused=refused_destination(now, chosen, destinations, "move"),
            path=(at, chosen.to) if chosen.to is not None else (),
        )  # fmt: skip

    def acts(self, now: BoardPosition) -> tuple[LegalAct, ...]:
        """Return the end of the phase; before the battle who may begin it (C3.1)."""
        if _table(now).phase is not None:
            return (act(now, type="next"),)
        first = _settings(now).start_player
        sides = now.memory.sides if first is None else (first,)
        return tuple(act(now, type="start", side=side) for side in sides)

    def ready(self, now: BoardPosition) -> tuple[str, ...]:
        """Return the units that have something to do in this phase."""
        places, phase = _places(now), _table(now).phase
        own = [stand for stand in places.table.stands if stand.side == now.memory.side]
        if phase == ORDER:
            return () if _table(now).card_played else tuple(s.name for s in own if not state_of(s).ordered)
        if orders_known(_table(now), own):
            own = [stand for stand in own if state_of(stand).ordered]
        if phase == BATTLE:
            owing = tuple(stand.name for stand in places.table.stands if owes_retreat(stand))
            return owing or tuple(stand.name for stand in own if _has_battle(places, stand, sealed=now.sealed))
        if phase in (MOVE, None):
            return tuple(s.name for s in own if not state_of(s).moved_hexes and not state_of(s).moved)
        return ()

    def faces(self, now: BoardPosition) -> Mapping[str, Face]:
        """Return each unit's sign, letters and blocks; a leader lies above his unit."""
        types = _settings(now).types()
        return {stand.name: _face(stand, types[stand.kind]) for stand in completed(now).stands}

    def phase(self, now: BoardPosition) -> Phase | None:
        """Return the phase, what to do in it, the orders and the banners."""
        table = _table(now)
        phase = table.phase
        if phase is None:
            return None
        facts = [fact("fact_banners", side=side, count=_side(now, side).banners,
                      enough=_enough(now, side)) for side in now.memory.sides]  # fmt: skip
        if table.card_played:
            facts.insert(0, fact("fact_orders", count=table.orders or 0))
        named = fact(f"phase_{phase}", side=now.memory.side)
        return Phase(named, _now(now, phase), tuple(facts))

    def overlays(self, now: BoardPosition) -> tuple[Overlay, ...]:
        """Return the sections as the side that plays sees them; a hex on a dotted line is of two (C1.1)."""
        board, settings = board_of(now), _settings(now)
        far = _sits_far(now)
        found: dict[str, list[str]] = {section: [] for section in SECTIONS}
        cells = _places(now).hexes_on_board()
        for here in cells:
            for section in sections_of(board, here, settings, far):
                found[section] += labels(board, [here])
        said = tuple(fact("said_section", name=fact(f"section_{section}"), count=len(found[section]),
                          both=", ".join(_in_two(found, section))) for section in SECTIONS)  # fmt: skip
        layers = tuple((section, tuple(found[section])) for section in SECTIONS)
        return (Overlay("sections", layers, said),)

    def ground(self, now: BoardPosition) -> Mapping[str, tuple[str, ...]]:
        """Return the terrain laid on the board, by hex, and the hexes that give a banner."""
        return _terrain(now, dict.fromkeys(_settings(now).ground, ("victory",)))

    def seen(self, before: BoardPosition, after: Snapshot) -> tuple[LegalAct, ...]:
        """Return the acts that may have led from one table to another."""
        table = completed(before)
        moves = infer_moves(table, completed_as(before, after), _settings(before))
        places = _places(before)
        return seen_acts(before, (_as_owed(before, places, move, table.stand(move.stands[0])) for move in moves))

    def marks(self, now: BoardPosition) -> tuple[Mark, ...]:
        """Return the two dotted lines."""
        return tuple(Mark("dotted", line) for line in dotted_lines(board_of(now), _settings(now)))

    def tally(self, now: BoardPosition, side: str) -> Mapping[str, int]:
        """Return a side's banners, and its units, leaders and blocks that are left."""
        types = _settings(now).types()
        mine = [stand for stand in completed(now).stands if stand.side == side]
        units = [(stand, types[stand.kind]) for stand in mine if not is_leader(stand)]
        return {
            "banners": _side(now, side).banners,
            "units": len(units), "leaders": len(mine) - len(units),
            "blocks": sum(blocks_left(stand, row) for stand, row in units),
        }  # fmt: skip


def _as_owed(now: BoardPosition, places: AncientsBoard, move: SeenMove, stand: Stand) -> SeenMove:
    """Return a move as the retreat that flags ask of a unit, or as the advance that momentum gives it (C11.1)."""
    follows = state_of(stand).may_advance_hexes or (
        stand.side == now.memory.side and move.action["to"] in _table(now).emptied
    )
    verb = "advance" if follows else "retreat" if hexes_back(now, places, stand) else "move"
    if owes_retreat(stand):
        verb = "retreat"
    return replace(
        move, action={**move.action, "type": verb}, others=tuple({**other, "type": verb} for other in move.others)
    )


def _settings(now: BoardPosition) -> AncientsSettings:
    return read_settings(AncientsSettings, now.settings, "table")


def _table(now: BoardPosition) -> AncientsTable:
    return AncientsTable.read(known(now))


def _side(now: BoardPosition, side: str) -> AncientsSide:
    return AncientsSide.read(now.memory.known.get(side, {}))


def _places(now: BoardPosition) -> AncientsBoard:
    return likeliest(completed(now), _settings(now))


def _face(stand: Stand, row: UnitType) -> Face:
    done = (("ordered", state_of(stand).ordered), ("spent", has_battled(stand)))
    tags = tuple(tag for tag, holds in done if holds)
    code = CODES.get(stand.kind) or "".join(word[0] for word in stand.kind.split("_"))[:2].upper()
    if is_leader(stand):
        return Face(code=code, shape="star", colour="gold", level=2, tags=tags)
    left = blocks_left(stand, row)
    return Face(
        code=code, shape=SHAPES[row.symbol], colour=row.symbol or "", bordered=row.bordered, pips=left,
        of=max(row.blocks, left), tags=tags,
    )  # fmt: skip


def _now(now: BoardPosition, phase: str) -> Said:
    """Return what to do now: in the battle first who has to go back, then who may advance."""
    table = completed(now)
    if phase == BATTLE and (owing := [stand.name for stand in table.stands if owes_retreat(stand)]):
        return fact("now_back", names=", ".join(owing))
    if phase == BATTLE and (led := [stand.name for stand in table.stands if state_of(stand).may_advance_hexes]):
        return fact("now_advance", names=", ".join(led))
    if phase == BATTLE:
        return fact("now_battle" if _settings(now).book else "now_by_hand")
    return fact("now_ordered" if phase == ORDER and _table(now).card_played else f"now_{phase}")


def _has_battle(places: AncientsBoard, stand: Stand, *, sealed: bool) -> bool:
    """Say whether a unit has somebody to battle, or may still advance; ``sealed``: whoever is in its reach."""
    here = places.where(stand.name)
    if state_of(stand).may_advance_hexes:
        return True
    if here is None or has_battled(stand) or is_leader(stand):
        return False
    if sealed:
        return True
    beside = places.settings.book is not None and any(places.enemies_beside(here, stand.side))
    return beside or any(aim.good for aim in aims(places.table, stand, places.settings))


def _enough(now: BoardPosition, side: str) -> int:
    return _side(now, side).banners_to_win or _settings(now).banners


def _sits_far(now: BoardPosition) -> bool:
    """Say whether the side that plays sits at the far edge (C1.1)."""
    return is_far(now.memory.side, now.memory.sides, now.memory.known, _settings(now))


def _in_two(found: Mapping[str, Sequence[str]], section: str) -> list[str]:
    return [cell for cell in found[section] if any(cell in found[other] for other in SECTIONS if other != section)]


def _facts(places: AncientsBoard, stand: Stand) -> Iterator[Said]:
    kind = places.type_of(stand)
    yield fact("fact_moves", count=kind.hexes)
    if not is_leader(stand) and kind.battles_after < kind.hexes:
        yield fact("fact_battles_after", count=kind.battles_after)
    if kind.range:
        yield fact("fact_range", count=kind.range)
    here = places.where(stand.name)
    leader = places.leader_of(stand) if not is_leader(stand) else None
    if leader is not None:
        yield fact("fact_leader", name=leader.name)
    if here is not None:
        in_sections = sections_of(places.board, here, places.settings)
        if len(in_sections) > 1:
            yield fact("fact_two_sections")


def _rings(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[Ring]:
    here, kind = places.where(stand.name), places.type_of(stand)
    if here is not None and kind.range and not now.sealed and _table(now).phase in (BATTLE, None):
        yield ring_of(places.board, here, kind.range, "ring_range")


def _destinations(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[Destination]:
    if _table(now).phase not in (MOVE, None):
        return
    for route in routes(places, stand):
        notes = []
        if route.joins is not None:
            notes.append("join")
        elif route.must_close:
            notes.append("must_close")
        elif not is_leader(stand):
            notes.append("battle" if route.battles else "no_battle")
        path = tuple(places.label(here) for here in route.way)
        action = {"type": "move", "actor": stand.name, "path": list(path)}
        yield Destination(path[-1], route.cost, path, action, tuple(notes), "move" if route.joins is None else "join")


def _leader_acts(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[LegalAct]:
    if is_leader(stand) and places.unit_of(stand) is not None and _table(now).phase in (MOVE, None):
        yield act(now, type="detach", actor=stand.name)


def _targets(now: BoardPosition, places: AncientsBoard, stand: Stand, chosen: Chosen) -> Iterator[Target]:
    """Yield whom a unit may shoot or fight, and those just out of reach or sight with the reason.

    Before a declaration that tells nothing of reach they are all those that it might be aimed at.
    """
    if _table(now).phase not in (BATTLE, None):
        return
    here, verbs = places.where(stand.name), game_named(now.game).verbs
    reach = places.type_of(stand).range
    for other in places.table.stands:
        there = places.where(other.name)
        if other.side == stand.side or here is None or there is None:
            continue
        if is_leader(other) and places.unit_of(other) is not None and other.name not in chosen.targets:
            continue  # his unit is the target
        far, ways = distance(here, there), []
        if far > 1 and reach and (far <= reach + 1 or now.sealed or other.name in chosen.targets):
            ways.append(AttackOption(act(now, type="shoot", actor=stand.name, target=other.name)))
        if far == 1 and "close" in verbs:
            ways.append(AttackOption(act(now, type="close", actor=stand.name, target=other.name)))
        if not ways and other.name in chosen.targets:
            ways.append(AttackOption(act(now, type="shoot", actor=stand.name, target=other.name)))
        if ways:
            yield Target(other.name, cell_of(now, other.name), tuple(ways))


def _ordering(now: BoardPosition, base: Choice, chosen: Chosen) -> Choice:
    """Return the orders that a card may give to the units tapped so far (C3.2)."""
    units = (chosen.actor, *(name for name in chosen.others if name != chosen.actor))
    own = tuple(s.name for s in now.table.stands if s.side == now.memory.side and s.name not in units)
    may = sorted(card_acts(now, units, chosen.number), key=lambda each: not each.allowed)
    return replace(base, acts=tuple(may), rings=(), helpers=own, gathered=units, numbers=NUMBERS)


def _terrain(now: BoardPosition, more: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of the pieces that lie on each hex, with what else there is."""
    found: dict[str, tuple[str, ...]] = dict(more)
    if now.table.pieces:
        areas = [(piece.kind, Polygon(piece.polygon)) for piece in now.table.pieces]
        for label, cell in cells_of(now.board).items():
            kinds = tuple(kind for kind, area in areas if area.covers(Point(cell.centre)))
            if kinds:
                found[label] = (*found.get(label, ()), *kinds)
    return found
