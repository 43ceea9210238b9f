"""What everybody may know of the table while "Declare first" hides distances: places as coarse as the picture's."""

import json
import math
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.evidence.card import EvidenceCard
from referee.journal.entry import Entry
from referee.match.state import MatchState
from referee.putting_back.hints import Hint
from referee.putting_back.progress import PutBackState
from rules.ruling import Effect, Ruling, Shape
from table.footprint import half_size
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.terrain import Piece
from vision.above import PX_PER_CM

Point = tuple[float, float]

READ_PX = 4
"""An eye reads each of two edges in the picture to two of its px or so."""
STEP_CM = next(step for step in (0.1, 0.2, 0.5, 1.0, 2.0) if step >= READ_PX / PX_PER_CM)
"""Places are told in such steps: what that reading is worth on the table, made a plain number: 4 of 12 px a cm, 0.5."""
STEP_DEG = 5.0
"""Headings too: a base of 2.5 cm shows its own, read so, to 7 degrees."""
STILL = 0.5
"""What is no farther than so many steps from a place told before is told to be there still."""
MOST_HELD = 64
"""So many places of one stand are held: all it stood at for many turns."""


BASES = ("path", "recoil", "pushed", "blocker")
"""Polygons that are a stand's base, where it stands or is told to go."""
BESIDE_CM = 0.3
"""A line's end that is no farther from a base than this is on it."""


