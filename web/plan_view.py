"""What the plan draws: stands, pieces of terrain, the table's size, the sides; and what is said of a stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.match_info import MatchInfo
from referee.words.by_hand import give_or_take_cm
from referee.words.game_words import kind_said, nation_said, piece_said, unit_said, word_said
from referee.words.translation import say, translated
from table.footprint import part_corners
from table.ground import half_over
from table.leaning import rise
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece, Point, Top
from table.uncertainty import SIGMAS_95

SHOWN_STATE = ("fired", "revealed", "moved", "fatigue")
"""State worth a mark on the table."""

Rings = tuple[tuple[Point, ...], ...]
"""The outline of each part of a base, in table cm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandView:
    """A stand on the plan: where it stands in table cm, how well that is known, and what it has done.

    ``label`` is all that is said of it, ``kind`` whose and what it is; ``fallen``: it is off the table. ``rise`` is how
    much higher its base is a cm to the right of its centre, and a cm away.
    """

    name: str
    side: str
    label: str
    kind: str
    x: float
    y: float
    heading_deg: float
    sigma_cm: float
    sigma_deg: float
    rings: Rings
    marks: tuple[str, ...]
    fired: bool
    revealed: bool
    seen: bool
    fallen: bool
    by_hand: bool
    z_cm: float
    tilt_deg: float
    rise: Point


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece of terrain: its kind in the game's own word, corners in table cm, height and sigma, where to stand."""

    name: str
    kind: str
    polygon: tuple[Point, ...]
    height_cm: float
    top: Top | None
    crest: tuple[Point, ...]
    height_sigma_cm: float


@dataclass(frozen=True, slots=True)
class NamedPieceView(PieceView):
    """A piece of terrain on the plan; ``said`` is what it is called in the reader's language."""

    said: str


@dataclass(frozen=True, slots=True)
class SizeView:
    """How large a table is."""

    width_cm: float
    depth_cm: float


@dataclass(frozen=True, slots=True)
class SideView:
    """A side by its name in the game, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is, and which."""

    number: int
    side: str
    title: str


def stand_view(
    stand: Stand, info: MatchInfo, language: str, seen: bool, fate: str | None, pieces: Sequence[Piece] = ()
) -> StandView:
    """Return what the plan draws of a stand, and what is said of it; ``fate`` is what took it off the table."""

    def t(key: str, **values: Any) -> str:
        return say(f"page.{key}", language, **values)

    adjective = next((side.adjective for side in info.sides if side.name == stand.side), stand.side)
    nation = nation_said(info.game, stand, language)
    unit = unit_said(info.game, stand.unit, language) if stand.unit and nation is None else None
    kind = unit or kind_said(info.game, stand.kind, language)
    who = t("soldier_of", adjective=nation or translated(adjective, language, "adjective"), kind=kind)
    marks = [t(f"state_{key}") for key in SHOWN_STATE if stand.state.get(key)]
    if order := stand.state.get("order"):
        marks.append(t("state_order", order=word_said(info.game, "order", order, language=language)))
    said = [f"{stand.name}, {who}", *marks]
    if fate:
        said.append(t("fallen"))
    if stand.z_cm or stand.tilt_deg:
        said.append(t("stand_high", z=stand.z_cm, pm=SIGMAS_95 * stand.sigma_z_cm))
    if stand.tilt_deg:
        said.append(t("stand_leans", deg=stand.tilt_deg, pm=SIGMAS_95 * stand.sigma_tilt_deg))
    said += [t("stand_over_edge", piece=piece_said(info.game, p.name, language)) for p in half_over(stand, pieces)]
    by_hand = stand.placed_by == "hand" and not fate
    if by_hand:
        said.append(say("placing.placed_label", language, sigma=give_or_take_cm(stand)))
    elif not seen:
        said.append(t("unseen_now"))
    return StandView(
        name=stand.name,
        side=stand.side,
        label=", ".join(said),
        kind=who,
        x=round(stand.x, 4),
        y=round(stand.y, 4),
        heading_deg=round(stand.heading_deg, 2),
        sigma_cm=round(stand.sigma_cm, 5),
        sigma_deg=round(stand.sigma_deg, 3),
        rings=rings_of(stand),
        marks=tuple(marks),
        fired=bool(stand.state.get("fired")),
        revealed=bool(stand.state.get("revealed")),
        seen=seen,
        fallen=fate is not None,
        by_hand=by_hand,
        z_cm=round(stand.z_cm, 2),
        tilt_deg=round(stand.tilt_deg, 1),
        rise=rise_of(stand),
    )


def rings_of(stand: Stand) -> Rings:
    """Return the outline of a stand's base, to a hundredth of a millimetre."""
    return tuple(tuple((round(x, 3), round(y, 3)) for x, y in part) for part in part_corners(stand))


def rise_of(stand: Stand) -> Point:
    """Return how much higher a stand's base gets a cm to the right, and a cm away."""
    right, away = rise(stand)
    return round(right, 4), round(away, 4)


def piece_views(pieces: Iterable[Piece]) -> tuple[PieceView, ...]:
    """Return pieces of terrain as they lie."""
    return tuple(PieceView(p.name, p.kind, p.polygon, p.height_cm, p.top, p.crest, p.height_sigma_cm) for p in pieces)


def named_pieces(pieces: Iterable[Piece], game: str, language: str) -> tuple[NamedPieceView, ...]:
    """Return what the plan draws of pieces of terrain."""
    return tuple(
        NamedPieceView(
            p.name,
            p.kind,
            p.polygon,
            p.height_cm,
            p.top,
            p.crest,
            p.height_sigma_cm,
            piece_said(game, p.name, language),
        )
        for p in pieces
    )


def size_view(table: Snapshot) -> SizeView:
    """Return how large a table is."""
    return SizeView(table.width_cm, table.depth_cm)


def titles_of(info: MatchInfo, language: str) -> dict[str, str]:
    """Return what people call each side, by its name."""
    return {side.name: translated(side.title, language) for side in info.sides}


def side_title(info: MatchInfo, name: str, language: str) -> str:
    """Return what people call a side."""
    return translated(next((side.title for side in info.sides if side.name == name), name), language)


def side_views(info: MatchInfo, language: str) -> tuple[SideView, ...]:
    """Return a match's sides."""
    return tuple(SideView(name, title) for name, title in titles_of(info, language).items())
