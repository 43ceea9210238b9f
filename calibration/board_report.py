"""The page on a fitted board: the hexes over the map, and the numbers."""

import base64

import cv2

from calibration.report_page import page, table
from vision.boards.hex_fit import BoardFit
from vision.boards.hex_fit_drawing import LONG, fit_picture
from vision.boards.hex_fit_unsure import less_sure


def board_page(fit: BoardFit) -> str:
    """Return the page."""
    _, data = cv2.imencode(".png", fit_picture(fit))
    shown = base64.b64encode(data.tobytes()).decode()
    board, visible = fit.board, int(fit.visible.sum())
    rows = [
        ("hexes", f"{board.columns} x {board.rows}"),
        ("lines found", f"{fit.found} of {visible}"),
        ("they lie off by (rms)", f"{10 * fit.rms_cm:.2f} mm"),
        ("the worst of them", f"{10 * fit.worst_cm:.2f} mm"),
        ("turned by", f"{fit.turn_deg:.2f} degrees"),
        ("larger than said", f"{100 * (fit.scale - 1):+.2f} %"),
        ("centres moved by at most", f"{10 * fit.moved_cm:.1f} mm"),
        ("hexes with less even lines", f"{len(less_sure(board))}"),
        ("bent", "no" if board.warp is None else f"{board.warp.across} x {board.warp.along} offsets"),
    ]
    body = [
        f"<p class=big>{fit.found} of {visible} lines found; they lie {10 * fit.rms_cm:.2f} mm (rms) from the fitted "
        "hexes.</p>",
        *[f"<p>{warning[:1].upper() + warning[1:]}.</p>" for warning in fit.warnings],
        '<figure><img style="width:100%" alt="The fitted hexes over the map, seen from above" '
        f'src="data:image/png;base64,{shown}"><figcaption>The map from above. Green: a line found. Grey and dotted: '
        "none found there, or something lies on it. Red: how far the printed line lies from the fitted one, "
        f"{LONG:g} times longer.</figcaption></figure>",
        "<h2>Numbers</h2>",
        table(("what", "found"), rows),
    ]
    return page("Your map's hexes", body)
