"""The ruler's answer: how far it is between two ends, and whether the one sees the other."""

from dataclasses import dataclass

from referee.ruling_view import ShapeView, capital, shapes_of
from referee.words import check_sentence
from referee.words.game_words import piece_said
from referee.words.lengths import length_said
from referee.words.sentences import label
from referee.words.translation import say
from rules.board_cells import cell_named, label_of, reading_of
from rules.ruler import Spot, cells_between, distances
from rules.ruling import Check, CheckVerdict
from rules.sight_preview import sight_between
from table.errors import BadInput
from table.names import Name
from table.stand import Stand
from table.terrain import Piece, Point
from web.actions import Cell, Place, Strict, on_table
from web.bodies import Body
from web.match_session import Situation


class End(Strict):
    """One end of the ruler: a stand, a place, a piece of terrain, or a cell of a board."""

    stand: Name | None = None
    point: Place | None = None
    piece: Name | None = None
    cell: Cell | None = None

    def spot(self, now: Situation) -> Spot:
        """Return the stand, place or piece; raises BadInput for none or several and for no such piece, UnknownStand."""
        if sum(each is not None for each in (self.stand, self.point, self.piece, self.cell)) != 1:
            raise BadInput("an end of the ruler is one stand, point, piece or cell")
        if self.point is not None:
            return on_table(self.point, now.table)
        if self.stand is not None:
            return now.table.stand(self.stand)
        if self.cell is not None:
            if now.table.board is None:
                raise BadInput("this game is not played on a board")
            return cell_named(now.table.board, self.cell).centre
        piece = next((each for each in now.table.pieces if each.name == self.piece), None)
        if piece is None:
            raise BadInput("there is no piece of terrain {piece}", piece=repr(self.piece))
        return piece


class Ruler(Body):
    """How far it is from one end to the other, and whether the one sees the other."""

    start: End
    end: End


@dataclass(frozen=True, slots=True)
class DistanceView:
    """One distance: how it was measured, written out, and its ends in table cm."""

    how: str
    said: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedView:
    """One condition that was asked about, not ruled on; ``percent`` where it is too close to call."""

    stand: str | None
    clause: str
    verdict: CheckVerdict
    percent: int | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightView:
    """Whether one end sees the other, why, and what is drawn of it."""

    verdict: CheckVerdict
    checks: tuple[JudgedView, ...]
    geometry: tuple[ShapeView, ...]


@dataclass(frozen=True, slots=True)
class DistancesView:
    """How far it is, the game's own way first, and whether it is seen; ``sight`` is None where nothing is to be seen.

    That is in a game without lines of sight, and where both ends are one place.
    """

    distances: tuple[DistanceView, ...]
    sight: SightView | None


def rule_of(body: Ruler, now: Situation, language: str) -> DistancesView:
    """Return what the ruler says."""
    start, end = body.start.spot(now), body.end.spot(now)
    found = _in_cells(now, start, end, language) if now.table.board else _in_cm(now, start, end, language)
    return DistancesView(found, _sight(body, now, start, end, found, language))


def _in_cm(now: Situation, start: Spot, end: Spot, language: str) -> tuple[DistanceView, ...]:
    return tuple(
        DistanceView(
            how=it.how,
            said=length_said(it.measured, language=language),
            points=rounded_points(*filter(None, (it.measured.start, it.measured.end))),
        )
        for it in distances(now.game, now.table, start, end, now.settings)
    )


def _in_cells(now: Situation, start: Spot, end: Spot, language: str) -> tuple[DistanceView, ...]:
    """Return how many steps it is; "2–3 hexes" where somebody lies between two."""
    board = now.table.board
    assert board is not None
    if isinstance(start, Piece) or isinstance(end, Piece):
        raise BadInput("on a board it is measured from cell to cell")
    ends = [each if isinstance(each, Stand) else Stand("", "", "", *each) for each in (start, end)]
    cells = [reading_of(board, each).cells for each in ends]
    if not all(cells):
        raise BadInput("who lies beside the board is nowhere on it: tap somebody on it, or a cell")
    least, most = cells_between(board, *cells)
    many = f"{least}–{most}" if least < most else f"{most}"
    said = say(f"tools.in_{board.kind}", language, count=most, many=many)
    return (DistanceView(board.kind, said, rounded_points(*(each.centre for each in ends))),)


def _sight(
    body: Ruler, now: Situation, start: Spot, end: Spot, found: tuple[DistanceView, ...], language: str
) -> SightView | None:
    ends = found[0].points if found else ()
    if len(ends) < 2 or ends[0] == ends[1]:
        return None
    viewer, target = (
        spot if isinstance(spot, Stand) else Stand(_named(now.game, given, language), "", "", *at)
        for given, spot, at in ((body.start, start, ends[0]), (body.end, end, ends[-1]))
    )
    # What is looked at hides nothing of itself.
    table = now.table.with_pieces(piece for piece in now.table.pieces if piece not in (start, end))
    ruling = sight_between(now.game, table, viewer, target, now.settings)
    if ruling is None:
        return None
    worst: dict[str, CheckVerdict] = {"allowed": "passed", "refused": "failed", "too_close": "close"}
    checks = tuple(judged_view(now.game, check, language) for check in ruling.checks)
    return SightView(verdict=worst[ruling.verdict], checks=checks, geometry=shapes_of(ruling))


def _named(game: str, given: End, language: str) -> str:
    if given.cell is not None:
        return label_of(given.cell, language)
    return piece_said(game, given.piece, language) if given.piece else label("there", language=language)


def judged_view(game: str, check: Check, language: str) -> JudgedView:
    """Return a check in words, with its chance where it is too close to call."""
    chance, stand = check.probability, check.detail.get("stand")
    return JudgedView(
        stand=None if stand is None else str(stand),
        clause=check.clause,
        verdict=check.verdict,
        percent=None if chance is None or check.verdict != "close" else round(100 * chance),
        sentence=capital(check_sentence(game, check, language=language)),
    )


def rounded_points(*points: Point) -> tuple[Point, ...]:
    """Return places of the table to a hundredth of a millimetre."""
    return tuple((round(x, 3), round(y, 3)) for x, y in points)
