"""The terrain editor: pieces read and written, an outline proposed for a tap, the lock."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, ConfigDict, Field

from referee.match.state import NotNow
from referee.terrain.agreed_terrain import MOST_CORNERS, MOST_PIECES, Save, piece_of
from referee.terrain.proposer import Proposer, kinds_of, usual_height_cm
from referee.words.game_words import piece_said, terrain_said
from referee.words.translation import say
from table.errors import BadInput
from table.leaning import Point3D
from table.names import Name
from table.terrain import RULER_CM, Piece, Point, Top
from table.uncertainty import SIGMAS_95
from vision.terrain.height_map import Heights
from vision.terrain.outline import Missing
from vision.terrain.piece_height import Unmeasured, piece_height
from web.answers import json_answer
from web.bodies import Body, json_body
from web.language import asked_language
from web.marks import referee_only
from web.pages import show_page
from web.plan_view import PieceView, SizeView, piece_views, size_view
from web.terrain_stores import TerrainStore

MAX_TERRAIN_BYTES = 1024 * 1024
"""200 pieces of 200 corners, written as JSON with room to spare."""

Cm = Annotated[float, Field(ge=-2000, le=2000, allow_inf_nan=False, strict=True)]
Height = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False, strict=True)]
Kind = Annotated[Name, Field(max_length=40)]


class PieceBody(BaseModel):
    """One piece of terrain, as terrain.toml has it."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[Name, Field(max_length=60)]
    kind: Kind
    polygon: Annotated[list[tuple[Cm, Cm]], Field(min_length=3, max_length=MOST_CORNERS)]
    height_cm: Height = 0.0
    top: Top | None = None
    crest: Annotated[list[tuple[Cm, Cm]], Field(max_length=MOST_CORNERS)] = []
    height_sigma_cm: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False, strict=True)] = RULER_CM


def laid_piece(body: PieceBody) -> Piece:
    """Return a piece that was sent; raises BadInput for an outline that is none."""
    return piece_of(body.name, body.kind, body.polygon, body.height_cm, body.top, body.crest, body.height_sigma_cm)


class PutPieces(Body):
    """All the terrain there is; ``version`` is that of the terrain it was made from."""

    pieces: Annotated[list[PieceBody], Field(max_length=MOST_PIECES)]
    version: Annotated[int, Field(ge=0, strict=True)]


class AskHeight(Body):
    """A piece whose height is asked for."""

    piece: PieceBody


class AskOutline(Body):
    """A place that was tapped, in table cm, with what is known of the piece there."""

    x: Cm
    y: Cm
    kind: Kind | None = None
    height_cm: Height = 0.0


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of terrain that the game knows: its word on the page, and how high it usually is."""

    kind: str
    word: str
    height_cm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainView:
    """The terrain agreed on, and the kinds there are; ``version`` grows with every change.

    ``ruler_cm`` is one sigma of a height that somebody types. ``camera_cm`` is where the picture's lens is: a crest is
    drawn where the picture shows it. ``measured`` says whether heights were measured: then a piece's can be asked
    for. ``called`` is what pieces are called that have another word than their name: one that nobody gave, or a demo's.
    """

    pieces: tuple[PieceView, ...]
    called: dict[str, str]
    version: int
    locked: bool
    kinds: tuple[KindView, ...]
    ruler_cm: float
    table: SizeView
    picture_cm: tuple[float, float, float, float] | None
    camera_cm: Point3D | None
    measured: bool


@dataclass(frozen=True, slots=True)
class ProposedOutlineView:
    """The outline of the piece at a place, in table cm."""

    polygon: tuple[Point, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class NoOutlineView:
    """Why no outline is proposed."""

    polygon: None
    reason: Missing
    text: str


@dataclass(frozen=True, slots=True)
class MeasuredHeightView:
    """How high a piece was measured to be, with one sigma; ``plus_minus_cm`` holds 95 %."""

    height_cm: float
    height_sigma_cm: float
    plus_minus_cm: float


@dataclass(frozen=True, slots=True)
class NoHeightView:
    """Why the pictures do not tell how high a piece is."""

    height_cm: None
    reason: Unmeasured
    text: str


def may_be_long(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Let a body of this route be as long as a table full of terrain."""

    @wraps(view)
    def longer(**named: Any) -> ResponseReturnValue:
        request.max_content_length = MAX_TERRAIN_BYTES
        return view(**named)

    return longer


