"""One match's set-up: a folder with a file for each step, each written whole the moment its step is done."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from calibration.profile import format_camera, format_table, parse_camera, parse_table
from referee.files import read_text, write_bytes, write_text
from referee.privacy import Privacy
from referee.setup.comments import with_comments
from referee.setup.match_file import MatchFile, format_match, parse_match
from referee.setup.nations import by_sides
from referee.setup.small_files import CheckFile, HeightsFile, SheetsFile, SourceFile, format_toml
from referee.taken_with import TAKEN_WITH, keep_taken_with, taken_with
from rules.cases import check_roster
from rules.registry import game_named
from table.errors import BadInput
from table.notation.frame_file import format_frame, parse_frame
from table.notation.roster_file import format_roster, parse_roster
from table.notation.terrain_file import format_terrain, parse_terrain
from table.notation.toml import Model, parse_toml
from table.roster import Roster
from vision.camera_identity import CameraIdentity
from vision.sources.pictures import SUFFIXES, natural
from vision.terrain.height_map import Heights, heights_bytes, heights_from

Content = TypeVar("Content")

MATCH = "match.toml"
NAMED = ("frame", "table", "roster", "terrain")
"""The files that match.toml may name."""
LENS_PICTURES, TABLE_PICTURE, MAP_PICTURE, HEIGHTS = "lens", "table.png", "map-found.jpg", "heights.npz"
MOST_LENS_PICTURES = 60
NO_TERRAIN = "# no terrain\n"
"""What terrain.toml says of a table that has none; it is no owner's comment."""


class File(Generic[Content]):
    """A set-up's file as an attribute of it: read whenever it is asked for, written when it is set."""

    def __init__(self, which: str, parse: Callable[[str, str], Content], write: Callable[[Content], str]) -> None:
        self._which, self._parse, self._format = which, parse, write

    def __get__(self, setup: "SetUp", _: type) -> Content | None:
        """Return what the file says; None where it is not there."""
        return setup.read(setup.named(self._which), self._parse)

    def __set__(self, setup: "SetUp", content: Content) -> None:
        """Write it."""
        setup.write(setup.named(self._which), self._format(content))


def model_file(which: str, model: type[Model]) -> File[Model]:
    """Return a file that is read and written as a model."""
    return File(which, lambda text, name: parse_toml(text, model, name), format_toml)


