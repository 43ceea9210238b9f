"""Who is on a board, as the page shows it: each stand's cell and what is drawn on it, each side's score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.boards.board_watch import BoardChanges
from referee.ruling_view import capital
from referee.view_fields import IfAny, fields_of
from rules.board_cells import label_of, reading_of
from rules.board_play import BoardPlay, BoardPosition, Face
from table.stand import Stand
from table.terrain import Point
from web.board_words import BoardWording


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldierView:
    """A stand on a board: its cell, or those it is between; ``place`` is where, in table cm, the camera cannot tell."""

    cell: str | None
    state: Literal["on", "between", "off"]
    cells: tuple[str, ...]
    label: str
    said: str
    place: Point | None


@dataclass(frozen=True, slots=True)
class CounterFaceView:
    """What is drawn on a counter: the fields of ``Face`` in rules/board_play.py that say something."""

    symbol: IfAny[str]
    text: IfAny[str]
    code: IfAny[str]
    tone: IfAny[str]
    shape: IfAny[str]
    colour: IfAny[str]
    bordered: IfAny[bool]
    pips: IfAny[int]
    of: IfAny[int]
    stars: IfAny[int]
    level: IfAny[int]
    tags: IfAny[tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterView(SoldierView):
    """A counter on hexes: what is drawn on it, its place in the stack; ``awaited``: placed here, not seen there yet."""

    who: str
    level: int
    stack: int
    face: CounterFaceView
    awaited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyView:
    """A side's score, in numbers by word and in words; on squares ``squares`` says where its soldiers are."""

    side: str
    title: str
    squares: str
    count: int
    numbers: Mapping[str, int]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TalliedView:
    """A counter in its side's score."""

    name: str
    cell: str | None
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HexTallyView(TallyView):
    """A side's score on hexes, with each of its counters."""

    counters: tuple[TalliedView, ...]


def soldier_views(now: BoardPosition, changes: BoardChanges, wording: BoardWording) -> dict[str, SoldierView]:
    """Return every stand of a board of squares, by name."""
    stands = now.table.stands
    return {stand.name: _soldier(stand, _who(stand, Face(), wording), now, changes, (), wording) for stand in stands}


def counter_views(
    now: BoardPosition, faces: Mapping[str, Face], changes: BoardChanges, wording: BoardWording
) -> dict[str, CounterView]:
    """Return every counter on hexes, by name: what is drawn on it, and its place in the stack."""
    stacks: dict[str, list[str]] = {}
    for stand in sorted(now.table.stands, key=lambda stand: (faces.get(stand.name, Face()).level, stand.name)):
        if (cell := reading_of(now.board, stand).cell) is not None:
            stacks.setdefault(cell, []).append(stand.name)
    stack_of = {name: stack for stack in stacks.values() for name in stack}
    return {
        stand.name: _counter(stand, faces[stand.name], now, changes, stack_of.get(stand.name, ()), wording)
        for stand in now.table.stands
    }


def _counter(
    stand: Stand, face: Face, now: BoardPosition, changes: BoardChanges, stack: Sequence[str], wording: BoardWording
) -> CounterView:
    who = _who(stand, face, wording)
    soldier = _soldier(stand, who, now, changes, stack, wording)
    return CounterView(
        **fields_of(soldier),
        who=who,
        level=stack.index(stand.name) if stack else 0,
        stack=max(1, len(stack)),
        face=CounterFaceView(**fields_of(face)),
        awaited=soldier.cell is None and bool(changes.readings) and stand.name not in changes.readings,
    )


def _soldier(
    stand: Stand, who: str, now: BoardPosition, changes: BoardChanges, stack: Sequence[str], wording: BoardWording
) -> SoldierView:
    ours = reading_of(now.board, stand)
    measured = changes.readings.get(stand.name, ours)
    doubtful = measured.state == "between"  # where the camera cannot tell, that is shown
    state, cells = (measured.state, measured.cells) if doubtful else (ours.state, ours.cells)
    if state == "on":
        label = f"{wording.cells(ours.cells)}: {who}"
        if len(stack) > 1:
            label += f", {wording.say('stack_of', place=stack.index(stand.name) + 1, count=len(stack))}"
    else:
        key = "counter_off" if state == "off" and wording.kind == "hexes" else f"soldier_{state}"
        label = wording.say(key, who=who, among=wording.cells(cells))
    place = changes.places.get(stand.name) if doubtful else None
    return SoldierView(
        cell=ours.cell,
        state=state,
        cells=cells,
        label=label,
        said=capital(label),
        place=None if place is None else (round(place[0], 3), round(place[1], 3)),
    )


def _who(stand: Stand, face: Face, wording: BoardWording) -> str:
    """Return who a stand is, and what it shows beside its kind: its factors, its blocks, what it has done or lacks."""
    said = [wording.called(stand.name)]
    if face.text:
        said.append(face.text)
    if face.of:
        said.append(wording.say("blocks", count=face.pips, of=face.of))
    return ", ".join([*said, *(wording.say(f"tag_{tag}") for tag in face.tags)])


def tally_view(now: BoardPosition, play: BoardPlay, side: str, title: str, wording: BoardWording) -> TallyView:
    """Return a side's score on squares, and where its soldiers are, field by field."""
    found = (reading_of(now.board, stand).cell for stand in now.table.stands if stand.side == side)
    on_board = sorted(filter(None, found))
    return _tally(now, play, side, title, len(on_board), _by_field(on_board, wording), wording)


def hex_tally_view(
    now: BoardPosition, play: BoardPlay, faces: Mapping[str, Face], order: Mapping[str, int], side: str, title: str,
    wording: BoardWording,
) -> HexTallyView:  # fmt: skip
    """Return a side's score on hexes, and each of its counters; ``order`` is where on the board each hex comes."""
    own = {stand.name: stand for stand in now.table.stands if stand.side == side}
    at = {name: reading_of(now.board, stand).cell for name, stand in own.items()}
    levels = {name: faces.get(name, Face(level=0)).level for name in own}
    mine = [name for name in own if at[name] is not None or levels[name]]
    mine.sort(key=lambda name: (-order.get(at[name] or "", -1), levels[name], name))
    counters = tuple(TalliedView(name, at[name], _who(own[name], faces.get(name, Face()), wording)) for name in mine)
    return HexTallyView(**fields_of(_tally(now, play, side, title, len(mine), "", wording)), counters=counters)


def _tally(
    now: BoardPosition, play: BoardPlay, side: str, title: str, count: int, squares: str, wording: BoardWording
) -> TallyView:
    numbers = play.tally(now, side)
    said = tuple(wording.say(f"tally_{word}", count=number) for word, number in numbers.items())
    return TallyView(side=side, title=title, squares=squares, count=count, numbers=numbers, said=said)


def _by_field(cells: Sequence[str], wording: BoardWording) -> str:
    """Return cells field by field: "A 67 · G 1, 2, 3"."""
    fields: dict[str, list[str]] = {}
    for cell in cells:
        field, _, number = label_of(cell, wording.language).rpartition("-")
        fields.setdefault(field, []).append(f"{int(number)}" if number.isdecimal() else number)
    return " · ".join(f"{field} {', '.join(numbers)}" for field, numbers in fields.items())
