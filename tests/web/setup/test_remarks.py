"""What the set-up remarks on cards, lens and camera is said in the reader's language, a sentence each."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.card_placement import laying_warnings
from calibration.sheets.frame import frame_of
from referee.setup.folder import SetUp
from referee.setup.map_fit import MapFound
from simulation.synthetic.fittings import default_camera
from table.errors import Remark
from vision.markers import MarkerSeen
from vision.square import frame_corners
from vision.table_view import TableView
from web.phone.app import PhoneCamera
from web.setup.calibration_steps import map_said
from web.setup.session import SetupSession
from web.setup.views import remark_lines

FRAME = frame_of(120.0, 100.0, range(240, 248))
CAMERA = default_camera(FRAME)


def test_a_card_that_lies_turned_is_told_in_every_language() -> None:
    corners = {marker.id: frame_corners(marker) for marker in FRAME.markers}
    corners[241] = np.roll(corners[241], 1, axis=0)
    seen = {number: MarkerSeen(number, CAMERA.project(there), 1.0) for number, there in corners.items()}
    remarks = laying_warnings(CAMERA, FRAME.markers, seen, 0.02)
    (english,), (italian,), (spanish,) = (remark_lines(remarks, language) for language in ("en", "it", "es"))
    turned = english.partition("turned by ")[2].partition(" ")[0]
    assert english == f"Card 241 lies turned by {turned} degrees from its heading_deg; turn it."
    assert italian == f"Il cartoncino 241 è girato di {turned} gradi rispetto al suo heading_deg; giralo."
    assert spanish == f"La tarjeta 241 está girada {turned} grados respecto a su heading_deg; gírala."


def test_a_remark_within_a_remark_is_said_too_and_a_question_has_no_full_stop() -> None:
    swapped = Remark("cards {one} and {other} have changed places", one=240, other=243)
    whole = Remark("{wrong}; I left them out", wrong=swapped)
    asked = Remark("frame.toml puts card {listed} {high_cm:g} cm above the table: is height_cm in cm, not in "
                   "mm?", listed="240", high_cm=4.5)  # fmt: skip
    assert whole == "cards 240 and 243 have changed places; I left them out"
    assert remark_lines((whole, asked), "it") == (
        "I cartoncini 240 e 243 sono scambiati; li ho lasciati fuori.",
        "Frame.toml mette il cartoncino 240 a 4,5 cm sopra il tavolo: height_cm è in cm e non in mm?",
    )


def test_what_a_phone_does_not_hold_is_said_one_by_one() -> None:
    _, free = PhoneCamera(name="a phone", free=("focus", "white_balance")).told()
    assert remark_lines(free, "en")[1] == (
        "The phone does not hold its white balance: keep light and distance as they are."
    )
    assert remark_lines(free, "it") == (
        "Il telefono non tiene fermo: messa a fuoco; lascia luce e distanza come sono.",
        "Il telefono non tiene fermo: bilanciamento del bianco; lascia luce e distanza come sono.",
    )


def test_what_is_to_be_minded_of_a_printed_map_is_said_where_it_was_found() -> None:
    """What was remarked on the camera and on the fit was thrown away."""
    outside = Remark("{outside} of {all} sides of hexes lie outside the picture", outside=4, all=90)
    unseen = Remark("I see {count} of {all} cards; {missing} is not visible", count=7, all=8, missing="241")
    told: dict[str, Any] = {"found": 80, "rms_cm": 0.01, "worst_cm": 0.02, "moved_cm": 0.3, "scale": 1.0}
    fit: Any = SimpleNamespace(visible=np.ones(86, bool), unclear=False, warnings=(outside,), **told)
    found = MapFound(TableView(CAMERA, FRAME), fit, (unseen,))
    assert map_said(found, "en")[1:] == [
        "I see 7 of 8 cards; 241 is not visible.", "4 of 90 sides of hexes lie outside the picture.",
    ]  # fmt: skip
    assert map_said(found, "it")[1:] == [
        "Vedo 7 cartoncini su 8; 241 non si vede.", "4 lati di esagoni su 90 restano fuori dall'immagine.",
    ]  # fmt: skip
    fit.unclear = True
    assert len(map_said(found, "es")) == 3, "that it is unclear is said once, in the page's words"


@pytest.mark.ci
def test_what_keeps_a_lens_without_a_board_from_being_exact_is_told(
    setup_session: SetupSession, done: tuple[str, SetUp], browse: Callable[..., FlaskClient]
) -> None:
    known_id, setup = done
    frame = setup.frame
    assert frame is not None
    setup.frame = replace(frame, markers=(*frame.markers[:-1], replace(frame.markers[-1], id=200)))
    client, at = browse(), f"/api/setup/{known_id}"
    client.get(f"{at}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"{at}/lens/self", json={}, headers={"Accept-Language": "it"})
    work = client.get(f"{at}/work").json
    assert work is not None
    assert work["error"] is None
    assert "Vedo 7 cartoncini su 8; non 200." in work["result"]["warnings"]


def test_why_a_camera_gives_nothing_is_said_in_the_reader_s_language(
    browse: Callable[..., FlaskClient], setup_session: SetupSession
) -> None:
    client = browse()
    made = client.post("/api/setup/new", json={"game": "ambush", "language": "it"})
    at = f"/api/setup/{made.json['id']}"
    for text, told in (
        ("http://127.0.0.1:9/video", "c'è, ma sulla porta 9"),
        ("http:// 192.168.1.20/video", "un indirizzo comincia con http://"),
    ):
        answer = client.post(f"{at}/camera", json={"kind": "stream", "address": text}).json
        error = answer.get("error") or client.get(f"{at}/work").json["error"]
        assert told in error, error
    setup_session.choose_given(setup_session.shelf.get(at.rsplit("/", 1)[1]), "http://127.0.0.1:9/video")
    assert setup_session.capture_loop is not None
    live = client.get(f"{at}/state").json["live"]
    assert "c'è, ma sulla porta 9" in live["reason"]
