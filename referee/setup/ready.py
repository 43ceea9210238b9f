"""Whether a match can be played as its files are: the first mistake is named, with its file."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.setup.bases import mount_of, usual_bases
from referee.setup.folder import SetUp
from referee.setup.small_files import usual_sheets
from referee.words.game_words import kind_said, unit_said
from rules.game import Game
from rules.registry import game_named
from rules.settings import read_settings
from table.errors import BadFile, BadInput
from table.frame import Frame
from table.mount import Pose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from vision.dictionary import dictionary
from vision.table_view import TableView


def ready_roster(game: str, settings: Mapping[str, Any], language: str = "en") -> Roster:
    """Return a game's ready armies: markers 0, 1, ... for all that is in the box of a match's settings.

    Of a game whose armies players choose themselves it is who fights in its demo.
    """
    the_game, entries = game_named(game), list[Entry]()
    bases, size_cm = {base.kind: base for base in usual_bases(game)}, usual_sheets(game).marker_cm
    for marker, (name, side, kind, unit) in enumerate(_ready(the_game, settings, language)):
        base = bases[kind]
        mount = mount_of(base.mount, base.depth_cm, size_cm)
        entries.append(Entry(marker, name, side, kind, base.width_cm, base.depth_cm, mount, unit))
    return Roster(tuple(entries))


def _ready(
    game: Game[Any], settings: Mapping[str, Any], language: str
) -> Iterator[tuple[str, str, str, str | None]]:  # fmt: skip
    """Yield name, side, kind and unit of each."""
    if game.box is not None:
        for piece in game.box.pieces(read_settings(game.settings, settings, "match.toml")):
            said = (
                unit_said(game.name, piece.unit, language) if piece.unit else kind_said(game.name, piece.kind, language)
            )
            yield f"{piece.code} {said[:1].upper()}{said[1:]}", piece.side, piece.kind, piece.unit
    elif game.demo is not None:
        for placed in game.demo().stands:
            yield placed.name, placed.side, placed.kind, placed.unit


_SIZE = (1.0, 1.0)


def check_ready(setup: SetUp) -> None:
    """Raise BadInput for the first thing in a set-up's files that nobody could play with; the rest is the wizard's.

    A file that the match file names must be there; the roster's markers must be its own, its sides those that play.
    """
    gone = setup.missing()
    if gone is not None:
        key, path = gone
        raise BadFile(setup.name, key, "a file that is there", repr(path))
    match, view, roster, pieces = setup.match, setup.table, setup.roster, setup.terrain
    if match is None:
        raise BadInput("{path}: no such file", path=setup.folder / setup.name)
    game = game_named(match.game, setup.name)
    settings = read_settings(game.settings, match.settings, setup.name)
    game.complete(Snapshot(*_SIZE, (), pieces or ()), settings, match.terrain)
    if roster is None:
        return
    game.complete(all_stands(roster), settings, match.roster)
    if match.said_sides:
        _check_sides(setup, roster, [side.name for side in match.sides], match.roster)
    if view is not None:
        _check_markers(roster, view, match.roster)


def check_picture(setup: SetUp, size_px: tuple[int, int]) -> None:
    """Raise BadInput where the camera's pictures are of another size (width, height) px than the table's."""
    view, match = setup.table, setup.match
    if view is None or match is None or size_px == view.camera.lens.size_px:
        return
    (width, height), (wide, high) = size_px, view.camera.lens.size_px
    raise BadInput(
        "{file} was found in pictures of {wide} x {high} px, and the camera gives {width} x {height} px: "
        "set the camera to that size, or calibrate the table anew",
        file=match.table, wide=wide, high=high, width=width, height=height,
    )  # fmt: skip


def marker_count(frame: Frame | None) -> int:
    """Return how many markers there are to print."""
    return len(dictionary(frame.dictionary if frame is not None else "4x4_250").bytesList)


def all_stands(roster: Roster) -> Snapshot:
    """Return the roster's stands on a table, wherever they may stand."""
    return Snapshot(*_SIZE, tuple(entry.stand_at(Pose(0.0, 0.0, 0.0)) for entry in roster.entries))


def _check_sides(setup: SetUp, roster: Roster, sides: list[str], file: str) -> None:
    for number, entry in enumerate(roster.entries, start=1):
        if entry.side not in sides:
            expected = f"{' or '.join(sides)}, the sides of {setup.name}"
            raise BadFile(file, f"stand[{number}].side", expected, repr(entry.side))


def _check_markers(roster: Roster, view: TableView, file: str) -> None:
    frame = view.frame
    count = len(dictionary(frame.dictionary).bytesList)
    taken = {marker.id: "the frame's" for marker in frame.markers}
    taken |= dict.fromkeys(frame.banners.ids if frame.banners is not None else (), "a banner's")
    for number, entry in enumerate(roster.entries, start=1):
        key = f"stand[{number}].marker"
        if entry.marker in taken:
            raise BadFile(file, key, "a marker of its own", f"{entry.marker}, which is {taken[entry.marker]}")
        if entry.marker >= count:
            raise BadFile(file, key, f"a marker of {frame.dictionary}, 0 to {count - 1}", str(entry.marker))
