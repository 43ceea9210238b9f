"""Writing a film picture by picture: as GIF by Pillow, as MP4 (H.264) or WebM (VP9) by PyAV, which is an extra."""

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

from PIL import GifImagePlugin, Image, ImageChops

from referee.files import replacing
from referee.film.drawing import SIZE, FilmPicture
from table.errors import BadInput

FPS = {".mp4": 25, ".gif": 10, ".webm": 25}
"""The endings that a film may have, and how many pictures a second each is given."""
CODECS = {
    ".mp4": ("libx264", {"preset": "veryfast", "crf": "22", "tune": "animation"}),
    ".webm": ("libvpx-vp9", {"deadline": "realtime", "cpu-used": "8", "crf": "36", "b": "0"}),
}  # fmt: skip
GIF_SIZE = 560
Done = Callable[[int], None]
"""Is told how many frames more were written."""


def endings() -> tuple[str, ...]:
    """Return the endings of the films that can be written here, the best first."""
    found = find_spec("av")
    return tuple(FPS) if found is not None and found.origin is not None else (".gif",)


def ending_of(path: Path) -> str:
    """Return a film's ending; raises BadInput for one that cannot be written here."""
    ending = path.suffix.lower()
    if ending not in FPS:
        raise BadInput("{path}: a film is {known}: name a file that ends so", path=path, known=", ".join(FPS))
    if ending not in endings():
        raise BadInput(
            "{path}: to write {ending} install the extra: pip install 'vedette[film]'; or name a .gif",
            path=path, ending=ending,
        )  # fmt: skip
    return ending


def write_film(path: Path, pictures: Iterable[FilmPicture], done: Done = lambda _: None) -> None:
    """Write a film, whole or not at all; raises BadInput where that cannot be."""
    ending = ending_of(path)
    try:
        with replacing(path) as beside:
            (_write_gif if ending == ".gif" else _write_video)(beside, ending, pictures, done)
    except OSError as error:
        raise BadInput("{path}: cannot be written ({reason})", path=path, reason=error.strerror or error) from None


def _write_video(path: Path, ending: str, pictures: Iterable[FilmPicture], done: Done) -> None:
    import av  # noqa: PLC0415 - an extra

    codec, options = CODECS[ending]
    with path.open("wb") as file, av.open(file, "w", format=ending[1:]) as film:
        stream = film.add_stream(codec, rate=FPS[ending], options=options)
        stream.width, stream.height, stream.pix_fmt = SIZE, SIZE, "yuv420p"
        at = 0
        for picture, count in pictures:
            frame = av.VideoFrame.from_image(picture).reformat(format="yuv420p")
            for _ in range(count):
                frame.pts, at = at, at + 1
                film.mux(stream.encode(frame))
            done(count)
        film.mux(stream.encode())


def _write_gif(path: Path, ending: str, pictures: Iterable[FilmPicture], done: Done) -> None:
    """Write each picture where it differs from the one before, in its own colours."""
    last: Image.Image | None = None
    with path.open("wb") as file:
        for picture, count in pictures:
            small = picture.resize((GIF_SIZE, GIF_SIZE), Image.Resampling.LANCZOS)
            box = (0, 0, *small.size) if last is None else ImageChops.difference(last, small).getbbox() or (0, 0, 1, 1)
            part = small.crop(box).quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            if last is None:
                file.writelines(GifImagePlugin.getheader(part.copy(), info={"loop": 0})[0])
            shown_ms = 1000 * count // FPS[ending]
            file.writelines(GifImagePlugin.getdata(part, box[:2], duration=shown_ms, include_color_table=True))
            last = small
            done(count)
        file.write(b";")
