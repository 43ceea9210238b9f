"""A board as the page shows it: its cells, who is on which, what the camera saw go, what is to be put right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypeAliasType

from referee.boards.agreed import board_kind, play_of, unsettled
from referee.boards.board_watch import BoardChanges
from referee.ruling_view import TONES, Tone, capital, ruling_view
from referee.view_fields import OpenFacts, fields_of
from referee.words.game_words import terrain_said
from rules.action import listed
from rules.board_cells import cell_cm, label_of, reading_of
from rules.board_play import BoardPlay, BoardPosition, LegalAct, Overlay, Phase
from rules.registry import game_named
from table.terrain import Point
from web.board_stands import (
    CounterView,
    HexTallyView,
    SoldierView,
    TallyView,
    counter_views,
    hex_tally_view,
    soldier_views,
    tally_view,
)
from web.board_words import ActView, BoardWording


@dataclass(frozen=True, slots=True)
class MarkView:
    """Something printed on a board besides its cells: a line, or a word at a place, in table cm."""

    kind: str
    points: tuple[Point, ...]
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenActView:
    """An act that may have led to what the camera saw, and what is ruled of it."""

    action: OpenFacts
    notation: str
    tone: Tone
    word: str
    sentence: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenView:
    """Who was moved by hand, and by which acts, the likeliest first; ``said`` where it is none."""

    readings: tuple[SeenActView, ...]
    said: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToDoView:
    """What the players still have to put right on the table; ``taken``: a prisoner's figure is still there."""

    name: str
    state: Literal["on", "between", "off", "taken"]
    said: str


@dataclass(frozen=True, slots=True)
class GroundView:
    """The kinds of terrain on a cell."""

    cell: str
    kinds: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseView:
    """Where the turn is, and what is to be done now; ``of_turn`` is False before the battle and after it."""

    name: str
    now: str
    facts: tuple[str, ...]
    of_turn: bool


