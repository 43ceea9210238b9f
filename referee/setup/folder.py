"""One match's set-up: a folder with a file for each step, each written whole the moment its step is done."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from calibration.profile import CameraProfile, format_camera, format_table, parse_camera, parse_table
from referee.files import read_text, write_bytes, write_text
from referee.privacy import Privacy, format_privacy, parse_privacy
from referee.setup.check_file import CheckFile, format_check, parse_check
from referee.setup.match_file import MatchFile, format_match, parse_match
from referee.setup.sheets_file import SheetsFile, format_sheets, parse_sheets
from referee.setup.source_file import SourceFile, format_source, parse_source
from table.errors import BadInput
from table.frame import Frame
from table.notation.frame_file import format_frame, parse_frame
from table.notation.roster_file import format_roster, parse_roster
from table.notation.terrain_file import format_terrain, parse_terrain
from table.roster import Roster
from table.terrain import Piece
from vision.sources.pictures import SUFFIXES, natural
from vision.table_view import TableView

Content = TypeVar("Content")

MATCH = "match.toml"
LENS_PICTURES, TABLE_PICTURE, MAP_PICTURE = "lens", "table.png", "map-found.jpg"
MOST_LENS_PICTURES = 60


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
        self._write(self.name, format_match(match))

    @property
    def source(self) -> SourceFile | None:
        """The camera that was chosen."""
        return self._read("source.toml", parse_source)

    @source.setter
    def source(self, source: SourceFile) -> None:
        self._write("source.toml", format_source(source))

    @property
    def privacy(self) -> Privacy | None:
        """Who may see the camera's picture, and what is kept of it."""
        return self._read("privacy.toml", parse_privacy)

    @privacy.setter
    def privacy(self, privacy: Privacy) -> None:
        self._write("privacy.toml", format_privacy(privacy))

    @property
    def sheets(self) -> SheetsFile | None:
        """How markers and board were printed."""
        return self._read("sheets.toml", parse_sheets)

    @sheets.setter
    def sheets(self, sheets: SheetsFile) -> None:
        self._write("sheets.toml", format_sheets(sheets))

    @property
    def frame(self) -> Frame | None:
        """The play area and the markers round it."""
        return self._read(self._named("frame"), parse_frame)

    @frame.setter
    def frame(self, frame: Frame) -> None:
        self._write(self._named("frame"), format_frame(frame))

    @property
    def camera(self) -> CameraProfile | None:
        """The lens."""
        return self._read("camera.toml", parse_camera)

    @camera.setter
    def camera(self, camera: CameraProfile) -> None:
        self._write("camera.toml", format_camera(camera))

    @property
    def table(self) -> TableView | None:
        """The camera over the table."""
        return self._read(self._named("table"), parse_table)

    @table.setter
    def table(self, view: TableView) -> None:
        self._write(self._named("table"), format_table(view))

    @property
    def check(self) -> CheckFile | None:
        """Distances checked with a tape."""
        return self._read("check.toml", parse_check)

    @check.setter
    def check(self, check: CheckFile) -> None:
        self._write("check.toml", format_check(check))

    @property
    def terrain(self) -> tuple[Piece, ...] | None:
        """The pieces the players agreed on."""
        return self._read(self._named("terrain"), parse_terrain)

    @terrain.setter
    def terrain(self, pieces: tuple[Piece, ...]) -> None:
        self._write(self._named("terrain"), format_terrain(pieces) or "# no terrain\n")

    @property
    def roster(self) -> Roster | None:
        """What the markers stand for."""
        return self._read(self._named("roster"), parse_roster)

    @roster.setter
    def roster(self, roster: Roster) -> None:
        self._write(self._named("roster"), format_roster(roster) or "# nobody yet\n")

    @property
    def journal(self) -> Path:
        """Where the match is written down: each match file of a folder has its own."""
        return self.folder / ("journal.db" if self.name == MATCH else f"{Path(self.name).stem}.journal.db")

    def fingerprint(self) -> str:
        """Return what tells one content of table.toml from another; empty where it is not there."""
        try:
            return hashlib.sha256((self.folder / self._named("table")).read_bytes()).hexdigest()[:16]
        except OSError:
            return ""

    def lens_pictures(self) -> list[Path]:
        """Return the pictures of the board, in the order they were taken."""
        try:
            files = [f for f in (self.folder / LENS_PICTURES).iterdir() if f.suffix.lower() in SUFFIXES]
        except OSError:
            return []
        return sorted(files, key=natural)

    def add_lens_picture(self, data: bytes, suffix: str) -> Path:
        """Keep a picture of the board (coded, with its file's suffix); raises BadInput beyond MOST_LENS_PICTURES."""
        there = self.lens_pictures()
        if len(there) >= MOST_LENS_PICTURES:
            raise BadInput("{count} pictures of the board are enough: calibrate, or begin anew", count=len(there))
        self._folder(LENS_PICTURES)
        numbers = [int(f.stem.rpartition("-")[2]) for f in there if f.stem.rpartition("-")[2].isdigit()]
        path = self.folder / LENS_PICTURES / f"board-{max(numbers, default=0) + 1:03d}{suffix}"
        write_bytes(path, data)
        return path

    def forget_lens_pictures(self) -> None:
        """Begin anew with the board."""
        for picture in self.lens_pictures():
            picture.unlink(missing_ok=True)

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

    def missing(self) -> tuple[str, str] | None:
        """Return the first file that the match file names and that is not there: its key and its path."""
        match = self._said()
        for key in ("frame", "table", "roster", "terrain"):
            if match is not None and key in match.said and not (self.folder / getattr(match, key)).is_file():
                return key, str(getattr(match, key))
        return None

    def _said(self) -> MatchFile | None:
        return self._read(self.name, parse_match)

    def _named(self, which: str) -> str:
        """Return the name match.toml gives a file."""
        try:
            match = self._said()
        except BadInput:
            match = None
        return str(getattr(match, which)) if match is not None else f"{which}.toml"

    def _read(self, name: str, parse: Callable[[str, str], Content]) -> Content | None:
        path = self.folder / name
        return parse(read_text(path), name) if path.exists() else None

    def _write(self, name: str, text: str) -> None:
        self._folder()
        write_text(self.folder / name, text)

    def _folder(self, inside: str = "") -> None:
        try:
            (self.folder / inside).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self.folder, reason=error.strerror) from None
