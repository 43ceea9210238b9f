"""`vedette calibrate`: learn the lens, then where the camera stands over the table."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from calibration.accuracy import accuracy_of
from calibration.charuco import BoardFinder, BoardSpec, BoardView, Rejected
from calibration.lens import LensFit, fit_lens
from calibration.profile import format_camera, format_table, parse_camera
from calibration.report import FISHEYE, lens_page, table_page, verdict
from calibration.report_page import Locale
from calibration.resized_lens import resized, resizing_words
from calibration.survey import Surveyed, survey_table
from calibration.table_pose import TableFit, fit_table
from calibration.tape import TAPE_SIGMA_CM
from calibration.uncertainty import MARKER_CENTRE_PX, Predicted, predict, predict_from_lens
from cli.accuracy_words import accuracy_json, accuracy_words
from cli.calibrate_check import check
from cli.calibrate_self import LESS_EXACT, calibrate_self
from cli.finite import Finite
from cli.language import locale_in
from cli.language import option as language_option
from cli.own_camera import mixed_words, other_camera_words, same_camera
from cli.pictures import FilePath, compile_kernels, expand, json_option, predicted_json, read_each, tell, warned
from cli.sheet_options import Pair
from cli.survey_words import survey_json, survey_words
from referee.files import read_text, write_text
from referee.taken_with import camera_of
from referee.words.translation import say_text
from table.errors import BadInput, Remark
from table.notation.frame_file import format_frame, parse_frame
from vision.markers import MarkerSeen, find_markers


@click.group()
def command() -> None:
    """Learn your lens, then your table.

    First `calibrate camera`, once for a camera: every lens bends the picture a little, and pictures of a printed board
    tell how. Then `calibrate table`, whenever the camera was put up: the markers around the table tell where it is.
    No board at hand? `calibrate self` learns both at once, less exactly. `calibrate check` proves it with stands put on
    printed crosses, and corrects what is left.
    """


command.add_command(check)
command.add_command(calibrate_self)
command.add_command(same_camera)

report_option = click.option(
    "--report", type=FilePath, metavar="FILE.html", help="Also write a page that shows how good it is."
)


@command.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--squares", type=Pair(int, "11x8"), required=True, metavar="11x8", help="Columns x rows of the board.")
@click.option("--square-cm", type=Finite(), required=True, help="A square's side, as measured on your print.")
@click.option("--marker-cm", type=Finite(), required=True, help="The side of the black squares inside, likewise.")
@click.option("--dictionary", default="4x4_250", show_default=True, metavar="NAME", help="The markers' dictionary.")
@click.option("--out", type=FilePath, required=True, metavar="camera.toml", help="The file to write.")
@report_option
@json_option
@language_option
def camera(
    pictures: tuple[str, ...], squares: tuple[int, int], square_cm: float, marker_cm: float, dictionary: str,
    out: Path, report: Path | None, as_json: bool, lang: str,
) -> None:  # fmt: skip
    """Learn the lens from PICTURES of the ChArUco board (`vedette sheets charuco`).

    Glue the board to something flat and take 15 to 20 pictures: close up, tilted another way in each, and so that all
    of them together reach into every corner of the picture. Do not zoom or refocus between them, nor afterwards.

    PICTURES are files, folders or patterns such as "shots/*.jpg".
    """
    spec = BoardSpec(squares[0], squares[1], square_cm, marker_cm, dictionary)
    files = expand(pictures)
    finder = BoardFinder(spec)
    found: list[BoardView | Rejected] = []

    def reject(name: str, error: BadInput) -> None:
        found.append(Rejected(name, say_text(error.template, lang, **error.values).removeprefix(f"{name}: ")))

    for name, picture in read_each(files, "Looking for the board", spoilt=reject):
        found.append(finder.find(picture, name))
    identity, mixed = camera_of(files)
    warnings = finder.warnings() if mixed is None else (*finder.warnings(), mixed_words(mixed))
    fit = fit_lens(spec, found, finder.legacy, warnings)
    write_text(out, format_camera(replace(fit.profile, identity=identity if mixed is None else None)))
    expected = predict_from_lens(fit.lens, fit.covariance, fit.floor)
    words, data, locale = _lens_words(fit, expected), _lens_json(fit, expected), locale_in(lang)
    tell(as_json, data, words, [out], report, lambda: lens_page(fit, expected, locale), locale)


@command.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--camera", "camera_file", type=FilePath, required=True, metavar="camera.toml", help="Your lens.")
@click.option("--frame", "frame_file", type=FilePath, required=True, metavar="frame.toml", help="Your cards.")
@click.option("--out", type=FilePath, required=True, metavar="table.toml", help="The file to write.")
@click.option(
    "--survey",
    "length_cm",
    type=Finite(),
    metavar="LENGTH_CM",
    help="Find the cards' places too, from this length between two of their centres.",
)
@click.option(
    "--survey-between",
    "between",
    type=Pair(int, "240,243", ","),
    metavar="ID,ID",
    help="Which two. Left out: the pair about that far apart in frame.toml, the first of them.",
)
@click.option(
    "--tape-sigma-cm",
    type=Finite(),
    default=TAPE_SIGMA_CM,
    show_default=True,
    metavar="CM",
    help="How well the length was measured.",
)
@click.option("--frame-out", type=FilePath, metavar="FILE.toml", help="Write the surveyed frame.toml here as well.")
@report_option
@json_option
@language_option
def table(
    pictures: tuple[str, ...], camera_file: Path, frame_file: Path, out: Path, length_cm: float | None,
    between: tuple[int, int] | None, tape_sigma_cm: float, frame_out: Path | None, report: Path | None, as_json: bool,
    lang: str,
) -> None:  # fmt: skip
    """Find the table in PICTURES by its cards (`vedette sheets frame`).

    One picture is enough; several, taken without touching the camera, are averaged. The markers' places, measured with
    a tape and a square, stand in frame.toml: what is wrong there is wrong on the table.

    --survey spares you the measuring: lay the markers by hand, put about where they lie into frame.toml, and measure
    one long distance between two of their centres. Before you put the camera up, take five pictures or so of all of
    them with it, held elsewhere above the table, slantwise from every side, at the same zoom and focus; then two from
    its own place. The place that most PICTURES are from is taken for its own; of several, that of the first PICTURE.
    """
    if length_cm is None and (between is not None or frame_out is not None):
        raise BadInput("--survey-between and --frame-out belong to --survey LENGTH_CM")
    profile = parse_camera(read_text(camera_file), str(camera_file))
    frame = parse_frame(read_text(frame_file), str(frame_file))
    wanted = [marker.id for marker in frame.markers]
    seen: dict[str, tuple[MarkerSeen, ...]] = {}
    names = expand(pictures)
    notes = [
        *([LESS_EXACT] if profile.self_calibrated else []),
        *other_camera_words(profile.identity, names, "en" if as_json else lang),
    ]
    compile_kernels()
    for name, picture in read_each(names, "Looking for the cards"):
        height, width = picture.shape
        if (width, height) != profile.lens.size_px and not seen:
            other, profile = profile, resized(profile, (width, height), name, str(camera_file))
            notes.append(resizing_words(other, profile, str(camera_file)))
        if (width, height) != profile.lens.size_px:
            wide, high = profile.lens.size_px
            raise BadInput(
                "{name}: the picture is {width} x {height} px, but the one before is {wide} x {high} px",
                name=name, width=width, height=height, wide=wide, high=high,
            )  # fmt: skip
        seen[name] = find_markers(picture, frame.dictionary, wanted, tone=profile.seen_tone)
    survey = None
    if length_cm is None:
        fit = fit_table(profile.lens, profile.covariance, frame, seen)
    else:
        survey = survey_table(profile.lens, profile.covariance, frame, seen, length_cm, between, tape_sigma_cm)
        fit = survey.table
    view = replace(
        fit.view, self_calibrated=profile.self_calibrated, floor=profile.floor, tone=profile.seen_tone,
        identity=profile.identity,
    )  # fmt: skip
    fit = replace(fit, view=view, warnings=(*notes, *fit.warnings))
    write_text(out, format_table(fit.view))
    if frame_out is not None:
        write_text(frame_out, format_frame(fit.view.frame))
    predicted = predict(fit.view)
    locale = locale_in(lang)
    data = _table_json(fit, predicted) | ({} if survey is None else {"survey": survey_json(survey)})
    words = _table_words(fit, predicted, survey, locale)
    tell(as_json, data, words, [out], report, lambda: table_page(fit, predicted, locale, survey), locale)


def _lens_words(fit: LensFit, expected: Predicted) -> list[Remark]:
    lines = warned(fit.warnings)
    lines.append(Remark("Used {count} of {all} pictures.", count=len(fit.used), all=len(fit.used) + len(fit.rejected)))
    lines += [Remark("- not used: {picture}: {reason}", picture=view.name, reason=view.reason) for view in fit.rejected]
    lines += [
        Remark("The board's corners lie {rms_px:.3f} px (rms) from where this lens puts them.", rms_px=fit.rms_px),
        Remark("The board was seen in {share:.0%} of the picture, from angles {angle:.0f}° apart.",
               share=fit.coverage, angle=fit.widest_angle_deg),
    ]  # fmt: skip
    if fit.lens.fisheye:
        lines.append(FISHEYE)
    if fit.floor.middle_px > MARKER_CENTRE_PX:
        lines.append(
            Remark("Markers are off by {off_px:.2f} px beyond what each shows, as this camera makes its pictures; "
                   "every ± has it.", off_px=fit.floor.middle_px)
        )  # fmt: skip
    if fit.bow_mm >= 0.2:
        lines.append(
            Remark("Your board is bent by {bow_mm:.1f} mm; I allowed for it, flatter is better.", bow_mm=fit.bow_mm)
        )
    lines.append(
        Remark("Predicted error on a table of 120 cm that fills the picture, from the camera alone (one sigma, 3 cm "
               "above): {centre_mm:.3f} mm at the centre, up to {corner_mm:.3f} mm at its corners.",
               centre_mm=10 * expected.centre_cm, corner_mm=10 * max(expected.corners_cm))
    )  # fmt: skip
    return lines


def _table_words(fit: TableFit, expected: Predicted, survey: Surveyed | None, locale: Locale) -> list[str]:
    near_left, near_right, far_right, far_left = (10 * value for value in expected.corners_cm)
    return [
        *warned(fit.warnings),
        Remark("Used {count} of {all} cards; their corners lie {rms_px:.3f} px (rms) from where they should.",
               count=len(fit.used), all=len(fit.view.frame.markers), rms_px=fit.view.rms_px),
        *([_places_words(fit)] if survey is None else survey_words(survey)),
        Remark("Predicted error on the table (one sigma): {centre_mm:.3f} mm at the centre; corners: near left "
               "{near_left:.3f}, near right {near_right:.3f}, far right {far_right:.3f}, far left {far_left:.3f} mm; "
               "{verdict}.",
               centre_mm=10 * expected.centre_cm, near_left=near_left, near_right=near_right, far_right=far_right,
               far_left=far_left, verdict=verdict(expected)),
        accuracy_words(accuracy_of(fit.view), fit.view, locale),
    ]  # fmt: skip


def _places_words(fit: TableFit) -> Remark:
    sigma_mm = max(0.02, 10 * fit.view.survey_sigma_cm)
    if fit.view.frame.survey_sigma_cm is not None:
        return Remark("Their places in frame.toml are right to {sigma_mm:.2f} mm (as frame.toml says).",
                      sigma_mm=sigma_mm)  # fmt: skip
    return Remark("Their places in frame.toml are right to {sigma_mm:.2f} mm (judged by what the camera sees).",
                  sigma_mm=sigma_mm)  # fmt: skip


def _lens_json(fit: LensFit, expected: Predicted) -> dict[str, Any]:
    return {
        "views_used": [view.name for view in fit.used],
        "views_rejected": [{"name": view.name, "reason": view.reason} for view in fit.rejected],
        "rms_px": fit.rms_px,
        "coverage": fit.coverage,
        "widest_angle_deg": fit.widest_angle_deg,
        "model": "fisheye" if fit.lens.fisheye else "pinhole",
        "noise_floor_px": {"centre": fit.floor.centre_px, "corner": fit.floor.corner_px},
        "board_bow_mm": fit.bow_mm,
        "legacy_pattern": fit.legacy,
        "warnings": list(fit.warnings),
        "predicted_error_cm": predicted_json(expected),
    }


def _table_json(fit: TableFit, expected: Predicted) -> dict[str, Any]:
    return {
        "markers_used": [marker.id for marker in fit.used],
        "markers_in_frame": len(fit.view.frame.markers),
        "rms_px": fit.view.rms_px,
        "survey_sigma_cm": fit.view.survey_sigma_cm,
        "accuracy": accuracy_json(accuracy_of(fit.view)),
        "predicted_error_cm": predicted_json(expected),
        "warnings": list(fit.warnings),
    }
