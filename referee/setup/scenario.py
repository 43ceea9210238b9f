"""A scenario: a laid-out table with its armies, its length and what wins, as a file that one can give away.

It is written as the table of a case is (docs/rules.md), without an action, with a title, turns and victory besides.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import dist
from pathlib import Path
from typing import Annotated

from pydantic import Field

from referee.files import filling, read_text
from referee.setup.bases import mount_of, usual_bases
from referee.setup.folder import SetUp
from referee.setup.match_file import beyond_names, parse_match
from referee.setup.ready import ready_roster
from referee.setup.small_files import usual_sheets
from referee.words.translation import game_folder
from rules.cases import parse_table, terms_of
from table.errors import BadFile, BadInput
from table.frame import HexBoard, SquareBoard
from table.ground import ground_height
from table.hex_board import centre_of as hex_centre
from table.hex_board import hex_at, hex_of, offset_of
from table.mount import Pose
from table.notation.case_file import Case, TableKeys, read_in_terms
from table.notation.frame_file import board_lines
from table.notation.terrain_file import format_terrain
from table.notation.toml import Strict, inline, number, quote
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.squares import centre_of, squares_of
from table.stand import Stand
from table.terrain import Point

Board = SquareBoard | HexBoard | None
SCENARIO = "scenario.toml"
FIRST_RESERVED = 200
"""From this number on markers are the frame's, a board's and the banners'."""


class WordsModel(Strict):
    """What a scenario is called, and in words what wins it, in one language."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    victory: Annotated[str, Field(max_length=600)] = ""


class ScenarioModel(TableKeys, WordsModel):
    """All of a scenario's file; ``turns`` is how long it is played, ``said`` its words in other languages."""

    turns: Annotated[int, Field(ge=1, le=99)] | None = None
    said: Annotated[dict[Annotated[str, Field(pattern="^[a-z]{2,3}$")], WordsModel], Field(max_length=40)] = {}


@dataclass(frozen=True)
class Scenario:
    """A table before the first turn: what stands where, how long it is played and what wins; ``text`` is its file."""

    title: str
    turns: int | None
    victory: str
    case: Case
    text: str
    said: Mapping[str, WordsModel] = field(default_factory=dict)

    def in_language(self, language: str) -> "Scenario":
        """Return the scenario with its title and what wins it in that language, if the file has them in it."""
        words = self.said.get(language)
        return self if words is None else replace(self, title=words.title, victory=words.victory)


def parse_scenario(text: str, file: str = SCENARIO) -> Scenario:
    """Read a scenario's text; raises BadFile (file, key, expected, got)."""
    told, _ = read_in_terms(text, ScenarioModel, file, terms_of)
    return Scenario(told.title, told.turns, told.victory, parse_table(text, file), text, told.said)


def scenario_of(setup: SetUp, table: Snapshot, turns: int | None = None, victory: str = "") -> Scenario:
    """Return a table as it stands as a scenario: whoever stands on it, as the roster has them, and its terrain.

    What has happened to them is forgotten. Raises BadInput where nobody stands there.
    """
    match, roster = setup.match, setup.roster
    names = {} if roster is None else {entry.name: entry for entry in roster.entries}
    stands = [(stand, names[stand.name]) for stand in table.stands if stand.name in names]
    if match is None or not stands:
        raise BadInput("nobody of the roster stands on the table yet: there is no scenario to keep")
    board = replace(table.board, warp=None, unsure_cm=()) if isinstance(table.board, HexBoard) else table.board
    lines = [f"game = {quote(match.game)}", f"title = {quote(match.title)}"]
    lines += [f"turns = {turns}"] if turns is not None else []
    lines += [f"victory = {quote(victory)}"] if victory else []
    lines += [f"settings = {inline(match.settings)}"] if match.settings else []
    lines += ["", "[table]", f"width_cm = {number(table.width_cm)}", f"depth_cm = {number(table.depth_cm)}"]
    lines += board_lines(board)
    for side, words in match.words.items():
        lines += ["", f"[side.{quote(side)}]", *(f"{word} = {inline(value)}" for word, value in words.items())]
    for stand, entry in stands:
        lines += _stand_lines(stand, entry, table.board, board)
    lines += ["", format_terrain(table.pieces).replace("[[piece]]", "[[terrain]]")]
    return parse_scenario("\n".join(lines).rstrip("\n") + "\n", SCENARIO)


def _stand_lines(stand: Stand, entry: Entry, laid: Board, board: Board) -> Iterator[str]:
    x, y = stand.centre if laid is None or board is None else on_board(stand.centre, laid, board)
    yield from ("", "[[stand]]", f"name = {quote(entry.name)}", f"side = {quote(entry.side)}")
    yield f"kind = {quote(entry.kind)}"
    if entry.unit is not None:
        yield f"unit = {quote(entry.unit)}"
    yield from (f"{key} = {number(round(value, 2))}" for key, value in (("x", x), ("y", y)))
    yield f"heading_deg = {number(round(stand.heading_deg, 1))}"
    yield from (f"{key} = {number(getattr(entry, key))}" for key in ("width_cm", "depth_cm"))
    if entry.state:
        yield f"state = {inline(entry.state)}"


