"""The set-ups this computer knows: each has an id, and only by it is one asked for."""

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from referee.files import write_text
from referee.setup.folder import SetUp
from referee.setup.match_file import MatchFile
from table.errors import BadInput

LIST = "known.json"


@dataclass(frozen=True, slots=True)
class KnownSetUp:
    """A set-up on the shelf: its id, its folder, what is played there and by how many stands.

    ``changed_s`` is when its files were last written (since 1970), ``played``: a match was begun.
    """

    id: str
    folder: Path
    match: MatchFile | None
    stands: int
    changed_s: float
    played: bool

    @property
    def title(self) -> str:
        """What it is called; empty where nothing says so."""
        return self.match.title if self.match is not None else ""


class Shelf:
    """A folder of set-ups and a list of those elsewhere; ids are made here and never read as paths."""

    def __init__(self, root: Path | None = None, new_id: Callable[[], str] = lambda: secrets.token_hex(5)) -> None:
        self.root = root or user_data_path("vedette", appauthor=False) / "matches"
        self._new_id = new_id
        self._passing: dict[str, Path] = {}

    def all(self) -> tuple[KnownSetUp, ...]:
        """Return every set-up that is still there, the last changed first."""
        found = [_known(known_id, place) for known_id, place in self._list().items() if place.exists()]
        return tuple(sorted(found, key=lambda known: -known.changed_s))

    def get(self, known_id: str) -> SetUp:
        """Return the set-up of that id; raises BadInput for one that nobody made."""
        place = self._passing.get(known_id) or self._list().get(known_id)
        if place is None or not place.exists():
            raise BadInput("this match is not known here any more: choose one of the list")
        return setup_at(place)

    def new(self, fill: Callable[[Path], object] | None = None) -> tuple[str, SetUp]:
        """Make a set-up, empty or as ``fill`` writes its folder; return it with its id. Raises BadInput."""
        known_id = self._new_id()
        day = time.strftime("%Y-%m-%d")
        folder = self.root / f"{day}-{known_id}"
        (fill or _make)(folder)
        self._write({**self._list(), known_id: folder})
        return known_id, SetUp(folder)

    def add(self, place: Path, *, lasting: bool = True) -> str:
        """Take in a folder or match file from elsewhere, and return its id: the one it has, where it is known already.

        One that is not ``lasting`` is known until the program ends, and is on no list.
        """
        named = setup_at(place)
        place = SetUp(named.folder.resolve(), named.name).place  # a linked file's paths are where the link is
        if not lasting:
            known_id = self._new_id()
            self._passing[known_id] = place
            return known_id
        known = self._list()
        for known_id, other in known.items():
            if other == place:
                return known_id
        known_id = self._new_id()
        self._write({**known, known_id: place})
        return known_id

    def _list(self) -> dict[str, Path]:
        try:
            data = json.loads((self.root / LIST).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(key): Path(str(value)) for key, value in data.items()} if isinstance(data, dict) else {}

    def _write(self, known: dict[str, Path]) -> None:
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self.root, reason=error.strerror) from None
        write_text(self.root / LIST, json.dumps({key: str(folder) for key, folder in known.items()}, indent=2) + "\n")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=folder, reason=error.strerror) from None


def setup_at(place: Path) -> SetUp:
    """Return the set-up of a folder, or of a match file with any name."""
    file = place.is_file() or (place.suffix == ".toml" and not place.is_dir())
    return SetUp(place.parent, place.name) if file else SetUp(place)


def _known(known_id: str, place: Path) -> KnownSetUp:
    setup = setup_at(place)
    folder, match, roster = setup.folder, None, None
    with suppress(BadInput):  # its own step says what is wrong with a file
        match = setup.match
        roster = setup.roster
    try:
        changed_s = max((file.stat().st_mtime for file in folder.iterdir()), default=folder.stat().st_mtime)
    except OSError:
        changed_s = 0.0
    return KnownSetUp(known_id, folder, match, len(roster.entries) if roster else 0, changed_s, setup.journal.exists())
