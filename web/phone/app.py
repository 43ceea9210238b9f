"""What the phone's page asks of this computer: its scripts, who may be trusted, and to take in a picture."""

import secrets
from collections.abc import Callable
from typing import Annotated, ClassVar

from flask import Blueprint, Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from pydantic import Field

from table.errors import Remark, Wanted
from vision.camera_identity import CameraIdentity
from web.bodies import Body, read_body
from web.errors import handle_failures
from web.guard import closed_by, policy
from web.language import asked_language
from web.pages import said_in

Told = Annotated[str, Field(max_length=60)]
COOKIE = "phone"
"""Holds a phone's id, so that it is known again tomorrow: phones of one model call their cameras alike."""
_ID_LETTERS = 8
_COOKIE_LASTS_S = 400 * 86400  # as long as browsers keep any


class PhoneCamera(Body):
    """What a phone says of its camera: name, zoom, what of it is held (focus, exposure, ...), and what is ``free``."""

    most_bytes: ClassVar[int | None] = 4096
    name: Told = ""
    zoom: Annotated[float | None, Field(gt=0, allow_inf_nan=False)] = None
    held: Annotated[tuple[Told, ...], Field(max_length=8)] = ()
    free: Annotated[tuple[Told, ...], Field(max_length=8)] = ()

    def told(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return notes and warnings as a camera has them."""
        held = f"held: {', '.join(self.held)}" if self.held else ""
        free = (
            Remark("the phone does not hold its {control}: keep light and distance as they are",
                   control=Wanted(control.replace("_", " ")))
            for control in self.free
        )  # fmt: skip
        return tuple(filter(None, ("a phone's camera", self.name, held))), tuple(free)

    def identity(self, phone_id: str) -> CameraIdentity:
        """Return which camera it is, of the phone that has this id."""
        return CameraIdentity(kind="phone", name=self.name, serial=phone_id, zoom=self.zoom)


def phone_app(
    token: str, certificate: bytes, take: Callable[[bytes], None], tell: Callable[[PhoneCamera, str], None]
) -> Flask:
    """Return the application of the phone's page at /``token``/; all else is nothing.

    ``take`` takes in a picture's JPEG and raises BadInput for another thing, ``tell`` what the phone says of itself and
    its id.
    """
    app = Flask("web")
    handle_failures(app)
    page = Blueprint("phone", __name__, url_prefix=f"/{token}")

    @page.get("/")
    def show() -> ResponseReturnValue:
        """Show the page."""
        response = make_response(render_template("phone.html", **said_in(asked_language(), ("phone",))))
        phone_id = _phone_id() or secrets.token_hex(_ID_LETTERS // 2)
        response.set_cookie(COOKIE, phone_id, max_age=_COOKIE_LASTS_S, secure=True, httponly=True, samesite="Strict")
        return response

    @page.get("/vedette.crt")
    def trusted() -> ResponseReturnValue:
        """Give the certificate that a phone installs to trust this page."""
        return Response(certificate, mimetype="application/x-x509-ca-cert")

    @page.post("/picture")
    def picture() -> ResponseReturnValue:
        """Take in a picture."""
        take(request.get_data(cache=False))
        return "", 204

    @page.post("/camera")
    def camera() -> ResponseReturnValue:
        """Take in what the phone says of its camera."""
        tell(read_body(PhoneCamera), _phone_id())
        return "", 204

    app.register_blueprint(page)

    app.after_request(lambda response: closed_by(response, policy()))
    return app


def _phone_id() -> str:
    """Return the id that this phone was given; "" where it has none."""
    kept = request.cookies.get(COOKIE, "")
    return kept if kept.isascii() and kept.isalnum() and len(kept) == _ID_LETTERS else ""