@dataclass(frozen=True, slots=True)
class LayerView:
    """Hexes of an overlay; ``side`` counts from 1, 0 is nobody's."""

    part: int
    side: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OverlayView:
    """Something to switch on over the hexes, and the same in words."""

    key: str
    title: str
    said: tuple[str, ...]
    layers: tuple[LayerView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyBoardView:
    """What the page draws of a board of either kind.

    ``shape`` are a cell's corners as seen from its middle. A cell is its name in actions, its middle in table cm, its
    name as it is printed, and its number. ``position`` is on which cells each stand is.
    """

    shape: tuple[Point, ...]
    size_cm: float
    cells: tuple[tuple[str, float, float, str, str], ...]
    marks: tuple[MarkView, ...]
    position: tuple[tuple[str, tuple[str, ...]], ...]
    seen: SeenView | None
    todo: tuple[ToDoView, ...]
    acts: tuple[ActView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareBoardView(AnyBoardView):
    """A board of squares; ``squares`` is how many of them a turn has."""

    kind: Literal["squares"]
    soldiers: Mapping[str, SoldierView]
    tally: tuple[TallyView, ...]
    squares: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HexBoardView(AnyBoardView):
    """A board of hexes; ``ready`` have something to do in this phase, ``to_place`` are to be placed, ``to_lay`` says
    who was placed on the page and is not seen on the table yet.
    """

    kind: Literal["hexes"]
    soldiers: Mapping[str, CounterView]
    tally: tuple[HexTallyView, ...]
    ground: tuple[GroundView, ...]
    ready: tuple[str, ...]
    to_place: tuple[str, ...]
    phase: PhaseView | None
    overlays: tuple[OverlayView, ...]
    to_lay: str | None


BoardView = TypeAliasType("BoardView", SquareBoardView | HexBoardView)


def board_view(
    now: BoardPosition,
    titles: Mapping[str, str],
    labels: Mapping[str, str],
    changes: BoardChanges,
    proposing: bool,
    language: str,
    over: bool = False,
) -> BoardView | None:
    """Return what the page draws of a board; None for a table without one.

    ``proposing``: the table is still and nothing is on the card, so that what the camera saw go may be proposed. Once
    the match is ``over`` nobody has anything to do.
    ``titles`` are what people call the sides, ``labels`` the stands: "Allied soldier".
    """
    if now.table.board is None or board_kind(now.game) is None:
        return None
    board, play = now.board, play_of(now.game)
    wording = BoardWording.of(now.game, board, titles, labels, language)
    cells = play.cells(now)
    first = next(iter(cells.values()))
    told = AnyBoardView(
        shape=_points(first.corners),
        size_cm=round(cell_cm(board), 3),
        cells=tuple(
            (cell.id, round(cell.centre[0], 3), round(cell.centre[1], 3), label_of(cell.id, language), cell.number)
            for cell in cells.values()
        ),
        marks=tuple(
            MarkView(
                mark.kind, _points(mark.points), label_of(mark.word, language) if mark.kind == "letter" else mark.word
            )
            for mark in play.marks(now)
        ),
        position=tuple((stand.name, reading_of(board, stand).cells) for stand in now.table.stands),
        seen=_seen(now, play, changes, wording) if proposing else None,
        todo=_todo(now, changes, wording),
        acts=tuple(wording.act(act) for act in play.acts(now)),
    )
    if board.kind == "squares":
        return SquareBoardView(
            **fields_of(told),
            kind="squares",
            soldiers=soldier_views(now, changes, wording),
            tally=tuple(tally_view(now, play, side, title, wording) for side, title in titles.items()),
            squares=play.steps_a_turn,
        )
    faces, ready, phase = play.faces(now), () if over else play.ready(now), play.phase(now)
    order = {cell: place for place, cell in enumerate(cells)}
    unplaced = tuple(name for name in ready if reading_of(board, now.table.stand(name)).cell is None)
    return HexBoardView(
        **fields_of(told),
        kind="hexes",
        soldiers=counter_views(now, faces, changes, wording),
        tally=tuple(hex_tally_view(now, play, faces, order, side, title, wording) for side, title in titles.items()),
        ground=tuple(_ground(cell, kinds, wording) for cell, kinds in play.ground(now).items() if cell in cells),
        ready=ready,
        to_place=unplaced if "place" in game_named(now.game).verbs else (),
        phase=None if phase is None else _phase(phase, wording),
        overlays=tuple(_overlay(overlay, list(titles), wording) for overlay in play.overlays(now)),
        to_lay=_to_lay(now, changes, wording),
    )


def _points(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


def _seen(now: BoardPosition, play: BoardPlay, changes: BoardChanges, wording: BoardWording) -> SeenView | None:
    if not changes.moved:
        return None
    found = play.seen(now, changes.after)
    names = ", ".join(f"{name} ({wording.cells(changes.readings[name].cells[:1]) or '–'})" for name in changes.moved)
    said = "" if found else wording.say("board_seen_none", names=names)
    return SeenView(tuple(_seen_act(act, wording) for act in found), said, changes.moved)


def _seen_act(act: LegalAct, wording: BoardWording) -> SeenActView:
    view = ruling_view(act.ruling, titles=wording.titles, language=wording.language)
    taken = [str(effect.values["square"]) for effect in act.ruling.effects if effect.type == "capture"]
    return SeenActView(
        action=act.action,
        notation=wording.notation(act.ruling.game, act.action, taken),
        tone=TONES[act.ruling.verdict],
        word=view.word,
        sentence=view.sentence,
        path=tuple(cell for cell in listed(act.action, "path") if isinstance(cell, str)),
    )


def _todo(now: BoardPosition, changes: BoardChanges, wording: BoardWording) -> tuple[ToDoView, ...]:
    """Return what the players still have to put right on the table."""
    found = []
    for name in changes.left:
        measured = changes.readings[name]
        cell = wording.cells(reading_of(now.board, now.table.stand(name)).cells[:1]) or "–"
        said = f"{wording.cells(measured.cells[:1]) or '–'} → {cell} ({name})"
        if measured.state != "on":
            said = wording.say(f"todo_{measured.state}", name=name, cell=cell, among=wording.cells(measured.cells))
        found.append(ToDoView(name, measured.state, said))
    for name in unsettled(now.table, now.memory):
        where = changes.readings.get(name)
        if where is not None and where.state == "between" and name not in changes.left:
            said = wording.say("todo_unsettled_between", name=name, among=wording.cells(where.cells))
            found.append(ToDoView(name, "between", said))
    for name in changes.stray:
        found.append(ToDoView(name, "taken", wording.say("todo_taken", name=name)))
    return tuple(found)


def _ground(cell: str, kinds: tuple[str, ...], wording: BoardWording) -> GroundView:
    said = (
        wording.say(f"ground_{kind}")
        if wording.has(f"ground_{kind}")
        else terrain_said(wording.game, kind, wording.language)
        for kind in kinds
    )
    return GroundView(cell, kinds, ", ".join(said))


def _phase(phase: Phase, wording: BoardWording) -> PhaseView:
    name = wording.fact(phase.name)
    return PhaseView(
        name=name if phase.of_turn else capital(name),
        now=wording.fact(phase.now),
        facts=tuple(wording.fact(each) for each in phase.facts),
        of_turn=phase.of_turn,
    )


def _overlay(overlay: Overlay, sides: Sequence[str], wording: BoardWording) -> OverlayView:
    return OverlayView(
        key=overlay.key,
        title=wording.say(f"overlay_{overlay.key}"),
        said=tuple(wording.fact(said) for said in overlay.said),
        layers=tuple(
            LayerView(part, sides.index(side) + 1 if side in sides else 0, cells)
            for part, (side, cells) in enumerate(overlay.layers, start=1)
        ),
    )


def _to_lay(now: BoardPosition, changes: BoardChanges, wording: BoardWording) -> str | None:
    """Return who was placed on the page and is not seen on the table yet."""
    missing = [stand for stand in now.table.stands if changes.readings and stand.name not in changes.readings]
    placed = [f"{stand.name} {cell}" for stand in missing if (cell := reading_of(now.board, stand).cell)]
    return wording.say("to_lay", listed=", ".join(placed)) if placed else None