def terrain_blueprint(
    ground: TerrainStore, game: str | Callable[[], str], settings: Any = None, save: Save | None = None,
    heights: Callable[[], Heights | None] = lambda: None,
) -> Blueprint:  # fmt: skip
    """Return the page /terrain and the routes under /api/terrain.

    ``save`` writes the pieces beside the match, ``heights`` reads what was measured from pictures, if anything was. A
    set-up may yet change its ``game``: then it is asked.
    """
    terrain = Blueprint("terrain", __name__)
    proposer = Proposer(ground.observation)

    def playing() -> str:
        return game() if callable(game) else game

    def known() -> tuple[str, ...]:
        return kinds_of(playing(), settings)

    def measured() -> bool:
        with suppress(BadInput):  # spoilt: the set-up's step measures them again
            return heights() is not None
        return False

    def view() -> TerrainView:
        language, laid, seen = asked_language(), ground.laid(), ground.observation()
        pictured = bool(seen.jpeg and ground.may_see_picture())
        said = {piece.name: piece_said(playing(), piece.name, language) for piece in laid.pieces}
        return TerrainView(
            pieces=piece_views(map(ground.told, laid.pieces)),
            called={name: called for name, called in said.items() if name != called},
            version=laid.version,
            locked=laid.locked,
            kinds=tuple(
                KindView(kind, terrain_said(playing(), kind, language), usual_height_cm(kind)) for kind in known()
            ),
            ruler_cm=RULER_CM,
            table=size_view(seen.table),
            picture_cm=seen.picture_cm if pictured else None,
            camera_cm=seen.camera_cm if pictured else None,
            measured=measured(),
        )

    @terrain.get("/terrain")
    @referee_only
    def page() -> ResponseReturnValue:
        """Show the editor."""
        return show_page("terrain.html", ["terrain"])

    @terrain.get("/api/terrain")
    @json_answer
    def read() -> TerrainView:
        """Return the terrain, with the kinds there are."""
        return view()

    @terrain.put("/api/terrain")
    @may_be_long
    @json_body(PutPieces)
    @json_answer
    def put(body: PutPieces) -> TerrainView:
        """Put other terrain down."""
        for piece in body.pieces:
            if piece.kind not in known():  # nothing could be ruled on such a table
                unknown = "{name}: this game knows no terrain of the kind {kind}"
                raise BadInput(unknown, name=piece.name, kind=terrain_said(playing(), piece.kind, asked_language()))
        pieces = tuple(map(laid_piece, body.pieces))
        ground.lay(pieces, body.version)
        if save is not None:
            save(pieces)
        return view()

    @terrain.post("/api/terrain/outline")
    @json_body(AskOutline)
    @json_answer
    def outline(body: AskOutline) -> ProposedOutlineView | NoOutlineView:
        """Propose the outline of the piece at a place."""
        found = proposer.outline_at(body.x, body.y, body.kind, body.height_cm)
        if isinstance(found, str):
            return NoOutlineView(None, found, say(f"reasons.{found}", asked_language()))
        return ProposedOutlineView(found.polygon, found.confidence)

    @terrain.post("/api/terrain/height")
    @json_body(AskHeight)
    @json_answer
    def height(body: AskHeight) -> MeasuredHeightView | NoHeightView:
        """Return how high a piece was measured to be."""
        found = heights()
        if found is None:
            raise NotNow("no heights were measured")
        piece = laid_piece(body.piece)
        told = piece_height(found, piece.polygon, piece.top)
        if isinstance(told, str):
            return NoHeightView(None, told, say(f"reasons.{told}", asked_language()))
        return MeasuredHeightView(round(told.height_cm, 2), round(told.sigma_cm, 4), SIGMAS_95 * told.sigma_cm)

    @terrain.post("/api/terrain/lock")
    @json_body(Body)
    @json_answer
    def lock(body: Body) -> TerrainView:  # noqa: ARG001
        """Lock the terrain."""
        ground.lock(True)
        return view()

    @terrain.post("/api/terrain/unlock")
    @json_body(Body)
    @json_answer
    def unlock(body: Body) -> TerrainView:  # noqa: ARG001
        """Unlock it."""
        ground.lock(False)
        return view()

    return terrain
