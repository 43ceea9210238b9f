"""`vedette terrain`: hills found, outlined and measured, from pictures of one camera held in several places."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from calibration.profile import parse_table
from cli.language import said_here
from cli.pictures import FilePath, compile_kernels, expand, json_option, read_each, table_option
from referee.files import read_text, write_bytes, write_text
from referee.terrain.walk import Misplaced, check_apart, hidden_by, pieces_of, seen_from
from table.errors import BadInput
from table.notation.roster_file import parse_roster
from table.notation.terrain_file import format_terrain
from table.roster import Roster
from table.terrain import Piece, Point
from table.uncertainty import SIGMAS_95
from vision.table_view import TableView
from vision.terrain.height_drawing import height_picture
from vision.terrain.height_map import FEWEST, STEPS, HeightMap, height_map
from vision.terrain.plane_sweep import Look
from vision.terrain.raised import Raised, raised_pieces


@click.command()
@click.argument("pictures", nargs=-1, required=True)
@table_option
@click.option(
    "--roster", "roster_file", type=FilePath, metavar="roster.toml", help="What stands on the table and is no terrain."
)
@click.option("--kind", default="hill", show_default=True, help="What kind of terrain to call all that is found.")
@click.option("--out", type=FilePath, metavar="terrain.toml", help="The file to write.")
@click.option("--picture", "drawing", type=FilePath, metavar="FILE.png", help="A coloured picture of the heights.")
@json_option
def command(
    pictures: tuple[str, ...], table_file: Path, roster_file: Path | None, kind: str, out: Path | None,
    drawing: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Find hills, and how high they are, from PICTURES of the table from several places.

    Take five or six with the camera that you calibrated, at the same zoom and focus, held elsewhere above the table by
    a hand's length or more, three cards in each; then lay nothing aside in between. The picture from the
    camera's own place may be one of them. What moves between the pictures, and what has no texture, is not measured:
    the text says how much of the table the pictures tell, --picture shows where.

    What is found are proposals. Their kind is what --kind says: look through them in the terrain editor.
    """
    if drawing is not None and drawing.suffix.lower() != ".png":
        raise BadInput(
            "{option} {file}: expected a name that ends in {known}", option="--picture", file=drawing, known=".png"
        )
    view = parse_table(read_text(table_file), str(table_file))
    roster = parse_roster(read_text(roster_file), str(roster_file)) if roster_file is not None else None
    names = expand(pictures)
    compile_kernels()
    looks, stands, notes = _looks(names, view, roster)
    with click.progressbar(
        length=STEPS, label=said_here("Measuring heights"), file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        found = height_map(looks, (view.frame.width_cm, view.frame.depth_cm), stands, lambda: bar.update(1))
    raised = raised_pieces(found)
    pieces = pieces_of(raised, kind)
    if out is not None:
        write_text(out, format_terrain(pieces))
    if drawing is not None:
        _, data = cv2.imencode(".png", height_picture(found, raised))
        write_bytes(drawing, data.tobytes())
    if as_json:
        click.echo(json.dumps(_json(found, raised, pieces, len(looks), notes), indent=2))
        return
    click.echo(_words(found, raised, pieces, len(looks), notes))
    if written := ", ".join(str(file) for file in (out, drawing) if file is not None):
        click.echo(f"Written to {written}.")


def _looks(
    names: Sequence[Path], view: TableView, roster: Roster | None
) -> tuple[list[Look], tuple[Sequence[Point], ...], list[str]]:
    """Return the pictures with their cameras, what stands hide, and words on what was left out."""
    looks: list[Look] = []
    notes: list[str] = []
    stands: tuple[Sequence[Point], ...] = ()
    for name, picture in read_each(names, "Looking for the cards", colour=True):
        try:
            seen = seen_from(name, picture, view)
            check_apart(name, seen.camera, [look.camera for look in looks])
        except Misplaced as error:
            said = str(error).removesuffix(".")
            notes.append(f"{said}{'' if said.endswith('?') else ';'} I left it out")
            continue
        if roster is not None and not looks:
            stands = hidden_by(name, picture, seen, roster)
        looks.append(Look(picture, seen.camera))
    if len(looks) < FEWEST:
        raise BadInput(
            "heights need pictures from {fewest} places at least, better six, and I have {count}: {notes}",
            fewest=FEWEST, count=len(looks), notes="; ".join(notes) or ", ".join(map(str, names)),
        )  # fmt: skip
    return looks, stands, notes


def _words(
    found: HeightMap, raised: Sequence[Raised], pieces: Sequence[Piece], count: int, notes: Sequence[str]
) -> str:
    lines = [f"Warning: {note}." for note in notes]
    lines.append(
        f"From {count} pictures, which tell the height of {found.share_told:.0%} of the table; where nothing stands it "
        f"is even to {10 * found.sigma_cm:.1f} mm."
    )
    if not raised:
        lines.append("I find nothing higher or lower than the table.")
        return "\n".join(lines)
    lines.append(f"{'piece':<12}  {'at x, y cm':>12}  {'top':<6}  {'height cm':>9}  {'± cm':>5}  told")
    for it, piece in zip(raised, pieces, strict=True):
        x, y = np.mean(piece.polygon, axis=0)
        lines.append(
            f"{piece.name:<12}  {x:5.0f}, {y:5.0f}  {it.top or 'narrow':<6}  {it.height_cm:9.2f}  "
            f"{SIGMAS_95 * it.sigma_cm:5.2f}  {it.told:4.0%}"
        )
    return "\n".join(lines)


def _json(
    found: HeightMap, raised: Sequence[Raised], pieces: Sequence[Piece], count: int, notes: Sequence[str]
) -> dict[str, object]:
    return {
        "pictures_used": count,
        "told": round(found.share_told, 4),
        "sigma_table_cm": round(found.sigma_cm, 4),
        "pieces": [
            {
                "name": piece.name,
                "kind": piece.kind,
                "polygon": [list(corner) for corner in piece.polygon],
                "height_cm": piece.height_cm,
                "sigma_cm": round(it.sigma_cm, 4),
                "top": piece.top,
                "crest": [list(corner) for corner in piece.crest],
                "told": round(it.told, 3),
            }
            for it, piece in zip(raised, pieces, strict=True)
        ],
        "warnings": list(notes),
    }
