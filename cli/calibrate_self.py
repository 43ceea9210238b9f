"""`vedette calibrate self`: lens and table at once, without a calibration board."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from calibration.accuracy import accuracy_of
from calibration.profile import format_camera, format_table
from calibration.report import self_page
from calibration.report_page import Locale
from calibration.self_calibration import SelfFit, self_calibrate
from calibration.uncertainty import Predicted, predict
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.language import locale_in
from cli.language import option as language_option
from cli.own_camera import mixed_words
from cli.pictures import FilePath, compile_kernels, expand, json_option, predicted_json, read_each, tell, warned
from referee.files import read_text, write_text
from referee.taken_with import camera_of
from table.errors import BadInput, Remark
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster
from vision.markers import MarkerSeen, find_markers

LESS_EXACT = Remark("the lens was learned without a board: this is less exact than `vedette calibrate camera`")


@click.command("self")
@click.argument("pictures", nargs=-1, required=True)
@click.option("--frame", "frame_file", type=FilePath, required=True, metavar="frame.toml", help="Your cards.")
@click.option(
    "--roster", "roster_file", type=FilePath, metavar="roster.toml", help="Your stands: their known sizes help much."
)
@click.option("--out-camera", type=FilePath, required=True, metavar="camera.toml", help="The lens's file to write.")
@click.option("--out", type=FilePath, required=True, metavar="table.toml", help="The table's file to write.")
@click.option("--report", type=FilePath, metavar="FILE.html", help="Also write a page that shows how good it is.")
@json_option
@language_option
def calibrate_self(
    pictures: tuple[str, ...], frame_file: Path, roster_file: Path | None, out_camera: Path, out: Path,
    report: Path | None, as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Learn lens and table at once from PICTURES of the frame, without a ChArUco board.

    Less exact than `calibrate camera` with a board, and marked so. At least six cards, better eight, all round
    the table and out to the picture's edges. Stands of known size (--roster) standing all over the table tell how the
    lens bends between; more pictures with the stands elsewhere help, and some with the camera held slantwise over the
    table tell the focal length, at the same zoom and focus. The place that most PICTURES are from is taken for the
    camera's own; of several, that of the first PICTURE.
    """
    frame = parse_frame(read_text(frame_file), str(frame_file))
    roster = None if roster_file is None else parse_roster(read_text(roster_file), str(roster_file))
    wanted = {marker.id for marker in frame.markers} | (set() if roster is None else set(roster.by_marker))
    seen: dict[str, tuple[MarkerSeen, ...]] = {}
    size: tuple[int, int] | None = None
    names = expand(pictures)
    compile_kernels()
    for name, picture in read_each(names, "Looking for markers"):
        height, width = picture.shape
        if size is not None and size != (width, height):
            raise BadInput(
                "{name}: the picture is {width} x {height} px, but the one before is {wide} x {high} px",
                name=name, width=width, height=height, wide=size[0], high=size[1],
            )  # fmt: skip
        size = (width, height)
        seen[name] = find_markers(picture, frame.dictionary, wanted)
    assert size is not None
    fit = self_calibrate(frame, seen, size, roster)
    identity, mixed = camera_of(names)
    if mixed is not None:
        identity, fit = None, replace(fit, warnings=(*fit.warnings, mixed_words(mixed)))
    write_text(out_camera, format_camera(replace(fit.profile, identity=identity)))
    write_text(out, format_table(replace(fit.view, identity=identity)))
    expected = predict(fit.view)
    data, locale = _json(fit, expected), locale_in(lang)
    words, written = _words(fit, expected, locale), [out_camera, out]
    tell(as_json, data, words, written, report, lambda: self_page(fit, expected, locale), locale)


def _words(fit: SelfFit, expected: Predicted, locale: Locale) -> list[str]:
    return [
        *warned([LESS_EXACT, *fit.warnings]),
        Remark("Used {count} cards and {looks} looks at stands; places that the pictures are from: {places}. "
               "The cards' corners lie {rms_px:.3f} px (rms) from where they should.",
               count=len(fit.used), looks=fit.stands, places=fit.places, rms_px=fit.view.rms_px),
        Remark("Focal length {focal_px:.1f} px, known to {share:.1%}; the cards' places in frame.toml are "
               "right to {sigma_mm:.2f} mm.",
               focal_px=float(fit.profile.lens.matrix[0, 0]), share=fit.focal_share,
               sigma_mm=10 * fit.view.survey_sigma_cm),
        Remark("Predicted error on the table (one sigma, 3 mm above it): {centre_mm:.3f} mm at the centre, up to "
               "{corner_mm:.3f} mm at its corners; 3 cm above it up to {higher_mm:.3f} mm.",
               centre_mm=10 * expected.centre_cm, corner_mm=10 * max(expected.corners_cm),
               higher_mm=10 * max(predict(fit.view, 3.0).corners_cm)),
        accuracy_words(accuracy_of(fit.view), fit.view, locale),
    ]  # fmt: skip


def _json(fit: SelfFit, expected: Predicted) -> dict[str, Any]:
    return {
        "self_calibrated": True,
        "markers_used": [marker.id for marker in fit.used],
        "stands_used": fit.stands,
        "places": fit.places,
        "focal_px": fit.profile.lens.matrix[0, 0],
        "focal_share": fit.focal_share,
        "rms_px": fit.view.rms_px,
        "survey_sigma_cm": fit.view.survey_sigma_cm,
        "accuracy": accuracy_json(accuracy_of(fit.view)),
        "predicted_error_cm": predicted_json(expected),
        "warnings": list(fit.warnings),
    }