def on_board(place: Point, given: Board, board: Board) -> Point:
    """Return the place on ``board`` that lies in the same square or hex, and there alike, as one on the ``given`` one.

    Raises BadInput where the two are not of a kind.
    """
    if isinstance(given, HexBoard) and isinstance(board, HexBoard):
        here = hex_at(given, *place)
        there, scale = hex_of(board, *offset_of(given, here)), board.size_cm / given.size_cm
        return _beside(place, hex_centre(given, here), hex_centre(board, there), scale)
    if isinstance(given, SquareBoard) and isinstance(board, SquareBoard):
        square = min(squares_of(given), key=lambda square: dist(place, centre_of(given, square)))
        return _beside(place, centre_of(given, square), centre_of(board, square), board.square_cm / given.square_cm)
    raise BadInput("the scenario is played on another kind of board than this table has")


def _beside(place: Point, middle: Point, new: Point, scale: float) -> Point:
    return new[0] + scale * (place[0] - middle[0]), new[1] + scale * (place[1] - middle[1])


def open_scenario(text: str, file: str, folder: Path, language: str = "en") -> Scenario:
    """Write a scenario into a new folder as a set-up that lacks only camera, lens and table; return it.

    The match is called and spoken as in ``language``.

    Raises BadFile for what cannot be read, BadInput where the folder cannot be written.
    """
    scenario = parse_scenario(text, file)
    case = scenario.case
    title = scenario.in_language(language).title
    match = parse_match(f"game = {quote(case.game)}\ntitle = {quote(title)}\nlanguage = {quote(language)}\n", file)
    match = match.with_sides_of((stand.side for stand in case.snapshot.stands), file)
    entries = tuple(_entries(case, file))
    with filling(folder) as beside:
        made = SetUp(beside)
        made.match = replace(match, settings=case.settings, words=beyond_names(case.sides))
        made.roster = Roster(entries)
        made.terrain = case.snapshot.pieces
        made.write(SCENARIO, text)
    return scenario


def _entries(case: Case, file: str) -> Iterator[Entry]:
    """Yield the roster's lines: who is in the game's box has his marker there, the others what is free, in order.

    Raises BadFile for a kind that the game has not, and for more stands than there are markers.
    """
    boxed = {entry.name: entry for entry in ready_roster(case.game, case.settings).entries}
    bases = {base.kind: base for base in usual_bases(case.game)}
    taken = {entry.marker for entry in boxed.values()}
    free = [marker for marker in range(FIRST_RESERVED) if marker not in taken]
    if len(case.snapshot.stands) > len(free):
        raise BadFile(file, "stand", f"at most {len(free)} items", f"{len(case.snapshot.stands)}")
    numbers = iter(free)
    for k, stand in enumerate(case.snapshot.stands, 1):
        if stand.kind not in bases:
            raise BadFile(file, f"stand[{k}].kind", " or ".join(bases), repr(stand.kind))
        base = bases[stand.kind]
        width_cm, depth_cm = stand.width_cm or base.width_cm, stand.depth_cm or base.depth_cm
        known = boxed.get(stand.name)
        if known is not None and (known.side, known.kind, known.unit) == (stand.side, stand.kind, stand.unit):
            yield replace(known, state=dict(stand.state))
            continue
        yield Entry(
            next(numbers), stand.name, stand.side, stand.kind, width_cm, depth_cm,
            mount_of(base.mount, depth_cm, usual_sheets(case.game).marker_cm), stand.unit, state=dict(stand.state),
        )  # fmt: skip


def start_on(scenario: Scenario, roster: Roster, table: Snapshot) -> Snapshot:
    """Return a table with the roster's stands where the scenario has them, for a table that is as large.

    Raises BadInput for one that is too small, or has another kind of board.
    """
    case, entries = scenario.case.snapshot, roster.entries
    if table.board is None and (table.width_cm < case.width_cm - 0.5 or table.depth_cm < case.depth_cm - 0.5):
        raise BadInput(
            "the scenario needs a table of {wide:.0f} x {deep:.0f} cm", wide=case.width_cm, deep=case.depth_cm
        )
    stands = []
    for entry in entries:
        if entry.name not in case:
            continue
        there = case.stand(entry.name)
        same = case.board is None or table.board is None
        x, y = there.centre if same else on_board(there.centre, case.board, table.board)
        stand = entry.stand_at(Pose(x, y, there.heading_deg))
        stands.append(replace(stand, z_cm=ground_height(stand.centre, table.pieces)))
    return replace(table, stands=tuple(stands))


def scenario_in(setup: SetUp) -> Scenario | None:
    """Return the scenario that a set-up was opened from; None without one, or where it cannot be read."""
    with suppress(BadInput):
        return setup.read(SCENARIO, parse_scenario)
    return None


def shipped(game: str) -> Mapping[str, str]:
    """Return the texts of the scenarios that come with a game, by the names of their files, in their order."""
    folder = game_folder(game)
    found = [] if folder is None else sorted((folder / "scenarios").glob("*.toml"))
    return {file.name: read_text(file) for file in found}
