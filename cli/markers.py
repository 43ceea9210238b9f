"""`vedette markers`: what the eye sees in pictures, without any calibration, and why a marker is not found."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2

from cli.pictures import FilePath, compile_kernels, expand, json_option, read_each
from cli.sheet_options import Numbers
from cli.wrong_use import WrongUse
from referee.files import write_bytes
from table.errors import BadInput
from vision.arrays import Floats
from vision.dictionary import dictionary as by_name
from vision.marker_drawing import draw_markers
from vision.markers import MarkerSeen, find_markers
from vision.missing import Missing, copies, missing_markers
from vision.picture import read_picture
from vision.sources.pictures import SUFFIXES
from vision.warmup import warm


@dataclass(frozen=True)
class _Seen:
    """What was seen in one picture, and how long finding it took; of what was waited for, what is missing."""

    file: str
    ms: float
    found: tuple[MarkerSeen, ...]
    missing: tuple[Missing, ...]
    copies: tuple[MarkerSeen, ...]

    def as_json(self, waited: bool) -> dict[str, Any]:
        """Return it for programs."""
        told: dict[str, Any] = {
            "file": self.file, "ms": round(self.ms, 1), "markers": [_marker_json(marker) for marker in self.found],
        }  # fmt: skip
        if waited:
            told["missing"] = [_missing_json(gone) for gone in self.missing]
            told["copies"] = [_marker_json(marker) for marker in self.copies]
        return told

    def words(self) -> list[str]:
        """Return it for people."""
        ids, count = ", ".join(str(marker.id) for marker in self.found), len(self.found)
        seen = "no marker" if not count else "1 marker" if count == 1 else f"{count} markers"
        lines = [f"{self.file}: {seen} seen in {self.ms:.0f} ms" + (f": {ids}." if count else ".")]
        lines += [
            f"  {gone.id} at {_place(gone.corners_px.mean(axis=0))}: {gone.why}."
            for gone in self.missing
            if gone.corners_px is not None
        ]
        nowhere = [gone for gone in self.missing if gone.corners_px is None]
        if nowhere:
            lines.append(f"  {', '.join(str(gone.id) for gone in nowhere)}: {nowhere[0].why}.")
        lines += [
            f"  {marker.id} is there again at {_place(marker.centre_px)}: take it away, or print it with its own id."
            for marker in self.copies
        ]
        return lines


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
@click.option("--dictionary", default="4x4_250", show_default=True, metavar="NAME", help="The markers' dictionary.")
@click.option("--ids", type=Numbers(), metavar="0-39", help="The markers that should be there, like 0-39 or 1,5,7-9.")
@json_option
@click.option("--out", type=FilePath, metavar="DIR", help="Draw it over each picture, into this folder.")
def command(
    pictures: Sequence[str], dictionary: str, ids: tuple[int, ...] | None, as_json: bool, out: Path | None
) -> None:
    """What the eye sees in pictures, and why a marker is not found.

    Nothing need be calibrated. PICTURE is a file, a folder, or a pattern like 'shots/*.jpg'. With --ids it looks
    harder for these and says of each that it does not find why: too small, blurred, too little contrast, glare,
    covered, its margin cut, seen slantwise, or not seen at all; and which lies there twice. --out draws what is found
    in green and what is refused in orange.
    """
    known = len(by_name(dictionary).bytesList)
    if ids is not None and max(ids) >= known:
        raise BadInput(
            "--ids: {dictionary} has the markers 0-{most}, not {marker}",
            dictionary=dictionary, most=known - 1, marker=max(ids),
        )  # fmt: skip
    files = expand(pictures)
    if out is not None:
        _make_folder(out)
    compile_kernels()
    warm()  # or the first picture's time would be that of loading them
    names = _names(files)
    seen = []
    for file, grey in read_each(files, "Looking"):
        start = time.perf_counter()
        found = find_markers(grey, dictionary, wanted=ids or ())
        ms = 1000 * (time.perf_counter() - start)
        missing = missing_markers(grey, dictionary, found, ids) if ids is not None else ()
        again = copies(grey, dictionary, found) if ids is not None else ()
        seen.append(_Seen(file, ms, found, missing, again))
        if out is not None:
            _, data = cv2.imencode(".png", draw_markers(read_picture(file), found, missing, again))
            write_bytes(out / names[file], data.tobytes())
    if as_json:
        click.echo(json.dumps({"pictures": [one.as_json(ids is not None) for one in seen]}, indent=2))
        return
    for one in seen:
        click.echo("\n".join(one.words()))
    if out is not None:
        click.echo(f"Drawn into {out}.")


def _make_folder(out: Path) -> None:
    if out.suffix.lower() in SUFFIXES and not out.is_dir():
        raise WrongUse(
            "{option}: this is a folder for the drawings, one a picture; {name} is a picture's name",
            option=f"--out {out}", name=out.name,
        )  # fmt: skip
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput("{path}: cannot be made ({reason})", path=out, reason=error.strerror or error) from None


def _names(files: Sequence[Path]) -> dict[str, str]:
    """Return a name for each file's drawing, no two alike."""
    names: dict[str, str] = {}
    for file in files:
        stem, count = file.stem, 1
        while f"{stem}.png" in names.values():
            count += 1
            stem = f"{file.stem}-{count}"
        names[str(file)] = f"{stem}.png"
    return names


def _place(at: Floats) -> str:
    return f"{at[0]:.0f}, {at[1]:.0f} px"


def _marker_json(marker: MarkerSeen) -> dict[str, Any]:
    return {
        "id": marker.id, "corners_px": marker.corners_px.round(4).tolist(), "sigma_px": round(marker.sigma_px, 5),
        "score": round(marker.score, 4),
    }  # fmt: skip


def _missing_json(gone: Missing) -> dict[str, Any]:
    told: dict[str, Any] = {"id": gone.id, "why": str(gone.why)}
    if gone.corners_px is not None:
        told["corners_px"] = gone.corners_px.round(2).tolist()
    return told
