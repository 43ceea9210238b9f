"""`vedette capture --film`: every picture that a camera sends for some seconds, with the times they came."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from cli.album import Album
from cli.language import said_here
from cli.patience import Patience, next_frame
from table.errors import BadInput
from vision.sources.film_folder import TIMES, Moment, TimesList
from vision.sources.frames import CameraFrame, FrameSource

_BAR = 1000  # steps of the progress bar


@dataclass(frozen=True, slots=True)
class FilmSaved:
    """A film on disk: its folder, how many pictures, how many came while one was written, how long it is."""

    folder: Path
    pictures: int
    unsaved: int
    seconds: float

    def as_json(self) -> dict[str, object]:
        """Return it for programs."""
        return {
            "folder": str(self.folder), "times": str(self.folder / TIMES), "pictures": self.pictures,
            "unsaved": self.unsaved, "seconds": round(self.seconds, 3),
        }  # fmt: skip

    def words(self) -> list[str]:
        """Return it for people."""
        lines = [f"Saved a film of {self.pictures} pictures in {self.seconds:.1f} s into {self.folder}."]
        if self.unsaved:
            lines.append(
                f"{self.unsaved} more came while one was being saved: this disk or computer is slower than the camera."
            )
        return [*lines, f"See what it tells: vedette doctor --film {self.folder}"]


def filmed(source: FrameSource, album: Album, seconds: float, patience: Patience) -> Iterator[Moment]:
    """Save every picture that can be read in some seconds, and yield each when it and its time are on disk."""
    frame = next_frame(source, patience)
    if frame is None:
        return
    start_s = _time_s(frame)
    with TimesList(album.folder) as times:
        while frame is not None and (time_s := _time_s(frame) - start_s) < seconds:
            moment = Moment(album.write(frame), time_s, frame.index)
            times.add(moment)
            yield moment
            frame = next_frame(source, patience)


def save_film(source: FrameSource, album: Album, seconds: float, patience: Patience, hidden: bool) -> FilmSaved:
    """Save a film and show how far it is; raises BadInput, with what was saved before, where it cannot go on."""
    first: Moment | None = None
    last: Moment | None = None
    pictures = 0
    try:
        with click.progressbar(length=_BAR, label=said_here("Filming"), file=sys.stderr, hidden=hidden) as bar:
            for moment in filmed(source, album, seconds, patience):
                first, last, pictures = first or moment, moment, pictures + 1
                bar.update(int(_BAR * moment.time_s / seconds) - bar.pos)
            bar.update(_BAR - bar.pos)
    except BadInput as error:
        if not pictures:
            raise
        raise BadInput(
            "{wrong} (pictures saved before, with their times: {count}, in {folder})",
            wrong=error, count=pictures, folder=album.folder,
        ) from None  # fmt: skip
    if first is None or last is None:
        raise BadInput("{name}: it has no pictures", name=source.name)
    return FilmSaved(album.folder, pictures, last.number - first.number + 1 - pictures, last.time_s)


def _time_s(frame: CameraFrame) -> float:
    return frame.time_s if frame.captured_s is None else frame.captured_s
