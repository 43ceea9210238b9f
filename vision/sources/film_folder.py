"""A film as a folder of pictures and one list of when each came: nothing is lost, and any program can look at it."""

import csv
import math
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from table.errors import BadFile, BadInput
from vision.picture import read_picture
from vision.sources.frames import CameraFrame, Closing

TIMES = "times.csv"
_COLUMNS = ("picture", "time_s", "number")
_LONGEST_S, _MOST = 1e9, 10**12  # far more than any film has; what a damaged list may hold is told as such


@dataclass(frozen=True, slots=True)
class Moment:
    """When a picture of a film came, s from its beginning, and its number among all that the camera sent."""

    file: Path
    time_s: float
    number: int


class TimesList:
    """The list of a film's pictures, written on as they come: what was written stays, whatever happens then.

    Raises BadInput where it cannot be written, or there is one already.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / TIMES
        try:
            self._file = self._path.open("x", encoding="ascii", newline="", buffering=1)
        except FileExistsError:
            raise BadInput("{path}: there is a film in this folder already; name another", path=folder) from None
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self._path, reason=error.strerror) from None
        self._line(_COLUMNS)

    def add(self, moment: Moment) -> None:
        """Write one picture's line."""
        self._line((moment.file.name, f"{moment.time_s:.6f}", str(moment.number)))

    def _line(self, words: tuple[str, ...]) -> None:
        try:
            self._file.write(",".join(words) + "\n")
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self._path, reason=error.strerror) from None

    def __enter__(self) -> Self:
        """Return the list itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it; a full disk was told before."""
        with suppress(OSError):
            self._file.close()


class FilmFolder(Closing):
    """A film that lies in a folder, as `vedette capture --film` saves it; a frame's time is what its list says.

    Raises BadFile for a list that is none.
    """

    live = False

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self._moments = read_times(folder)
        self._next = 0

    def __len__(self) -> int:
        return len(self._moments)

    def read(self) -> CameraFrame | None:
        """Return the next picture, None after the last; raises BadInput for a file that is no whole picture."""
        if self._next >= len(self._moments):
            return None
        moment = self._moments[self._next]
        self._next += 1
        return CameraFrame(read_picture(moment.file), moment.time_s, moment.number, str(moment.file))


def is_film(folder: Path) -> bool:
    """Whether a film lies in a folder."""
    return (folder / TIMES).is_file()


def read_times(folder: Path) -> tuple[Moment, ...]:
    """Return a film's pictures in order; those that somebody took out of the folder are left out.

    A line that was cut short by a full disk or a kill may stand last. Raises BadFile for any other that is not whole,
    or when no picture is left.
    """
    file = folder / TIMES
    try:
        lines = list(csv.reader(file.read_text("utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadFile(str(file), "", "a list of pictures and their times", str(error)) from None
    there = {path.name for path in folder.iterdir() if path.is_file()}
    moments: list[Moment] = []
    headed = bool(lines) and tuple(lines[0]) == _COLUMNS
    for row, words in enumerate(lines[headed:], start=1 + headed):
        try:
            moment = _moment(folder, *words)
        except (TypeError, ValueError):
            if row == len(lines):
                break
            raise BadFile(str(file), f"line {row}", ", ".join(_COLUMNS), ",".join(words)) from None
        if moments and (moment.time_s < moments[-1].time_s or moment.number < moments[-1].number):
            raise BadFile(str(file), f"line {row}", "pictures in the order they came", ",".join(words))
        if moment.file.name in there:
            moments.append(moment)
    if not moments:
        raise BadFile(str(file), "", "a list of this folder's pictures", "none that is there")
    return tuple(moments)


def _moment(folder: Path, name: str, time_s: str, number: str) -> Moment:
    """Return what a line says; raises ValueError for numbers that cannot be."""
    moment = Moment(folder / Path(name).name, float(time_s), int(number))
    if not (math.isfinite(moment.time_s) and abs(moment.time_s) < _LONGEST_S and abs(moment.number) < _MOST):
        raise ValueError
    return moment
