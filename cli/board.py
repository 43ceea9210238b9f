"""`vedette board`: the printed map of a game on hexes."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import format_table, parse_table
from calibration.report import board_page
from calibration.report_page import Locale
from cli.language import locale_in
from cli.language import option as language_option
from cli.pictures import FilePath, compile_kernels, expand, json_option, read_each, table_option, warned
from referee.files import read_text, write_bytes, write_text
from referee.setup.map_fit import camera_in
from table.errors import BadFile, BadInput, Remark
from table.frame import HexBoard
from table.hex_board import label_of
from table.notation.frame_file import format_frame
from vision.boards.hex_fit import BoardFit, fit_board
from vision.boards.hex_fit_drawing import fit_picture
from vision.boards.hex_fit_unsure import less_sure
from vision.camera import Camera

_NAMED = 6  # hexes, in one line


@click.group()
def command() -> None:
    """Find the hexes of a printed map.

    Put the map's measures into frame.toml under [board], calibrate the table, then `board fit`: a print that is turned,
    stretched or wavy is followed line by line, so that every counter is read in the hex it stands in.
    """


@command.command()
@click.argument("pictures", nargs=-1, required=True)
@table_option
@click.option("--out", type=FilePath, metavar="table.toml", help="The file to write; may be the same.")
@click.option(
    "--frame-out", type=FilePath, metavar="frame.toml", help="Write the frame with its fitted board here too."
)
@click.option("--report", type=FilePath, metavar="FILE", help="A picture (.png) or a page (.html) that shows the fit.")
@json_option
@language_option
def fit(
    pictures: tuple[str, ...], table_file: Path, out: Path | None, frame_out: Path | None, report: Path | None,
    as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Find the map's hexes in PICTURES, starting from [board] in table.toml.

    Its origin may be half a hex off, its size_cm 3 %, and the map turned by 2 degrees. Clear the map as far as you can:
    counters may lie about, but what they cover cannot be seen. Several PICTURES with the counters elsewhere are better
    than one. The map must lie flat: it is taken to be as high as the table.
    """
    if report is not None and report.suffix.lower() not in (".png", ".html", ".htm"):
        raise BadInput(
            "{option} {file}: expected a name that ends in {known}", option="--report", file=report, known=".png, .html"
        )
    view = parse_table(read_text(table_file), str(table_file))
    board = view.frame.board
    if not isinstance(board, HexBoard):
        found = "none" if board is None else "one of squares"
        raise BadFile(str(table_file), "frame.board", "a board of hexes to look for", found)
    names = expand(pictures)
    compile_kernels()
    seen: list[tuple[Camera, NDArray[np.uint8]]] = []
    notes: list[str] = []
    for name, picture in read_each(names, "Looking for the map", colour=True):
        camera, said = camera_in(view, picture, name)
        seen.append((camera, picture))
        notes += [note for note in said if note not in notes]
    found_fit = fit_board(seen, board, view.correction)
    frame = replace(view.frame, board=found_fit.board)
    if out is not None:
        write_text(out, format_table(replace(view, frame=frame)))
    if frame_out is not None:
        write_text(frame_out, format_frame(frame))
    locale = locale_in(lang)
    if report is not None:
        _write_report(report, found_fit, locale)
    if as_json:
        click.echo(json.dumps(_json(found_fit, notes), indent=2))
        return
    lines = _words(found_fit, notes)
    written = ", ".join(str(file) for file in (out, frame_out) if file is not None)
    lines.append(
        Remark("Written to {files}.", files=written)
        if written
        else Remark("Not written: give --out table.toml to keep it.")
    )
    if report is not None:
        lines.append(Remark("Shown in {file}.", file=report))
    click.echo("\n".join(locale.said(line) for line in lines))


def _write_report(report: Path, found: BoardFit, locale: Locale) -> None:
    if report.suffix.lower() != ".png":
        write_text(report, board_page(found, locale))
        return
    _, data = cv2.imencode(".png", fit_picture(found))
    write_bytes(report, data.tobytes())


def _words(found: BoardFit, notes: list[str]) -> list[Remark]:
    percent = 100 * (found.scale - 1)
    told = {"turn": found.turn_deg, "percent": abs(percent), "moved_mm": 10 * found.moved_cm}
    lines = [
        *warned([*notes, *found.warnings]),
        Remark("Found {count} of {all} lines; they lie {rms_mm:.2f} mm (rms) from the fitted hexes, {worst_mm:.2f} mm "
               "at most.",
               count=found.found, all=int(found.visible.sum()), rms_mm=10 * found.rms_cm,
               worst_mm=10 * found.worst_cm),
        Remark("The map is turned by {turn:.2f}° and {percent:.2f} % larger than frame.toml says; hexes lie up to "
               "{moved_mm:.1f} mm from where they were taken to be.", **told)
        if percent >= 0
        else Remark("The map is turned by {turn:.2f}° and {percent:.2f} % smaller than frame.toml says; hexes lie up "
                    "to {moved_mm:.1f} mm from where they were taken to be.", **told),
    ]  # fmt: skip
    if unsure := less_sure(found.board):
        named = ", ".join(label_of(found.board, here) for here in unsure[:_NAMED]) + ", ..." * (len(unsure) > _NAMED)
        lines.append(
            Remark("Round {count} hexes ({listed}) its lines lie less evenly, by up to {most_mm:.1f} mm (one sigma): a "
                   "seam, a fold, or what lies there. Near them a counter is on the line sooner.",
                   count=len(unsure), listed=named, most_mm=10 * max(found.board.unsure_cm))
        )  # fmt: skip
    return lines


def _json(found: BoardFit, notes: list[str]) -> dict[str, Any]:
    board = found.board
    return {
        "lines_found": found.found,
        "lines_visible": int(found.visible.sum()),
        "rms_cm": found.rms_cm,
        "worst_cm": found.worst_cm,
        "turn_deg": found.turn_deg,
        "scale": found.scale,
        "moved_cm": found.moved_cm,
        "less_sure": [label_of(board, here) for here in less_sure(board)],
        "board": {
            "origin": list(board.origin),
            "size_cm": board.size_cm,
            "columns": board.columns,
            "rows": board.rows,
            "warp": None if board.warp is None else {"across": board.warp.across, "along": board.warp.along},
        },
        "warnings": [*notes, *found.warnings],
    }