class SetUp:
    """Reads and writes the files of one set-up; a file that is not there is None, a wrong one raises BadFile.

    ``name`` is what its match file is called; the paths in that are relative to ``folder``, or absolute.
    """

    def __init__(self, folder: Path, name: str = MATCH) -> None:
        self.folder, self.name = folder, name

    @property
    def place(self) -> Path:
        """What a user names it by: its folder, or its match file where that has a name of its own."""
        return self.folder if self.name == MATCH else self.folder / self.name

    @property
    def match(self) -> MatchFile | None:
        """What is played; sides that it does not say are the roster's."""
        match = self._said()
        if match is None or len(match.said_sides) > 1:
            return match
        try:
            roster = self.roster
        except BadInput:  # its own step says what is wrong with it
            return match
        return match.with_sides_of((entry.side for entry in roster.entries) if roster is not None else (), self.name)

    @match.setter
    def match(self, match: MatchFile) -> None:
        self.write(self.name, format_match(match))

    source = model_file("source", SourceFile)
    """The camera that was chosen."""
    privacy = model_file("privacy", Privacy)
    """Who may see the camera's picture, and what is kept of it."""
    sheets = model_file("sheets", SheetsFile)
    """How markers and board were printed."""
    frame = File("frame", parse_frame, format_frame)
    """The play area and the markers round it."""
    camera = File("camera", parse_camera, format_camera)
    """The lens."""
    table = File("table", parse_table, format_table)
    """The camera over the table."""
    check = model_file("check", CheckFile)
    """Distances checked with a tape."""
    heights = model_file("heights", HeightsFile)
    """What pictures from several places propose; see `measured_heights`."""
    terrain = File("terrain", parse_terrain, lambda pieces: format_terrain(pieces) or NO_TERRAIN)
    """The pieces the players agreed on."""

    @property
    def roster(self) -> Roster | None:
        """What the markers stand for, in the words of the match's game."""
        name, match = self.named("roster"), self._match()
        roster = self.read(name, parse_roster)
        if roster is not None and match is not None:
            roster = by_sides(roster, match, name)
            check_roster(roster, game_named(match.game), name)
        return roster

    @roster.setter
    def roster(self, roster: Roster) -> None:
        self.write(self.named("roster"), format_roster(roster) or "# nobody yet\n")

    @property
    def journal(self) -> Path:
        """Where the match is written down: each match file of a folder has its own."""
        return self.folder / ("journal.db" if self.name == MATCH else f"{Path(self.name).stem}.journal.db")

    def fingerprint(self) -> str:
        """Return what tells one content of table.toml from another; empty where it is not there."""
        try:
            return hashlib.sha256((self.folder / self.named("table")).read_bytes()).hexdigest()[:16]
        except OSError:
            return ""

    def version(self, *which: str) -> str:
        """Return what tells one content of these files from another, there or not."""
        paths = [self.folder / (self.name if one == "match" else self.named(one)) for one in which]
        said = [path.read_bytes() if path.is_file() else b"" for path in paths]
        return hashlib.sha256(b"\0".join(said)).hexdigest()[:16]

    @property
    def identity(self) -> CameraIdentity | None:
        """The camera that the lens was learned with; None where nothing is known of it."""
        learned = self.camera or self.table
        return learned.identity if learned is not None else None

    @identity.setter
    def identity(self, identity: CameraIdentity) -> None:
        """Note that this is the camera of the lens: a table that was checked stays checked."""
        camera, table, check = self.camera, self.table, self.check
        checked = check is not None and check.table == self.fingerprint()
        if camera is not None:
            self.camera = replace(camera, identity=identity)
        if table is not None:
            self.table = replace(table, identity=identity)
        if check is not None and checked:
            self.check = check.model_copy(update={"table": self.fingerprint()})

    @property
    def taken_with(self) -> CameraIdentity | None:
        """The camera that the pictures of the board are of."""
        return taken_with(self.folder / LENS_PICTURES)

    def lens_pictures(self) -> list[Path]:
        """Return the pictures of the board, in the order they were taken."""
        try:
            files = [f for f in (self.folder / LENS_PICTURES).iterdir() if f.suffix.lower() in SUFFIXES]
        except OSError:
            return []
        return sorted(files, key=natural)

    def has_lens_picture(self, data: bytes) -> bool:
        """Return whether a picture of the board has these very bytes."""
        alike = (path for path in self.lens_pictures() if path.stat().st_size == len(data))
        return any(path.read_bytes() == data for path in alike)

    def add_lens_picture(self, data: bytes, suffix: str, identity: CameraIdentity | None = None) -> Path:
        """Keep a picture of the board (coded, with its file's suffix), and which camera took the first of them.

        Raises BadInput beyond MOST_LENS_PICTURES.
        """
        there = self.lens_pictures()
        if len(there) >= MOST_LENS_PICTURES:
            raise BadInput("{count} pictures of the board are enough: calibrate, or begin anew", count=len(there))
        self._folder(LENS_PICTURES)
        numbers = [int(f.stem.rpartition("-")[2]) for f in there if f.stem.rpartition("-")[2].isdigit()]
        path = self.folder / LENS_PICTURES / f"board-{max(numbers, default=0) + 1:03d}{suffix}"
        write_bytes(path, data)
        if not there:
            keep_taken_with(path.parent, identity)
        return path

    def forget_lens_pictures(self) -> None:
        """Begin anew with the board."""
        for picture in self.lens_pictures():
            picture.unlink(missing_ok=True)
        (self.folder / LENS_PICTURES / TAKEN_WITH).unlink(missing_ok=True)

    def keep_table_picture(self, data: bytes) -> None:
        """Keep the picture that the table was found in, as PNG."""
        self._folder()
        write_bytes(self.folder / TABLE_PICTURE, data)

    def keep_map_picture(self, data: bytes) -> None:
        """Keep the picture of the printed map with the hexes found on it, as JPEG."""
        self._folder()
        write_bytes(self.folder / MAP_PICTURE, data)

    def map_picture(self) -> bytes | None:
        """Return the picture of the map as it was found; None where none was looked for."""
        path = self.folder / MAP_PICTURE
        return path.read_bytes() if path.is_file() else None

    def keep_heights(self, found: Heights) -> None:
        """Keep heights that were measured."""
        self._folder()
        write_bytes(self.folder / HEIGHTS, heights_bytes(found))

    def measured_heights(self) -> Heights | None:
        """Return the heights that were measured; None where none were. Raises BadInput where they cannot be read."""
        path = self.folder / HEIGHTS
        return heights_from(path.read_bytes(), HEIGHTS) if path.is_file() else None

    def missing(self) -> tuple[str, str] | None:
        """Return the first file that the match file names and that is not there: its key and its path."""
        match = self._said()
        for key in NAMED:
            if match is not None and key in match.said and not (self.folder / getattr(match, key)).is_file():
                return key, str(getattr(match, key))
        return None

    def _said(self) -> MatchFile | None:
        return self.read(self.name, parse_match)

    def _match(self) -> MatchFile | None:
        """Return what match.toml says; None where it is not there or cannot be read, which its own step says."""
        with suppress(BadInput):
            return self._said()
        return None

    def named(self, which: str) -> str:
        """Return a file's name: the one that match.toml gives it, where it may."""
        match = self._match() if which in NAMED else None
        return f"{which}.toml" if match is None else str(getattr(match, which))

    def read(self, name: str, parse: Callable[[str, str], Content]) -> Content | None:
        """Return what a file says; None where it is not there."""
        path = self.folder / name
        return parse(read_text(path), name) if path.exists() else None

    def write(self, name: str, text: str) -> None:
        """Write a file, its owner's comments kept, and make its folder if need be."""
        self._folder()
        path = self.folder / name
        with suppress(BadInput):  # what cannot be read has no comments to keep
            text = with_comments(read_text(path).replace(NO_TERRAIN, ""), text) if path.is_file() else text
        write_text(path, text)

    def _folder(self, inside: str = "") -> None:
        try:
            (self.folder / inside).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self.folder, reason=error.strerror) from None