class Rounder:
    """Rounds the places of stands and pieces: each is moved whole, and stays there while only the camera trembles.

    A place that was told is told again for all that is measured near it, so that many frames tell no more than one.
    Tables with a board are left as they are: nobody measures there, and a square is a square.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[tuple[str, str], OrderedDict[tuple[float, ...], tuple[float, ...]]] = {}

    def place(self, name: str, at: Point) -> Point:
        """Return the place that is told for one of a stand's."""
        x, y = self._told((name, "cm"), at, STEP_CM)
        return x, y

    def heading(self, name: str, degrees: float) -> float:
        """Return the heading that is told for one of a stand's."""
        return self._told((name, "deg"), (degrees,), STEP_DEG)[0]

    def stand(self, stand: Stand) -> Stand:
        """Return a stand where everybody may know it, its shape whole."""
        x, y = self.place(stand.name, stand.centre)
        # By hand the ± is the referee's word, in whole tenths; a camera's own would tell how well it sees.
        hand = stand.placed_by == "hand"
        cm = max(STEP_CM / 4, round(stand.sigma_cm, 1) if hand else 0.0)
        deg = max(STEP_DEG / 4, round(stand.sigma_deg, 1) if hand else 0.0)
        told = self.heading(stand.name, stand.heading_deg)
        there = replace(stand, x=x, y=y, heading_deg=told, sigma_cm=cm, sigma_deg=deg, shared=None)
        if not (stand.z_cm or stand.tilt_deg):
            return there
        return there.level_at(float(round(stand.z_cm)), 0.5)

    def piece(self, piece: Piece) -> Piece:
        """Return a piece of terrain moved whole."""
        (x, y), (to_x, to_y) = piece.polygon[0], _stepped(piece.polygon[0], STEP_CM)

        def moved(corners: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple((round(a + to_x - x, 4), round(b + to_y - y, 4)) for a, b in corners)

        return replace(piece, polygon=moved(piece.polygon), crest=moved(piece.crest))

    def table(self, table: Snapshot) -> Snapshot:
        """Return a table as everybody may know it."""
        return table if table.board is not None else self.drawn(table)

    def drawn(self, table: Snapshot) -> Snapshot:
        """Return a table to be drawn for everybody; of a board nobody may read from it on which cell one stands."""
        stands, pieces = map(self.stand, table.stands), map(self.piece, table.pieces)
        return replace(table, stands=tuple(stands), pieces=tuple(pieces))

    def ruling(self, ruling: Ruling, action: Mapping[str, Any], table: Snapshot) -> Ruling:
        """Return a ruling drawn where its table is told to be; what it measured was declared, and is said."""
        if table.board is not None:
            return ruling
        pointed_out = {tuple(map(float, at)) for at in (action.get("path") or [])[1:] if not isinstance(at, str)}
        if isinstance(action.get("point"), list | tuple):
            pointed_out.add(tuple(map(float, action["point"])))
        geometry = tuple(self._shape(shape, table, pointed_out) for shape in ruling.geometry)
        return replace(ruling, geometry=geometry, effects=self.effects(ruling.effects))

    def effects(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        """Return effects that put a stand somewhere with the place that is told."""
        return tuple(map(self._effect, effects))

    def moment(self, moment: MatchState) -> MatchState:
        """Return a moment of the match as everybody may know it."""
        declared, ruling, memory = moment.declared, moment.ruling, moment.memory
        if declared is not None and ruling is not None:
            moment = replace(moment, ruling=self.ruling(ruling, declared.action, declared.table))
        fallen = {name: self.stand(stand) for name, stand in memory.fallen.items()}
        return replace(moment, memory=replace(memory, fallen=fallen))

    def card(self, card: EvidenceCard) -> EvidenceCard:
        """Return an evidence card as everybody may know it."""
        if card.table.board is not None:
            return card

        def told(ruling: Ruling) -> Ruling:
            return self.ruling(ruling, card.action, card.table)

        appeals = tuple(replace(each, ruling=told(each.ruling)) for each in card.appeals)
        effects = None if card.effects is None else self.effects(card.effects)
        return replace(card, table=self.drawn(card.table), ruling=told(card.ruling), effects=effects, appeals=appeals)

    def put_back(self, state: PutBackState) -> PutBackState:
        """Return how putting back goes on: the ways home in steps too."""
        told = tuple(map(self.hint, state.told))
        proposal = state.proposal and replace(state.proposal, moved=tuple(map(self.hint, state.proposal.moved)))
        last = state.last and replace(state.last, moved=tuple(map(self.hint, state.last.moved)))
        ended = state.ended and replace(state.ended, residual_cm=_up(state.ended.residual_cm, STEP_CM))
        return replace(state, told=told, proposal=proposal, last=last, ended=ended)

    def hint(self, hint: Hint) -> Hint:
        """Return what one stand lacks of its place, in steps; who is off is never told to be there."""
        ghost, now = self.stand(hint.ghost), None if hint.now is None else self.stand(hint.now)
        dx, dy = _stepped((hint.dx_cm, hint.dy_cm), STEP_CM)
        (turn,) = _stepped((hint.turn_deg,), STEP_DEG)
        if hint.state == "off" and hint.off_cm > hint.tolerance_cm and not (dx or dy):
            along = abs(hint.dx_cm) >= abs(hint.dy_cm)
            dx, dy = (math.copysign(STEP_CM, hint.dx_cm), 0.0) if along else (0.0, math.copysign(STEP_CM, hint.dy_cm))
        if hint.state == "off" and abs(hint.turn_deg) > hint.tolerance_deg and not turn:
            turn = math.copysign(STEP_DEG, hint.turn_deg)
        return replace(hint, ghost=ghost, now=now, dx_cm=dx, dy_cm=dy, turn_deg=turn, sigma_cm=0.0, sigma_deg=0.0)

    def entry(self, entry: Entry) -> Entry:
        """Return an entry of the journal to be said to everybody: how far somebody walked, where he was told to go."""
        if entry.kind not in ("walked", "confirmed"):
            return entry
        try:
            data = entry.payload
        except ValueError:  # it cannot be read, and is told so
            return entry
        if isinstance(data.get("cm"), int | float):
            data["cm"] = stepped_cm(data["cm"])
        for effect in data.get("effects") or ():
            effect.update(self._effect(Effect("", effect.get("stand"), dict(effect))).values)
        return replace(entry, text=json.dumps(data))

    def _shape(self, shape: Shape, table: Snapshot, pointed_out: set[tuple[float, ...]]) -> Shape:
        """Return a shape moved with the stand or piece it is of; what people pointed out stays: they know where."""
        if shape.form == "disc":
            return shape
        if shape.form == "line":
            ends = tuple(at if at in pointed_out else self._end(at, table) for at in shape.points)
            return replace(shape, points=ends)
        piece = next((piece for piece in table.pieces if piece.name == shape.label), None)
        owner = _nearest(shape.points[0], table)
        if piece is not None:
            way = _way(piece.polygon[0], _stepped(piece.polygon[0], STEP_CM))
        elif owner is None:
            return shape
        else:
            centre = _middle(shape.points) if shape.role in BASES else owner.centre
            way = _way(centre, self.place(owner.name, centre))
        return replace(shape, points=tuple((round(x + way[0], 4), round(y + way[1], 4)) for x, y in shape.points))

    def _end(self, at: Point, table: Snapshot) -> Point:
        """Return where the end of a line is told to be: on its stand, turned with it, else in steps."""
        stand = _nearest(at, table)
        if stand is None or math.dist(at, stand.centre) > half_size(stand) + BESIDE_CM:
            x, y = _stepped(at, STEP_CM)
            return x, y
        told = self.stand(stand)
        turn = math.radians(told.heading_deg - stand.heading_deg)
        x, y = at[0] - stand.x, at[1] - stand.y
        turned = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        return round(told.x + turned[0], 4), round(told.y + turned[1], 4)

    def _effect(self, effect: Effect) -> Effect:
        name, values = effect.stand or "", dict(effect.values)
        if isinstance(values.get("to"), list | tuple):
            values["to"] = list(self.place(name, (float(values["to"][0]), float(values["to"][1]))))
        if "x" in values and "y" in values:
            values["x"], values["y"] = self.place(name, (float(values["x"]), float(values["y"])))
        if "heading_deg" in values:
            values["heading_deg"] = self.heading(name, float(values["heading_deg"]))
        return replace(effect, values=values)

    def _told(self, key: tuple[str, str], at: tuple[float, ...], step: float) -> tuple[float, ...]:
        with self._lock:
            held = self._held.setdefault(key, OrderedDict())
            near = min(held, key=lambda known: _off(known, at, key[1]), default=None)
            if near is None or _off(near, at, key[1]) > STILL * step:
                held[near := at] = _stepped(at, step)
            held.move_to_end(near)
            while len(held) > MOST_HELD:
                held.popitem(last=False)
            return held[near]


def stepped_cm(cm: float) -> float:
    """Return a length in steps."""
    return _stepped((cm,), STEP_CM)[0]


def _off(one: tuple[float, ...], other: tuple[float, ...], unit: str) -> float:
    return math.dist(one, other) if unit == "cm" else abs(wrap_deg(one[0] - other[0]))


def _stepped(at: tuple[float, ...], step: float) -> tuple[float, ...]:
    return tuple(round(round(value / step) * step, 4) for value in at)


def _up(value: float, step: float) -> float:
    return round(math.ceil(value / step - 1e-9) * step, 4)


def _way(start: Point, end: tuple[float, ...]) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _nearest(at: Point, table: Snapshot) -> Stand | None:
    return min(table.stands, key=lambda stand: math.dist(at, stand.centre), default=None)
